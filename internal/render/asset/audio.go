package asset

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"time"

	"mockup/internal/render/isobmff"
)

// The kinds of files, as errors name them.
const (
	ImageKind = "image"
	AudioKind = "audio file"
)

// maxAudioBytes bounds one audio file: ten minutes of stereo in 16 bits are 110 MiB as WAV, and 25 as good MP3.
const maxAudioBytes = 50 << 20

// Format is the container of an audio file.
type Format string

// The containers that are read.
const (
	WAV  Format = "wav"
	MP3  Format = "mp3"
	MP4  Format = "mp4" // M4A
	Ogg  Format = "ogg"
	FLAC Format = "flac"
)

// Audio is an audio file that passed all checks. What it holds is not decoded yet.
type Audio struct {
	File   []byte
	Format Format
	Length time.Duration // as the file says where it is not known from its size; 0: it does not say
}

// MediaType is the MIME type of the file.
func (a Audio) MediaType() string {
	return map[Format]string{WAV: "audio/wav", MP3: "audio/mpeg", MP4: "audio/mp4", Ogg: "audio/ogg", FLAC: "audio/flac"}[a.Format]
}

func (l *Loader) audio() kind {
	return kind{AudioKind, "an", "audio files", "data:audio/mpeg;base64,", "audio/*", maxAudioBytes}
}

// LoadAudio gets all audio files as Load gets images. With Options.Placeholder those that cannot be loaded are left out.
func (l *Loader) LoadAudio(ctx context.Context, refs []Ref) (map[string]Audio, []Warning, error) {
	return loadFiles(ctx, l, l.audio(), refs, inspectAudio, func(a Audio) []byte { return a.File })
}

// loadFiles gets all files of a kind that are no images. With Options.Placeholder those that cannot be loaded are left out.
func loadFiles[F any](ctx context.Context, l *Loader, k kind, refs []Ref, inspect func([]byte) (F, error), data func(F) []byte) (map[string]F, []Warning, error) {
	budget := budget{bytes: l.opts.MaxTotalBytes}
	loaded, failed, err := loadAll(ctx, l, k, refs, inspect, func(file F) error { return budget.spend(Image{Data: data(file)}) })
	switch {
	case err != nil || len(failed) == 0:
		return loaded, nil, err
	case !l.opts.Placeholder:
		return nil, nil, failed
	}
	return loaded, warningsOf(failed), nil
}

// inspectAudio finds out from its first bytes what data is, and refuses what is not one of the allowed formats, or visibly
// cut off. ffmpeg is told the format, so that it never takes a file for a playlist, which could name other files.
func inspectAudio(data []byte) (Audio, error) {
	if len(data) == 0 {
		return Audio{}, errors.New("it is empty (0 bytes); give an audio file")
	}
	format, whole := sniffAudio(data)
	if whole == nil {
		return Audio{}, fmt.Errorf("it is %s; allowed are WAV, MP3, M4A, Ogg and FLAC; convert it to one of these", describeNoMedia(data))
	}
	if err := whole(data); err != nil {
		return Audio{}, fmt.Errorf("the file %w; export or download it again", err)
	}
	return Audio{data, format, lengthOf(data, format)}, nil
}

// sniffAudio recognises the allowed formats. A nil check means that data is none of them.
func sniffAudio(data []byte) (Format, func([]byte) error) {
	switch {
	case has(data, 0, "RIFF") && has(data, 8, "WAVE"):
		return WAV, wholeWAV
	case has(data, 0, "OggS"):
		return Ogg, wholeOgg
	case has(data, 0, "fLaC"):
		return FLAC, nothingMore
	case has(data, 4, "ftyp") && !isStill(data):
		return MP4, wholeMP4
	case has(data, 0, "ID3"), isMP3Frame(data):
		return MP3, nothingMore
	}
	return "", nil
}

// isStill reports whether an ISO base media file says that it is a still picture.
func isStill(data []byte) bool {
	return slices.ContainsFunc([]string{"avif", "avis", "heic", "heix", "mif1", "msf1"}, func(brand string) bool { return hasBrand(data, brand) })
}

// describeNoMedia names content that is not an allowed audio or video file.
func describeNoMedia(data []byte) string {
	text := bytes.TrimLeft(data, "\ufeff \t\r\n")
	for _, mark := range []string{"#EXTM3U", "ffconcat", "[playlist]", "<asx", "<MPD", "<smil"} {
		if has(text, 0, mark) {
			return "a playlist"
		}
	}
	if name, _, size := sniff(data); size != nil {
		return "an image (" + name + ")"
	}
	return describe(data)
}

// isMP3Frame reports whether data begins with the header of a frame of MPEG audio, layer III.
func isMP3Frame(data []byte) bool {
	return len(data) >= 4 && data[0] == 0xff && data[1]&0xe0 == 0xe0 && data[1]>>1&3 == 1 && data[2]>>4 != 15 && data[2]>>2&3 != 3
}

// nothingMore is the check of formats of which only decoding shows whether they are whole: see Audio.Length.
func nothingMore([]byte) error { return nil }

// wholeWAV compares the size in the header with the file's. Programs that write to a pipe do not know the size.
func wholeWAV(data []byte) error {
	rest := data[12:]
	for len(rest) >= 8 {
		size := binary.LittleEndian.Uint32(rest[4:])
		if has(rest, 0, "data") {
			if unknown := size == 0 || size >= 0xffffff00 || size == 0x7fffffff; !unknown && int64(size) > int64(len(rest)-8) {
				return errTruncated
			}
			return nil
		}
		next := 8 + int64(size) + int64(size&1)
		if next > int64(len(rest)) {
			return errTruncated
		}
		rest = rest[next:]
	}
	return errTruncated
}

// wholeMP4 walks the boxes: all are whole, and one of them describes the others.
func wholeMP4(data []byte) error {
	described := false
	for rest := data; len(rest) > 0; {
		kind, _, after, ok := isobmff.Next(rest)
		if !ok {
			return errTruncated
		}
		described, rest = described || kind == "moov", after
	}
	if !described {
		return errTruncated
	}
	return nil
}

// wholeOgg walks the pages.
func wholeOgg(data []byte) error {
	for rest := data; len(rest) > 0; {
		if len(rest) < 27 {
			return errTruncated
		}
		if !has(rest, 0, "OggS") {
			return errCorrupt
		}
		size := 27 + int(rest[26])
		if len(rest) < size {
			return errTruncated
		}
		for _, part := range rest[27:size] {
			size += int(part)
		}
		if len(rest) < size {
			return errTruncated
		}
		rest = rest[size:]
	}
	return nil
}

// lengthOf returns how long a file says that it is; 0 if it does not.
func lengthOf(data []byte, f Format) time.Duration {
	switch f {
	case FLAC:
		return flacLength(data)
	case MP3:
		return mp3Length(data)
	}
	return 0
}

// flacLength reads the first block of metadata: 20 bits with the rate, then 3 and 5 bits, and 36 bits with the samples.
func flacLength(data []byte) time.Duration {
	if len(data) < 26 {
		return 0
	}
	bits := binary.BigEndian.Uint64(data[18:])
	return lengthAt(bits&(1<<36-1), bits>>44)
}

// mp3Length reads the frame that most encoders put first, which counts the frames behind it.
func mp3Length(data []byte) time.Duration {
	if has(data, 0, "ID3") && len(data) >= 10 { // a tag, with seven bits of its size in each of four bytes
		size := 10
		for i, b := range data[6:10] {
			size += int(b&0x7f) << (7 * (3 - i))
		}
		data = data[min(size, len(data)):]
	}
	if !isMP3Frame(data) {
		return 0
	}
	first, mono := data[1]>>3&3 == 3, data[3]>>6 == 3 // of MPEG 1
	rates := [3]uint64{44100, 48000, 32000}
	rate, perFrame, side := rates[data[2]>>2&3], uint64(1152), 32
	switch {
	case !first:
		rate, perFrame, side = rate/2, 576, 17
		if data[1]>>3&3 == 0 { // MPEG 2.5
			rate /= 2
		}
		if mono {
			side = 9
		}
	case mono:
		side = 17
	}
	at := 4 + side
	if len(data) < at+12 || !has(data, at, "Xing") && !has(data, at, "Info") || data[at+7]&1 == 0 {
		return 0
	}
	return lengthAt(uint64(binary.BigEndian.Uint32(data[at+8:]))*perFrame, rate)
}

// lengthAt is the length of so many samples; 0 for what no file has.
func lengthAt(samples, rate uint64) time.Duration {
	const most = 24 * 60 * 60
	if rate == 0 || samples > most*rate {
		return 0
	}
	return time.Duration(float64(samples) / float64(rate) * float64(time.Second)) // as integers, a day of many samples overflows
}

// Package decode has ffmpeg decode audio files, and videos that lie behind something. Package asset has loaded and checked
// them: it knows the format of each.
//
// The files may come from strangers. ffmpeg gets one as a file of its own, is told its format, so that nothing is guessed,
// and has the demuxer and the decoders of that format alone. It opens no other file and has no network. Its output, its
// time and the memory that it takes at once are bounded.
package decode

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"time"

	"mockup/internal/render/asset"
	"mockup/internal/render/encode"
	"mockup/internal/render/process"
	"mockup/internal/render/sound"
	"mockup/internal/scratch"
)

// Options say how to decode.
type Options struct {
	FFmpeg   string // name or path of ffmpeg; empty: the one of PATH
	Channels int    // 1 or 2
	Longest  time.Duration
}

// Error is about a file that cannot be decoded, or is too long. Its text says what to do.
type Error struct{ reason string }

func (e *Error) Error() string { return e.reason }

const (
	timeLimit = 60 * time.Second // ten minutes of music take a second
	mostAlloc = 64 << 20         // bytes that ffmpeg allocates at once

	// cutOff is how much shorter a file may be than it says: encoders count what decoders leave out at both ends.
	cutOff = 300 * time.Millisecond
)

// reader is ffmpeg's name of a demuxer, and the decoders of what such files hold.
type reader struct{ demuxer, decoders string }

func readerOf(f asset.Format) reader {
	switch f {
	case asset.WAV:
		return reader{"wav", "pcm_u8,pcm_s16le,pcm_s24le,pcm_s32le,pcm_f32le,pcm_f64le,pcm_alaw,pcm_mulaw"}
	case asset.MP3:
		return reader{"mp3", "mp3float,mp3"}
	case asset.MP4:
		return reader{"mov", "aac,alac,mp3float,mp3"}
	case asset.Ogg:
		return reader{"ogg", "vorbis,libvorbis,opus,libopus,flac"}
	}
	return reader{"flac", "flac"}
}

// Decode returns the first sound track of a file. The error is an *Error if the file is at fault.
func Decode(ctx context.Context, file asset.Audio, opts Options) (*sound.Clip, error) {
	bin, err := encode.Find(opts.FFmpeg)
	if err != nil {
		return nil, err
	}
	path, remove, err := written(file)
	if err != nil {
		return nil, err
	}
	defer remove()
	ctx, cancel := context.WithTimeoutCause(ctx, timeLimit, &Error{fmt.Sprintf("it is not decoded within %v; export it again", timeLimit)})
	defer cancel()
	pcm, err := run(ctx, bin, slices.Concat(globalArguments, input(file, path), output(0, "pipe:1", opts)), opts.most())
	if err != nil {
		return nil, err
	}
	return clipOf(pcm, file, opts)
}

// written writes a file for ffmpeg to read. Remove has to be called unless there is an error.
func written(file asset.Audio) (path string, remove func(), err error) {
	temp, err := scratch.TempFile()
	if err != nil {
		return "", nil, err
	}
	if err := os.WriteFile(temp.Path, file.File, 0o600); err != nil {
		temp.Remove()
		return "", nil, fmt.Errorf("write a temporary file: %w", err)
	}
	return temp.Path, func() { temp.Remove() }, nil
}

// most is how many bytes the longest sound has.
func (o Options) most() int { return 2 * o.Channels * int(o.Longest.Seconds()*sound.Rate) }

// clipOf returns what ffmpeg has decoded of a file as a clip, if that is all of it.
func clipOf(pcm []byte, file asset.Audio, opts Options) (*sound.Clip, error) {
	clip := &sound.Clip{Channels: opts.Channels, Samples: make([]int16, len(pcm)/2)}
	for i := range clip.Samples {
		clip.Samples[i] = int16(binary.LittleEndian.Uint16(pcm[2*i:]))
	}
	switch {
	case len(pcm) > opts.most():
		return nil, &Error{fmt.Sprintf("it is longer than the %v that are allowed; shorten it", opts.Longest)}
	case clip.Frames() == 0:
		return nil, &Error{"it holds no sound; export it again, as WAV, MP3, M4A, Ogg or FLAC"}
	case clip.Length() < file.Length-cutOff:
		return nil, &Error{fmt.Sprintf("it ends after %.1f s, and should have %.1f s; export or download it again", clip.Length().Seconds(), file.Length.Seconds())}
	}
	return clip, nil
}

var globalArguments = []string{"-nostdin", "-hide_banner", "-v", "error", "-max_alloc", strconv.Itoa(mostAlloc)}

// input is the part of ffmpeg's command line that names a file.
func input(file asset.Audio, path string) []string {
	r := readerOf(file.Format)
	return []string{
		"-protocol_whitelist", "file", "-format_whitelist", r.demuxer, "-codec_whitelist", r.decoders,
		"-threads", "1", "-flags", "+bitexact", "-f", r.demuxer, "-i", "file:" + path,
	}
}

// output is the part of ffmpeg's command line that says where the sound of an input goes, given by its number. A quarter of a second more
// than allowed is decoded, to see that there is more.
func output(number int, to string, opts Options) []string {
	longest := strconv.FormatFloat(opts.Longest.Seconds()+0.25, 'f', -1, 64)
	return []string{
		"-map", strconv.Itoa(number) + ":a:0", "-vn", "-sn", "-dn", "-t", longest,
		"-ac", strconv.Itoa(opts.Channels), "-ar", strconv.Itoa(sound.Rate), "-c:a", "pcm_s16le", "-flags", "+bitexact", "-f", "s16le", to,
	}
}

// run runs ffmpeg and returns what it writes: at most a little more than most bytes.
func run(ctx context.Context, bin string, args []string, most int) ([]byte, error) {
	out := &bounded{most: most}
	cmd := exec.Command(bin, args...)
	cmd.Stdout = out
	p, err := process.Start(cmd)
	if err != nil {
		return nil, fmt.Errorf("start %s: %w", bin, err)
	}
	stop := context.AfterFunc(ctx, p.Kill)
	defer stop()
	switch err := p.Err(); {
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case err != nil && len(out.data) <= most:
		return nil, failure(err, p.Stderr())
	}
	return out.data, nil
}

// failure says why ffmpeg did not decode an audio file.
func failure(err error, output string) error {
	if strings.Contains(output, "matches no streams") {
		return &Error{"it holds no sound; give another file"}
	}
	return refused(err, output, "WAV, MP3, M4A, Ogg or FLAC")
}

// refused is the error of an ffmpeg that has refused a file, unless it was killed or did not run at all.
func refused(err error, output, formats string) error {
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.Exited() {
		return &Error{"ffmpeg cannot decode it; export it again, as " + formats}
	}
	return fmt.Errorf("decode a file: %w: %s", err, output)
}

// bounded keeps what is written to it, up to a bound.
type bounded struct {
	data []byte
	most int
}

func (b *bounded) Write(p []byte) (int, error) {
	if len(b.data) > b.most {
		return 0, errors.New("too long")
	}
	b.data = append(b.data, p...)
	return len(p), nil
}

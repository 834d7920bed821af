package importing

import (
	"bytes"
	"context"
	"encoding/binary"
	"regexp"
	"slices"
	"strings"

	"mockup/internal/importing/parse"
)

// lookInside finds out from the files of the export what it does not say itself: how long recordings and videos are, and the
// numbers of contacts. Recordings and videos without a length are left out.
func (d *draft) lookInside(ctx context.Context, export *parse.Export) error {
	for i := range d.messages {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		m := &d.messages[i]
		switch {
		case m.voice != nil && m.voice.Seconds <= 0:
			d.measure(export, m.voice)
		case m.thing == nil || m.thing.Path == "":
		case m.thing.Kind == parse.Video && m.thing.Seconds <= 0:
			if data, err := content(export, *m.thing); err == nil {
				m.thing.Seconds = mp4Seconds(data)
			}
		case m.thing.Kind == parse.Contact && m.thing.Phone == "":
			if data, err := content(export, *m.thing); err == nil {
				m.thing.Phone = cardPhone(data)
			}
		}
	}
	for i := range d.messages {
		m := &d.messages[i]
		if m.voice != nil && m.voice.Seconds <= 0 {
			d.left.add("voice message of unknown length", 1)
			m.voice = nil
		}
		if m.thing != nil && m.thing.Kind == parse.Video && m.thing.Seconds <= 0 {
			d.left.add("video of unknown length", 1)
			m.thing, m.pictures = nil, nil // the text below it stays
		}
	}
	d.messages = slices.DeleteFunc(d.messages, func(m said) bool { return m.isEmpty() })
	return nil
}

// measure sets the length of a recording from its file, or from the size of that where its format is not known.
func (d *draft) measure(export *parse.Export, voice *parse.Attachment) {
	size := voice.Size
	if voice.Path != "" {
		data, err := content(export, *voice)
		if err != nil {
			return
		}
		size = int64(len(data))
		if voice.Seconds = max(oggSeconds(data), mp4Seconds(data)); voice.Seconds > 0 {
			return
		}
	}
	const perSecond = 4000 // bytes of AAC at 32 kbit/s, as the apps record it
	if voice.Seconds = float64(size) / perSecond; size > 0 {
		d.guess("The lengths of some voice messages are guesses, from the sizes of their files.")
	}
}

// longestFile is the longest recording or video that is believed to be one, in seconds.
const longestFile = 24 * 3600

// oggSeconds returns the length of a recording in Opus: the time of the last page in the file, at 48,000 a second. It is 0 for
// other files. https://www.rfc-editor.org/rfc/rfc7845#section-4
func oggSeconds(data []byte) float64 {
	const position, header = 6, 27 // bytes of a page
	magic := []byte("OggS")
	last := bytes.LastIndex(data, magic)
	if !bytes.HasPrefix(data, magic) || !bytes.Contains(data[:min(len(data), 200)], []byte("OpusHead")) || len(data)-last < header {
		return 0
	}
	ticks := binary.LittleEndian.Uint64(data[last+position:])
	if seconds := float64(ticks) / 48000; seconds < longestFile {
		return seconds
	}
	return 0
}

// mp4Seconds returns the length of a file of MP4, M4A or QuickTime: what its movie header says. It is 0 for other files.
// https://developer.apple.com/documentation/quicktime-file-format/movie_header_atom
func mp4Seconds(data []byte) float64 {
	const kind, header = 4, 32 // bytes: where a file says its kind, and those of a header up to the length
	at := bytes.LastIndex(data, []byte("mvhd"))
	if len(data) < 2*kind || string(data[kind:2*kind]) != "ftyp" || at < 0 || len(data)-at < kind+header {
		return 0
	}
	fields := data[at+kind:]
	scale, length := uint64(binary.BigEndian.Uint32(fields[12:])), uint64(binary.BigEndian.Uint32(fields[16:]))
	if fields[0] == 1 { // the version whose times have 64 bits
		scale, length = uint64(binary.BigEndian.Uint32(fields[20:])), binary.BigEndian.Uint64(fields[24:])
	}
	if seconds := float64(length) / float64(max(scale, 1)); seconds < longestFile {
		return seconds
	}
	return 0
}

// cardPhone returns the first telephone number of a vCard; empty if it has none. https://www.rfc-editor.org/rfc/rfc6350#section-6.4.1
func cardPhone(data []byte) string {
	const most = 40 // letters
	found := regexp.MustCompile(`(?mi)^(?:[\w-]+\.)?TEL[^:\r\n]*:(?:tel:)?([+\d][ \d().+-]*)`).FindSubmatch(data)
	if found == nil || len(found[1]) > most {
		return ""
	}
	return strings.TrimSpace(string(found[1]))
}

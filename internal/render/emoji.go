package render

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"

	"mockup/internal/render/browser"
	"mockup/templates"
)

// systemEmoji is the value of Options.EmojiFont that leaves emoji to the host's own font.
const systemEmoji = "system"

// emojiFont is what draws emoji instead of the embedded font. Nil means the embedded one.
type emojiFont struct {
	path string // of a font file; empty: the host's own emoji
	data []byte // the file's content where the page loads it; nil: Chromium is given the file
}

const emojiPath = "/fonts/emoji"

func loadEmojiFont(option string) (*emojiFont, error) {
	switch option {
	case "":
		return nil, nil
	case systemEmoji:
		return &emojiFont{}, nil
	}
	font, err := readFont(option)
	if err != nil {
		return nil, fmt.Errorf("read emoji font (--emoji-font %s): %w", option, err)
	}
	return font, nil
}

// maxLoaded bounds a font that the page loads, which takes 0.15 s per MB. One that Chromium is given as a file may have
// any size: Apple's has 50 MB on a phone and 190 MB on a Mac.
const maxLoaded = 64 << 20

// readFont opens a font file. Chromium takes a file that is none for a font that has no characters.
func readFont(name string) (*emojiFont, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, fmt.Errorf("%w; name a font file, or system", errors.Unwrap(err))
	}
	if !info.Mode().IsRegular() {
		return nil, errors.New("it is not a regular file; name a font file, or system")
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, errors.Unwrap(err)
	}
	defer file.Close()
	kind := make([]byte, 4)
	if _, err := io.ReadFull(file, kind); err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, err
	}
	packed := slices.Contains([]string{"wOFF", "wOF2"}, string(kind))
	if !packed && !slices.Contains([]string{"\x00\x01\x00\x00", "true", "OTTO", "ttcf"}, string(kind)) {
		return nil, errors.New("it is not a font; allowed are TrueType, OpenType, WOFF and WOFF2 files, or system")
	}
	if browser.HostFontFiles && !packed {
		return &emojiFont{path: name}, checkTables(file, info.Size())
	}
	if info.Size() > maxLoaded {
		return nil, fmt.Errorf("it has %d MB; at most %d MB are read", info.Size()>>20, maxLoaded>>20)
	}
	data, err := os.ReadFile(name)
	return &emojiFont{path: name, data: data}, err
}

// checkTables refuses a font file whose tables are not all there: fontconfig would pass it over without a word.
func checkTables(file io.ReaderAt, size int64) error {
	start, header := int64(0), make([]byte, 16)
	if _, err := file.ReadAt(header, 0); err != nil {
		return errCutFont
	}
	if string(header[:4]) == "ttcf" { // a collection: the first of its fonts
		start = int64(binary.BigEndian.Uint32(header[12:]))
		if _, err := file.ReadAt(header[:12], start); err != nil {
			return errCutFont
		}
	}
	directory := make([]byte, 16*int(binary.BigEndian.Uint16(header[4:])))
	if _, err := file.ReadAt(directory, start+12); err != nil {
		return errCutFont
	}
	for entry := range slices.Chunk(directory, 16) {
		if end := int64(binary.BigEndian.Uint32(entry[8:])) + int64(binary.BigEndian.Uint32(entry[12:])); end > size {
			return errCutFont
		}
	}
	if len(directory) == 0 {
		return errCutFont
	}
	return nil
}

var errCutFont = errors.New("the font is not whole; copy the file again, or name another one, or system")

// replacement returns what the templates use instead of the embedded emoji. These serve what a font file lacks.
func (e *emojiFont) replacement() templates.Emoji {
	switch {
	case e == nil:
		return templates.Emoji{}
	case e.path == "":
		return templates.Emoji{Families: `"Apple Color Emoji", "Segoe UI Emoji", "Noto Color Emoji"`}
	case e.data == nil:
		return templates.Emoji{Families: strconv.Quote(browser.FontFamily), Partial: true}
	}
	css := `@font-face{font-family:"Mockup Emoji";font-style:` + templates.UprightStyle + `;src:url(` + emojiPath + `)}`
	return templates.Emoji{Families: `"Mockup Emoji"`, CSS: css, Partial: true}
}

// hostFile is the file that Chromium is given, or empty.
func (e *emojiFont) hostFile() string {
	if e == nil || e.data != nil {
		return ""
	}
	return e.path
}

// file serves the font file.
func (e *emojiFont) file(path string) (browser.File, bool) {
	if e == nil || e.data == nil || path != emojiPath {
		return browser.File{}, false
	}
	return browser.File{Data: e.data, Type: "font/ttf"}, true
}

package render

import (
	"errors"
	"fmt"
	"os"
	"slices"

	"mockup/internal/render/browser"
	"mockup/templates"
)

// systemEmoji is the value of Options.EmojiFont that leaves emoji to the host's own font.
const systemEmoji = "system"

// emojiFont is what draws emoji instead of the embedded font. Nil means the embedded one.
type emojiFont struct {
	data []byte // of a font file; nil: the host's
}

const emojiPath = "/fonts/emoji"

func loadEmojiFont(option string) (*emojiFont, error) {
	switch option {
	case "":
		return nil, nil
	case systemEmoji:
		return &emojiFont{}, nil
	}
	data, err := readFont(option)
	if err != nil {
		return nil, fmt.Errorf("read emoji font (--emoji-font %s): %w", option, err)
	}
	return &emojiFont{data: data}, nil
}

// maxFont bounds a font file; the largest emoji fonts, of pictures, have 10 to 50 MB on a phone's system.
const maxFont = 64 << 20

// readFont reads a font file. Chromium takes a file that is none for a font that has no characters.
func readFont(name string) ([]byte, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, fmt.Errorf("%w; name a font file, or system", errors.Unwrap(err))
	}
	if !info.Mode().IsRegular() {
		return nil, errors.New("it is not a regular file; name a font file, or system")
	}
	if info.Size() > maxFont {
		return nil, fmt.Errorf("it has %d MB; at most %d MB are read", info.Size()>>20, maxFont>>20)
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	kinds := []string{"\x00\x01\x00\x00", "true", "OTTO", "ttcf", "wOFF", "wOF2"}
	if !slices.Contains(kinds, string(data[:min(len(data), 4)])) {
		return nil, errors.New("it is not a font; allowed are TrueType, OpenType, WOFF and WOFF2 files, or system")
	}
	return data, nil
}

// replacement returns what the templates use instead of the embedded emoji.
func (e *emojiFont) replacement() templates.Emoji {
	switch {
	case e == nil:
		return templates.Emoji{}
	case e.data == nil:
		return templates.Emoji{Families: `"Apple Color Emoji", "Segoe UI Emoji", "Noto Color Emoji"`}
	}
	return templates.Emoji{Families: `"Mockup Emoji"`, CSS: `@font-face{font-family:"Mockup Emoji";src:url(` + emojiPath + `)}`}
}

// file serves the font file.
func (e *emojiFont) file(path string) (browser.File, bool) {
	if e == nil || e.data == nil || path != emojiPath {
		return browser.File{}, false
	}
	return browser.File{Data: e.data, Type: "font/ttf"}, true
}

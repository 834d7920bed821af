package render

import (
	"fmt"
	"os"

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
	data, err := os.ReadFile(option)
	if err != nil {
		return nil, fmt.Errorf("read emoji font: %w", err)
	}
	return &emojiFont{data: data}, nil
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

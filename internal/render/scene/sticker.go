package scene

import (
	"cmp"
	"fmt"
	"html/template"
	"strings"

	"mockup/internal/schema"
)

// StorySticker is what stands on a slide of a story.
type StorySticker struct {
	Kind  string       // text, link or poll
	Text  string       // words, label or question
	Place template.CSS // of its middle, and how far it is turned
	Style template.CSS // type and colours of a text
	Class string       // font, ground and alignment of a text
	Poll  *PostPoll
}

// stickerFonts are the families that the types of stickers add to those of the platform.
var stickerFonts = map[string][]string{
	"serif": {"Source Serif 4"}, "typewriter": {"JetBrains Mono"}, "rounded": {"Nunito"},
}

// stickers builds the view of what stands on a slide.
func (b *builder) stickers(list []schema.StorySticker) []StorySticker {
	var stickers []StorySticker
	for _, s := range list {
		sticker := StorySticker{
			Kind: s.Kind, Text: strings.TrimSpace(s.Text),
			Place: template.CSS(fmt.Sprintf("left: %.2f%%; top: %.2f%%; rotate: %gdeg", 100*s.X, 100*s.Y, s.Tilt)),
		}
		switch s.Kind {
		case "text":
			sticker.Style, sticker.Class = stickerStyle(s), strings.Join([]string{s.Font, s.Ground, s.Align}, " ")
			b.scene.Template = b.scene.Template.WithFonts(stickerFonts[s.Font]...)
		case "link":
			sticker.Text = cmp.Or(sticker.Text, s.URL.Host())
		case "poll":
			sticker.Poll = b.postPoll(&schema.PostPoll{Options: s.Options, Voted: s.Voted})
		}
		stickers = append(stickers, sticker)
	}
	return stickers
}

// stickerStyle is the type size and the colours of a text. On a box the text is black or white, whichever can be read. On one that is half
// transparent, black is lost on a dark photo, and white on a bright colour: there a text of a bright colour keeps it, on a black box.
func stickerStyle(s schema.StorySticker) template.CSS {
	color, ink := cmp.Or(s.Color, "#ffffff"), schema.Color("#ffffff")
	if c, err := color.NRGBA(); err == nil && lightness(c) == "bright" {
		ink = "#000000"
		if s.Ground == "soft" {
			color, ink = ink, color
		}
	}
	return template.CSS(fmt.Sprintf("font-size: %gpx; --color: %s; --ink: %s", s.Size, css(color), css(ink)))
}

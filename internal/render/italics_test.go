package render

import (
	"bytes"
	"image"
	"image/png"
	"testing"

	"mockup/internal/longtest"
	"mockup/internal/render/diff"
	"mockup/internal/schema"
	"mockup/templates"
)

// italicFace reports whether the font of the element named by the selector has an italic face.
const italicFace = `(selector) => {
	const family = getComputedStyle(document.querySelector(selector)).fontFamily.split(",")[0].replace(/"/g, "");
	return [...document.fonts].some((face) => face.style === "italic" && face.family.replace(/"/g, "") === family);
}`

// Emphasis has letters of its own: those that Chromium slants stand too near to the next word.
func TestItalics(t *testing.T) {
	check := func(p *schema.Payload, selector string) {
		var italic bool
		layOutPage(t, Shared, p, italicFace, selector, &italic)
		if !italic {
			t.Errorf("%s/%s: the font has no italic face", p.MockupType, p.Platform)
		}
	}
	for _, platform := range templates.Available("ai") {
		p := samplePayload(t, schema.AI, platform)
		p.Props.(*schema.AIProps).Messages = []schema.AIMessage{{ID: "q", Role: "user", Content: "?"}, {ID: "a", Role: "assistant", Content: "In *every* street"}}
		check(p, ".answer em")
	}
	p := samplePayload(t, schema.Comments, "reddit")
	p.Props.(*schema.CommentProps).Comments[0].Text = "In *every* street"
	check(p, ".comments i")
}

// Emoji and letters of scripts that have no italics look in italics as they do elsewhere; others are slanted.
func TestUprightInItalics(t *testing.T) {
	t.Parallel()
	for _, platform := range longtest.Sample(t, 3, []string{"whatsapp", "slack", "discord"}, longtest.Alike) {
		draw := func(words string) image.Image {
			p := samplePayload(t, schema.Chats, platform)
			props := p.Props.(*schema.ChatProps)
			props.Messages = props.Messages[:1]
			props.Messages[0].Text = "· " + words
			result, err := Shared.Render(t.Context(), Job{Payload: p})
			if err != nil {
				t.Fatal(err)
			}
			picture, err := png.Decode(bytes.NewReader(result.Data))
			if err != nil {
				t.Fatal(err)
			}
			return picture
		}
		for words, slanted := range map[string]bool{"😂❤️1️⃣ สวัสดี 中文 한국 नमस्ते": false, "مرحبا שלום": false, "Hi you": true, "Да": true} {
			// A bubble may be a pixel wider. What is slanted differs more, be it one of the words.
			changed := diff.Compare(draw(words), draw("_"+words+"_"), diff.Options{}).Differing
			if got := changed > 180; got != slanted {
				t.Errorf("%s: %s is slanted: %t (%d pixels), want %t", platform, words, got, changed, slanted)
			}
		}
	}
}

package render

import (
	"testing"

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

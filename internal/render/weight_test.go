package render

import (
	"errors"
	"strings"
	"testing"

	"mockup/internal/schema"
)

// A text that would hold Chromium for long is refused before it is laid out, and the error says what is too much.
func TestHeavyText(t *testing.T) {
	r := ownBrowser(t)
	for name, test := range map[string]struct{ text, want string }{
		"words": {strings.Repeat("lorem ", maxCharacters/6+1), "characters"},
		"marks": {"a" + strings.Repeat("\u0301", maxMarks+1), "combining marks"},
	} {
		p := samplePayload(t, schema.AI, "chatgpt")
		props := p.Props.(*schema.AIProps)
		props.Messages = []schema.AIMessage{{ID: "a", Role: "assistant", Content: test.text}}
		_, err := r.Render(t.Context(), Job{Payload: p})
		var size *SizeError
		if !errors.As(err, &size) || !strings.Contains(err.Error(), test.want) || r.Browsers() > 0 {
			t.Errorf("%s: %v, with %d browsers started", name, err, r.Browsers())
		}
	}
}

// A word that has to be broken into thousands of lines is laid out within the time that Chromium has for a picture.
func TestLongWord(t *testing.T) {
	t.Parallel()
	r := Shared
	p := samplePayload(t, schema.Comments, "reddit")
	p.Props.(*schema.CommentProps).Comments[0].Text = strings.Repeat("w", 300_000)
	if _, err := r.Render(t.Context(), Job{Payload: p}); err != nil {
		t.Error(err)
	}
}

package sfnt_test

import (
	"testing"

	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"

	own "mockup/internal/render/sfnt"
)

// Another reader of fonts finds the name, the space and the box in the font.
func TestBox(t *testing.T) {
	parsed, err := sfnt.Parse(own.Box("A Family"))
	if err != nil {
		t.Fatal(err)
	}
	var buffer sfnt.Buffer
	name, err := parsed.Name(&buffer, sfnt.NameIDFamily)
	space, _ := parsed.GlyphIndex(&buffer, ' ')
	letter, _ := parsed.GlyphIndex(&buffer, 'a')
	if name != "A Family" || err != nil || space != 1 || letter != 0 || parsed.NumGlyphs() != 2 {
		t.Errorf("family %q (%v), glyphs %d and %d of %d", name, err, space, letter, parsed.NumGlyphs())
	}
	box, err := parsed.LoadGlyph(&buffer, 0, 1000<<6, nil)
	if err != nil || len(box) != 10 {
		t.Errorf("the box has %d segments (%v), want two rectangles", len(box), err)
	}
	if width, err := parsed.GlyphAdvance(&buffer, 0, 1000<<6, font.HintingNone); width != 600<<6 || err != nil {
		t.Errorf("the box is %v wide (%v)", width, err)
	}
}

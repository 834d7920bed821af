package render_test

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"mockup/internal/render"
	"mockup/internal/render/browser"
	"mockup/internal/render/sfnt"
)

// The emoji of the test font are squares of one colour each.
var (
	grin   = color.NRGBA{R: 255, A: 255}
	man    = color.NRGBA{B: 255, A: 255}
	woman  = color.NRGBA{G: 160, A: 255}
	couple = color.NRGBA{R: 255, B: 255, A: 255} // a man, a joiner and a woman
)

// An emoji font as Apple's, of pictures (sbix) that are joined by a state machine (morx), draws what it has, in a file of its
// own and in a collection. What it lacks is drawn as without it.
func TestEmojiFontOfPictures(t *testing.T) {
	for _, ending := range []string{".ttf", ".ttc"} {
		t.Run(ending, func(t *testing.T) {
			r := emojiRenderer(t, writeTestFont(t, ending))
			say := func(text string) string { return strings.Replace(chat("", ""), "hello", text, 1) }
			data, result := drawBytes(t, r, say(`"😀 👨\u200d👩"`))
			seen := countColors(t, data)
			if seen[grin] < 100 || len(result.Warnings) > 0 {
				t.Errorf("%d pixels show the face; warnings %v", seen[grin], result.Warnings)
			}
			if runtime.GOOS == "linux" && (seen[couple] < 100 || seen[man]+seen[woman] > 0) {
				t.Errorf("the couple has %d pixels, man and woman alone %d and %d", seen[couple], seen[man], seen[woman])
			}
			own, _ := drawBytes(t, r, say("🚀"))
			if embedded, _ := drawBytes(t, shared.renderer, say("🚀")); !bytes.Equal(own, embedded) {
				t.Error("what the font lacks is not drawn as without it")
			}
		})
	}
}

func emojiRenderer(t *testing.T, font string) *render.Renderer {
	t.Helper()
	t.Setenv("XDG_CACHE_HOME", t.TempDir()) // Chromium gets the font by way of the user's cache
	r, err := render.New(render.Options{NoSandbox: browser.NeedsNoSandbox(), EmojiFont: font, Timeout: 5 * time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.Close)
	return r
}

func countColors(t *testing.T, data []byte) map[color.NRGBA]int {
	t.Helper()
	picture, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	counts := map[color.NRGBA]int{}
	for y := range picture.Bounds().Dy() {
		for x := range picture.Bounds().Dx() {
			counts[color.NRGBAModel.Convert(picture.At(x, y)).(color.NRGBA)]++
		}
	}
	return counts
}

// writeTestFont writes the test font to a file, as a font or as a collection of one.
func writeTestFont(t *testing.T, ending string) string {
	t.Helper()
	file, content := filepath.Join(t.TempDir(), "emoji"+ending), sfnt.File(testFont(), 0)
	if ending == ".ttc" {
		head := sfnt.Pack("ttcf", uint32(0x10000), uint32(1), uint32(16))
		content = append(head, sfnt.File(testFont(), len(head))...)
	}
	if err := os.WriteFile(file, content, 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

// testGlyphs are the pictures of the test font's glyphs; the joiner and the first glyph, which stands for all that is
// missing, have none. The couple has no character: it comes by the morx table.
var testGlyphs = []struct {
	char  rune
	color color.NRGBA
}{{}, {0x1F600, grin}, {0x1F468, man}, {0x1F469, woman}, {0, couple}, {0x200D, color.NRGBA{}}}

// testFont returns the tables of a font with 1000 units to the em, each glyph of which is as wide as high.
// https://learn.microsoft.com/typography/opentype/spec and https://developer.apple.com/fonts/TrueType-Reference-Manual have
// the formats.
func testFont() sfnt.Tables {
	const glyphs, box = 6, 1000
	var metrics, groups []byte
	chars := []int{5, 2, 3, 1} // glyphs in the order of their characters
	for range testGlyphs {
		metrics = append(metrics, sfnt.Pack(uint16(box), int16(0))...)
	}
	for _, i := range chars {
		char := uint32(testGlyphs[i].char)
		groups = append(groups, sfnt.Pack(char, char, uint32(i))...)
	}
	outlines, places := testOutlines()
	return sfnt.Tables{
		"head": sfnt.Pack(uint32(0x10000), uint32(0x10000), uint32(0), uint32(0x5F0F3CF5), uint16(11), uint16(box), make([]byte, 16), int16(0), int16(-100), int16(box), int16(900), uint16(0), uint16(8), int16(2), int32(0)),
		"hhea": sfnt.Pack(uint32(0x10000), int16(900), int16(-100), int16(0), uint16(box), int16(0), int16(0), int16(box), int16(1), make([]byte, 14), uint16(glyphs)),
		"maxp": sfnt.Pack(uint32(0x10000), uint16(glyphs), uint16(4), uint16(1), make([]byte, 4), uint16(1), make([]byte, 16)),
		"OS/2": sfnt.Pack(uint16(4), int16(box), uint16(400), uint16(5), make([]byte, 50), "TEST", uint16(0x40), uint16(0xFFFF), uint16(0xFFFF), int16(900), int16(-100), int16(0), uint16(900), uint16(100), make([]byte, 8), int16(500), int16(700), uint16(0), uint16(32), uint16(1)),
		"hmtx": metrics,
		"cmap": sfnt.Pack(uint32(1), uint16(3), uint16(10), uint32(12), uint32(12<<16), uint32(16+len(groups)), uint32(0), uint32(len(chars)), groups),
		"name": sfnt.Pack(uint16(0), uint16(1), uint16(18), uint16(3), uint16(1), uint16(0x409), uint16(1), uint16(2), uint16(0), "\x00E"),
		"post": sfnt.Pack(uint32(0x30000), make([]byte, 28)),
		"glyf": outlines, "loca": places, "sbix": testPictures(), "morx": testJoining(),
	}
}

// testOutlines returns glyf and loca: a square for each glyph with a picture.
func testOutlines() (glyf, loca []byte) {
	for _, glyph := range testGlyphs {
		loca = append(loca, sfnt.Pack(uint16(len(glyf)/2))...)
		if glyph.color.A > 0 {
			glyf = append(glyf, sfnt.Pack(int16(1), int16(0), int16(-100), int16(1000), int16(900), uint16(3), uint16(0), uint32(0x01010101),
				int16(0), int16(1000), int16(0), int16(-1000), int16(-100), int16(0), int16(1000), int16(0))...)
		}
	}
	return glyf, append(loca, sfnt.Pack(uint16(len(glyf)/2))...)
}

// testPictures returns sbix with one strike of 96 pixels to the em.
func testPictures() []byte {
	var data, offsets []byte
	start := 4 + 4*(len(testGlyphs)+1)
	for _, glyph := range testGlyphs {
		offsets = append(offsets, sfnt.Pack(uint32(start+len(data)))...)
		if glyph.color.A == 0 {
			continue
		}
		square := image.NewPaletted(image.Rect(0, 0, 96, 96), color.Palette{glyph.color}) // all of it in the first colour
		var file bytes.Buffer
		if err := png.Encode(&file, square); err != nil {
			panic(err)
		}
		data = append(data, sfnt.Pack(uint32(0), "png ", file.Bytes())...)
	}
	return sfnt.Pack(uint16(1), uint16(1), uint32(1), uint32(12), uint16(96), uint16(72), offsets, sfnt.Pack(uint32(start+len(data))), data)
}

// testJoining returns morx with one ligature of man, joiner and woman: classes 4, 5 and 6 of the glyphs 2, 5 and 3.
func testJoining() []byte {
	parts := [][]byte{
		sfnt.Pack(uint16(8), uint16(2), uint16(4), uint16(4), uint16(6), uint16(1), uint16(5), uint16(0)), // classes
		sfnt.Pack([]uint16{0, 0, 0, 0, 1, 0, 0}, []uint16{0, 0, 0, 0, 1, 0, 0}, []uint16{0, 0, 0, 0, 1, 2, 0}, []uint16{0, 0, 0, 0, 1, 0, 3}),
		sfnt.Pack([]uint16{0, 0, 0}, []uint16{2, 0x8000, 0}, []uint16{3, 0x8000, 0}, []uint16{0, 0xA000, 0}), // entries: next state, push and join, action
		sfnt.Pack(uint32(0), uint32(0), uint32(0xC0000000)),                                                  // actions, from the last component to the first
		make([]byte, 12),                // components: each adds nothing to the ligature's number
		sfnt.Pack(uint16(4), uint16(0)), // ligatures: the glyph
	}
	header, body := sfnt.Pack(uint32(7)), []byte{}
	for _, part := range parts {
		header = append(header, sfnt.Pack(uint32(4+4*len(parts)+len(body)))...)
		body = append(body, part...)
	}
	subtable := sfnt.Pack(uint32(12+len(header)+len(body)), uint32(0x20000002), uint32(1), header, body)
	return sfnt.Pack(uint16(2), uint16(0), uint32(1), uint32(1), uint32(28+len(subtable)), uint32(1), uint32(1), uint32(0), uint32(1), uint32(0xFFFFFFFF), subtable)
}

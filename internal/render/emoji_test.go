package render_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mockup/internal/render"
	"mockup/internal/render/browser"
)

// A file that is no font, or too large for one, is refused by flag and name.
func TestEmojiFontRefused(t *testing.T) {
	dir := t.TempDir()
	write := func(name, content string, size int64) string {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := os.Truncate(file, size); err != nil {
			t.Fatal(err)
		}
		return file
	}
	whole, err := os.ReadFile(writeTestFont(t, ".ttc"))
	if err != nil {
		t.Fatal(err)
	}
	cut := string(whole[:800])
	for file, want := range map[string]string{
		write("text.ttf", "this is no font", 15): "TrueType, OpenType, WOFF and WOFF2",
		write("empty.ttf", "", 0):                "not a font",
		write("large.woff", "wOFF", 64<<20+1):    "at most 64 MB",
		write("short.ttf", "OTTO", 4):            "not whole",
		write("cut.ttf", cut, 800):               "not whole",
		dir:                                      "not a regular file",
		filepath.Join(dir, "none.ttf"):           "no such file",
	} {
		_, err := render.New(render.Options{NoSandbox: browser.NeedsNoSandbox(), EmojiFont: file})
		if err == nil || !strings.Contains(err.Error(), "--emoji-font "+file) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s gives %v, want flag, file and %q", file, err, want)
		}
	}
}

// Emoji are drawn with the given font, and as without it where the font has none of them. A web font is loaded by the page.
func TestEmojiFontUsed(t *testing.T) {
	payload := strings.Replace(chat("", ""), "hello", `"\u2708 \u231A \U0001F4A3 \U0001F577 \u2602"`, 1)
	embedded, _ := drawBytes(t, shared.renderer, payload)
	for font, has := range map[string]bool{"symbols": true, "braille": false} {
		r := emojiRenderer(t, "../../templates/assets/fonts/noto-sans-symbols-2-"+font+"-400-normal.woff2")
		if picture, _ := drawBytes(t, r, payload); bytes.Equal(embedded, picture) == has {
			t.Errorf("the font of %s changes the picture: %v, want %v", font, !has, has)
		}
	}
}

package render_test

import (
	"strings"
	"testing"

	"mockup/internal/render"
	"mockup/internal/version"
)

// The identity is the same as long as nothing changes, and another with another emoji font or with ffmpeg.
func TestIdentity(t *testing.T) {
	t.Parallel()
	identity := func(opts render.Options, video bool) string {
		t.Helper()
		id, err := render.Identity(t.Context(), opts, video)
		if err != nil {
			t.Fatal(err)
		}
		return id
	}
	plain := identity(render.Options{}, false)
	if plain != identity(render.Options{}, false) || !strings.Contains(plain, "Chrom") || !strings.Contains(plain, "mockup "+version.String()) {
		t.Errorf("identity is %q", plain)
	}
	font := writeTestFont(t, ".ttf")
	seen := map[string]bool{plain: true}
	for _, other := range []string{
		identity(render.Options{}, true), identity(render.Options{EmojiFont: "system"}, false), identity(render.Options{EmojiFont: font}, false),
	} {
		if seen[other] {
			t.Errorf("twice %q", other)
		}
		seen[other] = true
	}
	if _, err := render.Identity(t.Context(), render.Options{Chromium: "/no/chromium"}, false); err == nil {
		t.Error("a Chromium that is not there has an identity")
	}
}

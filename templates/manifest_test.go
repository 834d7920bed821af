package templates

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

// A platform cannot name what its type does not list, so that a misspelt option is no silent default.
func TestKnown(t *testing.T) {
	listed := map[string]string{"run": "30m", "dates": "day"}
	if err := known("option", map[string]string{"run": "5m"}, listed); err != nil {
		t.Error(err)
	}
	err := known("option", map[string]string{"runs": "5m"}, listed)
	if err == nil || !strings.Contains(err.Error(), `"runs"`) || !strings.Contains(err.Error(), "dates, run") {
		t.Errorf("error is %v, want one that names the option and what there is", err)
	}
}

// What a platform says stands over what its type says; a platform without a folder has its type's manifest.
func TestReadManifest(t *testing.T) {
	own, err := ReadManifest("chats", "msn")
	if err != nil || !own.Window() || own.Fields["status"] || !own.Fields["groups"] || own.Options["run"] != "10m" || own.Options["dates"] != "day" {
		t.Errorf("msn: %+v, %v", own, err)
	}
	shared, err := ReadManifest("chats", "none")
	if err != nil || shared.Window() || !shared.Fields["status"] || shared.Name != "" {
		t.Errorf("none: %+v, %v", shared, err)
	}
}

// A theme names no font that its manifest does not: such a font would be there when an earlier picture had asked for it,
// and be missing otherwise.
func TestThemesDeclareFonts(t *testing.T) {
	families, err := loadFonts()
	if err != nil {
		t.Fatal(err)
	}
	comment := regexp.MustCompile(`(?s)/\*.*?\*/`)
	declaration := regexp.MustCompile(`(?:font|font-family|--[a-z-]+):[^;}]*`)
	named := 0
	for _, kind := range []string{"chats", "ai", "stories", "notifications", "posts", "comments", "comment-popup", "emails"} {
		for _, platform := range Available(kind) {
			template, err := new(Set).Lookup(kind, platform)
			if err != nil {
				t.Fatal(err)
			}
			text := strings.Join(declaration.FindAllString(comment.ReplaceAllString(template.theme, ""), -1), "\n")
			for _, f := range families {
				if !regexp.MustCompile(`(^|[\s,:"'])` + regexp.QuoteMeta(f.name) + `($|[\s,;"'])`).MatchString(text) {
					continue
				}
				named++
				if !slices.Contains(template.Manifest.Fonts, f.name) {
					t.Errorf("%s/%s: the theme names %q; fonts are %q", kind, platform, f.name, template.Manifest.Fonts)
				}
			}
		}
	}
	if named == 0 {
		t.Error("no theme names a font")
	}
}

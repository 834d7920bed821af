package templates_test

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"mockup/internal/schema"
	"mockup/templates"
)

// Every folder of a type is a platform of the schema, parses, tells its details in a README and has an example.
func TestFolders(t *testing.T) {
	var set templates.Set
	for _, kind := range schema.Types() {
		for _, platform := range templates.Available(string(kind)) {
			t.Run(filepath.Join(string(kind), platform), func(t *testing.T) {
				if platform != "" && !slices.Contains(schema.Platforms(kind), platform) {
					t.Errorf("%q is not a platform of %s; those are %q", platform, kind, schema.Platforms(kind))
				}
				found, err := set.Lookup(string(kind), platform)
				if err != nil {
					t.Fatal(err)
				}
				if len(found.Manifest.Fonts) == 0 {
					t.Error("the manifest names no fonts")
				}
				if _, err := templates.PlanFonts(t.Context(), found.Manifest.Fonts, "", templates.Emoji{}); err != nil {
					t.Error(err)
				}
				if _, err := os.Stat(filepath.Join(string(kind), platform, "README.md")); err != nil {
					t.Errorf("no list of details: %v", err)
				}
				name := platform
				if name == "" {
					name = string(kind)
				}
				if _, err := os.Stat(filepath.Join("..", "examples", string(kind), name+".yaml")); err != nil {
					t.Errorf("no example: %v", err)
				}
			})
		}
	}
}

func TestMissing(t *testing.T) {
	var set templates.Set
	_, err := set.Lookup("chats", "none")
	if err == nil || !strings.Contains(err.Error(), "whatsapp") {
		t.Errorf("error is %v, want one that lists what there is", err)
	}
}

// The class of a platform is its slug, so no style sheet that platforms share may use a slug as the class of a thing.
func TestSlugsAreNoClasses(t *testing.T) {
	for _, kind := range schema.Types() {
		sheets, err := filepath.Glob("base/*.css")
		if err != nil || len(sheets) == 0 {
			t.Fatalf("style sheets %v, %v", sheets, err)
		}
		for _, sheet := range append(sheets, filepath.Join(string(kind), string(kind)+".css")) {
			data, err := os.ReadFile(sheet)
			if errors.Is(err, fs.ErrNotExist) {
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			for _, platform := range schema.Platforms(kind) {
				if regexp.MustCompile(`\.` + platform + `([^\w-]|$)`).Match(data) {
					t.Errorf("%s uses the class %q, which is a platform of %s", sheet, platform, kind)
				}
			}
		}
	}
}

// A style sheet or a partial names nothing outside the program.
func TestNoAddresses(t *testing.T) {
	err := filepath.WalkDir(".", func(path string, entry os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && (entry.Name() == "node_modules" || entry.Name() == "assets") {
			return filepath.SkipDir
		}
		if ext := filepath.Ext(path); ext != ".css" && ext != ".html" && ext != ".svg" {
			return nil
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, outside := range []string{"http://", "https://", "@import", "//fonts"} {
			text := strings.ReplaceAll(string(data), `xmlns="http://www.w3.org/2000/svg"`, "")
			if strings.Contains(text, outside) {
				t.Errorf("%s contains %q", path, outside)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestPlanFonts(t *testing.T) {
	const emoji = `"Noto Color Emoji"`
	for text, test := range map[string]struct {
		fallback string
		missing  string
	}{
		"plain":            {"sans-serif", ""},
		"Žluťoučký kůň":    {"sans-serif", ""},
		"smile 😀":          {emoji + ", sans-serif", ""},
		"❤️":               {emoji + ", sans-serif", ""},
		"1️⃣":              {emoji + ", sans-serif", ""},
		"你好":               {`"Noto Sans SC", sans-serif`, ""},
		"漢字とかな":            {`"Noto Sans JP", sans-serif`, ""},
		"한국어 漢字":           {`"Noto Sans KR", sans-serif`, ""},
		"مرحبا 👋":          {emoji + `, "Noto Sans Arabic", sans-serif`, ""},
		"שלום":             {`"Noto Sans Hebrew", sans-serif`, ""},
		"नमस्ते":           {`"Noto Sans Devanagari", sans-serif`, ""},
		"zero\u200bwidth":  {"sans-serif", ""},
		"\U00013000 and 𐎀": {"sans-serif", "𐎀𓀀"},
		"e\u0301":          {"sans-serif", ""},
	} {
		plan, err := templates.PlanFonts(t.Context(), []string{"Inter"}, text, templates.Emoji{})
		if err != nil {
			t.Fatal(err)
		}
		if plan.Fallback != test.fallback || string(plan.Missing) != test.missing {
			t.Errorf("%q: fallback %s, missing %q; want %s, %q", text, plan.Fallback, string(plan.Missing), test.fallback, test.missing)
		}
	}
}

// A replaced emoji font stands where the embedded one would, and only one of them is handed over.
func TestPlanFontsEmoji(t *testing.T) {
	plan, err := templates.PlanFonts(t.Context(), []string{"Inter"}, "😀 👨‍👩‍👧 🚀", templates.Emoji{Families: `"Other"`, CSS: "@font-face{other}"})
	if err != nil {
		t.Fatal(err)
	}
	others := 0
	for _, font := range plan.Fonts {
		if font.CSS == "@font-face{other}" {
			others++
		}
		if strings.Contains(font.CSS, templates.EmojiFamily) {
			t.Errorf("the embedded emoji are handed over: %.80s", font.CSS)
		}
	}
	if others != 1 || plan.Fallback != `"Other", sans-serif` {
		t.Errorf("fallback %s with %d replaced fonts", plan.Fallback, others)
	}
}

// Every package that goes into the binary is listed with its licence.
func TestThirdParty(t *testing.T) {
	var manifest struct{ Dependencies map[string]string }
	data, err := os.ReadFile("package.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &manifest); err != nil {
		t.Fatal(err)
	}
	list, err := os.ReadFile("../THIRD_PARTY.md")
	if err != nil {
		t.Fatal(err)
	}
	for name := range manifest.Dependencies {
		if !strings.Contains(string(list), "`"+name+"`") {
			t.Errorf("THIRD_PARTY.md does not list %s", name)
		}
	}
}

// A text that is one endless sequence takes no longer than any other.
func TestPlanFontsEndlessSequence(t *testing.T) {
	plan, err := templates.PlanFonts(t.Context(), []string{"Inter"}, strings.Repeat("😀\u200d🚀\u200d", 100_000), templates.Emoji{})
	if err != nil || len(plan.Missing) > 0 {
		t.Errorf("missing %q, %v", string(plan.Missing), err)
	}
}

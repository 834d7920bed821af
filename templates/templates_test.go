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

// Every folder of a type is a platform of the schema, parses, lists its details in a README and has an example.
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

// A style sheet adds no characters of its own but those of ASCII: fonts are chosen by the characters of the page's texts.
func TestGeneratedContent(t *testing.T) {
	other := regexp.MustCompile(`content:[^;}]*(\\[0-9a-fA-F]|[^\x00-\x7f])`)
	sheets, err := filepath.Glob("*/*.css")
	platforms, err2 := filepath.Glob("*/*/*.css")
	if err := errors.Join(err, err2); err != nil || len(sheets) == 0 || len(platforms) == 0 {
		t.Fatalf("style sheets %v %v, %v", sheets, platforms, err)
	}
	for _, path := range append(sheets, platforms...) {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if found := other.Find(data); found != nil && !strings.HasPrefix(path, "assets") && !strings.HasPrefix(path, "node_modules") {
			t.Errorf("%s: %s", path, found)
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
		"สวัสดี":           {`"Noto Sans Thai Looped", sans-serif`, ""}, // as Thonburi, which iOS has
		"zero\u200bwidth":  {"sans-serif", ""},
		"𐎀 and \U00012000": {"sans-serif", "𐎀𒀀"},
		"x\u030a":          {`"Noto Sans Extended", sans-serif`, ""},
		"e\u0301":          {"sans-serif", ""},
	} {
		plan, err := templates.PlanFonts(t.Context(), []string{"Inter"}, text, templates.Emoji{})
		if err != nil {
			t.Fatal(err)
		}
		if plan.Fallback != `"Inter", `+test.fallback || string(plan.Missing) != test.missing {
			t.Errorf("%q: fallback %s, missing %q; want %s, %q", text, plan.Fallback, string(plan.Missing), test.fallback, test.missing)
		}
	}
}

// Code has what its font lacks from the font of texts, for which no other one is there.
func TestPlanFontsCode(t *testing.T) {
	plan, err := templates.PlanFonts(t.Context(), []string{"Google Sans", "Inter", "JetBrains Mono"}, "שלום", templates.Emoji{})
	if want := `"Inter", "Google Sans", sans-serif`; err != nil || plan.Fallback != want {
		t.Errorf("fallback %s, %v; want %s", plan.Fallback, err, want)
	}
}

// Formulas are set in the fonts of KaTeX, which no other text is, and what these lack is set in the fallbacks.
func TestPlanFontsMaths(t *testing.T) {
	formula := func(text string) string {
		return templates.MathsOpen + "<span>" + text + "</span>" + templates.MathsClose
	}
	for text, want := range map[string]struct {
		maths             bool
		fallback, missing string
	}{
		"plain":                               {false, `"Inter", sans-serif`, ""},
		"a" + formula("x"):                    {true, `"Inter", sans-serif`, ""},
		formula("∫⨿"):                         {true, `"Inter", sans-serif`, ""},
		formula("日") + " b " + formula("∮"):   {true, `"Inter", "Noto Sans SC", sans-serif`, ""},
		"∮ outside" + formula("∮"):            {true, `"Inter", "Noto Sans Math", sans-serif`, ""},
		"\U000F0000" + formula("x"):           {true, `"Inter", sans-serif`, "\U000F0000"},
		formula("\U000F0000"):                 {true, `"Inter", sans-serif`, "\U000F0000"},
		"never closed " + templates.MathsOpen: {false, `"Inter", sans-serif`, ""},
	} {
		plan, err := templates.PlanFonts(t.Context(), []string{"Inter"}, text, templates.Emoji{})
		if err != nil {
			t.Fatal(err)
		}
		maths := slices.ContainsFunc(plan.Fonts, func(f templates.Font) bool { return strings.Contains(f.CSS(), "KaTeX_Size4") })
		if maths != want.maths || plan.Fallback != want.fallback || string(plan.Missing) != want.missing {
			t.Errorf("%q: fonts of formulas %v, fallback %s, missing %q; want %+v", text, maths, plan.Fallback, string(plan.Missing), want)
		}
	}
}

// The style sheet of formulas loads nothing, and names no font of the host.
func TestMathsCSS(t *testing.T) {
	css, err := templates.MathsCSS()
	if err != nil || !strings.Contains(css, ".katex-base") {
		t.Fatalf("%.80s, %v", css, err)
	}
	for _, declaration := range regexp.MustCompile(`font(?:-family)?:[^;}]+`).FindAllString(css, -1) {
		if !strings.HasSuffix(declaration, ",var(--fallback)") {
			t.Errorf("%s", declaration)
		}
	}
	for _, word := range []string{"@font-face", "url(", "@import", "http"} {
		if strings.Contains(css, word) {
			t.Errorf("it has %s", word)
		}
	}
}

// A replaced emoji font stands where the embedded one would, which is handed over only to serve what the other lacks.
func TestPlanFontsEmoji(t *testing.T) {
	for _, partial := range []bool{false, true} {
		plan, err := templates.PlanFonts(t.Context(), []string{"Inter"}, "😀 👨‍👩‍👧 🚀", templates.Emoji{Families: `"Other"`, CSS: "@font-face{other}", Partial: partial})
		if err != nil {
			t.Fatal(err)
		}
		others, embedded := 0, 0
		for _, font := range plan.Fonts {
			if font.CSS() == "@font-face{other}" {
				others++
			}
			if strings.Contains(font.CSS(), templates.EmojiFamily) {
				embedded++
			}
		}
		fallback := `"Inter", "Other", sans-serif`
		if partial {
			fallback = `"Inter", "Other", "Noto Color Emoji", sans-serif`
		}
		if others != 1 || embedded > 0 != partial || plan.Fallback != fallback {
			t.Errorf("partial %v: fallback %s with %d replaced fonts and %d of the embedded ones", partial, plan.Fallback, others, embedded)
		}
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

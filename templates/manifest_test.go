package templates

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"
)

// What a platform says stands over what its type says; a platform without a folder has its type's manifest.
func TestReadManifest(t *testing.T) {
	own, err := ReadManifest("chats", "msn")
	if err != nil {
		t.Fatal(err)
	}
	if !own.Window() || own.Fields["status"] || !own.Fields["groups"] {
		t.Errorf("msn: %+v", own)
	}
	forms := Moments{"{time} on 1/2/2006", "{time} on 1/2/2006", "{time} on 1/2/2006", "{time} on 1/2/2006", "{time} on 1/2/2006"}
	if o := own.Options.Chat; o.Run != 10*time.Minute || o.Dates != 0 || o.Stamp != forms || !slices.Equal(o.Typing, []string{"footer"}) {
		t.Errorf("msn: %+v", o)
	}
	if shared, err := ReadManifest("chats", "none"); err != nil || shared.Window() || !shared.Fields["status"] || shared.Name != "" {
		t.Errorf("none: %+v, %v", shared, err)
	}
	if post, err := ReadManifest("posts", "linkedin"); err != nil || post.Options.Age.TimeWeeks != (DayRange{7, 30}) {
		t.Errorf("linkedin: %+v, %v", post.Options.Age, err)
	}
	discord, err := ReadManifest("chats", "discord")
	if want := (Style{"**", "b"}); err != nil || len(discord.Options.Text.Styles) != 8 || discord.Options.Text.Styles[0] != want {
		t.Errorf("discord: %+v, %v", discord.Options.Text, err)
	}
}

// Whatever a platform.yaml says that cannot be right is an error which names the file, the option, what was found and
// what is allowed.
func TestReadManifestRefuses(t *testing.T) {
	const listed = "fields: { groups: true }\noptions: { verified: false, linkPath: 0, chrome: bars, run: 30m, dates: day, divider: Today, styles: '', " +
		"typing: [bubble], timeWeeks: [], initials: 2, greeting: '' }\n"
	for own, want := range map[string]string{
		`options: { verified: "True" }`:          `read chats/app/platform.yaml: line 1: option verified is "True"; allowed: true, false`,
		"\noptions:\n  verified: 1":              `read chats/app/platform.yaml: line 3: option verified is 1; allowed: true, false`,
		"options: { chrome: flying }":            `line 1: option chrome is "flying"; allowed: bars, floating`,
		"options: { chrome: [bars] }":            `option chrome is ["bars"]; allowed: bars, floating`,
		"options: { linkPath: many }":            `option linkPath is "many"; allowed: a whole number from 0 on`,
		`options: { linkPath: "5" }`:             `option linkPath is "5"; allowed: a whole number from 0 on`,
		"options: { linkPath: -1 }":              `option linkPath is -1; allowed: a whole number from 0 on`,
		"options: { initials: 3 }":               `option initials is 3; allowed: 1, 2`,
		"options: { run: 30 }":                   `option run is 30; allowed: a duration like 30m`,
		"options: { run: half an hour }":         `option run is "half an hour"; allowed: a duration like 30m`,
		"options: { run: -1m }":                  `option run is "-1m"; allowed: a duration like 30m`,
		"options: { dates: week }":               `option dates is "week"; allowed: day, or a pause like 1h`,
		"options: { divider: a|b|c|d|e|f }":      `option divider is "a|b|c|d|e|f"; allowed: one to five layouts, parted by |`,
		"options: { divider: { today: Today } }": `option divider is an object; allowed: one to five layouts, parted by |`,
		"options: { styles: '*=b **=i' }":        `option styles is "*=b **=i"; allowed: pairs like *=b, with an element out of b, i, u, s, code, spoiler, longer delimiters first`,
		"options: { styles: '*=blink' }":         `option styles is "*=blink"; allowed: pairs like *=b`,
		"options: { typing: bubble }":            `option typing is "bubble"; allowed: bubble, header, footer`,
		"options: { typing: [bubble, hat] }":     `option typing is ["bubble", "hat"]; allowed: bubble, header, footer`,
		"options: { timeWeeks: [30, 7] }":        `option timeWeeks is [30, 7]; allowed: two ages in days like [7, 30], the first one smaller, or []`,
		"options: { greeting: 5 }":               `option greeting is 5; allowed: a text, in quotes where YAML reads something else`,
		"options: { verifed: true }":             `line 1: there is no option verifed; did you mean "verified"?`,
		"options: { placeholder: Write }":        `read chats/app/platform.yaml: the type has no option "placeholder"; it has chrome, dates, divider, greeting`,
		"fields: { group: true }":                `read chats/app/platform.yaml: the type has no field "group"; it has groups; did you mean "groups"?`,
		"device: tablet":                         `read chats/app/platform.yaml: device is "tablet"; allowed: phone, window`,
		"colour: red":                            `read chats/app/platform.yaml: yaml: unmarshal errors:`,
	} {
		files := fstest.MapFS{"chats/platform.yaml": {Data: []byte(listed)}, "chats/app/platform.yaml": {Data: []byte(own)}}
		if _, err := readManifest(files, "chats", "app"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s:\n got %v\nwant %s", own, err, want)
		}
	}
}

// At least one type has each option, and gives its default.
func TestOptionsAreUsed(t *testing.T) {
	used := map[string]bool{}
	for _, kind := range Kinds() {
		var m Manifest
		listed, err := m.read(files, kind+"/"+manifestFile)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range listed {
			used[name] = true
		}
		for _, platform := range Available(kind) {
			if _, err := ReadManifest(kind, platform); err != nil {
				t.Error(err)
			}
		}
	}
	for _, name := range optionNames() {
		if !used[name] {
			t.Errorf("no type has the option %s", name)
		}
	}
}

// A theme names no font that its manifest does not: such a font would be there when an earlier picture asked for it,
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
				name := regexp.QuoteMeta(f.name)
				if !regexp.MustCompile(`["']` + name + `["']|(^|[\s,:])` + name + `($|[\s,;])`).MatchString(text) {
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

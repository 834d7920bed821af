package importing

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"mockup/internal/importing/parse"
	"mockup/internal/schema"
)

// unpack writes the fixture of an export into a folder. What its files call a picture is one.
func unpack(t *testing.T, path string) string {
	t.Helper()
	archive, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	picture, err := os.ReadFile("../../examples/media/avatars/sea.jpg")
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	for _, file := range archive.Files {
		if file.Name == "want" {
			continue
		}
		if string(file.Data) == "picture\n" {
			file.Data = picture
		}
		writeFile(t, filepath.Join(folder, filepath.FromSlash(file.Name)), file.Data)
	}
	return folder
}

func writeFile(t *testing.T, path string, data []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
}

// answered imports, and answers what is asked with the first of the answers.
func answered(t *testing.T, opts Options) *Result {
	t.Helper()
	result, err := Import(t.Context(), opts)
	var choice *Choice
	for errors.As(err, &choice) {
		if choice.Flag == "--me" {
			opts.Me = choice.Answers[0]
		} else {
			opts.Chat = choice.Answers[0]
		}
		result, err = Import(t.Context(), opts)
	}
	if err != nil {
		t.Fatal(err)
	}
	return result
}

// script imports a script to the standard output.
func script(t *testing.T, text string, opts Options) string {
	t.Helper()
	opts.Source, opts.In, opts.Output = "-", strings.NewReader(text), "-"
	result, err := Import(t.Context(), opts)
	if err != nil {
		t.Fatal(err)
	}
	return string(result.Data)
}

// Every fixture becomes a payload without a violation or a warning, whose pictures are there, and so it does anonymized. As a
// script and back, its messages stay the same.
func TestFixtures(t *testing.T) {
	t.Parallel()
	paths, err := filepath.Glob("parse/testdata/*.txtar")
	if err != nil || len(paths) < 30 {
		t.Fatal("there are no fixtures", err)
	}
	for _, path := range paths {
		if strings.HasSuffix(path, "-utf16.txtar") {
			continue
		}
		t.Run(filepath.Base(path), func(t *testing.T) {
			t.Parallel()
			source := unpack(t, path)
			for _, anonymize := range []bool{false, true} {
				output := filepath.Join(t.TempDir(), "chat.yaml")
				result := answered(t, Options{Source: source, Output: output, Anonymize: anonymize})
				p := decode(t, output, result)
				checkScript(t, p)
			}
		})
	}
}

// decode reads a payload that was imported, as render does.
func decode(t *testing.T, path string, result *Result) *schema.Payload {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil || string(data) != string(result.Data) || result.Path != path {
		t.Fatal("the payload was not written", err)
	}
	p, found := schema.Decode(data, schema.Options{AllowPaths: true, CheckPath: func(image string) error {
		_, err := os.Stat(filepath.Join(filepath.Dir(path), image))
		return err
	}})
	if len(found) > 0 {
		t.Fatalf("%v\n%s", found, data)
	}
	return p
}

// checkScript writes a payload as a script, imports that, and compares the messages.
func checkScript(t *testing.T, p *schema.Payload) {
	t.Helper()
	text, _, err := Script(p)
	if err != nil {
		t.Fatal(err)
	}
	opts := Options{Source: "-", In: strings.NewReader(string(text)), Output: "-", Format: "script"}
	result, err := Import(t.Context(), opts)
	if err != nil {
		if strings.Contains(err.Error(), "nothing of the conversation can be shown") { // only pictures, which lie elsewhere
			return
		}
		t.Fatalf("%v\n%s", err, text)
	}
	again, found := schema.Decode(result.Data, schema.Options{AllowPaths: true})
	if again == nil {
		t.Fatal(found)
	}
	if again.Platform != p.Platform || again.Provenance != p.Provenance {
		t.Errorf("%s %s became %s %s", p.Platform, p.Provenance, again.Platform, again.Provenance)
	}
	if got, want := lines(again), lines(p); !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s\nscript\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"), text)
	}
}

// lines returns what a payload says: who, when and what, without pictures.
func lines(p *schema.Payload) []string {
	var lines []string
	switch props := p.Props.(type) {
	case *schema.ChatProps:
		shown := map[string]string{}
		for _, m := range props.Messages {
			shown[m.ID] = held(props, m)
			if m.Type == "image" || m.Type == "gif" || m.Type == "video" { // whose pictures lie elsewhere
				if m.Text == "" {
					continue
				}
				m.Type = "text"
			}
			line := strings.Join([]string{string(m.Timestamp), m.Type, shown[m.ID], shown[m.ReplyTo], fmt.Sprint(m.Edited, m.Forwarded, m.Deleted)}, "|")
			if m.Type != "event" {
				line = m.UserID + "|" + strings.Replace(line, "|mixed|", "|text|", 1)
			}
			for _, r := range m.Reactions {
				line += fmt.Sprint("|", r.Emoji, r.By)
			}
			lines = append(lines, line)
		}
	case *schema.AIProps:
		for _, m := range props.Messages {
			if m.Content != "" {
				lines = append(lines, m.Role+"|"+m.Content)
			}
		}
	}
	return lines
}

// held returns what a message holds, as words.
func held(p *schema.ChatProps, m schema.ChatMessage) string {
	names := map[string]string{p.Sender.ID: p.Sender.Name}
	for _, u := range p.Receivers {
		names[u.ID] = u.Name
	}
	switch {
	case m.Voice != nil:
		return fmt.Sprintf("%+v", *m.Voice)
	case m.Call != nil:
		return fmt.Sprintf("%+v", *m.Call)
	case m.Event != nil && m.Event.Kind != "text":
		return parse.ChangeWords(parse.ChangeKind(m.Event.Kind), names[m.UserID], names[m.Event.Who]+m.Event.Name)
	}
	return m.Text
}

func TestSelection(t *testing.T) {
	t.Parallel()
	const text = "# me: A\n--- 2026-03-06\n[9:00] A: one\n[9:00] B: two\n--- 2026-03-07\n[9:00] A: three\n[23:59] B: four\n--- 2026-03-08\n[0:00] A: five\n"
	at := func(s string) time.Time {
		parsed, err := time.Parse("2006-01-02T15:04", s)
		if err != nil {
			t.Fatal(err)
		}
		return parsed
	}
	for want, opts := range map[string]Options{
		"one two three four five": {},
		"four five":               {Last: 2},
		"two three":               {First: 2, Final: 3},
		"three four five":         {First: 3},
		"one two":                 {Final: 2},
		"three four":              {Since: at("2026-03-07T00:00"), Until: at("2026-03-08T00:00")},
		"four":                    {Until: at("2026-03-08T00:00"), Last: 1},
	} {
		p, found := schema.Decode([]byte(script(t, text, opts)), schema.Options{})
		if p == nil {
			t.Fatal(found)
		}
		var got []string
		for _, m := range p.Props.(*schema.ChatProps).Messages {
			got = append(got, m.Text)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%+v: got %v, want %s", opts, got, want)
		}
	}
	for want, opts := range map[string]Options{
		"--messages chooses none: the conversation has 5": {First: 7},
		"--since and --until choose none":                 {Since: at("2030-01-01T00:00")},
		"--last and --messages cannot both":               {Last: 3, First: 2},
		"--since is not before --until":                   {Since: at("2026-03-07T00:00"), Until: at("2026-03-06T00:00")},
		"there is no such platform":                       {Platform: "watsapp"},
	} {
		opts.Source, opts.In, opts.Output = "-", strings.NewReader(text), "-"
		if _, err := Import(t.Context(), opts); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v", opts, err)
		}
	}
}

// Times without a zone keep what the clock showed, unless a zone is named; times with one are shown in it.
func TestZones(t *testing.T) {
	t.Parallel()
	const text = "# me: A\n--- 2026-07-06\n[9:00] A: one\nB: two\n"
	if got := script(t, text, Options{}); !strings.Contains(got, "2026-07-06T09:00:00Z") || strings.Contains(got, "timezone") {
		t.Error(got)
	}
	if got := script(t, text, Options{Zone: "Europe/Berlin"}); !strings.Contains(got, "2026-07-06T07:00:00Z") || !strings.Contains(got, "timezone: Europe/Berlin") {
		t.Error(got)
	}
	source := unpack(t, "parse/testdata/discord-direct.txtar")
	for zone, want := range map[string]string{"": "2026-04-18T18:02:00Z", "Asia/Tokyo": "2026-04-18T16:02:00Z"} {
		result := answered(t, Options{Source: source, Zone: zone, Output: "-"})
		if !strings.Contains(string(result.Data), want) {
			t.Errorf("in the zone %q: %s", zone, result.Data)
		}
	}
}

// Text messages and multimedia messages are sorted by their times, and those of one second keep their order.
func TestSorted(t *testing.T) {
	t.Parallel()
	result := answered(t, Options{Source: unpack(t, "parse/testdata/sms-direct.txtar"), Output: "-"})
	text := string(result.Data)
	hi, lake, me := strings.Index(text, "hi 😀"), strings.Index(text, "the lake"), strings.Index(text, "it's me")
	if hi < 0 || !(hi < lake && lake < me) {
		t.Error(text)
	}
}

// What cannot be carried is counted and named, once.
func TestLeftOut(t *testing.T) {
	t.Parallel()
	result := answered(t, Options{Source: unpack(t, "parse/testdata/whatsapp-iphone.txtar"), Output: "-"})
	want := "1 picture, which needs a file beside it: name one with -o, 1 sticker, 1 voice message of unknown length"
	if got := strings.Join(result.LeftOut, ", "); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if !strings.Contains(string(result.Data), "# Left out: "+want) || result.Messages != 10 {
		t.Errorf("%d messages\n%s", result.Messages, result.Data)
	}
}

// A failed import leaves nothing, and an existing file is never replaced.
func TestNothingLeft(t *testing.T) {
	t.Parallel()
	source := unpack(t, "parse/testdata/whatsapp-iphone.txtar")
	folder := t.TempDir()
	opts := Options{Source: source, Me: "Mia", Output: filepath.Join(folder, "chat.yaml")}
	writeFile(t, filepath.Join(folder, "media", "chat-m4.jpg"), []byte("mine"))
	if _, err := Import(t.Context(), opts); err == nil || !strings.Contains(err.Error(), "chat-m4.jpg exists already") {
		t.Fatal(err)
	}
	if _, err := os.Stat(opts.Output); !errors.Is(err, os.ErrNotExist) {
		t.Error("the payload was left", err)
	}
	if data, err := os.ReadFile(filepath.Join(folder, "media", "chat-m4.jpg")); string(data) != "mine" {
		t.Error("another's file was touched", err)
	}
	opts.Output = filepath.Join(folder, "none", "chat.yaml")
	if _, err := Import(t.Context(), opts); err == nil || !strings.Contains(err.Error(), "does not exist; create it") {
		t.Error(err)
	}
}

func emptyConversation() *parse.Conversation { return &parse.Conversation{} }

func mustDecode(t *testing.T, data []byte) *schema.ChatProps {
	t.Helper()
	p, found := schema.Decode(data, schema.Options{})
	if p == nil {
		t.Fatalf("%v\n%s", found, data)
	}
	return p.Props.(*schema.ChatProps)
}

package schema

import (
	"encoding/json"
	"errors"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"mockup/internal/wording"
)

// chat returns a valid chat payload in YAML with more lines of props at its end.
func chat(platform string, lines ...string) string {
	head := `mockupType: chats
platform: PLATFORM
renderKind: image
resolutionScale: 2x
rendererVersion: mockup-chromium-v1
props:
  platform: PLATFORM
  sender: { id: me, name: Noor }
  receivers: [{ id: ida, name: Ida }]
`
	if !strings.Contains(strings.Join(lines, "\n"), "messages:") {
		head += "  messages: []\n"
	}
	return strings.ReplaceAll(head, "PLATFORM", platform) + "  " + strings.Join(lines, "\n  ") + "\n"
}

// diagnose returns the diagnostics of a payload, one a line.
func diagnose(input string, opts Options) string {
	_, found := Decode([]byte(input), opts)
	return found.Error()
}

func expect(t *testing.T, input string, opts Options, want ...string) {
	t.Helper()
	if diff := cmp.Diff(strings.Join(want, "\n"), diagnose(input, opts)); diff != "" {
		t.Errorf("diagnostics (-want +got):\n%s\nof:\n%s", diff, input)
	}
}

func TestDecodeFillsDefaults(t *testing.T) {
	p, found := Decode([]byte(chat("slack", "batteryLevel: 20", "chatWallpaper: ''")), Options{})
	if len(found) > 0 {
		t.Fatal(found)
	}
	got := p.Props.(*ChatProps)
	empty := Wallpaper("")
	want := &ChatProps{
		Platform: "slack", Sender: ChatUser{ID: "me", Name: "Noor"}, Receivers: []ChatUser{{ID: "ida", Name: "Ida"}},
		Messages: []ChatMessage{}, ConversationType: "direct-message", MobileView: true, ShowHeader: true, ShowFooter: true,
		ShowDates: true, BubbleColor: "blue", ChatWallpaper: &empty,
		Device: Device{BatteryLevel: 20, ShowDeviceStatus: true, StatusBarTime: "9:41", TimeNotation: "24h"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("props (-want +got):\n%s", diff)
	}
	if p.MockupType != Chats || p.Platform != "slack" || p.RenderKind != Image || p.ResolutionScale != "2x" || p.Canvas != nil {
		t.Errorf("envelope: %+v", p)
	}
}

func TestDecodeFillsNested(t *testing.T) {
	p, found := Decode([]byte(`{"$schema": "x.json", "mockupType": "comment-popup", "renderKind": "video", "resolutionScale": "4x",
		"rendererVersion": "mockup-a-b-v1", "props": {"seed": 9007199254740991, "comments":
		[{"id": "c", "platform": "x", "username": "u", "text": "t", "x": 1, "y": -2.5}]}}`), Options{})
	if found.HasErrors() {
		t.Fatal(found)
	}
	x, y := 1.0, -2.5
	want := &PopupProps{AspectRatio: "9:16", Background: "brand", Seed: 9007199254740991, Sound: true, Speed: "normal",
		Comments: []PopupComment{{ID: "c", Platform: "x", Username: "u", Text: "t", X: &x, Y: &y}}}
	if diff := cmp.Diff(want, p.Props.(*PopupProps)); diff != "" {
		t.Errorf("props (-want +got):\n%s", diff)
	}
	p, found = Decode([]byte("canvas: { padding: 12.5 }\n"+payload(ContributionChart, "", "image", "levels: [1]")), Options{})
	if found.HasErrors() {
		t.Fatal(found)
	}
	if diff := cmp.Diff(&Canvas{AspectRatio: "1:1", Background: CanvasBackground{Color: "white"}, Padding: 12.5}, p.Canvas); diff != "" {
		t.Errorf("canvas (-want +got):\n%s", diff)
	}
}

// What cannot be read at all.
func TestDecodeUnreadable(t *testing.T) {
	for name, tc := range map[string]struct {
		input  string
		format Format
		want   string
	}{
		"empty":                {"", FormatAuto, "1:1: the payload is empty (syntax)"},
		"blank":                {" \n", FormatJSON, "1:1: the payload is empty (syntax)"},
		"only a mark":          {"\ufeff", FormatAuto, "1:1: the payload is empty (syntax)"},
		"only comments":        {"# hello\n", FormatAuto, "1:1: the payload is empty (syntax)"},
		"text":                 {"hello", FormatAuto, `1:1: a payload must be an object, found "hello" (type)`},
		"array":                {" [1]", FormatAuto, "1:2: a payload must be an object, found an array (type)"},
		"null":                 {"null", FormatJSON, "1:1: a payload must be an object, found null (type)"},
		"broken UTF-8":         {"a: ü\nb: \xff", FormatAuto, "2:4: not text in UTF-8; save it as UTF-8 (encoding)"},
		"UTF-16":               {"\xff\xfe{\x00}\x00", FormatAuto, "1:1: text in UTF-16; save it as UTF-8 (encoding)"},
		"UTF-16 without mark":  {"\x00a\x00:\x00 \x001", FormatAuto, "1:1: text in UTF-16; save it as UTF-8 (encoding)"},
		"control character":    {"a: ü\nb: ü\x00", FormatAuto, "2:5: not valid YAML: control characters such as U+0000 are not allowed; remove it, or write it as an escape in double quotes (syntax)"},
		"picture":              {"\x89PNG\r\n\x1a\n", FormatAuto, "1:1: not text in UTF-8; save it as UTF-8 (encoding)"},
		"JSON cut off":         {"{\"a\":\n  [1", FormatJSON, "2:4: not valid JSON: unexpected end of JSON input (syntax)"},
		"JSON comma":           {"{\"a\": 1,\n}", FormatJSON, "2:1: not valid JSON: invalid character '}' looking for beginning of object key string; remove the comma before it (syntax)"},
		"JSON comment":         {"{ // x\n}", FormatJSON, "1:3: not valid JSON: invalid character '/' looking for beginning of object key string; JSON has no comments, YAML does (syntax)"},
		"JSON single quotes":   {"{'a': 1}", FormatJSON, `1:2: not valid JSON: invalid character '\'' looking for beginning of object key string; JSON strings take double quotes: " (syntax)`},
		"JSON curly quotes":    {`{"a": “b”}`, FormatJSON, `1:7: not valid JSON: invalid character 'â' looking for beginning of value; JSON strings take double quotes: " (syntax)`},
		"JSON no comma":        {"{\"a\": 1\n\"b\": 2}", FormatJSON, `2:1: not valid JSON: invalid character '"' after object key:value pair; write a comma before it (syntax)`},
		"JSON marks in marks":  {`{"a": "b "c" d"}`, FormatJSON, `1:11: not valid JSON: invalid character 'c' after object key:value pair; write \" for a quotation mark inside of a text (syntax)`},
		"JSON list, no comma":  {`{"a": [1 [2]]}`, FormatJSON, `1:10: not valid JSON: invalid character '[' after array element; write a comma before it (syntax)`},
		"JSON no colon":        {`{"a" "b"}`, FormatJSON, `1:6: not valid JSON: invalid character '"' after object key; write a colon between a name and its value (syntax)`},
		"JSON bare name":       {`{a: 1}`, FormatJSON, `1:2: not valid JSON: invalid character 'a' looking for beginning of object key string; put the name in double quotes (syntax)`},
		"JSON new line":        {"{\"a\": \"b\nc\"}", FormatJSON, `1:9: not valid JSON: invalid character '\n' in string literal; close the quotation mark, or write \n for a new line and \t for a tab (syntax)`},
		"JSON backslash":       {`{"a": "C:\Users"}`, FormatJSON, `1:11: not valid JSON: invalid character 'U' in string escape code; write \\ for a backslash (syntax)`},
		"JSON of Python":       {`{"a": True}`, FormatJSON, "1:7: not valid JSON: invalid character 'T' looking for beginning of value; write true, false and null in small letters (syntax)"},
		"JSON NaN":             {`{"a": NaN}`, FormatJSON, "1:7: not valid JSON: invalid character 'N' looking for beginning of value (syntax)"},
		"JSON trailing":        {"{}\n x", FormatJSON, "2:2: something follows the payload; one file holds one payload (trailing_data)"},
		"JSON twice":           {"{} {}", FormatJSON, "1:4: something follows the payload; one file holds one payload (trailing_data)"},
		"JSON deep":            {`{"ü":` + strings.Repeat("[", 64) + strings.Repeat("]", 64) + "}", FormatJSON, "1:69: nested deeper than 64 levels (depth)"},
		"YAML tab":             {"a:\n\tb: 1", FormatYAML, "2:1: not valid YAML: found character that cannot start any token; indent with spaces, and quote text that begins with @, % or ` (syntax)"},
		"YAML colon":           {"a: b: c", FormatYAML, "1:1: not valid YAML: mapping values are not allowed in this context; quote text that contains a colon (syntax)"},
		"YAML deep":            {"a: " + strings.Repeat("[", 64) + strings.Repeat("]", 64), FormatYAML, "1:67: nested deeper than 64 levels (depth)"},
		"YAML inside itself":   {"a: &a [*a]", FormatYAML, "1:8: an alias must not stand inside what it names (unsupported)"},
		"YAML alias of naught": {"a: 1\nb:\n  c: *b\n  d: 1", FormatYAML, "3:1: not valid YAML: unknown anchor 'b' referenced; quote text that begins with * (syntax)"},
	} {
		t.Run(name, func(t *testing.T) { expect(t, tc.input, Options{Format: tc.format}, tc.want) })
	}
}

// Half of a surrogate pair is no character: package json would draw U+FFFD for it.
func TestDecodeSurrogates(t *testing.T) {
	story := func(name string) string {
		return `{"mockupType":"stories","platform":"instagram","renderKind":"image","resolutionScale":"1x","rendererVersion":"mockup-a-v1",` +
			`"props":{"platform":"instagram","author":{"username":"` + name + `","verified":false},"slides":[{"id":"a"}]}}`
	}
	const about = ` is half of a surrogate pair and no character by itself; write both halves, or the character (encoding)`
	for name, lone := range map[string]string{
		`\ud800`: `\ud800`, `a \uDFFF`: `\uDFFF`, `\ud83d\ud83d\ude00`: `\ud83d`, `\ude00\ud83d`: `\ude00`, `\ud83d\n\ude00`: `\ud83d`, `\ud83d`: `\ud83d`,
		`\\\ud800`: `\ud800`, `\ud83d\ude00\ud83d`: `\ud83d`, `\ud83d\u0041`: `\ud83d`,
	} {
		expect(t, story(name), Options{Format: FormatJSON}, `1:177: props.author.username: `+lone+about)
	}
	for _, name := range []string{`\ud83d\ude00`, `\uD83D\uDE00 \u0041`, `\\ud800`, `\\\\ud800`, `\ufffd`, `\n\"\/`, `😀`} {
		expect(t, story(name), Options{Format: FormatJSON})
	}
	if _, found := Decode([]byte(`{"\udc00":1}`), Options{}); !strings.Contains(found.Error(), "1:2: \ufffd: "+`\udc00`+about) {
		t.Errorf("in a name: %v", found)
	}
}

// The place of a diagnostic is that of the value, or of the name where the name is wrong, in characters.
func TestDecodePlaces(t *testing.T) {
	jsonPayload := "\ufeff" + `{
  "mockupType": "contribution-chart", "ünïcödé": "😀😀", "renderKind": "video",
  "resolutionScale": "2x",	"rendererVersion": "mockup-x-v1",
  "props": {"levels": [0, 1, 9 , "ü", 2.5],
    "theme"
      : "darc"}
}`
	expect(t, jsonPayload, Options{Filename: "a.json"},
		`a.json:2:39: ünïcödé: unknown field; allowed here: $schema, cameraPath, cameraPosition, canvas, deviceColor, deviceShadow, mockupType, props, provenance, render3D, renderKind, rendererVersion, resolutionScale, video (unknown_field)`,
		`a.json:2:70: renderKind: contribution-chart can only be rendered as image (enum)`,
		`a.json:4:30: props.levels.2: 9 is too large; allowed: 0 to 4 (range)`,
		`a.json:4:34: props.levels.3: expected a number, found "ü" (type)`,
		`a.json:6:9: props.theme: "darc" is not allowed; allowed: light, dark; did you mean "dark"? (enum)`)
	yamlPayload := "\ufeff" + `mockupType: contribution-chart
"ünïcödé": { 😀: 1 }
renderKind: image
resolutionScale: 2x
rendererVersion: mockup-x-v1
props:
  theme: >-
    dark
    ish
  levels:
    - 9
    - "😀": ü
`
	expect(t, yamlPayload, Options{Filename: "a.yml"},
		`a.yml:2:1: ünïcödé: unknown field; allowed here: $schema, cameraPath, cameraPosition, canvas, deviceColor, deviceShadow, mockupType, props, provenance, render3D, renderKind, rendererVersion, resolutionScale, video (unknown_field)`,
		`a.yml:7:10: props.theme: "dark ish" is not allowed; allowed: light, dark (enum)`,
		`a.yml:11:7: props.levels.0: 9 is too large; allowed: 0 to 4 (range)`,
		`a.yml:12:7: props.levels.1: expected a number, found an object (type)`)
}

// An error in one place hides none elsewhere, and each has every part that an API answer needs.
func TestDecodeReportsAllAtOnce(t *testing.T) {
	input := `{"mockupType": "chats", "platform": "slack", "renderKind": 1, "RenderKind": "image", "resolutionScale": "3x",
"rendererVersion": "v1", "a~/b": 0,
"props": {"platform": "discord", "sender": {"id": "me"}, "receivers": [{"id": "me", "name": null}],
"messages": [{"id": "m", "userId": "you", "type": "text", "timestamp": "noon"}, {"id": "m"}], "messages": []}}`
	expect(t, input, Options{},
		`1:60: renderKind: expected text, found 1; allowed: image, video (type)`,
		`1:63: RenderKind: field names are case-sensitive; write "renderKind" (wrong_case)`,
		`1:105: resolutionScale: "3x" is not allowed; allowed: 1x, 2x, 4x (enum)`,
		`2:20: rendererVersion: "v1" is not a renderer version; write it like mockup-chromium-v1 (format)`,
		`2:26: a~/b: unknown field; allowed here: $schema, cameraPath, cameraPosition, canvas, deviceColor, deviceShadow, mockupType, platform, props, provenance, render3D, renderKind, rendererVersion, resolutionScale, video (unknown_field)`,
		`3:23: props.platform: "discord" differs from the top-level platform "slack" (mismatch)`,
		`3:44: props.sender.name: required field is missing (required)`,
		`3:79: props.receivers.0.id: the id "me" is used twice; ids must be unique among the users of a conversation (unique)`,
		`3:93: props.receivers.0.name: null is not a value here; expected text, or leave the field out (null)`,
		`4:14: props.messages.0.text: required for a message of the type text (required)`,
		`4:36: props.messages.0.userId: "you" is the id of no user of this conversation; known ids: "me" (reference)`,
		`4:72: props.messages.0.timestamp: "noon" is not an ISO 8601 instant; write it like 2026-03-01T09:41:00Z (format)`,
		`4:81: props.messages.1.timestamp: required field is missing (required)`,
		`4:81: props.messages.1.type: required field is missing (required)`,
		`4:81: props.messages.1.userId: required field is missing (required)`,
		`4:88: props.messages.1.id: the id "m" is used twice; ids must be unique among messages (unique)`,
		`4:95: props.messages: "messages" was already given in line 4; keep one of them (duplicate_key)`)

	_, found := Decode([]byte(input), Options{Filename: "x"})
	want := Diagnostic{File: "x", Path: "a~/b", Pointer: "/a~0~1b", Line: 2, Col: 26, Code: CodeUnknownField, Severity: SeverityError, Message: found[4].Message}
	if diff := cmp.Diff(want, found[4]); diff != "" {
		t.Errorf("diagnostic (-want +got):\n%s", diff)
	}
	text, err := json.Marshal(found[5])
	if err != nil {
		t.Fatal(err)
	}
	if want := `{"file":"x","path":"props.platform","pointer":"/props/platform","line":3,"column":23,"code":"mismatch","message":"\"discord\" differs from the top-level platform \"slack\"","severity":"error"}`; string(text) != want {
		t.Errorf("got  %s\nwant %s", text, want)
	}
}

func TestDecodeWithoutType(t *testing.T) {
	expect(t, "mockupType: chat\nrenderkind: image\nresolutionScale: 2x\nrendererVersion: mockup-x-v1\nprops: []\ncameraPosition: [1, 2]\n", Options{},
		`1:13: mockupType: "chat" is not allowed; allowed: chats, ai, stories, notifications, posts, comments, comment-popup, emails, contribution-chart, dashboard-chart; did you mean "chats"? (enum)`,
		`2:1: renderkind: field names are case-sensitive; write "renderKind" (wrong_case)`,
		`5:8: props: expected an object, found an array (type)`,
		`6:17: cameraPosition: the number of items is 2; allowed: 3 (length)`)
	expect(t, "{}", Options{},
		`1:1: mockupType: required field is missing (required)`,
		`1:1: props: required field is missing (required)`,
		`1:1: renderKind: required field is missing (required)`,
		`1:1: rendererVersion: required field is missing (required)`,
		`1:1: resolutionScale: required field is missing (required)`)
}

// What YAML makes of scalars that people write without quotes.
func TestDecodeYAMLScalars(t *testing.T) {
	expect(t, chat("slack", "statusBarTime: 9:41", "timezone: UTC", "showDates: true", "batteryLevel: 0x1f", "mobileView: !!bool false"), Options{})
	expect(t, chat("x", "messages: [{ id: 2026-01-02, userId: me, type: text, text: 2026-01-02, timestamp: 2026-01-02T03:04:05Z }]"), Options{})
	expect(t, chat("slack", "statusBarTime: 941", "darkMode: yes", "showDates: \"true\"", "batteryLevel: \"50\"", "timezone: ~", "showHeader: .nan"), Options{},
		`11:18: props.statusBarTime: expected text, found 941; put it in quotes: "941" (type)`,
		`12:13: props.darkMode: expected true or false, found "yes"; write true or false without quotes (type)`,
		`13:14: props.showDates: expected true or false, found "true"; write true or false without quotes (type)`,
		`14:17: props.batteryLevel: expected a number, found "50"; remove the quotes (type)`,
		`15:13: props.timezone: null is not a value here; expected text, or leave the field out (null)`,
		`16:15: props.showHeader: expected true or false, found .nan (type)`)
	expect(t, chat("slack", "batteryLevel: .inf", "darkMode: !!binary eA==", "showDates: !!int x", "showHeader: !mine { a: 1 }"), Options{},
		`11:17: props.batteryLevel: expected a finite number, found .inf (type)`,
		`12:13: props.darkMode: expected true or false, found "eA=="; write true or false without quotes (type)`,
		`12:13: props.darkMode: the tag "!!binary" has no meaning here; remove it (unsupported)`,
		`13:14: props.showDates: "x" is not what its tag !!int says (type)`,
		`13:14: props.showDates: expected true or false, found x (type)`,
		`14:15: props.showHeader: expected true or false, found an object (type)`,
		`14:15: props.showHeader: the tag "!mine" has no meaning here; remove it (unsupported)`)
}

func TestDecodeYAMLKeys(t *testing.T) {
	expect(t, chat("slack", "1: x", "true: x", "~: x", "? [a]", ": x", "<<: { darkMode: true }", "2026-01-02: x"), Options{},
		`11:3: props.1: a field name must be text, found 1 (key)`,
		`12:3: props.true: a field name must be text, found true (key)`,
		`13:3: props.~: a field name must be text, found ~ (key)`,
		`14:5: a field name must be text (key)`,
		`16:3: props.<<: merge keys are not supported; write the fields out, or use an alias for a whole value (unsupported)`,
		`17:3: props.2026-01-02: unknown field; allowed here: `+wording.List(fieldNamesOf(t, Chats))+` (unknown_field)`)
}

// An alias is the value it names; what is wrong with it is shown where it is written, once a use.
func TestDecodeYAMLAliases(t *testing.T) {
	expect(t, chat("slack", "messages:", "  - &m { id: m1, userId: &id ida, type: text, timestamp: 2026-01-02T03:04:05Z, text: *id }"), Options{})
	expect(t, chat("slack", "messages:", "  - &m { id: m1, userId: me, type: txt, timestamp: 2026-01-02T03:04:05Z }", "  - *m"), Options{},
		`11:16: props.messages.1.id: the id "m1" is used twice; ids must be unique among messages (unique)`,
		`11:38: props.messages.0.type: "txt" is not allowed; allowed: text, image, mixed, voice, call, event, file, sticker, gif, video, location, contact, poll, typing; did you mean "text"? (enum)`,
		`11:38: props.messages.1.type: "txt" is not allowed; allowed: text, image, mixed, voice, call, event, file, sticker, gif, video, location, contact, poll, typing; did you mean "text"? (enum)`)
	expect(t, chat("slack")+"---\na: 1\n", Options{},
		`12:1: a second document follows the payload; one file holds one payload (trailing_data)`)
	expect(t, chat("slack")+"...\n# the end\n", Options{})
}

func TestDecodeFormats(t *testing.T) {
	yamlText, jsonText := "a: 1", `{"a": 1}`
	for _, tc := range []struct {
		file   string
		format Format
		input  string
		want   Format
	}{
		{"", FormatAuto, yamlText, FormatYAML},
		{"-", FormatAuto, jsonText, FormatJSON},
		{"a.json", FormatAuto, yamlText, FormatJSON},
		{"a.YAML", FormatAuto, jsonText, FormatYAML},
		{"a.yml", FormatAuto, jsonText, FormatYAML},
		{"a.json", FormatYAML, jsonText, FormatYAML},
		{"a.txt", FormatAuto, jsonText, FormatJSON},
	} {
		if got := formatOf([]byte(tc.input), Options{Filename: tc.file, Format: tc.format}); got != tc.want {
			t.Errorf("%s %s: got %s, want %s", tc.file, tc.input, got, tc.want)
		}
	}
}

func TestDecodeOptions(t *testing.T) {
	valid := chat("slack")
	expect(t, valid, Options{RendererVersion: "mockup-chromium-v1"})
	expect(t, valid, Options{RendererVersion: "mockup-other-v1"},
		`5:18: rendererVersion: "mockup-chromium-v1" is not the renderer version of this installation, "mockup-other-v1" (mismatch)`)
	expect(t, valid, Options{MaxBytes: 100}, `1:1: larger than 100 bytes, the most a payload may have (size)`)

	photo := chat("slack", "chatWallpaper: wall.png", "groupChatSettings: { name: G, image: g.png }", "conversationType: group-chat")
	exists := func(path string) error {
		if path == "wall.png" {
			return nil
		}
		return errors.New("there is no such file")
	}
	expect(t, photo, Options{AllowPaths: true})
	expect(t, photo, Options{AllowPaths: true, CheckPath: exists},
		`12:40: props.groupChatSettings.image: there is no such file (missing_file)`)
	expect(t, photo, Options{CheckPath: exists},
		`11:18: props.chatWallpaper: "wall.png" is not a URL; allowed: an https URL or a base64 image data URL (format)`,
		`12:40: props.groupChatSettings.image: "g.png" is not a URL; allowed: an https URL or a base64 image data URL (format)`)
	expect(t, chat("slack", "chatWallpaper: '#fff'"), Options{AllowPaths: true, CheckPath: exists})
}

func TestDiagnosticsErr(t *testing.T) {
	_, found := Decode([]byte(chat("slack", "bubbleColor: green")), Options{})
	if found.Err() != nil || found.HasErrors() || len(found.Warnings()) != 1 {
		t.Errorf("a warning makes the payload invalid: %v", found)
	}
	if want := `11:3: warning: props.bubbleColor: has no effect on slack; only imessage has it (ignored)`; found.Error() != want {
		t.Errorf("got %s, want %s", found, want)
	}
	payload, found := Decode([]byte(chat("slack", "bubbleColor: red")), Options{})
	var listed Diagnostics
	if payload != nil || !errors.As(found.Err(), &listed) || len(listed) != 1 || listed[0].Code != CodeEnum {
		t.Errorf("got %v, %v", payload, found.Err())
	}
}

func fieldNamesOf(t *testing.T, mt Type) []string {
	t.Helper()
	s, err := branch{mt, false}.spec()
	if err != nil {
		t.Fatal(err)
	}
	return s.field("props").names
}

// toJSON writes a YAML payload as JSON.
func toJSON(t testing.TB, data []byte) []byte {
	t.Helper()
	out, err := json.Marshal(parseYAML(data, newReport(Options{})).plain())
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// The two notations of one payload decode to the same.
func TestDecodeJSONEqualsYAML(t *testing.T) {
	eachSample(t, func(t *testing.T, _ Type, _ string, _ bool, data []byte) {
		fromYAML, _ := Decode(data, Options{Format: FormatYAML})
		fromJSON, found := Decode(toJSON(t, data), Options{Format: FormatJSON})
		if len(found) > 0 {
			t.Fatal(found)
		}
		if diff := cmp.Diff(fromYAML, fromJSON); diff != "" {
			t.Errorf("YAML and JSON differ:\n%s", diff)
		}
	})
}

func BenchmarkDecode(b *testing.B) {
	data, err := Sample(Chats, SampleOptions{Platform: "whatsapp"})
	if err != nil {
		b.Fatal(err)
	}
	for name, input := range map[string][]byte{"yaml": data, "json": toJSON(b, data)} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if p, found := Decode(input, Options{}); p == nil {
					b.Fatal(found)
				}
			}
		})
	}
}

// Decode is used by many requests at once, the first of which compile the schemas.
func TestDecodeConcurrently(t *testing.T) {
	var inputs [][]byte
	for _, mt := range Types() {
		data, err := Sample(mt, SampleOptions{})
		if err != nil {
			t.Fatal(err)
		}
		inputs = append(inputs, data, data)
	}
	var all sync.WaitGroup
	for _, data := range inputs {
		all.Go(func() {
			for _, allowPaths := range []bool{true, false} {
				if p, found := Decode(data, Options{AllowPaths: allowPaths}); p == nil {
					t.Error(found)
				}
			}
		})
	}
	all.Wait()
}

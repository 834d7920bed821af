package schema

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// ajvCase is a payload that ajv checks.
type ajvCase struct {
	name    string
	Schema  Type `json:"schema"` // "" is that of all types
	Payload any  `json:"payload"`
}

// checkWithAJV returns what ajv says of each case; "" if it is valid. ajv is installed by scripts/setup if
// MOCKUP_REQUIRE_AJV is set; without it the test is skipped.
func checkWithAJV(t *testing.T, cases []ajvCase) []string {
	t.Helper()
	if _, err := os.Stat("ajv/node_modules/ajv"); err != nil {
		if os.Getenv("MOCKUP_REQUIRE_AJV") != "" {
			t.Fatalf("ajv is not installed; run MOCKUP_REQUIRE_AJV=1 scripts/setup: %v", err)
		}
		t.Skip("ajv is not installed; MOCKUP_REQUIRE_AJV=1 scripts/setup installs it")
	}
	schemas := map[Type]json.RawMessage{}
	for _, mt := range append(Types(), "") {
		data, err := JSONSchema(mt)
		if err != nil {
			t.Fatal(err)
		}
		schemas[mt] = data
	}
	input, err := json.Marshal(map[string]any{"schemas": schemas, "cases": cases})
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("node", "check.mjs")
	cmd.Dir, cmd.Stdin = "ajv", bytes.NewReader(input)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, stderr.Bytes())
	}
	if stderr.Len() > 0 {
		t.Errorf("ajv warns:\n%s", stderr.Bytes())
	}
	var results []string
	if err := json.Unmarshal(out, &results); err != nil || len(results) != len(cases) {
		t.Fatalf("%d results for %d cases, %v", len(results), len(cases), err)
	}
	return results
}

// Every example and every sample is valid by the schema of its type and by that of all types.
func TestAJVAcceptsExamples(t *testing.T) {
	var cases []ajvCase
	add := func(name string, data []byte) {
		root := parse(data, Options{Filename: name}, newReport(Options{}))
		if root == nil {
			t.Fatalf("%s cannot be read", name)
		}
		mt, _ := root.get("mockupType").str()
		cases = append(cases, ajvCase{name, Type(mt), root.plain()}, ajvCase{name, "", root.plain()})
	}
	err := filepath.WalkDir("../../examples", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(path) != ".yaml" && filepath.Ext(path) != ".json" {
			return err
		}
		data, err := os.ReadFile(path)
		if err == nil && bytes.Contains(data, []byte("mockupType")) {
			add(path, data)
		}
		return err
	})
	if err != nil || len(cases) < 100 {
		t.Fatalf("%d examples, %v", len(cases), err)
	}
	for _, mt := range Types() {
		for _, platform := range append(Platforms(mt), "") {
			for _, minimal := range []bool{true, false} {
				data, err := Sample(mt, SampleOptions{Platform: platform, Minimal: minimal})
				if err != nil {
					t.Fatal(err)
				}
				add("sample "+string(mt)+" "+platform+".yaml", data)
			}
		}
	}
	for i, fault := range checkWithAJV(t, cases) {
		if fault != "" {
			t.Errorf("%s by the schema of %q: %s", cases[i].name, cases[i].Schema, fault)
		}
	}
}

// Whatever JSON Schema can express is refused by both: by ajv and by Decode.
func TestAJVRefusesTheBroken(t *testing.T) {
	const message = `{"id":"m","userId":"me","timestamp":"2026-03-01T09:41:00Z",`
	const image = `{"id":"i","filename":"f","mimeType":"image/png","size":1,"data":"https://x.example/a.png"}`
	const comment = `{"id":"c","userId":"u","text":"t","likes":1,"timestamp":"2026-03-01T09:41:00Z","attachment":`
	const options = `[{"id":"a","text":"A","votes":1},{"id":"b","text":"B","votes":0}]`
	const bubble = `{"background":"white","foreground":"black"}`
	broken := map[Type]map[string][]string{ // what is set to which values; "" takes it out
		Chats: {
			"mockupType":               {`"chat"`, `""`, `5`},
			"renderKind":               {``, `"gif"`, `null`},
			"resolutionScale":          {``, `"3x"`, `2`},
			"rendererVersion":          {``, `"mockup-A-v1"`, `"mockup-a-v2"`, `"mockup--v1"`, `"mockup-a_b-v1"`},
			"render3D":                 {`"true"`, `1`},
			"cameraPosition":           {`[0, 1]`, `[0, 1, 2, 3]`, `[0, 1, "2"]`, `{"x":1}`},
			"canvas":                   {`{"aspectRatio":"4:3"}`, `{"padding":201}`, `{"padding":-1}`, `{"background":"transparent"}`, `{"background":"red"}`, `{"background":"#12345"}`, `{"margin":1}`, `[]`},
			"platform":                 {`"imessage"`, `"watsapp"`, ``},
			"unknown":                  {`1`},
			"props":                    {``, `5`, `[]`},
			"props.platform":           {`"imessage"`, ``},
			"props.customTheme":        {`{"backgroundColor":"white","senderBubble":` + bubble + `}`, `{"backgroundColor":"whyte","senderBubble":` + bubble + `,"receiverBubble":` + bubble + `}`},
			"props.conversationType":   {`"group-chat"`, `"group"`},
			"props.groupChatSettings":  {`{}`, `{"name":"G","image":""}`},
			"props.receivers":          {`[]`, ``, `[{"id":"a"}]`, `[{"id":"a","name":"A","handel":"x"}]`},
			"props.sender.image":       {`""`, `"http://x.example/a.png"`, `"file:///etc/passwd"`, `"//x.example/a.png"`, `"data:image/png,AAAA"`, `"data:text/html;base64,AAAA"`, `"data:image/png;base64,"`, `"data:image/png;base64,A A="`, `"https:///a.png"`, `"javascript:alert(1)"`},
			"props.sender.joinedDate":  {`"2020"`, `"2020-13"`, `"2020-02-01"`},
			"props.sender.joined":      {`"2020-2"`},
			"props.timezone":           {`""`, `"../../etc/passwd"`, `"Europe/Ber lin"`},
			"props.secondaryTextColor": {`"teel"`, `"#12345"`, `"rgb(1"`, `"url(x)"`, `"red;color:blue"`, `""`, `"var(--x)"`},
			"props.bubbleColor":        {`"red"`},
			"props.chatWallpaper":      {`"http://x.example/a.png"`, `"#12"`, `"#ggg"`, `"ftp://x"`},
			"props.batteryLevel":       {`101`, `-1`, `"full"`},
			"props.timeNotation":       {`"12"`},
			"props.statusBarTime":      {`941`},
			"props.messages": {
				`[` + message + `"type":"text"}]`, `[` + message + `"type":"image"}]`, `[` + message + `"type":"image","images":[]}]`,
				`[` + message + `"type":"mixed","text":"t"}]`, `[` + message + `"type":"mixed","images":[` + image + `]}]`, `[` + message + `"type":"voice"}]`,
				`[` + message + `"type":"text","text":"t","status":"seen"}]`, `[{"id":"m","userId":"me","type":"text","text":"t","timestamp":"2026-03-01"}]`,
				`[{"id":"m","userId":"me","type":"text","text":"t","timestamp":"2026-03-01T09:41:00"}]`, `[{"id":"m","userId":"me","type":"text","text":"t","timestamp":"2026-13-01T09:41:00Z"}]`,
				`[{"id":"m","userId":"me","type":"text","text":"t","timestamp":"2026-03-01T25:41:00Z"}]`,
			},
		},
		Stories:       {"props.author": {`{"username":"u"}`}, "props.slides": {`[]`, `[{}]`}, "props.currentSlide": {`-1`, `0.5`}, "platform": {`"snapchat"`}, "props.timestamp": {`"today"`}},
		Notifications: {"props.cardStyle": {`"glossy"`}, "props.wallpaper": {`""`, `"#12"`, `"http://x"`}, "renderKind": {`"both"`}},
		Posts:         {"renderKind": {`"video"`}, "props.post.metrics": {`{"likes":-1}`, `{"hearts":1}`, ``}, "props.post.timestamp": {``, `"yesterday"`}, "platform": {`"facebook"`}},
		Comments: {"renderKind": {`"video"`}, "props.commentCount": {`-1`, `"1"`, ``}, "props.comments": {
			`[` + comment + `{"type":"voice"}}]`, `[` + comment + `{"type":"voice","durationSeconds":61}}]`, `[` + comment + `{"type":"voice","durationSeconds":1.5}}]`,
			`[` + comment + `{"type":"voice","durationSeconds":5,"options":` + options + `}}]`, `[` + comment + `{"type":"voice","durationSeconds":5,"status":"open"}}]`,
			`[` + comment + `{"type":"voice","durationSeconds":5,"endsIn":"2 days"}}]`, `[` + comment + `{"type":"poll"}}]`,
			`[` + comment + `{"type":"poll","options":` + options + `,"durationSeconds":5}}]`, `[` + comment + `{"type":"poll","options":[]}}]`,
			`[` + comment + `{"type":"poll","options":` + options + `,"endsIn":"123456789012345678901"}}]`, `[` + comment + `{"type":"sticker"}}]`,
		}},
		CommentPopup:      {"renderKind": {`"image"`}, "platform": {`"x"`}, "props.platform": {`"x"`}, "props.background": {`"clear"`, `"#12345"`, `"red"`}, "props.comments": {`[]`}, "props.speed": {`"faster"`}, "props.seed": {`1.5`}},
		Emails:            {"renderKind": {`"video"`}, "props.conversation.emails": {`[{"id":"e","senderId":"a","body":"b"}]`, `[{"id":"e","senderId":"a","body":"b","date":"2026-03-01"}]`}, "props.timezone": {`""`}},
		ContributionChart: {"renderKind": {`"video"`}, "platform": {`"x"`}, "props.levels": {`[]`, `[5]`, `[-1]`, `["1"]`, `[4.4]`}, "props.theme": {`"dim"`}, "props.year": {`0`, `2026.5`}},
		DashboardChart:    {"props.points": {`[1]`, ``}, "props.comparePoints": {`[1]`}, "props.metric": {`"ARR"`}, "props.currencyCode": {`"usd"`, `"US"`, `"EURO"`}, "props.startDate": {`"2026-2-1"`, `"2026-13-01"`, `"2026-02-32"`}, "props.updatedSeconds": {`-1`}},
	}
	var cases []ajvCase
	for mt, fields := range broken {
		for path, values := range fields {
			for _, value := range values {
				p := brokenSample(t, mt, path, value)
				name := string(mt) + " with " + path + " " + value
				data, err := json.Marshal(p)
				if err != nil {
					t.Fatal(err)
				}
				if decoded, _ := Decode(data, Options{Format: FormatJSON, AllowPaths: true}); decoded != nil {
					t.Errorf("%s: Decode accepts it", name)
				}
				cases = append(cases, ajvCase{name, mt, p}, ajvCase{name, "", p})
			}
		}
	}
	platform := brokenSample(t, Chats, "platform", `"custom"`)
	platform.(jsonObject)["props"].(jsonObject)["platform"] = "custom"
	cases = append(cases, ajvCase{"custom without a theme", Chats, platform})
	for i, fault := range checkWithAJV(t, cases) {
		if fault == "" {
			t.Errorf("%s: the schema of %q accepts it", cases[i].name, cases[i].Schema)
		}
	}
}

// brokenSample returns the minimal sample of a type with one value set, or with "" taken out.
func brokenSample(t *testing.T, mt Type, path, value string) any {
	t.Helper()
	data, err := Sample(mt, SampleOptions{Minimal: true})
	if err != nil {
		t.Fatal(err)
	}
	root := parseYAML(data, newReport(Options{})).plain()
	object, steps := root.(jsonObject), strings.Split(path, ".")
	for _, step := range steps[:len(steps)-1] {
		object = object[step].(jsonObject)
	}
	last := steps[len(steps)-1]
	if value == "" {
		delete(object, last)
		return root
	}
	var v any
	if err := json.Unmarshal([]byte(value), &v); err != nil {
		t.Fatal(err)
	}
	object[last] = v
	return root
}

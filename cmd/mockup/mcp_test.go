package main

import (
	"bytes"
	"context"
	"encoding/json"
	"image"
	_ "image/jpeg"
	_ "image/png"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// agent is a client of mockup mcp, with a pipe between them.
type agent struct {
	*testing.T
	root     string // of the server
	session  *mcp.ClientSession
	progress chan *mcp.ProgressNotificationParams
}

// startAgent starts mockup mcp with arguments, of which ROOT stands for an empty folder, and connects to it.
func startAgent(t *testing.T, args ...string) *agent {
	t.Helper()
	a := &agent{T: t, root: filepath.Join(t.TempDir(), "mockups"), progress: make(chan *mcp.ProgressNotificationParams, 1000)}
	for i := range args {
		args[i] = strings.ReplaceAll(args[i], "ROOT", a.root)
	}
	command := exec.Command("mockup", args...)
	command.Dir, command.Stderr = t.TempDir(), t.Output()
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, &mcp.ClientOptions{
		ProgressNotificationHandler: func(_ context.Context, req *mcp.ProgressNotificationClientRequest) { a.progress <- req.Params },
	})
	var err error
	a.session, err = client.Connect(t.Context(), &mcp.CommandTransport{Command: command, TerminateDuration: 10 * time.Minute}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := a.session.Close(); err != nil { // also if the program ends with another code than 0
			t.Errorf("end of the session: %v", err)
		}
		if code := command.ProcessState.ExitCode(); code != 0 {
			t.Errorf("exit code %d", code)
		}
	})
	return a
}

type arguments map[string]any

// call calls a tool.
func (a *agent) call(name string, args arguments) *mcp.CallToolResult {
	a.Helper()
	result, err := a.session.CallTool(a.Context(), &mcp.CallToolParams{Name: name, Arguments: args})
	if err != nil {
		a.Fatalf("%s: %v", name, err)
	}
	return result
}

// text calls a tool and returns the text of its answer, which must be no error.
func (a *agent) text(name string, args arguments) string {
	a.Helper()
	result := a.call(name, args)
	if result.IsError {
		a.Fatalf("%s: %s", name, textOf(result))
	}
	return textOf(result)
}

func textOf(result *mcp.CallToolResult) string {
	if len(result.Content) == 0 {
		return ""
	}
	content, _ := result.Content[0].(*mcp.TextContent)
	return content.Text
}

// refused calls a tool and expects an error that matches a pattern.
func (a *agent) refused(pattern, name string, args arguments) {
	a.Helper()
	result := a.call(name, args)
	if !result.IsError || !regexp.MustCompile(pattern).MatchString(textOf(result)) {
		a.Errorf("%s %v: want an error that matches %q, got: %.500s", name, args, pattern, textOf(result))
	}
}

// drawn is the result of render.
type drawn struct {
	Path, Format, SHA256 string
	Width, Height        int
	DurationSeconds      float64
	PreviewSeconds       []float64
	Warnings             []struct{ Code, Message string }
}

// render calls render and returns its record and its preview, which are checked.
func (a *agent) render(args arguments) (drawn, image.Config) {
	a.Helper()
	return a.rendered(a.call("render", args))
}

func (a *agent) rendered(result *mcp.CallToolResult) (drawn, image.Config) {
	a.Helper()
	if result.IsError || len(result.Content) != 2 {
		a.Fatalf("render: %s", textOf(result))
	}
	var record, structured drawn
	check(a.T, json.Unmarshal([]byte(textOf(result)), &record))
	again, err := json.Marshal(result.StructuredContent)
	check(a.T, err)
	check(a.T, json.Unmarshal(again, &structured))
	if record.Path == "" || record.Path != structured.Path {
		a.Errorf("text %+v, structured %+v", record, structured)
	}
	preview := result.Content[1].(*mcp.ImageContent)
	config, format, err := image.DecodeConfig(bytes.NewReader(preview.Data))
	check(a.T, err)
	if preview.MIMEType != "image/"+format || config.Width > 1568 || config.Height > 1568 || len(preview.Data) > 1_400_000/4*3 {
		a.Errorf("the preview is %s, and %s of %d x %d in %d bytes", preview.MIMEType, format, config.Width, config.Height, len(preview.Data))
	}
	return record, config
}

// files lists what is in the root folder.
func (a *agent) files() string {
	a.Helper()
	entries, err := os.ReadDir(a.root)
	check(a.T, err)
	var names []string
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	return strings.Join(names, " ")
}

func (a *agent) write(name, content string) {
	a.Helper()
	path := filepath.Join(a.root, name)
	check(a.T, os.MkdirAll(filepath.Dir(path), 0o755))
	check(a.T, os.WriteFile(path, []byte(content), 0o600))
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

const chart = `{"mockupType":"dashboard-chart","renderKind":"image","resolutionScale":"1x","rendererVersion":"mockup-chromium-v1","props":{"points":[1,2,3]}}`

// An agent finds out what there is, writes a payload, checks it, draws it and looks at it.
func TestMCP(t *testing.T) {
	t.Parallel()
	a := startAgent(t, "mcp", "--root", "ROOT")
	if got := a.text("list_platforms", nil); !strings.Contains(got, `{"kinds":["image","video"],"platforms":["whatsapp",`) {
		t.Errorf("list_platforms: %.300s", got)
	}
	if got := a.text("schema", arguments{"type": "posts"}); !strings.Contains(got, "interface PostProps {") {
		t.Errorf("schema: %.300s", got)
	}
	payload := a.text("init", arguments{"type": "posts", "platform": "bluesky"})
	if got := a.text("validate", arguments{"payload": payload}); got != `{"findings":[],"valid":true}` {
		t.Errorf("validate: %s", got)
	}
	record, preview := a.render(arguments{"payload": payload, "scale": "4x"})
	if record.Format != "png" || preview.Width >= record.Width || max(preview.Width, preview.Height) != 1568 {
		t.Errorf("%+v, preview %+v", record, preview)
	}
	if filepath.Dir(record.Path) != a.root || !regexp.MustCompile(`^posts-bluesky-[0-9a-f]{8}\.png$`).MatchString(a.files()) {
		t.Errorf("%s, and in the folder: %s", record.Path, a.files())
	}
	again, _ := a.render(arguments{"payload": payload, "scale": "4x"})
	if again.Path != record.Path || again.SHA256 != record.SHA256 {
		t.Errorf("again: %+v, at first: %+v", again, record)
	}
	if other, _ := a.render(arguments{"payload": payload}); other.Path == record.Path {
		t.Error("another scale has overwritten the picture")
	}
	// A payload may be an object, and in a file; a name may be given.
	var object map[string]any
	check(t, json.Unmarshal([]byte(chart), &object))
	record, preview = a.render(arguments{"payload": object, "output": "charts/one.png"})
	if record.Path != filepath.Join(a.root, "charts", "one.png") || preview.Width != record.Width || preview.Height != record.Height {
		t.Errorf("%+v, preview %+v", record, preview)
	}
	a.write("chart.json", chart)
	a.refused(`charts/one\.png exists already; .*"replace": true`, "render", arguments{"file": "chart.json", "output": "charts/one.png"})
	if replaced, _ := a.render(arguments{"file": "chart.json", "output": record.Path, "replace": true}); replaced.SHA256 != record.SHA256 {
		t.Errorf("%+v", replaced)
	}
}

// Mistakes are errors of the tool, which the model sees, and name what to do.
func TestMCPMistakes(t *testing.T) {
	t.Parallel()
	a := startAgent(t, "mcp", "--root", "ROOT")
	wrong := strings.Replace(chart, `"points":[1,2,3]`, `"points":[1],"colour":"red"`, 1)
	if got := a.text("validate", arguments{"payload": wrong}); !strings.Contains(got, `"path":"props.points"`) || !strings.Contains(got, `"line":1,`) {
		t.Errorf("validate: %s", got)
	}
	var object map[string]any
	check(t, json.Unmarshal([]byte(wrong), &object))
	if got := a.text("validate", arguments{"payload": object}); !strings.Contains(got, `"path":"props.colour"`) || strings.Contains(got, `"line"`) {
		t.Errorf("validate: %s", got)
	}
	a.refused(`^the payload is not valid:\nprops\.colour: .*
props\.points: `, "render", arguments{"payload": object})
	a.refused(`payload:1:\d+: props\.points: `, "render", arguments{"payload": wrong})
	a.refused("there is no payload", "render", nil)
	a.refused("there are two payloads", "validate", arguments{"payload": chart, "file": "chart.json"})
	a.refused("no such file", "validate", arguments{"file": "chart.json"})
	a.refused("at, fps and quality are for videos", "render", arguments{"payload": chart, "fps": 25})
	a.refused("this payload gives a picture; name a file with one of the endings .png, .jpg", "render", arguments{"payload": chart, "output": "chart.mp4"})
	a.refused("has no extension; name a .png file", "render", arguments{"payload": chart, "output": "chart"})
	a.refused("watsapp.*did you mean \"whatsapp\"", "init", arguments{"type": "chats", "platform": "watsapp"})
	for _, args := range []arguments{{"type": "storys"}, {}} {
		a.refused("type", "schema", args)
	}
	a.refused("scale", "render", arguments{"payload": chart, "scale": "3x"})
	a.refused("unexpected additional properties", "render", arguments{"payload": chart, "colour": "red"})
	if got := a.files(); got != "" {
		t.Errorf("in the folder: %s", got)
	}
}

// Nothing is read or written outside of the root folder, also not through links.
func TestMCPStaysInRoot(t *testing.T) {
	t.Parallel()
	a := startAgent(t, "mcp", "--root", "ROOT")
	outside := t.TempDir()
	secret := filepath.Join(outside, "secret.png")
	check(t, os.WriteFile(secret, []byte("secret"), 0o600))
	check(t, os.WriteFile(filepath.Join(outside, "chart.json"), []byte(chart), 0o600))
	check(t, os.Symlink(outside, filepath.Join(a.root, "away")))
	check(t, os.Symlink(secret, filepath.Join(a.root, "link.png")))
	for _, name := range []string{"../x.png", filepath.Join(outside, "x.png"), "away/x.png", "away/new/x.png", "sub/../../x.png"} {
		a.refused("out(side)? of the root folder", "render", arguments{"payload": chart, "output": name, "replace": true})
	}
	a.refused("link.png is not a regular file", "render", arguments{"payload": chart, "output": "link.png", "replace": true})
	for _, name := range []string{"../chart.json", "away/chart.json", filepath.Join(outside, "chart.json")} {
		a.refused("out(side)? of the root folder", "validate", arguments{"file": name})
	}
	for _, name := range []string{"../secret.png", "away/secret.png", "link.png", secret} {
		payload := `{"mockupType":"chats","platform":"x","renderKind":"image","resolutionScale":"1x","rendererVersion":"mockup-chromium-v1","props":{"platform":"x",
			"sender":{"id":"a","name":"Ann"},"receivers":[{"id":"b","name":"Bo","image":"` + name + `"}],"messages":[]}}`
		a.refused(`props\.receivers\.0\.image: .*out(side)? of the root folder`, "render", arguments{"payload": payload})
	}
	entries, err := os.ReadDir(outside)
	check(t, err)
	if len(entries) != 2 {
		t.Errorf("outside: %v", entries)
	}
}

// A video reports its progress, and its preview shows four moments.
func TestMCPVideo(t *testing.T) {
	t.Parallel()
	a := startAgent(t, "mcp", "--root", "ROOT")
	payload := a.text("init", arguments{"type": "chats", "minimal": true})
	payload = strings.Replace(strings.Replace(payload, "renderKind: image", "renderKind: video", 1), "resolutionScale: 2x", "resolutionScale: 1x", 1)
	params := &mcp.CallToolParams{Name: "render", Arguments: arguments{"payload": payload, "fps": 24, "quality": "draft"}}
	params.SetProgressToken("video")
	result, err := a.session.CallTool(t.Context(), params)
	check(t, err)
	record, preview := a.rendered(result)
	if record.Format != "mp4" || record.DurationSeconds < 1 || len(record.PreviewSeconds) != 4 || preview.Width < 3*preview.Height/2 {
		t.Errorf("%+v, preview %+v", record, preview)
	}
	var last float64
	for range len(a.progress) {
		p := <-a.progress
		if p.ProgressToken != "video" || p.Progress <= last || p.Total < p.Progress {
			t.Errorf("%+v after %v", p, last)
		}
		last = p.Progress
	}
	if want := record.DurationSeconds * 24; last < want-1 || last > want+1 {
		t.Errorf("the last frame reported is %v, want %v", last, want)
	}
	// A picture of one moment.
	if record, _ := a.render(arguments{"payload": payload, "at": 0.5}); record.Format != "png" {
		t.Errorf("%+v", record)
	}
	a.refused("at", "render", arguments{"payload": payload, "at": 1000})
}

// The extension of the output chooses the format, and every preview shows what was drawn.
func TestMCPFormats(t *testing.T) {
	t.Parallel()
	a := startAgent(t, "mcp", "--root", "ROOT")
	for _, ending := range []string{"jpg", "avif"} {
		record, preview := a.render(arguments{"payload": chart, "output": "chart." + ending})
		if filepath.Ext(record.Path) != "."+ending || preview.Width < 100 {
			t.Errorf("%s: %+v, preview %+v", ending, record, preview)
		}
	}
	payload := a.text("init", arguments{"type": "chats", "minimal": true})
	payload = strings.Replace(strings.Replace(payload, "renderKind: image", "renderKind: video\nvideo: {length: 2}\ncanvas: {size: 120x240}", 1), "resolutionScale: 2x", "resolutionScale: 1x", 1)
	for ending, fps := range map[string]int{"gif": 10, "mov": 24} {
		record, preview := a.render(arguments{"payload": payload, "output": "chat." + ending, "fps": fps})
		if record.Format != ending || len(record.PreviewSeconds) != 4 || preview.Width < 3*preview.Height/2 {
			t.Errorf("%s: %+v, preview %+v", ending, record, preview)
		}
	}
	a.refused("mp4 has no 10 frames per second", "render", arguments{"payload": payload, "fps": 10})
	a.refused("this payload gives a video; name a file with one of the endings .mp4", "render", arguments{"payload": payload, "output": "chat.png"})
}

// A client that cancels ends the drawing; nothing is left of it, and the next call is served.
func TestMCPCancel(t *testing.T) {
	t.Parallel()
	a := startAgent(t, "mcp", "--root", "ROOT")
	payload := a.text("init", arguments{"type": "chats"})
	payload = strings.Replace(payload, "renderKind: image", "renderKind: video", 1)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		params := &mcp.CallToolParams{Name: "render", Arguments: arguments{"payload": payload, "fps": 60, "quality": "high", "scale": "4x"}}
		params.SetProgressToken("long")
		_, err := a.session.CallTool(ctx, params)
		ended <- err
	}()
	if p := <-a.progress; p.Progress >= p.Total {
		t.Fatalf("the video is complete already: %+v", p)
	}
	cancel()
	if err := <-ended; err == nil {
		t.Error("the call was not cancelled")
	}
	record, _ := a.render(arguments{"payload": chart}) // waits until the video has ended
	if got := a.files(); got != filepath.Base(record.Path) {
		t.Errorf("in the folder: %s", got)
	}
}

func TestMCPResources(t *testing.T) {
	t.Parallel()
	a := startAgent(t, "mcp", "--root", "ROOT")
	read := func(uri string) string {
		t.Helper()
		result, err := a.session.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: uri})
		check(t, err)
		return result.Contents[0].Text
	}
	list, err := a.session.ListResources(t.Context(), nil)
	check(t, err)
	for _, r := range list.Resources {
		if text := read(r.URI); len(text) < 500 {
			t.Errorf("%s: %q", r.URI, text)
		}
	}
	if len(list.Resources) != 6 {
		t.Errorf("%d resources", len(list.Resources))
	}
	examples := strings.Fields(read("mockup://examples"))
	for _, uri := range []string{"mockup://examples/chats/whatsapp", "mockup://examples/stories/instagram"} {
		if !strings.Contains(strings.Join(examples, " "), uri) {
			t.Errorf("%s is not in the list", uri)
		}
	}
	if got := read(examples[0]); !strings.HasPrefix(got, "mockupType: chats") {
		t.Errorf("%s: %.100s", examples[0], got)
	}
	if got := read("mockup://schemas/chats"); !json.Valid([]byte(got)) || !strings.Contains(got, `"$schema"`) {
		t.Errorf("schema: %.100s", got)
	}
	for _, uri := range []string{"mockup://examples/chats/none", "mockup://schemas/none", "mockup://docs/none", "mockup://examples/..%2Fgo/mod"} {
		if _, err := a.session.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: uri}); err == nil {
			t.Errorf("%s exists", uri)
		}
	}
}

// Only render writes, and says so.
func TestMCPAnnotations(t *testing.T) {
	t.Parallel()
	a := startAgent(t, "mcp", "--root", "ROOT")
	tools, err := a.session.ListTools(t.Context(), nil)
	check(t, err)
	var names []string
	for _, tool := range tools.Tools {
		names = append(names, tool.Name)
		h := tool.Annotations
		if writes := tool.Name == "render"; h.ReadOnlyHint == writes || !h.IdempotentHint || *h.DestructiveHint != writes || *h.OpenWorldHint != writes {
			t.Errorf("%s: %+v", tool.Name, h)
		}
		if tool.Title == "" || tool.Description == "" {
			t.Errorf("%s has no title or description", tool.Name)
		}
	}
	if got := strings.Join(names, " "); got != "init list_platforms render schema validate" {
		t.Errorf("tools: %s", got)
	}
	if init := a.session.InitializeResult(); !strings.Contains(init.Instructions, "Call init") || init.ServerInfo.Name != "mockup" {
		t.Errorf("%+v", init)
	}
}

// Every configuration that the documentation shows starts the server with the same arguments, which work.
func TestMCPConfigurations(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../docs/agents.md")
	check(t, err)
	shown := regexp.MustCompile(`"args": (\[.*?\])|args = (\[.*?\])|-- mockup (.*)`).FindAllStringSubmatch(string(page), -1)
	var args []string
	for _, match := range shown {
		found := strings.Fields(match[3])
		if list := match[1] + match[2]; list != "" {
			check(t, json.Unmarshal([]byte(list), &found))
		}
		if args == nil {
			args = found
		}
		if strings.Join(found, " ") != strings.Join(args, " ") {
			t.Errorf("one configuration has %q, another %q", found, args)
		}
	}
	if len(shown) < 5 || len(args) != 3 || args[2] != "/home/mia/mockups" {
		t.Fatalf("%d configurations, the first with %q", len(shown), args)
	}
	args[2] = "ROOT"
	if got := startAgent(t, args...).text("init", arguments{"type": "ai"}); !strings.Contains(got, "\nmockupType: ai\n") {
		t.Errorf("init: %.100s", got)
	}
	for _, block := range regexp.MustCompile("(?s)```json\n(.*?)```").FindAllStringSubmatch(string(page), -1) {
		if !json.Valid([]byte(block[1])) {
			t.Errorf("not JSON: %s", block[1])
		}
	}
}

package batch

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mockup/internal/usage"
)

const post = `mockupType: posts
platform: x
renderKind: image
resolutionScale: 1x
rendererVersion: mockup-chromium-v1
props:
  platform: x
  post: {id: p, author: {name: %s}, content: %s, timestamp: "2026-05-16T18:21:00Z", metrics: {}}
`

const chat = `mockupType: chats
platform: whatsapp
renderKind: %s
resolutionScale: 1x
rendererVersion: mockup-chromium-v1
props:
  platform: whatsapp
  sender: {id: a, name: Ann}
  receivers: [{id: b, name: "${name}"%s}]
  messages: [{id: m, userId: b, type: text, timestamp: "2026-05-16T18:21:00Z", text: "hi from ${city}"}]
`

func chatOf(image string) string {
	if image != "" {
		image = ", image: " + image
	}
	return fmt.Sprintf(chat, "image", image)
}

// lay writes files into a new folder, which it returns.
func lay(t *testing.T, files map[string]string) string {
	t.Helper()
	folder := t.TempDir()
	for name, text := range files {
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

func identity(context.Context, bool) (string, error) { return "engine 1", nil }

// plan makes a plan in a folder, whose outputs go to out.
func plan(t *testing.T, folder string, opts Options) (*Plan, error) {
	t.Helper()
	if !slices.Contains(opts.Inputs, "-") {
		for i, input := range opts.Inputs {
			opts.Inputs[i] = filepath.Join(folder, input)
		}
	}
	if opts.Data != "" {
		opts.Data = filepath.Join(folder, opts.Data)
	}
	opts.Output, opts.Identity = filepath.Join(folder, "out"), identity
	return NewPlan(t.Context(), opts)
}

// outputs are the plan's outputs below the output folder; of an invalid item, its state.
func outputs(p *Plan) string {
	var names []string
	for _, item := range p.Items {
		if item.Output == "" {
			names = append(names, string(item.State))
		} else {
			names = append(names, item.rel)
		}
	}
	return strings.Join(names, " ")
}

func TestPlanOutputs(t *testing.T) {
	t.Parallel()
	files := map[string]string{
		"p/a.yaml": chatOf(""), "p/sub/b.json": `{"mockupType": 1}`, "p/sub/deep/v.yml": fmt.Sprintf(chat, "video", ""),
		"p/clear.yaml":   strings.Replace(fmt.Sprintf(chat, "video", ""), "props:", "props:\n  transparentBackground: true", 1),
		"p/.hidden.yaml": "x", "p/mockup.yaml": "x", "p/notes.txt": "x", "p/out.json": "{}",
		"v/batch.yaml": "variants:\n  platform: [whatsapp, imessage]\n  darkMode: [true, false]\n  resolutionScale: 2x\n",
		"v/a.yaml":     chatOf(""),
		"v/n/batch.yaml": `name: "{name}/{canvas.aspectRatio}-{aspectRatio}-{mockupType}.png"
variants: {canvas.aspectRatio: ["4:5", "1:1"]}`,
		"v/n/deep/b.yaml": chatOf(""),
		"d/batch.yaml":    "data: rows.json", "d/rows.json": `[{"name": "Mia", "city": "Oslo"}]`, "d/a.yaml": chatOf(""),
		"excel.csv":    "name;city\r\nMia;\"Oslo; NO\"\r\n",
		"tabs.csv":     "name\tcity\nMia\tOslo\n",
		"rows.csv":     "\ufeffname, city\nMia,\"Oslo, NO\"\nNoah,../x\n",
		"rows.json":    `[{"name": "Mia", "city": 3.50}, {"name": "Noah", "city": null}]`,
		"q/plain.yaml": fmt.Sprintf(post, "Mia", "hello"),
		"q/rows.yaml":  chatOf(""),
	}
	folder := lay(t, files)
	for _, c := range []struct {
		name string
		opts Options
		want string
	}{
		{"a folder", Options{Inputs: []string{"p"}, Skip: []string{filepath.Join(folder, "p/out.json")}},
			"a.png clear.webm invalid sub/deep/v.mp4"},
		{"files", Options{Inputs: []string{"p/a.yaml", "p/sub/deep/v.yml"}}, "a.png v.mp4"},
		{"a pattern", Options{Inputs: []string{"p/**/*.y*ml"}}, "a.png clear.webm sub/deep/v.mp4"},
		{"a pattern of one level", Options{Inputs: []string{"p/[a-b]*.yaml"}}, "a.png"},
		{"a batch file", Options{Inputs: []string{"v"}},
			"a-whatsapp-true.png a-whatsapp-false.png a-imessage-true.png a-imessage-false.png " +
				"n/deep/b/4-5-4-5-chats.png n/deep/b/1-1-1-1-chats.png"},
		{"a batch file by its name", Options{Inputs: []string{"v/n/batch.yaml"}}, "deep/b/4-5-4-5-chats.png deep/b/1-1-1-1-chats.png"},
		{"a batch file's data", Options{Inputs: []string{"d"}}, "a-001.png"},
		{"variants instead of the file's", Options{Inputs: []string{"v/a.yaml"}, Set: []Axis{{"platform", []any{"slack"}}, {"batteryLevel", []any{1.5, 2.0}}}},
			"a-true-1.5.png a-true-2.png a-false-1.5.png a-false-2.png"},
		{"rows, of payloads that ask for them", Options{Inputs: []string{"q"}, Data: "rows.csv"}, "plain.png rows-001.png rows-002.png"},
		{"rows of JSON", Options{Inputs: []string{"q/rows.yaml"}, Data: "rows.json", Name: "{name}-${name}-{city}-{statusBarTime}"},
			"rows-Mia-3.50-9-41.png rows-Noah--9-41.png"},
		{"semicolons", Options{Inputs: []string{"q/rows.yaml"}, Data: "excel.csv", Name: "{name}-{city}"}, "rows-Oslo--NO.png"},
		{"tabs", Options{Inputs: []string{"q/rows.yaml"}, Data: "tabs.csv", Name: "{name}-{city}"}, "rows-Oslo.png"},
		{"rows stay in the folder", Options{Inputs: []string{"q/rows.yaml"}, Data: "rows.csv", Name: "{name}/x{city}"}, "rows/xOslo--NO.png rows/x-x.png"},
		{"lines", Options{Inputs: []string{"-"}, Stdin: strings.NewReader("\n" + oneLine + "\n{}\n\n" + oneLine)}, "mockup-002.png invalid mockup-005.png"},
	} {
		p, err := plan(t, folder, c.opts)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
		} else if got := outputs(p); got != c.want {
			t.Errorf("%s:\ngot  %s\nwant %s", c.name, got, c.want)
		}
	}
}

const oneLine = `{"mockupType": "posts", "platform": "x", "renderKind": "image", "resolutionScale": "1x", "rendererVersion": "mockup-chromium-v1",` +
	` "props": {"platform": "x", "post": {"id": "p", "author": {"name": "Mia"}, "content": "hi", "timestamp": "2026-05-16T18:21:00Z", "metrics": {}}}}`

// What a batch cannot be is a usage error that says what to do, and nothing is planned.
func TestPlanUsage(t *testing.T) {
	t.Parallel()
	folder := lay(t, map[string]string{
		"a.yaml": chatOf(""), "b/a.yaml": chatOf(""), "b/A.yml": chatOf(""), "plain.yaml": fmt.Sprintf(post, "Mia", "hello"),
		"rows.csv": "name,city\nMia,Oslo\n", "twice.csv": "a,a\n", "bare.csv": "a,b\n", "ragged.csv": "a,b\n1\n", "none.csv": "", "rows.txt": "a",
		"nested.json": `[{"a": []}]`, "object.json": `{}`, "two.json": `[] []`, "unnamed.csv": "a,\n1,2\n", "latin.csv": "a\nS\xe3o\n",
		"f1/batch.yaml": "variant: {}", "f1/a.yaml": chatOf(""), "f2/batch.yaml": "variants: {darkMode: []}", "f2/a.yaml": chatOf(""),
		"f3/batch.yaml": "variants: [1]", "f3/a.yaml": chatOf(""), "f4/batch.yaml": "variants: {a: {b: c}}", "f4/a.yaml": chatOf(""),
		"f5/batch.yaml": "a: [", "f5/a.yaml": chatOf(""), "f6/batch.yaml": "name: a\nname: b", "f6/a.yaml": chatOf(""),
		"image/a.yaml": chatOf("../out/a.png"), "out/a.png": "an image",
	})
	hundred := make([]any, 100)
	for i := range hundred {
		hundred[i] = float64(i)
	}
	for _, c := range []struct {
		opts Options
		want string
	}{
		{Options{Inputs: []string{"a.yaml", "b/a.yaml"}}, "a.yaml would both be written as"},
		{Options{Inputs: []string{"b"}}, "A.yml and "},
		{Options{Inputs: []string{"a.yaml"}, Data: "plain.yaml"}, "data is read from .csv and .json files"},
		{Options{Inputs: []string{"plain.yaml"}, Data: "rows.csv"}, "no payload has a ${column}"},
		{Options{Inputs: []string{"a.yaml"}, Data: "twice.csv"}, `two columns have the name "a"`},
		{Options{Inputs: []string{"a.yaml"}, Data: "bare.csv"}, "there are no rows"},
		{Options{Inputs: []string{"a.yaml"}, Data: "ragged.csv"}, `the number of values in line 2 is 1, but that of columns in the first line is 2; put a text that contains "," in double quotes`},
		{Options{Inputs: []string{"a.yaml"}, Data: "latin.csv"}, "latin.csv: not text in UTF-8; save it as UTF-8"},
		{Options{Inputs: []string{"a.yaml"}, Data: "none.csv"}, "its first line names the columns"},
		{Options{Inputs: []string{"a.yaml"}, Data: "unnamed.csv"}, "column 2 has no name"},
		{Options{Inputs: []string{"a.yaml"}, Data: "nested.json"}, "row 1: a is an array"},
		{Options{Inputs: []string{"a.yaml"}, Data: "object.json"}, "expected an array of objects"},
		{Options{Inputs: []string{"a.yaml"}, Data: "two.json"}, "something after the array"},
		{Options{Inputs: []string{"a.yaml"}, Name: "{name"}, "not closed"},
		{Options{Inputs: []string{"a.yaml"}, Name: "name}"}, "} without a {"},
		{Options{Inputs: []string{"a.yaml"}, Name: "{}"}, "nothing in it"},
		{Options{Inputs: []string{"a.yaml"}, Name: ".png"}, "is empty"},
		{Options{Inputs: []string{"a.yaml"}, Name: "{nam}"}, "neither varied nor a column nor a field"},
		{Options{Inputs: []string{"a.yaml"}, Name: "${nam}"}, "no such column"},
		{Options{Inputs: []string{"a.yaml"}, Name: "../{name}"}, `the name "../a"`},
		{Options{Inputs: []string{"a.yaml"}, Name: "/{name}"}, `the name "/a"`},
		{Options{Inputs: []string{"a.yaml"}, Name: "x/"}, `the name "x/"`},
		{Options{Inputs: []string{"a.yaml"}, Set: []Axis{{"a", hundred}, {"b", hundred}, {"c", hundred}}}, "more than 100000 outputs"},
		{Options{Inputs: []string{"f1"}}, `batch.yaml:1: there is no field "variant"; allowed are name, variants and data; did you mean "variants"?`},
		{Options{Inputs: []string{"f2"}}, "darkMode has no values"},
		{Options{Inputs: []string{"f3"}}, "expected fields"},
		{Options{Inputs: []string{"f4"}}, "text, a number, true or false"},
		{Options{Inputs: []string{"f5"}}, "not valid YAML"},
		{Options{Inputs: []string{"f6"}}, "given twice"},
		{Options{Inputs: []string{"image"}}, "a file that payloads use"},
		{Options{Inputs: []string{"-"}, Stdin: strings.NewReader("\n")}, "holds no payload"},
		{Options{Inputs: []string{"-"}, Stdin: strings.NewReader("mockupType: posts\nplatform: x\n")}, "no line of the standard input is JSON"},
		{Options{Inputs: []string{"-"}, Stdin: strings.NewReader("{\n  \"points\": [\n    1\n  ]\n}\n")}, "no line of the standard input is JSON"},
	} {
		_, err := plan(t, folder, c.opts)
		var misuse *usage.Error
		if !errors.As(err, &misuse) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: got %v, want a usage error with %q", c.opts, err, c.want)
		}
	}
	for _, input := range []string{"none", "none/*.yaml", "*.png", "out"} {
		if _, err := plan(t, folder, Options{Inputs: []string{input}}); err == nil || errors.As(err, new(*usage.Error)) {
			t.Errorf("%s: got %v, want an error that is not a usage error", input, err)
		}
	}
}

// Violations carry the place in what was handed in, and those of variants and rows come with their items.
func TestPlanInvalid(t *testing.T) {
	t.Parallel()
	folder := lay(t, map[string]string{"a.yaml": chatOf("none.jpg"), "rows.csv": "name\nMia\n"})
	p, err := plan(t, folder, Options{Inputs: []string{"a.yaml"}, Data: "rows.csv", Set: []Axis{{"darkMode", []any{true, "yes"}}}})
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, item := range p.Items {
		if item.State != Invalid {
			t.Errorf("%s is %s", item.Name, item.State)
		}
		for _, d := range item.Found {
			all = append(all, fmt.Sprintf("%s %d %s", item.Label, d.Line, d.Code))
		}
	}
	want := "darkMode=true, row 1 9 missing_file; darkMode=true, row 1 10 column; darkMode=yes, row 1 7 type; darkMode=yes, row 1 9 missing_file; darkMode=yes, row 1 10 column"
	if got := strings.Join(all, "; "); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	p, err = plan(t, folder, Options{Inputs: []string{"-"}, Stdin: strings.NewReader(oneLine + "\n{\n")})
	if err != nil {
		t.Fatal(err)
	}
	if found := p.Items[1].Found; len(found) != 1 || !strings.HasPrefix(found[0].String(), "stdin:2:") {
		t.Errorf("found %v", found)
	}
}

// A pattern in a folder that is not there names the folder.
func TestPlanPatternOfNoFolder(t *testing.T) {
	t.Parallel()
	_, err := plan(t, lay(t, nil), Options{Inputs: []string{"none/**/*.yaml"}})
	if err == nil || !strings.Contains(err.Error(), "none/**/*.yaml matches nothing: there is no folder ") {
		t.Errorf("got %v", err)
	}
}

func TestParseAxis(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"darkMode=true,false":       "darkMode [bool true bool false]",
		"a.b = 1, -2.5 ,4x,1:1":     "a.b [float64 1 float64 -2.5 string 4x string 1:1]",
		`t="a, b",'true', c d ,"x"`: "t [string a, b string true string c d string x]",
		"c=#1d9bf0,":                "c [string #1d9bf0 string ]",
		"n=Infinity,nan,0x10,1_000": "n [string Infinity string nan string 0x10 string 1_000]",
	} {
		axis, err := ParseAxis(text)
		var values []string
		for _, v := range axis.Values {
			values = append(values, fmt.Sprintf("%T %v", v, v))
		}
		if got := fmt.Sprint(axis.Path, " ", values); err != nil || got != want {
			t.Errorf("%s: got %s, %v, want %s", text, got, err, want)
		}
	}
	for _, text := range []string{"", "darkMode", "=1", `a="x`, `a="x"y`} {
		if axis, err := ParseAxis(text); err == nil {
			t.Errorf("%s became %v", text, axis)
		}
	}
}

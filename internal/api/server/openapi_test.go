package server

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"mockup/internal/schema"
)

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

func sum(content string) string {
	s := sha256.Sum256([]byte(content))
	return hex.EncodeToString(s[:])
}

// contract returns the OpenAPI document.
var contract = sync.OnceValues(func() (map[string]any, error) {
	data, err := document("")
	if err != nil {
		return nil, err
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	return doc.(map[string]any), nil
})

// schemas returns a compiler for the document's schemas.
var schemas = sync.OnceValues(func() (*jsonschema.Compiler, error) {
	doc, err := contract()
	if err != nil {
		return nil, err
	}
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	return c, c.AddResource("file:///openapi.json", doc)
})

var compiling sync.Mutex

// checkAnswer checks an answer against the document: its route, status, headers and body.
func checkAnswer(t *testing.T, r *http.Request, got answered) {
	t.Helper()
	doc, err := contract()
	check(t, err)
	template := routeOf(doc, r.URL.Path)
	if template == "" || r.Method == http.MethodHead || r.Method == http.MethodOptions {
		return
	}
	pointer := "/paths/" + escape(template) + "/" + strings.ToLower(r.Method)
	if got.status == http.StatusMethodNotAllowed {
		method, _, _ := strings.Cut(got.header.Get("Allow"), ",")
		pointer = "/paths/" + escape(template) + "/" + strings.ToLower(method)
	}
	pointer += "/responses/" + strconv.Itoa(got.status)
	response := resolve(doc, pointer)
	if response == nil {
		t.Errorf("%s %s: the document does not know the answer %d: %s", r.Method, template, got.status, got.body)
		return
	}
	if ref, ok := response["$ref"].(string); ok {
		pointer = strings.TrimPrefix(ref, "#")
		response = resolve(doc, pointer)
	}
	headers, _ := response["headers"].(map[string]any)
	for name, header := range headers {
		definition := header.(map[string]any)
		if ref, ok := definition["$ref"].(string); ok {
			definition = resolve(doc, strings.TrimPrefix(ref, "#"))
		}
		if got.header.Get(name) == "" && definition["required"] == true {
			t.Errorf("%s %s: the answer %d has no header %s", r.Method, template, got.status, name)
		}
	}
	if got.status == http.StatusNoContent {
		return
	}
	media, _, _ := strings.Cut(got.header.Get("Content-Type"), ";")
	content, _ := response["content"].(map[string]any)
	if _, known := content[media]; !known {
		t.Errorf("%s %s: the document does not know %q", r.Method, template, media)
		return
	}
	if media == "application/json" {
		checkBody(t, pointer+"/content/application~1json/schema", got.body)
	}
}

// checkBody checks JSON against a schema of the document.
func checkBody(t *testing.T, pointer string, body []byte) {
	t.Helper()
	s := compiled(t, pointer)
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(body))
	check(t, err)
	if err := s.Validate(value); err != nil {
		t.Errorf("%s: %v\n%s", pointer, err, body)
	}
}

// compiled returns the schema at a pointer of the document.
func compiled(t *testing.T, pointer string) *jsonschema.Schema {
	t.Helper()
	c, err := schemas()
	check(t, err)
	compiling.Lock()
	defer compiling.Unlock()
	s, err := c.Compile("file:///openapi.json#" + pointer)
	check(t, err)
	return s
}

// routeOf returns the path of the document that an address matches.
func routeOf(doc map[string]any, address string) string {
	steps := strings.Split(address, "/")
	for template := range doc["paths"].(map[string]any) {
		want := strings.Split(template, "/")
		if slices.EqualFunc(steps, want, func(step, want string) bool { return step == want || want == "{id}" && step != "" }) {
			return template
		}
	}
	return ""
}

func escape(step string) string {
	return strings.NewReplacer("~", "~0", "/", "~1", "{", "%7B", "}", "%7D").Replace(step)
}

func resolve(doc map[string]any, pointer string) map[string]any {
	unescape := strings.NewReplacer("~1", "/", "~0", "~", "%7B", "{", "%7D", "}")
	var at any = doc
	for _, step := range strings.Split(pointer, "/")[1:] {
		m, ok := at.(map[string]any)
		if !ok {
			return nil
		}
		at = m[unescape.Replace(step)]
	}
	m, _ := at.(map[string]any)
	return m
}

// Every reference of the document resolves, every schema compiles, and the sample of every type is valid.
func TestOpenAPI(t *testing.T) {
	t.Parallel()
	s := serve(t, func(o *Options) { o.PublicURL = "https://mockups.example.com/" })
	got := s.get("/openapi.json", "Authorization: ")
	got.want(t, http.StatusOK, "")
	var doc map[string]any
	check(t, json.Unmarshal(got.body, &doc))
	if doc["openapi"] != "3.1.0" || doc["servers"].([]any)[0].(map[string]any)["url"] != "https://mockups.example.com" {
		t.Errorf("openapi %v, servers %v", doc["openapi"], doc["servers"])
	}
	if n := strings.Count(string(got.body), `"Camera key"`); n != 1 {
		t.Errorf("the path of the camera is described %d times, want once for all types", n)
	}
	eachRef(doc, func(ref string) {
		if resolve(doc, strings.TrimPrefix(ref, "#")) == nil {
			t.Errorf("%s leads nowhere", ref)
		}
	})
	for _, name := range sortedKeys(resolve(doc, "/components/schemas")) {
		compiled(t, "/components/schemas/"+name)
	}
	for _, mt := range schema.Types() {
		sample, err := schema.Sample(mt, schema.SampleOptions{})
		check(t, err)
		payload, found := schema.Read(sample, schema.Options{})
		check(t, found.Err())
		body, err := payload.JSON(nil)
		check(t, err)
		checkBody(t, "/components/schemas/Mockup", body)
	}
}

func eachRef(at any, visit func(string)) {
	switch at := at.(type) {
	case map[string]any:
		if ref, ok := at["$ref"].(string); ok {
			visit(ref)
		}
		for _, below := range at {
			eachRef(below, visit)
		}
	case []any:
		for _, below := range at {
			eachRef(below, visit)
		}
	}
}

// The document says which fields beyond the v1 interface this service knows, and for which types.
func TestOpenAPIKnowsFieldsBeyondV1(t *testing.T) {
	data, err := document("")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(data, []byte(`"x-mockup-beyond-v1":true`)) || bytes.Contains(data, []byte("$comment")) {
		t.Error("fields beyond the interface are not marked by an extension")
	}
	const head = `"renderKind":"image","resolutionScale":"1x","rendererVersion":"mockup-a-v1",`
	for _, payload := range []string{
		`{"mockupType":"chats","platform":"x",` + head + `"props":{"platform":"x","sender":{"id":"a","name":"A"},"receivers":[{"id":"b","name":"B","handle":"b","joined":"2020-02"}],"messages":[]}}`,
		`{"mockupType":"emails","platform":"gmail",` + head + `"props":{"platform":"gmail","timezone":"UTC","conversation":{"subject":"s","participants":[],"emails":[]}}}`,
	} {
		doc, found := schema.Read([]byte(payload), schema.Options{})
		if doc == nil {
			t.Fatal(found)
		}
		if unknown, err := doc.Unknown(data); err != nil || len(unknown) > 0 || !doc.UsesBeyond() {
			t.Errorf("%v, %v", unknown, err)
		}
		if unknown, err := doc.Unknown(bytes.ReplaceAll(bytes.ReplaceAll(data, []byte(`"timezone":`), []byte(`"zone":`)), []byte(`"handle":`), []byte(`"alias":`))); err != nil || len(unknown) != 1 {
			t.Errorf("without one of the fields: %v, %v", unknown, err)
		}
	}
}

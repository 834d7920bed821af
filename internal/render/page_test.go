package render

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"mockup/internal/render/browser"
	"mockup/internal/render/scene"
	"mockup/internal/schema"
	"mockup/templates"
)

// onPage lays a payload out, lets look at the page, and returns the warnings.
func onPage(t *testing.T, r *Renderer, p *schema.Payload, look func(context.Context, *browser.Browser) error) (warnings []scene.Warning) {
	t.Helper()
	p.ResolutionScale = "1x"
	doc, err := r.buildDocument(t.Context(), Job{Payload: p, Dir: "../../examples/chats"})
	if err != nil {
		t.Fatal(err)
	}
	err = r.pool.use(t.Context(), func(ctx context.Context, b *browser.Browser) error {
		l, err := doc.layOut(ctx, b)
		if err != nil {
			return err
		}
		warnings = slices.Concat(doc.images.warnings, doc.warnings, l.warnings)
		return look(ctx, b)
	})
	if err != nil {
		t.Fatal(err)
	}
	return warnings
}

// ownBrowser returns a renderer with a browser for one test alone, which does to it what others must not meet.
func ownBrowser(t *testing.T) *Renderer {
	t.Helper()
	r, err := New(Options{Workers: 1, NoSandbox: browser.NeedsNoSandbox(), Timeout: 5 * time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.Close)
	return r
}

// samplePayload decodes the sample of a platform.
func samplePayload(t *testing.T, kind schema.Type, platform string) *schema.Payload {
	t.Helper()
	data, err := schema.Sample(kind, schema.SampleOptions{Platform: platform})
	if err != nil {
		t.Fatal(err)
	}
	p, found := schema.Decode(data, schema.Options{Filename: "sample.yaml"})
	if p == nil {
		t.Fatalf("%s %s: %v", kind, platform, found)
	}
	return p
}

// filePayload decodes the payload in a file, such as an example.
func filePayload(t *testing.T, file string) *schema.Payload {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	p, found := schema.Decode(data, schema.Options{Filename: file, AllowPaths: true})
	if p == nil {
		t.Fatal(found)
	}
	return p
}

const hostile = ` <script>document.title="run"</script></style><style>*{color:red!important}</style><img src=/image/x onerror='document.title="run"'>` +
	`<iframe src=https://example.com></iframe> url(https://example.com/a.png) [x](javascript:alert(1)) ![y](https://example.com/b.png) "'>{{.}}`

// spoil appends text to every free text below a value and counts them.
func spoil(v reflect.Value, text string) int {
	count := 0
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			count += spoil(v.Elem(), text)
		}
	case reflect.Slice:
		for i := range v.Len() {
			count += spoil(v.Index(i), text)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			field, name := v.Type().Field(i), strings.ToLower(v.Type().Field(i).Name)
			named := strings.HasSuffix(name, "id") || name == "platform" || strings.Contains(field.Tag.Get("jsonschema"), "enum=")
			if field.Type == reflect.TypeFor[string]() {
				if !named && v.Field(i).String() != "" {
					v.Field(i).SetString(v.Field(i).String() + text)
					count++
				}
				continue
			}
			count += spoil(v.Field(i), text)
		}
	}
	return count
}

// Whatever the text of whichever field, it is shown as text: it makes no element, runs nothing and loads nothing.
func TestHostileTexts(t *testing.T) {
	t.Parallel()
	r := ownBrowser(t)
	for _, kind := range schema.Types() {
		for _, platform := range templates.Available(string(kind)) {
			p := samplePayload(t, kind, platform)
			if p.RenderKind != schema.Image {
				continue
			}
			// Charts have no text of the payload's.
			if n := spoil(reflect.ValueOf(p.Props), hostile); n == 0 && !strings.HasSuffix(string(kind), "-chart") {
				t.Errorf("%s %s: no text found", kind, platform)
			}
			onPage(t, r, p, func(ctx context.Context, b *browser.Browser) error {
				var found string
				err := b.Call(ctx, `() => [document.title, document.getElementById("root").querySelectorAll(
					"script, style, iframe, object, embed, base, meta, link, img, [onerror], [href^='javascript']").length,
					performance.getEntriesByType("resource").filter((e) => !e.name.startsWith(document.baseURI)).length].join()`, nil, &found)
				if found != "mockup,0,0" {
					t.Errorf("%s %s: title, elements and addresses asked for: %q", kind, platform, found)
				}
				return err
			})
		}
	}
}

// A picture that would be too large is drawn at a smaller scale, and refused when it is too large even at 1x.
func TestPixelLimit(t *testing.T) {
	t.Parallel()
	r := Shared
	long := func(messages int) *schema.Payload {
		p := samplePayload(t, schema.Chats, "whatsapp")
		props := p.Props.(*schema.ChatProps)
		props.MobileView = false
		props.Messages = props.Messages[:1]
		for len(props.Messages) < messages {
			m := props.Messages[0]
			m.ID = fmt.Sprint("m", len(props.Messages))
			m.Type, m.Images, m.Text = "text", nil, strings.Repeat("line\n", 100)
			props.Messages = append(props.Messages, m)
		}
		return p
	}
	p := long(6)
	p.ResolutionScale = "4x"
	result, err := r.Render(t.Context(), Job{Payload: p})
	if err != nil {
		t.Fatal(err)
	}
	if len(result.Warnings) != 1 || result.Warnings[0].Code != "scale_reduced" || result.Width*result.Height > maxPixels || result.Width != 2*402 {
		t.Errorf("%d x %d with warnings %v, want 2x and scale_reduced", result.Width, result.Height, result.Warnings)
	}
	p.ResolutionScale = "2x"
	direct, err := r.Render(t.Context(), Job{Payload: p})
	if err != nil {
		t.Fatal(err)
	}
	_, pixels, _ := bytes.Cut(direct.Data, []byte("IDAT")) // the payload in the metadata is another
	if !bytes.HasSuffix(result.Data, pixels) {
		t.Error("the picture that was reduced to 2x differs from one at 2x")
	}
	p = long(90)
	if _, err = r.Render(t.Context(), Job{Payload: p}); err == nil || !strings.Contains(err.Error(), "shorten the content") {
		t.Errorf("a picture of 90 long messages gives %v", err)
	}
}

// The payload's zone, notation and mode are seen on the page.
func TestTimesAndModeOnPage(t *testing.T) {
	r := Shared
	for _, test := range []struct {
		zone, notation string
		dark           bool
		want, ground   string
	}{
		{"UTC", "24h", false, "18:21", "light"},
		{"Asia/Tokyo", "24h", false, "03:21", "light"},
		{"America/New_York", "12h", true, "2:21", "dark"},
	} {
		p := samplePayload(t, schema.Chats, "whatsapp")
		props := p.Props.(*schema.ChatProps)
		props.Messages = props.Messages[:1]
		props.Messages[0].Timestamp = "2026-05-16T18:21:00Z"
		props.Timezone, props.TimeNotation, props.DarkMode = schema.Zone(test.zone), test.notation, test.dark
		onPage(t, r, p, func(ctx context.Context, b *browser.Browser) error {
			var text string
			err := b.Call(ctx, `() => document.getElementById("root").innerText + (document.querySelector(".picture.dark") ? " dark" : " light")`, nil, &text)
			if !strings.Contains(text, test.want) || !strings.HasSuffix(text, test.ground) {
				t.Errorf("%+v: the page says %q", test, text)
			}
			return err
		})
	}
}

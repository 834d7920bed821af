package studio_test

import (
	"bytes"
	"image"
	"image/draw"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"encoding/base64"

	"github.com/go-rod/rod"
	"github.com/go-rod/rod/lib/input"

	"mockup/internal/render"
	"mockup/internal/render/diff"
	"mockup/internal/schema"
	"mockup/internal/studio/studiotest"
)

const chat = `# A chat between friends.
mockupType: chats
platform: whatsapp
renderKind: image
resolutionScale: 2x
rendererVersion: mockup-chromium-v1
props:
  platform: whatsapp
  statusBarTime: "16:25"
  sender: { id: me, name: Mia } # on the right
  receivers:
    - { id: noah, name: Noah }
  messages:
    # the first one
    - { id: m1, userId: noah, type: text, timestamp: "2026-05-15T16:21:00Z", text: "Saturday?" }
    - { id: m2, userId: me, type: text, timestamp: "2026-05-15T16:24:00Z", text: "Yes of course" }
    - { id: m3, userId: noah, type: text, timestamp: "2026-05-15T16:25:00Z", text: "Good" }
`

// workspace is a folder with payloads, and a studio that works in it.
type workspace struct {
	*studiotest.Studio
	t      *testing.T
	folder string
}

// shared are the browsers of all tests, once a test has started them.
var shared struct {
	once     sync.Once
	browsers *studiotest.Browsers
	err      error
}

func TestMain(m *testing.M) {
	code := m.Run()
	if shared.browsers != nil {
		shared.browsers.Close()
	}
	os.Exit(code)
}

// newWorkspace starts a studio on a folder that holds chat.yaml.
func newWorkspace(t *testing.T, text string) *workspace {
	t.Helper()
	w := &workspace{t: t, folder: t.TempDir()}
	w.write("chat.yaml", text)
	w.Studio = start(t, w.folder, "chat.yaml")
	return w
}

// start starts a studio with the browsers of all tests.
func start(t *testing.T, folder, open string) *studiotest.Studio {
	t.Helper()
	shared.once.Do(func() { shared.browsers, shared.err = studiotest.NewBrowsers() })
	if shared.err != nil {
		t.Fatal(shared.err)
	}
	s, err := shared.browsers.Start(folder, open)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

func (w *workspace) write(name, text string) {
	w.t.Helper()
	if err := os.WriteFile(filepath.Join(w.folder, name), []byte(text), 0o644); err != nil {
		w.t.Fatal(err)
	}
}

func (w *workspace) read(name string) string {
	w.t.Helper()
	data, err := os.ReadFile(filepath.Join(w.folder, name))
	if err != nil {
		w.t.Fatal(err)
	}
	return string(data)
}

// tab is a page of the studio.
type tab struct {
	*rod.Page
	t *testing.T
	w *workspace
}

func (w *workspace) open() *tab {
	w.t.Helper()
	page, err := w.Open(w.Address, 1280, 800)
	if err != nil {
		w.t.Fatal(err)
	}
	return &tab{page, w.t, w}
}

func (p *tab) eval(script string, args ...any) string {
	p.t.Helper()
	result, err := p.Eval(script, args...)
	if err != nil {
		p.t.Fatalf("%s: %v", script, err)
	}
	return result.Value.String()
}

func (p *tab) await(condition string, args ...any) {
	p.t.Helper()
	if err := studiotest.Wait(p.Page, condition, args...); err != nil {
		p.t.Fatalf("%v\n%s", err, p.eval(`() => document.body.innerText`))
	}
}

func (p *tab) settle() {
	p.t.Helper()
	if err := studiotest.Settle(p.Page); err != nil {
		p.t.Fatal(err)
	}
}

// press clicks on a control by its name.
func (p *tab) press(name string) {
	p.t.Helper()
	p.eval(`(name) => {
		const all = [...document.querySelectorAll("button, [role=radio], [role=switch]")];
		const found = all.find((one) => (one.getAttribute("aria-label") ?? one.textContent.trim()) === name);
		if (!found) throw new Error("no control " + name + " among " + all.map((one) => one.getAttribute("aria-label") ?? one.textContent.trim()).join("; "));
		found.click();
	}`, name)
}

// field is a control of the form.
func (p *tab) field(name string) *rod.Element {
	p.t.Helper()
	element, err := p.Element(`[aria-label="` + name + `"]`)
	if err != nil {
		p.t.Fatalf("%s: %v", name, err)
	}
	return element
}

// typeInto replaces what a field holds, as a user types.
func (p *tab) typeInto(name, text string) {
	p.t.Helper()
	element := p.field(name)
	if err := element.SelectAllText(); err != nil {
		p.t.Fatal(err)
	}
	if err := element.Input(text); err != nil {
		p.t.Fatal(err)
	}
	p.settle()
}

func (p *tab) choose(name, value string) {
	p.t.Helper()
	p.eval(`(name, value) => {
		const element = document.querySelector('[aria-label="' + name + '"]');
		element.value = value;
		element.dispatchEvent(new Event("change", { bubbles: true }));
	}`, name, value)
	p.settle()
}

// code is the text in the editor.
func (p *tab) code() string {
	p.t.Helper()
	return p.eval(`() => studio.session.text`)
}

// setCode replaces a part of the text, as typing does.
func (p *tab) setCode(old, now string) {
	p.t.Helper()
	p.beginCode(old, now)
	p.settle()
}

// beginCode does the same, and does not wait for the picture.
func (p *tab) beginCode(old, now string) {
	p.t.Helper()
	p.eval(`(old, now) => {
		const at = studio.session.text.indexOf(old);
		if (at < 0) throw new Error("the text has no " + old);
		studio.session.view.dispatch({ changes: { from: at, to: at + old.length, insert: now } });
	}`, old, now)
}

// picture is what the page shows.
func (p *tab) picture() *image.NRGBA {
	p.t.Helper()
	address := p.eval(`() => document.querySelector(".picture").toDataURL("image/png")`)
	data, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(address, "data:image/png;base64,"))
	if err != nil {
		p.t.Fatal(err)
	}
	return decode(p.t, data)
}

func decode(t *testing.T, data []byte) *image.NRGBA {
	t.Helper()
	picture, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	out := image.NewNRGBA(picture.Bounds())
	draw.Draw(out, out.Rect, picture, image.Point{}, draw.Src)
	return out
}

// rendered is what the engine draws of a text, at the scale that the page asks for.
func (w *workspace) rendered(text string) *image.NRGBA {
	w.t.Helper()
	payload, found := schema.Decode([]byte(text), schema.Options{AllowPaths: true})
	if payload == nil {
		w.t.Fatal(found)
	}
	payload.ResolutionScale = "1x"
	result, err := w.Renderer.Render(w.t.Context(), render.Job{Payload: payload, Dir: w.folder})
	if err != nil {
		w.t.Fatal(err)
	}
	return decode(w.t, result.Data)
}

// shows checks that the page shows what the engine draws of its text.
func (p *tab) shows() {
	p.t.Helper()
	want, got := p.w.rendered(p.code()), p.picture()
	if got.Rect != want.Rect || !bytes.Equal(got.Pix, want.Pix) {
		p.t.Errorf("the page's picture, %v, is not what is rendered, %v: %d pixels differ", got.Rect, want.Rect, diff.Compare(got, want, diff.Options{}).Differing)
	}
}

// Typing shows the new picture, which is that of the command line.
func TestTyping(t *testing.T) {
	t.Parallel()
	p := newWorkspace(t, chat).open()
	p.shows()
	before := p.picture()
	p.press("Code")
	p.eval(`() => {
		const at = studio.session.text.indexOf("Good\"") + 4;
		studio.session.view.dispatch({ selection: { anchor: at } });
		studio.session.view.focus();
	}`)
	for _, key := range " bye" {
		if err := p.Keyboard.Type(input.Key(key)); err != nil {
			t.Fatal(err)
		}
	}
	p.settle()
	if !strings.Contains(p.code(), "Good bye") {
		t.Errorf("the code is\n%s", p.code())
	}
	p.shows()
	if bytes.Equal(before.Pix, p.picture().Pix) {
		t.Error("the picture has not changed")
	}
}

// A picture whose file is decoded late does not take the place of a newer one.
func TestLateDecoding(t *testing.T) {
	t.Parallel()
	p := newWorkspace(t, chat).open()
	p.eval(`() => {
		const decode = createImageBitmap;
		globalThis.createImageBitmap = async (...of) => {
			globalThis.createImageBitmap = decode;
			const bitmap = await decode(...of);
			await new Promise((done) => (globalThis.decoded = done));
			return bitmap;
		};
	}`)
	p.beginCode("Good", "Late")
	p.await(`() => globalThis.decoded !== undefined`)
	p.setCode("Late", "Newest")
	p.eval(`async () => {
		decoded();
		await new Promise((done) => setTimeout(done));
	}`)
	p.shows()
}

// A violation is underlined where it stands, with the validator's words and what was meant.
func TestViolation(t *testing.T) {
	t.Parallel()
	p := newWorkspace(t, chat).open()
	p.press("Code")
	before := p.picture()
	p.setCode("renderKind: image", "renderKind: imege")
	p.await(`() => document.querySelector(".cm-lintRange-error")?.textContent === "imege"`)
	words := p.eval(`() => document.querySelector(".problems").innerText`)
	if want := `"imege" is not allowed; allowed: image, video; did you mean "image"?`; !strings.Contains(words, want) {
		t.Errorf("the page says %q, want %q", words, want)
	}
	if !bytes.Equal(before.Pix, p.picture().Pix) {
		t.Error("the last valid picture is gone")
	}
	p.press("Change to image")
	p.settle()
	if p.code() != chat {
		t.Errorf("the code is\n%s", p.code())
	}
	p.await(`() => !document.querySelector(".cm-lintRange-error") && document.querySelector(".problems").hidden`)
	p.setCode("  sender:", "  sendr:")
	p.await(`() => document.querySelector(".cm-lintRange-error") !== null`)
	p.press("Change to sender")
	p.settle()
	if p.code() != chat {
		t.Errorf("the code is\n%s", p.code())
	}
}

// The form writes into the code and leaves the rest of it as it was: comments, order, quotes.
func TestFormWritesCode(t *testing.T) {
	t.Parallel()
	p := newWorkspace(t, chat).open()
	p.typeInto("Text of message 2", `He said "no": #1`)
	want := strings.Replace(chat, `"Yes of course"`, `"He said \"no\": #1"`, 1)
	if got := p.code(); got != want {
		t.Errorf("the code is\n%s\nwant\n%s", got, want)
	}
	p.press("Dark")
	p.settle()
	want = strings.Replace(want, "  receivers:\n", "  darkMode: true\n  receivers:\n", 1)
	if got := p.code(); got != want {
		t.Errorf("the code is\n%s\nwant\n%s", got, want)
	}
	p.choose("Canvas", "4:5")
	if !strings.Contains(p.code(), `canvas: { aspectRatio: "4:5" }`) {
		t.Errorf("the code is\n%s", p.code())
	}
	p.choose("Platform", "telegram")
	if strings.Count(p.code(), "platform: telegram") != 2 {
		t.Errorf("the code is\n%s", p.code())
	}
	p.shows()
	for range 20 {
		p.eval(`() => document.querySelector('[aria-label="Undo (Ctrl Z)"]').click()`)
	}
	p.settle()
	if got := p.code(); got != chat {
		t.Errorf("undone, the code is\n%s", got)
	}
	p.shows()
}

// What the code says the form shows.
func TestCodeFillsForm(t *testing.T) {
	t.Parallel()
	p := newWorkspace(t, chat).open()
	p.setCode(`text: "Good"`, `text: "Better"`)
	p.setCode("  messages:\n", "  darkMode: true\n  messages:\n")
	if got := p.eval(`() => document.querySelector('[aria-label="Text of message 3"]').value`); got != "Better" {
		t.Errorf("the form shows %q", got)
	}
	p.await(`() => document.querySelector('.quick [aria-label="Dark"]').getAttribute("aria-pressed") === "true"`)
	p.await(`() => document.querySelector('[role=switch][aria-label="Dark mode"]').getAttribute("aria-checked") === "true"`)
}

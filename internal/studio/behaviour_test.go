package studio_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/go-rod/rod/lib/input"
	"github.com/go-rod/rod/lib/proto"

	"mockup/internal/longtest"
	"mockup/internal/render"
	"mockup/internal/render/diff"
	"mockup/internal/schema"
	"mockup/internal/studio/studiotest"
)

// flat is a small picture.
func flat(t *testing.T) []byte {
	t.Helper()
	picture := image.NewNRGBA(image.Rect(0, 0, 60, 40))
	for i := range 60 * 40 {
		picture.SetNRGBA(i%60, i/60, color.NRGBA{200, 30, 60, 255})
	}
	var out bytes.Buffer
	if err := png.Encode(&out, picture); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// drop drops a file on an element, as the desktop does.
func (p *tab) drop(selector, name string, data []byte) {
	p.t.Helper()
	p.eval(`(selector, name, data) => {
		const transfer = new DataTransfer();
		const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
		transfer.items.add(new File([bytes], name, { type: "image/png" }));
		document.querySelector(selector).dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: transfer }));
	}`, selector, name, base64.StdEncoding.EncodeToString(data))
}

// Messages are added, moved, deleted, change sides, and get pictures, by the form alone.
func TestMessages(t *testing.T) {
	t.Parallel()
	w := newWorkspace(t, chat)
	p := w.open()
	p.press("Add a message")
	p.await(`() => document.activeElement.getAttribute("aria-label") === "Text of message 4"`)
	p.typeInto("Text of message 4", "A new one")
	if !strings.Contains(p.code(), `- { id: m4, userId: me, type: text, timestamp: "2026-05-15T16:26:00Z", text: "A new one" }`) &&
		!strings.Contains(p.code(), `- { id: m4, userId: me, type: text, timestamp: "2026-05-15T16:26:00Z", text: A new one }`) {
		t.Errorf("the code is\n%s", p.code())
	}
	p.press("Change the side of message 4")
	p.settle()
	p.press("Delete message 1")
	p.settle()
	p.eval(`() => document.querySelector('[aria-label^="Move message 3"]').focus()`)
	if err := p.Keyboard.Press(input.ArrowUp); err != nil {
		t.Fatal(err)
	}
	p.settle()
	var texts []string
	payload, found := schema.Decode([]byte(p.code()), schema.Options{AllowPaths: true})
	if payload == nil {
		t.Fatal(found)
	}
	for _, m := range payload.Props.(*schema.ChatProps).Messages {
		texts = append(texts, m.UserID+": "+m.Text)
	}
	if got, want := strings.Join(texts, ", "), "me: Yes of course, noah: A new one, noah: Good"; got != want {
		t.Errorf("the messages are %q, want %q", got, want)
	}
	if !strings.Contains(p.code(), "# the first one") {
		t.Error("a comment is gone")
	}
	p.drop("#field-props-messages-0", "My Photo.PNG", flat(t))
	p.await(`() => studio.session.text.includes("my-photo.png")`)
	p.settle()
	if !strings.Contains(p.code(), "type: mixed") || !strings.Contains(p.code(), "data: my-photo.png") {
		t.Errorf("the code is\n%s", p.code())
	}
	if data, err := os.ReadFile(filepath.Join(w.folder, "my-photo.png")); err != nil || !bytes.Equal(data, flat(t)) {
		t.Errorf("the picture beside the payload: %v", err)
	}
	p.shows()
	p.press("Remove picture 1 of message 1")
	p.settle()
	if strings.Contains(p.code(), "images") || strings.Contains(p.code(), "mixed") {
		t.Errorf("the code is\n%s", p.code())
	}
	p.drop(".picture", "two.png", flat(t))
	p.await(`() => studio.session.text.includes("two.png")`)
	p.settle()
	p.shows()
}

// pointAt moves the mouse to where a field is seen in the picture, which may still move on the page: the layout of the page can
// change after its picture is drawn.
func (p *tab) pointAt(path string) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.t.Context(), studiotest.Timeout)
	defer cancel()
	for {
		at := p.eval(`(path) => {
			const place = studio.stage.places.find((one) => one.path === path), box = document.querySelector(".picture").getBoundingClientRect();
			const factor = box.width / document.querySelector(".picture").width;
			return (box.left + (place.x + place.width / 2) * factor) + " " + (box.top + (place.y + place.height / 2) * factor);
		}`, path)
		x, y, _ := strings.Cut(at, " ")
		if err := p.Mouse.MoveTo(proto.Point{X: number(p.t, x), Y: number(p.t, y)}); err != nil {
			p.t.Fatal(err)
		}
		if p.eval(`() => studio.stage.marked`) == path {
			return
		}
		if err := ctx.Err(); err != nil {
			p.t.Fatalf("the mouse is not on %s: %v", path, err)
		}
	}
}

// clickOn clicks on a field in the picture.
func (p *tab) clickOn(path string, button proto.InputMouseButton) {
	p.t.Helper()
	p.pointAt(path)
	if err := p.Mouse.Click(button, 1); err != nil {
		p.t.Fatal(err)
	}
}

// A click in the picture leads to the line, and to the field of the form.
func TestClickInPicture(t *testing.T) {
	t.Parallel()
	p := newWorkspace(t, chat).open()
	p.clickOn("props.messages.1.text", proto.InputMouseButtonLeft)
	p.await(`() => document.activeElement.getAttribute("aria-label") === "Text of message 2"`)
	p.await(`() => !document.querySelector(".mark").hidden`)
	p.press("Code")
	p.settle()
	p.clickOn("props.messages.2.text", proto.InputMouseButtonLeft)
	p.await(`() => {
		const { state } = studio.session.view;
		return state.doc.lineAt(state.selection.main.head).text.includes("Good");
	}`)
}

func number(t *testing.T, text string) float64 {
	t.Helper()
	n, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// What is not saved survives a reload, and is kept apart from the file.
func TestDraft(t *testing.T) {
	t.Parallel()
	w := newWorkspace(t, chat)
	p := w.open()
	p.typeInto("Text of message 3", "Not saved")
	if err := p.Reload(); err != nil {
		t.Fatal(err)
	}
	p.settle()
	p.await(`() => studio.session.text.includes("Not saved")`)
	if w.read("chat.yaml") != chat {
		t.Error("the file was changed without being asked to")
	}
	if err := p.KeyActions().Press(input.ControlLeft).Type(input.KeyS).Do(); err != nil {
		t.Fatal(err)
	}
	p.await(`() => !studio.session.dirty`)
	if got := w.read("chat.yaml"); got != p.code() || !strings.Contains(got, "Not saved") {
		t.Errorf("the file has\n%s", got)
	}
	if kept := p.eval(`() => Object.keys(localStorage).filter((key) => key.startsWith("draft")).length`); kept != "0" {
		t.Errorf("%s drafts are left", kept)
	}
}

// Another program's changes are shown. With changes of one's own the user decides, and nothing is overwritten meanwhile.
func TestChangedOnDisk(t *testing.T) {
	t.Parallel()
	w := newWorkspace(t, chat)
	p := w.open()
	w.write("chat.yaml", strings.Replace(chat, "Good", "Theirs", 1))
	p.await(`() => studio.session.text.includes("Theirs") && !studio.session.dirty`)
	p.settle()
	p.shows()
	p.typeInto("Text of message 1", "Mine")
	w.write("chat.yaml", strings.Replace(chat, "Good", "Theirs again", 1))
	p.await(`() => document.querySelector(".note.error")?.textContent.includes("changed by another program")`)
	if !strings.Contains(p.code(), "Mine") {
		t.Errorf("the text was replaced by\n%s", p.code())
	}
	p.press("Save (Ctrl S)")
	p.await(`() => !studio.files.saving && document.querySelectorAll(".note.error").length === 1`)
	if got := w.read("chat.yaml"); !strings.Contains(got, "Theirs again") {
		t.Errorf("the file was overwritten with\n%s", got)
	}
	p.press("Keep mine")
	p.press("Save (Ctrl S)")
	p.await(`() => !studio.session.dirty`)
	if got := w.read("chat.yaml"); !strings.Contains(got, "Mine") {
		t.Errorf("the file has\n%s", got)
	}
}

// Two pages on one file notice each other.
func TestTwoTabs(t *testing.T) {
	t.Parallel()
	w := newWorkspace(t, chat)
	first, second := w.open(), w.open()
	first.typeInto("Text of message 1", "From the first")
	first.press("Save (Ctrl S)")
	first.await(`() => !studio.session.dirty`)
	second.await(`() => studio.session.text.includes("From the first") && !studio.session.dirty`)
	second.settle()
	second.shows()
}

// A video is scrubbed frame by frame, each of them the one that the engine draws, and an event that is dragged gets a time.
func TestVideo(t *testing.T) {
	t.Parallel()
	w := newWorkspace(t, strings.Replace(chat, "renderKind: image", "renderKind: video", 1))
	p := w.open()
	p.await(`() => !document.querySelector(".timeline").hidden && document.querySelectorAll(".event").length > 3`)
	payload, found := schema.Decode([]byte(p.code()), schema.Options{})
	if payload == nil {
		t.Fatal(found)
	}
	payload.ResolutionScale = "1x"
	playback, err := w.Renderer.NewPlayback(t.Context(), render.Job{Payload: payload})
	if err != nil {
		t.Fatal(err)
	}
	defer playback.Close()
	same := func(n int) {
		t.Helper()
		p.await(`(n) => studio.player.now === n && studio.player.shown === n`, n)
		want, err := playback.Frame(n)
		if err != nil {
			t.Fatal(err)
		}
		if d := diff.Compare(p.picture(), want, diff.Options{}); d.Differing > 0 {
			t.Errorf("frame %d: %d pixels differ", n, d.Differing)
		}
	}
	same(0)
	p.eval(`(n) => { const ruler = document.querySelector(".scrubber"); ruler.value = n; ruler.dispatchEvent(new Event("input")); ruler.blur(); }`, playback.Frames/2)
	same(playback.Frames / 2)
	for _, key := range []input.Key{input.ArrowRight, input.ArrowRight, input.ArrowLeft} {
		if err := p.Keyboard.Press(key); err != nil {
			t.Fatal(err)
		}
	}
	same(playback.Frames/2 + 1)
	if err := p.Keyboard.Press(input.KeyL); err != nil {
		t.Fatal(err)
	}
	p.await(`(n) => studio.player.playing && studio.player.now > n + 5`, playback.Frames/2)
	if err := p.Keyboard.Press(input.KeyK); err != nil {
		t.Fatal(err)
	}
	p.await(`() => !studio.player.playing`)
	p.dragEvent(".event.send", 80)
	p.await(`() => studio.session.text.includes("timing: { at: ")`)
	p.settle()
	if found := p.eval(`() => JSON.stringify(studio.session.result.found.filter((one) => one.severity === "error"))`); found != "[]" {
		t.Errorf("the dragged event gives %s", found)
	}
}

// dragEvent drags an event of the timeline to the right.
func (p *tab) dragEvent(selector string, by float64) {
	p.t.Helper()
	box := p.eval(`(selector) => { const box = document.querySelector(selector).getBoundingClientRect(); return (box.left + 10) + " " + (box.top + 8); }`, selector)
	x, y, _ := strings.Cut(box, " ")
	from := proto.Point{X: number(p.t, x), Y: number(p.t, y)}
	steps := []func() error{
		func() error { return p.Mouse.MoveTo(from) },
		func() error { return p.Mouse.Down(proto.InputMouseButtonLeft, 1) },
		func() error { return p.Mouse.MoveLinear(proto.Point{X: from.X + by, Y: from.Y}, 4) },
		func() error { return p.Mouse.Up(proto.InputMouseButtonLeft, 1) },
	}
	for _, step := range steps {
		if err := step(); err != nil {
			p.t.Fatal(err)
		}
	}
}

// catchCopies keeps what the page copies as text.
func (p *tab) catchCopies() {
	p.t.Helper()
	p.eval(`() => { navigator.clipboard.writeText = (text) => { globalThis.copied = text; return Promise.resolve(); }; }`)
}

// A link has the payload in its fragment, and opens in another studio.
func TestLink(t *testing.T) {
	t.Parallel()
	w := newWorkspace(t, chat)
	p := w.open()
	p.catchCopies()
	p.press("Copy a link that has the payload in it")
	p.await(`() => globalThis.copied?.includes("#p=")`)
	_, fragment, _ := strings.Cut(p.eval(`() => globalThis.copied`), "#")
	other := newWorkspace(t, "mockupType: posts\n")
	page, err := other.Open(other.Address+"#"+fragment, 1280, 800)
	if err != nil {
		t.Fatal(err)
	}
	opened := &tab{page, t, other}
	if opened.code() != chat {
		t.Errorf("the link opens\n%s", opened.code())
	}
	opened.shows()
	if got := other.read("chat.yaml"); got != "mockupType: posts\n" {
		t.Errorf("the file is now\n%s", got)
	}
}

// Fields, choices and ids are completed as the schema has them.
func TestCompletion(t *testing.T) {
	longtest.InTurn(t)
	t.Parallel()
	p := newWorkspace(t, chat).open()
	p.press("Code")
	p.await(`() => document.querySelector(".cm-lineNumbers") !== null`)
	for _, test := range []struct{ before, typed, want, rest string }{
		{"  messages:\n", "  showD", "showDates showDeviceFrame showDeviceStatus", "\n"},
		{"renderKind: ", "vi", "video", ""},
		{"{ id: m2, userId: ", "no", "noah", ""},
		{"{ id: m3, ", "sta", "status", ""},
	} {
		p.eval(`(before, typed, rest) => {
			const { view } = studio.session, at = studio.session.text.indexOf(before) + (before.endsWith("\n") ? 0 : before.length);
			view.focus();
			view.dispatch({ changes: { from: at, insert: typed + rest }, selection: { anchor: at + typed.length }, userEvent: "input.type" });
		}`, test.before, test.typed, test.rest)
		p.await(`(want) => want.split(" ").every((word) => [...document.querySelectorAll(".cm-completionLabel")].some((one) => one.textContent === word))`, test.want)
		if err := p.Keyboard.Press(input.Escape); err != nil {
			t.Fatal(err)
		}
		p.await(`() => document.querySelector(".cm-completionLabel") === null`)
		p.eval(`() => document.querySelector('[aria-label="Undo (Ctrl Z)"]').click()`)
		p.await(`(want) => studio.session.text === want`, chat)
	}
}

// The gallery starts a payload of each type; the one that was not saved comes back with undo.
func TestGallery(t *testing.T) {
	t.Parallel()
	w := newWorkspace(t, chat)
	p := w.open()
	p.press("Start from")
	p.await(`() => [...document.querySelectorAll(".card img")].some((img) => img.naturalWidth > 100)`)
	p.press("Gmail")
	p.await(`() => studio.session.name === "" && studio.session.text.includes("mockupType: emails")`)
	p.settle()
	p.shows()
	p.press("Start from")
	p.await(`() => document.querySelectorAll(".card").length > 40`)
	p.press("chat.yaml")
	p.await(`() => studio.session.name === "chat.yaml"`)
	p.settle()
	p.shows()
}

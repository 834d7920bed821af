package studio_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/go-rod/rod/lib/input"
	"github.com/go-rod/rod/lib/proto"

	"mockup/internal/longtest"
	"mockup/internal/studio/studiotest"
)

// keys presses keys one after another.
func (p *tab) keys(keys ...input.Key) {
	p.t.Helper()
	for _, key := range keys {
		if err := p.Keyboard.Press(key); err != nil {
			p.t.Fatal(err)
		}
	}
}

// awaitText waits until the payload contains a text, and the picture shows it.
func (p *tab) awaitText(text string) {
	p.t.Helper()
	p.await(`(text) => studio.session.text.includes(text)`, text)
	p.settle()
}

// The menu of a bubble in the picture changes its message, and the picture shows it.
func TestMessageMenu(t *testing.T) {
	longtest.InTurn(t)
	t.Parallel()
	p := newWorkspace(t, chat).open()
	open := func(message int) {
		t.Helper()
		p.clickOn(fmt.Sprintf("props.messages.%d.text", message), proto.InputMouseButtonRight)
		p.await(`(name) => document.querySelector(".menu:popover-open")?.getAttribute("aria-label") === name`, fmt.Sprintf("Menu of message %d", message+1))
	}
	open(1)
	p.await(`() => [...document.fonts].some((one) => /Reactions/.test(one.family) && one.status === "loaded")`)
	p.press("React with ❤️")
	p.awaitText(`reactions: [{ emoji: "❤️", by: [noah] }]`)
	p.shows()
	open(1)
	if checked := p.eval(`() => document.querySelector('[aria-label="React with ❤️"]').getAttribute("aria-checked")`); checked != "true" {
		t.Error("the menu does not say that the reaction is there")
	}
	p.press("React with ❤️")
	p.settle()
	if p.code() != chat {
		t.Errorf("without its reaction the code is\n%s", p.code())
	}
	open(0)
	p.press("Edited")
	p.awaitText("edited: true")
	p.shows()
	open(1)
	p.press("Change the side")
	p.awaitText(`{ id: m2, userId: noah`)
	open(2)
	p.press("Deleted for everyone")
	p.awaitText("deleted: true")
	p.shows()
	open(1)
	p.press("Delete the message")
	p.await(`() => !studio.session.text.includes("id: m2")`)
	p.settle()
	p.shows()
	open(0)
	p.press("Reply")
	p.awaitText("replyTo: m1")
	p.await(`() => document.activeElement.getAttribute("aria-label") === "Text of message 3"`)
	if !strings.Contains(p.code(), "userId: me") {
		t.Errorf("the answer is not by the other side\n%s", p.code())
	}
	p.shows()
}

// A message in a frame of a video leads to its field and has its menu; before it comes there is nothing to click on.
func TestMessageMenuInVideo(t *testing.T) {
	t.Parallel()
	p := newWorkspace(t, strings.Replace(chat, "renderKind: image", "renderKind: video", 1)).open()
	there := func() string {
		return p.eval(`() => studio.stage.places.map(({ path }) => path).filter((path) => path.startsWith("props.messages")).join(" ")`)
	}
	if got := there(); strings.Contains(got, "props.messages.1") {
		t.Errorf("in the first frame there is %s", got)
	}
	p.eval(`() => studio.player.seek(studio.player.length - 1)`)
	p.await(`() => studio.player.shown === studio.player.length - 1`)
	if got, want := there(), "props.messages.0.text props.messages.1.text props.messages.2.text"; got != want {
		t.Errorf("in the last frame there is %s, want %s", got, want)
	}
	p.clickOn("props.messages.1.text", proto.InputMouseButtonLeft)
	p.await(`() => document.activeElement.getAttribute("aria-label") === "Text of message 2"`)
	p.clickOn("props.messages.2.text", proto.InputMouseButtonRight)
	p.await(`() => document.querySelector(".menu:popover-open")?.getAttribute("aria-label") === "Menu of message 3"`)
	p.press("React with 👍")
	p.awaitText(`reactions: [{ emoji: "👍", by: [me] }]`)
	// While the video plays nothing is marked.
	p.eval(`() => { document.activeElement.blur(); studio.player.seek(studio.player.length - 60); studio.player.start(0.25); }`)
	mark := `() => { document.querySelector('[aria-label="Text of message 1"]').focus(); document.querySelector('[aria-label="Text of message 2"]').focus(); return String(!document.querySelector(".mark").hidden); }`
	if shown := p.eval(`() => String(studio.player.playing) + (` + mark + `)()`); shown != "truefalse" {
		t.Errorf("while it plays: %s", shown)
	}
	p.eval(`() => studio.player.stop()`)
	if shown := p.eval(mark); shown != "true" {
		t.Errorf("a message is marked when the video has stopped: %s", shown)
	}
}

// The menu is reached by the button beside a bubble, and by keys alone.
func TestMessageMenuByKeys(t *testing.T) {
	t.Parallel()
	p := newWorkspace(t, chat).open()
	p.eval(`() => document.querySelector(".picture").focus()`)
	p.keys(input.ArrowDown, input.ArrowDown)
	p.await(`() => studio.stage.marked === "props.messages.1.text"`)
	p.keys(input.Tab)
	p.await(`() => document.activeElement.getAttribute("aria-label") === "Menu of message 2"`)
	p.keys(input.Enter)
	p.await(`() => document.activeElement.getAttribute("aria-label") === "React with ❤️"`)
	p.keys(input.ArrowRight, input.Enter)
	p.awaitText(`reactions: [{ emoji: "👍", by: [noah] }]`)
	p.await(`() => document.activeElement.getAttribute("aria-label") === "Menu of message 2"`)
	p.keys(input.Enter)
	p.await(`() => document.querySelector(".menu:popover-open") !== null`)
	p.keys(input.ArrowUp)
	p.await(`() => document.activeElement.textContent.trim() === "Delete the message"`)
	p.keys(input.Escape)
	p.await(`() => document.querySelector(".menu:popover-open") === null`)
	p.eval(`() => document.querySelector(".picture").focus()`)
	p.keys(input.Enter)
	p.await(`() => document.activeElement.getAttribute("aria-label") === "Text of message 2"`)
}

// A platform without reactions offers none.
func TestMessageMenuOfPlatform(t *testing.T) {
	t.Parallel()
	p := newWorkspace(t, strings.ReplaceAll(chat, "whatsapp", "msn")).open()
	p.clickOn("props.messages.1.text", proto.InputMouseButtonRight)
	p.await(`() => document.querySelector(".menu:popover-open") !== null`)
	if got, want := p.eval(`() => [...document.querySelectorAll(".menu button")].map((one) => one.textContent.trim()).join(", ")`), "Deleted for everyone, Change the side, Delete the message"; got != want {
		t.Errorf("the menu has %q, want %q", got, want)
	}
}

// A message is dragged by its handle to another place.
func TestDragMessage(t *testing.T) {
	t.Parallel()
	p := newWorkspace(t, chat).open()
	at := func(message int) proto.Point {
		t.Helper()
		box := p.eval(`(n) => { const box = document.querySelector("#field-props-messages-" + n + " .grip").getBoundingClientRect(); return (box.left + 8) + " " + (box.top + 12); }`, message)
		x, y, _ := strings.Cut(box, " ")
		return proto.Point{X: number(t, x), Y: number(t, y)}
	}
	p.eval(`() => document.querySelector("#field-props-messages-2").scrollIntoView({ block: "end" })`)
	p.dragTo(at(2), at(0))
	p.await(`() => studio.session.text.indexOf("id: m3") < studio.session.text.indexOf("id: m1")`)
	p.settle()
	if !strings.Contains(p.code(), "# the first one") {
		t.Errorf("a comment is gone\n%s", p.code())
	}
	p.shows()
}

// dragTo drags with the mouse from one point to another.
func (p *tab) dragTo(from, to proto.Point) {
	p.t.Helper()
	for _, step := range []func() error{
		func() error { return p.Mouse.MoveTo(from) },
		func() error { return p.Mouse.Down(proto.InputMouseButtonLeft, 1) },
		func() error { return p.Mouse.MoveLinear(to, 6) },
		func() error { return p.Mouse.Up(proto.InputMouseButtonLeft, 1) },
	} {
		if err := step(); err != nil {
			p.t.Fatal(err)
		}
	}
}

// The picture is copied, and pasted into a message of another payload; pasted beside the form, it is a new message.
func TestCopyAndPaste(t *testing.T) {
	longtest.InTurn(t)
	t.Parallel()
	w := &workspace{t: t, folder: t.TempDir()}
	w.write("chat.yaml", chat)
	alone, err := studiotest.Start(w.folder, "chat.yaml") // in a Chromium of its own, which has a clipboard of its own
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(alone.Close)
	w.Studio = alone
	p := w.open()
	grant := proto.BrowserGrantPermissions{Permissions: []proto.BrowserPermissionType{proto.BrowserPermissionTypeClipboardReadWrite, proto.BrowserPermissionTypeClipboardSanitizedWrite}, BrowserContextID: w.Browser.BrowserContextID}
	if err := grant.Call(w.Browser); err != nil {
		t.Fatal(err)
	}
	if _, err := p.Activate(); err != nil {
		t.Fatal(err)
	}
	want := p.picture()
	p.press("Copy the picture")
	p.await(`() => document.querySelector(".note")?.textContent.includes("is on the clipboard")`)
	p.field("Text of message 3").MustFocus()
	paste := func() {
		t.Helper()
		if err := p.KeyActions().Press(input.ControlLeft).Type(input.KeyV).Do(); err != nil {
			t.Fatal(err)
		}
	}
	paste()
	p.awaitText("images: [")
	if !strings.Contains(p.code(), "id: m3, userId: noah, type: mixed") {
		t.Errorf("the code is\n%s", p.code())
	}
	name := p.eval(`() => studio.session.model.get(["props", "messages", 2, "images", 0, "data"])`)
	if got := decode(t, []byte(w.read(name))); got.Rect != want.Rect || string(got.Pix) != string(want.Pix) {
		t.Errorf("the pasted picture, %v, is not the copied one, %v", got.Rect, want.Rect)
	}
	p.eval(`() => document.querySelector(".picture").focus()`)
	paste()
	p.awaitText("id: m4")
	p.await(`() => studio.session.model.get(["props", "messages", 3, "images"])?.length === 1`)
	p.settle()
	p.shows()
}

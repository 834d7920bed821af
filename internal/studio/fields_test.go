package studio_test

import (
	"strings"
	"testing"

	"github.com/go-rod/rod/lib/input"

	"mockup/internal/longtest"
)

// Dates are chosen as the picture shows them, in its time zone, and written as instants.
func TestDateControl(t *testing.T) {
	t.Parallel()
	p := newWorkspace(t, strings.Replace(chat, "  statusBarTime", "  timezone: Europe/Berlin\n  statusBarTime", 1)).open()
	p.press("All fields of message 1")
	const of = `[data-path="props.messages.0.timestamp"] input`
	p.await(`(of) => document.querySelector(of)?.type === "datetime-local" && document.querySelector(of).value === "2026-05-15T18:21"`, of)
	set := func(value string) {
		p.eval(`(of, value) => {
			const input = document.querySelector(of);
			input.value = value;
			input.dispatchEvent(new Event("input", { bubbles: true }));
		}`, of, value)
		p.settle()
	}
	set("2026-03-29T03:30") // an hour after the clocks were put forward
	p.awaitText(`timestamp: "2026-03-29T01:30:00Z"`)
	set("2026-01-02T00:15")
	p.awaitText(`timestamp: "2026-01-01T23:15:00Z"`)
	p.eval(`() => { globalThis.failed = []; addEventListener("error", (event) => failed.push(event.message)); }`)
	for _, typed := range []string{"", "0002-01-02T00:15", "0202-01-02T00:15", "20266-01-02T00:15"} { // while a part is typed
		set(typed)
		p.awaitText(`timestamp: "2026-01-01T23:15:00Z"`)
	}
	if failed := p.eval(`() => JSON.stringify(failed)`); failed != "[]" {
		t.Errorf("the page has failed: %s", failed)
	}
	p.shows()
}

// A message becomes one of another type with all that this type needs, and can be drawn at once.
func TestMessageTypes(t *testing.T) {
	t.Parallel()
	p := newWorkspace(t, chat).open()
	p.press("All fields of message 2")
	p.await(`() => document.querySelector('[aria-label="What it is"]') !== null && document.querySelector('[data-path="props.messages.1.poll"]') === null`)
	p.choose("What it is", "poll")
	p.awaitText(`type: poll, timestamp: "2026-05-15T16:24:00Z", poll: { question: Yes of course, options: [{ text: "…" }, { text: "…" }] } }`)
	p.drawn()
	p.typeInto("Text of option 1", "Lake")
	p.awaitText(`options: [{ text: Lake }, { text: "…" }]`)
	p.press("All fields of option 1")
	p.await(`() => document.querySelector('[aria-label="Who chose it"] input[value=noah]') !== null`)
	p.eval(`() => document.querySelector('[aria-label="Who chose it"] input[value=noah]').click()`)
	p.awaitText(`{ text: Lake, by: [noah] }`)
	p.typeInto("Text of message 2", "Where to?")
	p.awaitText(`poll: { question: "Where to?", `)
	kinds := longtest.Sample(t, 3, []string{"voice", "call", "event", "file", "sticker", "location", "contact"}, longtest.Alike)
	for _, kind := range kinds {
		p.choose("What it is", kind)
		p.awaitText("type: " + kind + ",")
		if strings.Contains(p.code(), "poll:") {
			t.Fatalf("the poll is still there:\n%s", p.code())
		}
		p.drawn()
	}
	p.choose("What it is", "text")
	p.awaitText(`type: text, timestamp: "2026-05-15T16:24:00Z", text: "…" }`)
	for range kinds {
		p.press("Undo (Ctrl Z)")
	}
	p.settle()
	p.shows()
}

// drawn checks that the picture is that of the text, and that nothing is wrong with it.
func (p *tab) drawn() {
	p.t.Helper()
	if found := p.eval(`() => JSON.stringify([...studio.session.result.found, ...[studio.session.result.failure ?? []].flat()])`); found != "[]" {
		p.t.Errorf("%s\n%s", found, p.code())
	}
	p.shows()
}

// An answer is chosen among the messages before it, and a reaction comes with somebody who reacts.
func TestAnswerAndReaction(t *testing.T) {
	t.Parallel()
	p := newWorkspace(t, chat).open()
	p.press("All fields of message 3")
	p.await(`() => [...document.querySelector('[aria-label="Answer to"]').options].map((one) => one.label).join("|") === "—|1: Saturday?|2: Yes of course"`)
	p.choose("Answer to", "m2")
	p.awaitText("replyTo: m2")
	p.press("Add a reaction")
	p.awaitText(`reactions: [{ emoji: "👍", by: [me] }]`)
	p.drawn()
}

// A press on a gap in a dialog leaves it open, one beside it closes it. What is said of a file goes when another is chosen.
func TestDialogGaps(t *testing.T) {
	t.Parallel()
	p := newWorkspace(t, chat).open()
	p.press("Export")
	p.choose("Scale", "1x")
	p.download(p.export)
	p.choose("What", "video")
	p.await(`() => document.querySelector(".state").textContent === ""`)
	press := func(x, y string) {
		p.eval(`(x, y) => {
			const box = document.querySelector("dialog").getBoundingClientRect(), at = { left: box.left - 9, gap: box.left + 4, middle: (box.top + box.bottom) / 2 };
			document.querySelector("dialog").dispatchEvent(new PointerEvent("pointerdown", { clientX: at[x], clientY: at[y], bubbles: true }));
		}`, x, y)
	}
	press("gap", "middle")
	p.await(`() => document.querySelector("dialog[open]") !== null`)
	press("left", "middle")
	p.await(`() => document.querySelector("dialog") === null`)
}

// Of a text that cannot be read there is no form, but a way to its code.
func TestUnreadable(t *testing.T) {
	t.Parallel()
	w := newWorkspace(t, chat)
	w.write("broken.yaml", "mockupType: chats\nprops: [\n  {")
	p := w.open()
	p.eval(`() => studio.files.load("broken.yaml")`)
	p.await(`() => document.querySelector(".unreadable") !== null && document.querySelector(".form .section") === null`)
	p.press("Show the code")
	p.await(`() => document.querySelector(".code").checkVisibility() && document.querySelector(".cm-lineNumbers") !== null`)
	p.eval(`(text) => studio.session.replace(text)`, chat)
	p.press("Form")
	p.await(`() => document.querySelector('[aria-label="Text of message 1"]') !== null`)
}

// The gallery stays open until what was chosen in it is there, so that nothing is typed into what it takes the place of.
func TestGalleryWaits(t *testing.T) {
	t.Parallel()
	p := newWorkspace(t, chat).open()
	p.press("Start from")
	p.await(`() => document.querySelector("dialog .card") !== null`)
	p.eval(`() => {
		const ask = globalThis.fetch;
		globalThis.fetch = async (...args) => {
			if (String(args[0]).startsWith("api/sample")) await new Promise((go) => (globalThis.letGo = go));
			return ask(...args);
		};
	}`)
	p.press("iMessage")
	p.await(`() => globalThis.letGo !== undefined && document.querySelector("dialog[open]") !== null`)
	p.eval(`() => { // a double click
		globalThis.asked = 0;
		const ask = globalThis.fetch;
		globalThis.fetch = (...args) => { asked += String(args[0]).startsWith("api/sample"); return ask(...args); };
		document.querySelector("dialog .card[aria-label=iMessage]").click();
		globalThis.letGo();
	}`)
	p.awaitText("platform: imessage")
	p.await(`() => document.querySelector("dialog") === null`)
	if p.eval(`() => String(asked)`) != "0" {
		t.Error("the second click of a double click has asked for another payload")
	}
}

// What says something for a moment is in nobody's way.
func TestNotesLetThrough(t *testing.T) {
	t.Parallel()
	p := newWorkspace(t, chat).open()
	p.catchCopies()
	p.press("Copy a link that has the payload in it")
	p.await(`() => {
		const note = document.querySelector(".note");
		if (!note) return false;
		const { x, y, width, height } = note.getBoundingClientRect();
		return !note.contains(document.elementFromPoint(x + width / 2, y + height / 2));
	}`)
}

// Whoever starts with the keyboard comes from the gallery to the payload, not to the head of the page.
func TestKeyboardBegins(t *testing.T) {
	t.Parallel()
	w := &workspace{t: t, folder: t.TempDir()}
	w.Studio = start(t, w.folder, "")
	p := w.open()
	p.await(`() => document.activeElement.type === "search"`)
	p.MustInsertText("post x")
	p.keys(input.Enter)
	p.await(`() => document.querySelector("dialog") === null && document.activeElement.matches(".form")`)
	p.awaitText("mockupType: posts")
}

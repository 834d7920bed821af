package studio_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/go-rod/rod/lib/input"
	"github.com/go-rod/rod/lib/proto"

	"mockup/internal/longtest"
	"mockup/internal/schema"
)

// Messages are written one after another: what is typed takes the place of the dots, Enter leads to the next message and adds one
// behind the last, and own messages have the state of the one before.
func TestWriteMessages(t *testing.T) {
	t.Parallel()
	p := newWorkspace(t, strings.Replace(chat, `text: "Yes of course" }`, `text: "Yes of course", status: read }`, 1)).open()
	p.field("Text of message 2").MustFocus()
	p.keys(input.Enter)
	p.await(`() => document.activeElement.getAttribute("aria-label") === "Text of message 3"`)
	p.keys(input.Enter)
	p.await(`() => document.activeElement.getAttribute("aria-label") === "Text of message 4"`)
	p.MustInsertText("At nine?")
	p.awaitText(`text: "At nine?"`)
	p.await(`() => !document.querySelector(".mark").hidden && studio.stage.marked === "props.messages.3.text"`) // once it is seen
	if !strings.Contains(p.code(), "{ id: m4, userId: me, type: text, timestamp: \"2026-05-15T16:26:00Z\", text: \"At nine?\", status: read }") {
		t.Errorf("the code is\n%s", p.code())
	}
	if err := p.KeyActions().Press(input.ShiftLeft).Type(input.Enter).Do(); err != nil {
		t.Fatal(err)
	}
	p.awaitText(`text: "At nine?\n"`)
	p.press("Add a message")
	p.await(`() => document.activeElement.getAttribute("aria-label") === "Text of message 5"`)
	p.MustInsertText("Ten")
	p.awaitText("userId: noah, type: text, timestamp: \"2026-05-15T16:27:00Z\", text: Ten }")
	p.press("Change the side of message 5")
	p.awaitText("text: Ten, status: read }")
	p.shows()
}

// A picture's payload is exported as a video, too, and the payload stays as it is.
func TestExportOtherKind(t *testing.T) {
	t.Parallel()
	p := newWorkspace(t, chat).open()
	p.catchCopies()
	p.press("Export")
	p.choose("What", "video")
	p.choose("Scale", "1x")
	_, data := p.download(p.export)
	want := p.w.render(p.job(strings.NewReplacer("renderKind: image", "renderKind: video", "resolutionScale: 2x", "resolutionScale: 1x").Replace(chat)))
	if !bytes.Equal(data, want.Data) {
		t.Errorf("the file has %d bytes, %d are rendered", len(data), len(want.Data))
	}
	if p.code() != chat {
		t.Errorf("the code is\n%s", p.code())
	}
	p.press("Copy the command")
	p.await(`() => globalThis.copied === "mockup batch chat.yaml --set renderKind=video --set resolutionScale=1x"`)
}

// A word leads to payloads and samples, and the keyboard alone to the one that is wanted.
func TestGallerySearch(t *testing.T) {
	longtest.InTurn(t)
	t.Parallel()
	w := newWorkspace(t, chat)
	w.write("broken.yaml", "mockupType: [\n")
	p := w.open()
	p.press("Start from")
	p.await(`() => document.activeElement.type === "search"`)
	p.MustInsertText("post x")
	if got, want := p.eval(`() => [...document.querySelectorAll(".card")].filter((one) => one.checkVisibility()).map((one) => one.title).join(", ")`), "X"; got != want {
		t.Errorf("there are %q, want %q", got, want)
	}
	p.keys(input.Enter)
	p.awaitText("mockupType: posts")
	if open := p.eval(`() => document.querySelectorAll("dialog[open]").length`); open != "0" {
		t.Error("the key has opened the gallery again")
	}
	p.press("Start from")
	p.await(`() => document.activeElement.type === "search"`)
	p.MustInsertText("nothing like that")
	p.await(`() => document.querySelector(".nothing").textContent.includes("Nothing is called")`)
	p.eval(`() => { const search = document.activeElement; search.value = "chat"; search.dispatchEvent(new Event("input")); }`)
	p.keys(input.ArrowDown, input.ArrowRight, input.ArrowDown, input.ArrowUp, input.ArrowLeft)
	p.await(`() => document.activeElement.title === "chat.yaml"`)
	p.keys(input.Escape)
	p.await(`() => document.activeElement.textContent.includes("Start from")`)
	// Of a payload that cannot be drawn there is no picture, neither its own nor that of another.
	p.press("Start from")
	p.await(`() => document.querySelector('.card[title="broken.yaml"] .none') !== null`)
	p.press("broken.yaml")
	p.await(`() => studio.session.name === "broken.yaml"`)
	p.settle()
	p.await(`() => studio.stage.blob === null && !document.querySelector(".picture").checkVisibility({ visibilityProperty: true }) && !document.querySelector(".stage-message").hidden`)
	p.eval(`() => document.querySelector(".problems button").click()`)
	p.await(`() => studio.session.view.hasFocus`)
}

// What is marked in the picture stays marked where it is seen when the window changes its size.
func TestMarkFollows(t *testing.T) {
	t.Parallel()
	p := newWorkspace(t, chat).open()
	p.field("Text of message 3").MustFocus()
	at := func() bool {
		return p.eval(`() => {
			const place = studio.stage.places.find(({ path }) => path === "props.messages.2.text"), canvas = document.querySelector(".picture");
			const box = canvas.getBoundingClientRect(), mark = document.querySelector(".mark").getBoundingClientRect(), factor = box.width / canvas.width;
			return String(Math.abs(mark.left - box.left - place.x * factor) < 1 && Math.abs(mark.width - place.width * factor) < 1);
		}`) == "true"
	}
	if !at() {
		t.Fatal("the mark is not on the message")
	}
	if err := (proto.EmulationSetDeviceMetricsOverride{Width: 1000, Height: 600, DeviceScaleFactor: 1}).Call(p.Page); err != nil {
		t.Fatal(err)
	}
	p.await(`() => document.querySelector(".picture").getBoundingClientRect().height < 500`)
	if !at() {
		t.Error("the mark has stayed behind")
	}
	p.eval(`() => document.activeElement.blur()`)
	p.await(`() => document.querySelector(".mark").hidden`)
}

// What the editor of the code needs is loaded with the code, and the rest is small.
func TestPageLoadsLittle(t *testing.T) {
	t.Parallel()
	p := newWorkspace(t, chat).open()
	scripts := func() (names []string) {
		text := p.eval(`() => JSON.stringify(performance.getEntriesByType("resource").map(({ name }) => name).filter((name) => name.endsWith(".js")))`)
		if err := json.Unmarshal([]byte(text), &names); err != nil {
			t.Fatal(err)
		}
		return names
	}
	first, size := scripts(), 0
	for _, name := range first {
		size += compressed(t, name)
	}
	if size == 0 || size > 170_000 {
		t.Errorf("the page begins with %d compressed bytes of scripts, want at most 170000", size)
	}
	p.press("Code")
	p.await(`() => document.querySelector(".cm-lineNumbers") !== null`)
	if then := scripts(); len(then) != len(first)+1 {
		t.Errorf("with the code there are the scripts %v, before there were %v", then, first)
	}
}

// compressed returns how many bytes an address sends to a page that takes them compressed.
func compressed(t *testing.T, address string) int {
	t.Helper()
	data, encoding := get(t, address, "gzip")
	if encoding != "gzip" {
		t.Errorf("%s is sent with the encoding %q", address, encoding)
	}
	return len(data)
}

func get(t *testing.T, address, accepted string) (data []byte, encoding string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Accept-Encoding", accepted)
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if data, err = io.ReadAll(answer.Body); err != nil || answer.StatusCode != http.StatusOK {
		t.Fatal(address, answer.Status, err)
	}
	return data, answer.Header.Get("Content-Encoding")
}

// Text is compressed for whoever takes it so, and only for them; pictures are sent as they are.
func TestCompression(t *testing.T) {
	t.Parallel()
	w := newWorkspace(t, chat)
	for _, part := range []string{"studio.js", "studio.css", "api/schema/chats"} {
		plain, encoding := get(t, w.Address+part, "identity")
		if encoding != "" {
			t.Errorf("%s has the encoding %q, which was not asked for", part, encoding)
		}
		packed, encoding := get(t, w.Address+part, "br, gzip;q=0.9")
		if encoding != "gzip" {
			t.Fatalf("%s has the encoding %q, want gzip", part, encoding)
		}
		reader, err := gzip.NewReader(bytes.NewReader(packed))
		if err != nil {
			t.Fatal(err)
		}
		if text, err := io.ReadAll(reader); err != nil || !bytes.Equal(text, plain) {
			t.Errorf("%s has %d bytes when it is compressed, and %d else: %v", part, len(text), len(plain), err)
		}
	}
	if _, encoding := get(t, w.Address+"api/thumbnail/sample?type=chats&platform=whatsapp", "gzip"); encoding != "" {
		t.Errorf("a picture has the encoding %q", encoding)
	}
}

// The object that a payload is all about is unfolded, as that of a post.
func TestFormBeginsUnfolded(t *testing.T) {
	t.Parallel()
	w := newWorkspace(t, chat)
	text, err := schema.Sample(schema.Posts, schema.SampleOptions{Platform: "x"})
	if err != nil {
		t.Fatal(err)
	}
	w.write("post.yaml", string(text))
	p := w.open()
	p.eval(`() => studio.files.load("post.yaml")`)
	p.await(`() => document.querySelector('[data-path="props.post"] [aria-expanded=true]') !== null && document.querySelector('[aria-label="Content"], [aria-label="Text"]') !== null`)
}

// In a narrow window nothing is beyond its edge, where nobody could reach it.
func TestNarrowWindow(t *testing.T) {
	t.Parallel()
	p := newWorkspace(t, chat).open()
	if err := (proto.EmulationSetDeviceMetricsOverride{Width: 380, Height: 800, DeviceScaleFactor: 1}).Call(p.Page); err != nil {
		t.Fatal(err)
	}
	p.await(`() => innerWidth === 380`)
	if got := p.eval(`() => [...document.querySelectorAll("button, select")].filter((one) => one.checkVisibility() && one.getBoundingClientRect().right > innerWidth).map((one) => one.ariaLabel || one.textContent.trim()).join(", ")`); got != "" {
		t.Errorf("beyond the edge: %s", got)
	}
}

package studio_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-rod/rod/lib/input"
	"github.com/go-rod/rod/lib/proto"

	"mockup/internal/render/diff"
)

// heard is a video in which messages are heard.
var heard = strings.Replace(strings.Replace(chat, "renderKind: image", "renderKind: video\nvideo: { sounds: true }", 1), "resolutionScale: 2x", "resolutionScale: 1x", 1)

func sum(data []byte) string {
	hash := sha256.Sum256(data)
	return hex.EncodeToString(hash[:])
}

// A video is heard while it plays, from the engine's own track, and again from its beginning if it repeats.
func TestSoundAndLoop(t *testing.T) {
	t.Parallel()
	w := newWorkspace(t, heard)
	p := w.open()
	playback, err := w.Renderer.NewPlayback(t.Context(), p.job(heard))
	if err != nil {
		t.Fatal(err)
	}
	defer playback.Close()
	p.press("Play (space)")
	p.await(`() => studio.player.playing && studio.player.source !== null`)
	if seconds := number(t, p.eval(`() => studio.player.track.buffer.duration`)); math.Abs(seconds-float64(playback.Frames)/float64(playback.FPS)) > .1 {
		t.Errorf("the track is %g s long, the video has %d frames", seconds, playback.Frames)
	}
	_, wav := playback.Sound.WAV(t.Context())
	want, err := io.ReadAll(wav)
	if err != nil {
		t.Fatal(err)
	}
	same := p.eval(`async (size) => {
		const data = new Uint8Array(await (await fetch("api/playback/" + studio.session.result.playback.id + "/sound")).arrayBuffer());
		return data.length === size ? Array.from(new Uint8Array(await crypto.subtle.digest("SHA-256", data)), (byte) => byte.toString(16).padStart(2, "0")).join("") : "size " + data.length;
	}`, len(want))
	if same != sum(want) {
		t.Errorf("the track is another one than the engine's: %s", same)
	}
	if loudest := number(t, p.eval(`() => studio.player.track.buffer.getChannelData(0).reduce((most, one) => Math.max(most, Math.abs(one)), 0)`)); loudest < .01 {
		t.Errorf("nothing is heard: the loudest sample is %g", loudest)
	}
	p.press("Repeat")
	p.eval(`(n) => { globalThis.first = studio.player.source; studio.player.seek(n); }`, playback.Frames-4)
	p.await(`(n) => studio.player.playing && studio.player.now < n / 2`, playback.Frames)
	p.await(`() => studio.player.source !== null && studio.player.source !== globalThis.first`)
	p.keys(input.KeyK)
	p.await(`() => !studio.player.playing && studio.player.source === null`)
	p.press("Repeat")
	p.eval(`(n) => studio.player.seek(n)`, playback.Frames-4)
	p.keys(input.KeyL)
	p.await(`(n) => !studio.player.playing && studio.player.now === n`, playback.Frames-1)
}

// The payload is shown on the other platforms, and taken over by a click; all of them are saved as one picture.
func TestVariants(t *testing.T) {
	t.Parallel()
	p := newWorkspace(t, chat).open()
	p.press("Variants")
	p.await(`() => [...document.querySelectorAll(".variants img")].filter((img) => img.naturalWidth > 100).length >= 3`)
	name, data := p.download(func() { p.press("Save the sheet") })
	if sheet := decode(t, data); name != "variants.png" || sheet.Rect.Dx() < 3*300 {
		t.Errorf("%s is %v large", name, sheet.Rect)
	}
	chosen := p.eval(`() => { const all = [...document.querySelectorAll(".variants .card")]; all.find((one) => one.textContent.endsWith(", dark")).click(); return studio.session.text; }`)
	if !strings.Contains(chosen, "darkMode: true") {
		t.Errorf("the code is\n%s", chosen)
	}
	p.settle()
	p.shows()
}

// A 3D phone is turned by dragging it, and drawn as it stands then.
func TestTurn(t *testing.T) {
	t.Parallel()
	p := newWorkspace(t, strings.Replace(chat, "resolutionScale: 2x", "resolutionScale: 1x\nrender3D: true", 1)).open()
	before := p.picture()
	box := p.eval(`() => { const box = document.querySelector(".picture").getBoundingClientRect(); return (box.left + box.width / 2) + " " + (box.top + box.height / 2); }`)
	x, y, _ := strings.Cut(box, " ")
	from := proto.Point{X: number(t, x), Y: number(t, y)}
	p.dragTo(from, proto.Point{X: from.X + 90, Y: from.Y - 20})
	p.awaitText("cameraPosition: [")
	if after := p.picture(); bytes.Equal(before.Pix, after.Pix) {
		t.Error("the picture has not changed")
	}
	// A canvas keeps what is nearly transparent with few digits.
	if d := diff.Compare(p.picture(), p.w.rendered(p.code()), diff.Options{}); d.Differing > 0 {
		t.Errorf("%d pixels differ from what is rendered", d.Differing)
	}
}

// What is typed is saved if that was asked for, and not before.
func TestAutosave(t *testing.T) {
	t.Parallel()
	w := newWorkspace(t, chat)
	p := w.open()
	p.typeInto("Text of message 3", "Not yet")
	if scheduled := p.eval(`() => studio.files.timer`); scheduled != "0" || w.read("chat.yaml") != chat {
		t.Fatal("the file is saved without being asked to")
	}
	p.eval(`() => document.querySelector(".autosave input").click()`)
	p.await(`() => !studio.session.dirty`)
	p.typeInto("Text of message 3", "By itself")
	p.await(`() => !studio.session.dirty`)
	if got := w.read("chat.yaml"); got != p.code() || !strings.Contains(got, "By itself") {
		t.Errorf("the file has\n%s", got)
	}
	entries, err := os.ReadDir(w.folder)
	if err != nil || len(entries) != 1 || entries[0].Name() != "chat.yaml" {
		t.Errorf("the folder %s has %v, %v", filepath.Base(w.folder), entries, err)
	}
}

package studio_test

import (
	"archive/zip"
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"mockup/internal/longtest"
	"mockup/internal/render"
	"mockup/internal/render/encode"
	"mockup/internal/schema"
)

// download does what makes the page offer a file, and returns its name and content.
func (p *tab) download(do func()) (name string, data []byte) {
	p.t.Helper()
	folder := p.t.TempDir()
	wait := p.w.Browser.WaitDownload(folder)
	do()
	info := wait()
	if info == nil {
		p.t.Fatal("nothing was downloaded")
	}
	data, err := os.ReadFile(filepath.Join(folder, info.GUID))
	if err != nil {
		p.t.Fatal(err)
	}
	return info.SuggestedFilename, data
}

// export presses the button of the dialog, which has to be open.
func (p *tab) export() {
	p.t.Helper()
	p.eval(`() => document.querySelector("dialog .primary").click()`)
}

// job is what the command line would render of the open payload.
func (p *tab) job(text string) render.Job {
	p.t.Helper()
	payload, found := schema.Decode([]byte(text), schema.Options{})
	if payload == nil {
		p.t.Fatal(found)
	}
	return render.Job{Payload: payload, Dir: p.w.folder}
}

func (w *workspace) render(job render.Job) *render.Result {
	w.t.Helper()
	result, err := w.Renderer.Render(w.t.Context(), job)
	if err != nil {
		w.t.Fatal(err)
	}
	return result
}

// A picture and a video that are exported are those of the command line, byte for byte.
func TestExport(t *testing.T) {
	t.Parallel()
	for _, kind := range []string{"image", "video"} {
		text := strings.Replace(strings.Replace(chat, "renderKind: image", "renderKind: "+kind, 1), "resolutionScale: 2x", "resolutionScale: 1x", 1)
		p := newWorkspace(t, text).open()
		want := p.w.render(p.job(text))
		p.press("Export")
		name, data := p.download(p.export)
		if name != "chat."+want.Format || !bytes.Equal(data, want.Data) {
			t.Errorf("%s: %s has %d bytes, %d are rendered", kind, name, len(data), len(want.Data))
		}
		p.await(`() => document.querySelector("dialog .state").textContent.includes("is in your downloads")`)
	}
}

// shortVideo is the chat as a small video of two seconds.
func shortVideo() string {
	video := strings.Replace(chat, "renderKind: image", "renderKind: video\nvideo: {length: 2}\ncanvas: {size: 160x320}", 1)
	return strings.Replace(video, "resolutionScale: 2x", "resolutionScale: 1x", 1)
}

// Each format is offered, with the qualities and rates that it has, and the command beside it gives the same file.
func TestExportFormats(t *testing.T) {
	t.Parallel()
	video := shortVideo()
	second := time.Second
	type export struct {
		text    string
		choices [][2]string // names of controls, and what is chosen
		job     func(*render.Job)
		name    string
		command string
	}
	all := []export{
		{chat, [][2]string{{"Format", "jpeg"}, {"Quality", "number"}, {"Quality from 1 to 100", "55"}},
			func(j *render.Job) { j.As, j.Still.Quality = "jpeg", "55" }, "chat.jpg", "mockup render chat.yaml --format jpeg --quality 55"},
		{chat, [][2]string{{"Format", "webp"}, {"Quality", "lossless"}, {"Scale", "1x"}},
			func(j *render.Job) { j.As, j.Still.Quality, j.Payload.ResolutionScale = "webp", encode.Lossless, "1x" },
			"chat.webp", "mockup render chat.yaml --format webp --scale 1x --quality lossless"},
		{video, [][2]string{{"Format", "gif"}, {"Frames per second", "10"}},
			func(j *render.Job) { j.As, j.Video.FPS = "gif", 10 }, "chat.gif", "mockup render chat.yaml --format gif --fps 10"},
		{video, [][2]string{{"What", "at"}, {"Format", "jpeg"}},
			func(j *render.Job) { j.As, j.Video.At = "jpeg", &second }, "chat.jpg", "mockup render chat.yaml --at 1s --format jpeg"},
	}
	for _, test := range longtest.Sample(t, 2, all, func(e export) string { return e.text }) {
		p := newWorkspace(t, test.text).open()
		p.catchCopies()
		p.eval(`() => { if (studio.player.length > 0) studio.player.seek(30); }`)
		job := p.job(test.text)
		test.job(&job)
		want := p.w.render(job)
		p.press("Export")
		for _, choice := range test.choices {
			p.choose(choice[0], choice[1])
		}
		name, data := p.download(p.export)
		if name != test.name || !bytes.Equal(data, want.Data) {
			t.Errorf("%s: %s has %d bytes, %d are rendered", test.command, name, len(data), len(want.Data))
		}
		p.press("Copy the command")
		p.await(`() => globalThis.copied !== undefined`)
		if got := p.eval(`() => globalThis.copied`); got != test.command {
			t.Errorf("the command is %q, want %q", got, test.command)
		}
	}
}

// Pictures of a sequence come in one archive.
func TestExportSequence(t *testing.T) {
	t.Parallel()
	text := shortVideo()
	p := newWorkspace(t, text).open()
	job := p.job(text)
	job.As, job.Output, job.Video.FPS = "png-sequence", filepath.Join(t.TempDir(), "frames"), 24
	want := p.w.render(job)
	p.press("Export")
	p.choose("Format", "png-sequence")
	p.choose("Frames per second", "24")
	name, data := p.download(p.export)
	files, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil || name != "chat-frames.zip" {
		t.Fatalf("%s: %v", name, err)
	}
	if len(files.File) != want.Frames || want.Frames < 24 {
		t.Errorf("the archive has %d files, the video %d frames", len(files.File), want.Frames)
	}
	for _, file := range files.File {
		picture, err := os.ReadFile(filepath.Join(job.Output, file.Name))
		if err != nil {
			t.Fatal(err)
		}
		packed, err := files.Open(file.Name)
		if err != nil {
			t.Fatal(err)
		}
		var got bytes.Buffer
		if _, err := got.ReadFrom(packed); err != nil || !bytes.Equal(got.Bytes(), picture) {
			t.Fatalf("%s has %d bytes, %d are rendered, %v", file.Name, got.Len(), len(picture), err)
		}
	}
}

// The dialog offers what the engine can write, and says how large the picture will be.
func TestExportChoices(t *testing.T) {
	t.Parallel()
	p := newWorkspace(t, chat).open()
	options := func(name string) string {
		return p.eval(`(name) => [...document.querySelector('[aria-label="' + name + '"]').options].map((one) => one.value).join(" ")`, name)
	}
	p.press("Export")
	if got, want := options("Format"), "png jpeg webp avif"; got != want {
		t.Errorf("the formats of a picture are %q, want %q", got, want)
	}
	want := p.w.render(p.job(chat))
	if got := p.eval(`() => document.querySelector('[aria-label="Scale"]').selectedOptions[0].textContent`); !strings.Contains(got, sizeOf(want)) {
		t.Errorf("the scale says %q, the picture has %s", got, sizeOf(want))
	}
	p.press("Close")
	p.setCode("renderKind: image", "renderKind: video")
	p.press("Export")
	if got, want := options("Format"), "mp4 webm gif webp apng mov prores png-sequence"; got != want {
		t.Errorf("the formats of a video are %q, want %q", got, want)
	}
	p.choose("Format", "prores")
	if hidden := p.eval(`() => document.querySelector('[aria-label="Quality"]').closest(".row").hidden`); hidden != "true" {
		t.Error("a format with one quality offers several")
	}
}

func sizeOf(r *render.Result) string { return strconv.Itoa(r.Width) + " × " + strconv.Itoa(r.Height) }

// An export that is cancelled ends, and another one works.
func TestExportCancelled(t *testing.T) {
	t.Parallel()
	w := newWorkspace(t, strings.Replace(chat, "renderKind: image", "renderKind: video\nvideo: { length: 300 }", 1))
	p := w.open()
	p.press("Export")
	p.eval(`() => document.querySelector("dialog .primary").click()`)
	p.await(`() => /of \d+ frames/.test(document.querySelector("dialog .state").textContent)`)
	p.press("Cancel")
	p.await(`() => document.querySelector("dialog .state").textContent.startsWith("Cancelled")`)
	p.choose("What", "at")
	p.eval(`() => document.querySelector("dialog .primary").click()`)
	p.await(`() => document.querySelector("dialog .state").textContent.includes("chat.png")`)
}

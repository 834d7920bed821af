package batch

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"mockup/internal/render/scene"
)

// scribble is a Draw that writes the item's name into its output.
func scribble(_ context.Context, item *Item, _ func(int, int)) (Drawn, error) {
	if err := write(item.Output, []byte(item.Name)); err != nil {
		return Drawn{}, err
	}
	sum, err := fileSum(item.Output)
	return Drawn{State: Rendered, SHA256: sum, Size: int64(len(item.Name))}, err
}

// draws runs a batch over a folder's payloads p, and returns what was drawn, with the reasons.
func draws(t *testing.T, folder string, opts Options) string {
	t.Helper()
	opts.Inputs = []string{"p"}
	p, err := plan(t, folder, opts)
	if err != nil {
		t.Fatal(err)
	}
	record, err := OpenRecord(t.Context(), p.opts.Output, func() { t.Error("the record is locked") })
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Compare(t.Context(), record, false); err != nil {
		t.Fatal(err)
	}
	runner := &Runner{Draw: scribble, Jobs: 2, Record: record}
	if err := runner.Run(t.Context(), p); err != nil {
		t.Fatal(err)
	}
	if err := record.Close(); err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, item := range p.Items {
		switch item.State {
		case Rendered:
			names = append(names, item.rel+": "+item.Reason)
		case UpToDate:
		default:
			t.Errorf("%s is %s: %v %v", item.Name, item.State, item.Err, item.Found)
		}
	}
	return strings.Join(names, ", ")
}

// An output is drawn again when something that it is made of has changed, and only then.
func TestIncremental(t *testing.T) {
	t.Parallel()
	folder := lay(t, map[string]string{
		"p/a.yaml": chatOf("../i/one.png"), "p/b.yaml": chatOf("../i/two.png"), "p/sub/c.yaml": chatOf("../../i/one.png"),
		"p/v.yaml": fmt.Sprintf(chat, "video", ""), "i/one.png": "1", "i/two.png": "2", "keep/a.png": "p",
	})
	at := func(name string) string { return filepath.Join(folder, name) }
	put := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(at(name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		name string
		do   func()
		opts Options
		want string
	}{
		{"the first time", nil, Options{}, "a.png: new, b.png: new, sub/c.png: new, v.mp4: new"},
		{"the second time", nil, Options{}, ""},
		{"an image", func() { put("i/one.png", "one") }, Options{}, "a.png: a file of it changed, sub/c.png: a file of it changed"},
		{"an image, touched", func() { put("i/one.png", "one") }, Options{}, ""},
		{"a comment", func() { put("p/a.yaml", "# a remark\n"+chatOf("../i/one.png")) }, Options{}, ""},
		{"a payload", func() { put("p/a.yaml", strings.Replace(chatOf("../i/one.png"), "hi from", "hello from", 1)) }, Options{},
			"a.png: the payload changed"},
		{"an output that is gone", func() { os.Remove(at("out/b.png")) }, Options{}, "b.png: the output is gone"},
		{"an output of another's", func() { put("out/b.png", "!") }, Options{}, "b.png: the output was changed"},
		{"an output of the same size", func() { put("out/b.png", strings.Repeat("x", len(at("p/b.yaml")))) }, Options{}, "b.png: the output was changed"},
		{"an output with another time", func() { os.Chtimes(at("out/b.png"), time.Now(), time.Unix(1e9, 0)) }, Options{}, ""},
		{"an option of videos", nil, Options{FPS: 60}, "v.mp4: the options changed"},
		{"an option of all", nil, Options{FPS: 60, Placeholder: true},
			"a.png: the options changed, b.png: the options changed, sub/c.png: the options changed, v.mp4: the options changed"},
		{"the moment", nil, Options{FPS: 60, Placeholder: true, Now: time.Unix(1e9, 0)},
			"a.png: the options changed, b.png: the options changed, sub/c.png: the options changed, v.mp4: the options changed"},
		{"a variant", nil, Options{Name: "{name}", Set: []Axis{{"darkMode", []any{true}}}},
			"a.png: the payload changed, b.png: the payload changed, sub/c.png: the payload changed, v.mp4: the payload changed"},
		{"a record that is gone", func() { os.Remove(at("out/" + RecordFile)) }, Options{Name: "{name}", Set: []Axis{{"darkMode", []any{true}}}},
			"a.png: not drawn by a batch yet, b.png: not drawn by a batch yet, sub/c.png: not drawn by a batch yet, v.mp4: not drawn by a batch yet"},
	} {
		if c.do != nil {
			c.do()
		}
		if got := draws(t, folder, c.opts); got != c.want {
			t.Errorf("%s:\ngot  %s\nwant %s", c.name, got, c.want)
		}
	}
}

func TestIncrementalEngine(t *testing.T) {
	t.Parallel()
	folder := lay(t, map[string]string{"p/a.yaml": chatOf("")})
	draws(t, folder, Options{})
	p, err := NewPlan(t.Context(), Options{
		Inputs: []string{filepath.Join(folder, "p")}, Output: filepath.Join(folder, "out"),
		Identity: func(context.Context, bool) (string, error) { return "engine 2", nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	record, err := ReadRecord(filepath.Join(folder, "out"))
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Compare(t.Context(), record, false); err != nil {
		t.Fatal(err)
	}
	if p.Items[0].Reason != "the engine changed" {
		t.Errorf("reason is %q", p.Items[0].Reason)
	}
}

// A picture with a placeholder in it is drawn again the next time: the image may be there then.
func TestPlaceholderIsNotRecorded(t *testing.T) {
	t.Parallel()
	folder := lay(t, map[string]string{"p/a.yaml": chatOf("none.png"), "p/b.yaml": chatOf("")})
	p, err := plan(t, folder, Options{Inputs: []string{"p"}, Placeholder: true})
	if err != nil {
		t.Fatal(err)
	}
	record, err := OpenRecord(t.Context(), p.opts.Output, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer record.Close()
	draw := func(ctx context.Context, item *Item, progress func(int, int)) (Drawn, error) {
		d, err := scribble(ctx, item, progress)
		d.Warnings = []scene.Warning{{Code: "content_clipped"}}
		if len(item.images) > 0 {
			d.Warnings = append(d.Warnings, scene.Warning{Code: "missing_asset"})
		}
		return d, err
	}
	if err := (&Runner{Draw: draw, Jobs: 1, Record: record}).Run(t.Context(), p); err != nil {
		t.Fatal(err)
	}
	read, err := ReadRecord(p.opts.Output)
	if _, other := read.entries["b.png"]; err != nil || len(read.entries) != 1 || !other {
		t.Errorf("read %v, %v", read.entries, err)
	}
}

// What a batch that was killed leaves behind, a torn line included, is of use to the next.
func TestRecordTorn(t *testing.T) {
	t.Parallel()
	folder := lay(t, map[string]string{"p/a.yaml": chatOf(""), "p/b.yaml": chatOf("")})
	draws(t, folder, Options{})
	path := filepath.Join(folder, "out", RecordFile)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(whole), "\n")
	torn := lines[1] + lines[0] + lines[0][:len(lines[0])/2]
	if err := os.WriteFile(path, []byte(torn), 0o644); err != nil {
		t.Fatal(err)
	}
	if got := draws(t, folder, Options{}); got != "" {
		t.Errorf("drew %s", got)
	}
	if again, err := os.ReadFile(path); err != nil || string(again) != string(whole) {
		t.Errorf("the record is not as before: %v\n%s", err, again)
	}
	// Lines that are appended to a torn one are whole.
	if err := os.WriteFile(path, []byte(lines[0][:len(lines[0])/2]), 0o644); err != nil {
		t.Fatal(err)
	}
	record, err := OpenRecord(t.Context(), filepath.Join(folder, "out"), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer record.file.Close() // as if it were killed
	p, err := plan(t, folder, Options{Inputs: []string{"p"}})
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Compare(t.Context(), record, false); err != nil {
		t.Fatal(err)
	}
	if err := (&Runner{Draw: scribble, Jobs: 1, Record: record}).Run(t.Context(), p); err != nil {
		t.Fatal(err)
	}
	read, err := ReadRecord(filepath.Join(folder, "out"))
	if err != nil || len(read.entries) != 2 {
		t.Errorf("read %v, %v", read.entries, err)
	}
}

// Several batches on one folder run one after the other, and each finds up to date what another has drawn.
func TestRecordConcurrently(t *testing.T) {
	t.Parallel()
	folder := lay(t, map[string]string{"p/a.yaml": chatOf(""), "p/b.yaml": chatOf("")})
	var mu sync.Mutex
	drawn, inside := 0, 0
	var batches sync.WaitGroup
	for range 4 {
		batches.Go(func() {
			p, err := NewPlan(t.Context(), Options{Inputs: []string{filepath.Join(folder, "p")}, Output: filepath.Join(folder, "out"), Identity: identity})
			if err != nil {
				t.Error(err)
				return
			}
			record, err := OpenRecord(t.Context(), p.opts.Output, func() {})
			if err != nil {
				t.Error(err)
				return
			}
			mu.Lock()
			if inside++; inside > 1 {
				t.Error("two batches have the record")
			}
			mu.Unlock()
			if err := p.Compare(t.Context(), record, false); err != nil {
				t.Error(err)
			}
			if err := (&Runner{Draw: scribble, Jobs: 2, Record: record}).Run(t.Context(), p); err != nil {
				t.Error(err)
			}
			mu.Lock()
			drawn += p.Count()[Rendered]
			inside--
			mu.Unlock()
			if err := record.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	batches.Wait()
	if drawn != 2 {
		t.Errorf("drew %d, want each of 2 once", drawn)
	}
}

// A batch that waits for another stops when its context ends.
func TestRecordWaitCancelled(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	first, err := OpenRecord(t.Context(), folder, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer first.Close()
	ctx, cancel := context.WithCancel(t.Context())
	if second, err := OpenRecord(ctx, folder, cancel); err == nil {
		t.Error("the record was opened twice")
		second.Close()
	}
}

// What other batches have drawn into the folder stays known, unless it is gone.
func TestRecordKeepsOthers(t *testing.T) {
	t.Parallel()
	folder := lay(t, map[string]string{"p/a.yaml": chatOf(""), "p/b.yaml": chatOf("")})
	draws(t, folder, Options{})
	os.Rename(filepath.Join(folder, "p/b.yaml"), filepath.Join(folder, "b.yaml"))
	os.WriteFile(filepath.Join(folder, "p/a.yaml"), []byte(strings.Replace(chatOf(""), "hi from", "from", 1)), 0o644)
	draws(t, folder, Options{})
	read, err := ReadRecord(filepath.Join(folder, "out"))
	if err != nil || len(read.entries) != 2 {
		t.Fatalf("read %v, %v", read.entries, err)
	}
	os.Remove(filepath.Join(folder, "out/b.png"))
	os.WriteFile(filepath.Join(folder, "p/a.yaml"), []byte(chatOf("")), 0o644)
	draws(t, folder, Options{})
	if read, err := ReadRecord(filepath.Join(folder, "out")); err != nil || len(read.entries) != 1 {
		t.Errorf("read %v, %v", read.entries, err)
	}
}

package worker

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"mockup/internal/api/jobs"
	"mockup/internal/api/outputs"
	"mockup/internal/api/store"
	"mockup/internal/api/wire"
	"mockup/internal/render"
	"mockup/internal/render/browser"
	"mockup/internal/schema"
)

// renderer is shared by all tests: its browsers take longer to start than most of what they draw.
var renderer *render.Renderer

func TestMain(m *testing.M) {
	var err error
	renderer, err = render.New(render.Options{Workers: 2, Public: true, NoSandbox: browser.NeedsNoSandbox()})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := m.Run()
	renderer.Close()
	os.Exit(code)
}

// bench is a worker with all that it needs.
type bench struct {
	*Worker
	folder string // of the outputs
	log    *bytes.Buffer
	keyID  string
}

func newBench(t *testing.T) *bench {
	t.Helper()
	t.Setenv("TMPDIR", t.TempDir())
	dir := t.TempDir()
	b := &bench{folder: filepath.Join(dir, "outputs"), log: &bytes.Buffer{}}
	records, err := store.Open(t.Context(), filepath.Join(dir, "records.db"))
	check(t, err)
	t.Cleanup(func() { records.Close() })
	files, err := outputs.Open(t.Context(), b.folder)
	check(t, err)
	t.Cleanup(func() { files.Close() })
	key, _, err := records.CreateKey(t.Context(), "test", time.Now())
	check(t, err)
	b.keyID = key.ID
	b.Worker = New(Options{Store: records, Outputs: files, Renderer: renderer, Logger: slog.New(slog.NewJSONHandler(b.log, nil))})
	return b
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// accept records a payload as a server does, and returns the render's id.
func (b *bench) accept(t *testing.T, payload string) (id string) {
	t.Helper()
	kind := schema.Image
	if strings.Contains(payload, "video") {
		kind = schema.Video
	}
	id = store.NewID("render")
	record := store.Render{
		ID: id, KeyID: b.keyID, Kind: kind, Payload: []byte(payload), PayloadHash: "hash",
		Created: time.Now(), Expires: time.Now().Add(time.Hour),
	}
	check(t, b.Store.InTx(t.Context(), func(tx *store.Tx) error {
		_, _, err := tx.Accept(t.Context(), record)
		return err
	}))
	return id
}

func (b *bench) record(t *testing.T, id string) store.Render {
	t.Helper()
	record, err := b.Store.Render(t.Context(), id, time.Now())
	check(t, err)
	return record
}

// files lists what the storage holds.
func (b *bench) files(t *testing.T) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(b.folder)
	check(t, err)
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	return names
}

// checkClean tells of what is left among the temporary files.
func checkClean(t *testing.T) {
	t.Helper()
	left, err := os.ReadDir(os.Getenv("TMPDIR"))
	check(t, err)
	if len(left) > 0 {
		t.Errorf("left among the temporary files: %v", left)
	}
}

// story is a small payload; slide is what its only slide holds besides an id.
func story(kind schema.Kind, slide string) string {
	return fmt.Sprintf(`{"mockupType":"stories","platform":"instagram","renderKind":%q,"resolutionScale":"1x",
		"rendererVersion":"mockup-chromium-v1","props":{"platform":"instagram",
		"author":{"username":"harbour.swim.club","verified":false},"slides":[{"id":"s1"%s}]}}`, kind, slide)
}

func decode(t *testing.T, payload string) *schema.Payload {
	t.Helper()
	p, found := schema.Decode([]byte(payload), schema.Options{})
	check(t, found.Err())
	return p
}

func TestRun(t *testing.T) {
	b := newBench(t)
	id := b.accept(t, story(schema.Video, ""))
	check(t, b.Run(t.Context(), id))
	got := b.record(t, id)
	if got.Status != wire.Completed || got.Progress != 1 || got.Payload != nil || got.Output.Format != "mp4" || got.Output.Width != 402 ||
		got.Output.Duration < time.Second {
		t.Errorf("the record is %+v", got)
	}
	b.checkFile(t, got.Output)
	check(t, b.Run(t.Context(), id)) // a second time changes nothing
	if again := b.record(t, id); again.Output.Object != got.Output.Object || len(b.files(t)) != 1 {
		t.Errorf("after another run the object is %s, of %v", again.Output.Object, b.files(t))
	}
	checkClean(t)
	if log := b.log.String(); !strings.Contains(log, id) || strings.Contains(log, "harbour") {
		t.Errorf("the log is %s", log)
	}
}

// checkFile compares the stored file with its description.
func (b *bench) checkFile(t *testing.T, output store.Output) {
	t.Helper()
	object, err := b.Outputs.Get(t.Context(), output.Object)
	check(t, err)
	defer object.Close()
	data, err := io.ReadAll(object)
	check(t, err)
	sum := sha256.Sum256(data)
	if int64(len(data)) != output.Size || hex.EncodeToString(sum[:]) != output.SHA256 {
		t.Errorf("the file has %d bytes and checksum %x, its record %+v", len(data), sum, output)
	}
}

func TestRenderPicture(t *testing.T) {
	b := newBench(t)
	payload := story(schema.Image, "")
	id := b.accept(t, payload)
	output, err := b.Render(t.Context(), id, decode(t, payload), nil)
	check(t, err)
	if got := b.record(t, id); got.Status != wire.Completed || got.Output.SHA256 != output.SHA256 || output.Format != "png" || output.Height != 874 {
		t.Errorf("the record is %+v, the output %+v", got, output)
	}
	b.checkFile(t, output)
	checkClean(t)
}

// Two attempts at once end in one file, the one that the record describes.
func TestTwiceConcurrently(t *testing.T) {
	b := newBench(t)
	payload := story(schema.Image, "")
	id := b.accept(t, payload)
	var finished, late atomic.Int32
	var attempts sync.WaitGroup
	for range 4 {
		attempts.Go(func() {
			switch _, err := b.Render(context.Background(), id, decode(t, payload), nil); {
			case err == nil:
				finished.Add(1)
			case errors.Is(err, store.ErrFinished):
				late.Add(1)
			default:
				t.Error(err)
			}
		})
	}
	attempts.Wait()
	output := b.record(t, id).Output
	if files := b.files(t); finished.Load() != 1 || late.Load() != 3 || len(files) != 1 || files[0] != output.Object {
		t.Errorf("%d finished, %d were late; stored are %v, the record names %s", finished.Load(), late.Load(), files, output.Object)
	}
	b.checkFile(t, output)
}

// What is over is left alone, and so is what is no longer there.
func TestRunLeavesAlone(t *testing.T) {
	b := newBench(t)
	failed := b.accept(t, story(schema.Video, ""))
	check(t, b.Store.Fail(t.Context(), failed, "before", time.Now()))
	for _, id := range []string{failed, "render_unknown"} {
		check(t, b.Run(t.Context(), id))
	}
	if got := b.record(t, failed); got.Error != "before" || len(b.files(t)) != 0 {
		t.Errorf("the record is %+v, stored are %v", got, b.files(t))
	}
}

// What the payload is to blame for fails at once, with a reason that helps.
func TestRunFails(t *testing.T) {
	b := newBench(t)
	for slide, want := range map[string]string{
		`,"image":"https://127.0.0.1/a.png"`:            "load image props.slides.0.image (https://127.0.0.1/a.png): 127.0.0.1 is not a public address",
		`,"image":"data:image/png;base64,iVBORw0KGgo="`: "load image props.slides.0.image (data URL",
	} {
		id := b.accept(t, story(schema.Video, slide))
		check(t, b.Run(t.Context(), id))
		if got := b.record(t, id); got.Status != wire.Failed || !strings.Contains(got.Error, want) {
			t.Errorf("%s: the record is %+v", slide, got)
		}
	}
	if files := b.files(t); len(files) > 0 {
		t.Errorf("stored are %v", files)
	}
	checkClean(t)
}

// An interrupted render stays what it was, for another attempt.
func TestRunIsInterrupted(t *testing.T) {
	b := newBench(t)
	id := b.accept(t, story(schema.Video, ""))
	ctx, cancel := context.WithCancel(t.Context())
	go func() { // as soon as its file is begun
		for ctx.Err() == nil {
			if files, _ := filepath.Glob(filepath.Join(os.Getenv("TMPDIR"), "mockup-video-*", "*")); len(files) > 0 {
				cancel()
			}
			time.Sleep(time.Millisecond)
		}
	}()
	if err := b.Run(ctx, id); !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: %v", err)
	}
	if got := b.record(t, id); got.Status != wire.Rendering || len(got.Payload) == 0 || len(b.files(t)) > 0 {
		t.Errorf("the record is %+v, stored are %v", got, b.files(t))
	}
	checkClean(t)
}

// A storage or a database that is gone for a while costs an attempt, and nothing else.
func TestRunFindsStorageGone(t *testing.T) {
	b := newBench(t)
	id := b.accept(t, story(schema.Video, ""))
	check(t, os.Rename(b.folder, b.folder+".away"))
	check(t, os.WriteFile(b.folder, nil, 0o600)) // in the folder's place
	if err := b.Run(t.Context(), id); err == nil || b.record(t, id).Status != wire.Rendering {
		t.Errorf("without storage: %v, %+v", err, b.record(t, id))
	}
	checkClean(t)
	check(t, os.Remove(b.folder))
	check(t, os.Rename(b.folder+".away", b.folder))
	check(t, b.Run(t.Context(), id))
	if got := b.record(t, id); got.Status != wire.Completed {
		t.Errorf("with the storage back: %+v", got)
	}
}

func TestGiveUp(t *testing.T) {
	b := newBench(t)
	for _, test := range []struct {
		err  error
		want string
	}{
		{fmt.Errorf("%w: more than 10m0s", jobs.ErrDeadline), "the video was not finished within 10m0s; shorten it, or choose a smaller resolutionScale"},
		{jobs.ErrCrashed, unexplained},
		{fmt.Errorf("call stage: %w\nChromium said: /usr/bin/chromium", browser.ErrHung), "drawing took too long; try again later, with less content or a smaller resolutionScale"},
		{&os.PathError{Op: "open", Path: "/srv/secret", Err: os.ErrPermission}, unexplained},
	} {
		id := b.accept(t, story(schema.Video, ""))
		b.GiveUp(t.Context(), id, test.err)
		b.GiveUp(t.Context(), id, errors.New("once more")) // changes nothing
		if got := b.record(t, id); got.Status != wire.Failed || got.Error != test.want {
			t.Errorf("%v: the record is %+v", test.err, got)
		}
	}
}

// Progress reaches the record while the video is encoded.
func TestProgress(t *testing.T) {
	b := newBench(t)
	id := b.accept(t, story(schema.Video, ""))
	b.every = time.Millisecond
	progress, stop := b.noteProgress(t.Context(), id)
	for done := range 100 {
		progress(done+1, 200)
	}
	for began := time.Now(); b.record(t, id).Progress != 0.5; time.Sleep(time.Millisecond) {
		if time.Since(began) > time.Minute {
			t.Fatalf("progress is %v", b.record(t, id).Progress)
		}
	}
	stop()
	stop()
}

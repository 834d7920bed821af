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

// renderer is shared by all tests, because browsers take longer to start than most pictures take to draw.
var renderer *render.Renderer

func TestMain(m *testing.M) {
	var err error
	renderer, err = render.New(render.Options{Workers: 2, Public: true, NoSandbox: browser.NeedsNoSandbox(), Timeout: 5 * time.Minute})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := m.Run()
	renderer.Close()
	os.Exit(code)
}

// fixture is a worker with everything it needs.
type fixture struct {
	*Worker
	folder string // of the outputs
	log    *bytes.Buffer
	keyID  string
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	t.Setenv("TMPDIR", t.TempDir())
	dir := t.TempDir()
	f := &fixture{folder: filepath.Join(dir, "outputs"), log: &bytes.Buffer{}}
	records, err := store.Open(t.Context(), filepath.Join(dir, "records.db"))
	check(t, err)
	t.Cleanup(func() { records.Close() })
	files, err := outputs.Open(t.Context(), f.folder)
	check(t, err)
	t.Cleanup(func() { files.Close() })
	key, _, err := records.CreateKey(t.Context(), "test", time.Now())
	check(t, err)
	f.keyID = key.ID
	f.Worker = New(Options{Store: records, Outputs: files, Renderer: renderer, Logger: slog.New(slog.NewJSONHandler(f.log, nil))})
	return f
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// accept records a payload as a server does, and returns the render's id.
func (f *fixture) accept(t *testing.T, payload string) (id string) {
	t.Helper()
	kind := schema.Image
	if strings.Contains(payload, "video") {
		kind = schema.Video
	}
	id = store.NewID("render")
	record := store.Render{
		ID: id, KeyID: f.keyID, Kind: kind, Payload: []byte(payload), PayloadHash: "hash",
		Created: time.Now(), Expires: time.Now().Add(time.Hour),
	}
	check(t, f.Store.InTx(t.Context(), func(tx *store.Tx) error {
		_, _, err := tx.Accept(t.Context(), record)
		return err
	}))
	return id
}

func (f *fixture) record(t *testing.T, id string) store.Render {
	t.Helper()
	record, err := f.Store.Render(t.Context(), id, time.Now())
	check(t, err)
	return record
}

// files lists the objects in the storage.
func (f *fixture) files(t *testing.T) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(f.folder)
	check(t, err)
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	return names
}

// checkClean fails the test if temporary files are left.
func checkClean(t *testing.T) {
	t.Helper()
	left, err := os.ReadDir(os.Getenv("TMPDIR"))
	check(t, err)
	if len(left) > 0 {
		t.Errorf("left among the temporary files: %v", left)
	}
}

// story is a small payload; slide are further fields of its only slide.
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
	f := newFixture(t)
	id := f.accept(t, story(schema.Video, ""))
	check(t, f.Run(t.Context(), id))
	got := f.record(t, id)
	if got.Status != wire.Completed || got.Progress != 1 || got.Payload != nil || got.Output.Format != "mp4" || got.Output.Width != 402 ||
		got.Output.Duration < time.Second {
		t.Errorf("the record is %+v", got)
	}
	f.checkFile(t, got.Output)
	check(t, f.Run(t.Context(), id)) // a second time changes nothing
	if again := f.record(t, id); again.Output.Object != got.Output.Object || len(f.files(t)) != 1 {
		t.Errorf("after another run the object is %s, of %v", again.Output.Object, f.files(t))
	}
	checkClean(t)
	if log := f.log.String(); !strings.Contains(log, id) || strings.Contains(log, "harbour") {
		t.Errorf("the log is %s", log)
	}
}

// checkFile compares the stored file with its description.
func (f *fixture) checkFile(t *testing.T, output store.Output) {
	t.Helper()
	object, err := f.Outputs.Get(t.Context(), output.Object)
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
	f := newFixture(t)
	payload := story(schema.Image, "")
	id := f.accept(t, payload)
	output, err := f.Render(t.Context(), Task{RenderID: id, Payload: decode(t, payload)})
	check(t, err)
	if got := f.record(t, id); got.Status != wire.Completed || got.Output.SHA256 != output.SHA256 || output.Format != "png" || output.Height != 874 {
		t.Errorf("the record is %+v, the output %+v", got, output)
	}
	f.checkFile(t, output)
	checkClean(t)
}

// A task waits for its turn once its images are loaded: one with bad images never has a turn.
func TestTurn(t *testing.T) {
	f := newFixture(t)
	for slide, wantTurns := range map[string]int{"": 1, `,"image":"data:image/png;base64,iVBORw0KGgo="`: 0} {
		payload := story(schema.Image, slide)
		turns := 0
		refused := errors.New("no turn")
		_, err := f.Render(t.Context(), Task{RenderID: f.accept(t, payload), Payload: decode(t, payload), Turn: func(context.Context) error {
			turns++
			return refused
		}})
		if turns != wantTurns || err == nil || errors.Is(err, refused) != (wantTurns > 0) {
			t.Errorf("%s: %d turns, %v", slide, turns, err)
		}
	}
}

// Several attempts at once leave one file, the one that the record describes.
func TestTwiceConcurrently(t *testing.T) {
	f := newFixture(t)
	payload := story(schema.Image, "")
	id := f.accept(t, payload)
	var finished, late atomic.Int32
	var attempts sync.WaitGroup
	for range 4 {
		attempts.Go(func() {
			switch _, err := f.Render(context.Background(), Task{RenderID: id, Payload: decode(t, payload)}); {
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
	output := f.record(t, id).Output
	if files := f.files(t); finished.Load() != 1 || late.Load() != 3 || len(files) != 1 || files[0] != output.Object {
		t.Errorf("%d finished, %d were late; stored are %v, the record names %s", finished.Load(), late.Load(), files, output.Object)
	}
	f.checkFile(t, output)
}

// Run does nothing for a render that is finished or does not exist.
func TestRunIgnoresFinished(t *testing.T) {
	f := newFixture(t)
	failed := f.accept(t, story(schema.Video, ""))
	check(t, f.Store.Fail(t.Context(), failed, "before", time.Now()))
	for _, id := range []string{failed, "render_unknown"} {
		check(t, f.Run(t.Context(), id))
	}
	if got := f.record(t, failed); got.Error != "before" || len(f.files(t)) != 0 {
		t.Errorf("the record is %+v, stored are %v", got, f.files(t))
	}
}

// A fault of the payload fails the video at once, with a reason that helps.
func TestRunFails(t *testing.T) {
	f := newFixture(t)
	for slide, want := range map[string]string{
		`,"image":"https://127.0.0.1/a.png"`:            "load image props.slides.0.image (https://127.0.0.1/a.png): 127.0.0.1 is not a public address",
		`,"image":"data:image/png;base64,iVBORw0KGgo="`: "load image props.slides.0.image (data URL",
	} {
		id := f.accept(t, story(schema.Video, slide))
		check(t, f.Run(t.Context(), id))
		if got := f.record(t, id); got.Status != wire.Failed || !strings.Contains(got.Error, want) {
			t.Errorf("%s: the record is %+v", slide, got)
		}
	}
	if files := f.files(t); len(files) > 0 {
		t.Errorf("stored are %v", files)
	}
	checkClean(t)
}

// An interrupted render stays unfinished, for another attempt.
func TestRunIsInterrupted(t *testing.T) {
	f := newFixture(t)
	id := f.accept(t, story(schema.Video, ""))
	ctx, cancel := context.WithCancel(t.Context())
	go func() { // interrupts the render as soon as its file exists
		for ctx.Err() == nil {
			if files, _ := filepath.Glob(filepath.Join(os.Getenv("TMPDIR"), ".mockup-video-*.tmp", "*")); len(files) > 0 {
				cancel()
			}
			time.Sleep(time.Millisecond)
		}
	}()
	if err := f.Run(ctx, id); !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: %v", err)
	}
	if got := f.record(t, id); got.Status != wire.Rendering || len(got.Payload) == 0 || len(f.files(t)) > 0 {
		t.Errorf("the record is %+v, stored are %v", got, f.files(t))
	}
	checkClean(t)
}

// A storage that is unavailable for a while costs an attempt and nothing else.
func TestRunFindsStorageGone(t *testing.T) {
	f := newFixture(t)
	id := f.accept(t, story(schema.Video, ""))
	check(t, os.Rename(f.folder, f.folder+".away"))
	check(t, os.WriteFile(f.folder, nil, 0o600)) // in the folder's place
	if err := f.Run(t.Context(), id); err == nil || f.record(t, id).Status != wire.Rendering {
		t.Errorf("without storage: %v, %+v", err, f.record(t, id))
	}
	checkClean(t)
	check(t, os.Remove(f.folder))
	check(t, os.Rename(f.folder+".away", f.folder))
	check(t, f.Run(t.Context(), id))
	if got := f.record(t, id); got.Status != wire.Completed {
		t.Errorf("with the storage back: %+v", got)
	}
}

func TestGiveUp(t *testing.T) {
	f := newFixture(t)
	for _, test := range []struct {
		err  error
		want string
	}{
		{fmt.Errorf("%w: more than 10m0s", jobs.ErrDeadline), "the video was not finished within 10m0s; shorten it, or choose a smaller resolutionScale"},
		{jobs.ErrCrashed, internalReason},
		{fmt.Errorf("call stage: %w\nChromium said: /usr/bin/chromium", browser.ErrHung), "drawing took too long; try again later, with less content or a smaller resolutionScale"},
		{&os.PathError{Op: "open", Path: "/srv/secret", Err: os.ErrPermission}, internalReason},
	} {
		id := f.accept(t, story(schema.Video, ""))
		f.GiveUp(t.Context(), id, test.err)
		f.GiveUp(t.Context(), id, errors.New("once more")) // changes nothing
		if got := f.record(t, id); got.Status != wire.Failed || got.Error != test.want {
			t.Errorf("%v: the record is %+v", test.err, got)
		}
	}
}

// Progress reaches the record while the video is being encoded.
func TestProgress(t *testing.T) {
	f := newFixture(t)
	id := f.accept(t, story(schema.Video, ""))
	f.progressInterval = time.Millisecond
	progress, stop := f.recordProgress(t.Context(), id)
	for done := range 100 {
		progress(done+1, 200)
	}
	for began := time.Now(); f.record(t, id).Progress != 0.5; time.Sleep(time.Millisecond) {
		if time.Since(began) > 10*time.Minute {
			t.Fatalf("progress is %v", f.record(t, id).Progress)
		}
	}
	stop()
	stop()
}

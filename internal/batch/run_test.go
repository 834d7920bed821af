package batch

import (
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"mockup/internal/schema"
)

// planOf is a plan of stills s0, s1 … and videos v0, v1 …, the videos first.
func planOf(stills, videos int) *Plan {
	p := &Plan{}
	for i := range videos {
		p.Items = append(p.Items, &Item{Name: fmt.Sprintf("v%d", i), State: Planned, Video: true, source: &source{}})
	}
	for i := range stills {
		p.Items = append(p.Items, &Item{Name: fmt.Sprintf("s%d", i), State: Planned, source: &source{}})
	}
	return p
}

// Stills do not wait for videos, which here take until all stills are drawn.
func TestStillsBeforeVideos(t *testing.T) {
	t.Parallel()
	for jobs := 1; jobs <= 3; jobs++ {
		synctest.Test(t, func(t *testing.T) {
			var done atomic.Int32
			stills := make(chan struct{})
			r := &Runner{Jobs: jobs, Draw: func(_ context.Context, item *Item, _ func(int, int)) (Drawn, error) {
				if item.Video {
					select {
					case <-stills:
					case <-time.After(time.Hour): // which passes when nothing else can happen
						t.Errorf("%d jobs: stills wait behind %s", jobs, item.Name)
					}
				} else if done.Add(1) == 20 {
					close(stills)
				}
				return Drawn{State: Rendered}, nil
			}}
			p := planOf(20, 5)
			if err := r.Run(t.Context(), p); err != nil {
				t.Fatal(err)
			}
			if got := p.Count()[Rendered]; got != 25 {
				t.Errorf("%d jobs: %d rendered", jobs, got)
			}
		})
	}
}

// As many items are drawn at once as there are jobs.
func TestJobs(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var inside, most atomic.Int32
		r := &Runner{Jobs: 3, Draw: func(context.Context, *Item, func(int, int)) (Drawn, error) {
			now := inside.Add(1)
			for seen := most.Load(); now > seen && !most.CompareAndSwap(seen, now); seen = most.Load() {
			}
			time.Sleep(time.Second) // of the test's own clock
			inside.Add(-1)
			return Drawn{State: Rendered}, nil
		}}
		if err := r.Run(t.Context(), planOf(30, 3)); err != nil {
			t.Fatal(err)
		}
		if most.Load() != 3 {
			t.Errorf("%d at once, want 3", most.Load())
		}
	})
}

// A failure ends nothing else, unless that is asked for.
func TestFailFast(t *testing.T) {
	t.Parallel()
	for _, fast := range []bool{false, true} {
		p := planOf(10, 0)
		r := &Runner{Jobs: 1, FailFast: fast, Draw: func(_ context.Context, item *Item, _ func(int, int)) (Drawn, error) {
			if item.Name == "s3" {
				return Drawn{}, errors.New("no luck")
			}
			return Drawn{State: Rendered}, nil
		}}
		if err := r.Run(t.Context(), p); err != nil {
			t.Fatal(err)
		}
		want := map[bool]string{false: "map[failed:1 rendered:9]", true: "map[failed:1 planned:6 rendered:3]"}[fast]
		if got := fmt.Sprint(p.Count()); got != want {
			t.Errorf("fail fast %v: got %s, want %s", fast, got, want)
		}
	}
}

// A run whose context ends returns, and items that it did not finish stay planned.
func TestRunCancelled(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancelCause(t.Context())
	stop := errors.New("stopped")
	p := planOf(10, 0)
	r := &Runner{Jobs: 2, Draw: func(ctx context.Context, item *Item, _ func(int, int)) (Drawn, error) {
		switch {
		case item.Name < "s4":
			return Drawn{State: Rendered}, nil
		case item.Name == "s4":
			cancel(stop)
		}
		<-ctx.Done()
		return Drawn{}, errors.New("it failed because it was stopped")
	}}
	if err := r.Run(ctx, p); !errors.Is(err, stop) {
		t.Errorf("got %v", err)
	}
	if got := fmt.Sprint(p.Count()); got != "map[planned:6 rendered:4]" {
		t.Errorf("got %s", got)
	}
}

// A record that cannot be written ends the run with that error.
func TestRunRecordFails(t *testing.T) {
	t.Parallel()
	record, err := OpenRecord(t.Context(), t.TempDir(), nil)
	if err != nil {
		t.Fatal(err)
	}
	record.file.Close()
	p := planOf(5, 0)
	r := &Runner{Jobs: 1, Record: record, Draw: func(_ context.Context, item *Item, _ func(int, int)) (Drawn, error) {
		item.Output = filepath.Join(t.TempDir(), item.Name)
		return Drawn{State: Rendered}, os.WriteFile(item.Output, nil, 0o644)
	}}
	if err := r.Run(t.Context(), p); err == nil || !strings.Contains(err.Error(), "write record") || p.Count()[Planned] != 4 {
		t.Errorf("got %v, %v", err, p.Count())
	}
}

func TestReports(t *testing.T) {
	t.Parallel()
	p := planOf(6, 0)
	for i, state := range []State{Rendered, UpToDate, Failed, Invalid, Different, Planned} {
		p.Items[i].State, p.Items[i].File = state, "p/s.yaml"
	}
	p.Items[0].set, p.Items[0].row = []schema.Setting{{Path: "darkMode", Value: true}}, &row{number: 2}
	p.Items[2].Err = errors.New("a & b\x01")
	p.Items[3].Found = schema.Diagnostics{{File: "p/s.yaml", Message: "<wrong>", Severity: schema.SeverityError}}
	p.Items[4].Reason = "it is red"
	folder := t.TempDir()
	report := p.Report(time.Now())
	if err := errors.Join(report.WriteJSON(filepath.Join(folder, "new/r.json")), report.WriteJUnit(filepath.Join(folder, "r.xml"), "test")); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(filepath.Join(folder, "new/r.json"))
	if err != nil {
		t.Fatal(err)
	}
	var read Report
	if err := json.Unmarshal(data, &read); err != nil {
		t.Fatal(err)
	}
	if len(read.Items) != 6 || read.Counts[Invalid] != 1 || read.Items[0].Variant["darkMode"] != true || read.Items[0].Row != 2 ||
		read.Items[2].Error != "a & b\x01" || read.Items[3].Diagnostics[0].Message != "<wrong>" {
		t.Errorf("read %+v", read)
	}
	if data, err = os.ReadFile(filepath.Join(folder, "r.xml")); err != nil {
		t.Fatal(err)
	}
	var suite junitSuite
	if err := xml.Unmarshal(data, &suite); err != nil {
		t.Fatalf("%v\n%s", err, data)
	}
	if suite.Tests != 6 || suite.Failures != 2 || suite.Errors != 1 || suite.Skipped != 2 || len(suite.Cases) != 6 ||
		suite.Cases[2].Error == nil || suite.Cases[3].Failure == nil || suite.Cases[4].Failure.Message != "it is red" || suite.Cases[0].Failure != nil {
		t.Errorf("read %s", data)
	}
}

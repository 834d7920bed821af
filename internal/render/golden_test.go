package render_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"image"
	"image/png"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mockup/internal/longtest"
	"mockup/internal/render"
	"mockup/internal/render/diff"
	"mockup/internal/schema"
)

var update = flag.Bool("update", false, "write the golden pictures anew")

// tolerance is the share of pixels that may differ visibly: another version of Chromium moves a glyph's edge, while
// a missing icon or a shifted line is ten times as much.
const tolerance = 0.0005

const (
	examplesDir = "../../examples"
	goldenDir   = "testdata/golden"
)

// examples lists the payloads of the examples folder that render to pictures, as paths below it.
func examples(t *testing.T) []string {
	t.Helper()
	var found []string
	err := fs.WalkDir(os.DirFS(examplesDir), ".", func(path string, entry fs.DirEntry, err error) error {
		if err == nil && filepath.Ext(path) == ".yaml" && strings.Count(path, "/") == 1 {
			found = append(found, path)
		}
		return err
	})
	if err != nil || len(found) == 0 {
		t.Fatalf("no examples: %v", err)
	}
	return found
}

// someExamples returns a sample of the examples: of each type light and dark ones. In the long tests it returns all.
func someExamples(t *testing.T, parts int) []string {
	t.Helper()
	return longtest.Sample(t, parts, examples(t), func(path string) string {
		return fmt.Sprint(filepath.Dir(path), strings.Contains(path, "dark"))
	})
}

// example reads one of the examples, at 1x.
func example(t *testing.T, path string) render.Job {
	t.Helper()
	file := filepath.Join(examplesDir, path)
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	p, found := schema.Decode(data, schema.Options{Filename: path, AllowPaths: true})
	if p == nil || len(found) > 0 {
		t.Fatalf("the example is not clean:\n%v", found)
	}
	p.ResolutionScale = "1x"
	return render.Job{Payload: p, Dir: filepath.Dir(file)}
}

// Every example looks as it did when somebody last looked at it. Run with -update to renew the pictures of those
// that do not; look at what changed before committing them.
func TestGolden(t *testing.T) {
	t.Parallel()
	paths := examples(t)
	if !*update {
		paths = someExamples(t, 4)
	}
	for _, path := range paths {
		t.Run(path, func(t *testing.T) {
			job := example(t, path)
			if job.Payload.RenderKind != schema.Image {
				t.Skip("a video")
			}
			t.Parallel()
			result, err := shared.renderer.Render(context.Background(), job)
			if err != nil {
				t.Fatal(err)
			}
			for _, w := range result.Warnings {
				if w.Code != "missing_glyphs" {
					t.Errorf("the example gives the warning %v", w)
				}
			}
			checkForeseen(t, job, result.Warnings)
			compareGolden(t, strings.ReplaceAll(strings.TrimSuffix(path, ".yaml"), "/", "-"), result.Data)
		})
	}
}

func compareGolden(t *testing.T, name string, data []byte) {
	t.Helper()
	picture, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(goldenDir, name+".png")
	golden, err := os.ReadFile(file)
	if *update && err != nil {
		writePNG(t, file, picture)
		return
	}
	if err != nil {
		t.Fatalf("no golden picture: %v; run go test ./internal/render -run Golden -update", err)
	}
	want, err := png.Decode(bytes.NewReader(golden))
	if err != nil {
		t.Fatal(err)
	}
	compared := diff.Compare(want, picture, diff.Options{})
	if compared.Fraction <= tolerance {
		return
	}
	if *update {
		writePNG(t, file, picture)
		return
	}
	got, marked := filepath.Join(goldenDir, name+".got.diff.png"), filepath.Join(goldenDir, name+".diff.png")
	writePNG(t, got, picture)
	writePNG(t, marked, compared.Picture)
	t.Errorf("%.3f %% of the pixels differ (%v against %v), allowed are %.3f %%; see %s and %s",
		100*compared.Fraction, picture.Bounds().Max, want.Bounds().Max, 100*tolerance, got, marked)
}

func writePNG(t *testing.T, file string, picture image.Image) {
	t.Helper()
	var out bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestCompression}
	if err := encoder.Encode(&out, picture); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, out.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

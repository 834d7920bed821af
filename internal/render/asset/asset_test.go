package asset

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// pngFile returns a small PNG.
func pngFile(t testing.TB, width, height int) []byte {
	t.Helper()
	return encoded(t, func(b *bytes.Buffer) error {
		return png.Encode(b, image.NewGray(image.Rect(0, 0, width, height)))
	})
}

func jpegFile(t testing.TB, width, height int) []byte {
	t.Helper()
	return encoded(t, func(b *bytes.Buffer) error {
		return jpeg.Encode(b, image.NewRGBA(image.Rect(0, 0, width, height)), nil)
	})
}

func gifFile(t testing.TB, width, height, frames int) []byte {
	t.Helper()
	animation := &gif.GIF{}
	for i := range frames {
		frame := image.NewPaletted(image.Rect(0, 0, width, height), color.Palette{color.Gray{uint8(i)}, color.White})
		animation.Image, animation.Delay = append(animation.Image, frame), append(animation.Delay, 5)
	}
	return encoded(t, func(b *bytes.Buffer) error { return gif.EncodeAll(b, animation) })
}

func encoded(t testing.TB, encode func(*bytes.Buffer) error) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := encode(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func dataURL(declared string, data []byte) string {
	return "data:" + declared + ";base64," + base64.StdEncoding.EncodeToString(data)
}

// loadOne loads a single reference.
func loadOne(t testing.TB, opts Options, value string) (Image, error) {
	t.Helper()
	loader := New(opts)
	defer loader.Close()
	images, _, err := loader.Load(t.Context(), []Ref{{"props.image", value}})
	return images[value], err
}

// wantError fails the test unless err is there and its text has all parts.
func wantError(t *testing.T, err error, parts ...string) {
	t.Helper()
	if err == nil {
		t.Error("no error")
		return
	}
	for _, part := range parts {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("error %q lacks %q", err, part)
		}
	}
}

func TestDataURLs(t *testing.T) {
	file := pngFile(t, 3, 2)
	plain := base64.StdEncoding.EncodeToString(file)
	for name, value := range map[string]string{
		"plain":          "data:image/png;base64," + plain,
		"upper case":     "DATA:image/png;BASE64," + plain,
		"no type":        "data:;base64," + plain,
		"other type":     "data:image/svg+xml;base64," + plain,
		"parameters":     "data:image/png;name=a.png;base64," + plain,
		"no padding":     "data:image/png;base64," + strings.TrimRight(plain, "="),
		"folded in YAML": "data:image/png;base64, " + plain[:20] + " \r\n\t" + plain[20:] + "\n",
	} {
		t.Run(name, func(t *testing.T) {
			got, err := loadOne(t, Options{Public: true}, value)
			if err != nil || !bytes.Equal(got.Data, file) || got.Type != "image/png" || got.Width != 3 || got.Height != 2 {
				t.Errorf("got %+v, %v", got, err)
			}
		})
	}
	for name, test := range map[string]struct{ value, want string }{
		"not base64":  {"data:image/svg+xml,<svg/>", "only base64 data URLs"},
		"no comma":    {"data:image/png;base64", "only base64 data URLs"},
		"bad letters": {"data:image/png;base64,iVBO*w0K", "byte 4"},
		"empty":       {"data:image/png;base64,", "0 bytes"},
		"too large":   {dataURL("image/png", make([]byte, 1001)), "larger than the 1000 bytes"},
		"far larger":  {dataURL("image/png", make([]byte, 5000)), "larger than the 1000 bytes"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := loadOne(t, Options{MaxBytes: 1000}, test.value)
			wantError(t, err, test.want, "props.image", "data URL of ")
		})
	}
	exact := Options{MaxBytes: int64(len(file))}
	if _, err := loadOne(t, exact, dataURL("", file)); err != nil {
		t.Errorf("a file of exactly the limit: %v", err)
	}
}

func TestFiles(t *testing.T) {
	dir := t.TempDir()
	file := jpegFile(t, 5, 4)
	if err := errors.Join(os.Mkdir(filepath.Join(dir, "sub"), 0o700), os.WriteFile(filepath.Join(dir, "photo: b.jpg"), file, 0o600),
		os.WriteFile(filepath.Join(dir, "empty.png"), nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	opts := Options{Dir: filepath.Join(dir, "sub"), MaxBytes: int64(len(file))}
	for _, path := range []string{"../photo: b.jpg", "./../photo: b.jpg", filepath.Join(dir, "photo: b.jpg")} {
		if got, err := loadOne(t, opts, path); err != nil || got.Type != "image/jpeg" {
			t.Errorf("%s: %q, %v", path, got.Type, err)
		}
	}
	_, err := loadOne(t, opts, "../none.png")
	wantError(t, err, "props.image (../none.png)", filepath.Join(dir, "none.png"), "payload's folder")
	if !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%v is not os.ErrNotExist", err)
	}
	_, err = loadOne(t, opts, "../empty.png")
	wantError(t, err, "0 bytes")
	_, err = loadOne(t, opts, "..")
	wantError(t, err, "not a regular file")
	_, err = loadOne(t, Options{Dir: dir, MaxBytes: 10}, "photo: b.jpg")
	wantError(t, err, `"photo:" are not loaded`, "file path") // the way out is ./
	_, err = loadOne(t, Options{Dir: dir, MaxBytes: 10}, "./photo: b.jpg")
	wantError(t, err, "larger than the 10 bytes")
	for _, refusing := range []Options{{}, {Dir: dir, Public: true}} {
		_, err = loadOne(t, refusing, "./photo: b.jpg")
		wantError(t, err, "files are not read here", "https URL or a base64 data URL")
	}
}

func TestLoadReportsAllFailures(t *testing.T) {
	good := dataURL("image/png", pngFile(t, 1, 1))
	refs := []Ref{
		{"a.image", "http://host/a.png"}, {"b.image", good}, {"c.image", "\x1b[2Jpath.png"},
		{"d.image", "http://host/a.png"}, {"e.image", "http://host/a.png"}, {"f.image", "http://host/a.png"}, {"g.image", "http://host/a.png"},
	}
	loader := New(Options{})
	defer loader.Close()
	images, warnings, err := loader.Load(t.Context(), refs)
	if images != nil || warnings != nil {
		t.Errorf("got %v, %v", images, warnings)
	}
	wantError(t, err, "load image a.image, d.image, e.image and 2 more (http://host/a.png): ",
		"\n", `load image c.image ("\x1b[2Jpath.png"): files are not read here`)
	var failures Errors
	if !errors.As(err, &failures) || len(failures) != 2 || len(failures[0].Fields) != 5 {
		t.Errorf("failures: %+v", failures)
	}
	var first *Error
	if !errors.As(err, &first) || first.Address != "http://host/a.png" {
		t.Errorf("first failure: %+v", first)
	}
}

func TestErrorsAreBounded(t *testing.T) {
	var refs []Ref
	for i := range 5000 {
		refs = append(refs, Ref{"f", strings.Repeat("x", 1000+i)})
	}
	_, _, err := New(Options{}).Load(t.Context(), refs)
	wantError(t, err, "\n4980 more images cannot be loaded")
	if n := len(err.Error()); n > 10_000 {
		t.Errorf("%d bytes of error", n)
	}
}

func TestPlaceholder(t *testing.T) {
	good, bad := dataURL("image/gif", gifFile(t, 2, 2, 3)), dataURL("image/png", []byte("<svg onload='alert(1)'>"))
	loader := New(Options{Placeholder: true})
	defer loader.Close()
	images, warnings, err := loader.Load(t.Context(), []Ref{{"a", good}, {"b", bad}, {"c", "none.png"}, {"d", bad}})
	if err != nil || len(images) != 3 || len(warnings) != 2 || images[good].Type != "image/gif" {
		t.Fatalf("got %d images, %v, %v", len(images), warnings, err)
	}
	if got := warnings[0].String(); !strings.HasPrefix(got, "b: load image (data URL of 54 characters), also of d: ") || !strings.Contains(got, "SVG") || !strings.Contains(got, "placeholder") {
		t.Errorf("warning %q", got)
	}
	drawn, err := png.Decode(bytes.NewReader(images[bad].Data))
	if err != nil {
		t.Fatal(err)
	}
	size := drawn.Bounds().Size()
	if again, err := inspect(images[bad].Data, 1<<30); err != nil || again.Width != size.X || again.Height != size.Y || images[bad].Width != size.X {
		t.Errorf("placeholder says %+v, is %v: %v", again, size, err)
	}
	if drawn.At(0, 0) == drawn.At(size.X/2, size.Y/2+20) {
		t.Error("the placeholder bears no sign")
	}
}

func TestTotals(t *testing.T) {
	a, b := dataURL("", pngFile(t, 10, 10)), dataURL("", pngFile(t, 10, 11))
	for name, opts := range map[string]Options{
		"bytes": {MaxTotalBytes: int64(len(pngFile(t, 10, 10))) + 10}, "pixels": {MaxTotalPixels: 209},
	} {
		t.Run(name, func(t *testing.T) {
			opts.Placeholder = true // does not help: nothing is missing
			loader := New(opts)
			defer loader.Close()
			if _, _, err := loader.Load(t.Context(), []Ref{{"a", a}, {"again", a}}); err != nil {
				t.Errorf("the same image twice: %v", err)
			}
			_, _, err := loader.Load(t.Context(), []Ref{{"a", a}, {"b", b}})
			wantError(t, err, "too large together")
		})
	}
}

func TestLoadNothing(t *testing.T) {
	images, warnings, err := New(Options{}).Load(t.Context(), nil)
	if len(images) != 0 || len(warnings) != 0 || err != nil {
		t.Errorf("got %v, %v, %v", images, warnings, err)
	}
}

func TestEndedContextIsNoPlaceholder(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Nanosecond)
	defer cancel()
	<-ctx.Done()
	images, warnings, err := New(Options{Placeholder: true}).Load(ctx, []Ref{{"a", "https://host.invalid/"}})
	if !errors.Is(err, context.DeadlineExceeded) || images != nil || warnings != nil {
		t.Errorf("got %v, %v, %v", images, warnings, err)
	}
}

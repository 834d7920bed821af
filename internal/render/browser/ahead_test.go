//go:build unix

package browser

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"mockup/internal/render/storyboard"
	"mockup/templates"
)

// An image that is decoded ahead has the same pixels as one that is decoded when it is drawn, whatever its format.
func TestDecodedAheadAlike(t *testing.T) {
	b := startReal(t)
	for name, file := range imageKinds(t) {
		t.Run(name, func(t *testing.T) {
			file.Pixels = 1
			page := pageOf(name, file)
			ahead := shot(t, b, page)
			file.Pixels = 0
			page = pageOf(name+" again", file)
			if then := shot(t, b, page); !bytes.Equal(ahead, then) {
				t.Error("the picture differs from one whose image is decoded when it is drawn")
			}
			if blank := shot(t, b, Document{HTML: "<p>", Width: 60, Height: 90, Scale: 2}); bytes.Equal(ahead, blank) {
				t.Error("the picture shows nothing")
			}
		})
	}
}

// An image that is decoded ahead is what the picture is drawn from. It is kept for the next pictures, whatever its size there.
func TestDecodedAheadUsed(t *testing.T) {
	b := startReal(t)
	watchBitmaps(t, b)
	file := imageKinds(t)["noah.jpg"]
	file.Pixels = 1
	page := pageOf("noah", file)
	shot(t, b, page)
	first := []string{"Blob kept", "ImageBitmap kept", "ImageBitmap kept", "ImageBitmap kept"}
	if got := madeBitmaps(t, b); !slices.Equal(got, first) {
		t.Errorf("the bitmaps are %q, want %q", got, first)
	}
	page.HTML = strings.Replace(page.HTML, "width:31px", "width:33px", 1)
	shot(t, b, page)
	if got, want := madeBitmaps(t, b), append(first, "ImageBitmap kept"); !slices.Equal(got, want) {
		t.Errorf("behind the same image in another size the bitmaps are %q, want %q", got, want)
	}
}

// The memory of images that were not used lately is given back.
func TestDecodedAheadClosed(t *testing.T) {
	b := startReal(t)
	watchBitmaps(t, b)
	photo := imageKinds(t)["sunset-beach.jpg"]
	photo.Pixels = 1
	size, err := jpeg.DecodeConfig(bytes.NewReader(photo.Data))
	if err != nil {
		t.Fatal(err)
	}
	fit := 12_000_000 / (size.Width * size.Height)
	for i := range fit + 1 {
		shot(t, b, pageOf(fmt.Sprint("photo ", i), photo))
		shot(t, b, pageOf("photo 0", photo)) // used again
	}
	files := slices.DeleteFunc(madeBitmaps(t, b), func(made string) bool { return !strings.HasPrefix(made, "Blob") })
	want := slices.Repeat([]string{"Blob kept"}, fit+1)
	want[1] = "Blob closed"
	if !slices.Equal(files, want) {
		t.Errorf("the images are %q, want %q", files, want)
	}
}

// So are the images of a video's items, which are drawn behind those of its document.
func TestDecodedAheadForItems(t *testing.T) {
	b := startReal(t)
	watchBitmaps(t, b)
	file := imageKinds(t)["noah.jpg"]
	file.Pixels = 1
	page := pageOf("noah", file)
	item := page.HTML
	page.HTML, page.Items = `<div class="picture"><div class="screen" data-slot="list"></div></div>`, []string{item}
	shot(t, b, page)
	deadline := time.Now().Add(time.Minute)
	for len(madeBitmaps(t, b)) == 0 && time.Now().Before(deadline) { // another thread decodes it, and the picture does not wait
	}
	if got, want := madeBitmaps(t, b), []string{"Blob kept"}; !slices.Equal(got, want) {
		t.Errorf("behind the document the bitmaps are %q, want %q", got, want)
	}
	board := &storyboard.Storyboard{Items: []storyboard.Item{{Slot: "list", Key: "noah", HTML: item}}, Steps: []storyboard.Step{{Put: []int{0}}}}
	if _, broken, err := b.Measure(t.Context(), board); err != nil || len(broken) > 0 {
		t.Fatal(err, broken)
	}
	if got, want := madeBitmaps(t, b), []string{"Blob kept", "ImageBitmap kept", "ImageBitmap kept", "ImageBitmap kept"}; !slices.Equal(got, want) {
		t.Errorf("behind the items the bitmaps are %q, want %q", got, want)
	}
}

// watchBitmaps has the page note the bitmaps that it makes, which madeBitmaps lists: of what, and whether they are closed.
func watchBitmaps(t *testing.T, b *Browser) {
	t.Helper()
	const watch = `() => {
		const make = createImageBitmap;
		globalThis.made = [];
		globalThis.createImageBitmap = async (from, ...how) => {
			const bitmap = await make(from, ...how);
			made.push({ from: from.constructor.name, bitmap });
			return bitmap;
		};
	}`
	if err := b.Call(t.Context(), watch, nil, nil); err != nil {
		t.Fatal(err)
	}
}

func madeBitmaps(t *testing.T, b *Browser) (made []string) {
	t.Helper()
	if err := b.Call(t.Context(), `() => made.map(({ from, bitmap }) => from + (bitmap.width > 0 ? " kept" : " closed"))`, nil, &made); err != nil {
		t.Fatal(err)
	}
	return made
}

// startReal starts a browser with the page that mockup has.
func startReal(t *testing.T) *Browser {
	t.Helper()
	shell, err1 := templates.Shell()
	script, err2 := templates.Script()
	b, err3 := Start(t.Context(), Options{Files: noFiles, Shell: shell, Script: script, NoSandbox: NeedsNoSandbox()})
	if err := errors.Join(err1, err2, err3); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	return b
}

// pageOf shows an image in some sizes: smaller than it is, cut off, and larger.
func pageOf(name string, file File) Document {
	path := fmt.Sprintf("/image/%x", name)
	html := `<div style="background:#9cf;display:grid">`
	for _, size := range []string{"width:31px;height:17px", "width:20px;height:20px;object-fit:cover", "width:60px"} {
		html += fmt.Sprintf(`<img src="%s" style="%s">`, Origin+path, size)
	}
	return Document{HTML: html + "</div>", Width: 60, Height: 90, Scale: 2, Files: map[string]File{path: file}}
}

func shot(t *testing.T, b *Browser, page Document) []byte {
	t.Helper()
	layout, err := b.Show(t.Context(), page)
	if err != nil || len(layout.Broken) > 0 {
		t.Fatal(err, layout.Broken)
	}
	data, err := b.Screenshot(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// imageKinds returns images of all formats, and of what else may make a difference: rotation, transparency, colour space, depth.
func imageKinds(t *testing.T) map[string]File {
	t.Helper()
	kinds := map[string]File{}
	for path, mime := range map[string]string{
		"../asset/testdata/animated.webp": "image/webp", "../asset/testdata/lossless.webp": "image/webp", "../asset/testdata/lossy.webp": "image/webp",
		"../asset/testdata/still.avif":                    "image/avif",
		"../../../examples/media/photos/sunset-beach.jpg": "image/jpeg",
		"../../../examples/media/avatars/noah.jpg":        "image/jpeg",
		"../../../templates/chats/whatsapp/doodle.png":    "image/png",
	} {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		kinds[filepath.Base(path)] = File{Data: data, Type: mime}
	}
	encode := func(write func(*bytes.Buffer) error) []byte {
		var out bytes.Buffer
		if err := write(&out); err != nil {
			t.Fatal(err)
		}
		return out.Bytes()
	}
	gradient := image.NewNRGBA64(image.Rect(0, 0, 150, 70))
	shallow, grey := image.NewNRGBA(gradient.Rect), image.NewGray(gradient.Rect)
	for x := range 150 {
		for y := range 70 {
			gradient.SetNRGBA64(x, y, color.NRGBA64{uint16(x * 430), uint16(y * 900), uint16(x * y * 6), uint16(65535 - x*300)})
			shallow.Set(x, y, gradient.At(x, y))
			grey.SetGray(x, y, color.Gray{uint8(x + y)})
		}
	}
	deep := encode(func(out *bytes.Buffer) error { return png.Encode(out, gradient) })
	photo := encode(func(out *bytes.Buffer) error { return jpeg.Encode(out, gradient, nil) })
	turn := "\xff\xe1\x00\x22Exif\x00\x00MM\x00\x2a\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00\x06\x00\x00\x00\x00\x00\x00"
	kinds["deep.png"] = File{Data: deep, Type: "image/png"}
	plain := encode(func(out *bytes.Buffer) error { return png.Encode(out, shallow) })
	kinds["gamma.png"] = File{Data: slices.Concat(plain[:33], chunk("gAMA", 100_000), plain[33:]), Type: "image/png"}
	kinds["grey.png"] = File{Data: encode(func(out *bytes.Buffer) error { return png.Encode(out, grey) }), Type: "image/png"}
	kinds["grey.jpg"] = File{Data: encode(func(out *bytes.Buffer) error { return jpeg.Encode(out, grey, nil) }), Type: "image/jpeg"}
	kinds["turned.jpg"] = File{Data: slices.Concat(photo[:2], []byte(turn), photo[2:]), Type: "image/jpeg"}
	kinds["palette.gif"] = File{Data: encode(func(out *bytes.Buffer) error { return gif.Encode(out, gradient, nil) }), Type: "image/gif"}
	return kinds
}

// chunk returns a chunk of a PNG that holds a number.
func chunk(kind string, number uint32) []byte {
	body := binary.BigEndian.AppendUint32([]byte(kind), number)
	whole := append(binary.BigEndian.AppendUint32(nil, 4), body...)
	return binary.BigEndian.AppendUint32(whole, crc32.ChecksumIEEE(body))
}

// Images are decoded ahead only where they are seen, where that changes no pixel, and as many as memory has room for.
func TestAhead(t *testing.T) {
	kinds := imageKinds(t)
	for name, want := range map[string]bool{
		"noah.jpg": true, "turned.jpg": true, "lossy.webp": true, "palette.gif": true, "doodle.png": true, "gamma.png": true, "deep.png": false, "still.avif": false,
	} {
		file := kinds[name]
		file.Pixels = 1
		page := pageOf(name, file)
		if images, _ := page.ahead(); (len(images) == 1) != want {
			t.Errorf("%s: is it decoded ahead? %v, want %v", name, !want, want)
		}
	}
	img := func(path string) string { return `<img src="` + path + `">` }
	page := Document{HTML: img(Origin+"/image/1") + img(Origin+"/image/2") + img(Origin+"/image/4"), Files: map[string]File{
		"/image/1": {Type: "image/jpeg", Pixels: mostAhead - 30}, "/image/2": {Type: "image/jpeg", Pixels: 31},
		"/image/3": {Type: "image/jpeg", Pixels: 1}, "/image/4": {Type: "image/jpeg", Pixels: 10}, "/image/5.svg": {Type: "image/svg+xml"},
	}}
	page.Items = []string{img(Origin + "/image/5.svg"), img(Origin+"/image/4") + img(Origin+"/image/3") + img(Origin+"/image/4")}
	images, later := page.ahead()
	if got := strings.Join(images, " "); got != Origin+"/image/1 "+Origin+"/image/4" {
		t.Errorf("decoded ahead are %s, want the images 1 and 4", got)
	}
	if got := strings.Join(later, " "); got != Origin+"/image/4 "+Origin+"/image/3" {
		t.Errorf("decoded ahead for items are %s, want the images 4 and 3", got)
	}
	art := Document{HTML: img("/art/notifications/ios/wall-dark.webp") + img("/art/chats/whatsapp/doodle.svg")}
	if images, _ := art.ahead(); len(images) != 1 || images[0] != Origin+"/art/notifications/ios/wall-dark.webp" {
		t.Errorf("of a template, %q is decoded ahead, want the wallpaper", images)
	}
}

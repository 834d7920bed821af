package encode_test

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"maps"
	"math"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/go-rod/rod"
	"github.com/go-rod/rod/lib/launcher"
	"github.com/go-rod/rod/lib/proto"

	"mockup/internal/longtest"
	"mockup/internal/render/browser"
	"mockup/internal/render/encode"
	"mockup/internal/render/format"
)

// shown is what Chromium shows of a file.
type shown struct {
	Width, Height int
	Duration      float64  // seconds; 0: it is a picture
	Rows          [2][]int // the row in the middle, R, G, B and A of each pixel: at the beginning, and of a video at an end
}

// readers are functions of a page that read a file: one for <video>, one for animated images, one for <img>. What a <video> shows is
// taken in the decoder's own numbers: Chromium without a graphics card converts them to RGB only roughly, saturated blue 7 levels off.
// On a busy machine a <video> may show no frame yet, or the one from before a seek, when it says that it has found its place.
var readers = map[string]string{
	"video": `async (address, end) => {
		const video = Object.assign(document.createElement("video"), { muted: true, preload: "auto", src: address });
		const happens = (name) => new Promise((done, fail) => {
			video.addEventListener(name, done, { once: true });
			video.addEventListener("error", () => fail(new Error(video.error.message)), { once: true });
		});
		await happens("loadeddata");
		const rows = [];
		for (const at of [0, end]) {
			video.currentTime = at;
			await happens("seeked");
			rows.push(await decoded(await frameAt(video, at)));
		}
		return { width: video.videoWidth, height: video.videoHeight, duration: video.duration, rows };
	}`,
	"animation": `async (address, end) => {
		const answer = await fetch(address);
		const decoder = new ImageDecoder({ data: await answer.arrayBuffer(), type: answer.headers.get("Content-Type") });
		await decoder.tracks.ready;
		let duration = 0, rows = [], size = {};
		for (let i = 0; i < decoder.tracks.selectedTrack.frameCount; i++) {
			const { image } = await decoder.decode({ frameIndex: i });
			if (i === 0 || duration <= end) rows[i === 0 ? 0 : 1] = row(image, image.displayWidth, image.displayHeight);
			size = { width: image.displayWidth, height: image.displayHeight };
			duration += image.duration / 1e6;
		}
		return { ...size, duration, rows };
	}`,
	"picture": `async (address) => {
		const image = new Image();
		image.src = address;
		await image.decode();
		const middle = row(image, image.naturalWidth, image.naturalHeight);
		return { width: image.naturalWidth, height: image.naturalHeight, duration: 0, rows: [middle, middle] };
	}`,
}

const rowScript = `<script>
function row(source, width, height) {
	const context = Object.assign(document.createElement("canvas"), { width, height }).getContext("2d");
	context.drawImage(source, 0, 0);
	return Array.from(context.getImageData(0, height >> 1, width, 1).data);
}

async function frameAt(video, seconds) {
	for (const until = performance.now() + 30000; ; await new Promise((done) => setTimeout(done, 5))) {
		const late = performance.now() > until;
		try {
			const frame = new VideoFrame(video);
			if (seconds === 0 || frame.timestamp > 0 || late) return frame;
			frame.close();
		} catch (error) {
			if (error.name !== "InvalidStateError" || late) throw error;
		}
	}
}

async function decoded(frame) {
	const { format, colorSpace: { matrix, fullRange }, displayWidth, displayHeight } = frame;
	if (!format.startsWith("I420") || matrix !== "bt709" || fullRange) throw new Error(format + ", " + matrix + ", full range " + fullRange);
	const data = new Uint8Array(frame.allocationSize()), layout = await frame.copyTo(data);
	frame.close();
	const y = displayHeight >> 1, row = [];
	for (let x = 0; x < displayWidth; x++) {
		const [l, u, v, a] = layout.map(({ offset, stride }, i) => data[offset + (i % 3 ? (y >> 1) * stride + (x >> 1) : y * stride + x)]);
		const light = (255 / 219) * (l - 16), blue = (255 / 224) * (u - 128), red = (255 / 224) * (v - 128);
		for (const c of [light + 1.5748 * red, light - 0.1873 * blue - 0.4681 * red, light + 1.8556 * blue, a ?? 255]) {
			row.push(Math.round(Math.min(Math.max(c, 0), 255)));
		}
	}
	return row;
}
</script>`

// chromium opens a page that may load files of a folder. The returned function has the page read one.
func chromium(t *testing.T, folder string) func(t *testing.T, reader, name, kind string, end float64) shown {
	t.Helper()
	types := map[string]string{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/" {
			fmt.Fprint(w, rowScript)
			return
		}
		w.Header().Set("Content-Type", types[r.URL.Path])
		http.ServeFile(w, r, filepath.Join(folder, filepath.Base(r.URL.Path)))
	}))
	t.Cleanup(server.Close)
	bin, err := browser.Find("")
	if err != nil {
		t.Fatal(err)
	}
	launched := launcher.New().Bin(bin).Leakless(false).NoSandbox(browser.NeedsNoSandbox()).Set("disable-gpu").Set("force-color-profile", "srgb")
	address, err := launched.Launch()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
	t.Cleanup(cancel)
	b := rod.New().ControlURL(address).Context(ctx)
	if err := b.Connect(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = b.Close(); launched.Cleanup() })
	page, err := b.Page(proto.TargetCreateTarget{URL: server.URL + "/"})
	if err == nil {
		err = page.WaitLoad()
	}
	if err != nil {
		t.Fatal(err)
	}
	return func(t *testing.T, reader, name, kind string, end float64) (s shown) {
		t.Helper()
		types["/"+name] = kind
		result, err := page.Evaluate(rod.Eval(readers[reader], "/"+name, end).ByPromise())
		if err == nil {
			err = result.Value.Unmarshal(&s)
		}
		if err != nil {
			t.Fatalf("Chromium reads no %s: %v", name, err)
		}
		return s
	}
}

// half makes a frame with colours at full resolution one of 4:2:0. Fields of a card are flat, so that any pixel of four will do.
func half(v encode.Video, full []byte) []byte {
	n := v.Width * v.Height
	frame := bytes.Clone(full[:n])
	for plane := 1; plane <= 2; plane++ {
		for y := 0; y < v.Height; y += 2 {
			for x := 0; x < v.Width; x += 2 {
				frame = append(frame, full[plane*n+y*v.Width+x])
			}
		}
	}
	return append(frame, full[3*n:]...)
}

// checkShown compares what Chromium shows with the fields of a card. Its canvas has colours multiplied by alpha, so that of what is
// almost transparent few levels are left. Of what is transparent only the alpha counts.
func checkShown(t *testing.T, when string, row []int, colours []color.NRGBA) {
	t.Helper()
	for n, want := range colours {
		p := row[4*(n*fieldSize+fieldSize/2):]
		got := color.NRGBA{byte(p[0]), byte(p[1]), byte(p[2]), byte(p[3])}
		tolerance := 2
		if want.A > 0 && want.A < 255 {
			tolerance += 160 / int(want.A)
		}
		if off := int(got.A) - int(want.A); off > 2 || off < -2 || !near(color.NRGBA{got.R, got.G, got.B, want.A}, want, tolerance) {
			t.Errorf("%s: field %d is %v, want %v", when, n, got, want)
		}
	}
}

// A test card comes back from Chromium as from ffmpeg, within 2 of 255: of every video that a browser shows, with its size, length and
// alpha.
func TestChromiumShowsVideos(t *testing.T) {
	folder := t.TempDir()
	read := chromium(t, folder)
	readers := map[string][2]string{
		format.MP4: {"video", "video/mp4"}, format.WebM: {"video", "video/webm"},
		format.GIF: {"animation", "image/gif"}, format.WebP: {"animation", "image/webp"}, format.APNG: {"animation", "image/png"},
	}
	for _, name := range longtest.Sample(t, 2, slices.Sorted(maps.Keys(readers)), func(name string) string { return readers[name][0] }) {
		reader := readers[name]
		f := lookup(t, name, true)
		for _, alpha := range []bool{false, true} {
			if alpha && f.Alpha == format.Opaque {
				continue
			}
			t.Run(fmt.Sprintf("%s, alpha %v", name, alpha), func(t *testing.T) {
				colours := cardColours()
				if alpha {
					colours[2] = color.NRGBA{}
				}
				if alpha && f.Alpha == format.Smooth {
					colours[3].A, colours[4].A = 128, 60
				}
				other := append(append([]color.NRGBA{}, colours[1:]...), colours[0])
				v := encode.Video{Format: f, Width: fieldSize * len(colours), Height: 2 * fieldSize, FPS: 25, Frames: 50, Alpha: alpha}
				full := v
				full.Format = lookup(t, format.APNG, true)
				frames := [][]byte{cardFrame(full, card(colours)), cardFrame(full, card(other))}
				if !f.Full {
					frames[0], frames[1] = half(v, frames[0]), half(v, frames[1])
				}
				path := write(t, v, func(n int) []byte { return frames[n/40] })
				if name != format.WebP { // ffmpeg 5.1 reads no animated WebP
					checkFields(t, v, path, colours)
				}
				file := fmt.Sprintf("%s-%v", name, alpha)
				if err := os.Rename(path, filepath.Join(folder, file)); err != nil {
					t.Fatal(err)
				}
				s := read(t, reader[0], file, reader[1], 1.8)
				if s.Width != v.Width || s.Height != v.Height || math.Abs(s.Duration-2) > .001 {
					t.Errorf("Chromium shows %dx%d for %v s, want %dx%d for 2 s", s.Width, s.Height, s.Duration, v.Width, v.Height)
				}
				checkShown(t, "at the beginning", s.Rows[0], colours)
				checkShown(t, "at the end", s.Rows[1], other)
			})
		}
	}
}

// checkFields compares what ffmpeg decodes of a video with the fields of a card. Alpha of VP9 is read by libvpx alone.
func checkFields(t *testing.T, v encode.Video, path string, colours []color.NRGBA) {
	t.Helper()
	from := input(v, path)
	if v.Format.Name == format.WebM && v.Alpha {
		from = append([]string{"-c:v", "libvpx-vp9"}, from...)
	}
	for n, got := range fields(t, from, v.Width, v.Height, len(colours)) {
		if want := colours[n]; !near(got, want, 2) {
			t.Errorf("ffmpeg: field %d is %v, want %v", n, got, want)
		}
	}
}

// The same of pictures.
func TestChromiumShowsPictures(t *testing.T) {
	folder := t.TempDir()
	read := chromium(t, folder)
	for _, name := range []string{format.PNG, format.JPEG, format.WebP, format.AVIF} {
		f := lookup(t, name, false)
		for _, alpha := range []bool{false, true} {
			if alpha && f.Alpha == format.Opaque {
				continue
			}
			t.Run(fmt.Sprintf("%s, alpha %v", name, alpha), func(t *testing.T) {
				colours := cardColours()
				if alpha {
					colours[2], colours[3].A = color.NRGBA{}, 128
				}
				if alpha && name != format.AVIF { // whose alpha Chromium 156 takes for one of limited range, whatever the file says
					colours[4].A = 60
				}
				img := card(colours)
				var data bytes.Buffer
				if err := png.Encode(&data, img); err != nil {
					t.Fatal(err)
				}
				file := data.Bytes()
				if name != format.PNG {
					var err error
					file, err = encode.EncodePicture(t.Context(), encode.Options{}, file, encode.Picture{Format: f, Size: img.Rect.Size(), Alpha: alpha, Record: record()})
					if err != nil {
						t.Fatal(err)
					}
				}
				called := fmt.Sprintf("%s-%v", name, alpha)
				if err := os.WriteFile(filepath.Join(folder, called), file, 0o600); err != nil {
					t.Fatal(err)
				}
				s := read(t, "picture", called, "image/"+name, 0)
				if (image.Point{X: s.Width, Y: s.Height}) != img.Rect.Size() {
					t.Errorf("Chromium shows %dx%d, want %v", s.Width, s.Height, img.Rect.Size())
				}
				checkShown(t, "the picture", s.Rows[0], colours)
			})
		}
	}
}

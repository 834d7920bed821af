package encode_test

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"mockup/internal/longtest"
	"mockup/internal/render/encode"
	"mockup/internal/render/format"
	"mockup/internal/render/provenance"
)

// cardColours are those of a test card: flat, bright, dark, and of an app each.
func cardColours() []color.NRGBA {
	return []color.NRGBA{
		{0, 0, 0, 255}, {255, 255, 255, 255}, {229, 221, 213, 255}, {0, 122, 255, 255}, {37, 211, 102, 255}, {200, 30, 60, 255},
	}
}

const fieldSize = 24 // of the card, in pixels

// card is a picture with a field of each colour beside each other.
func card(colours []color.NRGBA) *image.NRGBA {
	img := image.NewNRGBA(image.Rect(0, 0, fieldSize*len(colours), 2*fieldSize))
	for y := range img.Rect.Dy() {
		for x := range img.Rect.Dx() {
			img.SetNRGBA(x, y, colours[x/fieldSize])
		}
	}
	return img
}

// cardFrame is the card as a frame of a video with colours at full resolution.
func cardFrame(v encode.Video, img *image.NRGBA) []byte {
	n := v.Width * v.Height
	frame := make([]byte, v.FrameSize())
	for y := range v.Height {
		for x := range v.Width {
			c, i := img.NRGBAAt(x, y), y*v.Width+x
			frame[i], frame[n+i], frame[2*n+i] = bt709(float64(c.R), float64(c.G), float64(c.B))
			if v.Alpha {
				frame[3*n+i] = c.A
			}
		}
	}
	return frame
}

func lookup(t *testing.T, name string, video bool) format.Format {
	t.Helper()
	f, err := format.Lookup(name, video)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// write writes a video of any format, of which each frame is what draw returns, and returns its path.
func write(t *testing.T, v encode.Video, draw func(frame int) []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "out"+v.Format.Suffix())
	if v.Format.Folder {
		if err := os.Mkdir(path, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	if v.Format.Name == format.GIF {
		v.Palette = filepath.Join(t.TempDir(), "palette.png")
		e, err := encode.StartPalette(t.Context(), encode.Options{}, v, v.Palette)
		if err != nil {
			t.Fatal(err)
		}
		writeFrames(t, e, v, draw)
	}
	e, err := encode.Open(t.Context(), encode.Options{}, v, path)
	if err != nil {
		t.Fatal(err)
	}
	info := writeFrames(t, e, v, draw)
	if info.Frames != v.Frames || info.Duration != v.Duration() || info.Size <= 0 {
		t.Errorf("Close returned %+v", info)
	}
	if file, err := os.Stat(path); err != nil || !v.Format.Folder && file.Size() != info.Size {
		t.Errorf("Close returned the size %d, the file has %d, %v", info.Size, file.Size(), err)
	}
	return path
}

func writeFrames(t *testing.T, e encode.Writer, v encode.Video, draw func(frame int) []byte) encode.Info {
	t.Helper()
	defer e.Abort()
	for i := range v.Frames {
		if err := e.Write(draw(i), 1); err != nil {
			t.Fatal(err)
		}
	}
	info, err := e.Close()
	if err != nil {
		t.Fatal(err)
	}
	return info
}

// input is what ffmpeg and ffprobe read a video of any format from.
func input(v encode.Video, path string) []string {
	if v.Format.Folder {
		return []string{"-framerate", strconv.Itoa(v.FPS), "-i", filepath.Join(path, "%04d.png")}
	}
	return []string{"-i", "file:" + path}
}

// fields decodes the first frame of a file and returns the colours of its fields.
func fields(t *testing.T, from []string, width, height, count int) []color.NRGBA {
	t.Helper()
	const toRGBA = "scale=in_color_matrix=auto:out_range=pc:flags=accurate_rnd+full_chroma_int+full_chroma_inp,format=rgba"
	args := append([]string{"-v", "error"}, from...)
	out := run(t, "ffmpeg", append(args, "-frames:v", "1", "-vf", toRGBA, "-f", "rawvideo", "-")...)
	if len(out) != 4*width*height {
		t.Fatalf("%d bytes, want %dx%d pixels", len(out), width, height)
	}
	found := make([]color.NRGBA, count)
	for n := range found {
		p := out[4*(height/2*width+n*fieldSize+fieldSize/2):]
		found[n] = color.NRGBA{p[0], p[1], p[2], p[3]}
	}
	return found
}

// near compares colours. Of what is transparent only the alpha counts.
func near(a, b color.NRGBA, tolerance int) bool {
	off := func(a, b uint8) bool { return int(a)-int(b) > tolerance || int(b)-int(a) > tolerance }
	return !off(a.A, b.A) && (a.A == 0 || !off(a.R, b.R) && !off(a.G, b.G) && !off(a.B, b.B))
}

func videoFormats() (all []format.Format) {
	for _, f := range format.All() {
		if f.Video && f.Full {
			all = append(all, f)
		}
	}
	return all
}

// Flat colours of each format come back within 2 of 255, with alpha where the format has it, and the length is that of the
// frames.
func TestVideoFormats(t *testing.T) {
	for _, f := range longtest.Sample(t, 2, videoFormats(), func(f format.Format) string { return fmt.Sprint(f.Alpha) }) {
		for _, alpha := range []bool{false, true} {
			if alpha && f.Alpha == format.Opaque {
				continue
			}
			t.Run(fmt.Sprintf("%s, alpha %v", f.Name, alpha), func(t *testing.T) {
				colours := cardColours()
				if alpha {
					colours[2].A = 0
				}
				if alpha && f.Alpha == format.Smooth {
					colours[3].A, colours[4].A = 128, 40
				}
				img := card(colours)
				v := encode.Video{Format: f, Width: img.Rect.Dx(), Height: img.Rect.Dy(), FPS: 25, Frames: 50, Alpha: alpha, Metadata: record()}
				other := card(append(append([]color.NRGBA{}, colours[1:]...), colours[0]))
				frames := [][]byte{cardFrame(v, img), cardFrame(v, other)}
				path := write(t, v, func(n int) []byte { return frames[n/40] })
				if f.Name != format.WebP { // ffmpeg 5.1 reads no animated WebP
					for n, got := range fields(t, input(v, path), v.Width, v.Height, len(colours)) {
						if want := colours[n]; !near(got, want, 2) {
							t.Errorf("field %d is %v, want %v", n, got, want)
						}
					}
					checkLength(t, v, path)
				}
				checkProvenance(t, path)
			})
		}
	}
}

// checkLength counts what ffmpeg decodes of a video at a steady rate.
func checkLength(t *testing.T, v encode.Video, path string) {
	t.Helper()
	args := append([]string{"-v", "error"}, input(v, path)...)
	out := run(t, "ffmpeg", append(args, "-vf", fmt.Sprintf("fps=%d,format=gray,scale=2:2", v.FPS), "-f", "rawvideo", "-")...)
	if got := len(out) / 4; got < v.Frames-1 || got > v.Frames+1 {
		t.Errorf("%d frames, want %d", got, v.Frames)
	}
}

// checkProvenance looks for the record in the file, in the first of a sequence.
func checkProvenance(t *testing.T, path string) {
	t.Helper()
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		path = filepath.Join(path, "0001.png")
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"mockup, imported", "mockup 0.0.1", "c0ffee"} {
		if !bytes.Contains(data, []byte(want)) {
			t.Errorf("the file does not say %q", want)
		}
	}
}

func record() provenance.Record {
	return provenance.Record{Software: "mockup 0.0.1", PayloadSHA256: "c0ffee", Imported: true}
}

// The same frames become the same file, and damaged files of each format are found.
func TestVideoFormatsChecked(t *testing.T) {
	for _, f := range videoFormats() {
		if f.Folder {
			continue
		}
		t.Run(f.Name, func(t *testing.T) {
			img := card(cardColours())
			v := encode.Video{Format: f, Width: img.Rect.Dx(), Height: img.Rect.Dy(), FPS: 25, Frames: 10, Metadata: record()}
			frames := [][]byte{cardFrame(v, img), cardFrame(v, card(slices.Repeat(cardColours()[3:4], 6)))}
			var files [2][]byte
			for i := range files {
				var err error
				if files[i], err = os.ReadFile(write(t, v, func(n int) []byte { return frames[n/8] })); err != nil {
					t.Fatal(err)
				}
			}
			if !bytes.Equal(files[0], files[1]) {
				t.Error("the same frames became different files")
			}
			for _, damaged := range [][]byte{nil, files[0][:len(files[0])/2], files[0][:len(files[0])-1]} {
				path := filepath.Join(t.TempDir(), "damaged")
				if err := os.WriteFile(path, damaged, 0o600); err != nil {
					t.Fatal(err)
				}
				if _, err := encode.Verify(v, path); err == nil {
					t.Errorf("%d of %d bytes were taken for the video", len(damaged), len(files[0]))
				}
			}
			path := filepath.Join(t.TempDir(), "whole")
			if err := os.WriteFile(path, files[0], 0o600); err != nil {
				t.Fatal(err)
			}
			if _, err := encode.Verify(v, path); err != nil {
				t.Error(err)
			}
			longer := v
			longer.Frames = 20
			if _, err := encode.Verify(longer, path); err == nil {
				t.Error("a video of half the length was taken for the whole")
			}
		})
	}
}

// With a matte, the soft edges of a GIF are mixed with it, and what is hardly seen stays transparent.
func TestMatte(t *testing.T) {
	colours := []color.NRGBA{{0, 0, 0, 255}, {0, 0, 0, 128}, {0, 0, 0, 4}, {0, 0, 0, 0}}
	img := card(colours)
	v := encode.Video{Format: lookup(t, format.GIF, true), Width: img.Rect.Dx(), Height: img.Rect.Dy(), FPS: 20, Frames: 2, Alpha: true}
	frame := cardFrame(v, img)
	for matte, want := range map[*color.NRGBA][]color.NRGBA{
		nil:              {{0, 0, 0, 255}, {0, 0, 0, 255}, {}, {}},
		{R: 255, A: 255}: {{0, 0, 0, 255}, {127, 0, 0, 255}, {}, {}},
	} {
		v.Matte = matte
		for n, got := range fields(t, input(v, write(t, v, all(frame))), v.Width, v.Height, len(colours)) {
			if !near(got, want[n], 2) {
				t.Errorf("with the matte %v, %v is %v, want %v", matte, colours[n], got, want[n])
			}
		}
	}
}

// Flat colours of each picture format come back within 2 of 255, with alpha where the format has it.
func TestPictureFormats(t *testing.T) {
	for _, f := range format.All() {
		if f.Video || f.Name == format.PNG {
			continue
		}
		for _, quality := range []encode.Quality{"", encode.High, "80", encode.Lossless} {
			if quality == encode.Lossless && !f.Lossless {
				continue
			}
			for _, alpha := range []bool{false, f.Alpha == format.Smooth} {
				t.Run(fmt.Sprintf("%s %s, alpha %v", f.Name, quality, alpha), func(t *testing.T) {
					colours := cardColours()
					if alpha {
						colours[2], colours[3].A, colours[4].A = color.NRGBA{}, 128, 40
					}
					img := card(colours)
					var data bytes.Buffer
					if err := png.Encode(&data, img); err != nil {
						t.Fatal(err)
					}
					size := img.Rect.Size()
					file, err := encode.EncodePicture(t.Context(), encode.Options{}, data.Bytes(), encode.Picture{
						Format: f, Quality: quality, Size: size, Alpha: alpha, Record: record(),
					})
					if err != nil {
						t.Fatal(err)
					}
					path := filepath.Join(t.TempDir(), "card"+f.Suffix())
					if err := os.WriteFile(path, file, 0o600); err != nil {
						t.Fatal(err)
					}
					checkProvenance(t, path)
					if alpha && f.Name == format.AVIF {
						return // ffmpeg reads no alpha of AVIF; package render shows it to Chromium
					}
					for n, got := range fields(t, []string{"-i", "file:" + path}, size.X, size.Y, len(colours)) {
						if want := colours[n]; !near(got, want, 2) {
							t.Errorf("field %d is %v, want %v", n, got, want)
						}
					}
				})
			}
		}
	}
}

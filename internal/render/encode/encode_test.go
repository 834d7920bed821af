package encode_test

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"mockup/internal/render/encode"
	"mockup/internal/render/provenance"
	"mockup/internal/render/sound"
)

const width, height = 160, 120

// small is a short video without alpha.
func small() encode.Video {
	return encode.Video{
		Width: width, Height: height, FPS: 30, Frames: 30,
		Metadata: provenance.Record{Software: "mockup 0.0.1", PayloadSHA256: "c0ffee"},
	}
}

// flat is a frame of one colour: Y, U, V and, for a video with alpha, A.
func flat(v encode.Video, colour ...byte) []byte {
	luma := v.Width * v.Height
	frame := bytes.Repeat(colour[:1], luma)
	frame = append(frame, bytes.Repeat(colour[1:2], luma/4)...)
	frame = append(frame, bytes.Repeat(colour[2:3], luma/4)...)
	if v.Alpha {
		frame = append(frame, bytes.Repeat(colour[3:4], luma)...)
	}
	return frame
}

// makeVideo encodes a video of which each frame is what draw returns, and returns its path.
func makeVideo(t *testing.T, v encode.Video, draw func(frame int) []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "out: 100%.tmp") // nothing in a name means anything to ffmpeg
	e, err := encode.Start(t.Context(), encode.Options{}, v, path)
	if err != nil {
		t.Fatal(err)
	}
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
	file, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	want := encode.Info{Frames: v.Frames, Duration: time.Duration(v.Frames) * time.Second / time.Duration(v.FPS), Size: file.Size()}
	if info != want {
		t.Errorf("Close returned %+v, want %+v", info, want)
	}
	return path
}

// pops returns sound with a pop at each time.
func pops(v encode.Video, at ...time.Duration) *sound.Mix {
	score := sound.Score{Frames: v.Frames * sound.Rate / v.FPS}
	maker := sound.NewMaker(sound.Soft)
	for _, onset := range at {
		score.Effects = append(score.Effects, sound.Placed{At: onset, Samples: maker.Effect(sound.Pops)})
	}
	return sound.New(score)
}

func all(frame []byte) func(int) []byte { return func(int) []byte { return frame } }

// run runs ffmpeg or ffprobe and returns what it prints.
func run(t *testing.T, name string, args ...string) []byte {
	t.Helper()
	var stderr bytes.Buffer
	cmd := exec.Command(name, args...)
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s %v: %v\n%s", name, args, err, stderr.String())
	}
	return out
}

// stream is what ffprobe says about one stream.
type stream struct {
	CodecName      string `json:"codec_name"`
	CodecType      string `json:"codec_type"`
	Profile        string
	Width, Height  int
	PixFmt         string `json:"pix_fmt"`
	ColorRange     string `json:"color_range"`
	ColorSpace     string `json:"color_space"`
	ColorTransfer  string `json:"color_transfer"`
	ColorPrimaries string `json:"color_primaries"`
	RFrameRate     string `json:"r_frame_rate"`
	NbReadFrames   string `json:"nb_read_frames"`
	Tags           map[string]string
}

type probed struct {
	Streams []stream
	Format  struct {
		Duration string
		Tags     map[string]string
	}
}

func probe(t *testing.T, path string) probed {
	t.Helper()
	var p probed
	out := run(t, "ffprobe", "-v", "error", "-count_frames", "-show_streams", "-show_format", "-of", "json", "file:"+path)
	if err := json.Unmarshal(out, &p); err != nil {
		t.Fatal(err)
	}
	return p
}

// tag returns a tag whatever the case of its name: WebM's are upper case.
func tag(tags map[string]string, name string) string {
	for k, v := range tags {
		if strings.EqualFold(k, name) {
			return v
		}
	}
	return ""
}

func TestContainers(t *testing.T) {
	track := pops(small(), 0)
	for _, test := range []struct {
		name           string
		change         func(*encode.Video)
		video, profile string
		audio          string
	}{
		{"mp4", func(v *encode.Video) {}, "h264", "High", ""},
		{"mp4 draft", func(v *encode.Video) { v.Quality, v.Metadata.Imported = encode.Draft, true }, "h264", "High", ""},
		{"mp4 high", func(v *encode.Video) { v.Quality = encode.High }, "h264", "High", ""},
		{"mp4 with sound", func(v *encode.Video) { v.Sound = track }, "h264", "High", "aac"},
		{"webm", func(v *encode.Video) { v.Alpha = true }, "vp9", "Profile 0", ""},
		{"webm draft", func(v *encode.Video) { v.Alpha, v.Quality, v.Metadata.Imported = true, encode.Draft, true }, "vp9", "Profile 0", ""},
		{"webm high", func(v *encode.Video) { v.Alpha, v.Quality = true, encode.High }, "vp9", "Profile 0", ""},
		{"webm with sound", func(v *encode.Video) { v.Alpha, v.Sound = true, track }, "vp9", "Profile 0", "opus"},
	} {
		t.Run(test.name, func(t *testing.T) {
			v := small()
			test.change(&v)
			path := makeVideo(t, v, all(flat(v, 120, 90, 160, 255)))
			p := probe(t, path)
			picture := p.Streams[0]
			tags := picture.Tags
			picture.Tags = nil
			want := stream{
				CodecName: test.video, CodecType: "video", Profile: test.profile, Width: width, Height: height, PixFmt: "yuv420p",
				ColorRange: "tv", ColorSpace: "bt709", ColorTransfer: "bt709", ColorPrimaries: "bt709",
				RFrameRate: "30/1", NbReadFrames: "30",
			}
			if diff := cmp.Diff(want, picture); diff != "" {
				t.Errorf("the picture stream differs (-want +got):\n%s", diff)
			}
			if v.Alpha && tag(tags, "alpha_mode") != "1" {
				t.Errorf("the picture stream's tags are %v, want alpha_mode 1", tags)
			}
			audio := ""
			if len(p.Streams) > 1 {
				audio = p.Streams[1].CodecName
			}
			if audio != test.audio {
				t.Errorf("the sound is %q, want %q", audio, test.audio)
			}
			wantTags := map[string]string{"encoder": "mockup 0.0.1", "description": "mockup", "comment": "Payload-SHA256: c0ffee", "creation_time": ""}
			if v.Metadata.Imported {
				wantTags["description"] = "mockup, imported"
			}
			if v.Alpha {
				delete(wantTags, "encoder")
				wantTags["software"] = "mockup 0.0.1"
			}
			for name, want := range wantTags {
				if got := tag(p.Format.Tags, name); got != want {
					t.Errorf("the tag %s is %q, want %q; all tags: %v", name, got, want, p.Format.Tags)
				}
			}
		})
	}
}

// The index comes before the pictures, so that a player can start before it has the whole file.
func TestFastStart(t *testing.T) {
	v := small()
	file, err := os.ReadFile(makeVideo(t, v, all(flat(v, 120, 90, 160))))
	if err != nil {
		t.Fatal(err)
	}
	index, pictures := bytes.Index(file, []byte("moov")), bytes.Index(file, []byte("mdat"))
	if index < 0 || pictures < 0 || index > pictures {
		t.Errorf("moov is at %d and mdat at %d, want moov first", index, pictures)
	}
}

// pixels decodes a file with the given decoder into RGBA and returns the pixel in the middle of each frame.
func pixels(t *testing.T, path, decoder string) (found [][4]int) {
	t.Helper()
	args := []string{"-v", "error", "-c:v", decoder, "-i", "file:" + path, "-vf"}
	args = append(args, "scale=in_color_matrix=bt709:in_range=tv:out_range=pc:flags=accurate_rnd+full_chroma_int,format=rgba")
	out := run(t, "ffmpeg", append(args, "-f", "rawvideo", "-")...)
	for at := 4 * (height/2*width + width/2); at < len(out); at += 4 * width * height {
		found = append(found, [4]int{int(out[at]), int(out[at+1]), int(out[at+2]), int(out[at+3])})
	}
	return found
}

// bt709 converts a colour as ITU-R BT.709 has it, with luma between 16 and 235.
func bt709(r, g, b float64) (y, u, v byte) {
	luma := 0.2126*r + 0.7152*g + 0.0722*b
	return byte(16.5 + luma*219/255), byte(128.5 + (b-luma)/1.8556*224/255), byte(128.5 + (r-luma)/1.5748*224/255)
}

func TestColours(t *testing.T) {
	opaque := [][4]int{
		{0, 0, 0, 255}, {255, 255, 255, 255}, {229, 221, 213, 255}, {0, 122, 255, 255}, {37, 211, 102, 255}, {200, 30, 60, 255},
	}
	for _, test := range []struct {
		alpha   bool
		decoder string // the default one of VP9 leaves alpha out
		colours [][4]int
	}{
		{false, "h264", opaque},
		{true, "libvpx-vp9", append(opaque, [4]int{37, 211, 102, 102}, [4]int{0, 122, 255, 1}, [4]int{255, 255, 255, 0})},
	} {
		v := small()
		v.Alpha, v.Frames = test.alpha, len(test.colours)
		path := makeVideo(t, v, func(n int) []byte {
			c := test.colours[n]
			y, cb, cr := bt709(float64(c[0]), float64(c[1]), float64(c[2]))
			return flat(v, y, cb, cr, byte(c[3]))
		})
		for n, got := range pixels(t, path, test.decoder) {
			for i, want := range test.colours[n] {
				if got[i]-want > 2 || want-got[i] > 2 {
					t.Errorf("with %s, %v came back as %v", test.decoder, test.colours[n], got)
					break
				}
			}
		}
	}
}

// Edges stay sharp wherever they are, also three rows from the edge of a block that the encoder works with, as the upper
// edge of a home indicator at 1x.
func TestEdgesAreSharp(t *testing.T) {
	for _, quality := range []encode.Quality{encode.Draft, encode.Standard, encode.High} {
		v := small()
		v.Quality = quality
		v.Frames, v.Height = 12, 122
		frame := flat(v, 222, 128, 128)
		for y := 109; y < 114; y++ { // a block ends at 112
			for x := 12; x < 150; x++ {
				frame[y*width+x] = 16
			}
		}
		path := makeVideo(t, v, all(frame))
		decoded := run(t, "ffmpeg", "-v", "error", "-i", "file:"+path, "-f", "rawvideo", "-")
		for n := range v.Frames {
			for i, want := range frame[:width*v.Height] {
				if got := decoded[n*len(frame)+i]; int(got)-int(want) > 12 || int(want)-int(got) > 12 {
					t.Fatalf("%s: frame %d has luma %d at (%d, %d), want %d", quality, n, got, i%width, i/width, want)
				}
			}
		}
	}
}

// moving draws a bright square that moves over grey.
func moving(v encode.Video) func(int) []byte {
	return func(n int) []byte {
		frame := flat(v, 90, 128, 128, 255)
		for y := 20; y < 60; y++ {
			for x := 2 * n; x < 2*n+40; x++ {
				frame[y*v.Width+x] = 200
			}
		}
		return frame
	}
}

func TestSameBytes(t *testing.T) {
	for _, alpha := range []bool{false, true} {
		v := small()
		v.Alpha, v.Sound = alpha, pops(v, 0, 300*time.Millisecond)
		var files [2][]byte
		for i := range files {
			var err error
			if files[i], err = os.ReadFile(makeVideo(t, v, moving(v))); err != nil {
				t.Fatal(err)
			}
		}
		if !bytes.Equal(files[0], files[1]) {
			t.Errorf("with alpha %v, the same frames became different files", alpha)
		}
	}
}

// The pops are heard when they should be, and the sound is as long as the video.
func TestSoundOnsets(t *testing.T) {
	for _, alpha := range []bool{false, true} {
		v := small()
		v.Alpha, v.Frames = alpha, 90
		want := []time.Duration{100 * time.Millisecond, 900 * time.Millisecond, 2500 * time.Millisecond}
		v.Sound = pops(v, want...)
		path := makeVideo(t, v, all(flat(v, 90, 128, 128, 255)))
		pcm := run(t, "ffmpeg", "-v", "error", "-i", "file:"+path, "-map", "0:a", "-f", "s16le", "-ac", "1", "-ar", "48000", "-")
		length := time.Duration(len(pcm)/2) * time.Second / sound.Rate
		if off := (length - v.Duration()).Abs(); off > 30*time.Millisecond {
			t.Errorf("with alpha %v, the sound is %v long, want %v", alpha, length, v.Duration())
		}
		got := loud(pcm)
		if len(got) != len(want) {
			t.Fatalf("with alpha %v, pops at %v, want %v", alpha, got, want)
		}
		for i := range want {
			if off := (got[i] - want[i]).Abs(); off > 30*time.Millisecond {
				t.Errorf("with alpha %v, pop %d is at %v, want %v", alpha, i, got[i], want[i])
			}
		}
	}
}

// loud finds where PCM becomes loud after 100 ms of silence.
func loud(pcm []byte) (found []time.Duration) {
	last := -sound.Rate
	for i := range len(pcm) / 2 {
		s := int16(binary.LittleEndian.Uint16(pcm[2*i:]))
		if s > 1500 || s < -1500 {
			if i-last > sound.Rate/10 {
				found = append(found, time.Duration(i)*time.Second/sound.Rate)
			}
			last = i
		}
	}
	return found
}

func TestInspect(t *testing.T) {
	tool, err := encode.Inspect(t.Context(), encode.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(tool.Version, "ffmpeg version ") || len(tool.Missing) > 0 || !filepath.IsAbs(tool.Path) {
		t.Errorf("found %+v", tool)
	}
}

package encode_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"mockup/internal/render/encode"
	"mockup/internal/render/sound"
)

const width, height = 160, 120

// small is a short video without alpha.
func small() encode.Video {
	return encode.Video{
		Width: width, Height: height, FPS: 30, Frames: 30,
		Metadata: encode.Metadata{Software: "mockup 0.0.1", PayloadSHA256: "c0ffee"},
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

// make encodes a video of which each frame is what draw returns, and returns its path.
func makeVideo(t *testing.T, v encode.Video, draw func(frame int) []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "out: 100%.tmp") // nothing in a name means anything to ffmpeg
	e, err := encode.Start(t.Context(), encode.Options{}, v, path)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Abort()
	for i := range v.Frames {
		if err := e.Write(draw(i)); err != nil {
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
	track := sound.Pops([]time.Duration{0}, time.Second)
	for _, test := range []struct {
		name           string
		change         func(*encode.Video)
		video, profile string
		audio          string
	}{
		{"mp4", func(v *encode.Video) {}, "h264", "High", ""},
		{"mp4 draft", func(v *encode.Video) { v.Quality = encode.Draft }, "h264", "High", ""},
		{"mp4 high", func(v *encode.Video) { v.Quality = encode.High }, "h264", "High", ""},
		{"mp4 with sound", func(v *encode.Video) { v.Sound = track }, "h264", "High", "aac"},
		{"webm", func(v *encode.Video) { v.Alpha = true }, "vp9", "Profile 0", ""},
		{"webm draft", func(v *encode.Video) { v.Alpha, v.Quality = true, encode.Draft }, "vp9", "Profile 0", ""},
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
			if picture.CodecName != want.CodecName || picture.Profile != want.Profile || picture.NbReadFrames != want.NbReadFrames ||
				picture.ColorSpace != "bt709" || picture.ColorRange != "tv" || picture.ColorTransfer != "bt709" ||
				picture.ColorPrimaries != "bt709" || picture.RFrameRate != "30/1" || picture.Width != width || picture.Height != height {
				t.Errorf("the picture stream is\n%+v, want\n%+v", picture, want)
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
			software := map[bool]string{false: "encoder", true: "software"}[v.Alpha]
			if s := tag(p.Format.Tags, software); s != "mockup 0.0.1" {
				t.Errorf("the software is %q; all tags: %v", s, p.Format.Tags)
			}
			if s := tag(p.Format.Tags, "description"); s != "mockup" {
				t.Errorf("the description is %q; all tags: %v", s, p.Format.Tags)
			}
			if s := tag(p.Format.Tags, "comment"); s != "Payload-SHA256: c0ffee" {
				t.Errorf("the comment is %q; all tags: %v", s, p.Format.Tags)
			}
			if s := tag(p.Format.Tags, "creation_time"); s != "" {
				t.Errorf("there is a creation time, %s", s)
			}
		})
	}
}

var _ = context.Background
var _ = errors.New

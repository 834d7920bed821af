package decode_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"mockup/internal/render/asset"
	"mockup/internal/render/decode"
	"mockup/internal/render/process/processtest"
)

// loadVideo passes data through the guard of assets.
func loadVideo(t *testing.T, data []byte) (asset.Video, error) {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "clip"), data, 0o600); err != nil {
		t.Fatal(err)
	}
	loader := asset.New(asset.Options{Dir: dir})
	defer loader.Close()
	loaded, _, err := loader.LoadVideos(t.Context(), []asset.Ref{{Field: "f", Value: "clip"}})
	return loaded["clip"], err
}

func open(t *testing.T, data []byte) *decode.Video {
	t.Helper()
	file, err := loadVideo(t, data)
	if err != nil {
		t.Fatal(err)
	}
	video, err := decode.OpenVideo(t.Context(), file, "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(video.Close)
	return video
}

// counting is a video of 25 frames, one second, each brighter than the one before.
const counting = "color=gray:size=96x64:rate=25:duration=1,geq=lum=20+N*8:cb=128:cr=128"

// step returns the number of a frame of counting from its brightness.
func step(frame []byte) int { return (int(frame[len(frame)/3]) - 20 + 4) / 8 }

// Frames come in order at the rate of the output and begin again, in every container and codec, also where the sound is longer,
// and also where the first one that is asked for is not the first.
func TestFramesInOrder(t *testing.T) {
	for name, file := range map[string][]byte{
		"H.264": made(t, "a.mp4", counting, "-c:v", "libx264", "-pix_fmt", "yuv420p", "-crf", "10"),
		"HEVC":  made(t, "a.mp4", counting, "-c:v", "libx265", "-pix_fmt", "yuv420p", "-crf", "10"),
		"VP9":   made(t, "a.webm", counting, "-c:v", "libvpx-vp9", "-crf", "10", "-b:v", "0"),
		"AV1":   made(t, "a.mkv", counting, "-c:v", "libaom-av1", "-cpu-used", "8", "-crf", "10"),
		"MOV":   made(t, "a.mov", counting, "-c:v", "prores_ks"),
		"sound": made(t, "a.mp4", counting, "-f", "lavfi", "-i", "sine=duration=1.4", "-c:v", "libx264", "-pix_fmt", "yuv420p", "-crf", "10"),
		"cut":   made(t, "a.mp4", strings.Replace(counting, "duration=1", "duration=1.6", 1)+",trim=end_frame=25", "-c:v", "libx264", "-pix_fmt", "yuv420p", "-crf", "10"),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			frames := open(t, file).Frames(t.Context(), decode.FrameOptions{Size: image.Pt(48, 32), FPS: 25})
			defer frames.Close()
			frame := make([]byte, 48*32*3/2)
			for _, n := range []int{0, 1, 2, 24, 25, 26, 55, 3, 4} {
				if err := frames.Read(n, frame); err != nil {
					t.Fatal(err)
				}
				if got := step(frame); got != n%25 {
					t.Errorf("frame %d is that of %d", n, got)
				}
			}
		})
	}
}

// Frames that are left out are read by the same ffmpeg, if they are few; and a frame before the last one by another.
func TestFramesLeftOut(t *testing.T) {
	real, err := exec.LookPath("ffmpeg")
	if err != nil {
		t.Fatal(err)
	}
	bin, log := filepath.Join(t.TempDir(), "ffmpeg"), filepath.Join(t.TempDir(), "log")
	if err := os.WriteFile(bin, fmt.Appendf(nil, "#!/bin/sh\ncase \"$*\" in *-stream_loop*) echo >>%s;; esac\nexec %s \"$@\"\n", log, real), 0o755); err != nil {
		t.Fatal(err)
	}
	file, err := loadVideo(t, made(t, "a.mov", counting, "-c:v", "prores_ks"))
	if err != nil {
		t.Fatal(err)
	}
	video, err := decode.OpenVideo(t.Context(), file, bin)
	if err != nil {
		t.Fatal(err)
	}
	defer video.Close()
	frames := video.Frames(t.Context(), decode.FrameOptions{Size: image.Pt(48, 32), FPS: 25})
	defer frames.Close()
	frame := make([]byte, 48*32*3/2)
	for _, next := range []struct{ number, starts int }{{3, 1}, {4, 1}, {8, 1}, {40, 1}, {39, 2}, {90, 2}, {142, 3}, {143, 3}} {
		if err := frames.Read(next.number, frame); err != nil {
			t.Fatal(err)
		}
		starts, err := os.ReadFile(log)
		if err != nil {
			t.Fatal(err)
		}
		if got := step(frame); got != next.number%25 || len(starts) != next.starts {
			t.Errorf("frame %d is that of %d, after %d starts of ffmpeg, want %d", next.number, got, len(starts), next.starts)
		}
	}
}

// A video of another rate, or of none that is steady, is shown at the right moments, to half a frame.
func TestFramesInTime(t *testing.T) {
	uneven := strings.Replace(counting, "cr=128", "cr=128,select=not(between(n\\,5\\,14))", 1) // the fifth frame stays for 10 more
	for name, test := range map[string]struct {
		file []byte
		fps  int
		want map[int]int
	}{
		"faster": {made(t, "a.mp4", counting, "-c:v", "libx264", "-crf", "10"), 50, map[int]int{0: 0, 20: 10, 48: 24, 50: 0}},
		"slower": {made(t, "a.mp4", counting, "-c:v", "libx264", "-crf", "10"), 5, map[int]int{1: 7, 4: 22, 5: 2}},
		"uneven": {made(t, "a.mp4", uneven, "-c:v", "libx264", "-crf", "10", "-vsync", "vfr"), 25, map[int]int{3: 3, 8: 4, 13: 4, 16: 16, 24: 24}},
	} {
		frames := open(t, test.file).Frames(t.Context(), decode.FrameOptions{Size: image.Pt(48, 32), FPS: test.fps})
		frame := make([]byte, 48*32*3/2)
		for n, want := range test.want {
			if err := frames.Read(n, frame); err != nil {
				t.Fatal(err)
			}
			if got := step(frame); got < want-1 || got > want+1 {
				t.Errorf("%s: frame %d is that of %d, want %d", name, n, got, want)
			}
		}
		frames.Close()
	}
}

// halves is a picture whose upper left quarter is red, and the rest blue.
const halves = "color=blue:size=%s:rate=5:duration=1,drawbox=0:0:iw/2:ih/2:red:fill"

func sized(size string) string { return strings.Replace(halves, "%s", size, 1) }

// near reports whether the colour at a place of a frame with all colours at full resolution is that of BT.709.
func near(frame []byte, size image.Point, x, y int, want [3]int) bool {
	for plane := range 3 {
		got := int(frame[plane*size.X*size.Y+y*size.X+x])
		if got < want[plane]-3 || got > want[plane]+3 {
			return false
		}
	}
	return true
}

// Colours of all kinds of files are those of BT.709 in frames; they fill the frame or are seen whole, as they were filmed, with
// the pixels' shape; what is transparent is black; HDR becomes ordinary.
func TestFramesColours(t *testing.T) {
	red, blue, black := [3]int{63, 102, 240}, [3]int{32, 240, 118}, [3]int{16, 128, 128}
	h264 := func(name, source string, args ...string) []byte {
		return made(t, name, append([]string{source, "-c:v", "libx264", "-crf", "4", "-pix_fmt", "yuv444p"}, args...)...)
	}
	size := image.Pt(40, 80)
	for name, test := range map[string]struct {
		file    []byte
		contain bool
		at      map[image.Point][3]int
	}{
		"cut":       {h264("a.mp4", sized("160x80")), false, map[image.Point][3]int{{10, 10}: red, {10, 60}: blue, {30, 10}: blue}},
		"whole":     {h264("a.mp4", sized("160x80")), true, map[image.Point][3]int{{20, 10}: black, {10, 33}: red, {30, 33}: blue, {10, 47}: blue, {20, 70}: black}},
		"odd":       {h264("a.mp4", sized("161x81")), true, map[image.Point][3]int{{10, 33}: red, {30, 47}: blue, {20, 70}: black}},
		"wide":      {h264("a.mp4", sized("80x80"), "-aspect", "2"), true, map[image.Point][3]int{{20, 10}: black, {10, 33}: red, {20, 70}: black}},
		"SD":        {h264("a.mp4", sized("160x80")+",scale=out_color_matrix=bt601", "-colorspace", "smpte170m"), false, map[image.Point][3]int{{10, 10}: red, {30, 60}: blue}},
		"untold SD": {h264("a.mp4", sized("160x80")+",scale=out_color_matrix=bt601"), false, map[image.Point][3]int{{10, 10}: red, {30, 60}: blue}},
		"untold HD": {h264("a.mp4", sized("1280x720")+",scale=out_color_matrix=bt709"), false, map[image.Point][3]int{{10, 10}: red, {30, 60}: blue}},
		"full":      {h264("a.mp4", sized("160x80")+",scale=out_color_matrix=bt709:out_range=pc", "-colorspace", "bt709", "-color_range", "pc"), false, map[image.Point][3]int{{10, 10}: red, {30, 60}: blue}},
		"RGB":       {made(t, "a.mov", sized("160x80"), "-c:v", "qtrle", "-pix_fmt", "rgb24"), false, map[image.Point][3]int{{10, 10}: red, {30, 60}: blue}},
		"alpha":     {made(t, "a.mov", "color=red:size=160x80:rate=5:duration=1,format=rgba,geq=r=255:g=0:b=0:a=255*lt(X\\,W/2)", "-c:v", "qtrle", "-pix_fmt", "argb"), false, map[image.Point][3]int{{10, 10}: red, {30, 60}: black}},
		"10 bits":   {made(t, "a.mov", sized("160x80"), "-c:v", "prores_ks", "-pix_fmt", "yuv422p10le"), false, map[image.Point][3]int{{10, 10}: red, {30, 60}: blue}},
		"turned":    {turned(t, h264("a.mp4", sized("160x80"))), false, map[image.Point][3]int{{30, 10}: red, {10, 10}: blue, {30, 60}: blue}},
		"HLG": {made(t, "a.mp4", "color=gray:size=160x80:rate=5:duration=1,format=yuv420p10le,geq=lum=64+876*.75:cb=512:cr=512", "-c:v", "libx265", "-pix_fmt", "yuv420p10le",
			"-x265-params", "log-level=0:colorprim=bt2020:transfer=arib-std-b67:colormatrix=bt2020nc"), false, map[image.Point][3]int{{10, 10}: {16 + 219*214/255, 128, 128}}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			video := open(t, test.file)
			frames := video.Frames(t.Context(), decode.FrameOptions{Size: size, FPS: 5, Full: true, Contain: test.contain})
			defer frames.Close()
			frame := make([]byte, 3*size.X*size.Y)
			if err := frames.Read(1, frame); err != nil {
				t.Fatal(err)
			}
			for at, want := range test.at {
				if !near(frame, size, at.X, at.Y, want) {
					i := at.Y*size.X + at.X
					t.Errorf("at %v is %v, want %v", at, []byte{frame[i], frame[i+size.X*size.Y], frame[i+2*size.X*size.Y]}, want)
				}
			}
			picture, err := video.Picture(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if _, err := png.Decode(bytes.NewReader(picture)); err != nil {
				t.Error(err)
			}
		})
	}
}

// turned makes an MP4 file ask to be shown turned by a quarter, clockwise, as phones do (ISO/IEC 14496-12, 8.3.2).
func turned(t *testing.T, file []byte) []byte {
	t.Helper()
	matrix := func(values ...uint32) (b []byte) {
		for _, v := range values {
			b = binary.BigEndian.AppendUint32(b, v)
		}
		return b
	}
	straight, quarter := matrix(1<<16, 0, 0, 0, 1<<16, 0, 0, 0, 1<<30), matrix(0, 1<<16, 0, 1<<32-1<<16, 0, 0, 0, 0, 1<<30)
	if bytes.Count(file, straight) != 2 {
		t.Fatal("the file has not two matrices, one of the film and one of its track")
	}
	copy(file[bytes.LastIndex(file, straight):], quarter)
	return file
}

// A blur mixes neighbours, as far as it says, and a darkened video keeps its hue.
func TestFramesLooks(t *testing.T) {
	video := open(t, made(t, "a.mov", "color=black:size=400x100:rate=5:duration=1,drawbox=0:0:iw/2:ih:white:fill", "-c:v", "qtrle"))
	for _, test := range []struct {
		opts decode.FrameOptions
		want map[int]int // brightness by column
	}{
		{decode.FrameOptions{}, map[int]int{10: 235, 196: 235, 204: 16}},
		{decode.FrameOptions{Dim: .5}, map[int]int{10: 126, 204: 16}},
		{decode.FrameOptions{Blur: 3}, map[int]int{180: 235, 197: 191, 200: 111, 203: 43, 220: 16}},
		{decode.FrameOptions{Blur: 20}, map[int]int{120: 235, 180: 200, 200: 126, 220: 51, 280: 16}},
	} {
		test.opts.Size, test.opts.FPS = image.Pt(400, 100), 5
		frames := video.Frames(t.Context(), test.opts)
		frame := make([]byte, 400*100*3/2)
		if err := frames.Read(0, frame); err != nil {
			t.Fatal(err)
		}
		frames.Close()
		for x, want := range test.want {
			if got := int(frame[50*400+x]); got < want-9 || got > want+9 {
				t.Errorf("%+v: column %d is %d, want %d", test.opts, x, got, want)
			}
		}
	}
}

// What is no video, or not a whole one, or too large, is refused with a reason.
func TestHostileVideos(t *testing.T) {
	mp4, webm := made(t, "a.mp4", counting, "-c:v", "libx264"), made(t, "a.webm", counting)
	half := func(data []byte) []byte { return data[:len(data)/2] }
	broken := bytes.Clone(mp4)
	for i := bytes.Index(broken, []byte("mdat")) + 4; i < bytes.Index(broken, []byte("moov"))-4; i++ {
		broken[i] = 0xee
	}
	for name, test := range map[string]struct {
		file []byte
		want string
	}{
		"empty":       {nil, "it is empty"},
		"text":        {[]byte("hello there, this is no video"), "it is of type text/plain"},
		"playlist":    {[]byte("#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n"), "it is a playlist"},
		"image":       {made(t, "a.png", "color=red:size=16x16", "-frames:v", "1"), "it is an image (PNG)"},
		"sound":       {made(t, "a.m4a", beep), "it holds no video"},
		"cover":       {made(t, "b.m4a", beep, "-f", "lavfi", "-i", "color=red:size=64x64", "-frames:v", "1", "-c:v", "png", "-disposition:v", "attached_pic"), "it holds no video"},
		"half an mp4": {half(mp4), "ends too early"},
		"half a webm": {half(webm), "ends too early"},
		"noise":       {broken, "ffmpeg cannot decode it"},
		"huge":        {made(t, "a.mp4", "color=red:size=4128x2320:rate=5:duration=0.2", "-c:v", "libx264", "-preset", "ultrafast"), "more than the 9437184 pixels"},
		"other codec": {made(t, "a.mkv", counting, "-c:v", "huffyuv"), "ffmpeg cannot decode it"},
	} {
		t.Run(name, func(t *testing.T) {
			file, err := loadVideo(t, test.file)
			if err == nil {
				_, err = decode.OpenVideo(t.Context(), file, "")
				if fault := (*decode.Error)(nil); !errors.As(err, &fault) {
					t.Errorf("the file is not to blame: %v", err)
				}
			}
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("%v; want %q", err, test.want)
			}
		})
	}
}

// ffmpeg is ended with its context or by Close, and nothing is left behind.
func TestFramesEnd(t *testing.T) {
	file, err := loadVideo(t, made(t, "a.mp4", counting))
	if err != nil {
		t.Fatal(err)
	}
	frame := make([]byte, 48*32*3/2)
	opts := decode.FrameOptions{Size: image.Pt(48, 32), FPS: 25}
	work := func() {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		video, err := decode.OpenVideo(ctx, file, "")
		if err != nil {
			t.Fatal(err)
		}
		defer video.Close()
		frames := video.Frames(ctx, opts)
		defer frames.Close()
		if err := frames.Read(0, frame); err != nil {
			t.Error(err)
		}
		cancel()
		for n := 1; err == nil; n++ { // the pipe holds some frames
			err = frames.Read(n, frame)
		}
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%v; want canceled", err)
		}
		if _, err := decode.OpenVideo(ctx, file, ""); !errors.Is(err, context.Canceled) {
			t.Errorf("%v; want canceled", err)
		}
	}
	work()
	before := processtest.Held(t)
	work()
	processtest.UntilReleased(t, before)
}

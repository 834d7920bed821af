package encode

import (
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"mockup/internal/render/format"
)

// content is what a video file holds, by its own account.
type content struct {
	video, sound  string // codecs, by the container's names for them; sound is empty without a track
	width, height int    // pixels
	frames        int
	duration      time.Duration
}

// errDamaged says that a file ends too early or is no video of its kind.
var errDamaged = errors.New("the file is damaged or not complete")

// durationTolerance is how far a file's duration may be off: codecs of sound fill their last packet, which is 20 ms long.
const durationTolerance = 100 * time.Millisecond

// verify reads the finished file's own account of what it holds, and compares it with what was to be encoded: ffmpeg has
// ended well before on disks that were full. That takes less than a millisecond, where ffmpeg or ffprobe, which may be
// missing, take 60.
func (v Video) verify(path string) (size int64, err error) {
	file, err := os.Open(path)
	if err != nil {
		return 0, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return 0, err
	}
	if info.Size() == 0 {
		return 0, errors.New("the file that ffmpeg wrote is empty; " + otherFFmpeg)
	}
	got, err := v.reader()(file, info.Size())
	if err != nil {
		return 0, fmt.Errorf("check what ffmpeg wrote: %w; %s", err, otherFFmpeg)
	}
	if want := v.content(); !got.like(want) {
		return 0, fmt.Errorf("ffmpeg wrote %v, want %v; %s", got, want, otherFFmpeg)
	}
	return info.Size(), nil
}

// reader returns what reads the account of a file of the video's format.
func (v Video) reader() func(io.ReaderAt, int64) (content, error) {
	if v.isPalette {
		return func(file io.ReaderAt, _ int64) (content, error) { return readPNGHeader(file) }
	}
	switch v.Format.Name {
	case format.WebM:
		return readWebM
	case format.GIF:
		return readGIF
	case format.WebP:
		return readAnimatedWebP
	case format.APNG:
		return readAPNG
	}
	return readMP4 // and MOV, which it is made of
}

// content is what the video's file has to hold.
func (v Video) content() content {
	if v.isPalette {
		return content{video: "png", width: 16, height: 16}
	}
	c := content{width: v.Width, height: v.Height, frames: v.Frames, duration: v.Duration()}
	sound := ""
	switch v.Format.Name {
	case format.MP4:
		c.video, sound = "avc1", "mp4a"
	case format.WebM:
		c.video, sound = "V_VP9", "A_OPUS"
	case format.MOV:
		c.video, sound = "ap4h", "sowt"
	case format.ProRes:
		c.video, sound = "apch", "sowt"
	default:
		c.video = v.Format.Name
	}
	if v.Sound != nil {
		c.sound = sound
	}
	if !v.counts() {
		c.frames = 0
	}
	return c
}

// counts reports whether the file has each frame of the video. In the others equal frames are one that is shown longer.
func (v Video) counts() bool {
	return v.Format.Name != format.WebP && v.Format.Name != format.APNG && !v.isPalette
}

// like reports whether contents are equal, but for a small difference in duration.
func (c content) like(want content) bool {
	off := c.duration - want.duration
	c.duration = want.duration
	return c == want && off.Abs() <= durationTolerance
}

func (c content) String() string {
	sound := "no sound"
	if c.sound != "" {
		sound = c.sound + " sound"
	}
	return fmt.Sprintf("%d frames of %q with %dx%d pixels and %s, %v long", c.frames, c.video, c.width, c.height, sound, c.duration)
}

// readAt reads n bytes of a file, or as many as there are.
func readAt(file io.ReaderAt, from int64, n int) ([]byte, error) {
	data := make([]byte, n)
	n, err := file.ReadAt(data, from)
	if err == io.EOF {
		err = nil
	}
	return data[:n], err
}

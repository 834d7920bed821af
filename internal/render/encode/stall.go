package encode

import (
	"fmt"
	"os"
	"sync/atomic"
	"time"
)

// stallLimit is how long ffmpeg may make no progress while we wait for it.
const stallLimit = 30 * time.Second

// looks is how many times within the limit the progress is looked at.
const looks = 10

// progress is what can be seen of ffmpeg's work. The file counts as well: to move the index to its front, ffmpeg writes a
// large one again without a word.
type progress struct {
	taken, encoded int64 // frames
	size           int64 // of the file, bytes
	modified       time.Time
}

// stall finds out whether ffmpeg has stopped working.
type stall struct {
	last progress
	idle int // looks that found no progress
}

// look notes what can be seen, and whether ffmpeg is waited for. It reports whether there was no progress for all the
// looks of the limit. An ffmpeg that has nothing to do yet does not stall.
func (s *stall) look(now progress, awaited bool) bool {
	if now != s.last || !awaited {
		*s = stall{last: now}
		return false
	}
	s.idle++
	return s.idle >= looks
}

// watched is what other goroutines see of ffmpeg's work.
type watched struct {
	taken, encoded atomic.Int64 // frames
	awaited        atomic.Bool  // a call waits for ffmpeg
}

// await runs a call that waits for ffmpeg.
func (w *watched) await(call func() error) error {
	w.awaited.Store(true)
	defer w.awaited.Store(false)
	return call()
}

// watch ends ffmpeg, which writes the file at path, once it has stalled for a time or the file has more than the most bytes.
func (f *ffmpegProcess) watch(limit time.Duration, path string, most int64) {
	ticks := time.NewTicker(limit / looks)
	defer ticks.Stop()
	var s stall
	for {
		select {
		case <-f.done:
			return
		case <-ticks.C:
		}
		now := progress{taken: f.taken.Load(), encoded: f.encoded.Load()}
		if info, err := os.Stat(path); err == nil {
			now.size, now.modified = info.Size(), info.ModTime()
		}
		if err := checkSize(now.size, most); err != nil {
			f.cancel(err)
			return
		}
		if s.look(now, f.awaited.Load()) {
			f.cancel(fmt.Errorf("it made no progress for %v; %s", limit, otherFFmpeg))
			return
		}
	}
}

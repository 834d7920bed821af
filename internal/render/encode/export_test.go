package encode

import "time"

// WithStallLimit returns the options with another limit on an ffmpeg that makes no progress.
func (o Options) WithStallLimit(limit time.Duration) Options {
	o.stallLimit = limit
	return o
}

// Verify checks a file as Close does.
func Verify(v Video, path string) (size int64, err error) { return v.verify(path) }

// InFile is how many frames are in the file until now, as ffmpeg reports twice a second.
func InFile(e *Encoder) int { return int(e.ffmpeg.encoded.Load()) }

package encode

import "time"

// WithStallLimit returns the options with another limit on an ffmpeg that makes no progress.
func (o Options) WithStallLimit(limit time.Duration) Options {
	o.stallLimit = limit
	return o
}

// Verify checks a file as Close does.
func Verify(v Video, path string) (size int64, err error) { return v.verify(path) }

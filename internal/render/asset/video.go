package asset

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
)

// VideoKind is the kind of video files, as errors name it.
const VideoKind = "video file"

// maxVideoBytes bounds one video file: a minute of 1080p from a phone has 60 to 130 MB.
const maxVideoBytes = 100 << 20

// Matroska is the container of WebM and MKV files.
const Matroska Format = "matroska"

// Video is a video file that passed all checks. What it holds is not decoded yet.
type Video struct {
	File   []byte
	Format Format // MP4, which is that of MOV, too, or Matroska
}

// MediaType is the MIME type of the file.
func (v Video) MediaType() string {
	if v.Format == Matroska {
		return "video/webm"
	}
	return "video/mp4"
}

func (l *Loader) videos() kind {
	return kind{VideoKind, "a", "video files", "data:video/mp4;base64,", "video/*", maxVideoBytes}
}

// LoadVideos gets all video files as Load gets images. With Options.Placeholder those that cannot be loaded are left out.
func (l *Loader) LoadVideos(ctx context.Context, refs []Ref) (map[string]Video, []Warning, error) {
	return loadFiles(ctx, l, l.videos(), refs, inspectVideo, func(v Video) []byte { return v.File })
}

// inspectVideo finds out from its first bytes what data is, and refuses what is not one of the allowed formats, or visibly
// cut off.
func inspectVideo(data []byte) (Video, error) {
	format, whole := Format(""), nothingMore
	switch {
	case len(data) == 0:
		return Video{}, errors.New("it is empty (0 bytes); give a video file")
	case has(data, 4, "ftyp") && !isStill(data):
		format, whole = MP4, wholeMP4
	case has(data, 0, ebml):
		format, whole = Matroska, wholeMatroska
	default:
		return Video{}, fmt.Errorf("it is %s; allowed are MP4, MOV, WebM and MKV; convert it to one of these", describeNoMedia(data))
	}
	if err := whole(data); err != nil {
		return Video{}, fmt.Errorf("the file %w; export or download it again", err)
	}
	return Video{data, format}, nil
}

// The IDs of the two elements that a Matroska file is made of (RFC 9559).
const (
	ebml    = "\x1a\x45\xdf\xa3"
	segment = "\x18\x53\x80\x67"
)

// wholeMatroska compares the size of the segment with the file's. Programs that write to a pipe do not know the size.
func wholeMatroska(data []byte) error {
	size, rest, ok := elementSize(data[len(ebml):])
	if !ok || size > uint64(len(rest)) || !has(rest[size:], 0, segment) {
		return errTruncated
	}
	size, rest, ok = elementSize(rest[size:][len(segment):])
	if !ok || size > uint64(len(rest)) {
		return errTruncated
	}
	return nil
}

// elementSize reads the size of an element (RFC 8794): as many bytes as there are zeros before the first one, and one more. A
// size of ones alone is not known, and counts as 0.
func elementSize(data []byte) (size uint64, rest []byte, ok bool) {
	if len(data) == 0 {
		return 0, nil, false
	}
	n := bits.LeadingZeros8(data[0]) + 1
	if n > 8 || len(data) < n {
		return 0, nil, false
	}
	size = uint64(data[0]) &^ (1 << (8 - n))
	for _, b := range data[1:n] {
		size = size<<8 | uint64(b)
	}
	if size == 1<<(7*n)-1 {
		size = 0
	}
	return size, data[n:], true
}

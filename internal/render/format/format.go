// Package format lists the file formats of pictures and videos, and what each of them can hold.
package format

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"mockup/internal/usage"
	"mockup/internal/wording"
)

// Format is a file format of pictures or of videos.
type Format struct {
	Name     string   // as --format and the results have it
	Video    bool     // of videos; otherwise of pictures
	Endings  []string // of the names of its files, in lower case; the first is the usual one
	Alpha    Alpha
	Sound    bool     // it can hold sound
	Rates    []int    // frames per second of a video
	Scale    Scale    // what its quality is measured in
	Lossless bool     // the quality "lossless" is one of its own
	Encoders []string // of ffmpeg, which it needs; none: ffmpeg is not needed
	Folder   bool     // it is a folder of pictures and not a file
	MaxSide  int      // pixels that width and height of a picture may have; 0: no limit
	Full     bool     // of a video: its frames are made with colours at full resolution
	// MediaType is by what HTTP knows it, and the service is asked for it. None: the service does not make it.
	MediaType string
}

// Alpha is how much transparency a format can hold.
type Alpha uint8

// The kinds of transparency.
const (
	Opaque   Alpha = iota
	OneColor       // a pixel is transparent or it is not
	Smooth
)

// Scale is what the quality of a format is measured in.
type Scale uint8

// The scales of quality.
const (
	NoScale Scale = iota // it has one quality
	Words                // draft, standard and high
	Numbers              // these words, or a number from 1 to 100
)

// Names of the formats that code has to tell apart.
const (
	PNG      = "png"
	JPEG     = "jpeg"
	WebP     = "webp" // of pictures and of videos
	AVIF     = "avif"
	MP4      = "mp4"
	WebM     = "webm"
	GIF      = "gif"
	APNG     = "apng"
	MOV      = "mov"    // ProRes 4444
	ProRes   = "prores" // ProRes 422 HQ
	Sequence = "png-sequence"
)

// All lists the formats: those of pictures, then those of videos. The first of each kind is the usual one.
func All() []Format {
	rates, delays := []int{24, 25, 30, 50, 60}, []int{10, 20, 25, 50} // a GIF counts in hundredths of a second
	return []Format{
		{Name: PNG, MediaType: "image/png", Endings: []string{".png"}, Alpha: Smooth},
		{Name: JPEG, MediaType: "image/jpeg", Endings: []string{".jpg", ".jpeg"}, Scale: Numbers, Encoders: []string{"mjpeg"}, MaxSide: 65500},
		{Name: WebP, MediaType: "image/webp", Endings: []string{".webp"}, Alpha: Smooth, Scale: Numbers, Lossless: true, Encoders: []string{"libwebp"}, MaxSide: 16383},
		{Name: AVIF, MediaType: "image/avif", Endings: []string{".avif"}, Alpha: Smooth, Scale: Numbers, Encoders: []string{"libaom-av1"}, MaxSide: 65536},

		{Name: MP4, Video: true, MediaType: "video/mp4", Endings: []string{".mp4"}, Sound: true, Rates: rates, Scale: Words, Encoders: []string{"libx264", "aac"}},
		{Name: WebM, Video: true, MediaType: "video/webm", Endings: []string{".webm"}, Alpha: Smooth, Sound: true, Rates: rates, Scale: Words, Encoders: []string{"libvpx-vp9", "libopus"}},
		{Name: GIF, Video: true, MediaType: "image/gif", Endings: []string{".gif"}, Alpha: OneColor, Rates: delays, Encoders: []string{"gif"}, Full: true},
		{Name: WebP, Video: true, MediaType: "image/webp", Endings: []string{".webp"}, Alpha: Smooth, Rates: rates, Scale: Numbers, Lossless: true, Encoders: []string{"libwebp_anim"}, Full: true},
		{Name: APNG, Video: true, MediaType: "image/apng", Endings: []string{".apng"}, Alpha: Smooth, Rates: rates, Full: true},
		{Name: MOV, Video: true, MediaType: "video/quicktime", Endings: []string{".mov"}, Alpha: Smooth, Sound: true, Rates: rates, Encoders: []string{"prores_ks", "pcm_s16le"}, Full: true},
		{Name: ProRes, Video: true, Endings: []string{".mov"}, Sound: true, Rates: rates, Encoders: []string{"prores_ks", "pcm_s16le"}, Full: true},
		{Name: Sequence, Video: true, Alpha: Smooth, Rates: rates, Folder: true, Full: true},
	}
}

// Suffix is what follows the name of a payload in the name of its output.
func (f Format) Suffix() string {
	if f.Folder {
		return "-frames"
	}
	return f.Endings[0]
}

// Default is the format of a payload's output where nobody chooses one: png, mp4, or webm for a video with alpha.
func Default(video, alpha bool) Format {
	switch {
	case !video:
		return All()[0]
	case alpha:
		return named(WebM)
	}
	return named(MP4)
}

// named returns the video format of a name that is known to be there.
func named(name string) Format {
	f, _ := find(name, true)
	return f
}

func find(name string, video bool) (Format, bool) {
	all := All()
	i := slices.IndexFunc(all, func(f Format) bool { return f.Name == name && f.Video == video })
	if i < 0 {
		return Format{}, false
	}
	return all[i], true
}

// Names lists the names of all formats, each once.
func Names() []string {
	var names []string
	for _, f := range All() {
		if !slices.Contains(names, f.Name) {
			names = append(names, f.Name)
		}
	}
	return names
}

// Lookup returns the format of a name. The error is a *usage.Error.
func Lookup(name string, video bool) (Format, error) {
	if f, ok := find(name, video); ok {
		return f, nil
	}
	return Format{}, usage.Errorf("this payload gives %s, and %s is no format of one; allowed: %s", kind(video), wording.Quote(name), wording.List(namesOf(video)))
}

// CheckService refuses a format that the service does not make. The error is a *usage.Error.
func (f Format) CheckService() error {
	if f.MediaType != "" {
		return nil
	}
	var names []string
	for _, other := range All() {
		if other.Video == f.Video && other.MediaType != "" {
			names = append(names, other.Name)
		}
	}
	return usage.Errorf("a render service does not make %s; allowed: %s", f.Name, wording.List(names))
}

func kind(video bool) string {
	if video {
		return "a video"
	}
	return "a picture"
}

func namesOf(video bool) []string {
	var names []string
	for _, f := range All() {
		if f.Video == video {
			names = append(names, f.Name)
		}
	}
	return names
}

// RateList returns the frames per second that the format has, for a message.
func (f Format) RateList() string {
	var rates []string
	for _, rate := range f.Rates {
		rates = append(rates, strconv.Itoa(rate))
	}
	return wording.List(rates)
}

// Draws reports whether a file has the ending of a picture or a video.
func Draws(file string) bool {
	ending := strings.ToLower(filepath.Ext(file))
	return slices.ContainsFunc(All(), func(f Format) bool { return slices.Contains(f.Endings, ending) })
}

// Choose returns the format of a payload's output: the one of a name or, if that is empty, the one that the ending of the
// file's name stands for. A file without an ending, and no file, has the default one. The error is a *usage.Error.
func Choose(name, file string, video, alpha bool) (Format, error) {
	ending := strings.ToLower(filepath.Ext(file))
	if name != "" {
		f, err := Lookup(name, video)
		if err == nil && !f.Folder && ending != "" && !slices.Contains(f.Endings, ending) {
			err = usage.Errorf("-o %s: the format is %s; name a %s file", file, f.Name, wording.List(f.Endings))
		}
		return f, err
	}
	usual := Default(video, alpha)
	if ending == "" || slices.Contains(usual.Endings, ending) {
		return usual, nil
	}
	var endings []string
	moment := ""
	for _, f := range All() {
		known := slices.Contains(f.Endings, ending)
		if f.Video == video && known {
			return f, nil
		}
		if known && video {
			moment = "; for a picture of a moment, say which with --at, such as --at 3s"
		}
		if f.Video == video {
			endings = append(endings, f.Endings...)
		}
	}
	return Format{}, usage.Errorf("-o %s: this payload gives %s; name a file with one of the endings %s, or choose the format with --format%s",
		file, kind(video), wording.List(slices.Compact(endings)), moment)
}

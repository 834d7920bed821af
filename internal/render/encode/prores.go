package encode

import (
	ffmpeg "github.com/u2takey/ffmpeg-go"

	"mockup/internal/render/format"
)

// prores is what editors take: ProRes 4444, with alpha of 16 bits where there is some, or 422 HQ, which has none. Alpha written
// by an ffmpeg before 7.0 may show opaque or flicker on Apple's processors (ffmpeg's ticket 10255).
func (v Video) prores() ffmpeg.KwArgs {
	args := ffmpeg.KwArgs{"c:v": "prores_ks", "vendor": "apl0", "f": "mov", "movflags": "+faststart+use_metadata_tags"}
	switch {
	case v.Format.Name == format.ProRes:
		args["profile:v"], args["pix_fmt"] = "hq", "yuv422p10le"
	case v.Alpha:
		args["profile:v"], args["pix_fmt"], args["alpha_bits"] = "4444", "yuva444p10le", 16
	default:
		args["profile:v"], args["pix_fmt"] = "4444", "yuv444p10le"
	}
	return args
}

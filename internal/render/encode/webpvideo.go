package encode

import ffmpeg "github.com/u2takey/ffmpeg-go"

// webp is an animated WebP. The encoder libwebp, without anim, breaks frames with alpha.
func (v Video) webp() ffmpeg.KwArgs {
	args := ffmpeg.KwArgs{
		"c:v": "libwebp_anim", "vf": "scale=" + toRGB + ",format=bgra", "pix_fmt": "bgra", "quality": v.Quality.number(), "compression_level": 3, "loop": 0, "f": "webp",
	}
	switch v.Quality {
	case Draft:
		args["compression_level"] = 0
	case High:
		args["compression_level"] = 5
	case Lossless:
		args["lossless"], args["quality"] = 1, 50 // of a lossless file the quality is the effort
	}
	return args
}

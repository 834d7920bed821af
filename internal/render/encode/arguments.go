package encode

import (
	"fmt"
	"strconv"

	ffmpeg "github.com/u2takey/ffmpeg-go"

	"mockup/internal/render/format"
	"mockup/internal/render/provenance"
	"mockup/internal/render/sound"
)

// threads is the number of the encoder's threads. x264's bytes depend on it, so it is not the number of processors: the
// same frames become the same file on every machine with the same ffmpeg.
const threads = 4

// ticks is how many units of time a frame of an MP4 lasts: as many as ffmpeg gives one at 30 frames per second.
const ticks = 512

// arguments is ffmpeg's command line. The graph's own Compile is left out: it logs the command line and changes what
// all commands of the program share.
func arguments(v Video, path string) []string {
	streams := []*ffmpeg.Stream{ffmpeg.Input("pipe:0", v.input())}
	if v.isRepeated() {
		// Without a limit ffmpeg looks at some seconds of pictures before it reads any sound, which it then encodes when all pictures are.
		streams[0] = ffmpeg.Input("pipe:0", ffmpeg.KwArgs{"f": "h264", "framerate": v.FPS, "analyzeduration": 1})
	}
	output := []ffmpeg.KwArgs{v.common(), v.container()}
	if v.Format.Name == format.GIF {
		streams[0] = v.gifStream(streams[0])
	}
	if v.Sound != nil {
		streams = append(streams, ffmpeg.Input("pipe:4", ffmpeg.KwArgs{"f": "s16le", "ar": sound.Rate, "ac": v.Sound.Channels()}))
		output = append(output, v.soundCodec())
	}
	// With the prefix no file name is read as the address of a server.
	return ffmpeg.Output(streams, "file:"+path, output...).
		GlobalArgs(globalArguments...).
		GetArgs()
}

var globalArguments = []string{"-nostdin", "-hide_banner", "-v", "error", "-xerror", "-progress", "pipe:3", "-y"}

// input describes the raw frames. For H.264 and VP9 they have the encoder's own format, so ffmpeg converts nothing.
func (v Video) input() ffmpeg.KwArgs {
	return ffmpeg.MergeKwArgs([]ffmpeg.KwArgs{v.colours(), {
		"f":          "rawvideo",
		"pix_fmt":    v.pixels(),
		"video_size": fmt.Sprintf("%dx%d", v.Width, v.Height),
		"framerate":  v.FPS,
	}})
}

func (v Video) pixels() string {
	name := "yuv"
	if v.Alpha {
		name = "yuva"
	}
	if v.Format.Full {
		return name + "444p"
	}
	return name + "420p"
}

// colours says what the numbers of a frame mean, to ffmpeg and to every player.
func (v Video) colours() ffmpeg.KwArgs {
	return ffmpeg.KwArgs{"color_range": "tv", "colorspace": "bt709", "color_primaries": "bt709", "color_trc": "bt709"}
}

// common is what all containers share. The bitexact flags leave versions and times out of the file.
func (v Video) common() ffmpeg.KwArgs {
	return ffmpeg.KwArgs{
		"threads:v": threads,
		"fflags":    "+bitexact",
		"flags:v":   "+bitexact",
		"flags:a":   "+bitexact",
		"metadata":  tags(v.Metadata),
	}
}

// tags returns the metadata. The containers have the same names but for the software: MP4 has encoding_tool, which players
// show as the encoder, and WebM has software.
func tags(r provenance.Record) []string {
	return []string{
		"description=" + r.Description(),
		"comment=" + r.Payload(),
		"encoding_tool=" + r.Software,
		"software=" + r.Software,
	}
}

// container is the file format and its picture codec.
func (v Video) container() ffmpeg.KwArgs {
	switch v.Format.Name {
	case format.GIF:
		return v.gif()
	case format.WebP:
		return v.webp()
	case format.MOV, format.ProRes:
		return ffmpeg.MergeKwArgs([]ffmpeg.KwArgs{v.colours(), v.prores()})
	case format.WebM:
		return ffmpeg.MergeKwArgs([]ffmpeg.KwArgs{v.yuv(), v.vp9(), {"f": "webm"}})
	}
	// The index goes to the front, so that a browser plays the file before it has all of it.
	mp4 := ffmpeg.KwArgs{"f": "mp4", "movflags": "+faststart"}
	if v.isRepeated() {
		return ffmpeg.MergeKwArgs([]ffmpeg.KwArgs{v.copied(), mp4})
	}
	return ffmpeg.MergeKwArgs([]ffmpeg.KwArgs{v.yuv(), v.h264(), mp4})
}

// copied says that the pictures are encoded already, and when each is shown: a stream of H.264 has no times.
func (v Video) copied() ffmpeg.KwArgs {
	return ffmpeg.KwArgs{"c:v": "copy", "bsf:v": fmt.Sprintf("setts=ts=N*%d:duration=%d", ticks, ticks), "video_track_timescale": ticks * v.FPS}
}

// yuv says that the codec gets the frames as they are, and that a player can jump to every fifth second.
func (v Video) yuv() ffmpeg.KwArgs {
	return ffmpeg.MergeKwArgs([]ffmpeg.KwArgs{v.colours(), {"pix_fmt": v.pixels(), "g": 5 * v.FPS}})
}

// h264 is High profile. Measured on 750 frames of a chat, 804x1748: tuned for animation they gain 1 dB for 0.5 % more
// bytes and no more time. Without cpu-independent, x264 chooses by the kind of processor what it computes; the
// flag costs 1 % more bytes. The deblocking filter is off: it takes sharp edges for those of blocks. Beside the edge of an
// intra block it mixes the fourth row into the third (ITU-T H.264, 8.7.2.4), which takes the upper row off a home indicator
// at 1x, and it washes fine patterns out. At these crf nobody sees blocks.
func (v Video) h264() ffmpeg.KwArgs {
	args := ffmpeg.KwArgs{"c:v": "libx264", "profile:v": "high", "tune": "animation"}
	params := "cpu-independent=1:no-deblock=1"
	if v.isRepeated() {
		params += ":bframes=0:weightp=0:ref=1" // what h264.Repeat needs
	}
	switch v.Quality {
	case Draft:
		args["preset"], args["crf"] = "ultrafast", 26
		params += ":8x8dct=1" // without it ultrafast is Baseline
	case High:
		args["preset"], args["crf"] = "slow", 14
	default:
		args["preset"], args["crf"] = "veryfast", 17.5
		params += ":trellis=1"
	}
	args["x264-params"] = params
	return args
}

// vp9 has alpha in a second picture stream of the same track, which alternate reference frames would break. Measured
// on 150 frames of a chat, 804x1748: "realtime" 5 with crf 20 takes 2.8 s of processor time for 50.3 dB, "good" 5
// takes 17 s for about as much. On 300 frames with alpha: 7 takes 0.9 of the time of 5, and one thread 0.8 of that of four, which
// wait for each other in frames of which little changes; the file grows by 7 %, and nothing else changes.
func (v Video) vp9() ffmpeg.KwArgs {
	args := ffmpeg.KwArgs{"c:v": "libvpx-vp9", "b:v": 0, "auto-alt-ref": 0, "tune-content": "screen", "threads:v": 1}
	if v.Alpha {
		args["metadata:s:v:0"] = "alpha_mode=1"
	}
	switch v.Quality {
	case Draft:
		args["deadline"], args["cpu-used"], args["crf"] = "realtime", 8, 34
	case High:
		args["deadline"], args["cpu-used"], args["crf"] = "good", 3, 12
		args["row-mt"], args["tile-columns"], args["threads:v"] = 1, 2, threads
	default:
		args["deadline"], args["cpu-used"], args["crf"] = "realtime", 7, 20
	}
	return args
}

// soundCodec has the bits a second that a codec needs for one channel, and half as many again for music in two. Of the coders of AAC,
// the usual one removes what is thought not to be heard. Rarely it makes a tone of two channels a quarter louder for 20 milliseconds
// by that (ffmpeg 5.1). With so many bits, the fast one takes half of the time and has 15 to 20 dB less noise, and as much with
// nothing but noise.
func (v Video) soundCodec() ffmpeg.KwArgs {
	codec, bits := "aac", 128_000
	args := ffmpeg.KwArgs{"aac_coder": "fast"}
	switch v.Format.Name {
	case format.MOV, format.ProRes:
		return ffmpeg.KwArgs{"c:a": "pcm_s16le"}
	case format.WebM:
		codec, bits = "libopus", 96_000
		args = ffmpeg.KwArgs{}
	}
	if v.Sound.Channels() == 2 {
		bits += bits / 2
	}
	args["c:a"], args["b:a"] = codec, strconv.Itoa(bits)
	return args
}

package decode

import (
	"context"
	"slices"
	"strings"

	"mockup/internal/render/asset"
	"mockup/internal/render/encode"
	"mockup/internal/render/process"
)

// codecs are what usual files of a format hold, by name, each with the decoders that do.
func codecs(f asset.Format) map[string][]string {
	switch f {
	case asset.WAV:
		return map[string][]string{"WAV": {"pcm_s16le"}}
	case asset.MP3:
		return map[string][]string{"MP3": {"mp3float", "mp3"}}
	case asset.MP4:
		return map[string][]string{"M4A": {"aac"}}
	case asset.Ogg:
		return map[string][]string{"Ogg with Vorbis": {"vorbis", "libvorbis"}, "Ogg with Opus": {"opus", "libopus"}}
	}
	return map[string][]string{"FLAC": {"flac"}}
}

// Lacks lists the audio files that an ffmpeg does not decode, by name, in order. Empty is the one of PATH.
func Lacks(ctx context.Context, ffmpeg string) ([]string, error) {
	bin, err := encode.Find(ffmpeg)
	if err != nil {
		return nil, err
	}
	demuxers, err := process.Output(ctx, bin, "-v", "error", "-demuxers")
	if err != nil {
		return nil, err
	}
	decoders, err := process.Output(ctx, bin, "-v", "error", "-decoders")
	if err != nil {
		return nil, err
	}
	var lacks []string
	for _, format := range []asset.Format{asset.WAV, asset.MP3, asset.MP4, asset.Ogg, asset.FLAC} {
		reads := listed(demuxers, readerOf(format).demuxer)
		for name, able := range codecs(format) {
			if !reads || !slices.ContainsFunc(able, func(decoder string) bool { return listed(decoders, decoder) }) {
				lacks = append(lacks, name)
			}
		}
	}
	slices.Sort(lacks)
	return lacks, nil
}

// listed reports whether a list of ffmpeg's has a name. A demuxer may have several, with commas.
func listed(list []byte, name string) bool {
	for line := range strings.Lines(string(list)) {
		if fields := strings.Fields(line); len(fields) > 1 && slices.Contains(strings.Split(fields[1], ","), name) {
			return true
		}
	}
	return false
}

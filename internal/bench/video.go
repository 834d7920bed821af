//go:build bench

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"

	"mockup/internal/render"
	"mockup/internal/render/encode"
	"mockup/internal/render/format"
)

// clip is a video to measure, with the goals for the whole command and with a running browser.
type clip struct{ name, file, cold, warm string }

var videos = []clip{
	{"conversation at 2x", "examples/chats/whatsapp-video.yaml", "<= 1.20", "<= 1.12"},
	{"conversation with voices and music", "examples/chats/messenger-voices-video.yaml", "<= 1.3", ""},
	{"conversation with a keyboard", "examples/chats/imessage-keyboard-video.yaml", "<= 1.3", ""},
	{"answer of an assistant", "examples/ai/chatgpt-video.yaml", "<= 1.35", ""},
	{"notifications", "examples/notifications/ios-video.yaml", "<= 1.35", ""},
	{"comment pop-up", "examples/comment-popup/mixed.yaml", "<= 1.35", ""},
	{"camera that moves around a phone", "examples/chats/imessage-orbit-video.yaml", "<= 3", ""},
	{"conversation with alpha (WebM)", "examples/chats/imessage-transparent-video.yaml", "<= 1.2", ""},
}

// video measures videos against ffmpeg alone.
func video(ctx context.Context) error { return clips(ctx, videos) }

// clips measures videos against two limits: ffmpeg with the settings of the engine, which encodes the same frames from memory, and
// ffmpeg as it was used before equal frames were encoded once. The first moves with the settings, the second does not.
func clips(ctx context.Context, all []clip) error {
	out, err := os.MkdirTemp("", "mockup-bench-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(out)
	r, err := newRenderer(1)
	if err != nil {
		return err
	}
	defer r.Close()
	for _, v := range all {
		job, err := load(v.file)
		if err != nil {
			return err
		}
		job.Output = filepath.Join(out, "warm."+job.Format().Name)
		frames, spec, err := compose(ctx, r, job)
		if err != nil {
			return err
		}
		fmt.Printf("%s, %dx%d, %d frames\n", v.name, spec.Width, spec.Height, spec.Frames)
		sound, err := writeSound(ctx, spec, filepath.Join(out, "sound"))
		if err != nil {
			return err
		}
		var alone, plain, warm, cold, composed series
		for range 5 {
			steps := []struct {
				times *series
				work  func() error
			}{
				{&alone, func() error { return encodeAlone(ctx, frames, spec, filepath.Join(out, "alone")) }},
				{&plain, func() error {
					return encodePlain(ctx, frames, spec, sound, filepath.Join(out, "plain."+spec.Format.Name))
				}},
				{&warm, func() error { _, err := r.Render(ctx, job); return err }},
				{&cold, func() error { return command(ctx, v.file, filepath.Join(out, "cold."+job.Format().Name)) }},
				{&composed, func() error {
					_, err := r.Frames(ctx, job, func([]byte, int) error { return nil })
					return err
				}},
			}
			for _, s := range steps {
				if err := s.times.measure(s.work); err != nil {
					return err
				}
			}
		}
		fmt.Printf("  ffmpeg alone      %v\n  every frame       %v\n  warm              %v\n  cold command      %v\n", alone, plain, warm, cold)
		fmt.Printf("  without ffmpeg    %v: %.0f frames/s, including layout and capture\n", composed, float64(spec.Frames)/composed.median().Seconds())
		ratio("cold command / ffmpeg alone", cold.median(), alone.median(), v.cold)
		ratio("warm / ffmpeg alone", warm.median(), alone.median(), v.warm)
		ratio("cold command / ffmpeg that encodes every frame", cold.median(), plain.median(), v.cold)
		ratio("warm / ffmpeg that encodes every frame", warm.median(), plain.median(), v.warm)
	}
	return nil
}

// held is a frame that is shown a number of times.
type held struct {
	frame []byte
	times int
}

// compose returns a video's frames in memory.
func compose(ctx context.Context, r *render.Renderer, job render.Job) ([]held, encode.Video, error) {
	var frames []held
	spec, err := r.Frames(ctx, job, func(frame []byte, times int) error {
		frames = append(frames, held{bytes.Clone(frame), times})
		return nil
	})
	return frames, spec, err
}

func encodeAlone(ctx context.Context, frames []held, v encode.Video, path string) error {
	encoder, err := encode.Start(ctx, encode.Options{}, v, path)
	if err != nil {
		return err
	}
	defer encoder.Abort()
	for _, h := range frames {
		if err := encoder.Write(h.frame, h.times); err != nil {
			return err
		}
	}
	_, err = encoder.Close()
	return err
}

// writeSound writes a video's sound at path, and returns the arguments that let ffmpeg read it; none if the video has no sound.
func writeSound(ctx context.Context, v encode.Video, path string) ([]string, error) {
	if v.Sound == nil {
		return nil, nil
	}
	_, samples := v.Sound.WAV(ctx)
	wav, err := io.ReadAll(samples)
	if err != nil {
		return nil, err
	}
	return []string{"-i", path}, os.WriteFile(path, wav, 0o600)
}

// encodePlain lets ffmpeg encode every frame, also those that are equal, with the settings that the engine had when its goals were
// set. They stand here as they were, so that this limit stays where it is.
func encodePlain(ctx context.Context, frames []held, v encode.Video, sound []string, path string) error {
	pixels, codec := "yuv420p", []string{"-c:v", "libx264", "-profile:v", "high", "-tune", "animation", "-preset", "veryfast", "-crf", "18",
		"-x264-params", "cpu-independent=1:no-deblock=1", "-threads:v", "4", "-f", "mp4", "-movflags", "+faststart"}
	if v.Format.Name == format.WebM {
		pixels, codec = "yuva420p", []string{"-c:v", "libvpx-vp9", "-b:v", "0", "-auto-alt-ref", "0", "-tune-content", "screen", "-deadline", "realtime",
			"-cpu-used", "5", "-crf", "20", "-row-mt", "1", "-tile-columns", "2", "-threads:v", "4", "-f", "webm"}
	}
	args := []string{"-v", "error", "-f", "rawvideo", "-pix_fmt", pixels, "-video_size", fmt.Sprintf("%dx%d", v.Width, v.Height),
		"-framerate", strconv.Itoa(v.FPS), "-i", "pipe:0"}
	args = append(append(append(args, sound...), codec...), "-g", strconv.Itoa(5*v.FPS), "-y", path)
	ffmpeg := exec.CommandContext(ctx, "ffmpeg", args...)
	ffmpeg.Stderr = os.Stderr
	input, err := ffmpeg.StdinPipe()
	if err != nil {
		return err
	}
	if err := ffmpeg.Start(); err != nil {
		return err
	}
	err = writeAll(input, frames)
	return errors.Join(err, input.Close(), ffmpeg.Wait())
}

// writeAll writes each frame as often as it is shown.
func writeAll(w io.Writer, frames []held) error {
	for _, h := range frames {
		for range h.times {
			if _, err := w.Write(h.frame); err != nil {
				return err
			}
		}
	}
	return nil
}

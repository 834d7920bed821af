//go:build bench

package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"

	"mockup/internal/render"
	"mockup/internal/render/encode"
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

// clips measures videos against ffmpeg alone, which encodes the same frames from memory with the same settings.
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
		var alone, warm, cold, composed series
		for range 5 {
			steps := []struct {
				times *series
				work  func() error
			}{
				{&alone, func() error { return encodeAlone(ctx, frames, spec, filepath.Join(out, "alone")) }},
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
		fmt.Printf("  ffmpeg alone      %v\n  warm              %v\n  cold command      %v\n", alone, warm, cold)
		fmt.Printf("  without ffmpeg    %v: %.0f frames/s, including layout and capture\n", composed, float64(spec.Frames)/composed.median().Seconds())
		ratio("cold command / ffmpeg alone", cold.median(), alone.median(), v.cold)
		ratio("warm / ffmpeg alone", warm.median(), alone.median(), v.warm)
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

package main

import (
	"context"
	"fmt"
	"os"

	"mockup/internal/render"
	"mockup/internal/render/browser"
	"mockup/internal/render/phone"
)

// space measures the phone in space: its body, a still against a flat one, and videos against ffmpeg alone.
func space(ctx context.Context) error {
	if err := bodies(ctx); err != nil {
		return err
	}
	if err := spaceStills(ctx); err != nil {
		return err
	}
	return clips(ctx, []clip{
		{"conversation in space", "examples/chats/whatsapp-3d-video.yaml", "<= 1.4", "<= 1.4"},
		{"notifications in space", "examples/notifications/ios-3d-video.yaml", "<= 1.4", "<= 1.4"},
	})
}

// bodies draws a phone that is not kept yet, Chromium's start included, and takes it from the cache.
func bodies(ctx context.Context) error {
	cache, err := os.MkdirTemp("", "mockup-bench-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(cache)
	for _, scale := range []float64{1, 2, 4} {
		var drawn, kept series
		for i := range 3 {
			view := phone.Look(phone.Camera{1.2 + float64(i)/100, 0.3, 3})
			for _, times := range []*series{&drawn, &kept} {
				studio := phone.NewStudio(phone.Options{NoSandbox: browser.NeedsNoSandbox(), CacheDir: cache})
				err := times.measure(func() error { _, err := studio.Body(ctx, view, scale); return err })
				if err != nil {
					return err
				}
			}
		}
		goal := ""
		if scale == 2 {
			goal = "   goal <= 6000 ms"
		}
		fmt.Printf("body at %gx\n  drawn             %v%s\n  from the cache    %v\n", scale, drawn, goal, kept)
	}
	return nil
}

// spaceStills renders one payload in space and flat, in turn, with a browser that is up and the body at hand.
func spaceStills(ctx context.Context) error {
	job, err := load(example)
	if err != nil {
		return err
	}
	r, err := render.New(render.Options{Workers: 1, NoSandbox: browser.NeedsNoSandbox()})
	if err != nil {
		return err
	}
	defer r.Close()
	payload := *job.Payload
	payload.Render3D = true
	inSpace := job
	inSpace.Payload = &payload
	var flat, deep series
	for range 30 {
		if err := flat.measure(func() error { _, err := r.Render(ctx, job); return err }); err != nil {
			return err
		}
		if err := deep.measure(func() error { _, err := r.Render(ctx, inSpace); return err }); err != nil {
			return err
		}
	}
	flat, deep = flat[5:], deep[5:] // the first ones load what is kept
	fmt.Printf("stills, whatsapp example at 2x\n  flat              %v\n  in space          %v\n", flat, deep)
	ratio("in space / flat", deep.median(), flat.median(), "<= 1.5")
	return nil
}

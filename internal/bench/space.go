//go:build bench

package main

import (
	"context"
	"fmt"
	"os"

	"mockup/internal/render/browser"
	"mockup/internal/render/phone"
)

// space measures the 3D phone: its body, a still against a flat one, and videos against ffmpeg alone.
func space(ctx context.Context) error {
	if err := bodies(ctx); err != nil {
		return err
	}
	if err := spaceStills(ctx); err != nil {
		return err
	}
	return clips(ctx, []clip{
		{"conversation on a 3D phone", "examples/chats/whatsapp-3d-video.yaml", "<= 1.4", "<= 1.4"},
		{"notifications on a 3D phone", "examples/notifications/ios-3d-video.yaml", "<= 1.4", "<= 1.4"},
	})
}

// bodies measures a phone that is not in the cache, including Chromium's start, and one that is.
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
				studio := phone.NewBodies(phone.Options{NoSandbox: browser.NeedsNoSandbox(), CacheDir: cache})
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

// spaceStills renders one payload flat and on a 3D phone, in turns, with a running browser and the body in the cache.
func spaceStills(ctx context.Context) error {
	job, err := load(example)
	if err != nil {
		return err
	}
	r, err := newRenderer(1)
	if err != nil {
		return err
	}
	defer r.Close()
	payload := *job.Payload
	payload.Render3D = true
	solid := job
	solid.Payload = &payload
	var flat, deep series
	for range 30 {
		if err := flat.measure(func() error { _, err := r.Render(ctx, job); return err }); err != nil {
			return err
		}
		if err := deep.measure(func() error { _, err := r.Render(ctx, solid); return err }); err != nil {
			return err
		}
	}
	flat, deep = flat[5:], deep[5:] // the first ones fill caches
	fmt.Printf("stills, whatsapp example at 2x\n  flat              %v\n  3D                %v\n", flat, deep)
	ratio("3D / flat", deep.median(), flat.median(), "<= 1.5")
	return nil
}

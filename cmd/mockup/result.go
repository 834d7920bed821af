package main

import (
	"crypto/rand"
	"time"

	"mockup/internal/render"
	"mockup/internal/render/scene"
	"mockup/internal/schema"
)

// jobResult is a finished job as --json prints it.
type jobResult struct {
	ID         string          `json:"id"`
	Status     string          `json:"status"`
	RenderKind schema.Kind     `json:"renderKind"`
	Format     string          `json:"format"`
	Path       string          `json:"path"`
	SizeBytes  int64           `json:"sizeBytes"`
	Width      int             `json:"width"`
	Height     int             `json:"height"`
	SHA256     string          `json:"sha256"`
	Duration   float64         `json:"durationSeconds,omitempty"`
	Frames     int             `json:"frames,omitempty"`
	FPS        int             `json:"fps,omitempty"`
	Warnings   []scene.Warning `json:"warnings"`
	Remarks    []scene.Warning `json:"remarks,omitempty"`
	Timings    jobTimings      `json:"timings"`
}

// jobTimings are milliseconds.
type jobTimings struct {
	Prepare float64 `json:"prepareMs"`
	Browser float64 `json:"browserMs"`
	Layout  float64 `json:"layoutMs"`
	Capture float64 `json:"captureMs"`
	Encode  float64 `json:"encodeMs,omitempty"`
	Write   float64 `json:"writeMs"`
}

func newJobResult(p *schema.Payload, r *render.Result) jobResult {
	ms := func(d time.Duration) float64 {
		return float64(d.Round(10*time.Microsecond)) / float64(time.Millisecond)
	}
	warnings := r.Warnings
	if warnings == nil {
		warnings = []scene.Warning{}
	}
	return jobResult{
		ID: "render_" + rand.Text(), Status: "completed", RenderKind: p.RenderKind, Format: r.Format, Path: r.Path,
		SizeBytes: r.Size, Width: r.Width, Height: r.Height, SHA256: r.SHA256,
		Duration: r.Duration.Seconds(), Frames: r.Frames, FPS: r.FPS, Warnings: warnings, Remarks: r.Remarks,
		Timings: jobTimings{
			Prepare: ms(r.Timings.Prepare), Browser: ms(r.Timings.Browser), Layout: ms(r.Timings.Layout),
			Capture: ms(r.Timings.Capture), Encode: ms(r.Timings.Encode), Write: ms(r.Timings.Write),
		},
	}
}

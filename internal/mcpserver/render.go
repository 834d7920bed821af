package mcpserver

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mockup/internal/inputs"
	"mockup/internal/output"
	"mockup/internal/render"
	"mockup/internal/render/encode"
	"mockup/internal/render/format"
	"mockup/internal/render/scene"
	"mockup/internal/schema"
	"mockup/internal/wording"
)

type renderInput struct {
	payloadInput
	Output  string   `json:"output,omitempty" jsonschema:"the file to write, below the root folder, whose extension chooses the format: .png, .jpg, .webp or .avif; of a video .mp4, .webm, .gif, .webp, .apng or .mov (ProRes 4444); default: a name that says what is drawn"`
	Replace bool     `json:"replace,omitempty" jsonschema:"replace the file that output names, if it exists"`
	Scale   string   `json:"scale,omitempty" jsonschema:"the resolution, instead of the payload's resolutionScale"`
	At      *float64 `json:"at,omitempty" jsonschema:"draw a picture of this moment of the video, in seconds from its start, instead of the video"`
	FPS     int      `json:"fps,omitempty" jsonschema:"frames per second of a video; default: 30, of a .gif 25; a .gif has 10, 20, 25 or 50"`
	Quality string   `json:"quality,omitempty" jsonschema:"encoding of a video: draft is fast, high is exact and slow; default: standard"`
}

type renderOutput struct {
	Path            string          `json:"path" jsonschema:"the file that was written"`
	Format          string          `json:"format" jsonschema:"of the file, such as png or mp4"`
	SizeBytes       int64           `json:"sizeBytes"`
	Width           int             `json:"width" jsonschema:"pixels"`
	Height          int             `json:"height" jsonschema:"pixels"`
	SHA256          string          `json:"sha256"`
	DurationSeconds float64         `json:"durationSeconds,omitempty" jsonschema:"of a video"`
	PreviewSeconds  []float64       `json:"previewSeconds,omitempty" jsonschema:"the moments of a video that the preview shows, from left to right"`
	Warnings        []scene.Warning `json:"warnings" jsonschema:"what is not drawn as the payload says, or looks wrong"`
	Remarks         []scene.Warning `json:"remarks,omitempty" jsonschema:"what else may be of interest"`
}

// render draws a payload into a file and returns a preview of it.
func (s *Server) render(ctx context.Context, req *mcp.CallToolRequest, in renderInput) (*mcp.CallToolResult, renderOutput, error) {
	source, err := s.read(in.payloadInput)
	if err != nil {
		return nil, renderOutput{}, err
	}
	payload, found := source.decode(s.folder)
	if payload == nil {
		return nil, renderOutput{}, source.invalid(found)
	}
	job, err := s.job(in, payload, source)
	if err != nil {
		return nil, renderOutput{}, err
	}
	select {
	case s.turn <- struct{}{}:
		defer func() { <-s.turn }()
	case <-ctx.Done():
		return nil, renderOutput{}, context.Cause(ctx)
	}
	var stop func()
	job.Video.Progress, stop = reportProgress(ctx, req)
	result, err := s.opts.Renderer.Render(ctx, job)
	stop()
	if err != nil {
		return nil, renderOutput{}, err
	}
	result.AddWarnings(found)
	return s.answer(ctx, job, result)
}

// job returns the job of an input, with the file that it writes.
func (s *Server) job(in renderInput, payload *schema.Payload, source source) (render.Job, error) {
	if in.Scale != "" {
		payload.ResolutionScale = schema.Scale(in.Scale)
	}
	job := render.Job{Payload: payload, Dir: source.folder, Video: render.Video{FPS: in.FPS, Quality: encode.Quality(in.Quality)}}
	if in.At != nil {
		job.Video.At = new(time.Duration(*in.At * float64(time.Second)))
	}
	if payload.RenderKind == schema.Image && (in.At != nil || in.FPS != 0 || in.Quality != "") {
		return job, errors.New("at, fps and quality are for videos, but the payload's renderKind is image")
	}
	chosen, err := chooseFormat(in.Output, payload, in.At != nil)
	if err != nil {
		return job, err
	}
	job.As = chosen.Name
	name, replace := in.Output, in.Replace
	if name == "" {
		if name, err = defaultName(in, job); err != nil {
			return job, err
		}
		replace = true // by what the same call has drawn before
	}
	if job.Output, err = s.folder.Target(name, replace); err != nil {
		return job, err
	}
	if what := inputs.Overwrites(job.Output, filepath.Join(source.folder, "payload"), nil, payload); what != "" {
		return job, fmt.Errorf("the output would overwrite %s, %s; choose another name", name, what)
	}
	output.Sweep(job.Output)
	return job, nil
}

// chooseFormat returns the format that the ending of the output's name stands for; the usual one where there is no name. A sequence
// of pictures, which is a folder, is none of them.
func chooseFormat(name string, payload *schema.Payload, moment bool) (format.Format, error) {
	video := payload.RenderKind == schema.Video && !moment
	usual := format.Default(video, payload.Transparent())
	ending := strings.ToLower(filepath.Ext(name))
	var endings []string
	for _, f := range format.All() {
		if f.Video == video && slices.Contains(f.Endings, ending) {
			return f, nil
		}
		if f.Video == video {
			endings = append(endings, f.Endings...)
		}
	}
	switch {
	case name == "":
		return usual, nil
	case ending == "":
		return usual, fmt.Errorf("output %s has no extension; name a %s file", name, usual.Endings[0])
	case video:
		return usual, fmt.Errorf("output %s: this payload gives a video; name a file with one of the endings %s", name, wording.List(slices.Compact(endings)))
	}
	return usual, fmt.Errorf("output %s: this payload gives a picture; name a file with one of the endings %s", name, wording.List(endings))
}

// defaultName returns a name that is the same for the same payload and options, and different for others. So nothing else is
// overwritten.
func defaultName(in renderInput, job render.Job) (string, error) {
	canonical, err := job.Payload.Canonical(func(ref string) string { return ref })
	if err != nil {
		return "", err
	}
	hash := sha256.New()
	hash.Write(canonical)
	fmt.Fprintf(hash, "%v %d %s", job.Video.At, in.FPS, in.Quality)
	name := string(job.Payload.MockupType)
	if job.Payload.Platform != "" {
		name += "-" + job.Payload.Platform
	}
	return fmt.Sprintf("%s-%x.%s", name, hash.Sum(nil)[:4], job.Format().Name), nil
}

// answer returns the result of a call: a record, and a picture for the model to look at.
func (s *Server) answer(ctx context.Context, job render.Job, result *render.Result) (*mcp.CallToolResult, renderOutput, error) {
	out := renderOutput{
		Path: result.Path, Format: result.Format, SizeBytes: result.Size, Width: result.Width, Height: result.Height, SHA256: result.SHA256,
		DurationSeconds: result.Duration.Seconds(), Warnings: append([]scene.Warning{}, result.Warnings...), Remarks: result.Remarks,
	}
	preview, err := s.preview(ctx, job, result, &out)
	if err != nil {
		return nil, out, fmt.Errorf("%s is written, but its preview cannot be made: %w", out.Path, err)
	}
	record, err := json.Marshal(out) // also as text, for hosts that do not show structured content to the model
	if err != nil {
		return nil, out, err
	}
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: string(record)}, preview}}, out, nil
}

// progressInterval is the time between two reports of a video's progress.
const progressInterval = 250 * time.Millisecond

// reportProgress returns two functions: progress, which is called after each frame of a video and never waits for the
// client, and stop, which reports the last progress and ends the reports. A client that gave no token gets no reports.
func reportProgress(ctx context.Context, req *mcp.CallToolRequest) (progress func(done, total int), stop func()) {
	token := req.Params.GetProgressToken()
	if token == nil {
		return nil, func() {}
	}
	var latest atomic.Pointer[mcp.ProgressNotificationParams]
	progress = func(done, total int) {
		latest.Store(&mcp.ProgressNotificationParams{
			ProgressToken: token, Progress: float64(done), Total: float64(total), Message: fmt.Sprintf("frame %d of %d", done, total),
		})
	}
	report := func() {
		if params := latest.Swap(nil); params != nil {
			_ = req.Session.NotifyProgress(ctx, params) // a client that has left needs none
		}
	}
	end, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		ticker := time.NewTicker(progressInterval)
		defer ticker.Stop()
		for {
			select {
			case <-ticker.C:
				report()
			case <-end:
				report()
				return
			}
		}
	}()
	return progress, func() { close(end); <-ended }
}

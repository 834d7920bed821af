package submit

import (
	"context"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"mockup/internal/api/client"
	"mockup/internal/api/wire"
	"mockup/internal/output"
	"mockup/internal/render/format"
	"mockup/internal/schema"
)

// Fetch downloads a job's file to a target, or with "-" into File.Data.
func Fetch(ctx context.Context, c *client.Client, job wire.Job, target string) (output.File, error) {
	if target == "-" {
		target = ""
	}
	out, err := output.New(target)
	if err != nil {
		return output.File{}, err
	}
	return c.Download(ctx, job, out)
}

// Target returns where the file of the job with an id goes if -o names out: a file, "-", or a folder, in which the file
// is named after the id. An empty out stands for the working directory.
func Target(out, id string, job wire.Job) string {
	if out == "" || isFolder(out) {
		return filepath.Join(out, fileName(id)+formatOf(job).Suffix())
	}
	return out
}

// NewWarnings returns the warnings of a service that found does not have: the service reads the payload again, and repeats
// what was found here.
func NewWarnings(job wire.Job, found schema.Diagnostics) []wire.Warning {
	known := map[wire.Warning]bool{}
	for _, d := range found.Warnings() {
		known[wire.Warning{Code: string(d.Code), Message: d.Path + ": " + d.Message}] = true
	}
	return slices.DeleteFunc(slices.Clone(job.Warnings), func(w wire.Warning) bool { return known[w] })
}

// formatOf returns the format of a job's file: as the service says, or else as its address or kind suggests.
func formatOf(job wire.Job) format.Format {
	video := job.RenderKind == schema.Video
	address, _, _ := strings.Cut(job.DownloadURL, "?")
	for _, name := range []string{job.Format, strings.TrimPrefix(path.Ext(address), ".")} {
		for _, kind := range []bool{video, !video} { // renderKind may be left out
			if f, err := format.Lookup(name, kind); err == nil && f.MediaType != "" {
				return f
			}
		}
	}
	return format.Default(video, false)
}

// fileName makes the name of a file from an id, which may contain anything.
func fileName(id string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(`/\:*?"<>|`, r) || r < ' ' {
			return '_'
		}
		return r
	}, strings.TrimLeft(id, "."))
}

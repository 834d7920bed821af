package render

import (
	"context"
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"

	"mockup/internal/render/asset"
	"mockup/internal/render/browser"
	"mockup/internal/render/scene"
)

// images are the images that a scene shows, under the addresses that the page uses.
type images struct {
	refs        []asset.Ref
	files       map[string]browser.File // by path on the stage
	paths       map[string]string       // path on the stage, by the payload's value
	warnings    []scene.Warning
	placeholder bool // stands in for images that cannot be had
}

// address returns where the page finds an image of the payload.
func (i *images) address(ref string) string {
	if path, ok := i.paths[ref]; ok {
		return browser.Origin + path
	}
	return ""
}

// loadImages gets those images of the payload that are wanted, by value.
func (r *Renderer) loadImages(ctx context.Context, job Job, wanted map[string]bool) (*images, error) {
	result := &images{files: map[string]browser.File{}, paths: map[string]string{}, placeholder: job.Placeholder}
	for field, value := range job.Payload.Images() {
		if wanted[string(*value)] {
			result.refs = append(result.refs, asset.Ref{Field: field, Value: string(*value)})
		}
	}
	if len(result.refs) == 0 {
		return result, nil
	}
	loader := asset.New(asset.Options{Dir: job.Dir, Public: r.opts.Public, Placeholder: job.Placeholder})
	defer loader.Close()
	loaded, warnings, err := loader.Load(ctx, result.refs)
	if err != nil {
		return nil, err
	}
	for value, image := range loaded {
		result.paths[value] = result.add(image)
	}
	for _, w := range warnings {
		result.warn(w)
	}
	return result, nil
}

// add serves an image and returns its path. The page may keep what it got under an address, so an address stands for
// its content.
func (i *images) add(image asset.Image) string {
	path := fmt.Sprintf("/image/%x", sha256.Sum256(image.Data))
	i.files[path] = browser.File{Data: image.Data, Type: image.Type}
	return path
}

func (i *images) warn(w asset.Warning) {
	i.warnings = append(i.warnings, scene.Warning{Code: "missing_asset", Message: w.String()})
}

// damaged names the fields and files of images that passed the loader's checks but could not be decoded.
func (i *images) damaged(paths []string) asset.Errors {
	var all asset.Errors
	for _, path := range paths {
		var fields []string
		value := ""
		for _, ref := range i.refs {
			if i.paths[ref.Value] == path {
				fields, value = append(fields, ref.Field), ref.Value
			}
		}
		all = append(all, asset.Damaged(fields, value))
	}
	return all
}

// standIn returns what puts a placeholder in the place of damaged images in markup, if the job allows that.
func (i *images) standIn(paths []string) (*strings.Replacer, error) {
	failed := i.damaged(paths)
	if !i.placeholder || slices.ContainsFunc(failed, func(e *asset.Error) bool { return len(e.Fields) == 0 }) {
		return nil, failed
	}
	image, err := asset.Placeholder()
	if err != nil {
		return nil, err
	}
	path := i.add(image)
	var pairs []string
	for n, failure := range failed {
		pairs = append(pairs, paths[n], path)
		i.warn(asset.Warning{Cause: failure})
	}
	return strings.NewReplacer(pairs...), nil
}

package render

import (
	"context"
	"crypto/sha256"
	"fmt"

	"mockup/internal/render/asset"
	"mockup/internal/render/browser"
	"mockup/internal/render/scene"
)

// images are a payload's images under the addresses that the page uses.
type images struct {
	files    map[string]browser.File // by path on the stage
	fields   map[string]string       // the payload's field, by path on the stage
	paths    map[string]string       // path on the stage, by the payload's value
	warnings []scene.Warning
}

// address returns where the page finds an image of the payload.
func (i *images) address(ref string) string {
	if path, ok := i.paths[ref]; ok {
		return browser.Origin + path
	}
	return ""
}

// loadImages gets every image of the payload.
func (r *Renderer) loadImages(ctx context.Context, job Job) (*images, error) {
	result := &images{files: map[string]browser.File{}, fields: map[string]string{}, paths: map[string]string{}}
	var refs []asset.Ref
	for field, value := range job.Payload.Images() {
		refs = append(refs, asset.Ref{Field: field, Value: string(*value)})
	}
	if len(refs) == 0 {
		return result, nil
	}
	loader := asset.New(asset.Options{Dir: job.Dir, Public: r.opts.Public, Placeholder: job.Placeholder})
	defer loader.Close()
	loaded, warnings, err := loader.Load(ctx, refs)
	if err != nil {
		return nil, err
	}
	for _, ref := range refs {
		if _, done := result.paths[ref.Value]; done {
			continue
		}
		image := loaded[ref.Value]
		// The page may keep what it got under an address, so an address stands for its content.
		path := fmt.Sprintf("/image/%x", sha256.Sum256(image.Data))
		result.paths[ref.Value], result.fields[path] = path, ref.Field
		result.files[path] = browser.File{Data: image.Data, Type: image.Type}
	}
	for _, w := range warnings {
		result.warnings = append(result.warnings, scene.Warning{Code: "missing_asset", Message: w.String()})
	}
	return result, nil
}

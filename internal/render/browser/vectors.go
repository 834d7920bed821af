package browser

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Images that are drawn of vectors have paths with vectorEnding. What the page finds under such a path has the image's size and
// nothing else; the image itself has the path with vectorsFolder before it.
const (
	vectorEnding  = ".svg"
	vectorsFolder = "/vectors"
)

// SampleSide is the height of the characters that stand below an image of vectors, one for each font of its text.
const SampleSide = 20

// drawnImages are the images of a page by how they could be drawn.
type drawnImages struct {
	Broken  []string `json:"broken"`  // paths of those that Chromium could not decode
	Vectors []string `json:"vectors"` // paths of those of vectors, which are not drawn yet
}

// HeavyImageError is about an image of vectors with which Chromium has hung or crashed.
type HeavyImageError struct {
	Path  string
	Limit time.Duration // that all images of vectors have together
	Err   error
}

func (e *HeavyImageError) Error() string { return fmt.Sprintf("draw vectors of %s: %v", e.Path, e.Err) }
func (e *HeavyImageError) Unwrap() error { return e.Err }

// AddVector adds an image of vectors to a document's files, and returns the path under which the page shows it. name is unique to
// the image, as "/image/1".
func AddVector(files map[string]File, name string, svg []byte, width, height int) (path string) {
	const mime = "image/svg+xml"
	path = name + vectorEnding
	files[path] = File{Data: fmt.Appendf(nil, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d"/>`, width, height), Type: mime}
	files[vectorsFolder+path] = File{Data: svg, Type: mime}
	return path
}

// drawVectors draws images of vectors, one by one, so that the one that takes too long is known: it is named in a HeavyImageError.
func (b *Browser) drawVectors(ctx context.Context, images *drawnImages) error {
	if len(images.Broken) > 0 || len(images.Vectors) == 0 {
		return nil
	}
	limited, cancel := WithLimit(ctx, b.opts.VectorsTimeout)
	defer cancel()
	for _, path := range images.Vectors {
		var drawn struct{ Whole, Late bool }
		err := b.Call(limited, "mockup.drawVector", map[string]any{"path": path, "sample": SampleSide}, &drawn)
		if drawn.Late {
			err = fmt.Errorf("%w: its fonts are late", ErrHung)
		}
		if errors.Is(err, ErrHung) || errors.Is(err, ErrCrashed) {
			return &HeavyImageError{path, b.opts.VectorsTimeout, err}
		}
		if err != nil {
			return err
		}
		if !drawn.Whole {
			images.Broken = append(images.Broken, path)
		}
	}
	return nil
}

package client

import (
	"cmp"
	"context"
	"encoding/base64"
	"fmt"
	"slices"
	"strings"

	"mockup/internal/api/wire"
	"mockup/internal/render/asset"
	"mockup/internal/schema"
)

// TooLarge is the error of a payload whose request would exceed wire.MaxBody.
type TooLarge struct {
	Size   int     // bytes of the request
	Images []Image // the largest images in it, at most five
}

// Image is an image inside a payload.
type Image struct {
	Field string // dotted path
	Size  int    // bytes that it adds to the request
}

// Error names the largest images.
func (e *TooLarge) Error() string {
	text := fmt.Sprintf("the request would have %s; a service accepts at most %s", megabytes(e.Size), megabytes(wire.MaxBody))
	if len(e.Images) == 0 {
		return text + "; shorten the payload"
	}
	var images []string
	for _, image := range e.Images {
		images = append(images, fmt.Sprintf("%s (%s)", image.Field, megabytes(image.Size)))
	}
	return text + "; its largest images are " + strings.Join(images, ", ") + "; make them smaller, or host them and give their https URLs"
}

// megabytes rounds up, so that a size just over the limit does not look like the limit.
func megabytes(n int) string { return fmt.Sprintf("%.1f MB", float64((n*10+1<<20-1)>>20)/10) }

// Body returns the request body of a payload: JSON in which data URLs replace the image files that it names. Relative
// paths start from dir. The error is a *TooLarge, or asset.Errors if images cannot be loaded.
func Body(ctx context.Context, doc *schema.Document, dir string) ([]byte, error) {
	var refs []asset.Ref
	for field, ref := range doc.Images() {
		if ref.IsPath() {
			refs = append(refs, asset.Ref{Field: field, Value: string(*ref)})
		}
	}
	urls := map[string]string{}
	if len(refs) > 0 {
		loader := asset.New(asset.Options{Dir: dir})
		defer loader.Close()
		loaded, _, err := loader.Load(ctx, refs)
		if err != nil {
			return nil, err
		}
		for path, image := range loaded {
			urls[path] = "data:" + image.Type + ";base64," + base64.StdEncoding.EncodeToString(image.File)
		}
	}
	// A payload may use one image a thousand times, so the size is computed before the copies are made.
	if size, images := measure(doc, urls); size > wire.MaxBody {
		return nil, &TooLarge{size, images}
	}
	body, err := doc.JSON(func(path string) string { return urls[path] })
	if err != nil {
		return nil, err
	}
	if len(body) > wire.MaxBody {
		_, images := measure(doc, urls)
		return nil, &TooLarge{len(body), images}
	}
	return body, nil
}

// measure returns the size of all images together, in bytes, and the five largest of them.
func measure(doc *schema.Document, urls map[string]string) (total int, largest []Image) {
	for field, ref := range doc.Images() {
		size := len(*ref)
		if ref.IsPath() {
			size = len(urls[string(*ref)])
		}
		total += size
		largest = append(largest, Image{field, size})
	}
	slices.SortStableFunc(largest, func(a, b Image) int { return cmp.Compare(b.Size, a.Size) })
	return total, largest[:min(len(largest), 5)]
}

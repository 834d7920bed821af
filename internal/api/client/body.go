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
	Size  int    // bytes of the request
	Files []File // the largest files in it, at most five
}

// File is a file inside a payload.
type File struct {
	Field string // dotted path
	Size  int    // bytes that it adds to the request
}

// Error names the largest files.
func (e *TooLarge) Error() string {
	text := fmt.Sprintf("the request would have %s; a service accepts at most %s", megabytes(e.Size), megabytes(wire.MaxBody))
	if len(e.Files) == 0 {
		return text + "; shorten the payload"
	}
	var files []string
	for _, file := range e.Files {
		files = append(files, fmt.Sprintf("%s (%s)", file.Field, megabytes(file.Size)))
	}
	return text + "; its largest files are " + strings.Join(files, ", ") + "; make them smaller, or host them and give their https URLs"
}

// megabytes rounds up, so that a size just over the limit does not look like the limit.
func megabytes(n int) string { return fmt.Sprintf("%.1f MB", float64((n*10+1<<20-1)>>20)/10) }

// Body returns the request body of a payload: JSON in which data URLs replace the files that it names. Relative paths
// start from dir. The error is a *TooLarge, or asset.Errors if files cannot be loaded.
func Body(ctx context.Context, doc *schema.Document, dir string) ([]byte, error) {
	urls, err := dataURLs(ctx, doc, dir)
	if err != nil {
		return nil, err
	}
	// A payload may use one image a thousand times, so the size is computed before the copies are made.
	if size, files := measure(doc, urls); size > wire.MaxBody {
		return nil, &TooLarge{size, files}
	}
	body, err := doc.JSON(func(path string) string { return urls[path] })
	if err != nil {
		return nil, err
	}
	if len(body) > wire.MaxBody {
		_, files := measure(doc, urls)
		return nil, &TooLarge{len(body), files}
	}
	return body, nil
}

// dataURLs returns the data URLs of the files that a payload names, by their paths.
func dataURLs(ctx context.Context, doc *schema.Document, dir string) (map[string]string, error) {
	refs := map[schema.Media][]asset.Ref{}
	for ref := range doc.Files() {
		if ref.IsPath() {
			refs[ref.Media] = append(refs[ref.Media], asset.Ref{Field: ref.Field, Value: *ref.Value})
		}
	}
	loader := asset.New(asset.Options{Dir: dir})
	defer loader.Close()
	urls := map[string]string{}
	add := func(path, mediaType string, file []byte) {
		urls[path] = "data:" + mediaType + ";base64," + base64.StdEncoding.EncodeToString(file)
	}
	loadedImages, _, err := loader.Load(ctx, refs[schema.ImageMedia])
	if err != nil {
		return nil, err
	}
	for path, image := range loadedImages {
		add(path, image.Type, image.File)
	}
	loadedAudio, _, err := loader.LoadAudio(ctx, refs[schema.AudioMedia])
	if err != nil {
		return nil, err
	}
	for path, file := range loadedAudio {
		add(path, file.MediaType(), file.File)
	}
	loadedVideos, _, err := loader.LoadVideos(ctx, refs[schema.VideoMedia])
	if err != nil {
		return nil, err
	}
	for path, file := range loadedVideos {
		add(path, file.MediaType(), file.File)
	}
	return urls, nil
}

// measure returns the size of all files together, in bytes, and the five largest of them.
func measure(doc *schema.Document, urls map[string]string) (total int, largest []File) {
	for ref := range doc.Files() {
		size := len(*ref.Value)
		if ref.IsPath() {
			size = len(urls[*ref.Value])
		}
		total += size
		largest = append(largest, File{ref.Field, size})
	}
	slices.SortStableFunc(largest, func(a, b File) int { return cmp.Compare(b.Size, a.Size) })
	return total, largest[:min(len(largest), 5)]
}

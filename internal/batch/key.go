package batch

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"slices"
	"sync"
	"time"

	"mockup/internal/inputs"
	"mockup/internal/schema"
)

// key is what an output was made of. Two equal keys make equal pictures, remote images aside.
type key struct {
	Payload string `json:"payload"`          // as it is drawn: variant set, row filled in; written in another way it is the same
	Images  string `json:"images,omitempty"` // contents of the image files
	Engine  string `json:"engine"`           // see render.Identity; or the address of a service
	Options string `json:"options"`
}

// difference says why a picture of the key old is not one of the key k; "" if it is.
func (k key) difference(old key) string {
	switch {
	case k.Payload != old.Payload:
		return "the payload changed"
	case k.Images != old.Images:
		return "an image changed"
	case k.Options != old.Options:
		return "the options changed"
	case k.Engine != old.Engine:
		return "the engine changed"
	}
	return ""
}

// identify computes the item's key, but for the engine.
func (i *Item) identify(doc *schema.Document, opts Options, files *sums) error {
	body, err := doc.JSON(func(path string) string { return path })
	if err != nil {
		return err
	}
	i.key.Payload = digest(string(body))
	var images []string
	for _, ref := range doc.Images() {
		if ref.IsPath() {
			images = append(images, inputs.ImagePath(i.source.dir, string(*ref)))
		}
	}
	if slices.Sort(images); len(images) > 0 {
		i.images = slices.Compact(images)
		contents := make([]string, len(i.images))
		for n, path := range i.images {
			contents[n] = files.of(path)
		}
		i.key.Images = digest(contents...)
	}
	settings := []string{fmt.Sprint(opts.Placeholder)}
	if !opts.Now.IsZero() {
		settings = append(settings, opts.Now.UTC().Format(time.RFC3339Nano))
	}
	if i.Video {
		settings = append(settings, fmt.Sprint(opts.FPS), string(opts.Quality))
	}
	i.key.Options = digest(settings...)
	return nil
}

// digest is a hash of texts, 128 bits of it.
func digest(texts ...string) string {
	sum := sha256.New()
	for _, text := range texts {
		fmt.Fprintf(sum, "%d:", len(text))
		io.WriteString(sum, text)
	}
	return hex.EncodeToString(sum.Sum(nil)[:16])
}

// sums are checksums of files, each computed once.
type sums struct{ known sync.Map }

// of returns the checksum of a file; "" if it cannot be read, which drawing it will tell.
func (s *sums) of(path string) string {
	once, _ := s.known.LoadOrStore(path, sync.OnceValue(func() string {
		sum, _ := fileSum(path)
		return sum
	}))
	return once.(func() string)()
}

// fileSum returns the SHA-256 of a regular file, hexadecimal.
func fileSum(path string) (string, error) {
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() { // opening a pipe would wait for a writer
		return "", fmt.Errorf("%s is not a file", path)
	}
	file, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, file); err != nil {
		return "", err
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

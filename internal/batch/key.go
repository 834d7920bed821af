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

	"mockup/internal/files"
	"mockup/internal/inputs"
	"mockup/internal/output"
	"mockup/internal/render/format"
	"mockup/internal/schema"
)

// key identifies everything that an output is made of. Equal keys give equal outputs, except for remote images.
type key struct {
	Payload string `json:"payload"`          // with its variant and row filled in, in canonical form
	Images  string `json:"images,omitempty"` // contents of the files that it names
	Engine  string `json:"engine"`           // render.Identity, or the address of a service
	Options string `json:"options"`
}

// difference says what has changed since the key old; "" if nothing has.
func (k key) difference(old key) string {
	switch {
	case k.Payload != old.Payload:
		return "the payload changed"
	case k.Images != old.Images:
		return "a file of it changed"
	case k.Options != old.Options:
		return "the options changed"
	case k.Engine != old.Engine:
		return "the engine changed"
	}
	return ""
}

// identify computes the item's key, except for the engine.
func (i *Item) identify(doc *schema.Document, opts Options, checksums *fileSums) error {
	body, err := doc.JSON(func(path string) string { return path })
	if err != nil {
		return err
	}
	i.key.Payload = digest(string(body))
	var images []string
	for ref := range doc.Files() {
		if ref.IsPath() {
			images = append(images, inputs.FilePath(i.source.dir, *ref.Value))
		}
	}
	if slices.Sort(images); len(images) > 0 {
		i.images = slices.Compact(images)
		contents := make([]string, len(i.images))
		for n, path := range i.images {
			contents[n] = checksums.of(path)
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
	if usual := format.Default(i.Video, doc.Transparent()); i.format.Name != usual.Name {
		settings = append(settings, "format", i.format.Name, string(opts.Quality))
		if opts.Matte != nil {
			settings = append(settings, "matte", schema.FormatColor(*opts.Matte))
		}
	}
	if i.Cues != "" {
		settings = append(settings, "cues "+string(opts.Cues))
	}
	if i.Stems != "" {
		settings = append(settings, "stems")
	}
	i.key.Options = digest(settings...)
	return nil
}

// digest returns 128 bits of a hash of texts, hexadecimal.
func digest(texts ...string) string {
	sum := sha256.New()
	for _, text := range texts {
		fmt.Fprintf(sum, "%d:", len(text))
		io.WriteString(sum, text)
	}
	return hex.EncodeToString(sum.Sum(nil)[:16])
}

// fileSums are checksums of files, each computed once.
type fileSums struct{ known sync.Map }

// of returns the checksum of a file; "" if it cannot be read, which is an error when it is drawn.
func (s *fileSums) of(path string) string {
	once, _ := s.known.LoadOrStore(path, sync.OnceValue(func() string {
		sum, _ := fileSum(path)
		return sum
	}))
	return once.(func() string)()
}

// fileSum returns the SHA-256 of a regular file, or of a folder of pictures, hexadecimal.
func fileSum(path string) (string, error) {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return output.SumFolder(path)
	}
	file, err := files.Open(path)
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

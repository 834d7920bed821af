package render

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"fmt"
	"image"
	"maps"
	"slices"
	"strings"

	"mockup/internal/render/asset"
	"mockup/internal/render/browser"
	"mockup/internal/render/scene"
	"mockup/internal/schema"
)

// imagePath begins the paths of images on the page. The hash of the file follows.
const imagePath = "/image/"

// images are the images that a scene shows. While the scene is built each has a token for an address; once the images
// are loaded, the tokens are replaced by the addresses that the page uses.
type images struct {
	nonce       string            // makes tokens that no text has
	tokens      map[string]string // by the payload's value
	refs        []asset.Ref
	files       map[string]browser.File // by path on the page
	paths       map[string]string       // path on the page, by the payload's value
	sizes       map[string]image.Point  // as shown, in pixels, by the payload's value; nil until the images are loaded
	warnings    []scene.Warning
	placeholder bool // stands in for images that cannot be loaded
}

func newImages(placeholder bool) *images {
	return &images{
		nonce: rand.Text(), tokens: map[string]string{}, files: map[string]browser.File{}, paths: map[string]string{}, placeholder: placeholder,
	}
}

// token returns what stands for the address of an image of the payload until it is loaded.
func (i *images) token(ref string) string {
	if i.tokens[ref] == "" {
		i.tokens[ref] = fmt.Sprintf("%s/image/%s/%d/", browser.Origin, i.nonce, len(i.tokens))
	}
	return i.tokens[ref]
}

// size returns the size in which an image of the payload is shown, in pixels.
func (i *images) size(ref string) (width, height int) { return i.sizes[ref].X, i.sizes[ref].Y }

// addresses returns what replaces the tokens by addresses.
func (i *images) addresses() *strings.Replacer {
	var pairs []string
	for ref, token := range i.tokens {
		pairs = append(pairs, token, browser.Origin+i.paths[ref])
	}
	return strings.NewReplacer(pairs...)
}

// load gets those images of the payload that have a token and are not loaded yet.
func (i *images) load(ctx context.Context, job Job, public bool) error {
	refs := i.wanted(job.Payload)
	if len(refs) == 0 {
		return nil
	}
	i.refs = append(i.refs, refs...)
	loader := asset.New(asset.Options{Dir: job.Dir, Public: public, Placeholder: job.Placeholder, Read: job.Read})
	defer loader.Close()
	loaded, warnings, err := loader.Load(ctx, refs)
	if err != nil {
		return err
	}
	if i.sizes == nil {
		i.sizes = make(map[string]image.Point, len(loaded))
	}
	for _, value := range slices.Sorted(maps.Keys(loaded)) {
		file := loaded[value]
		if file.Type == asset.SVG {
			missing, err := embedFonts(ctx, &file)
			if err != nil {
				return err
			}
			if len(missing) > 0 {
				i.warnings = append(i.warnings, scene.Warning{Code: "missing_glyphs", Message: "no embedded font has " + listRunes(missing) + " of the text in an SVG image"})
			}
		}
		i.paths[value] = i.add(file)
		i.sizes[value] = image.Pt(file.Width, file.Height)
		if file.Turned {
			i.sizes[value] = image.Pt(file.Height, file.Width)
		}
	}
	for _, w := range warnings {
		i.warn(w)
	}
	return nil
}

// wanted returns those images of the payload that have a token and are not loaded yet.
func (i *images) wanted(p *schema.Payload) []asset.Ref {
	var refs []asset.Ref
	for field, value := range p.Images() {
		if i.tokens[string(*value)] != "" && i.paths[string(*value)] == "" {
			refs = append(refs, asset.Ref{Field: field, Value: string(*value)})
		}
	}
	return refs
}

// canonical returns the canonical form of a payload. The hash of its content stands for each file that was loaded; the
// others, which have no effect, are left out.
func (i *images) canonical(p *schema.Payload, audio *audio, behind *videoFile, films films) ([]byte, error) {
	return p.Canonical(func(ref string) string {
		if behind != nil && ref == behind.ref.Value {
			return behind.hash
		}
		if film := films.of(ref); film != nil {
			return film.hash
		}
		if path := i.paths[ref]; path != "" {
			hash, _, _ := strings.Cut(strings.TrimPrefix(path, imagePath), ".") // the path of an SVG image has an ending
			return "sha256:" + hash
		}
		return audio.hash(ref)
	})
}

// add serves an image and returns its path. The page may keep what it got under an address, so an address stands for
// its content. The files are copied, since the page that is shown may be reading them.
func (i *images) add(image asset.Image) string {
	path := fmt.Sprintf("%s%x", imagePath, sha256.Sum256(image.File))
	i.files = maps.Clone(i.files)
	if image.Type == asset.SVG {
		return browser.AddVector(i.files, path, image.Data, image.Width, image.Height)
	}
	i.files[path] = browser.File{Data: image.Data, Type: image.Type, Pixels: image.Width * image.Height}
	return path
}

func (i *images) warn(w asset.Warning) {
	i.warnings = append(i.warnings, scene.Warning{Code: "missing_asset", Message: w.String()})
}

// failed names the fields and files of images that cannot be shown because of err.
func (i *images) failed(paths []string, err error) asset.Errors {
	var all asset.Errors
	for _, path := range paths {
		var fields []string
		value := ""
		for _, ref := range i.refs {
			if i.paths[ref.Value] == path {
				fields, value = append(fields, ref.Field), ref.Value
			}
		}
		all = append(all, asset.Failed(asset.ImageKind, fields, value, err))
	}
	return all
}

// standIn returns what puts a placeholder in the place of images in markup that cannot be shown, if the job allows that.
func (i *images) standIn(paths []string, cause error) (*strings.Replacer, error) {
	failed := i.failed(paths, cause)
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

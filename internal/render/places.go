package render

import (
	"context"

	"mockup/internal/render/browser"
)

// Text is a text of the payload that may be seen in the picture.
type Text struct {
	Path string `json:"path"` // of the field, dotted: props.messages.0.text
	Text string `json:"text"`
}

// Place says where a field of the payload is seen in a picture, in device pixels.
type Place struct {
	Path   string `json:"path"` // of the field, dotted
	X      int    `json:"x"`
	Y      int    `json:"y"`
	Width  int    `json:"width"`
	Height int    `json:"height"`
}

// findPlaces finds texts, and the payload's images, on the page that shows the document.
func (d *document) findPlaces(ctx context.Context, b *browser.Browser, texts []Text) (places []Place, err error) {
	type image struct {
		Path    string `json:"path"`
		Address string `json:"address"`
	}
	images := []image{}
	for field, ref := range d.payload.Images() {
		if address := d.images.paths[string(*ref)]; address != "" {
			images = append(images, image{field, address})
		}
	}
	err = b.Call(ctx, "mockup.places", map[string]any{"texts": texts, "images": images}, &places)
	return places, err
}

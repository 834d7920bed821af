package render

import (
	"context"
	"image"

	"mockup/internal/render/browser"
	"mockup/internal/render/storyboard"
	"mockup/internal/render/video"
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
	err = b.Call(ctx, "mockup.places", map[string]any{"texts": texts, "images": d.drawnImages()}, &places)
	return places, err
}

// drawnImage is an image of the payload, with its address on the page.
type drawnImage struct {
	Path    string `json:"path"` // of the field, dotted
	Address string `json:"address"`
}

func (d *document) drawnImages() []drawnImage {
	images := []drawnImage{}
	for field, ref := range d.payload.Images() {
		if address := d.images.paths[string(*ref)]; address != "" {
			images = append(images, drawnImage{field, address})
		}
	}
	return images
}

// spots are where fields of the payload stand on the sprites of a video.
type spots struct {
	paths []string
	areas []video.Spot
}

// findSpots finds texts, and the payload's images, on the sprites of a video that the page shows.
func (d *document) findSpots(ctx context.Context, b *browser.Browser, board *storyboard.Storyboard, texts []Text) (spots, error) {
	if board.Still {
		return d.findStillSpots(ctx, b, texts)
	}
	items := []string{}
	for _, item := range board.Items {
		items = append(items, item.Path)
	}
	var found []struct {
		Path   string         `json:"path"`
		Sprite int            `json:"sprite"`
		Box    storyboard.Box `json:"box"`
	}
	err := b.Call(ctx, "mockup.spots", map[string]any{"texts": texts, "images": d.drawnImages(), "items": items}, &found)
	var all spots
	for _, f := range found {
		all.paths, all.areas = append(all.paths, f.Path), append(all.areas, video.Spot{Sprite: f.Sprite, Area: f.Box.Rect()})
	}
	return all, err
}

// findStillSpots does the same for a page that stands still.
func (d *document) findStillSpots(ctx context.Context, b *browser.Browser, texts []Text) (all spots, err error) {
	places, err := d.findPlaces(ctx, b, texts)
	for _, p := range places {
		area := image.Rect(p.X, p.Y, p.X+p.Width, p.Y+p.Height)
		all.paths, all.areas = append(all.paths, p.Path), append(all.areas, video.Spot{Sprite: video.NoSprite, Area: area})
	}
	return all, err
}

// in returns where the spots are seen in a frame.
func (s spots) in(v *video.Video, frame int) []Place {
	places := []Place{}
	for i, area := range v.Locate(frame, s.areas) {
		if area.Dx() >= 2 && area.Dy() >= 2 {
			places = append(places, Place{s.paths[i], area.Min.X, area.Min.Y, area.Dx(), area.Dy()})
		}
	}
	return places
}

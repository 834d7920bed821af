package browser

import (
	"context"
	"image"
	"slices"

	"mockup/internal/render/storyboard"
)

// stepsAtOnce is how many steps are measured in one exchange, which takes a second at most on a quiet machine.
const stepsAtOnce = 50

// BreakDrafts breaks texts into lines, as the field for them on the page does.
func (b *Browser) BreakDrafts(ctx context.Context, texts []string) ([][]storyboard.DraftLine, error) {
	var lines [][]storyboard.DraftLine
	err := b.Call(ctx, "mockup.breakDrafts", map[string]any{"texts": texts}, &lines)
	return lines, err
}

// Measure lays out every step of a storyboard on the page that is shown, and returns where everything stands. Each part
// of a long storyboard has the limit of WithLimit. Where images are damaged, Measure returns their paths alone.
func (b *Browser) Measure(ctx context.Context, board *storyboard.Storyboard) (g *storyboard.Geometry, broken []string, err error) {
	items := board.Items
	if items == nil {
		items = []storyboard.Item{} // [] in JSON, not null
	}
	arg := map[string]any{"items": items, "bleed": board.Bleed, "scale": b.Scale()}
	var images drawnImages
	if err := b.Call(ctx, "mockup.takeItems", arg, &images); err != nil {
		return nil, nil, err
	}
	if err := b.drawVectors(ctx, &images); err != nil || len(images.Broken) > 0 {
		return nil, images.Broken, err
	}
	g = &storyboard.Geometry{}
	for steps := range slices.Chunk(board.Steps, stepsAtOnce) {
		Renew(ctx)
		var positions [][]storyboard.Position
		if err := b.Call(ctx, "mockup.measureSteps", map[string]any{"steps": steps}, &positions); err != nil {
			return nil, nil, err
		}
		g.Positions = append(g.Positions, positions...)
	}
	Renew(ctx)
	return g, nil, b.Call(ctx, "mockup.measure", nil, g)
}

// CaptureLayer shows one capture layer by itself and takes a screenshot of it. Where the layer is as tall as the sprite
// sheet, the screenshot shows the part that begins offset device pixels below its top. templates/base/video.js lists the
// layers. Only a part of the page is in the screenshot, if it is not empty.
func (b *Browser) CaptureLayer(ctx context.Context, name string, offset int, part image.Rectangle) ([]byte, error) {
	if err := b.Call(ctx, "mockup.showLayer", map[string]any{"name": name, "offset": offset}, nil); err != nil {
		return nil, err
	}
	return b.expectedFrame(ctx, part)
}

// SetTransparent makes the page transparent where nothing is drawn, or white.
func (b *Browser) SetTransparent(ctx context.Context, transparent bool) error {
	return b.within(ctx, "set background", func() error { return b.setTransparent(transparent) })
}

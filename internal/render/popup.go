package render

import (
	"context"
	"fmt"

	"mockup/internal/render/browser"
	"mockup/internal/render/scene"
)

// cardSizes measures the cards of a pop-up video, in CSS pixels: [{width, height}, …].
const cardSizes = `() => {
  const zoom = Number(document.documentElement.style.zoom);
  return [...document.querySelectorAll(".cards > .card")].map((card) => {
    const { width, height } = card.getBoundingClientRect();
    return { width: width / zoom, height: height / zoom };
  });
}`

// placeCards puts the cards of a pop-up video, whose sizes are known now that they are laid out, to where they end up.
// Other pictures stay as they are.
func (p *page) placeCards(ctx context.Context, b *browser.Browser, layout browser.Layout) (browser.Layout, error) {
	popup, ok := p.scene.View.Body.(*scene.Popup)
	if !ok || len(layout.Broken) > 0 {
		return layout, nil
	}
	var sizes []scene.Size
	if err := b.Call(ctx, cardSizes, nil, &sizes); err != nil {
		return layout, err
	}
	if len(sizes) != len(popup.Cards) {
		return layout, fmt.Errorf("measure cards: the page holds %d of %d", len(sizes), len(popup.Cards))
	}
	popup.Place(sizes)
	var err error
	if p.HTML, err = drawTemplate(p.scene); err != nil {
		return layout, err
	}
	return b.Show(ctx, p.Page)
}

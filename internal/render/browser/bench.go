//go:build bench

package browser

import (
	"context"
	"image"

	"github.com/go-rod/rod/lib/proto"
)

// Recapture takes a screenshot of what the page shows by the call that other programs use, and drops it. scripts/bench measures
// against it.
func (b *Browser) Recapture(ctx context.Context) error {
	if err := b.drawOnly(image.Rectangle{}); err != nil {
		return err
	}
	_, err := b.take(ctx, proto.PageCaptureScreenshot{})
	return err
}

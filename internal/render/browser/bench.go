//go:build bench

package browser

import (
	"context"

	"github.com/go-rod/rod/lib/proto"
)

// Recapture takes a screenshot of what the page shows by the call that other programs use, and drops it. scripts/bench measures
// against it.
func (b *Browser) Recapture(ctx context.Context) error {
	_, err := b.take(ctx, proto.PageCaptureScreenshot{})
	return err
}

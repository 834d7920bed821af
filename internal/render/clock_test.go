package render

import (
	"context"
	"strings"
	"testing"

	"mockup/internal/render/browser"
	"mockup/internal/schema"
)

// The longest clocks of which validation does not warn fit: beside the island, and on the width of a lock screen.
func TestLongClocksFit(t *testing.T) {
	r := Shared
	for _, test := range []struct {
		kind             schema.Type
		platform, within string // selector of the text
		most             int    // characters
		left, right      float64
	}{
		{schema.Chats, "whatsapp", ".statusbar-time", 10, 0, 138.5},
		{schema.Notifications, "ios", ".clock", 8, 0, 402},
	} {
		for _, more := range []int{0, 1} {
			text := strings.Repeat("0", test.most+more)
			data, err := schema.Sample(test.kind, schema.SampleOptions{Platform: test.platform})
			if err != nil {
				t.Fatal(err)
			}
			clock := schema.Setting{Path: "props.statusBarTime", Value: text}
			p, found := schema.Decode(data, schema.Options{Set: []schema.Setting{clock}})
			if warned := len(found) == 1 && strings.Contains(found[0].Message, "does not fit"); p == nil || warned != (more > 0) {
				t.Fatalf("%s with %d characters: %v", test.kind, len(text), found)
			}
			if more > 0 {
				continue
			}
			onPage(t, r, p, func(ctx context.Context, b *browser.Browser) error {
				var box struct{ Left, Right, Screen float64 }
				err := b.Call(ctx, `(selector) => {
					const range = document.createRange();
					range.selectNodeContents(document.querySelector(selector));
					const { left, right } = range.getBoundingClientRect();
					return { left, right, screen: document.querySelector(".screen").getBoundingClientRect().left };
				}`, test.within, &box)
				if left, right := box.Left-box.Screen, box.Right-box.Screen; left < test.left || right > test.right {
					t.Errorf("%s: %d characters reach from %.1f to %.1f, allowed are %.1f to %.1f", test.kind, len(text), left, right, test.left, test.right)
				}
				return err
			})
		}
	}
}

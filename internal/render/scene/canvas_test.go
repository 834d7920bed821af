package scene

import (
	"fmt"
	"testing"
)

// A canvas is as high as the content and its padding, and as wide as its ratio says. It grows only where the content
// would be cut off.
func TestCanvasSize(t *testing.T) {
	for _, test := range []struct {
		ratio         [2]int
		padding       float64
		width, height int // of the content
		want          string
	}{
		{[2]int{1, 1}, 0, 402, 874, "874 x 874"},
		{[2]int{1, 1}, 20, 402, 874, "914 x 914"},
		{[2]int{16, 9}, 0, 402, 874, "1554 x 874"},
		{[2]int{9, 16}, 200, 402, 874, "717 x 1274"},
		{[2]int{1, 1}, 60, 402, 290, "410 x 410"}, // as wide as the content, and less than the padding beside it
		{[2]int{1, 1}, 56, 402, 290, "402 x 402"},
		{[2]int{1, 1}, 55, 402, 290, "402 x 402"}, // grown
		{[2]int{9, 16}, 0, 402, 290, "402 x 715"},
		{[2]int{4, 5}, 200, 780, 100, "780 x 975"},
		{[2]int{4, 5}, 33.5, 402, 874, "753 x 941"},
	} {
		canvas := Canvas{RatioWidth: test.ratio[0], RatioHeight: test.ratio[1], Padding: test.padding}
		width, height := canvas.Size(test.width, test.height)
		if got := fmt.Sprintf("%d x %d", width, height); got != test.want {
			t.Errorf("%d x %d with a padding of %g at %v: got %s, want %s", test.width, test.height, test.padding, test.ratio, got, test.want)
		}
	}
}

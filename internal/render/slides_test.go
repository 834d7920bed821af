package render_test

import (
	"testing"

	"mockup/internal/schema"
)

// A slide that looks as the one before it stays in view.
func TestSlidesThatLookTheSame(t *testing.T) {
	t.Parallel()
	for _, platform := range []string{"instagram", "snapchat"} {
		job := example(t, "stories/"+platform+"-video.yaml")
		job.Payload.ResolutionScale = "1x"
		job.Payload.Props.(*schema.StoryProps).Slides = []schema.StorySlide{{ID: "a"}, {ID: "b"}, {ID: "c"}}
		film, err := shared.renderer.NewPlayback(t.Context(), job)
		if err != nil {
			t.Fatal(err)
		}
		defer film.Close()
		first, err := film.Frame(0)
		if err != nil {
			t.Fatal(err)
		}
		middle := first.NRGBAAt(first.Rect.Dx()/2, first.Rect.Dy()/2)
		if middle.R == 0 && middle.G == 0 && middle.B == 0 {
			t.Errorf("%s: the middle of the first slide is black", platform)
		}
		for n := film.FPS; n < film.Frames; n += film.FPS {
			frame, err := film.Frame(n)
			if err != nil {
				t.Fatal(err)
			}
			if got := frame.NRGBAAt(frame.Rect.Dx()/2, frame.Rect.Dy()/2); got != middle {
				t.Errorf("%s: the middle of frame %d is %v, of the first one %v", platform, n, got, middle)
			}
		}
	}
}

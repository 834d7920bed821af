package scene

import (
	"strings"
	"testing"
	"time"

	"mockup/internal/schema"
	"mockup/templates"
)

// A story plays from its current slide to its end, each slide for five seconds in which its bar fills.
func TestStoryFilm(t *testing.T) {
	props := &schema.StoryProps{
		Platform: "instagram", Author: schema.StoryAuthor{Username: "mia"}, CurrentSlide: 1,
		Slides: []schema.StorySlide{{ID: "a", Image: "a"}, {ID: "b", Image: "b"}, {ID: "c"}, {ID: "d", Image: "b"}},
	}
	p := &schema.Payload{MockupType: schema.Stories, Platform: "instagram", RenderKind: schema.Video, Props: props}
	fetched := ""
	sc, err := Build(p, &templates.Set{}, Options{Images: func(ref string) string {
		fetched += ref
		return "/image/" + ref
	}})
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(fetched, "a") {
		t.Errorf("images %q are fetched, the one of a slide before the current one among them", fetched)
	}
	film := sc.Film
	if film.Length != 15*time.Second || len(film.Steps) != 3 {
		t.Fatalf("%d steps in %s, want 3 in 15 s", len(film.Steps), film.Length)
	}
	for i, slide := range []int{0, 1, 0} { // the last shows the same picture as the first
		step := film.Steps[i]
		if step.At != time.Duration(i)*5*time.Second || step.Put[0] != slide || film.Items[slide].Key != "slide" {
			t.Errorf("step %d at %s puts items %v, want slide %d", i, step.At, step.Put, slide)
		}
	}
	want := []Fill{{}, {0, 5 * time.Second}, {5 * time.Second, 10 * time.Second}, {10 * time.Second, 15 * time.Second}}
	for i, fill := range film.Fills {
		if fill != want[i] {
			t.Errorf("bar %d fills %v, want %v", i, fill, want[i])
		}
	}
	over := film.Items[film.Steps[0].Put[1]]
	if bars := strings.Count(over.HTML, `data-part="fill"`); bars != len(want) {
		t.Errorf("%d bars, want %d", bars, len(want))
	}
}

package render

import (
	"image"
	"slices"
	"testing"

	"mockup/internal/render/composite"
	"mockup/internal/schema"
)

// Where a bubble gets other corners as its group goes on, all that both looks have stays as it is: pictures, shadows, buttons beside it.
func TestCornersLeaveTheRest(t *testing.T) {
	t.Parallel()
	fading, platforms := 0, SomePlatforms(t, schema.Chats)
	for _, platform := range platforms {
		for _, kind := range []string{"text", "mixed", "image"} {
			p := groupGoesOn(t, platform, kind)
			run, err := Shared.captured(t.Context(), Job{Payload: p, Dir: "../../examples/chats"})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(run.close)
			comp := run.video.Composition()
			for frame := range comp.Frames {
				whole, other, fades := looksOf(comp, frame)
				if !fades {
					continue
				}
				fading++
				if n := changes(drawFrame(t, comp, frame), drawFrame(t, whole, frame), drawFrame(t, other, frame)); n > 4 {
					t.Errorf("%s, %s: in frame %d, %d pixels have another colour than in both looks", platform, kind, frame, n)
				}
			}
		}
	}
	if fading == 0 && slices.Contains(platforms, "telegram") {
		t.Error("no corners fade")
	}
}

// groupGoesOn is a video in which two messages of a kind are followed by others of their group.
func groupGoesOn(t *testing.T, platform, kind string) *schema.Payload {
	t.Helper()
	p := reactionsTo(t, platform, 4)
	p.Video = nil
	props := p.Props.(*schema.ChatProps)
	for i := range props.Messages {
		m := &props.Messages[i]
		m.Reactions, m.UserID = nil, []string{props.Receivers[0].ID, props.Sender.ID}[i/2]
		if m.Type = kind; kind == "image" {
			m.Text = ""
		}
		if kind != "text" {
			m.Images = []schema.ChatImage{{ID: "i", Data: "../media/photos/aurora.jpg"}}
		}
	}
	return p
}

// looksOf returns a composition twice, with each of two looks between which a layer fades in a frame; false: none does.
func looksOf(comp *composite.Composition, frame int) (whole, other *composite.Composition, fades bool) {
	poses := make([]composite.Pose, len(comp.Layers))
	comp.Pose(frame, poses)
	first, second := append([]composite.Pose{}, poses...), append([]composite.Pose{}, poses...)
	for i, layer := range comp.Layers {
		if layer.Unlike == nil || !poses[i].Visible || poses[i].Opacity == 0 || poses[i].Opacity == 1 {
			continue
		}
		fades = true
		first[i], second[i] = composite.Pose{}, composite.Pose{}
		for k, look := range comp.Layers {
			switch {
			case look.Unlike != nil:
			case look.Sprite == layer.Unlike:
				second[k] = composite.Pose{}
			case look.Sprite == layer.Sprite:
				second[k] = poses[i]
				second[k].Opacity = 1
			}
		}
	}
	return posed(comp, first), posed(comp, second), fades
}

// posed is a composition with other poses.
func posed(comp *composite.Composition, poses []composite.Pose) *composite.Composition {
	changed := *comp
	changed.Pose = func(_ int, out []composite.Pose) { copy(out, poses) }
	return &changed
}

func drawFrame(t *testing.T, comp *composite.Composition, frame int) *image.NRGBA {
	t.Helper()
	picture, err := composite.Draw(comp, frame)
	if err != nil {
		t.Fatal(err)
	}
	return picture
}

// changes counts the pixels that have one colour in two pictures and clearly another one in the first. On round edges there may be few, where the
// looks meet by chance.
func changes(picture, whole, other *image.NRGBA) (count int) {
	differ := func(a, b []byte, most int) bool {
		for i := range a {
			if max(int(a[i])-int(b[i]), int(b[i])-int(a[i])) > most {
				return true
			}
		}
		return false
	}
	for i := 0; i < len(picture.Pix); i += 4 {
		a, b, c := picture.Pix[i:i+4], whole.Pix[i:i+4], other.Pix[i:i+4]
		if !differ(b, c, 0) && differ(a, b, 8) {
			count++
		}
	}
	return count
}

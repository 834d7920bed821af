package render_test

import (
	"image"
	"strings"
	"testing"

	"mockup/internal/render"
)

// The places of texts and images are where the picture shows them: own messages on the right, one below the other, each with its
// own box; what is out of view has none.
func TestPlaces(t *testing.T) {
	t.Parallel()
	job := example(t, "chats/whatsapp.yaml")
	props := chatProps(t, job)
	props.Messages[6].Text = props.Messages[4].Text // equal texts are told apart
	for i, m := range props.Messages {
		job.Texts = append(job.Texts, render.Text{Path: fieldOf("messages", i, "text"), Text: m.Text})
	}
	job.Texts = append(job.Texts, render.Text{Path: "props.receivers.0.name", Text: props.Receivers[0].Name}, render.Text{Path: "none", Text: "words that are not there"})
	result, err := shared.renderer.Render(t.Context(), job)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]image.Rectangle{}
	for _, p := range result.Places {
		box := image.Rect(p.X, p.Y, p.X+p.Width, p.Y+p.Height)
		if !box.In(image.Rect(0, 0, result.Width, result.Height)) {
			t.Errorf("%s is at %v, outside of the picture", p.Path, box)
		}
		found[p.Path] = box
	}
	if box, ok := found["none"]; ok {
		t.Errorf("what is not there is at %v", box)
	}
	last := found["props.receivers.0.name"]
	if last.Empty() || last.Min.Y > 200 {
		t.Errorf("the name in the header is at %v", last)
	}
	if box := found[fieldOf("messages", 0, "text")]; box.Min.Y < last.Max.Y {
		t.Errorf("the first message, half of which is below the header, is at %v", box)
	}
	for i := 1; i < len(props.Messages); i++ {
		box := found[fieldOf("messages", i, "text")]
		if box.Empty() || box.Min.Y < last.Max.Y {
			t.Errorf("message %d is at %v, the one before at %v", i, box, last)
		}
		if own := props.Messages[i].UserID == props.Sender.ID; own != (box.Min.X+box.Max.X > result.Width) {
			t.Errorf("message %d is at %v; own: %v", i, box, own)
		}
		last = box
	}
	picture := found["props.messages.3.images.0.data"]
	if picture.Dx() < 200 || !picture.In(found["props.messages.3.text"].Union(picture)) || picture.Max.Y > found["props.messages.4.text"].Min.Y {
		t.Errorf("the picture is at %v", picture)
	}
}

// A job that wants no places has the bytes of one that does.
func TestPlacesChangeNothing(t *testing.T) {
	t.Parallel()
	job := example(t, "posts/x.yaml")
	bare, err := shared.renderer.Render(t.Context(), job)
	if err != nil {
		t.Fatal(err)
	}
	job.Texts = []render.Text{{Path: "props.content", Text: "a"}}
	placed, err := shared.renderer.Render(t.Context(), job)
	if err != nil {
		t.Fatal(err)
	}
	if bare.SHA256 != placed.SHA256 || len(bare.Places) != 0 {
		t.Errorf("the pictures differ, or there are %d places", len(bare.Places))
	}
	if len(placed.Places) == 0 {
		t.Error("not even the portrait has a place")
	}
}

func fieldOf(list string, i int, name string) string {
	return strings.Join([]string{"props", list, string(rune('0' + i)), name}, ".")
}

package render

import (
	"fmt"
	"image"
	"testing"

	"mockup/internal/schema"
)

// mostOff is by how many levels pixels of glass may differ from the page's, on average. The most that is seen is 4.4; glass that
// does not bend in videos is off by 18.
const mostOff = 6

// Glass bends in videos what it bends on the page: here stripes, which lie below the header's discs and its pill.
func TestGlassBendsAsOnPage(t *testing.T) {
	t.Parallel()
	stripes := image.NewGray(image.Rect(0, 0, 260, 340))
	for i := range stripes.Pix {
		if x, y := i%260, i/260; (x+y)/12%2 == 0 {
			stripes.Pix[i] = 255
		}
	}
	picture := schema.ChatImage{ID: "1", Filename: "stripes.png", Data: schema.ImageRef(dataURL(t, stripes)), MimeType: "image/png"}
	stripe := func(p *schema.Payload) {
		props := p.Props.(*schema.ChatProps)
		message := props.Messages[0]
		props.DarkMode, props.Messages = true, nil
		for i := range 6 {
			message.ID, message.Type, message.Text, message.Images = fmt.Sprint(i), "image", "", []schema.ChatImage{picture}
			message.UserID = [...]string{props.Sender.ID, props.Receivers[0].ID}[i%2]
			props.Messages = append(props.Messages, message)
		}
	}
	bent := 0
	eachMoment(t, Shared, "../../examples/chats/imessage.yaml", stripe, func(m moment) {
		for _, glass := range m.geometry.Backdrops {
			if glass.Lens == nil {
				continue
			}
			bent++
			if off := offWithin(glass.Box.Rect(), m.got, m.want); off > mostOff {
				t.Errorf("frame %d, glass at %v: off by %.1f levels, at most %d wanted", m.frame, glass.Box, off, mostOff)
			}
		}
	})
	if bent == 0 {
		t.Error("no glass bends anything")
	}
}

// offWithin returns by how many levels the green of a box's pixels differs between two pictures, on average.
func offWithin(box image.Rectangle, a, b *image.NRGBA) float64 {
	sum := 0
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			d := int(a.NRGBAAt(x, y).G) - int(b.NRGBAAt(x, y).G)
			sum += max(d, -d)
		}
	}
	return float64(sum) / float64(box.Dx()*box.Dy())
}

package render

import (
	"context"
	"fmt"
	"image"
	"testing"

	"mockup/internal/render/browser"
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

// A lens's map says of each pixel what the rim of the glass does to it, although only a quarter of it is computed.
func TestLensMap(t *testing.T) {
	t.Parallel()
	const differing = `async ({ rim, depth, radius, width, height }) => {
		const image = new Image();
		image.src = mockup.lensMap({ rim, depth, radius }, width, height);
		await mockup.loaded(image);
		const pixels = mockup.drawn(image, 0, 0, width, height, width, height);
		let differing = 0;
		for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) {
			const [right, down, inside] = mockup.inward(x + 0.5 - width / 2, y + 0.5 - height / 2, width / 2, height / 2, radius);
			const shift = Math.min(1, Math.max(0, 1 - inside / rim) ** 2), at = 4 * (y * width + x);
			const want = [127.5 + 127.5 * shift * right, 127.5 + 127.5 * shift * down, 128, 255].map(Math.round);
			if (want.some((value, i) => value !== pixels[at + i])) differing++;
		}
		return differing;
	}`
	onPage(t, Shared, samplePayload(t, schema.Chats, "imessage"), func(ctx context.Context, b *browser.Browser) error {
		for _, lens := range []map[string]float64{
			{"rim": 21, "depth": 34, "radius": 44, "width": 88, "height": 88}, {"rim": 17, "depth": 28, "radius": 31, "width": 171, "height": 62},
			{"rim": 30, "depth": 20, "radius": 8, "width": 95, "height": 133}, {"rim": 40, "depth": 20, "radius": 0, "width": 30, "height": 21},
		} {
			var count int
			if err := b.Call(ctx, differing, lens, &count); err != nil || count > 0 {
				t.Errorf("%v: %d pixels differ, error %v", lens, count, err)
			}
		}
		return nil
	})
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

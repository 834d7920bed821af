package render

import (
	"bytes"
	"context"
	"image"
	"image/png"
	"math"
	"testing"
	"time"

	"mockup/internal/longtest"
	"mockup/internal/render/browser"
	"mockup/internal/render/composite"
	"mockup/internal/schema"
)

// Times and lengths on a white picture, film or map can be read, in every app.
func TestTimesOnWhitePictures(t *testing.T) {
	t.Parallel()
	const script = `() => {
		const context = new OffscreenCanvas(1, 1).getContext("2d");
		return [...document.querySelectorAll(".message :is(.meta, .runs, .gif-mark)")].flatMap((mark) => {
			const words = document.createRange();
			words.selectNodeContents(mark);
			const { left, top, bottom } = words.getBoundingClientRect(), host = mark.closest(".message");
			const on = [...host.querySelectorAll("img, canvas, .map")].map((one) => one.getBoundingClientRect()).some((box) => left > box.left && left < box.right && top >= box.top - 1 && bottom <= box.bottom + 1);
			if (!on || !words.getClientRects().length) return [];
			context.clearRect(0, 0, 1, 1);
			context.fillStyle = getComputedStyle(mark).color;
			context.fillRect(0, 0, 1, 1);
			return { text: mark.textContent, x: left - 3, y: (top + bottom) / 2, ink: [...context.getImageData(0, 0, 1, 1).data] };
		});
	}`
	for _, platform := range SomePlatforms(t, schema.Chats) {
		for _, dark := range []bool{false, true} {
			p := whitePictures(t, platform)
			p.Props.(*schema.ChatProps).DarkMode = dark
			var marks []struct {
				Text string
				X, Y float64
				Ink  [4]float64
			}
			var shot []byte
			onPage(t, Shared, p, func(ctx context.Context, b *browser.Browser) (err error) {
				if err := b.Call(ctx, script, nil, &marks); err != nil {
					return err
				}
				shot, err = b.Screenshot(ctx)
				return err
			})
			picture, err := png.Decode(bytes.NewReader(shot))
			if err != nil {
				t.Fatal(err)
			}
			if least := map[string]int{"whatsapp": 8, "signal": 6, "telegram": 8, "imessage": 2}[platform]; len(marks) < least {
				t.Errorf("%s: only %d marks on pictures are found: %v", platform, len(marks), marks)
			}
			for _, mark := range marks {
				if contrast := inkContrast(picture, int(mark.X), int(mark.Y), mark.Ink); contrast < 2.2 {
					t.Errorf("%s, dark %v: %q has the contrast %.2f", platform, dark, mark.Text, contrast)
				}
			}
		}
	}
}

// whitePictures is a conversation of white pictures, films and GIFs, and of maps.
func whitePictures(t *testing.T, platform string) *schema.Payload {
	t.Helper()
	p := samplePayload(t, schema.Chats, platform)
	p.RenderKind = schema.Image
	chat := p.Props.(*schema.ChatProps)
	chat.MobileView, chat.Messages = false, nil
	white := plainPicture(t, 400, 300, 255)
	images := make([]schema.ChatImage, 4)
	for i := range images {
		images[i] = schema.ChatImage{ID: string(rune('a' + i)), Filename: "white.png", Data: schema.ImageRef(white), MimeType: "image/png"}
	}
	for _, user := range []string{chat.Sender.ID, chat.Receivers[0].ID} {
		for _, m := range []schema.ChatMessage{
			{Type: "image", Images: images[:1]}, {Type: "image", Images: images}, {Type: "gif", GIF: &schema.Animation{Image: schema.ImageRef(white)}},
			{Type: "video", Video: &schema.ChatVideo{Poster: schema.ImageRef(white), DurationSeconds: 59}},
			{Type: "video", Text: "look", Video: &schema.ChatVideo{Poster: schema.ImageRef(white), DurationSeconds: 59}},
			{Type: "location", Location: &schema.Location{}},
		} {
			m.ID, m.UserID, m.Timestamp = user+string(rune('a'+len(chat.Messages))), user, "2026-05-16T08:00:00Z"
			chat.Messages = append(chat.Messages, m)
		}
	}
	return p
}

// inkContrast is the contrast of an ink (red, green, blue and alpha, 0 to 255) to a pixel, as WCAG 2 defines it.
func inkContrast(picture image.Image, x, y int, ink [4]float64) float64 {
	light := func(rgb [3]float64) (sum float64) {
		for i, value := range rgb {
			if value /= 255; value <= 0.03928 {
				value /= 12.92
			} else {
				value = math.Pow((value+0.055)/1.055, 2.4)
			}
			sum += value * [3]float64{0.2126, 0.7152, 0.0722}[i]
		}
		return sum
	}
	red, green, blue, _ := picture.At(x, y).RGBA()
	back := [3]float64{float64(red >> 8), float64(green >> 8), float64(blue >> 8)}
	front := back
	for i := range front {
		front[i] += (ink[i] - back[i]) * ink[3] / 255
	}
	low, high := light(back), light(front)
	return (max(low, high) + 0.05) / (min(low, high) + 0.05)
}

// A film that plays is as dark below its time and its length as a picture, in the apps that shade pictures there.
func TestShadeOnFilmThatPlays(t *testing.T) {
	t.Parallel()
	play := film(t)
	for _, platform := range longtest.Sample(t, 2, []string{"whatsapp", "imessage", "wechat", "tiktok"}, longtest.Alike) {
		p := samplePayload(t, schema.Chats, platform)
		p.RenderKind, p.ResolutionScale = schema.Video, "1x"
		play(p)
		run, err := layOutVideo(t, Shared, Job{Payload: p, Dir: "../../examples/chats"}, func(ctx context.Context, run *videoRun, b *browser.Browser) error {
			return run.video.Capture(ctx, b, nil)
		})
		if err != nil {
			t.Fatal(err)
		}
		films := run.playFilms(t.Context())
		last := run.video.Frames() - 1
		picture, box := drawFrame(t, run.video.Composition(), last), filmBox(run, last)
		if err := films.Close(); err != nil {
			t.Fatal(err)
		}
		middle := (box.Min.X + box.Max.X) / 2
		above, below := picture.NRGBAAt(middle, box.Min.Y+box.Dy()/4), picture.NRGBAAt(middle, box.Max.Y-12) // above the tail, too
		if box.Empty() || float64(below.R) > 0.7*float64(above.R) {                                          // in the film itself, a column has one value of red
			t.Errorf("%s: at %v the film is %v, and %v at its lower edge", platform, box, above, below)
		}
	}
}

// filmBox returns where a film plays in a frame; empty: nowhere.
func filmBox(run *videoRun, frame int) (box image.Rectangle) {
	v := run.video
	poses := make([]composite.Pose, len(v.Geometry.Sprites)+len(v.Geometry.Parts)+len(v.Timeline.Pieces()))
	v.Timeline.Poses(time.Duration(frame)*time.Second/30, poses)
	for i, sprite := range v.Geometry.Sprites {
		if sprite.Film != nil && poses[i].Visible && poses[i].Opacity == 1 {
			box = sprite.Film.Box.Rect().Add(image.Pt(int(poses[i].X), int(poses[i].Y)))
		}
	}
	return box
}

package render_test

import (
	"bytes"
	"encoding/base64"
	"image"
	"image/color"
	"image/png"
	"math"
	"slices"
	"strings"
	"testing"

	"mockup/internal/render"
	"mockup/internal/schema"
)

// painted is a wallpaper whose colour at each place is that of a function of its height, from 0 to 1.
func painted(t *testing.T, at func(y float64) color.NRGBA) schema.Wallpaper {
	t.Helper()
	picture := image.NewNRGBA(image.Rect(0, 0, 60, 130))
	for i := range 60 * 130 {
		picture.SetNRGBA(i%60, i/60, at(float64(i/60)/130))
	}
	var file bytes.Buffer
	if err := png.Encode(&file, picture); err != nil {
		t.Fatal(err)
	}
	return schema.Wallpaper("data:image/png;base64," + base64.StdEncoding.EncodeToString(file.Bytes()))
}

// relativeLuminance is that of WCAG 2.
func relativeLuminance(c color.Color) float64 {
	r, g, b, _ := c.RGBA()
	linear := func(v uint32) float64 {
		if s := float64(v) / 65535; s > 0.03928 {
			return math.Pow((s+0.055)/1.055, 2.4)
		}
		return float64(v) / 65535 / 12.92
	}
	return 0.2126*linear(r) + 0.7152*linear(g) + 0.0722*linear(b)
}

// Titles and times on cards have a contrast of at least 3 to what is right above them, whatever lies behind: where text is
// light on a bright part of the wallpaper, and where it is dark on a dark one.
func TestCardsAreReadable(t *testing.T) {
	t.Parallel()
	yellow, white, black, blue := color.NRGBA{255, 221, 40, 255}, color.NRGBA{255, 255, 255, 255}, color.NRGBA{0, 0, 0, 255}, color.NRGBA{20, 30, 90, 255}
	below := func(edge float64, above, under color.NRGBA) func(float64) color.NRGBA {
		return func(y float64) color.NRGBA {
			if y < edge {
				return above
			}
			return under
		}
	}
	yes, no := true, false
	for name, c := range map[string]struct {
		wallpaper schema.Wallpaper
		dark      *bool
	}{
		"yellow below night":      {painted(t, below(0.6, blue, yellow)), nil},
		"white, text light":       {painted(t, below(0, white, white)), &yes},
		"yellow, text light":      {painted(t, below(0, yellow, yellow)), &yes},
		"a colour, text light":    {"#ffdd28", &yes},
		"black below white":       {painted(t, below(0.7, white, black)), nil},
		"black, text dark":        {painted(t, below(0, black, black)), &no},
		"night, as it comes":      {painted(t, below(0, blue, blue)), nil},
		"the phone's own":         {"", nil},
		"stripes of two extremes": {painted(t, func(y float64) color.NRGBA { return below(0.5, black, white)(math.Mod(y*4, 1)) }), nil},
	} {
		for _, style := range []string{"glass", "classic"} {
			t.Run(style+" on "+name, func(t *testing.T) {
				t.Parallel()
				job := example(t, "notifications/ios-glass.yaml")
				props := job.Payload.Props.(*schema.NotificationProps)
				props.Wallpaper, props.WallpaperIsDark, props.CardStyle = c.wallpaper, c.dark, style
				props.Notifications = props.Notifications[:2]
				for i, n := range props.Notifications {
					job.Texts = append(job.Texts, render.Text{Path: fieldOf("notifications", i, "title"), Text: n.Title},
						render.Text{Path: fieldOf("notifications", i, "timeLabel"), Text: n.TimeLabel})
				}
				checkCardContrast(t, job)
			})
		}
	}
}

// checkCardContrast draws two cards and measures the contrast of their titles and times.
func checkCardContrast(t *testing.T, job render.Job) {
	t.Helper()
	result, err := shared.renderer.Render(t.Context(), job)
	if err != nil {
		t.Fatal(err)
	}
	picture, err := png.Decode(bytes.NewReader(result.Data))
	if err != nil {
		t.Fatal(err)
	}
	texts := slices.DeleteFunc(result.Places, func(p render.Place) bool {
		return !strings.HasSuffix(p.Path, ".title") && !strings.HasSuffix(p.Path, ".timeLabel")
	})
	if len(texts) != 4 {
		t.Fatalf("the titles and times are at %v", texts)
	}
	for _, p := range texts {
		dark, light, back := 1.0, 0.0, relativeLuminance(picture.At(p.X+p.Width/2, p.Y-3))
		for i := range p.Width * p.Height {
			l := relativeLuminance(picture.At(p.X+i%p.Width, p.Y+i/p.Width))
			dark, light = min(dark, l), max(light, l)
		}
		if contrast := max((light+0.05)/(back+0.05), (back+0.05)/(dark+0.05)); contrast < 3 {
			t.Errorf("%s has a contrast of %.2f", p.Path, contrast)
		}
	}
}

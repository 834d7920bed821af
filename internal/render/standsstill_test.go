package render_test

import (
	"image"
	"image/color"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"mockup/internal/longtest"
	"mockup/internal/render"
	"mockup/internal/render/diff"
	"mockup/internal/schema"
)

// A frame of a video that stands still is the picture, on every platform of a phone.
func TestStandsStill(t *testing.T) {
	t.Parallel()
	screens := slices.DeleteFunc(someExamples(t, 8), func(path string) bool {
		return !slices.Contains([]string{"chats", "stories", "notifications"}, filepath.Dir(path))
	})
	for _, path := range screens {
		t.Run(path, func(t *testing.T) {
			job := example(t, path)
			if props, ok := job.Payload.Props.(*schema.ChatProps); ok {
				props.MobileView = true // a video has the size of the screen
			}
			if job.Payload.RenderKind != schema.Image {
				t.Skip("a video")
			}
			t.Parallel()
			compareStandsStill(t, job)
		})
	}
}

// The same of what lies behind sent bubbles, where the frame is transparent, messages float or the phone is a body: all of it in one
// app, and one of it in each of the others, but in the long tests.
func TestChatStandsStill(t *testing.T) {
	t.Parallel()
	often := longtest.Sample(t, 2, []string{"chats/imessage.yaml", "chats/instagram.yaml", "chats/messenger.yaml", "chats/telegram.yaml", "chats/whatsapp.yaml"}, longtest.Alike)
	for name, change := range map[string]func(*schema.Payload, *schema.ChatProps){
		"transparent": func(_ *schema.Payload, props *schema.ChatProps) { props.TransparentBackground = true },
		"floating":    func(_ *schema.Payload, props *schema.ChatProps) { props.FloatingMessages = true },
		"floating and transparent": func(_ *schema.Payload, props *schema.ChatProps) {
			props.FloatingMessages, props.TransparentBackground = true, true
		},
		"framed": func(_ *schema.Payload, props *schema.ChatProps) { props.ShowDeviceFrame = true },
		"wallpaper": func(_ *schema.Payload, props *schema.ChatProps) {
			wallpaper := schema.Wallpaper("#223344")
			props.ChatWallpaper = &wallpaper
		},
		"3D":                 func(p *schema.Payload, _ *schema.ChatProps) { p.Render3D = true },
		"3D and transparent": func(p *schema.Payload, props *schema.ChatProps) { p.Render3D, props.TransparentBackground = true, true },
	} {
		for path, always := range map[string]string{
			"chats/imessage.yaml": name, "chats/messenger.yaml": "floating and transparent", "chats/instagram.yaml": "framed",
			"chats/telegram.yaml": "wallpaper", "chats/whatsapp.yaml": "3D and transparent",
		} {
			t.Run(name+"/"+filepath.Base(path), func(t *testing.T) {
				if name != always || !slices.Contains(often, path) {
					longtest.Only(t)
				}
				t.Parallel()
				job := example(t, path)
				change(job.Payload, job.Payload.Props.(*schema.ChatProps))
				compareStandsStill(t, job)
			})
		}
	}
}

// In a video that stands still everything is where the picture has it.
func TestPlaybackPlacesStandStill(t *testing.T) {
	t.Parallel()
	job := pointed(t, "chats/imessage.yaml")
	want, err := shared.renderer.Render(t.Context(), job)
	if err != nil {
		t.Fatal(err)
	}
	length := 1.
	job.Payload.RenderKind = schema.Video
	job.Payload.Video = &schema.VideoSettings{Still: true, Length: &length, Clock: "fixed"}
	playback := newPlayback(t, job)
	got, err := playback.Places(playback.Frames / 2)
	if err != nil {
		t.Fatal(err)
	}
	if len(want.Places) == 0 || !slices.Equal(got, want.Places) {
		t.Errorf("places are %v, want %v", got, want.Places)
	}
}

// onWhite puts a picture on white, which lies behind a video without transparency.
func onWhite(picture image.Image) image.Image {
	whole := image.NewNRGBA(picture.Bounds())
	for y := range whole.Rect.Max.Y {
		for x := range whole.Rect.Max.X {
			r, g, b, a := picture.At(x, y).RGBA() // multiplied by alpha
			white := 0xffff - a
			whole.SetNRGBA(x, y, color.NRGBA{uint8((r + white) >> 8), uint8((g + white) >> 8), uint8((b + white) >> 8), 255})
		}
	}
	return whole
}

// compareStandsStill compares the picture with a frame of the same screen that stands still.
func compareStandsStill(t *testing.T, job render.Job) {
	t.Helper()
	want, _ := drawn(t, job)
	if size := want.Bounds().Size(); size.X%2+size.Y%2 > 0 {
		t.Skip("a video has even sides")
	}
	length, at := 1., time.Duration(0)
	job.Payload.RenderKind = schema.Video
	if job.Payload.Video == nil {
		job.Payload.Video = &schema.VideoSettings{Clock: "fixed"}
	}
	job.Payload.Video.Still, job.Payload.Video.Length = true, &length
	job.Video.At = &at
	got, _ := drawn(t, job)
	if !job.Payload.Transparent() {
		want = onWhite(want)
	}
	if result := diff.Compare(want, got, diff.Options{}); result.Fraction > tolerance {
		writePNG(t, filepath.Join(goldenDir, "still-"+filepath.Base(t.Name())+".diff.png"), got)
		t.Errorf("%.3f %% of the pixels differ (%v against %v)", 100*result.Fraction, got.Bounds().Max, want.Bounds().Max)
	}
}

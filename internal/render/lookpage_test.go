package render

import (
	"bytes"
	"encoding/base64"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"strconv"
	"testing"
	"time"

	"mockup/internal/schema"
)

// plainPicture is the data URL of a picture of one colour.
func plainPicture(t *testing.T, width, height int, grey uint8) string {
	t.Helper()
	picture := image.NewNRGBA(image.Rect(0, 0, width, height))
	draw.Draw(picture, picture.Bounds(), image.NewUniform(color.Gray{grey}), image.Point{}, draw.Src)
	return dataURL(t, picture)
}

// dataURL is the data URL of a picture.
func dataURL(t *testing.T, picture image.Image) string {
	t.Helper()
	var file bytes.Buffer
	if err := png.Encode(&file, picture); err != nil {
		t.Fatal(err)
	}
	return "data:image/png;base64," + base64.StdEncoding.EncodeToString(file.Bytes())
}

// Where the payload does not say whether text on a lock screen's wallpaper is light, a picture decides.
func TestLockScreenInkFollowsPicture(t *testing.T) {
	r := Shared
	yes := true
	for _, test := range []struct {
		grey  uint8
		said  *bool
		light bool // the text
	}{{255, nil, false}, {20, nil, true}, {255, &yes, true}} {
		p := samplePayload(t, schema.Notifications, "ios")
		lock := p.Props.(*schema.NotificationProps)
		lock.Wallpaper, lock.WallpaperIsDark = schema.Wallpaper(plainPicture(t, 40, 80, test.grey)), test.said
		var light bool
		layOutPage(t, r, p, `() => document.querySelector(".picture").classList.contains("dark")`, nil, &light)
		if light != test.light {
			t.Errorf("grey of %d: light text is %t", test.grey, light)
		}
	}
}

// A picture of a story that is not taller than wide keeps its shape and lies in the middle of the card; a taller one
// fills the card.
func TestStoryPictureInCard(t *testing.T) {
	r := Shared
	for _, size := range []image.Point{{160, 80}, {80, 80}, {80, 160}} {
		p := samplePayload(t, schema.Stories, "instagram")
		story := p.Props.(*schema.StoryProps)
		story.CurrentSlide = 0
		story.Slides[0].Image = schema.ImageRef(plainPicture(t, size.X, size.Y, 120))
		var box struct{ Card, Picture [4]float64 } // left, top, width, height
		layOutPage(t, r, p, `() => {
			const box = (element) => { const { left, top, width, height } = element.getBoundingClientRect(); return [left, top, width, height]; };
			return { card: box(document.querySelector(".card")), picture: box(document.querySelector(".slide").lastElementChild) };
		}`, nil, &box)
		want := box.Card
		if size.X >= size.Y {
			want[3] = want[2] * float64(size.Y) / float64(size.X)
			want[1] += (box.Card[3] - want[3]) / 2
		}
		for i, value := range box.Picture {
			if value < want[i]-1 || value > want[i]+1 {
				t.Errorf("%v: picture at %v, want %v in %v", size, box.Picture, want, box.Card)
				break
			}
		}
	}
}

// The seal of X stands behind the last word of a name that takes two lines.
func TestSealBehindLastWord(t *testing.T) {
	r := Shared
	p := samplePayload(t, schema.Chats, "x")
	p.Props.(*schema.ChatProps).Receivers[0].Name = "Maximiliana Alexandra von Hohenstein-Sonnenberg"
	var at struct {
		Lines                    int
		Gap, Middle, Top, Bottom float64
	}
	layOutPage(t, r, p, `() => {
		const name = [...document.querySelector(".called bdi").getClientRects()], last = name.at(-1);
		const seal = document.querySelector(".called .seal").getBoundingClientRect();
		return { lines: name.length, gap: seal.left - last.right, middle: (seal.top + seal.bottom) / 2, top: last.top, bottom: last.bottom };
	}`, nil, &at)
	if at.Lines != 2 || at.Gap < 0 || at.Gap > 8 || at.Middle < at.Top || at.Middle > at.Bottom {
		t.Errorf("%+v", at)
	}
}

// A card of the classic material has an edge that is seen on a wallpaper of its own colour, which is nearly white.
func TestCardsOnWhiteWallpaperHaveEdges(t *testing.T) {
	t.Parallel()
	p := samplePayload(t, schema.Notifications, "ios")
	lock := p.Props.(*schema.NotificationProps)
	lock.Wallpaper, lock.CardStyle, lock.Notifications = "#ececf0", "classic", lock.Notifications[:1]
	grey := lockGreys(t, p)
	const middle = 874 - 122 - 33 // of the last card, which ends 122 above the lower edge
	if beside, edge, inside := grey(4, middle), grey(8, middle), grey(14, middle); beside-edge < 4 || inside-edge < 4 {
		t.Errorf("the edge of a card has a lightness of %d, beside a wallpaper of %d and a card of %d", edge, beside, inside)
	}
}

// What lies below the first card of a group, and below the last one that fits, has an edge that is seen on a white wallpaper.
func TestPilesOnWhiteWallpaperHaveEdges(t *testing.T) {
	t.Parallel()
	const end = 874 - 122 // of the stack
	for _, below := range []struct{ count, edge int }{{2, end}, {12, end - 8}} {
		for _, style := range []string{"classic", "glass"} {
			p := samplePayload(t, schema.Notifications, "ios")
			lock := p.Props.(*schema.NotificationProps)
			card := lock.Notifications[0]
			lock.Wallpaper, lock.CardStyle, lock.Notifications = "#ffffff", style, nil
			for i := range below.count {
				card.ID = strconv.Itoa(i)
				if below.count == 2 {
					card.Group = "one"
				}
				lock.Notifications = append(lock.Notifications, card)
			}
			grey := lockGreys(t, p)
			if line, under := grey(201, below.edge-1), grey(201, below.edge+1); under-line < 4 {
				t.Errorf("%d of %s: the edge has a lightness of %d, above a wallpaper of %d", below.count, style, line, under)
			}
			if card, edge := grey(201, below.edge-30), grey(201, below.edge-3); style == "classic" && (edge <= card || edge == 255) {
				t.Errorf("%d of %s: what lies below has a lightness of %d, the card one of %d", below.count, style, edge, card)
			}
		}
	}
}

// The dock and the search pill of the home screen are seen on a white wallpaper.
func TestDockOnWhiteWallpaper(t *testing.T) {
	t.Parallel()
	p := samplePayload(t, schema.Notifications, "ios")
	p.RenderKind, p.Video = schema.Video, &schema.VideoSettings{Length: new(5.0)}
	lock := p.Props.(*schema.NotificationProps)
	lock.Wallpaper, lock.Unlock, lock.Notifications = "#ffffff", true, lock.Notifications[:1]
	grey := lockGreys(t, p)
	for name, y := range map[string]int{"dock": 874 - 20, "search pill": 874 - 148} {
		if beside, inside := grey(4, y), grey(201, y); beside-inside < 6 {
			t.Errorf("the %s has a lightness of %d, beside a wallpaper of %d", name, inside, beside)
		}
	}
}

// lockGreys draws a lock screen at 1x, of a video nearly the end of five seconds, and returns how light a pixel of it is.
func lockGreys(t *testing.T, p *schema.Payload) func(x, y int) int {
	t.Helper()
	p.ResolutionScale = "1x"
	job := Job{Payload: p, Dir: "../../examples/chats"}
	if moment := 4900 * time.Millisecond; p.RenderKind == schema.Video {
		job.Video.At = &moment
	}
	result, err := Shared.Render(t.Context(), job)
	if err != nil {
		t.Fatal(err)
	}
	picture, err := png.Decode(bytes.NewReader(result.Data))
	if err != nil {
		t.Fatal(err)
	}
	return func(x, y int) int { return int(color.GrayModel.Convert(picture.At(x, y)).(color.Gray).Y) }
}

// All digits of the clock of glass are as high as each other.
func TestDigitsOfGlassAreOfOneHeight(t *testing.T) {
	t.Parallel()
	const top, bottom = 127, 327
	for _, clock := range []string{"01:23", "45:67", "8:9"} {
		p := samplePayload(t, schema.Notifications, "ios")
		lock := p.Props.(*schema.NotificationProps)
		lock.Wallpaper, lock.CardStyle, lock.StatusBarTime, lock.Notifications = "#ffffff", "glass", clock, lock.Notifications[:1]
		grey := lockGreys(t, p)
		inked := func(y int) (digits int) { // how many digits have ink in a row or the one below it, counted from the gaps between them
			before := false
			for x := range 402 {
				ink := grey(x, y) < 128 || grey(x, y+1) < 128
				if ink && !before {
					digits++
				}
				before = ink
			}
			return digits
		}
		want := len(clock) - 1 // without the colon
		if above, below := inked(top-3), inked(bottom+1); above != 0 || below != 0 {
			t.Errorf("%s: %d digits reach above the others and %d below them", clock, above, below)
		}
		if first, last := inked(top+1), inked(bottom-2); first != want || last != want {
			t.Errorf("%s: %d digits reach to the top and %d to the bottom, want %d", clock, first, last, want)
		}
	}
}

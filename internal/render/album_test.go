package render

import (
	"context"
	"fmt"
	"image"
	"math"
	"slices"
	"strings"
	"testing"

	"mockup/internal/longtest"
	"mockup/internal/render/browser"
	"mockup/internal/render/scene"
	"mockup/internal/schema"
	"mockup/templates"
)

// photos returns some pictures of a message, upright and lying by turns.
func photos(t *testing.T, count int) []schema.ChatImage {
	t.Helper()
	images := make([]schema.ChatImage, count)
	for i := range images {
		size := image.Rect(0, 0, 30, 40)
		if i%3 == 1 {
			size = image.Rect(0, 0, 60, 40)
		}
		data := schema.ImageRef(dataURL(t, image.NewGray(size)))
		images[i] = schema.ChatImage{ID: fmt.Sprint(i), Filename: "photo.png", Data: data, MimeType: "image/png"}
	}
	return images
}

// albumChat is a conversation on a platform in which both sides send texts, pictures with a text, and albums of 2 to 13.
func albumChat(t *testing.T, platform string) *schema.Payload {
	t.Helper()
	p := samplePayload(t, schema.Chats, platform)
	props := p.Props.(*schema.ChatProps)
	props.MobileView, props.ShowDates = false, false
	other := props.Receivers[0].ID
	props.Messages = nil
	say := func(user, text string, count int) {
		m := schema.ChatMessage{
			ID: fmt.Sprint(len(props.Messages)), UserID: user, Type: "mixed", Text: text, Images: photos(t, count),
			Timestamp: schema.Instant(fmt.Sprintf("2026-03-01T10:%02d:00Z", len(props.Messages))),
		}
		switch {
		case count == 0:
			m.Type = "text"
		case text == "":
			m.Type = "image"
		}
		props.Messages = append(props.Messages, m)
	}
	for _, user := range []string{props.Sender.ID, other} {
		say(user, "Hello", 0)
		say(user, "By the lake", 1)
		say(user, "A caption that is so long that it takes more than one line on every platform there is", 1)
		say(user, "תמונה יפה", 2)
	}
	for count := 2; count <= 13; count++ {
		say([]string{props.Sender.ID, other}[count%2], "", count)
	}
	return p
}

// shownMessage is what the page shows of a message. Boxes are x, y, width and height in CSS pixels.
type shownMessage struct {
	Out     bool
	Parts   [][4]float64 // bubbles and pictures that stand by themselves
	Album   [4]float64
	Tiles   [][4]float64 // of the album, from its corner
	Rest    int          // N of "+N"
	Text    bool         // it stands below
	Times   int          // times that stand on tiles
	Singles int          // pictures outside of albums
}

const shownMessages = `() => {
	const rect = (e) => { const b = e.getBoundingClientRect(); return [b.x, b.y, b.width, b.height]; };
	return [...document.querySelectorAll(".message")].map((m) => {
		const album = m.querySelector(".album");
		return {
			out: m.matches(".out"),
			parts: [...m.querySelectorAll(".bubble, .pictures")].filter((e) => !e.parentElement.closest(".bubble")).map(rect),
			album: album ? rect(album) : [0, 0, 0, 0],
			text: !!m.querySelector(".text")?.textContent.trim(),
			tiles: [...m.querySelectorAll(".album figure")].map((f) => [f.offsetLeft, f.offsetTop, f.offsetWidth, f.offsetHeight]),
			rest: Number(m.querySelector(".rest")?.textContent ?? 0),
			times: m.querySelectorAll(".album figure .meta").length,
			singles: m.querySelectorAll(".pictures > :is(img, canvas), .picture > :is(img, canvas)").length,
		};
	});
}`

// On every platform, what one sends ends at the right edge, and no album has an empty cell.
func TestAlbumsOnAllPlatforms(t *testing.T) {
	t.Parallel()
	r := Shared
	sided := 0
	for _, platform := range SomePlatforms(t, schema.Chats) {
		manifest, err := templates.ReadManifest(string(schema.Chats), platform)
		if err != nil {
			t.Fatal(err)
		}
		shown := layOutMessages(t, r, albumChat(t, platform))
		if checkRightEdge(t, platform, shown) {
			sided++
		}
		checkAlbums(t, platform, manifest, shown)
	}
	if sided < longtest.Least(17) {
		t.Errorf("%d platforms have bubbles on the right", sided)
	}
}

// layOutMessages lays a conversation out and returns what the page shows of its messages.
func layOutMessages(t *testing.T, r *Renderer, p *schema.Payload) (shown []shownMessage) {
	t.Helper()
	p.ResolutionScale = "1x"
	doc, err := r.buildDocument(t.Context(), Job{Payload: p})
	if err != nil {
		t.Fatal(err)
	}
	err = r.pool.use(t.Context(), func(ctx context.Context, b *browser.Browser) error {
		if _, err := doc.layOut(ctx, b); err != nil {
			return err
		}
		return b.Call(ctx, shownMessages, nil, &shown)
	})
	if err != nil {
		t.Fatal(err)
	}
	return shown
}

// checkRightEdge checks that all that the sender sends ends where the sender's texts do. It reports whether the platform
// has a side for the sender.
func checkRightEdge(t *testing.T, platform string, shown []shownMessage) bool {
	t.Helper()
	var own []shownMessage
	for _, m := range shown {
		if m.Out && len(m.Parts) > 0 {
			own = append(own, m)
		}
	}
	rows := []string{"discord", "msn", "reddit", "slack", "snapchat"} // everybody's messages begin on the left
	if slices.Contains(rows, platform) {
		return false
	}
	if len(own) < 10 {
		t.Errorf("%s: %d own messages", platform, len(own))
		return false
	}
	edge := own[0].Parts[0][0] + own[0].Parts[0][2]
	for i, m := range own {
		for _, part := range m.Parts {
			if right := part[0] + part[2]; math.Abs(right-edge) > .6 {
				t.Errorf("%s: a part of own message %d ends at %.1f, not at %.1f: %v", platform, i, right, edge, m.Parts)
			}
		}
	}
	return true
}

// checkAlbums checks the albums of a platform: they are whole, inside the screen, and show as many pictures as they should.
func checkAlbums(t *testing.T, platform string, manifest templates.Manifest, shown []shownMessage) {
	t.Helper()
	o := manifest.Options.Chat
	pictures := 0
	for _, m := range shown {
		pictures += m.Singles + len(m.Tiles) + m.Rest
		if m.Album[2] == 0 {
			continue
		}
		if m.Album[0] < 8 || m.Album[0]+m.Album[2] > scene.PhoneWidth-4 {
			t.Errorf("%s: an album of %d stands at %v", platform, len(m.Tiles), m.Album)
		}
		if o.Album != "collage" && o.Album != "fan" {
			if err := tiled(m.Tiles, m.Album[2], m.Album[3], float64(o.AlbumGap)); err != nil || m.Album[2] != float64(o.AlbumWidth) {
				t.Errorf("%s: an album of %d, %v wide: %v", platform, len(m.Tiles), m.Album[2], err)
			}
		}
		if o.Album == "quad" && m.Rest > 0 {
			pictures-- // the number counts the picture that it covers
		}
		if platform == "whatsapp" && (m.Times > 0) == m.Text || m.Times > 0 && m.Times != len(m.Tiles) {
			t.Errorf("%s: %d times on %d pictures, with a text: %v", platform, m.Times, len(m.Tiles), m.Text)
		}
	}
	want := 2 * (1 + 1 + 2)
	for count := 2; count <= 13; count++ {
		want += count
	}
	if platform == "imessage" || platform == "instagram" { // a stack shows three
		want = 2*(1+1+2) + 2 + 11*3
	}
	if pictures != want {
		t.Errorf("%s: %d pictures are shown or counted, want %d", platform, pictures, want)
	}
}

// tiled returns an error unless boxes with a gap on their right and below tile a rectangle that is larger by the gap.
func tiled(boxes [][4]float64, width, height, gap float64) error {
	area := 0.0
	for i, b := range boxes {
		if b[0] < 0 || b[1] < 0 || b[0]+b[2] > width || b[1]+b[3] > height {
			return fmt.Errorf("picture %d is at %v", i, b)
		}
		for _, o := range boxes[:i] {
			if b[0] < o[0]+o[2]+gap && o[0] < b[0]+b[2]+gap && b[1] < o[1]+o[3]+gap && o[1] < b[1]+b[3]+gap {
				return fmt.Errorf("pictures %v and %v are nearer than %v", o, b, gap)
			}
		}
		area += (b[2] + gap) * (b[3] + gap)
	}
	if hole := (width+gap)*(height+gap) - area; hole != 0 {
		return fmt.Errorf("%v square pixels of %v x %v are empty", hole, width, height)
	}
	return nil
}

// Pictures that are not shown are not loaded: they need not be there.
func TestHiddenPicturesAreNotLoaded(t *testing.T) {
	t.Parallel()
	r := Shared
	for platform, shown := range map[string]int{"whatsapp": 4, "signal": 5, "imessage": 3, "instagram": 3, "telegram": 7} {
		for _, missing := range []int{shown - 1, shown} {
			p := albumChat(t, platform)
			props := p.Props.(*schema.ChatProps)
			m := &props.Messages[len(props.Messages)-1]
			m.Images = photos(t, 7)
			props.Messages = props.Messages[len(props.Messages)-1:]
			if missing >= len(m.Images) {
				continue
			}
			m.Images[missing].Data = "data:image/png;base64,bm90IGEgcGljdHVyZQ=="
			_, err := r.buildDocument(t.Context(), Job{Payload: p})
			if field := fmt.Sprintf("props.messages.0.images.%d.data", missing); missing < shown && (err == nil || !strings.Contains(err.Error(), field)) {
				t.Errorf("%s: picture %d is damaged: %v", platform, missing, err)
			} else if missing >= shown && err != nil {
				t.Errorf("%s: picture %d is not shown: %v", platform, missing, err)
			}
		}
	}
}

// Albums of a video move, change their ticks and are captured as the page shows them: alone, with a text and right-to-left,
// in a group and floating.
func TestAlbumVideoEqualsPage(t *testing.T) {
	t.Parallel()
	r := Shared
	for _, platform := range templates.Available(string(schema.Chats)) {
		for _, floating := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, floating %t", platform, floating), func(t *testing.T) {
				if typical := platform == "imessage" && !floating || platform == "whatsapp" && floating; !typical {
					longtest.Only(t)
				}
				t.Parallel()
				compareVideoWithin(t, r, "../../examples/chats/"+platform+".yaml", albumTolerance, func(p *schema.Payload) {
					props := p.Props.(*schema.ChatProps)
					props.FloatingMessages = floating
					showAlbums(props)
				})
			})
		}
	}
}

// showAlbums makes a conversation of an example one of a group that sends photos.
func showAlbums(props *schema.ChatProps) {
	photos := []string{"alpine-forest", "birthday-cake", "city-night", "coffee", "mountain-lake", "sunset-beach", "aurora"}
	other := props.Receivers[0]
	second := schema.ChatUser{ID: "second", Name: "Zoe Park"}
	props.ConversationType, props.Receivers = "group-chat", []schema.ChatUser{other, second}
	props.GroupChatSettings = &schema.GroupChatSettings{Name: "A weekend in the mountains"}
	props.Messages = nil
	for i, said := range []struct {
		user, text string
		pictures   int
	}{
		{other.ID, "From the top", 3}, {props.Sender.ID, "", 5}, {second.ID, "", 2}, {props.Sender.ID, "תמונה יפה מאוד, תודה רבה לכולכם", 2}, {second.ID, "And one more", 7},
	} {
		m := schema.ChatMessage{
			ID: fmt.Sprint(i), UserID: said.user, Type: "mixed", Text: said.text, Status: "read",
			Timestamp: schema.Instant(fmt.Sprintf("2026-03-01T10:%02d:00Z", i)),
		}
		if said.text == "" {
			m.Type = "image"
		}
		for k, photo := range photos[:said.pictures] {
			m.Images = append(m.Images, schema.ChatImage{ID: fmt.Sprint(k), Filename: photo, Data: schema.ImageRef("../media/photos/" + photo + ".jpg")})
		}
		props.Messages = append(props.Messages, m)
	}
}

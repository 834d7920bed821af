package scene

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"mockup/internal/schema"
	"mockup/templates"
)

// shapesOf are the mixtures of pictures that albums are tried with: widths divided by heights, repeated as needed.
var shapesOf = map[string][]float64{
	"portrait": {.75}, "landscape": {1.46}, "square": {1}, "mixed": {1.46, .75, 1, .5, 1.9}, "mixed too": {.56, 1.78},
	"very tall": {.1}, "very wide": {9}, "tall and wide": {.1, 9},
}

// albumOf returns the view of a message with so many pictures.
func albumOf(t *testing.T, options map[string]string, count int, shapes []float64) Message {
	t.Helper()
	images := make([]schema.ChatImage, count)
	for i := range images {
		images[i].Data = schema.ImageRef(strconv.Itoa(i))
	}
	b := &builder{manifest: manifestOf(schema.Chats, options), scene: &Scene{}, opts: Options{
		Images: func(ref string) string { return "/" + ref },
		Size: func(ref string) (width, height int) {
			i, _ := strconv.Atoi(ref)
			return int(1000 * shapes[i%len(shapes)]), 1000
		},
	}}
	m := Message{}
	b.pictures(&m, images, b.chatMarkup(&schema.ChatProps{}))
	return m
}

// The pictures of an album and the gaps between them fill its rectangle, whatever their number and shapes.
func TestAlbumsHaveNoHoles(t *testing.T) {
	const width = 271
	for _, form := range []string{"rows", "gallery", "quad", "five", "mosaic"} {
		for _, gap := range []int{0, 1, 6} {
			for name, shapes := range shapesOf {
				for count := 2; count <= 13; count++ {
					m := albumOf(t, map[string]string{"album": form, "albumWidth": strconv.Itoa(width), "albumGap": strconv.Itoa(gap)}, count, shapes)
					if err := tiled(m.Pictures, m.Album.Width, m.Album.Height, gap); err != nil || m.Album.Width != width {
						t.Errorf("%s, %d %s pictures, gap %d: %d wide, %v", form, count, name, gap, m.Album.Width, err)
					}
				}
			}
		}
	}
}

// tiled returns an error unless boxes with a gap on their right and below tile a rectangle that is larger by the gap.
func tiled(pictures []Picture, width, height, gap int) error {
	area := 0
	for i, p := range pictures {
		b := p.Box
		if b.Turn != 0 || b.X < 0 || b.Y < 0 || b.X+b.Width > width || b.Y+b.Height > height || min(b.Width, b.Height) < 20 {
			return fmt.Errorf("picture %d is at %+v in %d x %d", i, b, width, height)
		}
		for k, other := range pictures[:i] {
			o := other.Box
			if b.X < o.X+o.Width+gap && o.X < b.X+b.Width+gap && b.Y < o.Y+o.Height+gap && o.Y < b.Y+b.Height+gap {
				return fmt.Errorf("pictures %d and %d are nearer than %d: %+v, %+v", k, i, gap, o, b)
			}
		}
		area += (b.Width + gap) * (b.Height + gap)
	}
	if hole := (width+gap)*(height+gap) - area; hole != 0 {
		return fmt.Errorf("%d square pixels of %d x %d are empty", hole, width, height)
	}
	return nil
}

// outlineOf draws an album by its rows: the numbers of the pictures that begin at each height, with "+3" for those that
// are not shown.
func outlineOf(m Message) string {
	rows := map[int][]string{}
	var heights []int
	for _, p := range m.Pictures {
		if rows[p.Box.Y] == nil {
			heights = append(heights, p.Box.Y)
		}
		cell := strings.TrimPrefix(string(p.Image), "/")
		if p.More > 0 {
			cell += fmt.Sprintf("+%d", p.More)
		}
		rows[p.Box.Y] = append(rows[p.Box.Y], cell)
	}
	slices.Sort(heights)
	var lines []string
	for _, y := range heights {
		lines = append(lines, strings.Join(rows[y], " "))
	}
	return strings.Join(lines, " / ")
}

// Each app arranges 2, 3, 4, 5, 7 and 12 pictures in its own way.
func TestAlbumForms(t *testing.T) {
	counts := []int{2, 3, 4, 5, 7, 12}
	for _, test := range []struct {
		form, shapes string
		want         []string
	}{
		{"rows", "mixed", []string{"0 1", "0 / 1 2", "0 1 / 2 3", "0 1 / 2 3 4", "0 1 / 2 3 / 4 5 6", "0 1 2 / 3 4 5 / 6 7 8 / 9 10 11"}},
		{"gallery", "mixed", []string{"0 1", "0 1 / 2", "0 1 / 2 3", "0 1 / 2 3 4", "0 / 1 2 3 / 4 5 6", "0 1 2 / 3 4 5 / 6 7 8 / 9 10 11"}},
		{"quad", "mixed", []string{"0 1", "0 1 / 2", "0 1 / 2 3", "0 1 / 2 3+2", "0 1 / 2 3+4", "0 1 / 2 3+9"}},
		{"five", "mixed", []string{"0 1", "0 1 / 2", "0 1 / 2 3", "0 1 / 2 3 4", "0 1 / 2 3 4+2", "0 1 / 2 3 4+7"}},
		{"mosaic", "landscape", []string{"0 / 1", "0 / 1 2", "0 / 1 2 3", "0 / 1 2 / 3 4", "0 / 1 2 3 / 4 5 6", "0 1 2 / 3 4 5 / 6 7 8 / 9 10 11"}},
		{"mosaic", "portrait", []string{"0 1", "0 1 / 2", "0 1 / 2 / 3", "0 1 / 2 3 4", "0 1 / 2 3 / 4 5 6", "0 1 2 / 3 4 5 / 6 7 8 / 9 10 11"}},
		{"mosaic", "very wide", []string{"0 / 1", "0 / 1 / 2", "0 / 1 / 2 3", "0 / 1 / 2 3 4", "0 / 1 2 / 3 4 / 5 6", "0 1 2 / 3 4 5 / 6 7 8 / 9 10 11"}},
		{"collage", "mixed", []string{"0 / 1", "0 / 1 / 2", "2 1 0", "2 1 0", "2 1 0", "2 1 0"}},
		{"fan", "mixed", []string{"1 0", "2 1 0", "2 1 0", "2 1 0", "2 1 0", "2 1 0"}},
		{"each", "mixed", []string{"0 1", "0 1 2", "0 1 2 3", "0 1 2 3 4", "0 1 2 3 4 5 6", "0 1 2 3 4 5 6 7 8 9 10 11"}},
	} {
		for i, count := range counts {
			m := albumOf(t, map[string]string{"album": test.form, "albumWidth": "300"}, count, shapesOf[test.shapes])
			if got := outlineOf(m); got != test.want[i] {
				t.Errorf("%s, %d %s pictures: %q, want %q", test.form, count, test.shapes, got, test.want[i])
			}
			if m.Album != nil && m.Album.Count != count {
				t.Errorf("%s: an album of %d counts %d", test.form, count, m.Album.Count)
			}
		}
	}
}

// Cards of a pile stay inside their album, turned as they are.
func TestPilesStayInside(t *testing.T) {
	for _, form := range []string{"collage", "fan"} {
		for name, shapes := range shapesOf {
			for count := 2; count <= 5; count++ {
				m := albumOf(t, map[string]string{"album": form, "albumWidth": "260"}, count, shapes)
				for _, p := range m.Pictures {
					x, y := p.Box.reach()
					right, bottom := p.Box.corner()
					if p.Box.X < x || p.Box.Y < y || right > m.Album.Width || bottom > m.Album.Height || m.Album.Width > 260 {
						t.Errorf("%s, %d %s pictures: %+v in %+v", form, count, name, p.Box, *m.Album)
					}
				}
			}
		}
	}
}

// A scene that arranges pictures by their shapes asks for their sizes; one that does not, does not.
func TestNeedsSizes(t *testing.T) {
	for form, want := range map[string]bool{"rows": false, "quad": false, "each": false, "mosaic": true, "collage": true, "fan": true} {
		picture := says("me 2026-05-01T10:00:00Z ")
		picture.Type, picture.Images = "image", []schema.ChatImage{{Data: "a"}, {Data: "b"}}
		if _, s := chatView(t, map[string]string{"album": form}, &schema.ChatProps{Messages: []schema.ChatMessage{picture}}); s.NeedsSizes != want {
			t.Errorf("%s: %t", form, s.NeedsSizes)
		}
	}
}

// In a video, too, the places of an album's pictures follow from their sizes.
func TestAlbumsOfVideos(t *testing.T) {
	props := conversationProps(t, "telegram")
	props.Messages = exchange("me", "me")
	props.Messages[1].Type, props.Messages[1].Images = "image", []schema.ChatImage{{ID: "a", Data: "a"}, {ID: "b", Data: "b"}, {ID: "c", Data: "c"}}
	payload := &schema.Payload{MockupType: schema.Chats, Platform: "telegram", RenderKind: schema.Video, ResolutionScale: "1x", Props: props}
	size := func(string) (width, height int) { return 300, 100 }
	s, err := Build(t.Context(), payload, new(templates.Set), Options{Now: newest(payload), Images: func(ref string) string { return "/" + ref }, Size: size})
	if err != nil {
		t.Fatal(err)
	}
	albums := 0
	for _, item := range s.Storyboard.Items {
		if strings.Contains(item.HTML, "mosaic-album") {
			albums++
			if strings.Contains(item.HTML, "width: 0px") || strings.Contains(item.HTML, "height: 0px") {
				t.Errorf("an album without places: %s", item.HTML)
			}
		}
	}
	if albums == 0 {
		t.Error("no album is shown")
	}
}

// Some apps make several messages of one that holds text and many pictures.
func TestMessageParts(t *testing.T) {
	for _, test := range []struct {
		options map[string]string
		kind    string
		want    []string
	}{
		{nil, "mixed", []string{"FL 0123 said"}},
		{map[string]string{"textApart": "true"}, "mixed", []string{"F 0123 ", "L  said"}},
		{map[string]string{"albumMost": "3"}, "mixed", []string{"F 012 said", "L 3 "}},
		{map[string]string{"albumMost": "1", "textApart": "true"}, "mixed", []string{"F 0 ", " 1 ", " 2 ", " 3 ", "L  said"}},
		{map[string]string{"albumMost": "1", "textApart": "true", "run": "0s"}, "image", []string{"F 0 ", " 1 ", " 2 ", "L 3 "}},
		{map[string]string{"albumMost": "1", "textApart": "true"}, "text", []string{"FL  said"}},
	} {
		m := says("me 2026-05-01T10:00:00Z said")
		m.Type = test.kind
		for i := range 4 {
			m.Images = append(m.Images, schema.ChatImage{Data: schema.ImageRef(strconv.Itoa(i))})
		}
		chat, _ := chatView(t, test.options, &schema.ChatProps{Messages: []schema.ChatMessage{m}})
		var got []string
		for _, row := range chat.Rows {
			line := ""
			if row.Message.First {
				line += "F"
			}
			if row.Message.Last {
				line += "L"
			}
			line += " "
			for _, p := range row.Message.Pictures {
				line += strings.TrimPrefix(string(p.Image), "/")
			}
			got = append(got, line+" "+row.Message.Plain)
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%v, %s: %q, want %q", test.options, test.kind, got, test.want)
		}
	}
}

// In a video, the pictures that an app makes messages of their own come right after each other: nobody is seen typing in
// between.
func TestPicturesFollowAtOnce(t *testing.T) {
	m := says("a 2026-05-01T10:00:00Z said")
	m.Type, m.Images = "mixed", []schema.ChatImage{{Data: "0"}, {Data: "1"}, {Data: "2"}}
	b := manifestBuilder(schema.Chats, map[string]string{"albumMost": "1", "textApart": "true"})
	props := &schema.ChatProps{Receivers: []schema.ChatUser{{ID: "a"}}, Messages: []schema.ChatMessage{says("a 2026-05-01T10:00:00Z Look"), m}}
	b.payload = &schema.Payload{}
	v := &chatVideo{builder: b, props: props, messages: b.chatMessages(props)}
	v.plan, _ = b.paceChat(props, v.messages)
	at := func(i int) time.Duration { return v.plan.moment(i).At }
	if len(v.messages) != 5 || at(2)-at(1) != pictureAfter || at(3)-at(2) != pictureAfter || at(4)-at(3) < 6*time.Second {
		t.Errorf("the pictures and the text come at %v", v.plan.Moments)
	}
	var typed []int
	for _, event := range v.events() {
		if event.becomes == "typing" {
			typed = append(typed, event.message)
		}
	}
	if !slices.Equal(typed, []int{4}) {
		t.Errorf("messages that are seen being typed: %v", typed)
	}
}

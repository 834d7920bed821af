package scene

import (
	"math"
	"slices"

	"mockup/internal/render/scene/text"
	"mockup/internal/schema"
)

// Album is how several pictures of a message stand together. This file is the one place that arranges them: the option
// album of a platform names the form, and style sheets only draw the boxes.
type Album struct {
	Form          string // the option album; "stack" for a collage of four pictures and more
	Width, Height int    // CSS pixels
	Count         int    // pictures of the message, including those that are not shown
}

// Box is the place of a picture in its album, in CSS pixels from the album's upper left corner.
type Box struct {
	X, Y, Width, Height int
	Turn                float64 // degrees, clockwise
}

// pictures adds to a message its pictures that are shown, those that lie behind others first. What is not shown, because
// the last picture says "+3" or a stack hides it, gets no address: it is not loaded.
func (b *builder) pictures(m *Message, images []schema.ChatImage, markup text.Markup) {
	boxes := make([]Box, len(images))
	if form := b.manifest.Options.Chat.Album; len(images) > 1 && form != "each" {
		m.Album, boxes = b.arrange(form, images)
	}
	for i, box := range boxes {
		picture := Picture{Image: b.image(images[i].Data), Name: images[i].Filename, Box: box}
		if b.shows("caption") {
			picture.Caption = b.rich(images[i].Caption, markup)
		}
		m.Pictures = append(m.Pictures, picture)
	}
	if m.Album == nil {
		return
	}
	switch last, hidden := &m.Pictures[len(boxes)-1], len(images)-len(boxes); m.Album.Form {
	case "quad":
		if hidden > 0 {
			last.More = hidden + 1 // WhatsApp counts the picture that the number covers, Signal does not
		}
	case "five":
		last.More = hidden
	case "stack", "fan":
		slices.Reverse(m.Pictures)
	}
}

// arrange returns the album of some pictures, at least two, and the boxes of those that are shown.
func (b *builder) arrange(form string, images []schema.ChatImage) (*Album, []Box) {
	count, width, gap := len(images), b.manifest.Options.Chat.AlbumWidth, b.manifest.Options.Chat.AlbumGap
	var boxes []Box
	switch form {
	case "rows":
		boxes = justify(evenRows(count), width, gap)
	case "gallery":
		boxes = gallery(count, width, gap, 8.0/7)
	case "quad":
		boxes = gallery(min(count, 4), width, gap, 1)
	case "five":
		boxes = gallery(min(count, 5), width, gap, 1)
	case "mosaic":
		boxes = mosaic(b.shapes(images), width, gap)
	case "collage":
		if count > 3 {
			form, boxes = "stack", pile(b.shapes(images[:1])[0], width, []lean{{}, {14, 4}, {26, 8}})
			break
		}
		boxes = collage(b.shapes(images), width)
	case "fan":
		boxes = pile(b.shapes(images[:1])[0], width, []lean{{}, {14, 6}, {-14, -6}}[:min(count, 3)])
	}
	album := &Album{Form: form, Count: count}
	for _, box := range boxes {
		right, bottom := box.corner()
		album.Width, album.Height = max(album.Width, right), max(album.Height, bottom)
	}
	return album, boxes
}

// shapes returns the shapes of pictures.
func (b *builder) shapes(images []schema.ChatImage) []float64 {
	shapes := make([]float64, len(images))
	for i, image := range images {
		shapes[i] = b.shape(image.Data)
	}
	return shapes
}

// shape returns the width of a picture divided by its height. A picture whose size is not known yet counts as square,
// and the scene says so.
func (b *builder) shape(image schema.ImageRef) float64 {
	if b.opts.Size == nil {
		b.scene.NeedsSizes = true
		return 1
	}
	if width, height := b.opts.Size(string(image)); width > 0 && height > 0 {
		return float64(width) / float64(height)
	}
	return 1
}

// justify places rows of pictures, given by their shapes, below each other. A row is as high as makes it the album's
// width.
func justify(rows [][]float64, width, gap int) []Box {
	var boxes []Box
	y := 0
	for _, row := range rows {
		height := int(math.Round(rowHeight(row, width, gap)))
		for _, span := range share(row, width, gap) {
			boxes = append(boxes, Box{X: span.at, Y: y, Width: span.length, Height: height})
		}
		y += height + gap
	}
	return boxes
}

// rowHeight is the height at which pictures of some shapes fill a row.
func rowHeight(row []float64, width, gap int) float64 {
	return float64(width-gap*(len(row)-1)) / sum(row)
}

// span is a part of a line.
type span struct{ at, length int }

// share divides a line by weights, with gaps between the parts. The parts and gaps fill it to the pixel.
func share(weights []float64, length, gap int) []span {
	spans := make([]span, len(weights))
	room, total, before := float64(length-gap*(len(weights)-1)), sum(weights), 0.0
	for i, weight := range weights {
		from := int(math.Round(room * before / total))
		before += weight
		spans[i] = span{from + gap*i, int(math.Round(room*before/total)) - from}
	}
	return spans
}

func sum(numbers []float64) float64 {
	total := 0.0
	for _, n := range numbers {
		total += n
	}
	return total
}

// squares returns the shapes of a row of squares.
func squares(count int) []float64 { return slices.Repeat([]float64{1}, count) }

// evenRows divides pictures into rows of two and three squares, the shorter rows first. Three are a wide one above two.
func evenRows(count int) [][]float64 {
	if count == 3 {
		return [][]float64{{5.0 / 3}, squares(2)}
	}
	var rows [][]float64
	twos := (3 - count%3) % 3
	for range twos {
		rows = append(rows, squares(2))
	}
	for range (count - 2*twos) / 3 {
		rows = append(rows, squares(3))
	}
	return rows
}

// gallery arranges pictures as Discord does: two side by side, three of a shape as a large one left of two, four as two
// rows. More are rows of three below a first row of what is left over.
func gallery(count, width, gap int, ofThree float64) []Box {
	switch count {
	case 2:
		return justify([][]float64{squares(2)}, width, gap)
	case 3:
		return besideFirst(slices.Repeat([]float64{ofThree}, 3), width, gap, 0)
	case 4:
		return justify([][]float64{squares(2), squares(2)}, width, gap)
	}
	var rows [][]float64
	switch count % 3 {
	case 1:
		rows = append(rows, []float64{2})
	case 2:
		rows = append(rows, squares(2))
	}
	for range count / 3 {
		rows = append(rows, squares(3))
	}
	return justify(rows, width, gap)
}

// besideFirst places the first picture on the left, and the others below each other on its right. With a height of 0 the
// album is as high as it is when nothing is cropped.
func besideFirst(shapes []float64, width, gap, height int) []Box {
	first, others := shapes[0], make([]float64, len(shapes)-1)
	for i, shape := range shapes[1:] {
		others[i] = 1 / shape
	}
	gaps := float64(gap * (len(others) - 1))
	right := (float64(height) - gaps) / sum(others)
	if height == 0 { // both columns are equally high: (width - gap - right) / first = right * sum(others) + gaps
		right = (float64(width-gap) - first*gaps) / (1 + first*sum(others))
	}
	right = math.Round(min(max(right, .22*float64(width)), .5*float64(width)))
	left := width - gap - int(right)
	if height == 0 {
		height = int(math.Round(float64(left) / first))
	}
	boxes := []Box{{Width: left, Height: height}}
	for _, span := range share(others, height, gap) {
		boxes = append(boxes, Box{X: left + gap, Y: span.at, Width: int(right), Height: span.length})
	}
	return boxes
}

// parts returns the messages that the app makes of one message of the payload: some apps send the text that comes with
// pictures, or pictures beyond a number, as further messages.
func (b *builder) parts(m schema.ChatMessage) []schema.ChatMessage {
	o := b.manifest.Options.Chat
	if captioned(m.Type) && m.Text != "" && o.TextApart {
		bare, said := m, m
		bare.Text, said.Type = "", "text"
		return []schema.ChatMessage{bare, said}
	}
	if m.Type == "text" || len(m.Images) == 0 {
		return []schema.ChatMessage{m}
	}
	most := o.AlbumMost
	if most == 0 {
		most = len(m.Images)
	}
	var parts []schema.ChatMessage
	for images := range slices.Chunk(m.Images, most) {
		part := m
		part.Type, part.Text, part.Images = "image", "", images
		parts = append(parts, part)
	}
	switch first := &parts[0]; {
	case m.Type == "image":
	case o.TextApart:
		said := m
		said.Type, said.Images = "text", nil
		parts = append(parts, said)
	default:
		first.Type, first.Text = m.Type, m.Text // Telegram writes the text below the first of several albums
	}
	return parts
}

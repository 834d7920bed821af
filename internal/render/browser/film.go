package browser

import (
	"context"
	"image"
	"slices"
	"sort"
)

// Reel is what the page needs to know of a video: its items, which are pieces of markup, and the steps at which they
// come and go.
type Reel struct {
	Items []ReelItem `json:"items"`
	Steps []ReelStep `json:"-"`
	Scale float64    `json:"scale"` // device pixels per CSS pixel
	Bleed float64    `json:"bleed"` // CSS pixels that sprites reach out of their boxes
}

// ReelItem is one look of an item.
type ReelItem struct {
	Slot  string `json:"slot"`
	Key   string `json:"key"`
	First bool   `json:"first,omitempty"`
	HTML  string `json:"html"`
}

// ReelStep says which items come, by index, and which go, by key.
type ReelStep struct {
	Put  []int    `json:"put,omitempty"`
	Drop []string `json:"drop,omitempty"`

	Set map[string]string `json:"set,omitempty"` // custom properties
}

// Places is what the page measured, in device pixels. The elements of all items, in order, are the sprites.
type Places struct {
	First     []int    `json:"first"`   // of every item, its first sprite
	Boxes     [][]Spot `json:"-"`       // for every step, where sprites near the screen stand
	Parts     []Part   `json:"parts"`   // pieces of sprites that move by themselves
	Cells     []Cell   `json:"cells"`   // of every sprite and then every part, its place on the sheet
	Grow      [][4]int `json:"grow"`    // of sprites: which one, and the left, right and lower edge of what of it grows when it comes
	Broken    []string `json:"-"`       // paths of damaged images
	Units     []Unit   `json:"units"`   // of sprites whose text is written while one reads it
	View      Box      `json:"view"`    // what the items are seen through
	Inner     Box      `json:"inner"`   // the part of it that nothing lies before
	Masked    bool     `json:"masked"`  // the view is no plain rectangle
	Rounded   bool     `json:"rounded"` // nor is the screen
	Bleeds    []int    `json:"bleeds"`  // of every item, how far its sprites reach out of their boxes
	Windows   []Box    `json:"windows"` // of every item that lies before the front, what it is seen through; else nil
	Backdrops []Glass  `json:"backdrops"`
	Panes     []Glass  `json:"panes"` // the backdrops of sprites, their boxes on the sheet
	Fixed     []int    `json:"fixed"` // the sprites that show a ground that is fixed to the screen
	Front     bool     `json:"front"` // something lies before the items
}

// Glass is an element with a filtered backdrop.
type Glass struct {
	Sprite int    `json:"sprite"` // of a pane: whose it is
	Box    Box    `json:"box"`
	Filter string `json:"filter"` // computed CSS
}

// Spot is a sprite and the upper left corner of its box.
type Spot [3]int

// Part is a piece of a sprite.
type Part struct {
	Name   string `json:"name"`
	Sprite int    `json:"sprite"`
	Number int    `json:"number"`
}

// Unit is what of a sprite is uncovered at once: a few words, a line of code, a row of a table.
type Unit struct {
	Sprite  int  `json:"sprite"`
	Box     Box  `json:"box"` // from the sprite's corner
	Letters int  `json:"letters"`
	Ends    bool `json:"ends"` // the paragraph
	Line    bool `json:"line"` // of code, on a card
	Foot    int  `json:"foot"` // height of the card's end, which follows what is uncovered of it
	Rest    bool `json:"rest"` // what stands below the text
}

// Cell is x, y, width and height on the sheet; a part's is followed by that of the copy of its sprite.
type Cell []int

// Rect returns the i-th rectangle of the cell.
func (c Cell) Rect(i int) image.Rectangle {
	return Box(c[4*i : 4*i+4]).Rect()
}

// Box is x, y, width and height.
type Box []int

// Rect returns the box as a rectangle.
func (b Box) Rect() image.Rectangle { return image.Rect(b[0], b[1], b[0]+b[2], b[1]+b[3]) }

// Bleed is how far a sprite reaches out of its box.
func (p *Places) Bleed(sprite int) int { return p.Bleeds[p.item(sprite)] }

// item is the item that a sprite belongs to.
func (p *Places) item(sprite int) int {
	return sort.Search(len(p.First), func(i int) bool { return p.First[i] > sprite }) - 1
}

// Window is what a sprite before the front is seen through; nil for one that lies behind the front.
func (p *Places) Window(sprite int) Box {
	return p.Windows[p.item(sprite)]
}

// walk is how many steps are walked through in one exchange, which takes a second at most.
const walk = 200

// Film lays out the steps of a video on the page that is shown. Of a long one each part has the limit of WithLimit.
// Where images are broken, only they are told.
func (b *Browser) Film(ctx context.Context, reel Reel) (Places, error) {
	var places Places
	if err := b.Call(ctx, "mockup.film", reel, &places.Broken); err != nil || len(places.Broken) > 0 {
		return places, err
	}
	for steps := range slices.Chunk(reel.Steps, walk) {
		Renew(ctx)
		var boxes [][]Spot
		if err := b.Call(ctx, "mockup.walk", map[string]any{"steps": steps}, &boxes); err != nil {
			return places, err
		}
		places.Boxes = append(places.Boxes, boxes...)
	}
	Renew(ctx)
	err := b.Call(ctx, "mockup.places", nil, &places)
	return places, err
}

// Plane shows a part of the video's pictures by itself and takes a screenshot of it: "back", "front", "shapes", "mask",
// "paint", or a strip of the "sheet", the "panes" or the "fixed" sheet from an offset of device pixels down.
func (b *Browser) Plane(ctx context.Context, name string, offset int) ([]byte, error) {
	if err := b.Call(ctx, "mockup.plane", map[string]any{"name": name, "offset": offset}, nil); err != nil {
		return nil, err
	}
	return b.Screenshot(ctx)
}

// Clear makes the page transparent where nothing is drawn, or white.
func (b *Browser) Clear(ctx context.Context, clear bool) error {
	return b.within(ctx, "set background", func() error { return b.setClear(clear) })
}

// SpritePose puts one sprite or part where it is at a moment.
type SpritePose struct {
	Sprite  int        `json:"sprite"`
	X       float64    `json:"x"` // device pixels; of a part: away from its place
	Y       float64    `json:"y"`
	Scale   float64    `json:"scale"`
	Rotate  float64    `json:"rotate"` // of a part: degrees
	Pivot   [2]float64 `json:"pivot"`
	Opacity float64    `json:"opacity"`
	Clip    [4]float64 `json:"clip"` // cut off at the top, right, bottom and left
	Cut     float64    `json:"cut"`  // of a part: device pixels off its right side
}

// Pose shows a moment of the video on the page itself, as the compositor's counterpart.
// Pieces are shown on copies of their sprites.
func (b *Browser) Pose(ctx context.Context, step int, sprites, parts, pieces []SpritePose) error {
	return b.Call(ctx, "mockup.pose", map[string]any{"step": step, "poses": sprites, "parts": parts, "pieces": pieces}, nil)
}

// DraftLine is a line of a text in the field that it is typed into.
type DraftLine struct {
	Text    string   `json:"text"`
	RTL     bool     `json:"rtl"` // it begins on the right
	Letters []string `json:"letters"`
	Edges   []int    `json:"edges"` // how far each letter reaches from where the line begins
}

// Drafts breaks texts into lines, as the field for them on the page does.
func (b *Browser) Drafts(ctx context.Context, texts []string) ([][]DraftLine, error) {
	var lines [][]DraftLine
	err := b.Call(ctx, "mockup.drafts", map[string]any{"texts": texts}, &lines)
	return lines, err
}

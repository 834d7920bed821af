package storyboard

import "image"

// Geometry is where everything of a storyboard stands, as the page measured it. The elements of all items, in order,
// are the sprites.
type Geometry struct {
	Items   []ItemBox   `json:"items"`
	Sprites []SpriteBox `json:"sprites"`
	Parts   []Part      `json:"parts"` // elements inside sprites that move by themselves

	// Positions holds, for every step, where the sprites in or near the viewport stand.
	Positions [][]Position `json:"-"`

	View    Box  `json:"view"`    // the scroll view, through which the items are seen
	Inner   Box  `json:"inner"`   // the part of the scroll view that no bar covers
	Masked  bool `json:"masked"`  // the scroll view is no plain rectangle
	Rounded bool `json:"rounded"` // the screen is no plain rectangle
	Front   bool `json:"front"`   // something lies in front of the items

	Backdrops []Backdrop `json:"backdrops"` // of what lies in front of the items
	Rise      int        `json:"rise"`      // how much higher that of the front stands which rises with the keyboard

	Rising *Box `json:"rising"` // outside of which nothing shows that rises with the keyboard; nil: not known
	Bar    *Box `json:"bar"`    // the same of what becomes narrower as well

	Narrows int `json:"narrows"` // how much narrower the bar with the composer is on each side without the keyboard
	Middle  int `json:"middle"`  // of the composer: from there the bar's halves move outwards when the keyboard comes
}

// ItemBox is what the page knows of an item.
type ItemBox struct {
	First  int  `json:"first"`  // its first sprite
	Bleed  int  `json:"bleed"`  // how far its sprites reach out of their boxes
	Window *Box `json:"window"` // what it is seen through if its slot is inside the front; else nil
	Rises  bool `json:"rises"`  // its slot is inside what rises with the keyboard, or the keyboard's
}

// SpriteBox is what the page knows of a sprite.
type SpriteBox struct {
	Item      int        `json:"item"`
	Cell      Box        `json:"cell"`     // its place on the sprite sheet
	Grow      *Box       `json:"grow"`     // what of it grows when it comes, as a message's bubble; from its corner; nil: nothing
	Bubble    *Box       `json:"bubble"`   // of a message, to which reactions belong; else what grows; nil: nothing does
	Outlined  bool       `json:"outlined"` // its bubble is an outline, through which another one would be seen
	Beside    bool       `json:"beside"`   // something stands beside or above what grows, as a face, a name or a time
	Words     *Box       `json:"words"`    // what of it is uncovered as it grows out of a typing indicator, from its corner; nil: it shows no words
	Rims      [2]int     `json:"rims"`     // how much of that has no picture, at its sides and at its end; 0: it is not one bubble
	Texts     []Box      `json:"texts"`    // where in that words stand, from its corner
	Reversed  bool       `json:"reversed"` // its words begin at the right
	Head      int        `json:"head"`     // where then all ends that begins at the left above them, as a name; 0: nothing does
	Backdrops []Backdrop `json:"panes"`    // its own elements with a filtered backdrop, on the sprite sheet
	Fixed     bool       `json:"fixed"`    // it shows a background that is fixed to the screen
	Edges     bool       `json:"edges"`    // it shows an image, or something blurred, whose edges depend on how much of the page is drawn at once
	Film      *FilmBox   `json:"film"`     // nil: no video plays in it
	Joins     bool       `json:"joins"`    // it comes before others of its item that may be there already, as the number of answers, or that it was edited, above a receipt
	Message   bool       `json:"message"`  // it is a message itself, not a name, a face or a receipt beside it
	Face      bool       `json:"face"`     // it is the face beside a message, which may go before others of its item
	Readers   string     `json:"readers"`  // it shows the faces of those who have read up to a message: the same text for the same people; empty: it does not
	Round     int        `json:"round"`    // of a strip that is one with the field below it: how far its upper corners reach, device pixels; else 0
	Units     []Unit     `json:"units"`    // of text that is written while one reads it
}

// Part is an element inside a sprite with a motion of its own.
type Part struct {
	Name   string `json:"name"` // names the motion, see package motion
	Sprite int    `json:"sprite"`
	Number int    `json:"number"` // among the parts of its sprite that have its name
	Cell   Box    `json:"cell"`   // its place on the sprite sheet
	Bleed  int    `json:"bleed"`  // how far it reaches out of its box, by a ring or a shadow
	Offset [2]int `json:"offset"` // x and y from its sprite's corner
	Count  int    `json:"count"`  // how far from its right side that ends which is before its number; 0: it has no number
}

// Position is where the upper left corner of a sprite's box stands.
type Position struct {
	Sprite int `json:"sprite"`
	X      int `json:"x"`
	Y      int `json:"y"`
}

// Unit is what of a sprite is uncovered at once while its text is written: a few words, a word or some
// signs of code, a row of a table. Units tile their sprite in bands from top to bottom, and come in the order in which they are written.
type Unit struct {
	Box     Box  `json:"box"` // from the sprite's corner
	Letters int  `json:"letters"`
	Ends    bool `json:"ends"` // it ends a paragraph; or it is the end of a card of code, below the last line
	Line    bool `json:"line"` // it is on a line of code, of which the ground comes at once
	Foot    int  `json:"foot"` // height of the end of the card of code that the unit is on; it follows what is uncovered
	Rest    bool `json:"rest"` // what stands below the text and comes when all is written
}

// FilmBox is where a film plays in a sprite.
type FilmBox struct {
	Number int `json:"number"`
	Box    Box `json:"box"` // from the sprite's corner
}

// Backdrop is an element with a filtered backdrop.
type Backdrop struct {
	Box     Box    `json:"box"`
	Filter  string `json:"filter"`  // computed CSS
	Lens    *Lens  `json:"lens"`    // nil: none
	Rises   bool   `json:"rises"`   // with the keyboard
	Narrows bool   `json:"narrows"` // it belongs to the bar that becomes narrower without the keyboard
}

// Lens is the rim of a backdrop that bends what lies behind it, in device pixels. See the type of that name in package composite.
type Lens struct {
	Rim    float64 `json:"rim"`
	Depth  float64 `json:"depth"`
	Radius float64 `json:"radius"`
}

// Box is x, y, width and height.
type Box [4]int

// Rect returns the box as a rectangle.
func (b Box) Rect() image.Rectangle { return image.Rect(b[0], b[1], b[0]+b[2], b[1]+b[3]) }

// Size returns the box's width and height.
func (b Box) Size() image.Point { return image.Pt(b[2], b[3]) }

// End returns the sprite behind an item's last.
func (g *Geometry) End(item int) int {
	if item+1 < len(g.Items) {
		return g.Items[item+1].First
	}
	return len(g.Sprites)
}

// Package storyboard describes what happens in a video and when, and where the page puts it. The packages that make a
// video share its types. Data flows one way:
//
//	scene     writes a Storyboard: what comes, changes and goes, and when
//	browser   breaks its drafts into lines, and measures its Geometry on the page
//	motion    joins both into poses for any moment
//
// Lengths of a Storyboard are CSS pixels, those of a Geometry device pixels.
package storyboard

import (
	"math"
	"time"

	"mockup/internal/render/sound"
)

// Storyboard says what happens in a video, in order of time. Where things stand is not known yet.
type Storyboard struct {
	Items  []Item
	Steps  []Step
	Length time.Duration
	Still  bool   // the page stands still: there are no items, and nothing happens
	Bleed  int    // how far a sprite's shadow or tail reaches out of its box, CSS pixels
	Fills  []Fill // of progress bars, by their number

	Plays map[string]Fill // of the waveforms of recordings, by the keys of their items

	Films []Film // the videos that play in items, by their number

	Scatter *Scatter // nil: the items stand where the page puts them
	Cues    []Cue    // what is seen and heard when, in order of time
	Sounds  *Sounds  // nil: nothing that happens is heard
	Voices  []Voice  // in order of time

	Field  *Field  // where texts are typed; nil: nowhere
	Drafts []Draft // the texts that are typed there, in order of time
	Typed  []Typed // the same once Type has laid them out

	Keyboard *Keyboard // with which they are typed; nil: it is not seen
}

// Sounds says which cues are heard.
type Sounds struct {
	Timbre sound.Timbre
	Kinds  map[CueKind]sound.Kind // what is heard at the beginning of a cue; at the end of CueWrite; at each stroke of CueDraft
}

// Film is a video file that plays in a picture of the page: the one whose data-film has its number.
type Film struct {
	Ref  string        // the payload's value; empty: it is left out, and the picture stays
	From time.Duration // when it begins
}

// Voice is an audio file that is heard once.
type Voice struct {
	At  time.Duration
	Ref string // the payload's value
}

// Item is a part of the page that comes or changes during the video, in one of its looks: one version of its markup.
type Item struct {
	Slot  string `json:"slot"`            // where it stands: the data-slot of the template
	Key   string `json:"key"`             // an item replaces the one with the same key
	First bool   `json:"first,omitempty"` // it joins its slot as the first, not as the last
	HTML  string `json:"html"`
	Path  string `json:"-"` // the field of the payload that it shows, dotted: props.messages.3; empty: several or none

	Enter string `json:"-"` // how it arrives, a style that package motion knows; empty: at once
	Leave string `json:"-"` // how it goes, likewise
	Snap  bool   `json:"-"` // it changes its place at once, not on a spring
	Anew  bool   `json:"-"` // its elements are others than those of a look with the same key that is not anew
	Lead  bool   `json:"-"` // the view scrolls until it is at the upper edge

	// Lowers is set for a composer that is empty and on its way down to one line: nothing waits for the room that it still takes.
	Lowers bool `json:"-"`

	// Answering is set for a composer below a strip (StripKey).
	Answering bool `json:"-"`

	// Sent items come out of the composer: those that still are behind it are seen through it and below it if it is glass.
	Sent bool `json:"-"`

	// Pinned items stand still on the screen while the view scrolls, as a button of a bar.
	Pinned bool `json:"-"`

	// Over items lie above all others, those in front of the bars included.
	Over bool `json:"-"`

	// Again items come back at the end of a loop. Films in them stand at their first frame.
	Again bool `json:"-"`

	// Stream is how long its text takes to be written: what the template marks with data-stream. The view follows.
	Stream time.Duration `json:"-"`
}

// Step is a moment at which items come, change or go.
type Step struct {
	At   time.Duration `json:"-"`
	Put  []int         `json:"put,omitempty"`  // indexes of items
	Drop []string      `json:"drop,omitempty"` // keys

	Set  map[string]string `json:"set,omitempty"` // custom properties of the slots, from now on
	Snap bool              `json:"-"`             // what changes its place does so at once, not on a spring

	Glide bool `json:"-"` // items that else change their place at once do so on a spring

	// Fold is how long that takes to go down which leaves by a fold, with the composer below it. What stands below the composer goes down
	// on a spring instead, as it has come. Zero: it goes at once.
	Fold time.Duration `json:"-"`

	// Keyboard is up or down: the keyboard comes or goes, and what stands on it moves as one. Empty: it stays as it is.
	Keyboard string `json:"keyboard,omitempty"`

	// Seen is when the new looks of what is there already are seen: the list makes room for them first. Zero: at once.
	Seen time.Duration `json:"-"`

	// Votes is the key of a message in whose poll somebody votes, or bars still grow: its bubble gets another size softly.
	Votes string `json:"-"`

	// Deletes is the key of a message that is deleted. It fades out, or into what the app leaves of it, and then the list closes its gap.
	Deletes string `json:"-"`

	Leave  string `json:"-"` // how what goes does so, instead of the way that its item says; not of pinned items
	Rewind bool   `json:"-"` // the view is again where it was at the beginning
}

// Fill is when a progress bar fills: the part named "fill" that has its number. Where it is cut short, it is full from then on.
type Fill struct{ From, To, Cut time.Duration }

// Scatter spreads the items over the frame, see package scatter. Each item has one sprite.
type Scatter struct {
	Width, Height float64 // of the frame, CSS pixels
	Seed          int64
	Offsets       []Offset // of every item
	Until         []int    // of every item: those before this index leave it free if they can, since it is still being read
}

// Offset is where an item's centre lies, from the frame's centre in CSS pixels; nil: anywhere.
type Offset struct {
	X, Y *float64
	Tilt float64 // how far the page turns the item around its centre, in degrees
}

// Room returns the width and height that an item of that size takes as it is turned.
func (o Offset) Room(width, height float64) (float64, float64) {
	sin, cos := math.Sincos(math.Abs(o.Tilt) * math.Pi / 180)
	return width*cos + height*sin, width*sin + height*cos
}

// Keys of the items that package motion treats by themselves.
const (
	CaretKey       = "caret"
	FarCaretKey    = "far caret"       // where the caret stands in the empty field before a text from the right; it is not shown itself
	AnswerCaretKey = "far caret below" // the same in the empty field below a message that is answered
	ComposerKey    = "composer"
	StripKey       = "answering" // what stands above the composer while one types: the message that is answered, pictures that are about to be sent
	MarkKey        = "mark"      // the mark of an assistant, which stands below what it writes
	TypingKey      = "typing"    // the indicator that somebody is typing; what comes when it goes is what was typed
)

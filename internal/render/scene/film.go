package scene

import "time"

// Film says what happens in a video, in order and time. Where things stand is not known yet: the page lays out
// every step, and package motion joins both.
type Film struct {
	Items  []Item
	Steps  []Step
	Length time.Duration
	Bleed  int // how far a sprite's shadow or tail reaches out of its box, CSS pixels
	Fills  []Fill

	// Place finds the places of all sprites once their sizes are known: their upper left corners. Nil: they stand where
	// the page puts them.
	Place func(sizes []Size) []Point
	Pops  []time.Duration // when a pop is heard

	Field  *Field  // where texts are typed; nil: nowhere
	Drafts []Draft // the texts that are typed there, in order of time
}

// Item is a piece of the page that comes or changes during the video, in one of its looks.
type Item struct {
	Slot  string // where it stands: the data-slot of the template
	Key   string // an item takes the place of the one with its key
	First bool   // joins its slot before the others, not behind them
	HTML  string
	Enter string // how it arrives, one of the names that package motion knows; empty: at once
	Still bool   // changes its place at once, not on a spring
	Leave string // how it goes, likewise
	Lead  bool   // the view brings it to its upper edge

	// Pinned is what stands still on the screen while the view moves, as a button of a bar.
	Pinned bool

	// Stream is how long its text takes to be written, what the template marks with data-stream. The view follows.
	Stream time.Duration
}

// Fill is when the bar of a progress fills: the part named "fill" that has its number.
type Fill struct{ From, To time.Duration }

// Step is a moment at which items come, change or go.
type Step struct {
	At   time.Duration
	Put  []int    // indexes of items
	Drop []string // keys

	Set   map[string]string // custom properties of the slots, from now on
	Rigid bool              // what changes its place does so at once, not on a spring
}

// item draws an item with a partial of the template. Each look of an item is kept once.
func (b *builder) item(f *Film, item Item, partial string, data any) (int, error) {
	html, err := b.scene.Template.Partial(partial, data)
	if err != nil {
		return 0, err
	}
	item.HTML = string(html)
	for i := len(f.Items) - 1; i >= 0; i-- {
		if f.Items[i].Key == item.Key && f.Items[i].HTML == item.HTML {
			return i, nil
		}
	}
	f.Items = append(f.Items, item)
	return len(f.Items) - 1, nil
}

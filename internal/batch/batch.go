// Package batch makes the pictures and videos of many payloads, and only those that have changed.
//
// A Plan lists what there is to make: an Item for each payload, or for each variant and each row of data that a payload
// is multiplied by, with the file it becomes. Planning reads and checks everything, so that whatever is wrong is known
// before anything is drawn. The Record of an output folder tells which items are up to date. A Runner draws the others, a
// few at a time, through the engine, or through a service, or to compare them with what is there.
package batch

import (
	"errors"
	"fmt"
	"time"

	"mockup/internal/inputs"
	"mockup/internal/render/scene"
	"mockup/internal/schema"
)

// State is what has become of an item.
type State string

// The states. An item begins as Planned; one that is not begun before the end of its run stays so.
const (
	Planned   State = "planned"
	UpToDate  State = "up-to-date"
	Invalid   State = "invalid" // the payload breaks a rule
	Rendered  State = "rendered"
	Failed    State = "failed"
	Same      State = "same"      // verified
	Different State = "different" // verified: the output is another one, or is missing
)

// Item is one picture or video.
type Item struct {
	Name   string // in messages: the payload, and what sets the item apart from its other items
	File   string // payload as it was named; "stdin" for the standard input
	Label  string // what sets it apart from other items of its payload; may be empty
	Output string // file to write; empty while Invalid
	Video  bool

	State  State
	Reason string             // why it is planned, or what differs
	Found  schema.Diagnostics // about the payload
	Err    error              // why it failed
	Drawn  Drawn              // what was made of it
	Took   time.Duration      // without the wait for a browser

	source *source
	set    []schema.Setting
	row    *row
	naming naming
	rel    string // Output below the output folder, with slashes
	key    key
	images []string // files that it is drawn with
}

// Drawn is what was made of an item.
type Drawn struct {
	State         State  // Rendered, Same or Different
	Reason        string // what differs
	Format        string // png, mp4 or webm
	Size          int64  // bytes
	Width, Height int    // device pixels
	SHA256        string // of the file, hexadecimal
	Warnings      []scene.Warning
	Waited        time.Duration // for a browser
}

// Misuse is an error of what the batch was asked to do: by its arguments, its batch file or its data.
type Misuse struct{ text string }

func (e *Misuse) Error() string { return e.text }

func misuse(format string, args ...any) error { return &Misuse{fmt.Sprintf(format, args...)} }

// errInvalid is the error of an item whose payload has become invalid since it was planned.
var errInvalid = errors.New("the payload is invalid; it has changed since the batch began")

// read returns the item's payload as it is now; nil if it is invalid.
func (i *Item) read(opts Options) (*schema.Document, schema.Diagnostics, error) {
	data, err := i.source.read()
	if err != nil {
		return nil, nil, err
	}
	decode := schema.Options{
		Filename: i.source.name, Format: i.source.format, AllowPaths: true, RendererVersion: opts.RendererVersion, Set: i.set,
	}
	if !opts.Placeholder {
		decode.CheckPath = inputs.CheckImage(i.source.dir)
	}
	if i.row != nil {
		decode.Columns = i.row.values
	}
	doc, found := schema.Read(data, decode)
	for n := range found {
		found[n].Line += i.source.line
	}
	return doc, found, nil
}

// Package batch draws the pictures and videos of many payloads, and only those that have changed.
//
// A Plan lists what there is to draw: an Item for each payload, or for each of its variants and rows of data, with the
// output that it becomes. Planning reads and checks all payloads, so all errors are known before anything is drawn. The
// Record of an output folder says which items are up to date. A Runner draws the others, a few at a time, with a Draw:
// Plan.Engine draws them with Chromium, Plan.Service has a render service draw them, and Plan.Verify compares them with
// the outputs that exist.
package batch

import (
	"errors"
	"time"

	"mockup/internal/inputs"
	"mockup/internal/render/format"
	"mockup/internal/render/scene"
	"mockup/internal/schema"
)

// State says whether an item is drawn.
type State string

// The states. An item begins as Planned, and stays so if its run ends before it is drawn.
const (
	Planned   State = "planned"
	UpToDate  State = "up-to-date"
	Invalid   State = "invalid" // the payload breaks a rule
	Rendered  State = "rendered"
	Failed    State = "failed"
	Same      State = "same"      // verified
	Different State = "different" // verified: the output looks different
	Missing   State = "missing"   // verified: there is no output
)

// Wrong reports whether the item makes the run fail, other than by an invalid payload.
func (s State) Wrong() bool { return s == Failed || s == Different || s == Missing }

// Item is one output: a picture or a video.
type Item struct {
	Name   string // in messages: the payload, with the Label in parentheses
	File   string // payload as it was named; "stdin" for the standard input
	Label  string // how it differs from other items of its payload; may be empty
	Output string // file to write; empty while Invalid
	Cues   string // file to write the cues of a video to; empty: none
	Stems  string // folder for the tracks of a video that is heard; empty: none
	Video  bool

	State  State
	Reason string             // why it is planned, or what differs
	Found  schema.Diagnostics // about the payload
	Err    error              // why it failed
	Drawn  Drawn              // the result
	Took   time.Duration      // time for drawing, without the wait for a browser

	source *source
	set    []schema.Setting
	wanted string        // name of the output's format; empty: the one of all
	format format.Format // of the output, once the payload is read
	row    *row
	naming nameTemplate
	rel    string // Output below the output folder, with slashes
	key    key
	images []string // files that it is drawn with
}

// Drawn is the result of drawing an item.
type Drawn struct {
	State         State  // Rendered, Same, Different or Missing
	Reason        string // what differs
	Format        string // its name
	Size          int64  // bytes
	Width, Height int    // device pixels
	SHA256        string // of the file, hexadecimal
	Warnings      []scene.Warning
	Remarks       []scene.Warning
	Waited        time.Duration // until a browser was free
	Stems         bool          // the tracks were written
}

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
		decode.CheckPath = inputs.CheckFile(i.source.dir)
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

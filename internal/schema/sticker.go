package schema

// StorySticker is something that stands on a slide of a story: a text, a link or a poll. The v1 interface has none.
type StorySticker struct {
	Kind    string       `json:"kind" jsonschema:"enum=text,enum=link,enum=poll,default=text" jsonschema_description:"A text, a link or a poll."`
	Text    string       `json:"text,omitempty" jsonschema:"maxLength=400" jsonschema_description:"The words of a text, required; the question of a poll, required; what stands on a link instead of its host."`
	X       float64      `json:"x" jsonschema:"minimum=0,maximum=1,default=0.5" jsonschema_description:"Where its middle is: 0 is the left edge of the slide, 1 the right one."`
	Y       float64      `json:"y" jsonschema:"minimum=0,maximum=1,default=0.5" jsonschema_description:"Where its middle is: 0 is the upper edge of the slide, 1 the lower one."`
	Tilt    float64      `json:"tilt" jsonschema:"minimum=-45,maximum=45,default=0" jsonschema_description:"How far it is turned, in degrees, clockwise."`
	Font    string       `json:"font" jsonschema:"enum=modern,enum=serif,enum=typewriter,enum=strong,enum=rounded,default=modern" jsonschema_description:"Type of a text."`
	Size    float64      `json:"size" jsonschema:"minimum=12,maximum=96,default=30" jsonschema_description:"Size of the type of a text, in CSS pixels."`
	Ground  string       `json:"ground" jsonschema:"enum=none,enum=box,enum=soft,enum=strip,default=none" jsonschema_description:"What a text stands on: nothing, a box of its colour behind each line, the same half transparent (black below a text of a bright colour), or a dark strip from edge to edge."`
	Color   Color        `json:"color,omitempty" jsonschema_description:"Colour of a text, or of its box, on which the text is black or white; white when omitted."`
	Align   string       `json:"align" jsonschema:"enum=left,enum=center,enum=right,default=center" jsonschema_description:"How the lines of a text stand."`
	URL     WebAddress   `json:"url,omitempty" jsonschema_description:"Address of a link, required; nothing is loaded from it."`
	Options []PollOption `json:"options,omitempty" jsonschema:"minItems=2,maxItems=4" jsonschema_description:"Answers of a poll, required."`
	Voted   string       `json:"voted,omitempty" jsonschema_description:"Id of the answer that the viewer chose. With it the shares of a poll are shown."`

	VotedAfter *float64 `json:"votedAfter,omitempty" jsonschema:"minimum=0,maximum=3600" jsonschema_description:"Videos: seconds from when the slide is shown to when the viewer chooses the answer in voted; before, when omitted."`
}

package schema

// Kinds of messages beside texts, pictures, recordings and calls. The v1 interface has none of them.

// Link is the preview of a page that a text names. Nothing is loaded from the page.
type Link struct {
	Title       string   `json:"title" jsonschema:"required" jsonschema_description:"Title of the page."`
	Site        string   `json:"site" jsonschema:"required" jsonschema_description:"Where the page is, as the app writes it: a domain like example.org."`
	Image       ImageRef `json:"image,omitempty" jsonschema_description:"Picture of the page."`
	Description string   `json:"description,omitempty" jsonschema_description:"What the page says about itself, where the app shows that."`
}

// ChatFile is a file in a conversation.
type ChatFile struct {
	Name string   `json:"name" jsonschema:"required" jsonschema_description:"Name of the file, such as menu.pdf."`
	Size *float64 `json:"size,omitempty" jsonschema:"minimum=0" jsonschema_description:"Bytes; the app writes no size when omitted."`
	Kind string   `json:"kind,omitempty" jsonschema:"maxLength=12" jsonschema_description:"Kind of the file, such as PDF; the ending of its name when omitted."`
}

// Sticker is a picture without a bubble.
type Sticker struct {
	Image ImageRef `json:"image,omitempty" jsonschema_description:"Picture of the sticker."`
	Emoji string   `json:"emoji,omitempty" jsonschema:"maxLength=32" jsonschema_description:"One emoji, which is drawn in the size of a sticker instead of a picture."`
}

// Animation is an animation in a conversation. Without a file one picture of it is drawn.
type Animation struct {
	Image ImageRef `json:"image" jsonschema:"required" jsonschema_description:"A picture of the animation."`
	File  VideoRef `json:"file,omitempty" jsonschema_description:"Videos: the animation itself, which plays again and again: MP4, MOV, WebM or MKV, up to 100 MiB."`
}

// ChatVideo is a video in a conversation. Without a file it does not play.
type ChatVideo struct {
	Poster          ImageRef `json:"poster" jsonschema:"required" jsonschema_description:"The picture that stands for the video."`
	DurationSeconds float64  `json:"durationSeconds" jsonschema:"required,minimum=1,maximum=360000" jsonschema_description:"Length of the video in seconds."`
	File            VideoRef `json:"file,omitempty" jsonschema_description:"Videos: the video itself, which plays in its place, without its sound and again and again: MP4, MOV, WebM or MKV, up to 100 MiB."`
}

// Location is a place on a map, which is made up.
type Location struct {
	Name    string `json:"name,omitempty" jsonschema_description:"Name of the place."`
	Address string `json:"address,omitempty" jsonschema_description:"Address of the place."`
}

// Contact is somebody's card.
type Contact struct {
	Name  string   `json:"name" jsonschema:"required" jsonschema_description:"Name on the card."`
	Image ImageRef `json:"image,omitempty" jsonschema_description:"Picture on the card."`
	Phone string   `json:"phone,omitempty" jsonschema_description:"Telephone number on the card, where the app shows it."`
}

// ChatPoll is a question with answers to choose from.
type ChatPoll struct {
	Question string           `json:"question" jsonschema:"required" jsonschema_description:"What is asked."`
	Options  []ChatPollOption `json:"options" jsonschema:"required,minItems=2,maxItems=12" jsonschema_description:"The answers, in order."`
	Multiple bool             `json:"multiple,omitempty" jsonschema:"default=false" jsonschema_description:"People may choose more than one answer."`
	Closed   bool             `json:"closed,omitempty" jsonschema:"default=false" jsonschema_description:"The poll is over, where the app shows that."`

	VotesAfter *float64 `json:"votesAfter,omitempty" jsonschema:"minimum=0,maximum=3600" jsonschema_description:"Videos: seconds from when the poll is there to its first vote; the others follow one by one. Omitted, all votes are there with the poll."`
}

// ChatPollOption is an answer of a poll.
type ChatPollOption struct {
	Text  string   `json:"text" jsonschema:"required" jsonschema_description:"The answer."`
	By    []string `json:"by,omitempty" jsonschema:"maxItems=1000" jsonschema_description:"Ids of those who chose it: sender.id or ids of receivers."`
	Votes int64    `json:"votes,omitempty" jsonschema:"minimum=0,maximum=1000000000" jsonschema_description:"How many chose it, if they are more than those in by."`
}

package schema

// What posts hold beside a text and a picture. The v1 interface has none of it.

// PostQuote is a post that another one quotes or shares.
type PostQuote struct {
	Author    PostAuthor `json:"author" jsonschema:"required" jsonschema_description:"Who wrote the quoted post."`
	Content   string     `json:"content" jsonschema:"required" jsonschema_description:"Text of the quoted post; may be empty if there is an image."`
	Image     ImageRef   `json:"image,omitempty" jsonschema_description:"Picture of the quoted post."`
	Timestamp Instant    `json:"timestamp" jsonschema:"required" jsonschema_description:"When the quoted post was posted, like 2026-03-01T09:41:00Z."`
}

// PostPoll is a poll in a post.
type PostPoll struct {
	Question string       `json:"question,omitempty" jsonschema:"maxLength=140" jsonschema_description:"linkedin only: the question, above the answers; elsewhere the text of the post asks."`
	Options  []PollOption `json:"options" jsonschema:"required,minItems=2,maxItems=4" jsonschema_description:"The answers."`
	Voted    string       `json:"voted,omitempty" jsonschema_description:"Id of the answer that the viewer chose. With it the results are shown, without it the answers to choose from."`
	Closed   bool         `json:"closed,omitempty" jsonschema:"default=false" jsonschema_description:"The poll is over, and the results are shown."`
	EndsIn   string       `json:"endsIn,omitempty" jsonschema:"maxLength=20" jsonschema_description:"How long an open poll goes on, as the app writes it: 2 days on x, 2d on linkedin and threads."`
}

// PostLink is the card of a web page below a post.
type PostLink struct {
	URL         WebAddress `json:"url" jsonschema:"required" jsonschema_description:"Address of the page; its host is shown, and nothing is loaded from it."`
	Title       string     `json:"title" jsonschema:"required,minLength=1,maxLength=300" jsonschema_description:"Title of the page."`
	Description string     `json:"description,omitempty" jsonschema:"maxLength=600" jsonschema_description:"bluesky and facebook only: a line or two about the page."`
	Image       ImageRef   `json:"image,omitempty" jsonschema_description:"Picture of the page."`
}

package schema

// What people do in a conversation beside texts and pictures. The v1 interface has none of it.

// Reaction is an emoji that people put on a message.
type Reaction struct {
	Emoji string   `json:"emoji" jsonschema:"required,minLength=1,maxLength=32" jsonschema_description:"One emoji."`
	By    []string `json:"by" jsonschema:"required,minItems=1,maxItems=1000" jsonschema_description:"Ids of those who chose it: sender.id or ids of receivers."`
	After *float64 `json:"after,omitempty" jsonschema:"minimum=0,maximum=3600" jsonschema_description:"Videos: seconds from when the message is there to when the reaction comes, 0.7 at least where the message comes in the video; of the first a little more than a second when omitted, of others shortly after the one before."`
}

// Voice is a recorded message.
type Voice struct {
	DurationSeconds float64  `json:"durationSeconds" jsonschema:"required,minimum=1,maximum=36000" jsonschema_description:"Length of the recording in seconds."`
	Played          bool     `json:"played,omitempty" jsonschema:"default=false" jsonschema_description:"It was listened to, where the app shows that."`
	PlayAfter       *float64 `json:"playAfter,omitempty" jsonschema:"minimum=0,maximum=3600" jsonschema_description:"Videos: it plays that many seconds after it is there, and the next message waits for its end. The narration of its message is what is heard then. With a narration it is 0 when omitted; otherwise it does not play."`
	Transcript      string   `json:"transcript,omitempty" jsonschema_description:"What is said, as text below the recording."`
}

// Call is a call within a conversation.
type Call struct {
	Kind            string  `json:"kind" jsonschema:"enum=voice,enum=video,default=voice" jsonschema_description:"A voice call or a video call."`
	Outcome         string  `json:"outcome" jsonschema:"enum=ended,enum=missed,enum=declined,default=ended" jsonschema_description:"How it ended. ended: people talked."`
	DurationSeconds float64 `json:"durationSeconds,omitempty" jsonschema:"minimum=0,maximum=360000" jsonschema_description:"How long people talked, in seconds; only of a call that ended."`
}

// ChatEvent is what somebody did to the conversation, which the app says in its own words.
type ChatEvent struct {
	Kind string `json:"kind" jsonschema:"required,enum=joined,enum=left,enum=added,enum=removed,enum=renamed,enum=picture,enum=screenshot,enum=text" jsonschema_description:"What happened: somebody joined, left, added or removed the person named by who, renamed the group to name, changed its picture, or took a screenshot, where the app says that. text: the message's text is the line."`
	Who  string `json:"who,omitempty" jsonschema_description:"Id of the person who was added or removed."`
	Name string `json:"name,omitempty" jsonschema_description:"New name of the group, of the kind renamed."`
}

package schema

import (
	"fmt"
	"strconv"

	"github.com/invopop/jsonschema"
)

// VideoSettings say how fast a video is, how it begins and ends, and what is heard. All of them are optional, and only the keyboard
// concerns a picture, too.
type VideoSettings struct {
	Pace    Pace     `json:"pace,omitempty" jsonschema_description:"How fast texts follow each other: slow, normal, fast, or the letters a second that are read, 2 to 60. Chats, ai and notifications."`
	StartAt string   `json:"startAt,omitempty" jsonschema_description:"Id of the last message, or notification, that is on the screen in the first frame. Omitted, the first message of a conversation is. Chats, ai and notifications."`
	Intro   *float64 `json:"intro,omitempty" jsonschema:"minimum=0,maximum=60" jsonschema_description:"Seconds that the first frame holds before anything happens."`
	Outro   *float64 `json:"outro,omitempty" jsonschema:"minimum=0,maximum=60" jsonschema_description:"Seconds that the last frame holds once everything has been shown and read."`
	Length  *float64 `json:"length,omitempty" jsonschema:"minimum=1,maximum=3600" jsonschema_description:"Length of the whole video in seconds. The pace is chosen to fit."`
	Loop    bool     `json:"loop" jsonschema:"default=false" jsonschema_description:"The end leads back to what the first frame shows, so that the video can be repeated without a jump."`
	Still   bool     `json:"still,omitempty" jsonschema:"default=false" jsonschema_description:"The screen is that of the picture and stands still for the length of the video; the camera may move, and music be heard. Chats, stories and notifications."`
	Clock   string   `json:"clock" jsonschema:"enum=fixed,enum=follow,default=fixed" jsonschema_description:"Chats: the clock in the status bar stands still at statusBarTime, or follows the timestamps of the messages."`

	Sounds     bool        `json:"sounds,omitempty" jsonschema:"default=false" jsonschema_description:"What happens is heard: messages that are sent and that come, reactions, calls, keys that are pressed, notifications, slides that change, prompts and answers. Of cards that pop up, props.sound says it."`
	Soundtrack *Soundtrack `json:"soundtrack,omitempty" jsonschema_description:"Music below everything else that is heard."`

	Keyboard bool `json:"keyboard" jsonschema:"default=false" jsonschema_description:"Chats and ai, on a phone: the keyboard comes up while the sender types, and its keys are pressed. A picture shows it as well."`
	Typos    int  `json:"typos" jsonschema:"minimum=0,maximum=20,default=0" jsonschema_description:"Chats: how many times in the video the sender hits a neighbouring key, deletes the letter and types the right one."`

	Changes []VideoChange `json:"changes,omitempty" jsonschema:"maxItems=100" jsonschema_description:"Chats: what changes beside the messages."`
}

// VideoChange is something that changes in a chat beside its messages, at a moment of the video.
type VideoChange struct {
	At    *float64 `json:"at,omitempty" jsonschema:"minimum=0,maximum=3600" jsonschema_description:"When, in seconds from the beginning of the video."`
	After string   `json:"after,omitempty" jsonschema_description:"Instead of at: id of a message. It changes once this message is there."`
	Delay *float64 `json:"delay,omitempty" jsonschema:"minimum=0,maximum=3600" jsonschema_description:"Seconds from when the message is there to the change; 1 when omitted. With after only."`

	Presence string  `json:"presence,omitempty" jsonschema:"enum=online,enum=offline,enum=none" jsonschema_description:"What the app says of the receiver from then on."`
	LastSeen Instant `json:"lastSeen,omitempty" jsonschema_description:"When the receiver was last there, with the presence offline. Omitted, the time of the newest message that is there."`

	Notification  *Banner  `json:"notification,omitempty" jsonschema_description:"A notification that slides in from the top of the screen, stays, and goes."`
	StatusBarTime string   `json:"statusBarTime,omitempty" jsonschema_description:"Time in the status bar from then on."`
	BatteryLevel  *float64 `json:"batteryLevel,omitempty" jsonschema:"minimum=0,maximum=100" jsonschema_description:"Battery of the status bar from then on, in percent."`
}

// Banner is a notification that slides in from the top of a chat. It is written as one of a lock screen.
type Banner struct {
	Title      string   `json:"title" jsonschema:"required" jsonschema_description:"Bold first line."`
	Text       string   `json:"text" jsonschema:"required" jsonschema_description:"Body."`
	TimeLabel  string   `json:"timeLabel" jsonschema:"default=now" jsonschema_description:"Text at the top right of the card."`
	IconPreset string   `json:"iconPreset,omitempty" jsonschema_description:"Key of a known app icon; takes precedence over icon; an unknown key gives a monogram."`
	Icon       ImageRef `json:"icon,omitempty" jsonschema_description:"App icon; omitted, a monogram."`
	Face       ImageRef `json:"face,omitempty" jsonschema_description:"Face of a message's sender, in the place of the icon, which becomes a small badge on it."`
	Thumbnail  ImageRef `json:"thumbnail,omitempty" jsonschema_description:"Picture on the right of the card."`
	Hold       *float64 `json:"hold,omitempty" jsonschema:"minimum=0.5,maximum=3600" jsonschema_description:"Seconds that it stays; 4 when omitted."`
}

// Soundtrack is music below a video.
type Soundtrack struct {
	File   AudioRef `json:"file" jsonschema:"required" jsonschema_description:"The music: WAV, MP3, M4A, Ogg or FLAC, up to 10 minutes."`
	Volume float64  `json:"volume" jsonschema:"minimum=0,maximum=1,default=0.3" jsonschema_description:"How loud it is compared to a voice: 1 is as loud, 0 is silent."`
	Loop   bool     `json:"loop" jsonschema:"default=true" jsonschema_description:"It begins again when it ends before the video does."`
	Duck   bool     `json:"duck" jsonschema:"default=true" jsonschema_description:"It becomes quieter while a voice or a sound is heard."`
}

// StandsStill reports whether the payload is a video whose screen stands still.
func (p *Payload) StandsStill() bool {
	return p.RenderKind == Video && p.Video != nil && p.Video.Still && p.Video.Length != nil && onPhone(p.MockupType)
}

// Timing says when one message, slide, notification or card of a video comes, in seconds. What is left out follows from
// the pace of the video.
type Timing struct {
	At     *float64 `json:"at,omitempty" jsonschema:"minimum=0,maximum=3600" jsonschema_description:"When it is there, counted from the beginning of the video; of an assistant's answer, when it begins to be written."`
	Delay  *float64 `json:"delay,omitempty" jsonschema:"minimum=0,maximum=3600" jsonschema_description:"Seconds from the one before to the first sign of this one, which is that it is being typed; of an assistant's answer, to its first words."`
	Typing *float64 `json:"typing,omitempty" jsonschema:"minimum=0,maximum=3600" jsonschema_description:"Seconds that it is seen being typed before it is there; of an assistant's answer, that it is being written. Messages only."`
	Change *float64 `json:"change,omitempty" jsonschema:"minimum=0,maximum=3600" jsonschema_description:"Seconds from when a message of a chat is there to when it becomes what deleted, edited or failed says; omitted, it is so from the start."`
	Read   *float64 `json:"read,omitempty" jsonschema:"minimum=0,maximum=3600" jsonschema_description:"Seconds from when a sent message of a chat is there to when it is read; soon when omitted. For messages with the status read."`
	Hold   *float64 `json:"hold,omitempty" jsonschema:"minimum=0,maximum=3600" jsonschema_description:"Seconds that it stays before the next one is there, or longer where that one's delay and typing take longer; of a slide, its length."`
}

// Comes reports whether the timing says anything about how something comes, and not only how long it stays. It works on
// nil.
func (t *Timing) Comes() bool { return t != nil && (t.At != nil || t.Delay != nil || t.Typing != nil) }

// Part returns the timing of one of the parts that something is shown in one after the other: the first comes when the
// whole does, and the last stays as long. It works on nil.
func (t *Timing) Part(i, parts int) *Timing {
	if t == nil || parts == 1 {
		return t
	}
	part := &Timing{}
	part.Change, part.Read = t.Change, t.Read
	if i == 0 {
		part.At, part.Delay, part.Typing = t.At, t.Delay, t.Typing
	}
	if i == parts-1 {
		part.Hold = t.Hold
	}
	return part
}

// Bounds of a video's times, in seconds. Decode refuses timings that do not keep them.
const (
	MostLength = 3600.0 // of a whole video
	LeastGap   = 0.1    // between two messages, slides, notifications or cards
	LoopTime   = 0.7    // that a video takes to come back to its first frame
	SlideTime  = 5.0    // of a slide without a hold
)

// Pace is how fast texts follow each other: slow, normal, fast, or a number of letters a second. Empty means normal.
type Pace string

// Letters returns the letters a second of a pace that is a number; 0 for one that has a name.
func (p Pace) Letters() float64 {
	n, err := strconv.ParseFloat(string(p), 64)
	if err != nil {
		return 0
	}
	return n
}

// paceSchema is the schema of a Pace.
func paceSchema() *jsonschema.Schema {
	return &jsonschema.Schema{OneOf: []*jsonschema.Schema{
		{Type: "string", Enum: []any{"slow", "normal", "fast"}},
		{Type: "number", Minimum: "2", Maximum: "60"},
	}}
}

// seconds writes a time for a diagnostic: "4.2 s".
func seconds(s float64) string { return fmt.Sprintf("%.4g s", s) }

package schema

// Payload is one render request, decoded, with every default filled in.
// Exactly one of the props structs is behind Props, chosen by MockupType.
//
// Fields that the v1 interface does not have are marked with the tag beyond:"v1". They are optional, and change nothing
// where they are left out.
type Payload struct {
	MockupType      Type        `json:"mockupType" jsonschema:"required" jsonschema_description:"What to draw; decides the shape of props."`
	Platform        string      `json:"platform,omitempty" jsonschema:"required" jsonschema_description:"App whose look is drawn; equals props.platform."`
	RenderKind      Kind        `json:"renderKind" jsonschema:"required,enum=image,enum=video" jsonschema_description:"A picture or a video."`
	ResolutionScale Scale       `json:"resolutionScale" jsonschema:"required,enum=1x,enum=2x,enum=4x" jsonschema_description:"Device pixels per CSS pixel; 2x is the usual value."`
	RendererVersion string      `json:"rendererVersion" jsonschema:"required,format=renderer-version" jsonschema_description:"Fixed constant of the form mockup-<engine>-v1."`
	Render3D        bool        `json:"render3D,omitempty" jsonschema:"default=false" jsonschema_description:"Draw the screen on a phone in 3D space (chats, stories and notifications)."`
	CameraPosition  *[3]float64 `json:"cameraPosition,omitempty" jsonschema_description:"Where the 3D camera stands: x to the right, y up, z out of the screen, in heights of the phone from the middle of its screen, which it looks at. Omitted, three quarters from the left. A camera nearer than 1 or more than 75 degrees to the side is moved to the nearest place that is not. The distance decides on the perspective, not on the size."`
	Canvas          *Canvas     `json:"canvas,omitempty" jsonschema_description:"Frames the export on a larger surface; omitted, the export has the size of its content."`
	CameraPath      CameraPath  `json:"cameraPath,omitempty" beyond:"v1" jsonschema_description:"How the camera of render3D moves in a video: orbit, push-in, tilt or reveal, or positions with their times. It takes the place of cameraPosition."`
	DeviceColor     string      `json:"deviceColor,omitempty" beyond:"v1" jsonschema:"enum=black,enum=white,enum=natural,enum=blue" jsonschema_description:"Colour of the phone of render3D; natural when omitted."`
	DeviceShadow    string      `json:"deviceShadow,omitempty" beyond:"v1" jsonschema:"enum=behind,enum=ground" jsonschema_description:"Where the phone of render3D casts its shadow: behind it, or on the ground that it stands on; behind when omitted."`
	Provenance      string      `json:"provenance,omitempty" beyond:"v1" jsonschema:"enum=imported" jsonschema_description:"Where the content is from. imported: from a real conversation, which the metadata of the picture or video then says."`

	Video *VideoSettings `json:"video,omitempty" beyond:"v1" jsonschema_description:"Pace, beginning, end and sound of a video."`

	Props Props `json:"props" jsonschema:"required" jsonschema_description:"Content and appearance."`
}

// Props is one of *ChatProps, *AIProps, *StoryProps, *NotificationProps, *PostProps, *CommentProps,
// *PopupProps, *EmailProps, *ContributionProps and *DashboardProps.
type Props interface{ mockupType() Type }

// Type is a kind of mockup.
type Type string

// The ten mockup types.
const (
	Chats             Type = "chats"
	AI                Type = "ai"
	Stories           Type = "stories"
	Notifications     Type = "notifications"
	Posts             Type = "posts"
	Comments          Type = "comments"
	CommentPopup      Type = "comment-popup"
	Emails            Type = "emails"
	ContributionChart Type = "contribution-chart"
	DashboardChart    Type = "dashboard-chart"
)

// Imported is the provenance of content that real people wrote.
const Imported = "imported"

// Kind is what a render yields.
type Kind string

// The two kinds of output.
const (
	Image Kind = "image"
	Video Kind = "video"
)

// Scale is the resolution multiplier: device pixels per CSS pixel.
type Scale string

// Factor returns the multiplier as a number: 1, 2 or 4.
func (s Scale) Factor() float64 {
	switch s {
	case "1x":
		return 1
	case "4x":
		return 4
	}
	return 2
}

// Device holds the fields that every type with a status bar shares.
type Device struct {
	BatteryLevel     float64 `json:"batteryLevel" jsonschema:"minimum=0,maximum=100,default=100" jsonschema_description:"Battery of the status bar, in percent."`
	ShowDeviceFrame  bool    `json:"showDeviceFrame" jsonschema:"default=false" jsonschema_description:"Draw the phone's body around the screen."`
	ShowDeviceStatus bool    `json:"showDeviceStatus" jsonschema:"default=true" jsonschema_description:"Draw the status bar."`
	StatusBarTime    string  `json:"statusBarTime" jsonschema:"default=9:41" jsonschema_description:"Time in the status bar, without AM or PM, and not before the newest message below it; the large clock of a lock screen."`
	TimeNotation     string  `json:"timeNotation" jsonschema:"enum=12h,enum=24h,default=24h" jsonschema_description:"Notation of the times shown."`
}

// ChatProps is a conversation in a messenger.
type ChatProps struct {
	Platform              string             `json:"platform" jsonschema:"required" jsonschema_description:"Equals the top-level platform."`
	Sender                ChatUser           `json:"sender" jsonschema:"required" jsonschema_description:"The user whose messages render on the right."`
	Receivers             []ChatUser         `json:"receivers" jsonschema:"required,minItems=1" jsonschema_description:"One for a direct chat, several for a group; the others are not shown on apps without groups."`
	Messages              []ChatMessage      `json:"messages" jsonschema:"required" jsonschema_description:"In chronological order; drawn in the order given."`
	ConversationType      string             `json:"conversationType" jsonschema:"enum=direct-message,enum=group-chat,default=direct-message" jsonschema_description:"A conversation of two, or of a group."`
	GroupChatSettings     *GroupChatSettings `json:"groupChatSettings,omitempty" jsonschema_description:"Required when conversationType is group-chat."`
	DarkMode              bool               `json:"darkMode" jsonschema:"default=false" jsonschema_description:"Dark appearance, where the platform has one."`
	FloatingMessages      bool               `json:"floatingMessages" jsonschema:"default=false" jsonschema_description:"Bubbles float outside the phone frame; platforms with bubbles only."`
	MobileView            bool               `json:"mobileView" jsonschema:"default=true" jsonschema_description:"Phone-sized picture; false makes it as tall as the conversation."`
	ShowHeader            bool               `json:"showHeader" jsonschema:"default=true" jsonschema_description:"Draw the header."`
	ShowFooter            bool               `json:"showFooter" jsonschema:"default=true" jsonschema_description:"Draw the bar one types in."`
	ShowReceiver          bool               `json:"showReceiver" jsonschema:"default=false" jsonschema_description:"Show the receiver's name above messages even in direct chats."`
	ShowDates             bool               `json:"showDates" jsonschema:"default=true" jsonschema_description:"Date dividers between messages on different days."`
	Timezone              Zone               `json:"timezone,omitempty" jsonschema_description:"IANA zone of the times shown; UTC when omitted."`
	TransparentBackground bool               `json:"transparentBackground" jsonschema:"default=false" jsonschema_description:"PNG or WebM with alpha."`
	CustomTheme           *CustomTheme       `json:"customTheme,omitempty" jsonschema_description:"Required when platform is custom; ignored elsewhere."`
	SecondaryTextColor    Color              `json:"secondaryTextColor,omitempty" jsonschema_description:"Colour of the text outside bubbles: dates, receipts, sender names."`
	BubbleColor           string             `json:"bubbleColor" jsonschema:"enum=blue,enum=green,default=blue" jsonschema_description:"imessage only: colour of sent bubbles."`
	ChatWallpaper         *Wallpaper         `json:"chatWallpaper,omitempty" jsonschema:"format=chat-wallpaper" jsonschema_description:"Image or hex colour; an empty string removes the wallpaper, omitted keeps the platform's."`
	ScrollTo              string             `json:"scrollTo,omitempty" beyond:"v1" jsonschema_description:"What a picture of a conversation that is longer than the screen shows: its start, its end, or the message with this id and what comes below it; its end when omitted."`
	Device
}

// GroupChatSettings names a group.
type GroupChatSettings struct {
	Name  string   `json:"name" jsonschema:"required" jsonschema_description:"Name of the group."`
	Image ImageRef `json:"image,omitempty" jsonschema_description:"Picture of the group."`
}

// ChatUser is a person in a conversation.
type ChatUser struct {
	ID         string   `json:"id" jsonschema:"required" jsonschema_description:"Unique within the conversation; messages refer to it."`
	Name       string   `json:"name" jsonschema:"required" jsonschema_description:"Display name."`
	Image      ImageRef `json:"image,omitempty" jsonschema_description:"Avatar."`
	Username   string   `json:"username,omitempty" jsonschema_description:"x and whatsapp only: handle, or the name above the push name."`
	Verified   *bool    `json:"verified,omitempty" jsonschema_description:"x and whatsapp only: seal beside the name; x shows it unless false, whatsapp only if true."`
	JoinedDate Month    `json:"joinedDate,omitempty" jsonschema_description:"x only: month on the profile card, YYYY-MM."`
	Handle     string   `json:"handle,omitempty" beyond:"v1" jsonschema_description:"Handle, on every app that shows one (bluesky, discord, instagram, tiktok, whatsapp, x); takes the place of username."`
	Joined     Month    `json:"joined,omitempty" beyond:"v1" jsonschema_description:"Month of joining, YYYY-MM, on every app that shows it (reddit, x); takes the place of joinedDate."`
	Seal       *bool    `json:"seal,omitempty" beyond:"v1" jsonschema_description:"Seal beside the name, on every app that has one (onlyfans, whatsapp, x); takes the place of verified. Omitted, onlyfans and x show it."`
	Headline   string   `json:"headline,omitempty" beyond:"v1" jsonschema_description:"linkedin only: line below the name on the card at the start, such as a job title."`
	Presence   string   `json:"presence,omitempty" beyond:"v1" jsonschema:"enum=online,enum=offline,enum=typing,enum=none" jsonschema_description:"What the app says of a receiver: online, offline, typing (pictures), or none, which is nothing at all. Omitted, the app's usual words."`
	LastSeen   Instant  `json:"lastSeen,omitempty" beyond:"v1" jsonschema_description:"When a receiver who is offline was last there, like 2026-03-01T09:41:00Z."`
}

// ChatMessage is one message of a conversation.
type ChatMessage struct {
	ID        string      `json:"id" jsonschema:"required" jsonschema_description:"Unique within the conversation."`
	UserID    string      `json:"userId" jsonschema:"required" jsonschema_description:"sender.id or the id of a receiver."`
	Type      string      `json:"type" beyond:"voice,call,event,file,sticker,gif,video,location,contact,poll,typing" jsonschema:"required,enum=text,enum=image,enum=mixed,enum=voice,enum=call,enum=event,enum=file,enum=sticker,enum=gif,enum=video,enum=location,enum=contact,enum=poll,enum=typing" jsonschema_description:"What the message holds. event: no message, but a line of the app about what somebody did. typing: no message; in a video somebody is seen typing, and sends nothing."`
	Timestamp Instant     `json:"timestamp" jsonschema:"required" jsonschema_description:"When it was sent, like 2026-03-01T09:41:00Z."`
	Text      string      `json:"text,omitempty" jsonschema_description:"Required for text and mixed."`
	Images    []ChatImage `json:"images,omitempty" jsonschema_description:"Required for image and mixed."`
	Status    string      `json:"status,omitempty" jsonschema:"enum=sent,enum=delivered,enum=read" jsonschema_description:"Delivery state of a message of the sender, drawn where the platform shows one."`
	Timing    *Timing     `json:"timing,omitempty" beyond:"v1" jsonschema_description:"When it comes in a video."`
	Narration AudioRef    `json:"narration,omitempty" beyond:"v1" jsonschema_description:"Voice that is heard in a video: WAV, MP3, M4A, Ogg or FLAC, up to 5 minutes. It begins when the message is there, which stays at least for as long as it."`

	Voice     *Voice     `json:"voice,omitempty" beyond:"v1" jsonschema_description:"The recording of a message of the type voice."`
	Call      *Call      `json:"call,omitempty" beyond:"v1" jsonschema_description:"The call of a message of the type call; userId is who called."`
	Event     *ChatEvent `json:"event,omitempty" beyond:"v1" jsonschema_description:"What happened, of a message of the type event; userId is who did it."`
	Link      *Link      `json:"link,omitempty" beyond:"v1" jsonschema_description:"Preview of the page that a message of the type text names."`
	File      *ChatFile  `json:"file,omitempty" beyond:"v1" jsonschema_description:"The file of a message of the type file; its text, if any, stands below it."`
	Sticker   *Sticker   `json:"sticker,omitempty" beyond:"v1" jsonschema_description:"The sticker of a message of the type sticker."`
	GIF       *Animation `json:"gif,omitempty" beyond:"v1" jsonschema_description:"The animation of a message of the type gif; its text, if any, stands below it."`
	Video     *ChatVideo `json:"video,omitempty" beyond:"v1" jsonschema_description:"The video of a message of the type video; its text, if any, stands below it."`
	Location  *Location  `json:"location,omitempty" beyond:"v1" jsonschema_description:"The place of a message of the type location, with a map that is made up."`
	Contact   *Contact   `json:"contact,omitempty" beyond:"v1" jsonschema_description:"The card of a message of the type contact."`
	Poll      *ChatPoll  `json:"poll,omitempty" beyond:"v1" jsonschema_description:"The question of a message of the type poll."`
	ReplyTo   string     `json:"replyTo,omitempty" beyond:"v1" jsonschema_description:"Id of an earlier message, which this one answers and quotes."`
	Reactions []Reaction `json:"reactions,omitempty" beyond:"v1" jsonschema:"maxItems=20" jsonschema_description:"Emoji that people put on the message, in the order in which they came."`
	Edited    bool       `json:"edited,omitempty" beyond:"v1" jsonschema_description:"The app says that the message was edited."`
	Forwarded bool       `json:"forwarded,omitempty" beyond:"v1" jsonschema_description:"The app says that the message was forwarded."`
	Starred   bool       `json:"starred,omitempty" beyond:"v1" jsonschema_description:"The sender keeps the message: it has the app's star or bookmark."`
	Failed    bool       `json:"failed,omitempty" beyond:"v1" jsonschema_description:"A message of the sender could not be sent: it has the app's mark and words for that. In a video, timing.change says when."`
	Unread    bool       `json:"unread,omitempty" beyond:"v1" jsonschema_description:"The messages from this one on are unread: the app's line stands above it."`
	Deleted   bool       `json:"deleted,omitempty" beyond:"v1" jsonschema_description:"The message was deleted: the app's words stand in its place, or nothing where the app leaves none. In a video, timing.change says when."`

	ReplyToStory ImageRef `json:"replyToStory,omitempty" beyond:"v1" jsonschema_description:"Picture of the story that the message answers: one of the other person, or of the sender where somebody else answers."`
	Retype       string   `json:"retype,omitempty" beyond:"v1" jsonschema:"maxLength=200" jsonschema_description:"Videos: what the sender types first and deletes again, before the text is typed."`
}

// ChatImage is a picture inside a message.
type ChatImage struct {
	ID        string   `json:"id" jsonschema:"required" jsonschema_description:"Unique within the message."`
	Filename  string   `json:"filename" jsonschema:"required" jsonschema_description:"Display name."`
	Data      ImageRef `json:"data" jsonschema:"required" jsonschema_description:"The picture."`
	MimeType  string   `json:"mimeType" jsonschema:"required" jsonschema_description:"MIME type of the picture."`
	Size      float64  `json:"size" jsonschema:"required" jsonschema_description:"Bytes; informational."`
	Caption   string   `json:"caption,omitempty" jsonschema_description:"Text below the picture; telegram and discord only."`
	Thumbnail ImageRef `json:"thumbnail,omitempty" jsonschema_description:"Smaller preview; has no effect, pictures are drawn from data."`
}

// CustomTheme colours the custom chat platform.
type CustomTheme struct {
	BackgroundColor Color        `json:"backgroundColor" jsonschema:"required" jsonschema_description:"Colour behind the messages."`
	BackgroundImage ImageRef     `json:"backgroundImage,omitempty" jsonschema_description:"Picture over the background colour."`
	SenderBubble    BubbleColors `json:"senderBubble" jsonschema:"required" jsonschema_description:"Colours of the sender's bubbles."`
	ReceiverBubble  BubbleColors `json:"receiverBubble" jsonschema:"required" jsonschema_description:"Colours of the receivers' bubbles."`
	FontSize        string       `json:"fontSize" jsonschema:"enum=small,enum=medium,enum=large,enum=xl,default=medium" jsonschema_description:"Size of the text in bubbles."`
}

// BubbleColors colours one side's bubbles.
type BubbleColors struct {
	Background Color `json:"background" jsonschema:"required" jsonschema_description:"Fill of the bubble."`
	Foreground Color `json:"foreground" jsonschema:"required" jsonschema_description:"Text in the bubble."`
}

// AIProps is a conversation with an AI assistant.
type AIProps struct {
	Platform   string      `json:"platform" jsonschema:"required" jsonschema_description:"Equals the top-level platform."`
	Model      string      `json:"model" jsonschema:"required" jsonschema_description:"Model label in the header."`
	Messages   []AIMessage `json:"messages" jsonschema:"required" jsonschema_description:"In order."`
	Input      string      `json:"input" jsonschema:"default=" jsonschema_description:"Placeholder of the composer."`
	DarkMode   bool        `json:"darkMode" jsonschema:"default=false" jsonschema_description:"Dark appearance, where the platform has one."`
	ShowHeader bool        `json:"showHeader" jsonschema:"default=true" jsonschema_description:"Draw the header with the model name."`
	ShowFooter bool        `json:"showFooter" jsonschema:"default=true" jsonschema_description:"Draw the composer."`
	Timezone   Zone        `json:"timezone,omitempty" jsonschema_description:"IANA zone of the times shown; UTC when omitted."`
	ScrollTo   string      `json:"scrollTo,omitempty" beyond:"v1" jsonschema_description:"What a picture of a conversation that is longer than the screen shows: its start, its end, or the message with this id and what comes below it; its end when omitted."`
	Device
}

// AIMessage is one turn of an AI conversation.
type AIMessage struct {
	ID      string      `json:"id" jsonschema:"required" jsonschema_description:"Unique within the conversation."`
	Role    string      `json:"role" jsonschema:"required,enum=user,enum=assistant" jsonschema_description:"Who speaks; the user is on the right."`
	Content string      `json:"content" jsonschema:"required" jsonschema_description:"Text; markdown for the assistant."`
	Images  []ChatImage `json:"images,omitempty" jsonschema_description:"Pictures sent along, usually by the user."`
	Sources []AISource  `json:"sources,omitempty" beyond:"v1" jsonschema:"maxItems=50" jsonschema_description:"Web pages that an answer rests on (perplexity): cards above it, and [1] in its text is a chip with the name of the first."`
	Related []string    `json:"related,omitempty" beyond:"v1" jsonschema:"maxItems=10,minLength=1" jsonschema_description:"Questions that the app suggests below an answer while no message is below it (perplexity)."`
	Timing  *Timing     `json:"timing,omitempty" beyond:"v1" jsonschema_description:"When it comes in a video."`

	Narration AudioRef `json:"narration,omitempty" beyond:"v1" jsonschema_description:"Voice that is heard in a video: WAV, MP3, M4A, Ogg or FLAC, up to 5 minutes. It begins with the prompt or the first words of the answer, which stays at least for as long as it."`
}

// AISource is a web page that an answer rests on.
type AISource struct {
	Title string     `json:"title" jsonschema:"required,minLength=1" jsonschema_description:"Title of the page."`
	URL   WebAddress `json:"url" jsonschema:"required" jsonschema_description:"Address of the page; its host is shown, and nothing is loaded from it."`
	Icon  ImageRef   `json:"icon,omitempty" jsonschema_description:"Icon of the site; a letter in a disc when omitted."`
}

// StoryProps is a story seen in its viewer.
type StoryProps struct {
	Platform              string       `json:"platform" jsonschema:"required" jsonschema_description:"Equals the top-level platform."`
	Author                StoryAuthor  `json:"author" jsonschema:"required" jsonschema_description:"Who posted the story."`
	Slides                []StorySlide `json:"slides" jsonschema:"required,minItems=1" jsonschema_description:"In order."`
	CurrentSlide          int          `json:"currentSlide" jsonschema:"minimum=0,maximum=9007199254740991,default=0" jsonschema_description:"Index of the slide shown."`
	Timestamp             Instant      `json:"timestamp,omitempty" jsonschema_description:"When the slide was posted."`
	TransparentBackground bool         `json:"transparentBackground" jsonschema:"default=false" jsonschema_description:"PNG or WebM with alpha."`
	Device
}

// StoryAuthor is who posted the story.
type StoryAuthor struct {
	Username string   `json:"username" jsonschema:"required" jsonschema_description:"Handle."`
	Verified bool     `json:"verified" jsonschema:"required" jsonschema_description:"Seal beside the handle."`
	Avatar   ImageRef `json:"avatar,omitempty" jsonschema_description:"Picture of the author."`
}

// StorySlide is one picture of a story.
type StorySlide struct {
	ID     string   `json:"id" jsonschema:"required" jsonschema_description:"Unique within the story."`
	Image  ImageRef `json:"image,omitempty" jsonschema_description:"The picture."`
	Timing *Timing  `json:"timing,omitempty" beyond:"v1" jsonschema_description:"When it comes in a video, and how long it is shown."`

	Stickers []StorySticker `json:"stickers,omitempty" beyond:"v1" jsonschema:"maxItems=20" jsonschema_description:"Texts, links and polls on the slide, the last one in front."`
	Tap      *float64       `json:"tap,omitempty" beyond:"v1" jsonschema:"minimum=0.2,maximum=3600" jsonschema_description:"Videos: seconds after which a tap skips to the next slide. The bar fills as it would without, and is full at once then."`

	Narration AudioRef `json:"narration,omitempty" beyond:"v1" jsonschema_description:"Voice that is heard in a video: WAV, MP3, M4A, Ogg or FLAC, up to 5 minutes. It begins with the slide, which stays at least for as long as it."`
}

// NotificationProps is a lock screen with a stack of notifications.
type NotificationProps struct {
	Platform        string             `json:"platform" jsonschema:"required" jsonschema_description:"Equals the top-level platform."`
	Notifications   []NotificationItem `json:"notifications" jsonschema:"required" jsonschema_description:"Newest first: the first is on top and arrives last in a video."`
	Wallpaper       Wallpaper          `json:"wallpaper,omitempty" jsonschema_description:"Hex colour or picture; omitted, a gradient."`
	WallpaperIsDark *bool              `json:"wallpaperIsDark,omitempty" jsonschema_description:"Whether text on the wallpaper is light; omitted, it is, unless the wallpaper is bright."`
	CardStyle       string             `json:"cardStyle" jsonschema:"enum=classic,enum=glass,default=classic" jsonschema_description:"Material of the cards."`
	Carrier         string             `json:"carrier,omitempty" jsonschema_description:"Carrier name in the status bar."`
	DateLabel       string             `json:"dateLabel,omitempty" jsonschema_description:"Replaces the date line under the clock."`
	Timestamp       Instant            `json:"timestamp,omitempty" jsonschema_description:"Day of the date line; omitted, a Tuesday in September."`
	Wake            bool               `json:"wake,omitempty" beyond:"v1" jsonschema_description:"Videos: the screen is off until the first notification comes."`
	Unlock          bool               `json:"unlock,omitempty" beyond:"v1" jsonschema_description:"Videos: once the last notification has been read the phone is unlocked, and shows its home screen."`
	Device
}

// NotificationItem is one notification card.
type NotificationItem struct {
	ID         string   `json:"id" jsonschema:"required" jsonschema_description:"Unique within the stack."`
	Title      string   `json:"title" jsonschema:"required" jsonschema_description:"Bold first line."`
	Text       string   `json:"text" jsonschema:"required" jsonschema_description:"Body."`
	TimeLabel  string   `json:"timeLabel" jsonschema:"default=now" jsonschema_description:"Text at the top right of the card."`
	IconPreset string   `json:"iconPreset,omitempty" jsonschema_description:"Key of a known app icon; takes precedence over icon; an unknown key gives a monogram."`
	Icon       ImageRef `json:"icon,omitempty" jsonschema_description:"App icon; omitted, a monogram."`
	Face       ImageRef `json:"face,omitempty" beyond:"v1" jsonschema_description:"Face of a message's sender, in the place of the icon, which becomes a small badge on it."`
	Thumbnail  ImageRef `json:"thumbnail,omitempty" jsonschema_description:"Picture on the right of the card."`
	Group      string   `json:"group,omitempty" beyond:"v1" jsonschema:"maxLength=80" jsonschema_description:"Notifications of one group are a stack: the newest one, with the edges of those below it and how many they are."`
	Timing     *Timing  `json:"timing,omitempty" beyond:"v1" jsonschema_description:"When it comes in a video."`
	Narration  AudioRef `json:"narration,omitempty" beyond:"v1" jsonschema_description:"Voice that is heard in a video: WAV, MP3, M4A, Ogg or FLAC, up to 5 minutes. It begins when the notification comes. The next one waits for its end."`
}

// PostProps is a post of a social network.
type PostProps struct {
	Platform              string `json:"platform" jsonschema:"required" jsonschema_description:"Equals the top-level platform."`
	Post                  Post   `json:"post" jsonschema:"required" jsonschema_description:"The post."`
	DarkMode              bool   `json:"darkMode" jsonschema:"default=false" jsonschema_description:"Dark appearance, where the platform has one."`
	TransparentBackground bool   `json:"transparentBackground" jsonschema:"default=false" jsonschema_description:"PNG or WebM with alpha."`
	Timezone              Zone   `json:"timezone,omitempty" beyond:"v1" jsonschema_description:"IANA zone of the times shown; UTC when omitted."`

	ViewedAt Instant `json:"viewedAt,omitempty" beyond:"v1" jsonschema_description:"When the post is looked at, like 2026-03-01T11:41:00Z; its age counts to here. Omitted, the app's date is shown, and 2h on linkedin, which has none."`
	Expanded bool    `json:"expanded,omitempty" beyond:"v1" jsonschema_description:"Show all of a long text, which the apps cut behind a few lines."`
}

// Post is the post itself.
type Post struct {
	ID        string      `json:"id" jsonschema:"required" jsonschema_description:"Identifier of the post."`
	Author    PostAuthor  `json:"author" jsonschema:"required" jsonschema_description:"Who wrote it."`
	Content   string      `json:"content" jsonschema:"required" jsonschema_description:"Text of the post."`
	Title     string      `json:"title,omitempty" jsonschema_description:"Title, where the platform has one."`
	Image     ImageRef    `json:"image,omitempty" jsonschema_description:"Picture of the post."`
	Timestamp Instant     `json:"timestamp" jsonschema:"required" jsonschema_description:"When it was posted, like 2026-03-01T09:41:00Z."`
	Metrics   PostMetrics `json:"metrics" jsonschema:"required" jsonschema_description:"Counters; only those given are shown."`

	Images        []ImageRef `json:"images,omitempty" beyond:"v1" jsonschema:"minItems=2,maxItems=20" jsonschema_description:"Several pictures, as the app arranges them; they take the place of image."`
	Quote         *PostQuote `json:"quote,omitempty" beyond:"v1" jsonschema_description:"A post that this one quotes or shares."`
	Poll          *PostPoll  `json:"poll,omitempty" beyond:"v1" jsonschema_description:"A poll; a post has pictures, a poll or a link."`
	Link          *PostLink  `json:"link,omitempty" beyond:"v1" jsonschema_description:"Card of a web page; a post has pictures, a poll or a link."`
	ReactionKinds []string   `json:"reactionKinds,omitempty" beyond:"v1" jsonschema:"minItems=1,maxItems=3,enum=like,enum=love,enum=care,enum=haha,enum=wow,enum=sad,enum=angry,enum=celebrate,enum=support,enum=insightful,enum=funny" jsonschema_description:"facebook and linkedin only: kinds of the reactions, the most frequent first. care, haha, wow, sad and angry are facebook's; celebrate, support, insightful and funny are linkedin's."`
}

// PostAuthor is who wrote a post.
type PostAuthor struct {
	Name      string   `json:"name" jsonschema:"required" jsonschema_description:"Display name."`
	Username  string   `json:"username,omitempty" jsonschema_description:"Handle."`
	Subtitle  string   `json:"subtitle,omitempty" jsonschema_description:"Line below the name, such as a job title."`
	Community string   `json:"community,omitempty" jsonschema_description:"Community the post is in."`
	Image     ImageRef `json:"image,omitempty" jsonschema_description:"Avatar."`
	Verified  bool     `json:"verified,omitempty" jsonschema_description:"Seal beside the name."`
	Degree    string   `json:"degree,omitempty" beyond:"v1" jsonschema:"enum=1st,enum=2nd,enum=3rd+" jsonschema_description:"linkedin only: distance of the author from the viewer, beside the name."`
}

// PostMetrics are the counters of a post; nil means not shown.
type PostMetrics struct {
	Likes     *float64 `json:"likes,omitempty" jsonschema:"minimum=0" jsonschema_description:"Number of likes."`
	Comments  *float64 `json:"comments,omitempty" jsonschema:"minimum=0" jsonschema_description:"Number of comments."`
	Reposts   *float64 `json:"reposts,omitempty" jsonschema:"minimum=0" jsonschema_description:"Number of reposts."`
	Shares    *float64 `json:"shares,omitempty" jsonschema:"minimum=0" jsonschema_description:"Number of shares."`
	Views     *float64 `json:"views,omitempty" jsonschema:"minimum=0" jsonschema_description:"Number of views."`
	Bookmarks *float64 `json:"bookmarks,omitempty" jsonschema:"minimum=0" jsonschema_description:"Number of bookmarks."`
	Saves     *float64 `json:"saves,omitempty" jsonschema:"minimum=0" jsonschema_description:"Number of saves."`
	Reactions *float64 `json:"reactions,omitempty" jsonschema:"minimum=0" jsonschema_description:"Number of reactions."`
	Upvotes   *float64 `json:"upvotes,omitempty" jsonschema:"minimum=0" jsonschema_description:"Number of upvotes."`
	Downvotes *float64 `json:"downvotes,omitempty" jsonschema:"minimum=0" jsonschema_description:"Number of downvotes."`
}

// CommentProps is a comment thread.
type CommentProps struct {
	Platform     string        `json:"platform" jsonschema:"required" jsonschema_description:"Equals the top-level platform."`
	PostAuthor   CommentUser   `json:"postAuthor" jsonschema:"required" jsonschema_description:"Author of the post commented on."`
	CurrentUser  CommentUser   `json:"currentUser" jsonschema:"required" jsonschema_description:"The viewer, shown beside the composer."`
	Users        []CommentUser `json:"users" jsonschema:"required" jsonschema_description:"Everybody whom comments refer to."`
	Comments     []Comment     `json:"comments" jsonschema:"required" jsonschema_description:"The thread, in order."`
	CommentCount float64       `json:"commentCount" jsonschema:"required,minimum=0" jsonschema_description:"Total in the header; may exceed the list."`
	VideoImage   ImageRef      `json:"videoImage,omitempty" jsonschema_description:"youtube: frame above the comments, cropped to 16:9. instagram and tiktok: what is behind the sheet, blurred."`
	DarkMode     bool          `json:"darkMode" jsonschema:"default=false" jsonschema_description:"Dark appearance, where the platform has one."`
	ShowHeader   *bool         `json:"showHeader,omitempty" jsonschema:"default=true" jsonschema_description:"youtube only: draw the app bar; with a videoImage only where it is written."`
	MobileView   *bool         `json:"mobileView,omitempty" beyond:"v1" jsonschema_description:"Phone-sized picture, also where omitted; false makes it as tall as the thread."`
	ViewedAt     Instant       `json:"viewedAt,omitempty" beyond:"v1" jsonschema_description:"When the thread is looked at, like 2026-03-01T11:41:00Z; ages count to here. Omitted, two hours after the newest comment."`
	Device
}

// CommentUser is a person in a comment thread.
type CommentUser struct {
	ID        string   `json:"id" jsonschema:"required" jsonschema_description:"Comments refer to it."`
	Name      string   `json:"name" jsonschema:"required" jsonschema_description:"Display name."`
	Username  string   `json:"username" jsonschema:"required" jsonschema_description:"Handle."`
	Avatar    ImageRef `json:"avatar,omitempty" jsonschema_description:"Picture of the user."`
	IsCreator bool     `json:"isCreator,omitempty" jsonschema_description:"Creator badge."`
	Headline  string   `json:"headline,omitempty" beyond:"v1" jsonschema_description:"linkedin only: line below the name, such as a job title."`
	Degree    string   `json:"degree,omitempty" beyond:"v1" jsonschema:"enum=1st,enum=2nd,enum=3rd+" jsonschema_description:"linkedin only: distance from the viewer, beside the name."`
}

// Comment is one comment; replies nest.
type Comment struct {
	ID            string             `json:"id" jsonschema:"required" jsonschema_description:"Unique within the thread, replies included."`
	UserID        string             `json:"userId" jsonschema:"required" jsonschema_description:"Id of one of users, postAuthor or currentUser."`
	Text          string             `json:"text" jsonschema:"required" jsonschema_description:"Body; transcript of a voice note; question of a poll."`
	Likes         float64            `json:"likes" jsonschema:"required,minimum=0" jsonschema_description:"Number of likes."`
	Timestamp     Instant            `json:"timestamp" jsonschema:"required" jsonschema_description:"When it was posted, like 2026-03-01T09:41:00Z."`
	Username      string             `json:"username,omitempty" jsonschema_description:"Replaces the handle for this comment."`
	Avatar        ImageRef           `json:"avatar,omitempty" jsonschema_description:"Replaces the avatar for this comment."`
	Replies       []Comment          `json:"replies,omitempty" jsonschema_description:"Answers, of the same shape."`
	Attachment    *CommentAttachment `json:"attachment,omitempty" jsonschema_description:"tiktok only: voice note or poll."`
	Image         ImageRef           `json:"image,omitempty" beyond:"v1" jsonschema_description:"Picture below the text, which may then be empty (not on youtube)."`
	Pinned        bool               `json:"pinned,omitempty" beyond:"v1" jsonschema_description:"The comment is pinned (instagram, reddit, tiktok and youtube); answers cannot be."`
	LikedByAuthor bool               `json:"likedByAuthor,omitempty" beyond:"v1" jsonschema_description:"The author of the post liked the comment (instagram, threads, tiktok and youtube)."`
	Reposts       *float64           `json:"reposts,omitempty" beyond:"v1" jsonschema:"minimum=0" jsonschema_description:"threads and x only: number of reposts."`
	Views         *float64           `json:"views,omitempty" beyond:"v1" jsonschema:"minimum=0" jsonschema_description:"x only: number of views."`
}

// CommentAttachment is a voice note or a poll in a comment.
type CommentAttachment struct {
	Type            string       `json:"type" jsonschema:"required,enum=voice,enum=poll" jsonschema_description:"A voice note or a poll."`
	DurationSeconds int          `json:"durationSeconds,omitempty" jsonschema:"minimum=1,maximum=60" jsonschema_description:"Length of a voice note in seconds; required for voice."`
	Options         []PollOption `json:"options,omitempty" jsonschema:"minItems=2,maxItems=5" jsonschema_description:"Answers of a poll; required for poll."`
	Status          string       `json:"status,omitempty" jsonschema:"enum=open,enum=closed,default=open" jsonschema_description:"Polls only: closed shows the final results."`
	EndsIn          string       `json:"endsIn,omitempty" jsonschema:"maxLength=20" jsonschema_description:"Open polls only: text after Ends in."`
}

// PollOption is one answer of a poll.
type PollOption struct {
	ID    string `json:"id" jsonschema:"required" jsonschema_description:"Unique within the poll."`
	Text  string `json:"text" jsonschema:"required,maxLength=80" jsonschema_description:"The answer."`
	Votes int64  `json:"votes" jsonschema:"required,minimum=0,maximum=9007199254740991" jsonschema_description:"Votes for it; shares are computed."`
}

// PopupProps is a video in which comment cards pop in one after another.
type PopupProps struct {
	AspectRatio string          `json:"aspectRatio" jsonschema:"enum=9:16,enum=16:9,default=9:16" jsonschema_description:"Frame of the video."`
	Background  PopupBackground `json:"background" jsonschema:"default=brand" jsonschema_description:"A preset, a hex colour or transparent."`
	Comments    []PopupComment  `json:"comments" jsonschema:"required,minItems=1,maxItems=50" jsonschema_description:"Cards, in the order they pop in."`
	Seed        int64           `json:"seed" jsonschema:"default=1,minimum=-9007199254740991,maximum=9007199254740991" jsonschema_description:"Scatters the cards; the same seed gives the same video."`
	Sound       bool            `json:"sound" jsonschema:"default=true" jsonschema_description:"A pop for every card."`
	Speed       string          `json:"speed" jsonschema:"enum=slow,enum=normal,enum=fast,default=normal" jsonschema_description:"How fast the cards follow each other."`
}

// PopupComment is one card of a pop-up video.
type PopupComment struct {
	ID       string   `json:"id" jsonschema:"required" jsonschema_description:"Unique within the video."`
	Platform string   `json:"platform" jsonschema:"required,enum=youtube,enum=x,enum=instagram,enum=tiktok" jsonschema_description:"App whose comment is drawn."`
	Name     string   `json:"name,omitempty" jsonschema_description:"Display name; username when omitted."`
	Username string   `json:"username" jsonschema:"required,minLength=1,maxLength=40" jsonschema_description:"Handle."`
	Text     string   `json:"text" jsonschema:"required,minLength=1,maxLength=280" jsonschema_description:"Body."`
	Avatar   ImageRef `json:"avatar,omitempty" jsonschema_description:"Picture of the user."`
	X        *float64 `json:"x,omitempty" jsonschema_description:"Offset to the right of the canvas centre, in layout pixels; 0 beside a y. Without both the card takes a free place."`
	Y        *float64 `json:"y,omitempty" jsonschema_description:"Offset below the canvas centre, in layout pixels; 0 beside an x. Without both the card takes a free place."`
	Timing   *Timing  `json:"timing,omitempty" beyond:"v1" jsonschema_description:"When it pops up."`
	Likes    *float64 `json:"likes,omitempty" beyond:"v1" jsonschema:"minimum=0" jsonschema_description:"Number of likes (instagram, x and youtube); made up when omitted."`
	Verified *bool    `json:"verified,omitempty" beyond:"v1" jsonschema_description:"Seal beside the name (instagram, x and youtube). Omitted, some cards of x have one, and others none."`
	Tilt     float64  `json:"tilt,omitempty" beyond:"v1" jsonschema:"minimum=-15,maximum=15" jsonschema_description:"How far the card is turned, in degrees, clockwise."`
	Exit     *float64 `json:"exit,omitempty" beyond:"v1" jsonschema:"minimum=0.5,maximum=3600" jsonschema_description:"Seconds from when the card comes to when it goes; it stays when omitted."`

	Narration AudioRef `json:"narration,omitempty" beyond:"v1" jsonschema_description:"Voice that is heard in a video: WAV, MP3, M4A, Ogg or FLAC, up to 5 minutes. It begins when the card comes. The next one waits for its end."`
}

// EmailProps is an email thread.
type EmailProps struct {
	Platform     string            `json:"platform" jsonschema:"required" jsonschema_description:"Equals the top-level platform."`
	Conversation EmailConversation `json:"conversation" jsonschema:"required" jsonschema_description:"The thread."`
	DarkMode     bool              `json:"darkMode" jsonschema:"default=false" jsonschema_description:"Dark appearance, where the platform has one."`
	Timezone     Zone              `json:"timezone,omitempty" beyond:"v1" jsonschema_description:"IANA zone of the times shown; UTC when omitted."`
	MobileView   *bool             `json:"mobileView,omitempty" beyond:"v1" jsonschema_description:"Phone-sized picture, also where omitted; false makes it as tall as the thread. leaked is a page and as tall as its thread."`
	Redaction    string            `json:"redaction,omitempty" beyond:"v1" jsonschema:"enum=blur,enum=bar" jsonschema_description:"How names and addresses are hidden: blur, or bar, which is the default on leaked."`
	Device
}

// EmailConversation is the thread.
type EmailConversation struct {
	Subject      string             `json:"subject" jsonschema:"required" jsonschema_description:"Subject line."`
	Participants []EmailParticipant `json:"participants" jsonschema:"required" jsonschema_description:"Everybody in the thread."`
	Emails       []Email            `json:"emails" jsonschema:"required" jsonschema_description:"In order."`
	Attachment   ImageRef           `json:"attachment,omitempty" jsonschema_description:"Picture attached to the thread."`
	Me           string             `json:"me,omitempty" beyond:"v1" jsonschema_description:"Id of the participant whose mailbox it is. Omitted, whoever sends nothing; where everybody writes, who received the first email."`
}

// EmailParticipant is a sender or recipient.
type EmailParticipant struct {
	ID              string   `json:"id" jsonschema:"required" jsonschema_description:"Emails refer to it."`
	Name            string   `json:"name" jsonschema:"required" jsonschema_description:"Display name."`
	Email           string   `json:"email" jsonschema:"required" jsonschema_description:"Address."`
	Avatar          ImageRef `json:"avatar,omitempty" jsonschema_description:"Picture of the person."`
	IsNameRedacted  bool     `json:"isNameRedacted" jsonschema:"required" jsonschema_description:"Blur the name."`
	IsEmailRedacted bool     `json:"isEmailRedacted" jsonschema:"required" jsonschema_description:"Blur the address."`
}

// Email is one message of the thread.
type Email struct {
	ID       string  `json:"id" jsonschema:"required" jsonschema_description:"Unique within the thread."`
	SenderID string  `json:"senderId" jsonschema:"required" jsonschema_description:"Id of a participant."`
	Body     string  `json:"body" jsonschema:"required" jsonschema_description:"Text of the email."`
	Date     Instant `json:"date" jsonschema:"required" jsonschema_description:"When it was sent, like 2026-03-01T09:41:00Z."`

	Expanded    bool `json:"expanded,omitempty" beyond:"v1" jsonschema_description:"Show all of an earlier email, where the app makes rows of them. The newest one, and one with the attachment, are always whole."`
	ShowDetails bool `json:"showDetails,omitempty" beyond:"v1" jsonschema_description:"Open the box with names, addresses and date that the app shows on a tap."`
}

// ContributionProps is a year of contribution squares.
type ContributionProps struct {
	Levels []Level `json:"levels" jsonschema:"required,minItems=1,maxItems=400,minimum=0,maximum=4" jsonschema_description:"One level per day in grid order: 0 is empty, 4 the darkest. Fractions are rounded. Beyond the year's days the grid goes on."`
	Year   int     `json:"year" jsonschema:"default=2026,minimum=1,maximum=9999" jsonschema_description:"Year shown."`
	Theme  string  `json:"theme" jsonschema:"enum=light,enum=dark,default=light" jsonschema_description:"Appearance."`
}

// DashboardProps is a metric card with a line chart.
type DashboardProps struct {
	Metric         string    `json:"metric" jsonschema:"enum=MRR,enum=Net volume,enum=Gross volume,enum=New customers,enum=Successful payments,default=MRR" jsonschema_description:"What is measured: MRR reads as the last value, the others as the total."`
	Points         []float64 `json:"points" jsonschema:"required,minItems=2,maxItems=60" jsonschema_description:"The main line."`
	ComparePoints  []float64 `json:"comparePoints,omitempty" jsonschema:"minItems=2,maxItems=60" jsonschema_description:"The previous period: adds a dotted line and the change in percent."`
	CurrencyCode   Currency  `json:"currencyCode" jsonschema:"default=USD" jsonschema_description:"Currency of money metrics, three capital letters."`
	StartDate      Date      `json:"startDate" jsonschema:"default=2026-02-01" jsonschema_description:"Label at the left of the axis."`
	EndDate        Date      `json:"endDate" jsonschema:"default=2026-06-28" jsonschema_description:"Label at the right of the axis; not before startDate."`
	UpdatedSeconds float64   `json:"updatedSeconds" jsonschema:"minimum=0,default=4" jsonschema_description:"Seconds in the footer Updated N seconds ago."`
	Theme          string    `json:"theme" jsonschema:"enum=light,enum=dark,default=light" jsonschema_description:"Appearance."`
}

func (*ChatProps) mockupType() Type         { return Chats }
func (*AIProps) mockupType() Type           { return AI }
func (*StoryProps) mockupType() Type        { return Stories }
func (*NotificationProps) mockupType() Type { return Notifications }
func (*PostProps) mockupType() Type         { return Posts }
func (*CommentProps) mockupType() Type      { return Comments }
func (*PopupProps) mockupType() Type        { return CommentPopup }
func (*EmailProps) mockupType() Type        { return Emails }
func (*ContributionProps) mockupType() Type { return ContributionChart }
func (*DashboardProps) mockupType() Type    { return DashboardChart }

package templates

import "time"

// Options are the switches in which the platforms of a type differ beyond their look. This is the one list of them:
// here are the name that an option has in platform.yaml, its type and the values that are allowed. A type's
// platform.yaml lists the options that the type has, each with its default; the options that it does not have are zero.
type Options struct {
	Text       TextOptions       `yaml:",inline"`
	Person     PersonOptions     `yaml:",inline"`
	Age        AgeOptions        `yaml:",inline"`
	Feed       FeedOptions       `yaml:",inline"`
	Keyboard   KeyboardOptions   `yaml:",inline"`
	Chat       ChatOptions       `yaml:",inline"`
	AI         AIOptions         `yaml:",inline"`
	Story      StoryOptions      `yaml:",inline"`
	LockScreen LockScreenOptions `yaml:",inline"`
	Post       PostOptions       `yaml:",inline"`
	Thread     ThreadOptions     `yaml:",inline"`
	Mail       MailOptions       `yaml:",inline"`
	Sound      SoundOptions      `yaml:",inline"`
}

// TextOptions say what an app makes of the plain text that users write (chats, posts, comments, comment-popup, emails).
type TextOptions struct {
	// Markup lists what becomes an element of its own: links (addresses), mentions (@name), hashtags (#tag), commands (/start), places
	// (r/name and u/name), times (4:32, a place in a video), cashtags ($TSLA) and styles (see Styles). With ascii, names behind
	// an "@" are handles of ASCII, with plain, they have no dots, and with bare, mentions are written without their "@". With
	// wideTags, "＃" begins hashtags too; with longTags, they go on to the next space. With people, only those of the
	// conversation are mentioned, and only in a group; with mentions and people, those of any conversation, and anybody in a
	// channel; with domains, only handles that are domains. emails and phones are email addresses and telephone numbers, as
	// links. With languages, the name of a language on the first line of a block of code is not shown. quotes, lists and headings are
	// lines that begin with "> ", with "- " or "1. ", and with "# "; titles are links that are written as [title](address) or <address>.
	// With markdown, they are those of Markdown, which also has rules, tables and indented code; superscripts are ^word and ^(words).
	// With within, styles begin and end within words, too, but those of "_".
	// With longStyles, what stands between two delimiters of a style may have several lines.
	// With literal, a delimiter of a style behind a backslash makes nothing, and with escapes no sign does, and the backslash is not shown.
	Markup []string `yaml:"markup" allowed:"links emails phones mentions people domains hashtags wideTags longTags commands places times cashtags styles longStyles languages quotes lists headings titles markdown superscripts ascii plain bare within literal escapes"`
	// Everybody lists the names behind an "@" that mention all people of a group, the viewer too (chats).
	Everybody []string `yaml:"everybody"`
	// Styles are the delimiters of formatted text with the elements that they make, as "*=b _=i".
	Styles Styles `yaml:"styles"`
	// LinkPath is how many characters of an address are written behind its host, without the scheme; 0 writes addresses as
	// they are.
	LinkPath int `yaml:"linkPath"`
	// LinkWhole is how many characters behind the host are still written whole, where that is more than LinkPath.
	LinkWhole int `yaml:"linkWhole"`
	// LinkWWW keeps "www." before hosts of addresses that are written without the scheme.
	LinkWWW bool `yaml:"linkWWW"`
}

// PersonOptions say how people are shown (chats, stories, posts, comments, comment-popup, emails), and sources (ai).
type PersonOptions struct {
	// Initials is how many letters stand for a missing picture.
	Initials int `yaml:"initials" allowed:"1 2"`
	// GroupInitials is how many letters stand for a group's missing picture (chats).
	GroupInitials int `yaml:"groupInitials" allowed:"1 2"`
	// AppleInitials makes them as Apple does: without titles, and none of names in scripts whose letters join (chats, emails).
	AppleInitials bool `yaml:"appleInitials"`
	// FluentInitials makes them as Microsoft's Fluent does (emails), see text.FluentInitials.
	FluentInitials bool `yaml:"fluentInitials"`
	// HandleDomain is put behind handles without a dot, as ".bsky.social" (chats, posts).
	HandleDomain string `yaml:"handleDomain"`
	// HandleMarks are the characters beside small letters and digits that a handle may have (chats, posts).
	HandleMarks string `yaml:"handleMarks"`
	// HandleMost is how many characters a handle may have, without its domain; 0: any number (chats, posts).
	HandleMost int `yaml:"handleMost"`
}

// AgeOptions say how an app writes when something was posted (posts, comments, comment-popup).
type AgeOptions struct {
	// Time is the form: date (the date always), short (3d), ago (3d ago) or long (3 days ago).
	Time string `yaml:"time" allowed:"date short ago long"`
	// TimeNow is written in the first minute instead of the seconds, as "Just now"; empty: the seconds are.
	TimeNow string `yaml:"timeNow"`
	// TimeWeeks are the ages in days that are counted in weeks, as [7, 30]: from 7 on and below 30. [] is none.
	TimeWeeks DayRange `yaml:"timeWeeks"`
	// TimeYear are the letters of a year in short ages.
	TimeYear string `yaml:"timeYear"`
	// TimeUntil is the age in days from which on the date is written; 0: the age is written for ever.
	TimeUntil int `yaml:"timeUntil"`
	// DateLayout is the date in Go's notation.
	DateLayout string `yaml:"dateLayout"`
	// DateYearLayout is a date of another year; empty: as DateLayout.
	DateYearLayout string `yaml:"dateYearLayout"`
}

// FeedOptions say how posts and comments are written (posts, comments, comment-popup).
type FeedOptions struct {
	// Counts is the style of counters: comma (1,234,567), short (1.2K, 12K, 1.2M), short-10k (1.2K, 12K, 1M), short1 (1.2K,
	// 12.3K) or short1-10k (commas up to 9,999, then as short1). With -lower behind it the unit is a small letter.
	Counts string `yaml:"counts" allowed:"comma short short-10k short1 short1-10k short-lower short1-lower short1-10k-lower"`
	// Excerpt is how many characters of a text stand before "more"; 0: the whole text.
	Excerpt int `yaml:"excerpt"`
	// Lines is how many lines of a text stand before "more"; 0: all of them. Posts count the lines as laid out, comments
	// those that the writer broke.
	Lines int `yaml:"lines"`
	// Names is what stands over a comment: handle (@mia), username (mia), name (Mia Berg) or both, a name that keeps its
	// own line beside the user name. On the cards of comment-popup only handle and username differ, where no name is given.
	Names string `yaml:"names" allowed:"handle username name both"`
}

// ChatOptions are those of chats.
type ChatOptions struct {
	// Chrome is bars, or floating: header and composer float over the list.
	Chrome string `yaml:"chrome" allowed:"bars floating"`
	// TextOn is what texts stand on: bubbles, or the ground. There a wallpaper decides whether they are light or dark, and the
	// page's colour is laid over a picture.
	TextOn string `yaml:"textOn" allowed:"bubbles ground"`
	// Emoticons are the typed signs that the app draws, in the order of the drawings: those of one drawing are one text, as
	// ":) :-)". Capitals do not matter.
	Emoticons []string `yaml:"emoticons"`
	// EmojiMost is how long a message of emoji alone may be to be shown large, in units of UTF-16, as apps written in
	// JavaScript count; 0: any length.
	EmojiMost int `yaml:"emojiMost"`
	// EmojiCount is how many emoji such a message may have; 0: any number.
	EmojiCount int `yaml:"emojiCount"`
	// Dates is the pause after which a date divider stands between two messages of one day; "day": none does.
	Dates Dates `yaml:"dates"`
	// Divider is what a date divider says.
	Divider Moments `yaml:"divider"`
	// Opening puts the first date divider into what stands at the beginning of the conversation (intro.html).
	Opening bool `yaml:"opening"`
	// Stamp is when a message was sent, as it stands beside the message.
	Stamp Moments `yaml:"stamp"`
	// Times says which messages have their time below or beside them: run (the last one of each run), or changes (those,
	// too, whose time or state differs from that of the next one of the run). Times inside bubbles or beside names do not
	// depend on it.
	Times string `yaml:"times" allowed:"run changes"`
	// States are the delivery states that the app tells apart: one that is left out looks like the one before it, or like
	// none.
	States []string `yaml:"states" allowed:"sent delivered read"`
	// Receipts says where delivery states stand that are written below or beside sent messages: newest (at the newest sent
	// message, and "read" at the newest that is read), each (every state at the newest sent message that has come so far) or
	// last (only at the last message of the conversation).
	Receipts string `yaml:"receipts" allowed:"newest each last"`
	// Readers shows the faces of those who have read, each one at the newest message that this person has read or written,
	// in place of the state "read" (all); or those of all in a group at the newest sent message that is read (groups).
	Readers string `yaml:"readers" allowed:"none all groups"`
	// Run is the pause that ends a run of one person's messages.
	Run time.Duration `yaml:"run"`
	// Since is the month from which on people could join, as 2006-07, for months of joining that are made up; empty: any.
	Since Month `yaml:"since"`
	// Verified is the seal of a receiver of whom the payload does not say it.
	Verified bool `yaml:"verified"`
	// UsernameHeader puts a user name in the place of the name in the header.
	UsernameHeader bool `yaml:"usernameHeader"`
	// Channels makes those groups channels whose name begins with "#", which is the app's own, or has neither capitals nor
	// spaces. Other groups keep their name as it is written.
	Channels bool `yaml:"channels"`
	// Album is how several pictures of a message stand together (see Album in package scene):
	//   - rows: two and three squares in a row, the shorter rows first; three pictures are a wide one above two
	//   - gallery: two in a row, or a large one left of two; more in rows of three below a row of what is left over
	//   - quad, five: as gallery, but at most four or five, the last with the number of those that are not shown
	//   - mosaic: by the shapes of the pictures
	//   - collage: two or three overlap; more are a stack that says how many they are
	//   - fan: a stack that is spread out
	//   - each: every picture by itself
	Album string `yaml:"album" allowed:"rows gallery quad five mosaic collage fan each"`
	// AlbumWidth is the width of several pictures together, in CSS pixels.
	AlbumWidth int `yaml:"albumWidth"`
	// AlbumGap is the gap between two of them, in CSS pixels.
	AlbumGap int `yaml:"albumGap"`
	// AlbumMost is how many pictures a message holds; more are further messages. 0: any number.
	AlbumMost int `yaml:"albumMost"`
	// TextApart makes the text that comes with pictures a message of its own, below them.
	TextApart bool `yaml:"textApart"`
	// Typing lists where a video shows that somebody types: bubble (in the list), header, footer. [] is nowhere.
	Typing []string `yaml:"typing" allowed:"bubble header footer"`
	// Arrive is how messages come in a video, a style of package motion; pop is out of the bubble's own corner.
	Arrive string `yaml:"arrive" allowed:"rise pop fly fade spring"`
	// Send is how the sender's own messages come; same is as Arrive says.
	Send string `yaml:"send" allowed:"same rise pop fly fade spring"`
	// Words are what the app says about what people do. In them {who} is the person who did it, {whom} the one to whom it was
	// done, {name} a new name, {group} the group's name, {n} a number and {time} the time of day. Of calls, {length} is their
	// length as 4:32, {padded} as 04:32, {letters} as 4m 32s, {short} as 4 min, {counted} as 4 mins, {long} as 4 minutes
	// and {about} as 5 minutes, rounded, or a few seconds where nobody answered.
	// A word with "You" behind its name is the one for what the sender did; without one the other is it. One with
	// "Me" is the one for what somebody else did to the sender. One with "Channel" is said in channels. Of an event, the names of others
	// are written as person says. Where you, youToo, yourself or themself is empty, the app writes the person's name; where me is
	// empty, a quote says you. In a chat of two repliedDirect takes the place of replied, unless it is empty or
	// the sender answers an own message. An empty callBack is no button, nor are
	// other empty words of buttons: saveFile, contactMessage, contactSave, pollResults, pollAction, and pollVoted
	// and pollEnded, which take its place once the sender has voted and once the poll is closed. Of files, {size} is 1.2 MB,
	// {kind} XLSX, {ending} xlsx and {named} Excel Spreadsheet.
	// In answering, {name} is whose message the sender answers while typing.
	// In storyBy, {name} is whose story it is, and in lastSeen, {seen} is as Seen says.
	Words Words `yaml:"words"`
	// Deleted is how a deleted message looks: bubble (the app's words in its place), line (a line in the middle) or nothing.
	Deleted string `yaml:"deleted" allowed:"bubble line nothing"`
	// Jump says that a disc above the composer leads to the end of a conversation whose end is not seen.
	Jump bool `yaml:"jump"`
	// ReactionsMost is how many reactions a message shows; where there are more, the last one is their number. 0 shows all.
	ReactionsMost int `yaml:"reactionsMost"`
	// ReplyBegins says that an answer to a message begins a run.
	ReplyBegins bool `yaml:"replyBegins"`
	// ReactionKinds is how many different reactions are shown, the most frequent ones; 0: all.
	ReactionKinds int `yaml:"reactionKinds"`
	// PicturesInField says that pictures stand in the field, above what is typed, before they are sent. Other apps show them on a
	// screen of their own, which is not drawn.
	PicturesInField bool `yaml:"picturesInField"`
	// Threads says that a message tells how many others answer it.
	Threads bool `yaml:"threads"`
	// Calls says whether a call is a message, or a line of the app.
	Calls string `yaml:"calls" allowed:"message line"`
	// Online says that a receiver of whom the payload does not say it is online.
	Online bool `yaml:"online"`
	// Seen is when somebody was there last, as {seen} in the words. {ago} in it is the time since then: 5m, 2h or 3d.
	Seen Moments `yaml:"seen"`
	// GivenNames says that people have the first word of their name in a conversation; the header has all of it.
	GivenNames bool `yaml:"givenNames"`
	// PreviewReplaces leaves out an address at the beginning or end of a text with the preview of the page, which stands for it.
	PreviewReplaces bool `yaml:"previewReplaces"`
	// VoiceBars is how many bars the waveform of a recording has.
	VoiceBars int `yaml:"voiceBars"`
	// ReactionsWithin says that reactions to words and cards are within their bubble.
	ReactionsWithin bool `yaml:"reactionsWithin"`
	// FilmLeft says that a video that plays in a message says how much of it is left.
	FilmLeft bool `yaml:"filmLeft"`
	// PollVoters says that a poll in which people may choose several answers counts people, and the shares are of them: so they may sum to
	// more than 100%. Else it counts votes.
	PollVoters bool `yaml:"pollVoters"`
}

// KeyboardOptions say what keyboard an app has (chats, ai).
type KeyboardOptions struct {
	// Look is how it looks: glass, as for apps that are made for iOS 26, or as before.
	Look string `yaml:"keyboard" allowed:"classic glass"`
	// ReturnKey is what the key at the right below does: begin a line, or send.
	ReturnKey string `yaml:"returnKey" allowed:"return send"`
}

// AIOptions are those of ai.
type AIOptions struct {
	// ModelTrim lists words that the header leaves off the front of the model's label, because the app's name already says
	// them: with "GPT-" the model "GPT-5" is headed "ChatGPT 5".
	ModelTrim []string `yaml:"modelTrim"`
	// Greeting stands over a conversation without messages.
	Greeting string `yaml:"greeting"`
	// Placeholder stands in the composer where the payload has none.
	Placeholder string `yaml:"placeholder"`
	// PlaceholderNew is the same before the first message, also in a video that begins before it; empty: as Placeholder.
	PlaceholderNew string `yaml:"placeholderNew"`
	// CodeLabel is what stands over a block of code: the name of its language (Python), or the tag that the answer wrote
	// (python).
	CodeLabel string `yaml:"codeLabel" allowed:"name tag"`
	// CodeUntitled stands over a block of code without a language.
	CodeUntitled string `yaml:"codeUntitled"`
	// LineBreaks keeps the single line breaks of an answer's paragraphs, which are spaces in markdown.
	LineBreaks bool `yaml:"lineBreaks"`
}

// StoryOptions are those of stories.
type StoryOptions struct {
	// Reply are the words in the reply bar.
	Reply string `yaml:"reply"`
	// JustNow is the age of a story under a minute old.
	JustNow string `yaml:"justNow"`
	// Ago writes an age short (2h) or long (2h ago).
	Ago string `yaml:"ago" allowed:"short long"`
	// Age is written where nothing in the payload says how old the story is.
	Age string `yaml:"age"`
}

// LockScreenOptions are those of notifications.
type LockScreenOptions struct {
	// Date is the line above the clock, in Go's notation.
	Date string `yaml:"date"`
	// DateClassic is the same with classic cards; empty: as Date.
	DateClassic string `yaml:"dateClassic"`
	// DateGlass is the same with glass cards; empty: as Date.
	DateGlass string `yaml:"dateGlass"`
	// Apps are the names of the apps whose icons the partial "app" draws, by the keys of the icons.
	Apps map[string]string `yaml:"apps"`
}

// PostOptions are those of posts alone.
type PostOptions struct {
	// Zeros writes counters of zero as 0; most apps leave them out beside an icon.
	Zeros bool `yaml:"zeros"`
	// BigBelow is the number of characters below which a text without a picture is set large; 0: never.
	BigBelow int `yaml:"bigBelow"`
	// Picture says that the app has no posts without a picture or video.
	Picture bool `yaml:"picture"`
	// OnePlace lists pairs of counters that share a place, as likes/reactions: the first one is shown if both are given.
	OnePlace []string `yaml:"onePlace"`
	// Pictures is how several pictures stand together (see postPictures in package scene):
	//   - quad: two beside each other, a tall one left of two, four as two rows
	//   - blocks: two squares beside each other, a square left of two halves of one, four as two rows
	//   - banner: two beside each other, a large one above the others, up to three in a row; of five, two above three
	//   - strip: of one height, in a row that leaves the screen at the right
	//   - carousel: one at a time, all in the shape of the first
	Pictures string `yaml:"pictures" allowed:"quad blocks banner strip carousel"`
	// PicturesWidth is the width of several pictures together, in CSS pixels.
	PicturesWidth int `yaml:"picturesWidth"`
	// PicturesGap is the gap between two of them, in CSS pixels.
	PicturesGap int `yaml:"picturesGap"`
	// PicturesMost is how many pictures a post has at most; 0: any number.
	PicturesMost int `yaml:"picturesMost"`
	// Kinds are the kinds of reactions that are usual, where a post does not say which it has.
	Kinds []string `yaml:"kinds"`
	// ExactPolls writes all digits of the votes for a poll, and one decimal of a share that is no whole number.
	ExactPolls bool `yaml:"exactPolls"`
	// QuoteExcerpt is how many characters of a quoted post stand before "more", where Lines does not cut it; 0: all of them.
	QuoteExcerpt int `yaml:"quoteExcerpt"`
	// QuoteUntil is the age in days from which on a quoted post has a date; below it has its age, as 3h.
	QuoteUntil int `yaml:"quoteUntil"`
	// QuoteLayout is this date in Go's notation; without a year, that of another year follows. Empty: the time of a quoted
	// post is written as that of a post.
	QuoteLayout string `yaml:"quoteLayout"`
}

// ThreadOptions are those of comments alone.
type ThreadOptions struct {
	// Replies are flat (all answers of a comment one level in, in order) or nested.
	Replies string `yaml:"replies" allowed:"flat nested"`
	// Answers is what a comment's counter of answers counts: all below it, or the direct ones.
	Answers string `yaml:"answers" allowed:"all direct"`
}

// MailOptions are those of emails. The layouts are Go's; {time} in them is the time of day in the payload's notation.
type MailOptions struct {
	// Page is phone (a screen, as tall as the thread where no frame pins it) or document (a page of the manifest's width,
	// with nothing of a phone around it).
	Page string `yaml:"page" allowed:"phone document"`
	// Order is which email stands first.
	Order string `yaml:"order" allowed:"oldest newest"`
	// DateToday and the next four are how short dates are written, seen from now: DateWeek is up to six days ago, DateYear
	// this year. {days} in them is the number of days.
	DateToday     string `yaml:"dateToday"`
	DateYesterday string `yaml:"dateYesterday"`
	DateWeek      string `yaml:"dateWeek"`
	DateYear      string `yaml:"dateYear"`
	DateOther     string `yaml:"dateOther"`
	// FullDate is the layout of whole dates.
	FullDate string `yaml:"fullDate"`
	// NoSubject stands for a subject that is empty.
	NoSubject string `yaml:"noSubject"`
	// Redaction is how names and addresses are hidden where the payload does not say: blur or bar.
	Redaction string `yaml:"redaction" allowed:"blur bar"`
}

// SoundOptions say how the videos of an app sound (chats, ai, stories, notifications).
type SoundOptions struct {
	// Sounds is the timbre of what is heard of the app: soft (round tones), bright (small bells), wood (bars of wood) or
	// drop (drops of water). The sounds are made here. They are never those of the app.
	Sounds string `yaml:"sounds" allowed:"soft bright wood drop"`
}

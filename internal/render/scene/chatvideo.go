package scene

import (
	"cmp"
	"context"
	"fmt"
	"html/template"
	"slices"
	"strings"
	"time"

	"mockup/internal/render/sound"
	"mockup/internal/render/storyboard"
	"mockup/internal/schema"
)

// How soon after a message is sent it is delivered, and then read.
const (
	deliveredAfter = 480 * time.Millisecond
	readAfter      = 950 * time.Millisecond
	readClear      = 400 * time.Millisecond // a list has come to rest by then
)

// presenceKey is the key of the item in which the app says what the others do.
const presenceKey = "presence"

// chatEvent is a change of the conversation.
type chatEvent struct {
	at      time.Duration
	seen    time.Duration // of a reaction, for which the list makes room from at on
	message int
	becomes string           // "typing", "there", "reacted", "deletes", "changed", "plays", "played", "passed", or a delivery state
	coming  []comingReaction // those that are there then

	poll  *ChatPoll // with the votes that are in then
	votes bool      // somebody votes; otherwise a bar still grows

	second int // of a film that plays, those that have passed

	change *schema.VideoChange // what changes beside the messages; nil: a message does
}

// chatVideo plays a conversation: an indicator announces the receivers' messages, and the sender's messages are sent,
// delivered and read. After every event the list looks as in a still of that moment.
func (b *builder) chatVideo(p *schema.ChatProps, messages []timedMessage) (*storyboard.Storyboard, error) {
	b.makeTypos(p, messages)
	plan, err := b.paceChat(p, messages)
	if err != nil {
		return nil, err
	}
	v := &chatVideo{
		builder: b, board: &storyboard.Storyboard{Bleed: 10, Length: plan.Length}, plan: plan,
		props: p, messages: slices.Clone(messages), shown: map[string]chatLook{},
		receipts: b.newReceipts(p), typing: -1, heard: -1, presenceItem: -1,
		time: b.scene.View.Device.Time, charge: b.scene.View.Device.Battery, stateItems: map[string]int{},
	}
	v.warnOfLateDeletion()
	v.state, v.lastThere = p.Receivers[0].Presence, b.lastSeen(p.Receivers[0])
	v.seeFrom(max(0, plan.onStage-1))
	given := v.scene.View.Body.(*Chat).Presence
	if err := v.open(); err != nil {
		return nil, err
	}
	v.findPlays()
	if err := v.drafts(); err != nil {
		return nil, err
	}
	composeDrafts(v.board.Drafts)
	if err := v.addKeyboard(v.board, &v.board.Steps[0]); err != nil {
		return nil, err
	}
	v.startFilms()
	events := v.events()
	v.cues(events)
	for _, event := range events {
		if err := v.play(event); err != nil {
			return nil, err
		}
	}
	b.addSounds(v.board, map[storyboard.CueKind]sound.Kind{
		storyboard.CueSend: sound.Sent, storyboard.CueArrive: sound.Received, storyboard.CueDraft: sound.Key,
		storyboard.CueBanner: sound.Chime,
		storyboard.CueReact:  sound.React, storyboard.CueCall: sound.Call, storyboard.CueEvent: sound.Notice,
	})
	addVoices(v.board, plan.Plan, plan.beats, func(beat int) spoken {
		m := messages[plan.first+beat]
		play, _ := b.plays(p, m)
		return spoken{ref: m.narration, id: m.view.ID, sender: m.view.Person.Name, after: play.after}
	})
	v.strips.show(v.board)
	if plan.Back < plan.Length {
		v.board.Loop(plan.Back)
	}
	v.raiseKeyboard(events)
	v.scene.View.Body.(*Chat).Presence = given // the page is drawn as it is in the beginning
	return v.board, nil
}

// open adds the step that shows the conversation in the first frame.
func (v *chatVideo) open() error {
	first := storyboard.Step{}
	if err := v.intro(&first); err != nil {
		return err
	}
	v.count = v.plan.onStage
	v.expectReactions()
	v.receipts.markAll(v.messages[:v.count])
	for i := range v.count {
		if m := v.messages[i].view; !m.Out && !m.Event && !m.Unsent {
			v.heard = i
		}
		v.openReactions(i)
		v.join(v.messages, i)
	}
	for i := range v.count {
		if err := v.putRows(&first, i); err != nil {
			return err
		}
	}
	if err := v.composer(&first); err != nil {
		return err
	}
	if err := v.surroundings(&first); err != nil {
		return err
	}
	v.board.Steps = append(v.board.Steps, first)
	return nil
}

// intro puts what stands above the messages.
func (v *chatVideo) intro(step *storyboard.Step) error {
	item, err := v.addItem(v.board, storyboard.Item{Slot: "rows", Key: "intro"}, "intro", v.scene.View)
	step.Put, v.opened = append(step.Put, item), v.scene.View.Body.(*Chat).Opening
	return err
}

// clock puts the time into the status bar, where it changes: that of the newest message, if the payload wants that, or the one
// that a change has given since. The time of a message goes with the sign that it is being typed, as the divider above that does.
func (v *chatVideo) clock(step *storyboard.Step) error {
	device := v.scene.View.Device
	if !(device.Follow || device.Changes) || !device.Status {
		return nil
	}
	if count := v.inList(); device.Follow && count > v.clocked {
		v.time, v.clocked = strings.TrimRight(clock(v.messages[count-1].at, v.props.TimeNotation), " APM"), count
	}
	item, err := v.addItem(v.board, storyboard.Item{Slot: "clock", Key: "clock", Snap: true}, "clock", v.time)
	if err == nil && item != v.clockItem {
		step.Put, v.clockItem = append(step.Put, item), item
	}
	return err
}

// presence puts what the app says about the others: that one of them is typing, or what it says otherwise. Where it says
// nothing else, the words come once the list has made room for them.
func (v *chatVideo) presence(step *storyboard.Step, typing *Person) error {
	if !(v.typingShows("header") && v.props.ShowHeader || v.typingShows("footer") && v.props.ShowFooter) {
		return nil
	}
	words := storyboard.Item{Slot: "presence", Key: presenceKey, Snap: true}
	if step.At > 0 {
		words.Enter = "late"
	}
	var heardMessage *Message
	if v.heard >= 0 {
		heardMessage = &v.messages[v.heard].view
	}
	item, err := v.addItem(v.board, words, "presence", map[string]any{"Chat": v.scene.View.Body, "Typing": typing, "Heard": heardMessage})
	if err != nil {
		return err
	}
	says := func(item int) bool { return item >= 0 && strings.TrimSpace(v.board.Items[item].HTML) != "" }
	switch before := v.presenceItem; {
	case says(item) && item != before:
		step.Put = append(step.Put, item)
		chat := v.scene.View.Body.(*Chat)
		chat.Says = append(chat.Says, template.HTML(v.board.Items[item].HTML))
	case says(before) && !says(item):
		step.Drop = append(step.Drop, presenceKey)
	}
	v.presenceItem = item
	return nil
}

// leastDots is for how long at least somebody is seen typing: less would be a flash.
const leastDots = 300 * time.Millisecond

// events lists what happens, in order of time.
func (v *chatVideo) events() []chatEvent {
	var events []chatEvent
	answer := time.Duration(0) // when a receiver begins to type next; 0: never
	for i := len(v.messages) - 1; i >= v.plan.onStage; i-- {
		m, moment := v.messages[i], v.plan.moment(i)
		read := moment.At + readAfter
		if answer > 0 {
			read = min(read, moment.At+(answer-moment.At)*5/6) // nobody answers before reading
		}
		if after, reacts := m.othersReact(v.props.Sender.ID); reacts {
			read = readWith(read, moment.At+max(after-v.roomFor(m.view), 0), answer) // nor reacts
		}
		if after, given := m.readAfter(); given {
			read = moment.At + after
		}
		events = append(events, v.talkEvents(i, moment.At)...)
		if m.view.Status == "read" {
			events = append(events, chatEvent{at: read, message: i, becomes: "read"})
		}
		if m.view.Status == "delivered" || m.view.Status == "read" {
			events = append(events, chatEvent{at: min(moment.At+deliveredAfter, (moment.At+read)/2), message: i, becomes: "delivered"})
		}
		events = append(events, v.leftEvents(i)...)
		events = append(events, v.playEvents(i)...)
		if !v.turnsIntoNext(i) {
			events = append(events, chatEvent{at: moment.At, message: i, becomes: "there"})
		}
		if !m.view.Out && !m.view.Event && !m.more {
			answer = moment.Sign
			if v.announced(i) {
				events = append(events, chatEvent{at: moment.Sign, message: i, becomes: "typing"})
			}
		}
	}
	for i := range v.plan.onStage {
		events = append(events, v.leftEvents(i)...)
		events = append(events, v.playEvents(i)...)
		events = append(events, v.talkEvents(i, v.plan.intro)...)
	}
	slices.Reverse(events)
	events = append(events, v.changeEvents()...)
	slices.SortStableFunc(events, func(a, b chatEvent) int { return cmp.Compare(a.at, b.at) })
	delayRooms(events)
	return events
}

// chatVideo is the conversation at a moment, and the storyboard made so far.
type chatVideo struct {
	*builder
	board    *storyboard.Storyboard
	plan     *chatPlan
	props    *schema.ChatProps
	messages []timedMessage
	receipts *receipts
	shown    map[string]chatLook

	playing      map[int]storyboard.Fill // when recordings play, by message
	left         map[int]int             // for how many seconds the films count down, by message
	drafted      []int                   // the message of each draft
	strips       fieldStrips             // of answers that are typed, and of pictures in the field
	picked       bool                    // one of them has pictures
	count        int                     // of messages that are there
	typing       int                     // the message that is being typed, or -1
	heard        int                     // the newest message of somebody else, or -1
	presenceItem int                     // says what the others do, or -1
	clockItem    int                     // shows the time
	opened       *DateRow                // the divider that stands above the messages

	time       string         // in the status bar
	clocked    int            // messages whose time it has shown
	charge     int            // of the battery, in percent
	chargeItem int            // shows it
	stateItems map[string]int // what the header says of the receiver, by slot
	state      string         // of the receiver
	lastThere  time.Time      // when the receiver was last there
}

// chatLook is what the look of a row depends on, beside its message.
type chatLook struct {
	day, stamp, seen                        string
	first, last, showName, timeAt, statusAt bool
	status, readers, reactions              string
	answers                                 int
	edited, failed, deletes                 bool
	deleted, voice, poll, film              string
	typing                                  string // the message that is typed
	item                                    int
}

// play applies an event and adds the step that shows it.
func (v *chatVideo) play(e chatEvent) error {
	if err := context.Cause(v.ctx); err != nil {
		return err
	}
	if e.change != nil {
		return v.playChange(e)
	}
	changed := v.apply(e)
	step := storyboard.Step{At: e.at, Seen: e.seen}
	if v.scene.View.Body.(*Chat).Opening != v.opened {
		if err := v.intro(&step); err != nil {
			return err
		}
	}
	for _, i := range changed {
		if err := v.putRows(&step, i); err != nil {
			return err
		}
	}
	if v.gone(e.message) {
		v.leave(&step, e.message)
	}
	if e.becomes == "voted" {
		step.Votes = messageKey(e.message)
	}
	if e.becomes == "changed" && v.messages[e.message].view.Deleted != "" {
		step.Deletes = messageKey(e.message)
	}
	if e.becomes == "there" && v.messages[e.message].view.Unsent {
		step.Leave = "fade"
	}
	if v.isShown(storyboard.TypingKey) && v.typing < 0 {
		step.Drop = append(step.Drop, storyboard.TypingKey)
		delete(v.shown, storyboard.TypingKey)
	}
	if err := v.surroundings(&step); err != nil {
		return err
	}
	slices.Sort(step.Drop)
	v.board.Steps = append(v.board.Steps, step)
	return nil
}

// apply applies an event, and returns the messages whose rows it may change, in order.
func (v *chatVideo) apply(e chatEvent) []int {
	changed := []int{v.above(e.message), e.message}
	m := &v.messages[e.message].view
	switch e.becomes {
	case "typing":
		v.typing = e.message
		changed = append(changed, v.above(e.message)) // the sign above it is gone now, where it turns into this one
		if v.typingShows("bubble") {
			changed = append(changed, v.seeFrom(e.message)...)
		}
	case "reacted":
		m.react(v.marks(e.coming), v.manifest.Options.Chat.ReactionKinds)
	case "voted":
		if m.Poll != nil { // it may have been deleted
			m.Poll = e.poll
		}
	case "plays", "played":
		v.playTo(e.message, e.at)
	case "passed":
		v.passTo(e.message, e.second)
	case "deletes":
		m.Deletes = true
	case "changed":
		v.change(v.props.Messages[v.messages[e.message].index], m)
		if m.Deleted != "" {
			changed = append(changed, v.part(v.messages, e.message))
		}
		if v.gone(e.message) || m.Event {
			changed = append(changed, v.recount()...)
		}
	case "there":
		v.count, v.typing = e.message+1, -1
		changed = append(changed, v.seeFrom(e.message)...)
		if m.Unsent {
			break
		}
		changed = append(changed, v.join(v.messages, e.message))
		changed = append(changed, v.receipts.come(e.message, v.messages[e.message])...)
		if m.Status != "" {
			m.Status = v.knownState("sent")
			changed = append(changed, v.receipts.advance(e.message, m.Status)...)
		}
		if !m.Out && !m.Event {
			v.heard = e.message
		}
	default:
		m.Status = v.knownState(e.becomes)
		changed = append(changed, v.receipts.advance(e.message, m.Status)...)
	}
	changed = slices.DeleteFunc(changed, func(i int) bool { return i < 0 || i >= len(v.messages) })
	slices.Sort(changed)
	changed = slices.Compact(changed)
	for _, i := range changed {
		v.receipts.mark(i, &v.messages[i].view)
	}
	return changed
}

// putRows puts the rows of a message, or of the sign that it is being typed, which has the place and the neighbours that
// the message will have. An app that shows no such sign in the list shows nothing of the message yet.
func (v *chatVideo) putRows(step *storyboard.Step, i int) error {
	there := v.inList()
	if i >= there || v.gone(i) {
		return nil
	}
	list, place := v.beside(there, i)
	for _, row := range v.chatRows(v.props, list, place) {
		key, path := v.dateKey(i), ""
		switch {
		case row.Message != nil && i == v.typing:
			row, key = ChatRow{Typing: row.Message}, storyboard.TypingKey
		case row.Message != nil:
			key, path = messageKey(i), messagePath(v.messages[i].index)
		case row.Unread != nil:
			key = unreadKey(i)
		}
		if err := v.put(step, key, path, row); err != nil {
			return err
		}
	}
	return nil
}

// inList is of how many messages the list shows something: those that are there, and the one that is being typed, where the list has a
// sign of that.
func (v *chatVideo) inList() int {
	if v.typing >= 0 && v.typingShows("bubble") {
		return v.typing + 1
	}
	return v.count
}

// messageKey is the key of a message's item.
func messageKey(i int) string { return fmt.Sprintf("message %d", i) }

// unreadKey is the key of the line above a message with which the unread ones begin.
func unreadKey(i int) string { return fmt.Sprintf("unread %d", i) }

// typingShows reports whether the app says in a place that somebody is typing.
func (b *builder) typingShows(place string) bool {
	return slices.Contains(b.manifest.Options.Chat.Typing, place)
}

// put adds a row to a step unless it is shown already as it looks now.
func (v *chatVideo) put(step *storyboard.Step, key, path string, row ChatRow) error {
	look := chatLook{}
	enter := "fade"
	if m := row.Message; m != nil {
		look = chatLook{
			first: m.First, last: m.Last, showName: m.ShowName, timeAt: m.TimeAt, statusAt: m.StatusAt, status: m.Status, readers: fmt.Sprint(m.Readers),
			stamp: m.Stamp, seen: m.Seen, reactions: emojiOf(m.Reactions), edited: m.Edited, failed: m.Failed, deletes: m.Deletes, deleted: m.Deleted, poll: m.Poll.look(),
		}
		if m.Voice != nil {
			look.voice = fmt.Sprint(m.Voice.Duration, m.Voice.Playing, m.Voice.Played)
		}
		if clip := m.clip(); clip != nil {
			look.film = clip.Length
		}
		if m.Replies != nil {
			look.answers = m.Replies.Count
		}
		if enter = v.arrival(m.Out); m.Out && m.pictured() && m.Quote == nil && !strings.HasPrefix(enter, "lift") {
			enter = "pick"
		}
	} else if row.Typing != nil {
		look.typing, enter = row.Typing.ID, v.arrival(false)
	} else if row.Date != nil {
		look.day = row.Date.Day
	}
	old, shown := v.shown[key]
	look.item = old.item
	anew := look.deleted == "line"
	if anew && shown {
		enter = "fade"
	}
	if shown && look == old {
		return nil
	}
	made := storyboard.Item{Slot: "rows", Key: key, Path: path, Enter: enter, Anew: anew, Sent: row.Message != nil && row.Message.Out}
	item, err := v.addItem(v.board, made, "row", map[string]any{"Chat": v.scene.View.Body, "Row": row})
	if err != nil {
		return err
	}
	look.item = item
	if !shown || item != old.item {
		step.Put = append(step.Put, item)
	}
	v.shown[key] = look
	return nil
}

// arrival is how a message comes: the platform's options arrive and send name the styles of package motion, where
// "pop" is out of the bubble's own corner. One that floats comes out of the phone.
func (v *chatVideo) arrival(out bool) string {
	style, side := v.manifest.Options.Chat.Arrive, "left"
	if out {
		side = "right"
		if send := v.manifest.Options.Chat.Send; send != "same" {
			style = send
		}
	}
	if v.scene.View.Lift == "lifted" {
		style = "lift"
	}
	if style == "pop" || style == "lift" {
		return style + "-" + side
	}
	return style
}

package scene

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"mockup/internal/render/scene/pace"
	"mockup/internal/render/sound"
	"mockup/internal/render/storyboard"
	"mockup/internal/schema"
)

// Pace of a lock screen. A notification is read as fast as people read, but no faster than subtitles allow, and stays in
// view when the next one comes.
const (
	firstCard = 250 * time.Millisecond
	cardOutro = 1 * time.Second // from when the last card has been read
)

// notificationVideo lets the cards of a lock screen come one by one, the last first. Cards that no longer fit go into
// the pile, which the page shows once it is needed.
func (b *builder) notificationVideo(p *schema.NotificationProps, cards []NotificationCard) (*storyboard.Storyboard, error) {
	pile, err := b.scene.Template.Partial("pile", b.scene.View)
	if err != nil {
		return nil, err
	}
	plan, err := b.paceCards(p)
	if err != nil {
		return nil, err
	}
	board := &storyboard.Storyboard{Bleed: 24, Length: plan.Length, Cues: frameCues(plan.intro, plan.Plan)}
	board.Steps = append(board.Steps, storyboard.Step{})
	if p.Unlock { // before the pile, since items are drawn in this order
		if err := b.putClock(board); err != nil {
			return nil, err
		}
	}
	board.Steps[0].Put = append(board.Steps[0].Put, len(board.Items))
	board.Items = append(board.Items, storyboard.Item{Slot: "stack", Key: "pile", Enter: "fade", HTML: string(pile)})
	there := map[string]int{} // the item of each group that is there
	for k := range cards {
		i := len(cards) - 1 - k
		group := p.Notifications[i].Group
		older, stacked := there[group]
		stacked = stacked && group != ""
		enter := "drop"
		if stacked {
			enter = "cover"
		}
		look := storyboard.Item{Slot: "stack", Key: fmt.Sprintf("card %d", i), Path: itemPath("notifications", i), First: true, Enter: enter, Leave: "sink"}
		item, err := b.addItem(board, look, "card", cards[i])
		if err != nil {
			return nil, err
		}
		switch {
		case k < plan.opens && stacked:
			board.Steps[0].Put = append(slices.DeleteFunc(board.Steps[0].Put, func(put int) bool { return put == older }), item)
		case k < plan.opens:
			board.Steps[0].Put = append(board.Steps[0].Put, item)
		case stacked: // the older ones go below the one that comes
			board.Steps = append(board.Steps, storyboard.Step{At: plan.Moments[k].At, Put: []int{item}, Drop: []string{board.Items[older].Key}})
		default:
			board.Steps = append(board.Steps, storyboard.Step{At: plan.Moments[k].At, Put: []int{item}})
		}
		there[group] = item
		plan.addCue(board, k, cards[i])
	}
	if p.Wake && plan.opens == 0 && len(board.Steps) > 1 {
		if err := b.sleep(board); err != nil {
			return nil, err
		}
	}
	if p.Unlock {
		if err := b.unlock(board, max(plan.Rest, firstCard)); err != nil {
			return nil, err
		}
	}
	b.addSounds(board, map[storyboard.CueKind]sound.Kind{storyboard.CueArrive: sound.Chime})
	addVoices(board, plan.Plan, plan.beats, func(beat int) spoken {
		card := p.Notifications[len(cards)-1-beat]
		return spoken{ref: card.Narration, id: card.ID, sender: card.Title}
	})
	if plan.Back < plan.Length {
		board.Loop(plan.Back)
	}
	return board, nil
}

// sleep lets the screen be off until the first card comes.
func (b *builder) sleep(board *storyboard.Storyboard) error {
	asleep, err := b.addItem(board, storyboard.Item{Slot: "asleep", Key: "asleep", Leave: "fade"}, "asleep", nil)
	if err != nil {
		return err
	}
	board.Steps[0].Put = append(board.Steps[0].Put, asleep)
	board.Steps[1].Drop = append(board.Steps[1].Drop, "asleep")
	return nil
}

// addCue adds that the k-th card comes. Of those in the first frame only the newest has a cue.
func (p *cardPlan) addCue(board *storyboard.Storyboard, k int, card NotificationCard) {
	cue := storyboard.Cue{At: p.Moments[k].At, End: p.Moments[k].Next, Kind: storyboard.CueArrive, ID: card.ID, Sender: card.Title, Text: card.Text}
	if k < p.opens {
		cue.Kind = storyboard.CueOpen
	}
	if k >= p.opens-1 {
		board.Cues = append(board.Cues, cue)
	}
}

// cardPlan is when the cards come, in this order.
type cardPlan struct {
	pace.Plan
	beats []pace.Beat
	opens int           // cards that are there in the first frame
	intro time.Duration // that the first frame holds
}

// What a card shows of its texts: so many lines of each, as in templates/notifications, with so many letters, as they were counted
// on the page in several scripts. A time leaves less room to a title, and a picture to both.
const (
	titleLines, cardLines       = 2, 4
	titleRoom, cardRoom, beside = 32, 41, 35
)

// cardLetters is how many letters there are to read on a card.
func cardLetters(n schema.NotificationItem) int {
	room := cardRoom
	if n.Thumbnail != "" {
		room = beside
	}
	return pace.LettersIn(strings.TrimSpace(n.Title), titleLines, titleRoom) + pace.LettersIn(strings.TrimSpace(n.Text), cardLines, room)
}

// paceCards times the cards.
func (b *builder) paceCards(p *schema.NotificationProps) (*cardPlan, error) {
	opens := 0
	beats := make([]pace.Beat, len(p.Notifications))
	for k := range beats {
		card := p.Notifications[len(beats)-1-k]
		letters := cardLetters(card)
		beats[k] = pace.Beat{Hold: pace.Flexible(pace.Reading(letters, 0, pace.AnswerRate)), Letters: letters}
		if k == 0 {
			beats[k].Lead = pace.Flexible(firstCard)
		}
		if t := card.Timing; t != nil {
			beats[k].Give(&schema.Timing{At: t.At, Delay: t.Delay, Hold: t.Hold})
		}
		beats[k].Voice = b.voice(card.Narration)
		if v := b.payload.Video; v != nil && v.StartAt != "" && v.StartAt == card.ID {
			opens = k + 1
		}
	}
	for k := range opens {
		beats[k] = pace.Beat{Opens: true, Hold: beats[k].Hold, Letters: beats[k].Letters, Voice: beats[k].Voice}
	}
	first := max(0, opens-1)
	for k := range first {
		beats[k].Voice = 0
	}
	opts := pace.OptionsOf(b.payload.Video, pace.AnswerRate, cardOutro)
	if p.Unlock {
		opts.Outro = pace.Span{Length: max(opts.Outro.Length, homeSeen), Fixed: true}
	}
	place := func(i int) string { return fmt.Sprintf("notifications.%d", len(beats)-1-first-i) }
	if err := checkVoices(beats[first:], opts, place); err != nil {
		return nil, err
	}
	plan := pace.New(beats[first:], opts)
	b.warnOfPace(plan, beats[first:], place, moreTime)
	if opts.Length > 0 {
		opts.Length = 0
		b.warnOfLength(plan, pace.New(beats[first:], opts), beats[first:])
	}
	plan.Moments = append(make([]pace.Moment, first), plan.Moments...)
	return &cardPlan{plan, beats, opens, opts.Intro}, nil
}

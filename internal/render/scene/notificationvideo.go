package scene

import (
	"fmt"
	"time"

	"mockup/internal/render/scene/pace"
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
	plan, opens, intro := b.paceCards(p)
	board := &storyboard.Storyboard{Bleed: 24, Length: plan.Length, Cues: frameCues(intro, plan)}
	board.Items = append(board.Items, storyboard.Item{Slot: "stack", Key: "pile", Enter: "fade", HTML: string(pile)})
	board.Steps = append(board.Steps, storyboard.Step{Put: []int{0}})
	for k := range cards {
		i := len(cards) - 1 - k
		look := storyboard.Item{Slot: "stack", Key: fmt.Sprintf("card %d", i), First: true, Enter: "drop", Leave: "sink"}
		item, err := b.addItem(board, look, "card", cards[i])
		if err != nil {
			return nil, err
		}
		if k < opens {
			board.Steps[0].Put = append(board.Steps[0].Put, item)
		} else {
			board.Steps = append(board.Steps, storyboard.Step{At: plan.Moments[k].At, Put: []int{item}})
		}
		cue := storyboard.Cue{At: plan.Moments[k].At, End: plan.Moments[k].Next, Kind: storyboard.CueArrive, ID: cards[i].ID, Sender: cards[i].Title, Text: cards[i].Text}
		if k < opens {
			cue.Kind = storyboard.CueOpen
		}
		if k >= opens-1 {
			board.Cues = append(board.Cues, cue)
		}
	}
	storyboard.SortCues(board.Cues)
	if plan.Back < plan.Length {
		board.Loop(plan.Back)
	}
	return board, nil
}

// paceCards times the cards, in the order in which they come, and returns how many are there in the first frame and how
// long that holds.
func (b *builder) paceCards(p *schema.NotificationProps) (plan pace.Plan, opens int, intro time.Duration) {
	beats := make([]pace.Beat, len(p.Notifications))
	for k := range beats {
		card := p.Notifications[len(beats)-1-k]
		letters := pace.Letters(card.Title) + pace.Letters(card.Text)
		beats[k] = pace.Beat{Hold: pace.Flexible(pace.Reading(letters, 0, pace.AnswerRate)), Letters: letters}
		if k == 0 {
			beats[k].Lead = pace.Flexible(firstCard)
		}
		if t := card.Timing; t != nil {
			beats[k].Give(&schema.Timing{At: t.At, Delay: t.Delay, Hold: t.Hold})
		}
		if v := b.payload.Video; v != nil && v.StartAt != "" && v.StartAt == card.ID {
			opens = k + 1
		}
	}
	for k := range opens {
		beats[k] = pace.Beat{Opens: true, Hold: beats[k].Hold, Letters: beats[k].Letters}
	}
	first := max(0, opens-1)
	opts := pace.OptionsOf(b.payload.Video, pace.AnswerRate, cardOutro)
	plan = pace.New(beats[first:], opts)
	b.warnOfPace(plan, beats[first:], func(i int) string { return fmt.Sprintf("notifications.%d", len(beats)-1-first-i) })
	plan.Moments = append(make([]pace.Moment, first), plan.Moments...)
	return plan, opens, opts.Intro
}

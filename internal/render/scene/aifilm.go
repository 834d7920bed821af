package scene

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"mockup/internal/schema"
)

// MarkKey is the key of the app's mark that stands below what an assistant writes.
const MarkKey = "mark"

// The keys of what the app says below an answer, and of the button that stops it.
const (
	noteKey   = "note"
	actionKey = "action"
)

// noteAfter is the time from the last words of an answer to the note below it.
const noteAfter = 300 * time.Millisecond

// aiFilm plays a conversation with an assistant: a prompt appears, the assistant thinks, and its answer is written
// word by word in the place of the thinking mark.
func (b *builder) aiFilm(messages []schema.AIMessage, turns []Turn) (*Film, error) {
	beats, length := paceAI(messages, turns)
	play := aiPlay{builder: b, Film: &Film{Length: length, Bleed: 2}}
	if err := play.draw(); err != nil {
		return nil, err
	}
	if len(play.idle) > 0 {
		play.Steps = append(play.Steps, Step{Put: play.idle})
	}
	for i, turn := range turns {
		if turn.silent() {
			continue
		}
		if err := play.turn(fmt.Sprintf("turn %d", i), turn, beats[i]); err != nil {
			return nil, err
		}
	}
	return play.Film, nil
}

// aiPlay is a film of a conversation in the making.
type aiPlay struct {
	*builder
	*Film
	mark, note []int    // the items that stand below the newest answer; of an app without them none
	idle, busy []int    // looks of the composer's button; of an app whose button does not change none
	below      []string // keys of those below the answer that are on the stage
}

// draw draws what stands below the newest answer and the looks of the composer's button, where the app has them.
func (p *aiPlay) draw() error {
	idle := *p.scene.View.Body.(*AI)
	busy := idle
	busy.Busy = true
	for _, look := range []struct {
		items *[]int
		item  Item
		view  *AI
	}{
		{&p.mark, Item{Slot: "below", Key: MarkKey, Enter: "fade", Leave: "fade", Still: true}, &busy},
		{&p.note, Item{Slot: "below", Key: noteKey, Enter: "fade", Leave: "fade", Still: true}, &idle},
		{&p.idle, Item{Slot: "action", Key: actionKey, Pinned: true}, &idle},
		{&p.busy, Item{Slot: "action", Key: actionKey, Pinned: true}, &busy},
	} {
		if look.item.Pinned && !idle.Footer {
			continue
		}
		html, err := p.scene.Template.Partial(look.item.Key, look.view)
		if err != nil {
			return err
		}
		if look.item.HTML = string(html); strings.TrimSpace(look.item.HTML) == "" {
			continue
		}
		*look.items = []int{len(p.Items)}
		p.Items = append(p.Items, look.item)
	}
	return nil
}

// turn adds the steps of one turn.
func (p *aiPlay) turn(key string, turn Turn, beat turnBeat) error {
	item := Item{Slot: "turns", Key: key}
	if turn.User {
		item.Enter, item.Lead = "rise", true
		return p.put(item, Step{At: beat.at}, "prompt", turn)
	}
	thinking := item
	thinking.Enter = "fade"
	if err := p.put(thinking, Step{At: beat.at}, "reply", Turn{ID: turn.ID, Last: turn.Last}, slices.Concat(p.mark, p.busy)...); err != nil || turn.thinks() {
		return err
	}
	item.Stream = beat.stream
	if err := p.put(item, Step{At: beat.writes}, "reply", turn); err != nil {
		return err
	}
	if len(p.idle) > 0 {
		p.Steps = append(p.Steps, Step{At: beat.writes + beat.stream, Put: p.idle})
	}
	if len(p.note) > 0 {
		p.Steps = append(p.Steps, Step{At: beat.writes + beat.stream + noteAfter, Put: p.note})
		p.below = append(p.below, noteKey)
	}
	return nil
}

// put adds a step that puts one look of a turn, and more. What stood below the turn before goes.
func (p *aiPlay) put(item Item, step Step, partial string, turn Turn, more ...int) error {
	index, err := p.item(p.Film, item, partial, turn)
	if err != nil {
		return err
	}
	step.Put = append([]int{index}, more...)
	if item.Stream == 0 {
		step.Drop, p.below = p.below, nil
	}
	for _, i := range more {
		if p.Items[i].Slot == "below" {
			p.below = append(p.below, p.Items[i].Key)
		}
	}
	p.Steps = append(p.Steps, step)
	return nil
}

// silent reports a prompt that shows nothing.
func (t Turn) silent() bool { return t.User && t.Prompt == "" && len(t.Pictures) == 0 }

// thinks reports an answer that has not begun.
func (t Turn) thinks() bool { return !t.User && t.Answer == "" && len(t.Pictures) == 0 }

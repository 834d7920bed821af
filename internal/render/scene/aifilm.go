package scene

import (
	"fmt"
	"time"

	"mockup/internal/schema"
)

// aiFilm is a conversation with an assistant, and the film made so far.
type aiFilm struct {
	Film
	*builder
	footer int // the item that stands there, or -1
}

// aiFilm plays a conversation with an assistant: a prompt appears, the assistant thinks, and its answer is written
// word by word in the place of the thinking mark.
func (b *builder) aiFilm(messages []schema.AIMessage, turns []Turn) (*Film, error) {
	beats, length := paceAI(messages, turns)
	f := &aiFilm{Film: Film{Length: length, Bleed: 2}, builder: b, footer: -1}
	if len(turns) == 0 {
		return &f.Film, nil
	}
	if err := f.putFooter(0, false); err != nil {
		return nil, err
	}
	for i, turn := range turns {
		if turn.silent() {
			continue
		}
		if answered := i+1 < len(turns) && !turns[i+1].User; !turn.User || answered {
			if err := f.putFooter(beats[i].at, true); err != nil {
				return nil, err
			}
		}
		if err := f.playTurn(fmt.Sprintf("turn %d", i), turn, beats[i]); err != nil {
			return nil, err
		}
	}
	return &f.Film, nil
}

// playTurn adds the steps of one turn.
func (f *aiFilm) playTurn(key string, turn Turn, beat turnBeat) error {
	item := Item{Slot: "turns", Key: key}
	if turn.User {
		item.Enter, item.Lead = "rise", true
		return f.putTurn(item, beat.at, "prompt", turn)
	}
	thinking := item
	thinking.Enter = "fade"
	if err := f.putTurn(thinking, beat.at, "reply", Turn{ID: turn.ID, Last: turn.Last}); err != nil || turn.thinks() {
		return err
	}
	item.Stream = beat.stream
	if err := f.putTurn(item, beat.writes, "reply", turn); err != nil {
		return err
	}
	return f.putFooter(beat.writes+beat.stream, false)
}

// putTurn adds a step that puts one look of a turn.
func (f *aiFilm) putTurn(item Item, at time.Duration, partial string, turn Turn) error {
	index, err := f.item(&f.Film, item, partial, turn)
	if err == nil {
		f.Steps = append(f.Steps, Step{At: at, Put: []int{index}})
	}
	return err
}

// putFooter adds a step that puts the footer, which offers to stop an answer that is being written.
func (f *aiFilm) putFooter(at time.Duration, busy bool) error {
	view := f.scene.View
	ai := *view.Body.(*AI)
	if !ai.Footer {
		return nil
	}
	ai.Busy = busy
	view.Body = &ai
	item, err := f.item(&f.Film, Item{Slot: "footer", Key: "footer", Still: true}, "footer", view)
	if err == nil && item != f.footer {
		f.Steps = append(f.Steps, Step{At: at, Put: []int{item}})
		f.footer = item
	}
	return err
}

// silent reports a prompt that shows nothing.
func (t Turn) silent() bool { return t.User && t.Prompt == "" && len(t.Pictures) == 0 }

// thinks reports an answer that has not begun.
func (t Turn) thinks() bool { return !t.User && t.Answer == "" && len(t.Pictures) == 0 }

package scene

import (
	"fmt"

	"mockup/internal/schema"
)

// aiFilm plays a conversation with an assistant: a prompt appears, the assistant thinks, and its answer is written
// word by word in the place of the thinking mark.
func (b *builder) aiFilm(messages []schema.AIMessage, turns []Turn) (*Film, error) {
	beats, length := paceAI(messages, turns)
	f := &Film{Length: length, Bleed: 2}
	for i, turn := range turns {
		if turn.silent() {
			continue
		}
		if err := b.playTurn(f, fmt.Sprintf("turn %d", i), turn, beats[i]); err != nil {
			return nil, err
		}
	}
	return f, nil
}

// playTurn adds the steps of one turn.
func (b *builder) playTurn(f *Film, key string, turn Turn, beat turnBeat) error {
	item := Item{Slot: "turns", Key: key}
	if turn.User {
		item.Enter, item.Lead = "rise", true
		return b.putTurn(f, item, Step{At: beat.at}, "prompt", turn)
	}
	thinking := item
	thinking.Enter = "fade"
	if err := b.putTurn(f, thinking, Step{At: beat.at}, "reply", Turn{ID: turn.ID, Last: turn.Last}); err != nil || turn.thinks() {
		return err
	}
	item.Stream = beat.stream
	return b.putTurn(f, item, Step{At: beat.writes}, "reply", turn)
}

// putTurn adds a step that puts one look of a turn.
func (b *builder) putTurn(f *Film, item Item, step Step, partial string, turn Turn) error {
	index, err := b.item(f, item, partial, turn)
	if err != nil {
		return err
	}
	step.Put = []int{index}
	f.Steps = append(f.Steps, step)
	return nil
}

// silent reports a prompt that shows nothing.
func (t Turn) silent() bool { return t.User && t.Prompt == "" && len(t.Pictures) == 0 }

// thinks reports an answer that has not begun.
func (t Turn) thinks() bool { return !t.User && t.Answer == "" && len(t.Pictures) == 0 }

package scene

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"mockup/internal/render/sound"
	"mockup/internal/render/storyboard"
	"mockup/internal/schema"
)

// The keys of what the app says and suggests below an answer, of the button that stops it, and of what the app shows before the first message.
const (
	noteKey     = "note"
	actionKey   = "action"
	greetingKey = "greeting"
)

// noteAfter is the time from the last words of an answer to the note below it.
const noteAfter = 300 * time.Millisecond

// suggestionsGo is how long before the next prompt the suggestions begin to go, in whose place it comes: for so long they fade.
const suggestionsGo = 160 * time.Millisecond

// aiVideo plays a conversation with an assistant: a prompt is typed and sent, the assistant thinks, and its answer is
// written word by word in the place of the thinking mark.
func (b *builder) aiVideo(messages []schema.AIMessage, turns []Turn) (*storyboard.Storyboard, error) {
	view := b.scene.View.Body.(*AI)
	plan, err := b.paceAI(messages, turns, view.Footer)
	if err != nil {
		return nil, err
	}
	v := &aiVideo{builder: b, board: &storyboard.Storyboard{Length: plan.Length, Bleed: 2}, plan: plan, turns: turns, typed: map[int]int{}}
	if err := v.drawComposer(view); err != nil {
		return nil, err
	}
	if err := v.draw(); err != nil {
		return nil, err
	}
	if err := v.open(); err != nil {
		return nil, err
	}
	composeDrafts(v.board.Drafts)
	if len(v.board.Steps) > 0 {
		if err := v.addKeyboard(v.board, &v.board.Steps[0]); err != nil {
			return nil, err
		}
	}
	for k, i := range plan.turns {
		if plan.beats[k].Opens {
			continue
		}
		if err := v.turn(k, turns[i]); err != nil {
			return nil, err
		}
	}
	v.cues(messages)
	b.addSounds(v.board, map[storyboard.CueKind]sound.Kind{
		storyboard.CueSend: sound.Prompt, storyboard.CueWrite: sound.Done, storyboard.CueDraft: sound.Key,
	})
	addVoices(v.board, plan.Plan, plan.beats, func(beat int) spoken {
		m := messages[plan.turns[beat]]
		return spoken{ref: m.Narration, id: m.ID, sender: v.senderOf(turns[plan.turns[beat]])}
	})
	v.strips.show(v.board)
	if plan.Back < plan.Length {
		v.board.Loop(plan.Back)
	}
	if v.board.Keyboard != nil {
		for _, draft := range v.board.Drafts { // apps put the keyboard away once a prompt is sent
			if draft.Text == "" { // pictures are picked without it
				continue
			}
			v.board.RaiseKeyboard(draft.From, true)
			v.board.RaiseKeyboard(draft.To, false)
		}
		v.board.FindTurns()
	}
	return v.board, nil
}

// aiVideo is a video of a conversation in the making.
type aiVideo struct {
	*builder
	board      *storyboard.Storyboard
	plan       *aiPlan
	turns      []Turn
	typed      map[int]int // the draft of each beat that is seen being typed
	strips     fieldStrips // of pictures in the field
	opening    int         // shows the empty field in the first frame
	mark       []int       // the mark below the newest answer; of an app without it none
	idle, busy []int       // looks of the composer's button; of an app whose button does not change none
	below      []string    // keys of what goes with the next turn: what is below the answer, or the greeting
}

// draw draws the mark below the newest answer and the looks of the composer's button, where the app has them.
func (v *aiVideo) draw() error {
	idle := *v.scene.View.Body.(*AI)
	busy := idle
	busy.Busy = true
	for _, look := range []struct {
		items *[]int
		item  storyboard.Item
		view  *AI
	}{
		{&v.mark, storyboard.Item{Slot: "below", Key: storyboard.MarkKey, Enter: "fade", Leave: "fade", Snap: true}, &busy},
		{&v.idle, storyboard.Item{Slot: "action", Key: actionKey, Pinned: true}, &idle},
		{&v.busy, storyboard.Item{Slot: "action", Key: actionKey, Pinned: true}, &busy},
	} {
		if look.item.Pinned && !idle.Footer {
			continue
		}
		var err error
		if *look.items, err = v.look(look.item, look.view); err != nil {
			return err
		}
	}
	if v.board.Field != nil {
		v.board.Field.Stand = v.idle // the composer has a button of its own while somebody types
	}
	return nil
}

// look adds an item with the look that its template gives the conversation, unless the app draws nothing there.
func (v *aiVideo) look(item storyboard.Item, view *AI) ([]int, error) {
	html, err := v.scene.Template.Partial(item.Key, view)
	if err != nil || strings.TrimSpace(string(html)) == "" {
		return nil, err
	}
	index, err := v.addItem(v.board, item, item.Key, view)
	return []int{index}, err
}

// note adds what the app says below an answer and suggests after it. Suggestions go before the next prompt comes to their place;
// where there are none, the note goes as fast as the prompt comes.
func (v *aiVideo) note(answer Turn) ([]int, error) {
	view := *v.scene.View.Body.(*AI)
	view.Related = answer.Related
	leave := "yield"
	if len(answer.Related) > 0 {
		leave = "fade"
	}
	return v.look(storyboard.Item{Slot: "below", Key: noteKey, Enter: "fade", Leave: leave, Snap: true}, &view)
}

// drawComposer draws the composer, empty and with a prompt in it.
func (v *aiVideo) drawComposer(view *AI) error {
	if !view.Footer {
		return nil
	}
	field := &storyboard.Field{Idle: len(v.board.Items)}
	var err error
	if field.Looks, field.Empty, err = v.fieldLooks(view, false); err != nil {
		return err
	}
	idle := storyboard.Item{Slot: "composer", Key: storyboard.ComposerKey, HTML: field.Empty[0], Snap: true, Pinned: true}
	v.board.Items = append(v.board.Items, idle)
	v.board.Field, v.opening = field, field.Idle
	if v.plan.onStage == 0 && view.Opening != view.Placeholder {
		opening := *view
		opening.Placeholder = view.Opening
		html, err := v.scene.Template.Partial("composer", map[string]any{"AI": &opening, "Typing": false, "Lines": 1})
		if err != nil {
			return err
		}
		idle.HTML, v.opening = string(html), len(v.board.Items)
		v.board.Items = append(v.board.Items, idle)
	}
	return v.drafts(view)
}

// fieldLooks draws the composer at each of storyboard.FieldSizes, with a prompt in it and empty, as it always is or below pictures.
func (v *aiVideo) fieldLooks(view *AI, below bool) (looks, empty []string, err error) {
	look := func(typing bool, lines float64) string {
		html, failed := v.scene.Template.Partial("composer", map[string]any{"AI": view, "Typing": typing, "Lines": lines, "Answering": below})
		err = cmp.Or(err, failed)
		return string(html)
	}
	for _, lines := range storyboard.FieldSizes() {
		looks, empty = append(looks, look(true, lines)), append(empty, look(false, lines))
	}
	return looks, empty, err
}

// drafts lists the prompts that are typed, and the pictures without a text that stand in the field.
func (v *aiVideo) drafts(view *AI) error {
	for k, i := range v.plan.turns {
		moment := v.plan.Moments[k]
		turn := v.turns[i]
		if !v.drafted(k) {
			continue
		}
		free := moment.Sign - v.plan.intro
		if k > 0 {
			free = moment.Sign - v.plan.Moments[k-1].Whole
		}
		if v.plan.beats[k].Signs() {
			free = 0
		}
		draft := storyboard.Draft{Path: messagePath(i), From: moment.Sign, To: moment.At}
		if turn.Prompt != "" {
			draft = v.draft(turn.Prompt, draft.Path, moment, free)
			v.typed[k] = len(v.board.Drafts)
		}
		if len(turn.Pictures) > 0 && moment.At-moment.Sign >= leastStands {
			draft.Wait += min(lookAtPicked, (draft.To-draft.From)/2)
			if err := v.strips.add(v.builder, v.board, &draft, "picked", turn.Pictures[:min(len(turn.Pictures), mostInField)]); err != nil {
				return err
			}
		}
		v.board.Drafts = append(v.board.Drafts, draft)
	}
	return v.fieldBelow(view)
}

// fieldBelow prepares the looks of the composer below pictures. They follow all strips, as what comes later lies in front.
func (v *aiVideo) fieldBelow(view *AI) error {
	if len(v.strips) == 0 {
		return nil
	}
	looks, empty, err := v.fieldLooks(view, true)
	if err != nil {
		return err
	}
	idle := storyboard.Item{Slot: "composer", Key: storyboard.ComposerKey, Snap: true, Pinned: true, Answering: true}
	item, err := v.addItem(v.board, idle, "composer", map[string]any{"AI": view, "Typing": false, "Lines": 1, "Answering": true, "Picked": true})
	v.board.Field.Answering = &storyboard.Answering{Idle: item, Looks: looks, Empty: empty}
	return err
}

// opened is the empty field with the words that it has once the first turn is there, where these are others than before.
func (v *aiVideo) opened(beat int) []int {
	if beat > 0 || v.board.Field == nil || v.opening == v.board.Field.Idle {
		return nil
	}
	return []int{v.board.Field.Idle}
}

// stops is the composer's button that stops an answer, where one follows the prompt of a beat: it is there from the prompt on.
func (v *aiVideo) stops(beat int) []int {
	user := func(beat int) bool { return v.turns[v.plan.turns[beat]].User }
	if beat+1 < len(v.plan.turns) && user(beat) && !user(beat+1) {
		return v.busy
	}
	return nil
}

// drafted reports whether the turn of a beat is seen being typed.
func (v *aiVideo) drafted(beat int) bool {
	turn, moment := v.turns[v.plan.turns[beat]], v.plan.Moments[beat]
	least := time.Duration(1)
	if turn.Prompt == "" {
		least = leastStands
	}
	return v.board.Field != nil && turn.User && !turn.silent() && moment.At-moment.Sign >= least
}

// open adds the step that shows the conversation in the first frame.
func (v *aiVideo) open() error {
	button := v.idle
	if stop := v.stops(0); v.plan.onStage > 0 && len(stop) > 0 {
		button = stop
	}
	first := storyboard.Step{Put: slices.Clone(button)}
	if v.board.Field != nil {
		first.Put = slices.Insert(first.Put, 0, v.opening)
	}
	if v.plan.onStage == 0 && len(v.plan.shown) > 0 {
		greeting, err := v.addItem(v.board, storyboard.Item{Slot: "greeting", Key: greetingKey, Leave: "fade", Pinned: true}, "empty", v.scene.View.Body)
		if err != nil {
			return err
		}
		first.Put, v.below = append(first.Put, greeting), []string{greetingKey}
	}
	for k := range v.plan.onStage {
		turn := v.turns[v.plan.shown[k]]
		partial := "reply"
		if turn.User {
			partial = "prompt"
		}
		item := storyboard.Item{Slot: "turns", Key: turnKey(v.plan.shown[k]), Path: messagePath(v.plan.shown[k]), Lead: turn.User}
		index, err := v.addItem(v.board, item, partial, turn)
		if err != nil {
			return err
		}
		first.Put = append(first.Put, index)
		if k == v.plan.onStage-1 && !turn.User {
			note, err := v.note(turn)
			if err != nil {
				return err
			}
			for _, i := range slices.Concat(v.mark, note) {
				first.Put = append(first.Put, i)
				v.below = append(v.below, v.board.Items[i].Key)
			}
		}
	}
	if len(first.Put) > 0 {
		v.board.Steps = append(v.board.Steps, first)
	}
	return nil
}

func turnKey(turn int) string { return fmt.Sprintf("turn %d", turn) }

// turn adds the steps of one turn.
func (v *aiVideo) turn(beat int, turn Turn) error {
	moment := v.plan.Moments[beat]
	item := storyboard.Item{Slot: "turns", Key: turnKey(v.plan.turns[beat]), Path: messagePath(v.plan.turns[beat])}
	if turn.User {
		item.Enter, item.Lead = "rise", true
		if i := v.plan.turns[beat]; i > 0 && len(v.turns[i-1].Related) > 0 {
			v.dropNote(moment.At - suggestionsGo)
		}
		return v.put(item, storyboard.Step{At: moment.At}, "prompt", turn, slices.Concat(v.opened(beat), v.stops(beat))...)
	}
	thinking := item
	thinking.Enter = "fade"
	asked := beat > 0 && v.turns[v.plan.turns[beat-1]].User
	more := slices.Concat(v.mark, v.opened(beat))
	if !asked {
		more = append(more, v.busy...)
	}
	if err := v.put(thinking, storyboard.Step{At: v.plan.thinks(beat, asked)}, "reply", Turn{ID: turn.ID, Last: turn.Last}, more...); err != nil || turn.thinks() {
		return err
	}
	item.Stream = moment.Whole - moment.At
	if err := v.put(item, storyboard.Step{At: moment.At}, "reply", turn); err != nil {
		return err
	}
	if len(v.idle) > 0 {
		v.board.Steps = append(v.board.Steps, storyboard.Step{At: moment.Whole, Put: v.idle})
	}
	next := moment.Next // when something comes in the place of the note
	if beat+1 < len(v.plan.turns) && !v.turns[v.plan.turns[beat+1]].User {
		next = v.plan.Moments[beat+1].Sign
	}
	note, err := v.note(turn)
	if err != nil {
		return err
	}
	if len(note) > 0 && moment.Whole+noteAfter < next {
		v.board.Steps = append(v.board.Steps, storyboard.Step{At: moment.Whole + noteAfter, Put: note})
		v.below = append(v.below, noteKey)
	}
	return nil
}

// dropNote adds a step that lets the note below the answer go, at a time or, if later, with the last step.
func (v *aiVideo) dropNote(at time.Duration) {
	i := slices.Index(v.below, noteKey)
	if i < 0 {
		return
	}
	v.below = slices.Delete(v.below, i, i+1)
	last := v.board.Steps[len(v.board.Steps)-1].At
	v.board.Steps = append(v.board.Steps, storyboard.Step{At: max(at, last), Drop: []string{noteKey}})
}

// put adds a step that puts one look of a turn, and more. What stood below the turn before goes, or the greeting.
func (v *aiVideo) put(item storyboard.Item, step storyboard.Step, partial string, turn Turn, more ...int) error {
	index, err := v.addItem(v.board, item, partial, turn)
	if err != nil {
		return err
	}
	step.Put = append([]int{index}, more...)
	if item.Stream == 0 {
		step.Drop, v.below = v.below, nil
	}
	for _, i := range more {
		if v.board.Items[i].Slot == "below" {
			v.below = append(v.below, v.board.Items[i].Key)
		}
	}
	v.board.Steps = append(v.board.Steps, step)
	return nil
}

// cues lists what is seen when.
func (v *aiVideo) cues(messages []schema.AIMessage) {
	cues := frameCues(v.plan.intro, v.plan.Plan)
	for k, moment := range v.plan.Moments {
		turn := v.turns[v.plan.turns[k]]
		message := messages[v.plan.turns[k]]
		cue := storyboard.Cue{At: moment.At, End: moment.Next, Kind: storyboard.CueArrive, ID: message.ID, Sender: v.senderOf(turn), Text: strings.TrimSpace(message.Content)}
		other := func(kind storyboard.CueKind, from, to time.Duration) {
			if from < to {
				cues = append(cues, storyboard.Cue{At: from, End: to, Kind: kind, ID: cue.ID, Sender: cue.Sender})
			}
		}
		switch {
		case v.plan.beats[k].Opens:
			cue.Kind = storyboard.CueOpen
		case turn.User:
			cue.Kind = storyboard.CueSend
			if draft, typed := v.typed[k]; typed {
				other(storyboard.CueDraft, v.board.Drafts[draft].From, moment.At)
			}
		case turn.thinks():
			other(storyboard.CueTyping, moment.At, moment.Next)
			continue
		default:
			other(storyboard.CueTyping, v.plan.thinks(k, k > 0 && v.turns[v.plan.turns[k-1]].User), moment.At)
			other(storyboard.CueWrite, moment.At, moment.Whole)
		}
		cues = append(cues, cue)
	}
	storyboard.SortCues(cues)
	v.board.Cues = cues
}

// senderOf is who says a turn.
func (v *aiVideo) senderOf(turn Turn) string {
	if turn.User {
		return "You"
	}
	return v.manifest.Name
}

// silent reports a prompt that shows nothing.
func (t Turn) silent() bool { return t.User && t.Prompt == "" && len(t.Pictures) == 0 }

// thinks reports an answer that has not begun.
func (t Turn) thinks() bool { return !t.User && t.Answer == "" && len(t.Pictures) == 0 }

// answers reports an answer of which something is there.
func (t Turn) answers() bool { return !t.User && !t.thinks() }

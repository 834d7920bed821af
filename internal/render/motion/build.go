package motion

import (
	"image"
	"maps"
	"math"
	"slices"
	"time"

	"mockup/internal/render/storyboard"
)

// New joins a storyboard with its geometry. Scale is the number of device pixels per CSS pixel.
func New(board *storyboard.Storyboard, geometry *storyboard.Geometry, scale float64) *Timeline {
	t := &Timeline{
		board: board, geometry: geometry, scale: scale, pinned: make([]bool, len(geometry.Sprites)), caret: -1, farCaret: -1, answerCaret: -1,
		growths: map[int]*growth{}, unlike: map[int]int{}, rows: map[int]int{}, hides: map[int][]storyboard.Box{},
	}
	inner := geometry.Inner.Rect()
	t.scroller = scroller{top: float64(inner.Min.Y), bottom: float64(inner.Max.Y), margin: followMargin * scale}
	for i, sprite := range geometry.Sprites {
		t.pinned[i] = board.Items[sprite.Item].Pinned
	}
	b := builder{Timeline: t, byKey: map[trackKey]*track{}, present: map[string]int{}, differences: map[[2]int]int{}}
	b.findPops()
	b.findPolls()
	b.findAsides()
	b.follows = slices.ContainsFunc(board.Items, func(i storyboard.Item) bool { return i.Lead || i.Stream > 0 })
	for i := range board.Steps {
		b.step(i)
	}
	t.composer, t.strip = b.byKey[trackKey{storyboard.ComposerKey, 0}], b.byKey[trackKey{storyboard.StripKey, 0}]
	t.simulate(board.Length)
	if board.Keyboard != nil {
		t.keys = board.Keyboard.States(board.Typed)
	}
	for _, part := range geometry.Parts {
		if part.Name == "fill" {
			t.bars = append(t.bars, part)
		}
	}
	for i, item := range board.Items {
		switch item.Key {
		case storyboard.CaretKey:
			t.caret = geometry.Items[i].First
		case storyboard.FarCaretKey:
			t.farCaret = geometry.Items[i].First
		case storyboard.AnswerCaretKey:
			t.answerCaret = geometry.Items[i].First
		}
	}
	t.index()
	return t
}

// builder goes through the steps of a storyboard and collects the tracks of its elements.
type builder struct {
	*Timeline
	byKey    map[trackKey]*track
	shown    map[*track]bool // those that show after the last step
	present  map[string]int  // items on the page, by key
	follows  bool            // the view follows the items
	regroups bool            // the step that is being applied may put messages into other groups
	closing  closing         // how that step closes the gap of a message
	upSoon   time.Duration   // for how long what would go down waits, as the list goes up then; 0: it does not

	popsOf map[int][]int     // the parts of each item that pop up
	popped map[partKey][]pop // those that are there
	polls  map[int][]int     // the parts of each item that move when somebody votes

	differences map[[2]int]int // the piece of each look that shows only what differs from another one, given both sprites

	asideOf map[int]int // the part of each item that stands beside its bubble

	composer [2]int // its upper and lower edge now; 0: there is none
	lowField int    // its height with one line
	covers   bool   // the keyboard or the composer covers more than at first
}

// step applies one step of the storyboard.
func (b *builder) step(i int) {
	step := b.board.Steps[i]
	typing, wasTyping := b.present[storyboard.TypingKey]
	entering := b.apply(step)
	_, isTyping := b.present[storyboard.TypingKey]
	arrives := slices.Contains(slices.Collect(maps.Values(entering)), true)
	signGoes := wasTyping && !isTyping && !arrives
	b.regroups = arrives || signGoes
	soon := b.untilNext(i)
	b.upSoon = 0
	if !arrives && step.Deletes == "" && step.Keyboard == "" { // all goes with the keyboard
		b.upSoon = soon
	}
	positions := make(map[int]storyboard.Position, len(b.geometry.Positions[i]))
	for _, p := range b.geometry.Positions[i] {
		positions[p.Sprite] = p
	}
	b.closing = b.closes(step, positions, soon)
	top := b.composer[0] - int(b.bar.last().y)
	height := b.placeComposer(positions)
	if b.follows {
		b.addTargets(step, positions)
		if step.Rewind {
			b.scroller.rewind = step.At
		}
	}
	b.raise(step)
	if item, there := b.present[storyboard.ComposerKey]; there && b.board.Items[item].Lowers {
		height = b.lowField
	}
	if b.follows {
		height += b.aboveField(step, positions)
	}
	b.cover(step.At, height)
	held := b.held(b.geometry.Positions[i])
	shown := map[*track]bool{}
	var arriving []*track
	up, down := 0.0, 0.0 // how far the list moves
	for _, p := range b.geometry.Positions[i] {
		index := b.geometry.Sprites[p.Sprite].Item
		item := b.board.Items[index]
		if present, there := b.present[item.Key]; !there || present != index {
			continue
		}
		t := b.track(trackKey{item.Key, b.number(index, p.Sprite)})
		shown[t] = true
		if b.onBar(index) {
			p.Y -= int(b.bar.last().y) // the bar moves it
		} else if !b.pinned[p.Sprite] && !item.Snap {
			p.Y -= held
		}
		t.leave = b.departure(item.Leave, p.Sprite)
		t.owner = b.owner(index, p.Sprite)
		back := b.comesBack(t, item.Key)
		glides := (step.Glide || step.Fold > 0 && item.Key == storyboard.ComposerKey) && math.Abs(b.endWay(t.last(), p)) > 1
		snap := (step.Snap || item.Snap && !glides) && (step.Keyboard == "" || b.onBar(index))
		if moved, was := b.place(t, step, p, snap); was && moved.at == step.At {
			up, down = max(up, moved.dy), max(down, -moved.dy)
		}
		if !entering[item.Key] && len(t.enters) > 0 && !back {
			continue
		}
		enter := b.enter(step, p, entering[item.Key])
		if enter.style == "fade" && signGoes && !b.geometry.Sprites[p.Sprite].Face {
			enter.style = "late" // the sign still fades out there
		}
		if way := b.movedUp(t.owner, step.At); step.Deletes != "" && enter.style == "late" && way != 0 { // as a receipt that is shown again
			t.moves = append(t.moves, move{at: step.At, dy: way, wait: b.closing.wait})
		}
		enter.replacesTyping = wasTyping && !isTyping && entering[item.Key]
		t.enters = append(t.enters, enter)
		arriving = append(arriving, t)
	}
	if up > 0 {
		b.ups = append(b.ups, move{at: step.At + b.closing.wait, dy: up})
	}
	for _, t := range arriving {
		e := &t.enters[len(t.enters)-1]
		e.listUp, e.listDown = up, down
		e.gap = b.gapAbove(t, e.grows, shown)
		if e.replacesTyping {
			b.takePlace(e, t.last(), typing)
		}
		sprite := b.geometry.Sprites[t.last().sprite]
		follows := sprite.Face && (signGoes || entering[b.board.Items[sprite.Item].Key] && !e.replacesTyping)
		if entering[storyboard.TypingKey] && sprite.Item == b.present[storyboard.TypingKey] || follows || sprite.Readers != "" {
			b.takeFace(e, t, shown)
		}
	}
	b.send(step, shown, arriving)
	b.hideOthers(step, shown, top)
	b.waitForPlace(step.At, shown, arriving)
	b.hurryCards(step, shown)
	b.shown = shown
}

// takePlace lets an element begin where the typing indicator, an item, has the same: the bubble where its bubble is, a face or a name
// where that is. What follows the bubble and is new, as a receipt beside its end, would come up from behind the composer: it appears later.
func (b *builder) takePlace(e *entrance, now state, typing int) {
	sprites := b.geometry.Sprites
	for n := b.first(typing); n < b.geometry.End(typing); n++ {
		was := b.track(trackKey{storyboard.TypingKey, b.number(typing, n)}).last()
		switch before, after := sprites[n], sprites[now.sprite]; {
		case !was.shown:
		case before.Grow != nil && after.Grow != nil:
			b.replaceSign(e, now, was, before.Grow.Rect())
			if e.narrows() {
				b.track(trackKey{storyboard.TypingKey, b.number(typing, n)}).leave = departure{style: "cover", up: e.listUp, length: e.wideAfter()}
			}
			b.rename(e, now, typing)
			return
		case before.Grow == nil && after.Grow == nil && before.Cell.Size() == after.Cell.Size() && was.x == now.x:
			e.listUp = was.y - now.y
			return
		}
	}
	message := sprites[b.first(sprites[now.sprite].Item):now.sprite]
	if slices.ContainsFunc(message, func(s storyboard.SpriteBox) bool { return s.Grow != nil }) {
		e.style, e.replacesTyping = "late", false
	}
}

// takeFace lets the face beside the typing indicator, or beside a message that comes without one, begin where that beside the message before has
// been, which is not shown any more. If the indicator goes and no message comes, the face beside the message before begins where that beside the
// indicator has been. The faces of readers begin where they have been below another message, if no message is in their way.
func (b *builder) takeFace(e *entrance, next *track, shown map[*track]bool) {
	var last *track // the lowest one
	now := next.last()
	sprites := b.geometry.Sprites
	for t := range b.shown {
		was := t.last()
		before, after := sprites[was.sprite], sprites[now.sprite]
		same := before.Grow == nil && after.Grow == nil && before.Cell.Size() == after.Cell.Size() && was.x == now.x && before.Readers == after.Readers && before.Face == after.Face
		if !shown[t] && t.owner != "" && same && (last == nil || was.y > last.last().y) {
			last = t
		}
	}
	readers := sprites[now.sprite].Readers != ""
	if last == nil || readers && b.inWay(now, last.last().y-e.listUp+e.listDown, shown) {
		if readers {
			b.moveWithMessage(e, next, shown)
		}
		return
	}
	was := last.last()
	e.style, e.listUp, e.replacesTyping = "fade", was.y-now.y, true // it is seen all the time, and only moves
	last.states = append(last.states, state{at: e.at, sprite: was.sprite, x: was.x, y: was.y})
	delete(b.shown, last)
}

// moveWithMessage lets the faces of readers that fade in below a message move with it, also where it was on its way before.
func (b *builder) moveWithMessage(e *entrance, readers *track, shown map[*track]bool) {
	now, message := readers.last(), b.byKey[trackKey{readers.owner, 0}]
	if message == nil {
		return
	}
	if b.inWay(now, now.y+e.listUp, shown) { // the list makes room for them first
		e.style = "late"
	}
	e.listUp = 0
	for _, m := range message.moves {
		if m.at > e.at-shiftMost && (len(readers.moves) == 0 || m.at > readers.moves[len(readers.moves)-1].at) {
			readers.moves = append(readers.moves, m)
		}
	}
}

// inWay reports whether a message that is shown lies between a height and an element.
func (b *builder) inWay(now state, from float64, shown map[*track]bool) bool {
	width, height := b.size(now.sprite)
	top, bottom := int(min(from, now.y)), int(max(from, now.y))+height
	way := image.Rect(int(now.x), top, int(now.x)+width, bottom)
	for t := range shown {
		other := t.last()
		if bubble := b.bubble(other.sprite); bubble.Add(image.Pt(int(other.x), int(other.y))).Overlaps(way) {
			return true
		}
	}
	return false
}

// replaceSign lets a bubble begin where that of the typing indicator was, whose place in its own sprite is given.
func (b *builder) replaceSign(e *entrance, now, was state, sign image.Rectangle) {
	top := was.y + float64(sign.Min.Y) - now.y // in the sprite of the bubble
	e.sign = sign.Size()
	if e.growth = b.uncovering(e, now.sprite, top, sign.Min.Y); e.growth == nil {
		e.listUp = top - float64(e.grows.Min.Y)
		b.addBeside(e, now.sprite)
		return
	}
	b.veil(e.growth, b.newWords(now.sprite, was.sprite))
}

// addBeside adds the pieces of a sprite that grows out of the typing indicator, and has something beside it that does not. A video in it
// plays in one piece.
func (b *builder) addBeside(e *entrance, sprite int) {
	if e.outOfSign() && e.beside && b.geometry.Sprites[sprite].Film == nil {
		e.sprite, e.pieces = sprite, b.addPieces(sprite, 2)
	}
}

// addPieces adds so many pieces of a sprite, or of a part, whose numbers follow those of the sprites. It returns the number of the first
// among all poses.
func (b *builder) addPieces(of, count int) (first int) {
	first = len(b.geometry.Sprites) + len(b.geometry.Parts) + len(b.pieces)
	b.pieces = append(b.pieces, slices.Repeat([]int{of}, count)...)
	return first
}

// comesBack reports whether an element was folded away while its item was seen, as a receipt below a bubble.
func (b *builder) comesBack(t *track, item string) bool {
	return len(t.states) > 0 && !b.shown[t] && b.shown[b.byKey[trackKey{item, 0}]]
}

// placeComposer notes where the composer stands now, and returns its height; 0: there is none.
func (b *builder) placeComposer(positions map[int]storyboard.Position) (height int) {
	item, there := b.present[storyboard.ComposerKey]
	if !there {
		return 0
	}
	sprite := b.first(item)
	_, height = b.size(sprite)
	b.composer = [2]int{positions[sprite].Y, positions[sprite].Y + height}
	return height
}

// aboveField is how high the strip above the field is after a step, as which it comes up.
func (b *builder) aboveField(step storyboard.Step, positions map[int]storyboard.Position) int {
	item, there := b.present[storyboard.StripKey]
	if !there {
		return 0
	}
	above := b.composer[0] - positions[b.first(item)].Y
	if slices.Contains(step.Put, item) {
		b.field.moves = append(b.field.moves, move{at: step.At, dy: float64(above)})
	}
	return above
}

// enter is how an element comes in a step: with its item, if that is new, or because it is not folded away any more.
func (b *builder) enter(step storyboard.Step, p storyboard.Position, isNew bool) entrance {
	index := b.geometry.Sprites[p.Sprite].Item
	item := b.board.Items[index]
	style := item.Enter
	if step.At == 0 {
		style = "" // it has been there before the video begins
	}
	enter := b.entrance(step.At, style, p)
	if !isNew && p.Sprite > b.first(index) && !item.Snap { // as a receipt below a bubble
		enter.style = "fade"
		if b.geometry.Sprites[p.Sprite].Joins {
			enter.style = "join"
		}
	}
	if step.Deletes != "" && enter.style == "fade" {
		enter.style, enter.closes = "late", b.closing.wait
	}
	return enter
}

// apply updates which items are present, and returns the keys that a step puts: whether each was absent before.
func (b *builder) apply(step storyboard.Step) (entering map[string]bool) {
	for _, key := range step.Drop {
		delete(b.present, key)
	}
	entering = map[string]bool{}
	for _, item := range step.Put {
		b.comePops(max(step.At, step.Seen), item)
		key := b.board.Items[item].Key
		was, there := b.present[key]
		b.comeVotes(step.At, item, was, there)
		b.comeAside(step, item, was, there)
		entering[key] = !there
		b.present[key] = item
	}
	return entering
}

// hideOthers ends the tracks that a step does not show any more, given where the composer was before, as its track has it.
func (b *builder) hideOthers(step storyboard.Step, shown map[*track]bool, top int) {
	for t := range b.shown {
		if last := t.last(); !shown[t] {
			last.at, last.shown, last.soft, last.leave = step.At, false, false, t.leave
			if step.Deletes != "" && !b.pinned[last.sprite] {
				last.leave.style, last.leave.length = "dissolve", b.closing.fade
			}
			if step.Leave != "" && !b.pinned[last.sprite] {
				last.leave.style = step.Leave
			}
			if step.Fold > 0 && last.leave.style == "fold" {
				last.leave = b.fold(step, last, top)
			}
			if _, stays := b.present[t.owner]; stays && t.leave.style == "" && step.Deletes == "" {
				last.leave.style = "yield"
				if m := b.movedUp(t.owner, step.At); b.geometry.Sprites[last.sprite].Readers != "" && m != 0 { // else a message would come over them
					last.y -= m
					t.moves = append(t.moves, b.waiting(move{at: step.At, dy: m}))
				}
			}
			t.states = append(t.states, last)
		}
	}
}

// waitForPlace lets what arrives wait until an element has faded out that gives way in the same columns, as the time below the message before:
// else both would be seen through each other.
func (b *builder) waitForPlace(at time.Duration, shown map[*track]bool, arriving []*track) {
	for t := range b.shown {
		gone := t.last()
		if shown[t] || gone.at != at || gone.leave.style != "yield" {
			continue
		}
		wide, _ := b.size(gone.sprite)
		for _, next := range arriving {
			now, enter := next.last(), &next.enters[len(next.enters)-1]
			width, _ := b.size(now.sprite)
			if gone.x < now.x+float64(width) && now.x < gone.x+float64(wide) {
				enter.waits = enter.waits || !enter.clear
			}
		}
	}
}

// owner is the key of the item whose sprite may go softly while the item itself stays: the item comes softly, and the
// sprite is not its first, like a receipt below a bubble, nor a message below a name. For other sprites the key is empty.
func (b *builder) owner(index, sprite int) string {
	item := b.board.Items[index]
	if item.Enter == "" || item.Snap || sprite == b.first(index) || b.geometry.Sprites[sprite].Message {
		return ""
	}
	return item.Key
}

// addTargets gives the scroller and the streams what a step puts on the page.
func (b *builder) addTargets(step storyboard.Step, positions map[int]storyboard.Position) {
	for _, index := range step.Put {
		item := b.board.Items[index]
		b.beginBusy(step, index)
		for n := b.first(index); n < b.geometry.End(index); n++ {
			p, near := positions[n]
			if !near {
				continue
			}
			if item.Stream > 0 {
				if s := b.stream(n, step.At, item.Stream); s != nil {
					b.streams = append(b.streams, s)
					room, end := b.addMark(step.At, index, s, p, positions)
					b.addBands(s, p, room, end)
					continue
				}
			}
			if !item.Pinned {
				b.addTarget(step.At, item.Lead, p)
			}
		}
	}
}

// first is an item's first sprite.
func (b *builder) first(item int) int { return b.geometry.Items[item].First }

// firstSprite is the same, or -1 for an item without sprites.
func (b *builder) firstSprite(item int) int {
	if b.first(item) == b.geometry.End(item) {
		return -1
	}
	return b.first(item)
}

// track returns the track of an element, and makes it if there is none yet.
func (b *builder) track(key trackKey) *track {
	t, ok := b.byKey[key]
	if !ok {
		t = &track{}
		b.byKey[key] = t
		b.tracks = append(b.tracks, t)
	}
	return t
}

// index notes which tracks show in which second.
func (t *Timeline) index() {
	t.inView = make([][]int, int(t.board.Length/time.Second)+1)
	for i, track := range t.tracks {
		for k, state := range track.states {
			if !state.shown {
				continue
			}
			end := t.board.Length
			if k+1 < len(track.states) {
				end = track.states[k+1].at + shiftMost
			}
			for second := int(state.at / time.Second); second <= min(int(end/time.Second), len(t.inView)-1); second++ {
				if list := t.inView[second]; len(list) == 0 || list[len(list)-1] != i {
					t.inView[second] = append(list, i)
				}
			}
		}
	}
}

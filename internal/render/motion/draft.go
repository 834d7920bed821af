package motion

import (
	"sort"
	"time"

	"mockup/internal/render/composite"
	"mockup/internal/render/storyboard"
)

// blink is how long a caret is seen, and then not. It stands still while somebody types.
const (
	blink     = 530 * time.Millisecond
	blinkFade = 90 * time.Millisecond
)

// poseDrafts uncovers what is typed of the drafts, and moves the caret behind it. Once a draft is sent, the caret stands in the empty
// field as long as the keyboard is up, where the next text will begin; without a keyboard there is none.
func (t *Timeline) poseDrafts(at time.Duration, poses []composite.Pose) {
	if t.caret < 0 {
		return
	}
	narrowed := t.Narrowed(at)
	near, far := t.carets(at, poses)
	for i, draft := range t.board.Typed {
		if draft.From > at {
			break
		}
		caret, inwards, touched := near, narrowed, draft.From
		if t.fromRight(i, at) {
			caret, inwards = far, -narrowed
		}
		if at >= draft.To {
			if t.keyboardUp(at) {
				caret.Opacity = blinking(at - draft.To)
				poses[t.caret] = caret
			}
			continue
		}
		lines := draftLines{Typed: draft, first: t.geometry.Items[draft.Item].First, Timeline: t}
		n := lines.typed(at)
		lines.narrow(narrowed, poses)
		caret.X += inwards
		pressed, marked := lines.poseMarks(at, poses) // beside lines that are not cut off yet
		lines.uncover(n, poses)
		lines.scroll(at, poses)
		if n > 0 {
			touched = draft.Strokes[n-1].At
			lines.moveCaret(n, poses, &caret)
		}
		if marked != nil {
			touched, caret.X, caret.Y = pressed, marked.X, marked.Y
		}
		caret.Opacity = blinking(at - touched)
		poses[t.caret] = caret
	}
}

// fromRight reports whether the caret stands where a text from the right begins, in the field that a draft has been begun in. As on iOS, it changes
// the side with the language of the keyboard.
func (t *Timeline) fromRight(draft int, at time.Duration) bool {
	d := t.board.Typed[draft]
	if k := t.board.Keyboard; k != nil && draft > 0 && at < d.Strokes[0].At {
		now, then := k.Planes[t.keyState(at).Plane].Layout, k.Planes[t.keyState(d.Strokes[0].At).Plane].Layout
		if now != then && now >= 0 && then >= 0 {
			d = t.board.Typed[draft-1]
		}
	}
	return d.RTL[0]
}

// carets returns where the caret stands in the empty field before a text from the left and from the right, and hides what stands there.
func (t *Timeline) carets(at time.Duration, poses []composite.Pose) (near, far composite.Pose) {
	near = poses[t.caret]
	far, poses[t.caret] = near, composite.Pose{}
	if t.farCaret >= 0 {
		far, poses[t.farCaret] = poses[t.farCaret], composite.Pose{}
	}
	if t.answerCaret >= 0 {
		below := poses[t.answerCaret]
		if poses[t.answerCaret] = (composite.Pose{}); t.answering(at, poses) {
			far = below
		}
	}
	return near, far
}

// answering reports whether the field is seen that stands below a message which is answered.
func (t *Timeline) answering(at time.Duration, poses []composite.Pose) bool {
	if t.composer == nil {
		return false
	}
	last, there := t.composer.stateAt(at)
	if !there {
		return false
	}
	sprite := t.composer.states[last].sprite
	return poses[sprite].Visible && t.board.Items[t.geometry.Sprites[sprite].Item].Answering
}

// draftLines are the lines of a text that is typed. Their sprites are uncovered letter by letter.
type draftLines struct {
	*Timeline
	storyboard.Typed
	first int // sprite of the first line
}

// typed is how many letters there are.
func (d draftLines) typed(at time.Duration) int {
	return sort.Search(len(d.Strokes), func(i int) bool { return d.Strokes[i].At > at })
}

// narrow moves the lines with the side of the composer on which they begin.
func (d draftLines) narrow(by float64, poses []composite.Pose) {
	for line, rtl := range d.RTL {
		way := by
		if rtl {
			way = -by
		}
		poses[d.first+line].X += way
	}
}

// uncover cuts the lines off behind the last of n letters.
func (d draftLines) uncover(n int, poses []composite.Pose) {
	written := 0 // lines with a letter
	if n > 0 {
		written = d.Strokes[n-1].Line + 1
	}
	for line := range d.RTL {
		pose := &poses[d.first+line]
		switch {
		case line >= written:
			*pose = composite.Pose{}
		case line == written-1:
			hidden := float64(d.width(line) - d.Strokes[n-1].Edge)
			if d.RTL[line] {
				pose.Clip.Left = hidden
			} else {
				pose.Clip.Right = hidden
			}
		}
	}
}

// scroll moves the lines of a text that is pasted up, so that the last ones are seen in a field that grows, and cuts off what is above it.
func (d draftLines) scroll(at time.Duration, poses []composite.Pose) {
	grown := sort.Search(len(d.Rooms), func(i int) bool { return d.Rooms[i].At > at })
	if grown == 0 {
		return
	}
	above := float64(len(d.RTL)) - d.Rooms[grown-1].Lines
	for line := range d.RTL {
		_, height := d.size(d.first + line)
		pose := &poses[d.first+line]
		pose.Y -= above * float64(height)
		pose.Clip.Top = (above - float64(line)) * float64(height)
		pose.Visible = pose.Visible && pose.Clip.Top < float64(height)
	}
}

// poseMarks shows what is being spelled behind the letters before it, and hides what is not. It returns when its last key was pressed
// and the place behind it, if there is any.
func (d draftLines) poseMarks(at time.Duration, poses []composite.Pose) (pressed time.Duration, end *composite.Pose) {
	for _, mark := range d.Marks {
		if mark.Sprite == 0 {
			continue
		}
		pose := &poses[d.first+mark.Sprite]
		keys := sort.Search(len(mark.Times), func(i int) bool { return mark.Times[i] > at })
		line := poses[d.first+mark.Line]
		if keys == 0 || at >= mark.Chosen || !line.Visible {
			*pose = composite.Pose{}
			continue
		}
		width, _ := d.size(d.first + mark.Sprite)
		edge := mark.Edges[keys-1]
		before := max(0, edge-mark.Room) // not seen
		if mark.Composed {
			before = 0
			if keys > 1 {
				before = mark.Edges[keys-2]
			}
		}
		*pose = line
		pose.X += float64(mark.Edge - before)
		pose.Clip.Left, pose.Clip.Right = float64(before), float64(width-edge)
		behind := *pose
		behind.X += float64(edge)
		pressed, end = mark.Times[keys-1], &behind
	}
	return pressed, end
}

// moveCaret puts the caret behind the last of n letters.
func (d draftLines) moveCaret(n int, poses []composite.Pose, caret *composite.Pose) {
	last := d.Strokes[n-1]
	line := poses[d.first+last.Line]
	if !line.Visible {
		return
	}
	caret.X, caret.Y = line.X+float64(last.Caret), line.Y
	if d.RTL[last.Line] {
		wide, _ := d.size(d.caret)
		caret.X = line.X + float64(d.width(last.Line)-last.Caret-wide)
	}
}

// width is the width of a line's sprite.
func (d draftLines) width(line int) int {
	width, _ := d.size(d.first + line)
	return width
}

// blinking is the opacity of a caret for so long after the last letter.
func blinking(since time.Duration) float64 {
	phase := since % (2 * blink)
	if phase < blink {
		return 1
	}
	return 1 - smooth(phase-blink, blinkFade) + smooth(phase-2*blink+blinkFade, blinkFade)
}

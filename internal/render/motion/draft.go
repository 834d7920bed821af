package motion

import (
	"sort"
	"time"

	"mockup/internal/render/composite"
	"mockup/internal/render/scene"
)

// draft is a text that is typed: the sprites of its lines are uncovered letter by letter.
type draft struct {
	scene.Draft
	first int // sprite of its first line
}

// blink is how long a caret is seen, and then not. It stands while somebody types.
const (
	blink     = 530 * time.Millisecond
	blinkFade = 90 * time.Millisecond
)

// writing collects the drafts and finds the caret.
func (t *Timeline) writing(places Places) {
	t.caret = -1
	for i, item := range t.film.Items {
		if item.Key == scene.CaretKey {
			t.caret = places.First[i]
		}
	}
	for _, d := range t.film.Drafts {
		if len(d.Strokes) > 0 {
			t.drafts = append(t.drafts, draft{d, places.First[d.Item]})
		}
	}
}

// write uncovers what is typed of the drafts, and moves the caret behind it. Without a draft there is none: no keyboard
// is up.
func (t *Timeline) write(at time.Duration, poses []composite.Pose) {
	if t.caret < 0 {
		return
	}
	caret := poses[t.caret]
	poses[t.caret] = composite.Pose{}
	for _, d := range t.drafts {
		if d.From > at {
			break
		}
		if at >= d.To {
			continue
		}
		touched := d.From // the field
		n := d.typed(at)
		d.uncover(n, t.sizes, poses)
		if n > 0 {
			touched = d.Strokes[n-1].At
			d.follow(n, t.sizes, poses, &caret)
		}
		caret.Opacity = blinking(at - touched)
		poses[t.caret] = caret
	}
}

// typed is how many letters there are.
func (d *draft) typed(at time.Duration) int {
	return sort.Search(len(d.Strokes), func(i int) bool { return d.Strokes[i].At > at })
}

// uncover cuts the lines off behind the last of n letters.
func (d *draft) uncover(n int, sizes [][2]int, poses []composite.Pose) {
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
			hidden := float64(sizes[d.first+line][0] - d.Strokes[n-1].Edge)
			if d.RTL[line] {
				pose.Clip.Left = hidden
			} else {
				pose.Clip.Right = hidden
			}
		}
	}
}

// follow puts the caret behind the last of n letters.
func (d *draft) follow(n int, sizes [][2]int, poses []composite.Pose, caret *composite.Pose) {
	last := d.Strokes[n-1]
	line := poses[d.first+last.Line]
	if !line.Visible {
		return
	}
	caret.X, caret.Y = line.X+float64(last.Edge), line.Y
	if d.RTL[last.Line] {
		caret.X = line.X + float64(sizes[d.first+last.Line][0]-last.Edge)
	}
}

// blinking is the opacity of a caret for so long after the last letter.
func blinking(since time.Duration) float64 {
	phase := since % (2 * blink)
	if phase < blink {
		return 1
	}
	return 1 - smooth(phase-blink, blinkFade) + smooth(phase-2*blink+blinkFade, blinkFade)
}

package scene

import (
	"mockup/internal/render/storyboard"
)

// composer puts the empty composer, and prepares its looks while something is typed.
func (v *chatVideo) composer(step *storyboard.Step) error {
	if !v.props.ShowFooter {
		return nil
	}
	idle, looks, err := v.fieldLooks(false)
	if err != nil {
		return err
	}
	empty, err := v.sentLooks(false)
	if err != nil {
		return err
	}
	step.Put = append(step.Put, idle)
	v.board.Field = &storyboard.Field{Idle: idle, Looks: looks, Empty: empty}
	return nil
}

// fieldView is what the template of the composer draws: empty or while something is typed, as it always is or below a message that is
// answered.
func (v *chatVideo) fieldView(typing, answering bool, lines float64) map[string]any {
	return map[string]any{"Chat": v.scene.View.Body, "Typing": typing, "Lines": lines, "Answering": answering}
}

// drawSizes draws the composer at each of storyboard.FieldSizes.
func (v *chatVideo) drawSizes(view func(lines float64) map[string]any) (looks []string, err error) {
	for _, lines := range storyboard.FieldSizes() {
		look, err := v.scene.Template.Partial("composer", view(lines))
		if err != nil {
			return nil, err
		}
		looks = append(looks, string(look))
	}
	return looks, nil
}

// fieldLooks draws the composer, empty and while something is typed, as it always is or below a message that is answered.
func (v *chatVideo) fieldLooks(answering bool) (idle int, looks []string, err error) {
	view := v.fieldView(false, answering, 1)
	view["Picked"] = answering && v.picked
	idle, err = v.addItem(v.board, storyboard.Item{Slot: "composer", Key: storyboard.ComposerKey, Snap: true, Answering: answering}, "composer", view)
	if err != nil {
		return 0, nil, err
	}
	looks, err = v.drawSizes(func(lines float64) map[string]any { return v.fieldView(true, answering, lines) })
	return idle, looks, err
}

// sentLooks draws the composer on its way down, once a text is sent.
func (v *chatVideo) sentLooks(answering bool) ([]string, error) {
	return v.drawSizes(func(lines float64) map[string]any {
		view := v.fieldView(false, answering, lines)
		view["Sent"] = answering
		return view
	})
}

// addStrip adds the strip of a draft that is sent: the message that it answers, and the pictures that are sent with it.
func (v *chatVideo) addStrip(draft *storyboard.Draft, m timedMessage, stands bool) error {
	quote, partial := v.answered(m.view.Quote), "answering"
	if v.board.Field == nil || draft.Erased || quote == nil && !stands {
		return nil
	}
	view := map[string]any{"Chat": v.scene.View.Body, "Quote": quote}
	if stands {
		view["Pictures"], partial = v.inField(m), "picked"
		v.picked = true
	}
	return v.strips.add(v.builder, v.board, draft, partial, view)
}

// answered is the message that a strip shows; nil: none. In an app with threads the answer is typed in one of these, which is not drawn.
func (v *chatVideo) answered(to *Quote) *Quote {
	if to == nil || to.Story || v.manifest.Options.Chat.Threads {
		return nil
	}
	return to
}

// inField lists the pictures of a message in the order in which they were picked: all photos, or what stands for a GIF or a video.
func (v *chatVideo) inField(m timedMessage) (pictures []Picture) {
	images := v.props.Messages[m.index].Images
	if len(images) == 0 {
		return m.view.Pictures
	}
	for _, image := range images[:min(len(images), mostInField)] {
		pictures = append(pictures, Picture{Image: v.image(image.Data)})
	}
	return pictures
}

// answeringField prepares the looks of the composer below a strip. They follow all strips, as what comes later lies in front: a strip comes
// up from behind the composer.
func (v *chatVideo) answeringField() error {
	if len(v.strips) == 0 {
		return nil
	}
	idle, looks, err := v.fieldLooks(true)
	if err != nil {
		return err
	}
	empty, err := v.sentLooks(true)
	if err != nil {
		return err
	}
	v.board.Field.Answering = &storyboard.Answering{Idle: idle, Looks: looks, Empty: empty}
	return nil
}

package schema

import "fmt"

// adjust gives values that a valid payload may have, and that cannot be drawn as they are, the nearest ones that can, and
// takes out fields whose presence alone would change the picture although they have no effect here. A warning says so. It
// also fills in those defaults that depend on other fields.
func (c *checker) adjust(p *Payload) {
	c.adjustCamera(p)
	switch props := p.Props.(type) {
	case *ChatProps:
		stateSeal(&props.Receivers[0], p.Platform)
	case *PopupProps:
		p.Canvas = nil // popup has warned of it
		adjustOffsets(props)
	case *CommentProps:
		dropEndsIn(props.Comments)
	}
}

// adjustCamera moves cameras to the nearest places that something can be drawn from.
func (c *checker) adjustCamera(p *Payload) {
	if !p.InSpace() {
		return
	}
	if p.CameraPosition != nil {
		c.adjustPosition(p.CameraPosition, c.root.get("cameraPosition"))
	}
	if p.CameraPath.Preset() == "" {
		for i, key := range c.root.get("cameraPath").items() {
			c.adjustPosition(&p.CameraPath[i].Position, key.get("position"))
		}
	}
}

func (c *checker) adjustPosition(position *[3]float64, written *node) {
	if fault := cameraFault(*position); fault != "" {
		at := nearestCamera(*position)
		*position = at
		c.warn(written, CodeAdjusted, "%s; it is moved to %s, since the least distance is %d phone height and the widest angle %d° to the side",
			fault, fmt.Sprintf("[%.4g, %.4g, %.4g]", at[0], at[1], at[2]), minCamera, maxCameraAngle)
	}
}

// stateSeal states what a seal that is left out stands for, where that depends on the platform.
func stateSeal(receiver *ChatUser, platform string) {
	if receiver.Verified == nil && (platform == "x" || platform == "whatsapp") {
		shown := platform == "x"
		receiver.Verified = &shown
	}
}

// adjustOffsets takes 0 for the offset that is missing beside one that is given.
func adjustOffsets(p *PopupProps) {
	for i := range p.Comments {
		c := &p.Comments[i]
		switch {
		case c.X != nil && c.Y == nil:
			c.Y = new(float64)
		case c.X == nil && c.Y != nil:
			c.X = new(float64)
		}
	}
}

// dropEndsIn takes out when a poll ends that has ended.
func dropEndsIn(comments []Comment) {
	for i := range comments {
		if a := comments[i].Attachment; a != nil && a.Status == "closed" {
			a.EndsIn = ""
		}
		dropEndsIn(comments[i].Replies)
	}
}

package schema

// Transparent reports whether the payload asks for a background that lets through what lies behind: such a picture has
// an alpha channel, and such a video is a WebM.
func (p *Payload) Transparent() bool {
	switch props := p.Props.(type) {
	case *ChatProps:
		return props.TransparentBackground
	case *StoryProps:
		return props.TransparentBackground
	case *PostProps:
		return props.TransparentBackground
	case *PopupProps:
		color, err := props.Background.NRGBA()
		return err == nil && color.A < 255
	}
	return false
}

package scene

import (
	"html/template"

	"mockup/internal/schema"
)

// chatColors takes the payload's colours, parsed and written anew.
func (b *builder) chatColors(chat *Chat, p *schema.ChatProps) {
	chat.Wallpaper = b.wallpaper(p.ChatWallpaper)
	if p.SecondaryTextColor != "" {
		chat.Secondary = css(p.SecondaryTextColor)
	}
	theme := p.CustomTheme
	if !b.shows("customTheme") {
		theme = nil
	}
	if theme != nil {
		chat.Theme = &ChatTheme{
			Background: css(theme.BackgroundColor), Image: b.image(theme.BackgroundImage), FontSize: theme.FontSize,
			SenderBack: css(theme.SenderBubble.Background), SenderText: css(theme.SenderBubble.Foreground),
			ReceiverBack: css(theme.ReceiverBubble.Background), ReceiverText: css(theme.ReceiverBubble.Foreground),
		}
	}
	chat.Ground = b.ground(p, theme)
	switch v := &b.scene.View; {
	case theme != nil:
		v.Dark = v.Dark || chat.Ground == "dim"
	case b.textOnGround() && chat.Floating && (chat.Ground == "dim" || chat.Ground == "bright"):
		v.Dark = chat.Ground == "dim" // bars that are opaque keep their theme
	}
}

func (b *builder) textOnGround() bool { return b.manifest.Options.Chat.TextOn == "ground" }

// ground is what the payload lays behind the messages: "papered" for a picture, "washed" for one that the page's colour is
// laid over, since text stands on it without bubbles, "dim" or "bright" for a colour, and empty where the platform's own
// ground stays.
func (b *builder) ground(p *schema.ChatProps, theme *schema.CustomTheme) string {
	if w := p.ChatWallpaper; w != nil && !b.scene.View.Clear {
		switch {
		case w.IsImage() && b.textOnGround():
			return "washed"
		case w.IsImage():
			return "papered"
		}
		if color, ok := w.NRGBA(); ok {
			return lightness(color)
		}
	}
	if theme == nil {
		return ""
	}
	if p.ChatWallpaper == nil && theme.BackgroundImage != "" && !b.scene.View.Clear {
		return "papered"
	}
	color, err := theme.BackgroundColor.NRGBA()
	if err != nil {
		return ""
	}
	return lightness(color)
}

// wallpaper reads a wallpaper field: nil keeps the theme's own, an empty one removes it.
func (b *builder) wallpaper(w *schema.Wallpaper) Wallpaper {
	switch {
	case w == nil:
		return Wallpaper{Default: true}
	case w.IsImage():
		return Wallpaper{Image: b.image(schema.ImageRef(*w))}
	}
	if color, ok := w.NRGBA(); ok {
		return Wallpaper{Color: template.CSS(schema.FormatColor(color))}
	}
	return Wallpaper{}
}

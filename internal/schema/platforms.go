package schema

// Types returns the ten mockup types, in the order of the interface.
func Types() []Type {
	return []Type{Chats, AI, Stories, Notifications, Posts, Comments, CommentPopup, Emails, ContributionChart, DashboardChart}
}

// Kinds returns what a type can be rendered as; nil for a type that does not exist.
func Kinds(t Type) []Kind {
	switch t {
	case Chats, AI, Stories, Notifications:
		return []Kind{Image, Video}
	case Posts, Comments, Emails, ContributionChart, DashboardChart:
		return []Kind{Image}
	case CommentPopup:
		return []Kind{Video}
	}
	return nil
}

// Platforms returns the platforms of a type, in the order of the interface; nil for the charts, which have none. Those
// of comment-popup are chosen comment by comment.
func Platforms(t Type) []string {
	switch t {
	case Chats:
		return []string{"whatsapp", "imessage", "instagram", "discord", "telegram", "slack", "linkedin", "microsoftTeams",
			"messenger", "snapchat", "x", "reddit", "signal", "wechat", "tinder", "bumble", "bluesky", "msn", "line",
			"tiktok", "onlyfans", "custom"}
	case AI:
		return []string{"chatgpt", "claude", "gemini", "grok", "perplexity"}
	case Stories:
		return []string{"instagram", "snapchat"}
	case Notifications:
		return []string{"ios"}
	case Posts:
		return []string{"x", "instagram", "facebook", "linkedin", "threads", "bluesky", "tiktok", "pinterest"}
	case Comments:
		return []string{"youtube", "instagram", "tiktok", "x", "facebook", "linkedin", "reddit", "threads"}
	case CommentPopup:
		return []string{"youtube", "x", "instagram", "tiktok"}
	case Emails:
		return []string{"gmail", "apple-mail", "outlook", "leaked"}
	}
	return nil
}

// HasPlatform reports whether payloads of the type name one platform, at the top and in props.
func HasPlatform(t Type) bool { return t != CommentPopup && len(Platforms(t)) > 0 }

package schema

import "slices"

// systemIcons are the keys of the phone's own apps, as iconPreset names them, and appIcons those of other apps.
var (
	systemIcons = []string{
		"appstore", "battery", "books", "calculator", "calendar", "camera", "clock", "contacts", "facetime", "files",
		"findmy", "fitness", "health", "home", "imessage", "mail", "maps", "music", "news", "notes", "phone", "photos",
		"podcasts", "reminders", "safari", "screentime", "settings", "shortcuts", "stocks", "tv", "voicememos", "wallet",
		"weather",
	}
	appIcons = []string{
		"airbnb", "amazon", "bereal", "bluesky", "booking", "bumble", "cashapp", "chatgpt", "chrome", "claude", "deliveroo",
		"dhl", "discord", "doordash", "duolingo", "ebay", "facebook", "github", "gmail", "google", "googlecalendar",
		"googlemaps", "instagram", "kakaotalk", "klarna", "line", "linkedin", "lyft", "mcdonalds", "messenger", "netflix",
		"notion", "onlyfans", "outlook", "paypal", "pinterest", "reddit", "ring", "shazam", "shopify", "signal", "slack",
		"snapchat", "soundcloud", "spotify", "starbucks", "steam", "strava", "stripe", "substack", "teams", "telegram",
		"threads", "tiktok", "tinder", "twitch", "uber", "ubereats", "viber", "vinted", "wechat", "whatsapp", "wise", "x",
		"youtube", "zoom",
	}
)

// IconPresets returns the keys of the app icons that are drawn, in the order of the alphabet. The v1 interface allows any text in
// iconPreset, and draws a monogram for one that it does not know.
func IconPresets() []string {
	return slices.Sorted(slices.Values(slices.Concat(systemIcons, appIcons)))
}

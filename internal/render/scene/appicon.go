package scene

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"mockup/internal/schema"
)

// AppIcon is the icon of an app, as the partial "app" draws it.
type AppIcon struct {
	App   string // key of an icon that the platform draws; empty: use Icon
	Icon  Avatar // the payload's picture or a monogram
	Today Today
}

// Today is what the icons of the calendar and the clock show.
type Today struct {
	Weekday string // such as TUE
	Day     int    // of the month
	Hour    int    // of the hand, degrees from the top
	Minute  int
}

// newToday returns the day that a label such as "Tuesday, September 9" names in English, else the given one, and the hands at a
// time such as 9:41 or "9:41 PM", else at 10:09.
func newToday(label string, day time.Time, clock string) Today {
	t := Today{Weekday: strings.ToUpper(day.Format("Mon")), Day: day.Day()}
	words := strings.FieldsFunc(label, func(r rune) bool { return r == ' ' || r == ',' || r == '.' })
	if len(words) > 0 {
		weekday := shortWeekday(words[0])
		for _, word := range words {
			if number, err := strconv.Atoi(word); err == nil && number >= 1 && number <= 31 && weekday != "" {
				t.Weekday, t.Day = weekday, number
				break
			}
		}
	}
	hour, minute := 10, 9
	if fields := strings.Fields(clock); len(fields) > 0 {
		if at, err := time.Parse("15:04", fields[0]); err == nil {
			hour, minute = at.Hour(), at.Minute()
		}
	}
	t.Hour, t.Minute = hour%12*30+minute/2, minute*6
	return t
}

// shortWeekday returns TUE for Tuesday or Tue, and nothing for what is no day of the week.
func shortWeekday(word string) string {
	for d := time.Sunday; d <= time.Saturday; d++ {
		if name := d.String(); strings.EqualFold(word, name) || strings.EqualFold(word, name[:3]) {
			return strings.ToUpper(name[:3])
		}
	}
	return ""
}

// HomeApp is an app of the home screen.
type HomeApp struct {
	AppIcon
	Name string
}

// A home screen has the apps that a new phone has on its first page, in their order, and below them those that people add.
var (
	docked = []string{"phone", "safari", "imessage", "music"}
	onHome = []string{"facetime", "calendar", "photos", "camera", "mail", "notes", "reminders", "clock", "weather", "tv", "podcasts",
		"appstore", "maps", "health", "wallet", "settings"}
	added = []string{"whatsapp", "instagram", "youtube", "tiktok", "spotify", "gmail", "snapchat", "x"}
	// What sends notices, but has no icon on a home screen.
	noApps = []string{"battery", "screentime"}
)

// homeRoom is how many apps a home screen has above the dock.
const homeRoom = 24

// homeApps returns the apps of a home screen: the phone's own, then those of the notifications, then others.
func (b *builder) homeApps(notifications []schema.NotificationItem, today Today) []HomeApp {
	keys := slices.Clone(onHome)
	add := func(key string) {
		if len(keys) < homeRoom && !slices.Contains(keys, key) && !slices.Contains(docked, key) && !slices.Contains(noApps, key) {
			keys = append(keys, key)
		}
	}
	for _, n := range notifications {
		if b.manifest.Options.LockScreen.Apps[n.IconPreset] != "" {
			add(n.IconPreset)
		}
	}
	for _, key := range added {
		add(key)
	}
	return b.appsOf(keys, today)
}

// appsOf returns the apps with these keys.
func (b *builder) appsOf(keys []string, today Today) []HomeApp {
	apps := make([]HomeApp, len(keys))
	for i, key := range keys {
		apps[i] = HomeApp{AppIcon{App: key, Today: today}, b.manifest.Options.LockScreen.Apps[key]}
	}
	return apps
}

package scene

import (
	"cmp"
	"fmt"
	"html/template"
	"slices"
	"strings"
	"time"

	"github.com/rivo/uniseg"

	"mockup/internal/render/scene/text"
	"mockup/internal/schema"
)

// LockScreen is the view of a lock screen with its notifications. templates.LockScreenOptions are its options.
type LockScreen struct {
	Style     string   // of the cards: classic or glass
	Clock     string   // as the payload writes it
	ClockSize int      // of its type, CSS pixels: long texts are set smaller
	Digits    []string // the characters of a clock that the platform draws as glass; empty: it is set in type
	Date      string   // above the clock
	Wallpaper Wallpaper
	Adapts    bool               // the picture behind everything decides on the page whether text is light or dark
	Cards     []NotificationCard // newest first, from the top
	Video     bool               // the cards come one by one, as items of a storyboard
	Asleep    bool               // the screen is off at first
	Unlocks   bool               // the phone is unlocked in the end, so that the clock is an item of the storyboard, too
	Home      []HomeApp          // apps of the home screen, in videos
	Dock      []HomeApp          // those at its bottom
}

// NotificationCard is one notification.
type NotificationCard struct {
	AppIcon
	ID        string
	Title     string
	Text      string
	Time      string
	Face      template.URL // of the sender; the icon is a badge on it
	Thumbnail template.URL
	Level     int // above the cards that are older

	More  int    // older ones of its group, which lie below it
	Below string // what the card says of them
}

// lockScreen builds the view of a lock screen. Its status bar never shows the time, which is right below it.
func (b *builder) lockScreen(p *schema.NotificationProps) error {
	b.phone(p.Device, false)
	v := &b.scene.View
	v.Device.Time, v.Device.Carrier = "", p.Carrier
	lock := &LockScreen{
		Style: p.CardStyle, Clock: p.StatusBarTime, ClockSize: clockSize(p.StatusBarTime),
		Date: b.lockDate(p), Wallpaper: b.lockWallpaper(p.Wallpaper),
	}
	if lock.Style == "glass" {
		lock.Digits = clockDigits(lock.Clock)
	}
	v.Dark, lock.Adapts = lockInk(p, lock.Wallpaper)
	today := newToday(p.DateLabel, b.lockDay(p.Timestamp), p.StatusBarTime)
	for i, item := range p.Notifications {
		card := b.notification(item, today)
		card.Level = len(p.Notifications) - i
		card.More, card.Below = belowInGroup(p.Notifications[i:])
		if b.payload.RenderKind == schema.Video || !hasNewer(p.Notifications[:i], item.Group) {
			lock.Cards = append(lock.Cards, card)
		}
	}
	v.Body = lock
	if b.payload.RenderKind != schema.Video {
		return nil
	}
	lock.Home, lock.Dock = b.homeApps(p.Notifications, today), b.appsOf(docked, today)
	var err error
	b.scene.Storyboard, err = b.notificationVideo(p, lock.Cards)
	lock.Cards, lock.Video, lock.Asleep, lock.Unlocks = nil, true, p.Wake, p.Unlock
	return err
}

// hasNewer reports whether a group has newer notifications, below one of which this one lies.
func hasNewer(newer []schema.NotificationItem, group string) bool {
	return group != "" && slices.ContainsFunc(newer, func(n schema.NotificationItem) bool { return n.Group == group })
}

// belowInGroup counts those of a list, newest first, that lie below the first one, and says what the card says of them.
func belowInGroup(list []schema.NotificationItem) (more int, says string) {
	first := list[0]
	if first.Group == "" {
		return 0, ""
	}
	from := strings.TrimSpace(first.Title)
	for _, n := range list[1:] {
		if n.Group != first.Group {
			continue
		}
		more++
		if n.Title != first.Title {
			from = ""
		}
	}
	switch {
	case more == 0:
		return 0, ""
	case from != "":
		return more, fmt.Sprintf("%d more from %s", more, from)
	case more == 1:
		return more, "1 more notification"
	}
	return more, fmt.Sprintf("%d more notifications", more)
}

// lockInk says whether text on the wallpaper is light, as the payload says or as a colour needs it, and whether the
// picture decides.
func lockInk(p *schema.NotificationProps, w Wallpaper) (dark, adapts bool) {
	if p.WallpaperIsDark != nil {
		return *p.WallpaperIsDark, false
	}
	if color, ok := p.Wallpaper.NRGBA(); ok {
		return lightness(color) == "dim", false
	}
	return true, w.Image != ""
}

// lockDate returns the line above the clock: the payload's own, or the day of its timestamp.
func (b *builder) lockDate(p *schema.NotificationProps) string {
	if p.DateLabel != "" {
		return p.DateLabel
	}
	o := b.manifest.Options.LockScreen
	layout := o.DateClassic
	if p.CardStyle == "glass" {
		layout = o.DateGlass
	}
	return b.lockDay(p.Timestamp).Format(cmp.Or(layout, o.Date))
}

// lockDay returns the day of a timestamp. Without one it is the day from which times are counted, or always the same one: a lock
// screen never lacks its date.
func (b *builder) lockDay(timestamp schema.Instant) time.Time {
	switch {
	case timestamp != "":
		return b.instant(timestamp)
	case !b.now.IsZero():
		return b.now.In(b.zone)
	}
	return time.Date(2025, time.September, 9, 0, 0, 0, 0, time.UTC)
}

// lockWallpaper returns what lies behind everything. An empty one is no wallpaper at all, and a phone has one.
func (b *builder) lockWallpaper(w schema.Wallpaper) Wallpaper {
	if w == "" {
		return Wallpaper{Default: true}
	}
	return b.wallpaper(&w)
}

// notification builds a card. The icons of the calendar and the clock show the given day and time.
func (b *builder) notification(item schema.NotificationItem, today Today) NotificationCard {
	card := NotificationCard{
		AppIcon: AppIcon{Today: today},
		ID:      item.ID, Title: strings.TrimSpace(item.Title), Text: strings.TrimSpace(item.Text),
		Time: item.TimeLabel, Face: b.image(item.Face), Thumbnail: b.image(item.Thumbnail),
	}
	app := b.manifest.Options.LockScreen.Apps[item.IconPreset]
	switch {
	case item.IconPreset == "":
		card.Icon = b.monogram(item.Icon, item.Title)
	case app != "":
		card.App, card.Title = item.IconPreset, cmp.Or(card.Title, app) // without a title the phone says which app it is
	default: // a preset takes precedence over the picture, even an unknown one
		card.Icon = b.monogram("", item.Title)
	}
	return card
}

// monogram returns an app's picture or, in its place, the first letter of its name on the name's own colour.
func (b *builder) monogram(image schema.ImageRef, name string) Avatar {
	a := Avatar{Image: b.image(image), Initials: text.Initials(name, 1)}
	a.Index, a.Color = b.color(name)
	return a
}

// clockDigits returns the characters of a clock of digits alone, and nothing for any other text.
func clockDigits(text string) []string {
	if len(text) > len("23:59") || strings.ContainsFunc(text, func(r rune) bool { return !strings.ContainsRune("0123456789:.", r) }) {
		return nil
	}
	return strings.Split(text, "")
}

// clockSize returns the type size at which a clock fits between the edges of the screen. A digit at iOS's 102
// is 63 wide.
func clockSize(text string) int {
	const (
		size  = 102
		digit = 0.62 // of the size
		room  = PhoneWidth - 2*24
	)
	count := uniseg.GraphemeClusterCount(text)
	if count <= 5 {
		return size
	}
	return max(24, int(room/(digit*float64(count))))
}

package scene

import (
	"cmp"
	"html/template"
	"slices"
	"strings"

	"github.com/rivo/uniseg"

	"mockup/internal/schema"
)

// LockScreen is the view of a lock screen with its notifications. A platform's options:
//
//	apps         keys of the app icons that its "app" partial draws
//	date         layout of the date line
//	date-<style> the same for one card style, where it differs
type LockScreen struct {
	Style     string // of the cards: classic or glass
	Clock     string // as the payload writes it
	ClockSize int    // of its type, CSS pixels: long texts are set smaller
	Date      string // above the clock; empty when the payload names no day
	Wallpaper Wallpaper
	Cards     []NotificationCard // newest first, from the top
	Film      bool               // the cards come one by one, as a film's items
}

// NotificationCard is one notification.
type NotificationCard struct {
	ID        string
	Title     string
	Text      string
	Time      string
	App       string // key of an icon that the platform draws; empty: use Icon
	Icon      Avatar // the payload's picture or a monogram
	Thumbnail template.URL
	Level     int // above the cards that are older
}

// lockScreen builds the view of a lock screen. Its status bar never tells the time, which is right below it.
func (b *builder) lockScreen(p *schema.NotificationProps) error {
	b.phone(p.Device, false)
	v := &b.scene.View
	v.Dark = p.WallpaperIsDark
	v.Device.Time, v.Device.Carrier = "", p.Carrier
	lock := &LockScreen{
		Style: p.CardStyle, Clock: p.StatusBarTime, ClockSize: clockSize(p.StatusBarTime),
		Date: b.lockDate(p), Wallpaper: b.lockWallpaper(p.Wallpaper),
	}
	for i, item := range p.Notifications {
		card := b.notification(item)
		card.Level = len(p.Notifications) - i
		lock.Cards = append(lock.Cards, card)
	}
	v.Body = lock
	if b.payload.RenderKind != schema.Video {
		return nil
	}
	var err error
	b.scene.Film, err = b.notificationFilm(lock.Cards)
	lock.Cards, lock.Film = nil, true
	return err
}

// lockDate returns the line above the clock: the payload's own, or the day of its timestamp.
func (b *builder) lockDate(p *schema.NotificationProps) string {
	if p.DateLabel != "" || p.Timestamp == "" {
		return p.DateLabel
	}
	layout := cmp.Or(b.option("date-"+p.CardStyle), b.option("date"))
	return b.instant(p.Timestamp).Format(layout)
}

// lockWallpaper returns what lies behind everything. An empty one is no wallpaper at all, and a phone has one.
func (b *builder) lockWallpaper(w schema.Wallpaper) Wallpaper {
	if w == "" {
		return Wallpaper{Default: true}
	}
	return b.wallpaper(&w)
}

func (b *builder) notification(item schema.NotificationItem) NotificationCard {
	card := NotificationCard{
		ID: item.ID, Title: strings.TrimSpace(item.Title), Text: strings.TrimSpace(item.Text),
		Time: item.TimeLabel, Thumbnail: b.image(item.Thumbnail),
	}
	switch {
	case item.IconPreset == "":
		card.Icon = b.monogram(item.Icon, item.Title)
	case slices.Contains(strings.Fields(b.option("apps")), item.IconPreset):
		card.App = item.IconPreset
	default: // a preset takes precedence over the picture, even an unknown one
		card.Icon = b.monogram("", item.Title)
	}
	return card
}

// monogram returns an app's picture or, in its place, the first letter of its name on the name's own colour.
func (b *builder) monogram(image schema.ImageRef, name string) Avatar {
	a := Avatar{Image: b.image(image), Initials: initials(name, 1)}
	a.Index, a.Color = b.color(name)
	return a
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

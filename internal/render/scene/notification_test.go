package scene

import (
	"slices"
	"strings"
	"testing"

	"mockup/internal/schema"
	"mockup/templates"
)

// buildLock builds the scene of a lock screen; every image is served as "/image/<reference>".
func buildLock(t *testing.T, props schema.NotificationProps) (*Scene, *LockScreen) {
	t.Helper()
	props.Platform = "ios"
	p := &schema.Payload{MockupType: schema.Notifications, Platform: "ios", Props: &props}
	sc, err := Build(t.Context(), p, &templates.Set{}, Options{Images: func(ref string) string {
		if ref == "" {
			return ""
		}
		return "/image/" + ref
	}})
	if err != nil {
		t.Fatal(err)
	}
	return sc, sc.View.Body.(*LockScreen)
}

func TestLockDate(t *testing.T) {
	for _, test := range []struct {
		name, style, label string
		timestamp          schema.Instant
		want               string
	}{
		{"neither", "classic", "", "", "Tuesday, September 9"},
		{"timestamp", "classic", "", "2026-05-16T09:41:00Z", "Saturday, May 16"},
		{"glass writes it short", "glass", "", "2026-05-06T09:41:00Z", "Wed May 6"},
		{"label wins", "glass", "Día 1", "2026-05-16T09:41:00Z", "Día 1"},
		{"label alone", "classic", "Someday", "", "Someday"},
		{"offset counts as UTC", "classic", "", "2026-05-16T23:30:00-05:00", "Sunday, May 17"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, lock := buildLock(t, schema.NotificationProps{CardStyle: test.style, DateLabel: test.label, Timestamp: test.timestamp})
			if lock.Date != test.want {
				t.Errorf("date %q, want %q", lock.Date, test.want)
			}
		})
	}
}

func TestLockStatusBarHasNoTime(t *testing.T) {
	sc, lock := buildLock(t, schema.NotificationProps{
		Carrier: "Telia", Device: schema.Device{StatusBarTime: "9:41", BatteryLevel: 20.4, ShowDeviceStatus: true},
	})
	device := sc.View.Device
	if device.Time != "" || device.Carrier != "Telia" || lock.Clock != "9:41" {
		t.Errorf("status bar %q %q, clock %q", device.Time, device.Carrier, lock.Clock)
	}
	if !device.Low() || !sc.View.Dark {
		t.Errorf("low %v, dark %v; want both", device.Low(), sc.View.Dark)
	}
}

func TestLockWallpaper(t *testing.T) {
	for _, test := range []struct {
		in   schema.Wallpaper
		want Wallpaper
	}{
		{"", Wallpaper{Default: true}},
		{"#1d9bf0", Wallpaper{Color: "#1d9bf0"}},
		{"lake.jpg", Wallpaper{Image: "/image/lake.jpg"}},
	} {
		if _, lock := buildLock(t, schema.NotificationProps{Wallpaper: test.in}); lock.Wallpaper != test.want {
			t.Errorf("%q: %+v, want %+v", test.in, lock.Wallpaper, test.want)
		}
	}
}

func TestNotificationIcon(t *testing.T) {
	for _, test := range []struct {
		name               string
		item               schema.NotificationItem
		app, image, letter string
	}{
		{"preset", schema.NotificationItem{Title: "Leo", IconPreset: "x"}, "x", "", ""},
		{"preset over icon", schema.NotificationItem{Title: "Leo", IconPreset: "x", Icon: "a.png"}, "x", "", ""},
		{"icon", schema.NotificationItem{Title: "Leo", Icon: "a.png"}, "", "/image/a.png", "L"},
		{"neither", schema.NotificationItem{Title: "leo b"}, "", "", "L"},
		{"unknown preset", schema.NotificationItem{Title: "Öko", IconPreset: "myspace", Icon: "a.png"}, "", "", "Ö"},
		{"part of a key", schema.NotificationItem{Title: "Leo", IconPreset: "discord gmail"}, "", "", "L"},
		{"no letter", schema.NotificationItem{Title: "🎉 "}, "", "", ""},
		{"no title", schema.NotificationItem{}, "", "", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, lock := buildLock(t, schema.NotificationProps{Notifications: []schema.NotificationItem{test.item}})
			card := lock.Cards[0]
			if card.App != test.app || string(card.Icon.Image) != test.image || card.Icon.Initials != test.letter {
				t.Errorf("app %q, image %q, letter %q; want %q, %q, %q", card.App, card.Icon.Image, card.Icon.Initials, test.app, test.image, test.letter)
			}
		})
	}
}

// Every preset of the interface has its own drawing.
func TestEveryPresetIsDrawn(t *testing.T) {
	var items []schema.NotificationItem
	for _, key := range schema.IconPresets() {
		items = append(items, schema.NotificationItem{ID: key, Title: "a", IconPreset: key})
	}
	sc, lock := buildLock(t, schema.NotificationProps{Notifications: items})
	for _, card := range lock.Cards {
		if card.App != card.ID {
			t.Errorf("%s is not in the option apps", card.ID)
		}
	}
	for key := range sc.Template.Manifest.Options.LockScreen.Apps {
		if !slices.Contains(schema.IconPresets(), key) {
			t.Errorf("the option apps has %q, which is not an icon of the interface", key)
		}
	}
	var page strings.Builder
	if err := sc.Template.Execute(&page, sc.View); err != nil {
		t.Fatal(err)
	}
	for _, key := range schema.IconPresets() {
		_, after, found := strings.Cut(page.String(), `<span class="app app-`+key+`">`)
		icon, _, _ := strings.Cut(after, "</span>")
		if !found || !strings.Contains(icon, "<svg") || strings.Contains(icon, "<b>") {
			t.Errorf("%s draws %q", key, icon)
		}
	}
}

func TestNotificationTextIsTrimmed(t *testing.T) {
	_, lock := buildLock(t, schema.NotificationProps{Notifications: []schema.NotificationItem{{Title: " Leo\n", Text: "\n one\ntwo \n", TimeLabel: "now"}}})
	if card := lock.Cards[0]; card.Title != "Leo" || card.Text != "one\ntwo" || card.Time != "now" {
		t.Errorf("%+v", card)
	}
}

// Without a title a card says which app it is, where that is known. How many are below is then said without a name.
func TestNotificationWithoutTitle(t *testing.T) {
	_, lock := buildLock(t, schema.NotificationProps{Notifications: []schema.NotificationItem{
		{Title: " ", IconPreset: "imessage", Group: "a"}, {Title: " ", IconPreset: "imessage", Group: "a"}, {IconPreset: "myspace"}, {Title: "Leo", IconPreset: "x"},
	}})
	for i, want := range []string{"Messages", "", "Leo"} {
		if got := lock.Cards[i].Title; got != want {
			t.Errorf("card %d has the title %q, want %q", i, got, want)
		}
	}
	if below := lock.Cards[0].Below; below != "1 more notification" {
		t.Errorf("the group says %q", below)
	}
}

func TestClockSize(t *testing.T) {
	for text, want := range map[string]int{"": 102, "9:41": 102, "23:59": 102, "९:४१": 102, "9:41 AM": 81, "11:08 PM": 71, strings.Repeat("long ", 40): 24} {
		if got := clockSize(text); got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
}

// A clock of digits is drawn with glass cards, any other one is set in type.
func TestClockDigits(t *testing.T) {
	for text, want := range map[string]int{"9:41": 4, "23:59": 5, "09.41": 5, "9:41 AM": 0, "noon": 0, "९:४१": 0, "": 0, "123:456": 0} {
		for style, drawn := range map[string]int{"glass": want, "classic": 0} {
			props := schema.NotificationProps{CardStyle: style}
			props.StatusBarTime = text
			if _, lock := buildLock(t, props); len(lock.Digits) != drawn || strings.Join(lock.Digits, "") != text && drawn > 0 {
				t.Errorf("%q with %s cards: digits %q", text, style, lock.Digits)
			}
		}
	}
}

// Where the payload does not say whether text on the wallpaper is light, a colour says it here, and a picture on the page.
func TestLockInk(t *testing.T) {
	yes, no := true, false
	for _, test := range []struct {
		wallpaper    schema.Wallpaper
		said         *bool
		dark, adapts bool
	}{
		{"", nil, true, false},
		{"#fff", nil, false, false},
		{"#123", nil, true, false},
		{"#fff", &yes, true, false},
		{"lake.jpg", nil, true, true},
		{"lake.jpg", &no, false, false},
		{"lake.jpg", &yes, true, false},
	} {
		sc, lock := buildLock(t, schema.NotificationProps{Wallpaper: test.wallpaper, WallpaperIsDark: test.said})
		if sc.View.Dark != test.dark || lock.Adapts != test.adapts {
			t.Errorf("%q: dark %t, adapts %t", test.wallpaper, sc.View.Dark, lock.Adapts)
		}
	}
}

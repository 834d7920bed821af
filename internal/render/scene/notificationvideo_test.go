package scene

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"mockup/internal/render/storyboard"
	"mockup/internal/schema"
	"mockup/templates"
)

// The last notification comes first, the first last and on top of the others.
func TestNotificationsArriveLastFirst(t *testing.T) {
	props := &schema.NotificationProps{Platform: "ios"}
	for i := range 4 {
		props.Notifications = append(props.Notifications, schema.NotificationItem{ID: fmt.Sprint(i), Title: fmt.Sprintf("Card %d", i)})
	}
	p := &schema.Payload{MockupType: schema.Notifications, Platform: "ios", RenderKind: schema.Video, Props: props}
	sc, err := Build(t.Context(), p, &templates.Set{}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	board := sc.Storyboard
	if lock := sc.View.Body.(*LockScreen); len(lock.Cards) > 0 || !lock.Video {
		t.Errorf("the page holds %d cards of its own", len(lock.Cards))
	}
	if len(board.Steps) != 5 || len(board.Items) != 5 {
		t.Fatalf("%d steps with %d items, want the pile's and one for each of 4 cards", len(board.Steps), len(board.Items))
	}
	for i, step := range board.Steps[1:] {
		item := board.Items[step.Put[0]]
		if want := fmt.Sprintf("Card %d", 3-i); !strings.Contains(item.HTML, want) || !item.First || step.Put[0] != i+1 {
			t.Errorf("step %d puts item %d, %q first %v; want item %d, %s before the others", i+1, step.Put[0], item.Key, item.First, i+1, want)
		}
	}
	if first := board.Steps[1].At; first != 250*time.Millisecond {
		t.Errorf("the first card comes after %s", first)
	}
	if hold := board.Length - board.Steps[4].At; hold != 2200*time.Millisecond {
		t.Errorf("the video ends %s after the last card", hold)
	}
}

// Cards follow each other as fast as they are read; the last one is read, too.
func TestNotificationPace(t *testing.T) {
	for _, test := range []struct {
		pace           schema.Pace
		cards, letters int
		gap            time.Duration
	}{
		{"", 1, 20, 0}, {"", 3, 10, 1200 * time.Millisecond}, {"", 8, 44, 2 * time.Second}, {"", 3, 154, 7 * time.Second},
		{"", 3, 500, 164 * time.Second / 22}, {"slow", 8, 66, 4 * time.Second},
		{"40", 8, 40, time.Second},
	} {
		props := &schema.NotificationProps{Platform: "ios"}
		for range test.cards {
			props.Notifications = append(props.Notifications, schema.NotificationItem{Text: strings.Repeat("é", test.letters)})
		}
		sc := buildVideo(t, schema.Notifications, "ios", props, &schema.VideoSettings{Pace: test.pace})
		steps := sc.Storyboard.Steps[1:]
		for i := 1; i < len(steps); i++ {
			if gap := steps[i].At - steps[i-1].At; (gap - test.gap).Abs() > time.Millisecond {
				t.Errorf("%+v: gap %d is %s", test, i, gap)
			}
		}
		if fast := warnings(sc, "too_fast"); (len(fast) > 0) != (test.pace == "40") {
			t.Errorf("%+v: warned of %q", test, fast)
		}
	}
}

// The cards that are there in the first frame have no step of their own.
func TestNotificationStart(t *testing.T) {
	props := &schema.NotificationProps{Platform: "ios"}
	for i := range 4 {
		props.Notifications = append(props.Notifications, schema.NotificationItem{ID: fmt.Sprint(i), Title: fmt.Sprintf("Card %d", i)})
	}
	board := buildVideo(t, schema.Notifications, "ios", props, &schema.VideoSettings{StartAt: "2"}).Storyboard
	if len(board.Steps) != 3 || len(board.Steps[0].Put) != 3 {
		t.Fatalf("%d steps, the first with %d items; want 3 and the pile with two cards", len(board.Steps), len(board.Steps[0].Put))
	}
	var cues []string
	for _, cue := range board.Cues {
		cues = append(cues, string(cue.Kind)+" "+cue.ID)
	}
	if got, want := strings.Join(cues, ", "), "open 2, arrive 1, arrive 0, hold "; got != want {
		t.Errorf("cues are %s, want %s", got, want)
	}
}

// groupedCards are three notifications, newest first, of which two are of a group.
func groupedCards() *schema.NotificationProps {
	return &schema.NotificationProps{Platform: "ios", CardStyle: "classic", Notifications: []schema.NotificationItem{
		{ID: "c", Title: "Stripe", Text: "three", Group: "sales"}, {ID: "b", Title: "Jonas", Text: "two"}, {ID: "a", Title: "Stripe", Text: "one", Group: "sales"},
	}}
}

// Notifications of a group are one card, the newest, which says how many lie below it.
func TestGroupsOfNotifications(t *testing.T) {
	props := groupedCards()
	cards := build(t, schema.Notifications, "ios", props).View.Body.(*LockScreen).Cards
	if len(cards) != 2 || cards[0].ID != "c" || cards[0].Below != "1 more from Stripe" || cards[0].More != 1 || cards[1].More != 0 {
		t.Errorf("the cards are %+v", cards)
	}
	props.Notifications[2].Title = "Shop"
	if cards = build(t, schema.Notifications, "ios", props).View.Body.(*LockScreen).Cards; cards[0].Below != "1 more notification" {
		t.Errorf("below the card it says %q", cards[0].Below)
	}
}

// In a video the card that comes takes the place of the one of its group, and the screen is off until the first one comes.
func TestGroupsComeInVideos(t *testing.T) {
	props := groupedCards()
	props.Wake = true
	board := buildVideo(t, schema.Notifications, "ios", props, nil).Storyboard
	keys := func(items []int) (keys []string) {
		for _, item := range items {
			keys = append(keys, board.Items[item].Key)
		}
		return keys
	}
	for i, want := range []struct{ put, drop []string }{
		{[]string{"pile", "asleep"}, nil}, {[]string{"card 2"}, []string{"asleep"}}, {[]string{"card 1"}, nil}, {[]string{"card 0"}, []string{"card 2"}},
	} {
		if got := board.Steps[i]; !slices.Equal(keys(got.Put), want.put) || !slices.Equal(got.Drop, want.drop) {
			t.Errorf("the step %d puts %v and drops %v, want %v", i, keys(got.Put), got.Drop, want)
		}
	}
	opens := buildVideo(t, schema.Notifications, "ios", groupedCards(), &schema.VideoSettings{StartAt: "b"}).Storyboard
	if len(opens.Steps) != 2 || len(opens.Steps[0].Put) != 3 || !slices.Equal(opens.Steps[1].Drop, []string{"card 2"}) {
		t.Errorf("with startAt, the steps are %+v", opens.Steps)
	}
}

// Once the last notification has been read, all that is on the lock screen goes, and the home screen comes and stays.
func TestUnlocks(t *testing.T) {
	props, none := groupedCards(), 0.
	props.Unlock = true
	board := buildVideo(t, schema.Notifications, "ios", props, &schema.VideoSettings{Outro: &none}).Storyboard
	last, read := board.Steps[len(board.Steps)-1], board.Cues[len(board.Cues)-1]
	slices.Sort(last.Drop)
	if !slices.Equal(last.Drop, []string{"card 0", "card 1", "hours", "pile", "wall"}) || last.Leave != "up" {
		t.Errorf("what goes is %q, in the way %q", last.Drop, last.Leave)
	}
	if len(last.Put) != 2 || board.Items[last.Put[0]].Key != "home" || board.Items[last.Put[1]].Key != "apps" {
		t.Errorf("what comes is %v", last.Put)
	}
	if read.Kind != storyboard.CueUnlock || read.At != last.At || board.Length != last.At+homeSeen {
		t.Errorf("the cue is %+v, and the video of %v unlocks at %v", read, board.Length, last.At)
	}
}

package scene

import (
	"fmt"
	"strings"
	"testing"
	"time"

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
	sc, err := Build(p, &templates.Set{}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	film := sc.Film
	if lock := sc.View.Body.(*LockScreen); len(lock.Cards) > 0 || !lock.Film {
		t.Errorf("the page holds %d cards of its own", len(lock.Cards))
	}
	if len(film.Steps) != 5 || len(film.Items) != 5 {
		t.Fatalf("%d steps with %d items, want the pile's and one for each of 4 cards", len(film.Steps), len(film.Items))
	}
	for i, step := range film.Steps[1:] {
		item := film.Items[step.Put[0]]
		if want := fmt.Sprintf("Card %d", 3-i); !strings.Contains(item.HTML, want) || !item.First || step.Put[0] != i+1 {
			t.Errorf("step %d puts item %d, %q first %v; want item %d, %s before the others", i+1, step.Put[0], item.Key, item.First, i+1, want)
		}
	}
	if first := film.Steps[1].At; first != 900*time.Millisecond {
		t.Errorf("the first card comes after %s", first)
	}
	if hold := film.Length - film.Steps[4].At; hold != 2*time.Second {
		t.Errorf("the film ends %s after the last card", hold)
	}
}

func TestNotificationPace(t *testing.T) {
	for _, test := range []struct {
		cards, letters int
		first, last    time.Duration // gaps
		length         time.Duration
	}{
		{1, 20, 0, 0, 2900 * time.Millisecond},
		{3, 10, 1100 * time.Millisecond, 1056 * time.Millisecond, 5056 * time.Millisecond},
		{3, 178, 1400 * time.Millisecond, 1344 * time.Millisecond, 5644 * time.Millisecond},
		{6, 40, 1180 * time.Millisecond, 1002 * time.Millisecond, 8347 * time.Millisecond},
		{8, 10, 1100 * time.Millisecond, 861 * time.Millisecond, 9735 * time.Millisecond},
		{8, 178, 1400 * time.Millisecond, 1096 * time.Millisecond, 11599 * time.Millisecond},
		{50, 40, 1180 * time.Millisecond, 590 * time.Millisecond, 36542 * time.Millisecond},
	} {
		cards := make([]NotificationCard, test.cards)
		for i := range cards {
			cards[i].Text = strings.Repeat("é", test.letters)
		}
		at, last := paceCards(cards)
		if length := last + cardHold; length.Round(time.Millisecond) != test.length {
			t.Errorf("%d cards of %d letters take %s, want %s", test.cards, test.letters, length, test.length)
		}
		if test.cards == 1 {
			continue
		}
		n := test.cards
		first, final := at[n-2]-at[n-1], at[0]-at[1]
		if first != test.first || final.Round(time.Millisecond) != test.last {
			t.Errorf("%d cards of %d letters: gaps from %s to %s, want %s to %s", n, test.letters, first, final, test.first, test.last)
		}
		for i := 2; i < n; i++ {
			if at[i-2]-at[i-1] > at[i-1]-at[i] {
				t.Errorf("%d cards of %d letters: the gap before card %d grows", n, test.letters, i-2)
			}
		}
	}
}

package render

import (
	"math"
	"strconv"
	"testing"

	"mockup/internal/schema"
)

// lockCards returns a lock screen with cards that are like the first one of the sample, but have other groups.
func lockCards(t *testing.T, groups ...string) (*schema.Payload, []schema.NotificationItem) {
	t.Helper()
	p := samplePayload(t, schema.Notifications, "ios")
	lock := p.Props.(*schema.NotificationProps)
	card := lock.Notifications[0]
	card.Text, card.Thumbnail, card.TimeLabel = "one line", "", "now"
	lock.Notifications = nil
	for i, group := range groups {
		card.ID, card.Group = strconv.Itoa(i), group
		lock.Notifications = append(lock.Notifications, card)
	}
	return p, lock.Notifications
}

// gapsOnPage returns the gaps between the cards, counted from the edges below a card, and how many pieces of the pile are seen.
const gapsOnPage = `() => {
	const gaps = [], cards = [...document.querySelectorAll(".card:not([hidden])")];
	for (const [i, card] of cards.slice(0, -1).entries()) {
		const ends = [card, ...card.querySelectorAll(".edge")].map((box) => box.getBoundingClientRect().bottom);
		gaps.push(cards[i + 1].getBoundingClientRect().top - Math.max(...ends));
	}
	return { gaps, pile: [...document.querySelectorAll(".pile")].filter((piece) => piece.getClientRects().length).length };
}`

// The gap below a group is as large as that between two cards, whether one edge is seen or two. A group that comes last needs no pile.
func TestGapsBelowGroups(t *testing.T) {
	t.Parallel()
	many := func(groups []string, group string) []string {
		for range 12 {
			groups = append(groups, group)
		}
		return groups
	}
	for name, of := range map[string]struct {
		groups []string
		pile   int
	}{
		"few":           {[]string{"a", "a", "a", "b", "b", "c", "", ""}, 0},
		"singles last":  {many([]string{"a", "a", "b", "b", "b"}, ""), 2},
		"a group lasts": {[]string{"a", "a", "b", "b", "c", "c", "d", "d", "e", "e", "f", "f", "g", "g", "h", "h"}, 0},
	} {
		p, _ := lockCards(t, of.groups...)
		var found struct {
			Gaps []float64
			Pile int
		}
		layOutPage(t, Shared, p, gapsOnPage, nil, &found)
		for _, gap := range found.Gaps {
			if math.Abs(gap-8) > 0.01 {
				t.Errorf("%s: the gaps are %v", name, found.Gaps)
				break
			}
		}
		if found.Pile != of.pile {
			t.Errorf("%s: %d pieces of the pile are seen, want %d", name, found.Pile, of.pile)
		}
	}
}

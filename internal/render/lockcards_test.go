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

// pictureOnPage returns, of the first two cards, where the words and the time stand in them, and the size of the picture of the first one.
const pictureOnPage = `() => {
	const cards = Array.from(document.querySelectorAll(".card"), (card) => {
		const box = card.getBoundingClientRect(), at = (selector) => card.querySelector(selector).getBoundingClientRect();
		return { off: (at("h3").top + at("p").bottom) / 2 - (box.top + box.bottom) / 2, time: at("time").top - box.top, right: box.right - at("time").right };
	});
	const picture = document.querySelector(".thumbnail").getBoundingClientRect(), time = document.querySelector("time").getBoundingClientRect();
	const words = document.querySelector(".card p").getBoundingClientRect(), right = document.querySelector(".card").getBoundingClientRect().right;
	return { cards, width: picture.width, height: picture.height, below: picture.top - time.bottom, beside: picture.left - words.right, right: right - picture.right };
}`

// The words of a card with a picture stand in the middle of its height, as the icon does. The time is about where it is on other cards, and the
// picture of 32 points below it.
func TestCardsWithPictures(t *testing.T) {
	t.Parallel()
	for _, label := range []string{"now", "Yesterday, 9:41 PM"} {
		p, cards := lockCards(t, "", "")
		cards[0].Thumbnail, cards[0].TimeLabel = "../media/photos/coffee.jpg", label
		var found struct {
			Cards                               []struct{ Off, Time, Right float64 }
			Width, Height, Below, Beside, Right float64
		}
		layOutPage(t, Shared, p, pictureOnPage, nil, &found)
		first, second := found.Cards[0], found.Cards[1]
		if math.Abs(first.Off) > 0.5 || math.Abs(first.Time-second.Time) > 2 || math.Abs(first.Right-second.Right) > 0.01 {
			t.Errorf("%s: the words are %v off the middle, the time is %v and %v from the corner, and %v and %v on a card without a picture",
				label, first.Off, first.Time, first.Right, second.Time, second.Right)
		}
		if found.Width != 32 || found.Height != 32 || found.Below < 2 || found.Beside < 10 || found.Right != first.Right {
			t.Errorf("%s: the picture is %+v", label, found)
		}
	}
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

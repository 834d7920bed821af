package scene

import (
	"fmt"
	"math"
	"time"

	"github.com/rivo/uniseg"
)

// Pace of a lock screen. A notification is glanced at, not read to its end.
const (
	firstCard     = 900 * time.Millisecond
	cardGlance    = 700 * time.Millisecond
	cardPerLetter = 12 * time.Millisecond
	cardLeast     = 1100 * time.Millisecond
	cardMost      = 1400 * time.Millisecond
	cardQuickens  = 0.96 // each gap is shorter than the one before
	cardQuickest  = 0.5  // down to this part
	cardHold      = 2 * time.Second
)

// notificationFilm lets the cards of a lock screen come one by one, the last first. Cards that no longer fit go into
// the pile, which the page shows once it is needed.
func (b *builder) notificationFilm(cards []NotificationCard) (*Film, error) {
	film := &Film{Bleed: 24}
	pile, err := b.item(film, Item{Slot: "stack", Key: "pile", Enter: "fade"}, "pile", b.scene.View)
	if err != nil {
		return nil, err
	}
	film.Steps = append(film.Steps, Step{Put: []int{pile}})
	at, last := paceCards(cards)
	for i := len(cards) - 1; i >= 0; i-- {
		look := Item{Slot: "stack", Key: fmt.Sprintf("card %d", i), First: true, Enter: "drop", Leave: "sink"}
		item, err := b.item(film, look, "card", cards[i])
		if err != nil {
			return nil, err
		}
		film.Steps = append(film.Steps, Step{At: at[i], Put: []int{item}})
	}
	film.Length = last + cardHold
	return film, nil
}

// paceCards tells when each card arrives, and when the last one does.
func paceCards(cards []NotificationCard) (at []time.Duration, last time.Duration) {
	at = make([]time.Duration, len(cards))
	last = firstCard
	quicker := 1.0
	for i := len(cards) - 1; i >= 0; i-- {
		if i < len(cards)-1 {
			last += scaled(glanceTime(cards[i+1]), quicker)
			quicker = math.Max(quicker*cardQuickens, cardQuickest)
		}
		at[i] = last
	}
	return at, last
}

// glanceTime is how long a card is looked at.
func glanceTime(c NotificationCard) time.Duration {
	letters := uniseg.GraphemeClusterCount(c.Title) + uniseg.GraphemeClusterCount(c.Text)
	return min(max(cardGlance+time.Duration(letters)*cardPerLetter, cardLeast), cardMost)
}

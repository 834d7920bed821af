package render

import (
	"fmt"
	"strings"
	"testing"

	"mockup/internal/schema"
)

// popupText returns the type sizes of what is written on cards, and the card's widths.
const popupText = `() => [...document.querySelectorAll(".card")].map((card) => {
	const text = card.querySelector(".text");
	return { size: parseFloat(getComputedStyle(text).fontSize) * text.currentCSSZoom, width: card.getBoundingClientRect().width };
})`

// In the wide frame text is large enough for a phone, 3 % of the frame's height, and three cards fit side by side.
func TestPopupTextIsLegible(t *testing.T) {
	r := Shared
	p := samplePayload(t, schema.CommentPopup, "")
	props := p.Props.(*schema.PopupProps)
	props.AspectRatio, props.Comments = "16:9", nil
	for _, platform := range []string{"youtube", "x", "instagram", "tiktok"} {
		props.Comments = append(props.Comments, schema.PopupComment{ID: platform, Platform: platform, Username: "mia", Text: "hello, this is a text that takes more than one line"})
	}
	var cards []struct{ Size, Width float64 }
	layOutPage(t, r, p, popupText, nil, &cards)
	if len(cards) != len(props.Comments) {
		t.Fatalf("%d cards, want %d", len(cards), len(props.Comments))
	}
	for i, card := range cards {
		if card.Size < .03*1080-.01 || 3*card.Width > (1422-2*24-2*8)*1.351 {
			t.Errorf("%s: text of %.1f pixels on a card %.1f wide", props.Comments[i].Platform, card.Size, card.Width)
		}
	}
}

// A name that is too long for its card ends in an ellipsis, and what follows stands directly behind it.
func TestPopupNamesAreShortened(t *testing.T) {
	r := Shared
	p := samplePayload(t, schema.CommentPopup, "")
	props := p.Props.(*schema.PopupProps)
	props.Comments = nil
	sealed := true
	for _, platform := range []string{"youtube", "x", "instagram", "tiktok"} {
		props.Comments = append(props.Comments, schema.PopupComment{ID: platform, Platform: platform, Verified: &sealed, Name: longName, Username: strings.Repeat("mia_", 10), Text: "hello"})
	}
	var names []shortened
	layOutPage(t, r, p, shortenedNames, nil, &names)
	if len(names) != 5 { // x has two on a card
		t.Fatalf("%d names, want 5", len(names))
	}
	for _, name := range names {
		name.check(t, 14)
	}
}

// counterBoxes returns the size of each card and the least gap between what stands in its row of counters.
const counterBoxes = `() => [...document.querySelectorAll(".card")].map((card) => {
	const row = card.querySelector(".meta"), lower = row?.getBoundingClientRect().bottom, zoom = card.currentCSSZoom;
	const seen = [...(row?.children ?? [])].map((part) => part.getBoundingClientRect()).filter((box) => box.top < lower);
	const gaps = seen.slice(1).map((box, i) => (box.left - seen[i].right) / zoom);
	return { width: card.offsetWidth, height: card.offsetHeight, gap: Math.min(99, ...gaps), parts: seen.length };
})`

type counterBox struct {
	Width, Height, Gap float64
	Parts              int
}

// Long counters of a card of x stand apart, and all four of them are there.
func TestPopupCountersStandApart(t *testing.T) {
	t.Parallel()
	for _, ratio := range []string{"9:16", "16:9"} {
		p := samplePayload(t, schema.CommentPopup, "")
		props := p.Props.(*schema.PopupProps)
		props.AspectRatio, props.Comments = ratio, nil
		for i := range 12 {
			likes := 777_777 * float64(i+1)
			props.Comments = append(props.Comments, schema.PopupComment{ID: fmt.Sprint(i), Platform: "x", Username: "mia", Text: "hello", Likes: &likes})
		}
		var cards []counterBox
		layOutPage(t, Shared, p, counterBoxes, nil, &cards)
		for i, card := range cards {
			if card.Gap < 4.5 || card.Parts < 4 {
				t.Errorf("%s, card %d: %d parts with gaps of %.1f at least", ratio, i, card.Parts, card.Gap)
			}
		}
	}
}

// A card that lies at a tilt has the size of one that does not.
func TestTiltedCardsKeepTheirSize(t *testing.T) {
	t.Parallel()
	p := samplePayload(t, schema.CommentPopup, "")
	props := p.Props.(*schema.PopupProps)
	props.Comments = nil
	for _, platform := range []string{"youtube", "x", "instagram", "tiktok"} {
		for _, tilt := range []float64{0, -8, 12} {
			props.Comments = append(props.Comments, schema.PopupComment{
				ID: fmt.Sprint(platform, tilt), Platform: platform, Name: "Mia", Username: "mia", Text: "I drove four hours for one bun and then four hours back.", Tilt: tilt,
			})
		}
	}
	var cards []counterBox
	layOutPage(t, Shared, p, counterBoxes, nil, &cards)
	for i, card := range cards {
		if even := cards[i/3*3]; card.Width != even.Width || card.Height != even.Height {
			t.Errorf("%s: %g x %g, without a tilt %g x %g", props.Comments[i].ID, card.Width, card.Height, even.Width, even.Height)
		}
	}
}

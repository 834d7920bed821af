package render

import (
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

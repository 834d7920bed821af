package render

import (
	"slices"
	"testing"

	"mockup/internal/schema"
)

// lineHeights returns the heights of the values in an email's header.
const lineHeights = `() => [...document.querySelectorAll(".head dd")].map((value) => value.getBoundingClientRect().height)`

// Bars over names and addresses keep the height of their lines, as does a subject that is empty.
func TestMailBarsKeepLines(t *testing.T) {
	r := Shared
	p := samplePayload(t, schema.Emails, "leaked")
	c := &p.Props.(*schema.EmailProps).Conversation
	c.Subject = ""
	c.Participants = []schema.EmailParticipant{
		{ID: "a", Name: "Ida 李明 🦊 अनिता", Email: "ida@a.example", IsNameRedacted: true, IsEmailRedacted: true},
		{ID: "b", Name: "Jo", Email: "jo@a.example", IsEmailRedacted: true},
	}
	for i := range c.Emails {
		c.Emails[i].SenderID = "a"
	}
	var heights []float64
	layOutPage(t, r, p, lineHeights, nil, &heights)
	for i, height := range heights {
		if height != heights[0] || height < 20 {
			t.Errorf("value %d is %.1f high, the first %.1f", i, height, heights[0])
		}
	}
	if len(heights) < 4 {
		t.Errorf("only %d values", len(heights))
	}
}

// hiddenEnds returns how far what hides a name reaches beyond the beginning of the date beside it.
const hiddenEnds = `() => [...document.querySelectorAll(".line:has(.name .masked)")].map((line) => {
	const hidden = line.querySelector(".bars .name") || line.querySelector(".masked"); // a bar ends where the box of the name does
	return hidden.getBoundingClientRect().right - line.querySelector(".date").getBoundingClientRect().left;
})`

// What hides a long name ends before the date, on every app that has both in one line.
func TestMailHidesOnlyNames(t *testing.T) {
	for _, platform := range []string{"gmail", "outlook", "apple-mail"} {
		for _, redaction := range []string{"blur", "bar"} {
			p := samplePayload(t, schema.Emails, platform)
			props := p.Props.(*schema.EmailProps)
			props.Redaction = redaction
			for i := range props.Conversation.Participants {
				props.Conversation.Participants[i].Name = "Eleanor Margaret Whitfield-Thornton the Younger"
				props.Conversation.Participants[i].IsNameRedacted = true
			}
			var over []float64
			layOutPage(t, Shared, p, hiddenEnds, nil, &over)
			if len(over) == 0 || slices.Max(over) > 0 {
				t.Errorf("%s, %s: hidden names reach %.1f beyond the date's beginning", platform, redaction, over)
			}
		}
	}
}

// Apple Mail shows an attached picture at its own size, and a large one as wide as the text.
func TestMailAttachedPicture(t *testing.T) {
	for size, want := range map[int]float64{40: 40, 900: 370} {
		p := samplePayload(t, schema.Emails, "apple-mail")
		p.Props.(*schema.EmailProps).Conversation.Attachment = schema.ImageRef(plainPicture(t, size, size, 90))
		var width float64
		layOutPage(t, Shared, p, `() => document.querySelector(".attachment > *").getBoundingClientRect().width`, nil, &width)
		if width != want {
			t.Errorf("a picture of %d is %.1f wide, want %.1f", size, width, want)
		}
	}
}

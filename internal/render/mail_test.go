package render

import (
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

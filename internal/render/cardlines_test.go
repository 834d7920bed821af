package render

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"mockup/internal/render/browser"
	"mockup/internal/render/scene/pace"
	"mockup/internal/render/storyboard"
	"mockup/internal/schema"
)

// shownOnCards returns, of every card of a lock screen, what can be read of its title and its text before they are cut.
const shownOnCards = `() => [...document.querySelectorAll(".card")].map((card) => [...card.querySelectorAll("h3, p")].map((text) => {
	const bottom = text.getBoundingClientRect().bottom, range = document.createRange(), data = text.firstChild.data;
	let shown = "";
	for (let i = 0; i < data.length; i++) {
		range.setStart(text.firstChild, i);
		range.setEnd(text.firstChild, i + 1);
		if (range.getBoundingClientRect().bottom < bottom + 4) shown += data[i];
	}
	return shown;
}).join(" "))`

// A notification stays in a video for as long as what its card shows takes to be read, and not what is cut off.
func TestCardsStayForWhatTheyShow(t *testing.T) {
	t.Parallel()
	texts := []string{
		strings.Repeat("We could take the boat out early, before the wind, and have breakfast with the goats. ", 6),
		strings.Repeat("Завтра утром мы пойдём на остров, пока ещё нет ветра, и возьмём с собой завтрак. ", 6),
		strings.Repeat("明日の朝、風が出る前に船で島へ行きましょう。", 12),
		strings.Repeat("غدا صباحا نذهب إلى الجزيرة قبل أن تهب الرياح ونأخذ معنا الفطور. ", 8),
		strings.Repeat("Bread\n", 8),
		"See you at the harbour",
	}
	p := samplePayload(t, schema.Notifications, "ios")
	p.RenderKind = schema.Video
	lock := p.Props.(*schema.NotificationProps)
	lock.Notifications = nil
	for i, text := range texts {
		for _, picture := range []schema.ImageRef{"", "../media/photos/coffee.jpg"} {
			item := schema.NotificationItem{ID: fmt.Sprint(i, picture), Title: text, Text: text, TimeLabel: "now", Thumbnail: picture}
			lock.Notifications = append(lock.Notifications, item)
		}
	}
	var shown []string
	run, err := layOutVideo(t, Shared, Job{Payload: p, Dir: "../../examples/chats"}, func(ctx context.Context, _ *videoRun, b *browser.Browser) error {
		if err := b.Call(ctx, "mockup.layOutSheet", nil, nil); err != nil {
			return err
		}
		return b.Call(ctx, shownOnCards, nil, &shown)
	})
	if err != nil {
		t.Fatal(err)
	}
	held := map[string]float64{}
	for _, cue := range run.doc.scene.Storyboard.Cues {
		if cue.Kind == storyboard.CueArrive {
			held[cue.ID] = (cue.End - cue.At).Seconds()
		}
	}
	if len(shown) != len(lock.Notifications) {
		t.Fatalf("%d cards are on the page, want %d", len(shown), len(lock.Notifications))
	}
	for i, card := range lock.Notifications[1:] { // after the first one the video ends
		seen := shown[len(shown)-2-i]
		reads := max(float64(pace.Letters(seen))/pace.AnswerRate, 1.2)
		if math.Abs(held[card.ID]-reads) > 0.2*reads {
			t.Errorf("a card stays for %.1f s; what it shows takes %.1f s to be read: %q", held[card.ID], reads, seen)
		}
	}
}

package scene

import (
	"slices"
	"strings"
	"testing"
	"time"

	"mockup/internal/render/storyboard"
	"mockup/internal/schema"
	"mockup/templates"
)

// The votes of a poll come in one after the other, alternating between the answers, and end as the payload says.
func TestVotesAt(t *testing.T) {
	poll := schema.ChatPoll{Options: []schema.ChatPollOption{{Text: "a", By: []string{"me", "leo", "me"}}, {Text: "b", Votes: 3, By: []string{"mia"}}, {Text: "c"}}}
	var got [][3]int64
	all := withVotes(poll)
	for _, part := range voting(all) {
		at := votesAt(all, part)
		got = append(got, [3]int64{at.Options[0].Votes, at.Options[1].Votes, at.Options[2].Votes})
	}
	want := [][3]int64{{0, 1, 0}, {1, 1, 0}, {1, 2, 0}, {2, 2, 0}, {2, 3, 0}}
	if !slices.Equal(got, want) {
		t.Errorf("the votes are %v, want %v", got, want)
	}
	if none := votesAt(all, 0); none.Options[0].Votes+none.Options[1].Votes > 0 || len(none.Options[0].By) > 0 {
		t.Errorf("in the beginning there are votes: %+v", none)
	}
	if len(poll.Options[0].By) != 3 || poll.Options[0].Votes != 0 {
		t.Error("the payload itself has changed")
	}
	many := withVotes(schema.ChatPoll{Options: []schema.ChatPollOption{{Votes: 1_000_000}, {Votes: 1}}})
	steps := voting(many)
	if last := votesAt(many, steps[len(steps)-1]); len(steps) != voteSteps || last.Options[0].Votes != 1_000_000 || last.Options[1].Votes != 1 {
		t.Errorf("many votes come in %d steps, and at last there are %+v", len(steps), last.Options)
	}
}

// Who has just voted does not type yet: nobody does two things at once.
func TestVoterDoesNotType(t *testing.T) {
	after := 0.8
	poll := schema.ChatMessage{ID: "p", UserID: "leo", Type: "poll", Timestamp: "2026-03-01T09:42:00Z", Poll: &schema.ChatPoll{
		Question: "Where?", VotesAfter: &after, Options: []schema.ChatPollOption{{Text: "Here", By: []string{"leo", "me"}}, {Text: "There"}},
	}}
	props := &schema.ChatProps{Platform: "whatsapp", ShowFooter: true, Sender: schema.ChatUser{ID: "me", Name: "Mia"}, Receivers: []schema.ChatUser{{ID: "leo", Name: "Leo"}}, Messages: []schema.ChatMessage{
		{ID: "a", UserID: "me", Type: "text", Text: "one", Timestamp: "2026-03-01T09:41:00Z"}, poll,
		{ID: "b", UserID: "me", Type: "text", Text: "I am all for it, as you see", Timestamp: "2026-03-01T09:42:00Z"},
	}}
	board := buildVideo(t, schema.Chats, "whatsapp", props, nil).Storyboard
	voted := time.Duration(0)
	for _, cue := range board.Cues {
		if cue.Kind == storyboard.CueVote {
			voted = cue.At // the second vote is Mia's
		}
	}
	if typed := board.Drafts[len(board.Drafts)-1].From; voted == 0 || typed < voted+500*time.Millisecond {
		t.Errorf("she votes at %v and types from %v on", voted, typed)
	}
}

// A poll of a video has no votes at first; each vote has a cue, and its bar grows.
func TestVotesComeInVideos(t *testing.T) {
	after := 2.0
	poll := schema.ChatMessage{ID: "p", UserID: "leo", Type: "poll", Timestamp: "2026-03-01T09:42:00Z", Poll: &schema.ChatPoll{
		Question: "Where?", VotesAfter: &after, Options: []schema.ChatPollOption{{Text: "Here", By: []string{"me"}}, {Text: "There", Votes: 1}},
	}}
	props := &schema.ChatProps{Platform: "whatsapp", Sender: schema.ChatUser{ID: "me", Name: "Mia"}, Receivers: []schema.ChatUser{{ID: "leo", Name: "Leo"}}, Messages: []schema.ChatMessage{
		{ID: "a", UserID: "me", Type: "text", Text: "one", Timestamp: "2026-03-01T09:41:00Z"}, poll,
	}}
	board := buildVideo(t, schema.Chats, "whatsapp", props, nil).Storyboard
	var there time.Duration
	var votes []time.Duration
	for _, cue := range board.Cues {
		switch cue.Kind {
		case storyboard.CueArrive:
			there = cue.At
		case storyboard.CueVote:
			votes = append(votes, cue.At)
		}
	}
	if want := []time.Duration{there + 2*time.Second, there + 2*time.Second + voteGap}; !slices.Equal(votes, want) {
		t.Errorf("votes come at %v, want %v", votes, want)
	}
	looks := 0
	for _, item := range board.Items {
		if item.Key == messageKey(1) {
			looks++
		}
	}
	if looks != 1+2*barSteps {
		t.Errorf("the poll has %d looks, want %d", looks, 1+2*barSteps)
	}
	for i, step := range board.Steps {
		if next := board.Steps[min(i+1, len(board.Steps)-1)]; slices.Contains(votes, step.At) && (step.Votes != messageKey(1) || next.At-step.At != time.Second/30) {
			t.Errorf("the vote at %v is for %q, and its bar grows at %v, want a frame later", step.At, step.Votes, next.At)
		}
	}
	if first := eased(1. / barSteps); barSteps > 5 || first > .2 {
		t.Errorf("the first of %d looks has a bar of %.2f of its length, want a soft beginning", barSteps, first)
	}
	if board.Length < there+2*time.Second+2*voteGap+reactSeen {
		t.Errorf("the video ends at %v, before all votes are seen", board.Length)
	}
	picture := build(t, schema.Chats, "whatsapp", props).View.Body.(*Chat)
	if last := picture.Rows[len(picture.Rows)-1].Message; last.Poll.Votes != 2 {
		t.Errorf("in a picture the poll has %d votes, want all", last.Poll.Votes)
	}
}

// On a slide the answers are chosen from until the viewer votes. Then the shares are there as they stay, and the bars move in.
func TestViewerVotes(t *testing.T) {
	after := 1.5
	sticker := schema.StorySticker{Kind: "poll", Text: "Again?", Voted: "y", VotedAfter: &after, Options: []schema.PollOption{{ID: "y", Text: "Yes", Votes: 3}, {ID: "n", Text: "No", Votes: 1}}}
	props := &schema.StoryProps{Platform: "instagram", Author: schema.StoryAuthor{Username: "mia"}, Slides: []schema.StorySlide{
		{ID: "a", Stickers: []schema.StorySticker{sticker}}, {ID: "b"},
	}}
	board := buildVideo(t, schema.Stories, "instagram", props, nil).Storyboard
	var at []time.Duration
	for _, step := range board.Steps {
		at = append(at, step.At)
	}
	const vote = 1500 * time.Millisecond
	if want := []time.Duration{0, vote, 5 * time.Second}; !slices.Equal(at, want) {
		t.Errorf("the steps are at %v, want %v", at, want)
	}
	b := &builder{payload: &schema.Payload{MockupType: schema.Stories, Platform: "instagram", RenderKind: schema.Video}}
	for since, counts := range map[time.Duration]bool{vote: true, vote + time.Second: false} {
		if got := b.storySlideAt(props, 0, since).Stickers[0].Poll; !got.Results || !got.Later || got.Options[0].Percent != 75 || got.Counts != counts {
			t.Errorf("%v after the slide the poll is %+v, want 75 %%, and that it counts: %v", since, got, counts)
		}
	}
	if first := b.storySlideAt(props, 0, -1).Stickers[0].Poll; first.Results || first.Options[0].Chosen || !first.Later {
		t.Errorf("before the vote the poll is %+v", first)
	}
	if still := b.storySlide(props, 0).Stickers[0].Poll; !still.Results || still.Options[0].Percent != 75 {
		t.Errorf("in a picture the poll is %+v", still)
	}
}

// A vote for which its slide is over too soon never comes, which gives a warning. As long as the length of a voice is not known, neither is
// that of the slide.
func TestVoteAfterItsSlide(t *testing.T) {
	after, hold := 5.5, 6.0
	poll := schema.StorySticker{Kind: "poll", Text: "Again?", Voted: "y", VotedAfter: &after, Options: []schema.PollOption{{ID: "y", Text: "Yes", Votes: 3}, {ID: "n", Text: "No", Votes: 1}}}
	const late = "props.slides.0.stickers.1.votedAfter: the slide is over before this vote comes, after 5 s; "
	for name, test := range map[string]struct {
		slide schema.StorySlide
		want  string
	}{
		"no hold":       {schema.StorySlide{}, late},
		"a hold":        {schema.StorySlide{Timing: &schema.Timing{Hold: &hold}}, ""},
		"a long voice":  {schema.StorySlide{Narration: "6s"}, ""},
		"a short voice": {schema.StorySlide{Narration: "2s"}, late},
	} {
		test.slide.Stickers = []schema.StorySticker{{Kind: "text", Text: "Hi"}, poll}
		payload := voiced(schema.Stories, nil)
		payload.Props.(*schema.StoryProps).Slides[0] = test.slide
		sc, err := withVoices(t, payload)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(warnings(sc, "too_late"), "\n"); (got == "") != (test.want == "") || !strings.HasPrefix(got, test.want) {
			t.Errorf("%s: the warnings are %q, want %q", name, got, test.want)
		}
		unread, err := Build(t.Context(), payload, &templates.Set{}, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := warnings(unread, "too_late"); len(got) > 0 && test.slide.Narration != "" {
			t.Errorf("%s: before the voice is loaded the warnings are %q", name, got)
		}
	}
}

// The votes in two polls of a slide come in order of time, each look of the slide has its field, and no other sticker votes.
func TestViewerVotesTwice(t *testing.T) {
	poll := func(kind string, after float64) schema.StorySticker {
		return schema.StorySticker{Kind: kind, Text: "Again?", Voted: "y", VotedAfter: &after, Options: []schema.PollOption{{ID: "y", Text: "Yes", Votes: 3}, {ID: "n", Text: "No", Votes: 1}}}
	}
	props := &schema.StoryProps{Platform: "instagram", Author: schema.StoryAuthor{Username: "mia"}, CurrentSlide: 1, Slides: []schema.StorySlide{
		{ID: "a"}, {ID: "b", Stickers: []schema.StorySticker{poll("poll", 1.05), poll("poll", 1), poll("text", 3)}},
	}}
	board := buildVideo(t, schema.Stories, "instagram", props, nil).Storyboard
	if !slices.IsSortedFunc(board.Steps, func(a, b storyboard.Step) int { return int(a.At - b.At) }) || len(board.Steps) != 3 {
		t.Errorf("the steps are %+v, want 3 in order of time", board.Steps)
	}
	for _, step := range board.Steps {
		if item := board.Items[step.Put[0]]; item.Path != "props.slides.1" {
			t.Errorf("at %v the field of the slide is %q", step.At, item.Path)
		}
	}
	var votes []time.Duration
	for _, cue := range board.Cues {
		if cue.Kind == storyboard.CueVote {
			votes = append(votes, cue.At)
		}
	}
	if want := []time.Duration{time.Second, 1050 * time.Millisecond}; !slices.Equal(votes, want) {
		t.Errorf("votes come at %v, want %v", votes, want)
	}
}

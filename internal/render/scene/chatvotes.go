package scene

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"mockup/internal/schema"
)

// Votes of a poll that come in while a video plays: one by one, or in as many steps as there is time for.
const (
	voteGap   = 700 * time.Millisecond // from one vote to the next
	voteSteps = 12                     // at most; of many votes several come at once
	barStep   = time.Second / 30       // from one look of a bar that grows to the next: a frame of most videos
	barSteps  = 5                      // each is captured
)

// votesCome reports whether the votes of a message's poll come after the poll.
func (b *builder) votesCome(m schema.ChatMessage) bool {
	return b.payload.RenderKind == schema.Video && m.Type == "poll" && m.Poll != nil && m.Poll.VotesAfter != nil
}

// voting is a counted poll whose votes come in: the parts of its votes that are there after each step, up to 1.
func voting(poll schema.ChatPoll) (steps []float64) {
	total := 0
	for _, option := range poll.Options {
		total += int(option.Votes)
	}
	if total > voteSteps {
		for i := range voteSteps {
			steps = append(steps, float64(i+1)/voteSteps)
		}
		return steps
	}
	for i, option := range poll.Options {
		for n := range int(option.Votes) {
			steps = append(steps, voteAt(i, n, int(option.Votes)))
		}
	}
	slices.Sort(steps)
	return steps
}

// voteAt is the part of all votes at which an option gets one of its votes. Those of several options alternate.
func voteAt(option, vote, votes int) float64 {
	const apart = 1e-6
	return (float64(vote)+.5)/float64(votes) + apart*float64(option)
}

// withVotes returns a poll in which each option has its number of votes, and names each of its voters once.
func withVotes(poll schema.ChatPoll) schema.ChatPoll {
	poll.Options = slices.Clone(poll.Options)
	for i := range poll.Options {
		o := &poll.Options[i]
		o.By = unique(o.By)
		o.Votes = max(o.Votes, int64(len(o.By)))
	}
	return poll
}

// votersOf is how many people have voted in a counted poll, if all of them are named.
func votersOf(poll schema.ChatPoll) (people int, known bool) {
	named := map[string]bool{}
	for _, o := range poll.Options {
		if int64(len(o.By)) < o.Votes {
			return 0, false
		}
		for _, id := range o.By {
			named[id] = true
		}
	}
	return len(named), true
}

// unique leaves out those who are named twice.
func unique(ids []string) []string {
	list, there := make([]string, 0, len(ids)), make(map[string]bool, len(ids))
	for _, id := range ids {
		if !there[id] {
			there[id] = true
			list = append(list, id)
		}
	}
	return list
}

// votesAt returns a counted poll with a part of its votes, those that have names first.
func votesAt(poll schema.ChatPoll, part float64) schema.ChatPoll {
	poll.Options = slices.Clone(poll.Options)
	for i := range poll.Options {
		o := &poll.Options[i]
		votes := int(o.Votes)
		there := min(votes, int(math.Floor((part-voteAt(i, 0, max(votes, 1)))*float64(votes)+1+1e-9)))
		if there = max(there, 0); part >= 1 {
			there = votes
		}
		o.By, o.Votes = o.By[:min(there, len(o.By))], int64(there)
	}
	return poll
}

// grown returns a poll with bars that are on their way from those of another one.
func (p *ChatPoll) grown(from *ChatPoll, part float64) *ChatPoll {
	grown := *p
	grown.Options = slices.Clone(p.Options)
	for i := range grown.Options {
		o, was := &grown.Options[i], from.Options[i]
		between := func(a, b int) int { return a + int(math.Round(float64(b-a)*part)) }
		o.Percent, o.Share = between(was.Percent, o.Percent), between(was.Share, o.Share)
	}
	return &grown
}

// eased is how far a bar has grown in a part of its time: it begins and ends softly.
func eased(part float64) float64 { return part * part * (3 - 2*part) }

// look is what the look of a poll depends on, for comparisons. It works on nil.
func (p *ChatPoll) look() string {
	if p == nil {
		return ""
	}
	look := strings.Builder{}
	for _, o := range p.Options {
		fmt.Fprint(&look, o.Votes, o.Percent, o.Share, o.Own, ";")
	}
	return look.String()
}

// voteEvents lists the votes for a message's poll, in order of time, given when the message is there.
func (v *chatVideo) voteEvents(message int, there time.Duration) (events []chatEvent) {
	given := v.props.Messages[v.messages[message].index]
	if v.messages[message].view.Poll == nil || !v.votesCome(given) {
		return nil
	}
	before, all := v.messages[message].view.Poll, withVotes(*given.Poll)
	at := there + inSeconds(*all.VotesAfter)
	for _, part := range voting(all) {
		poll := v.chatPoll(v.props, votesAt(all, part))
		for step := range barSteps {
			grown := poll.grown(before, eased(float64(step+1)/barSteps))
			events = append(events, chatEvent{at: at + time.Duration(step)*barStep, message: message, becomes: "voted", poll: grown, votes: step == 0})
		}
		before, at = poll, at+voteGap
	}
	return events
}

// comingVoter is somebody who votes in a video.
type comingVoter struct {
	id    string
	after time.Duration // from when the poll is there
}

// votesFor is how long the votes of a message take to be in, from when the message is there, and who votes when.
func (b *builder) votesFor(m schema.ChatMessage) (all time.Duration, voters []comingVoter) {
	if !b.votesCome(m) {
		return 0, nil
	}
	poll, at := withVotes(*m.Poll), inSeconds(*m.Poll.VotesAfter)
	before := votesAt(poll, 0)
	for _, part := range voting(poll) {
		now := votesAt(poll, part)
		for i, option := range now.Options {
			for _, id := range option.By[len(before.Options[i].By):] {
				voters = append(voters, comingVoter{id, at})
			}
		}
		before, at = now, at+voteGap
	}
	return at, voters
}

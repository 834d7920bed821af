package scene

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"math"
	"slices"

	"mockup/internal/render/scene/text"
	"mockup/internal/schema"
)

// Voice is a recording: a voice note in a comment, or a message of a chat.
type Voice struct {
	Duration   string // "0:07"
	Seconds    int    // the same in whole seconds (chats)
	Bars       []int  // heights of the waveform, 1 to 100
	Played     bool   // it was listened to (chats)
	Playing    bool   // it plays now, of a video; Duration is how much of it was heard (chats)
	Transcript string // what is said; may be empty (chats)
}

// voice returns a comment's voice note, nil when it has none. Longer notes have more bars.
func voice(c *schema.Comment) *Voice {
	if c.Attachment.Type != "voice" {
		return nil
	}
	seconds := c.Attachment.DurationSeconds
	return &Voice{Duration: clockLength(float64(seconds)), Bars: waveform(c.ID, min(18+int(seconds)/2, 34))}
}

// clockLength writes a length as a recorder does: 0:42, 12:05, 1:02:03.
func clockLength(seconds float64) string {
	s := int(math.Round(seconds))
	if s >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
	}
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}

// waveform makes up the waveform of a recording from its id: the same one looks the same in every picture.
func waveform(id string, count int) []int {
	hash := fnv.New64a()
	hash.Write([]byte(id))
	state := hash.Sum64() | 1
	next := func(n uint64) int { // xorshift64*
		state ^= state >> 12
		state ^= state << 25
		state ^= state >> 27
		return int(state * 2685821657736338717 >> 33 % n)
	}
	loud := 0
	bars := make([]int, 0, count)
	for range count {
		// Speech comes in words: loudness swings between quiet and loud, with gaps in between.
		if loud = (loud + next(101)) / 2; next(7) == 0 {
			loud = next(12)
		}
		bars = append(bars, min(14+loud+next(18), 100))
	}
	return bars
}

// Poll is a poll in a comment or a post.
type Poll struct {
	Options []PollOption
	Votes   string // in all
	One     bool   // a single vote
	Closed  bool
	EndsIn  string // of an open poll; may be empty
}

// PollOption is one answer of a poll.
type PollOption struct {
	Text    string
	Percent int  // of all votes; those of a poll with votes sum to 100
	Leads   bool // no other option has more votes

	Chosen bool   // by the viewer (posts)
	Share  string // the percentage as the app writes it (posts): "57", or "57.5"
}

// poll returns a comment's poll, nil when it has none.
func (b *builder) poll(a *schema.CommentAttachment) *Poll {
	if a.Type != "poll" {
		return nil
	}
	p := b.pollOf(a.Options, a.Status == "closed", a.EndsIn)
	return &p
}

// pollOf builds the view of a poll.
func (b *builder) pollOf(options []schema.PollOption, closed bool, endsIn string) Poll {
	votes := make([]int64, len(options))
	var total, most int64
	for i, option := range options {
		votes[i] = option.Votes
		total += option.Votes
		most = max(most, option.Votes)
	}
	p := Poll{Votes: text.Count(float64(total), b.counts()), One: total == 1, Closed: closed}
	if !closed {
		p.EndsIn = endsIn
	}
	for i, percent := range shares(votes, 100) {
		p.Options = append(p.Options, PollOption{Text: options[i].Text, Percent: percent, Leads: votes[i] == most && most > 0})
	}
	return p
}

// shares parts a whole, 100 or 1000, among the votes by the largest remainder: whole numbers that sum to it, or zeros
// when nobody voted. Equal remainders go to the earlier option.
func shares(votes []int64, whole int64) []int {
	var total int64
	for _, n := range votes {
		total += n
	}
	shares, order, rest := cutShares(votes, total, whole)
	for _, i := range order[:rest] {
		shares[i]++
	}
	return shares
}

// percents parts 100 among the votes of so many people, of whom some may have more than one. Options with equal votes have equal percentages,
// also where these do not sum to 100 then; those that, cut off, sum to 100 or more stay so, as in Telegram (CountNicePercent in
// history_view_poll.cpp of its desktop app).
func percents(votes []int64, people int64) []int {
	shares, order, rest := cutShares(votes, people, 100)
	raised := map[int64]bool{} // by the number of votes
	for _, i := range order {
		alike := 0
		for _, n := range votes {
			if n == votes[i] {
				alike++
			}
		}
		switch {
		case raised[votes[i]]:
			shares[i]++
		case alike <= rest && votes[i]*100%people > 0:
			rest, raised[votes[i]] = rest-alike, true
			shares[i]++
		}
	}
	return shares
}

// cutShares returns the shares of votes in a whole, cut off, the options by their remainders, the largest first, and how much of the whole is
// left.
func cutShares(votes []int64, total, whole int64) (shares, order []int, rest int) {
	shares = make([]int, len(votes))
	if total == 0 {
		return shares, nil, 0
	}
	rest = int(whole)
	for i, n := range votes {
		shares[i] = int(n * whole / total)
		rest -= shares[i]
		order = append(order, i)
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(votes[j]*whole%total, votes[i]*whole%total) })
	return shares, order, max(0, rest)
}

package cues

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rivo/uniseg"

	"mockup/internal/render/storyboard"
)

const answer = "A theft is a **sudden step down** that does not come back, in [any](https://a.org) of the many hives that you have:\n\n" +
	"```python\nimport pandas as pd\nprint(df[df[\"drop\"] < -2.0].sort_values([\"hive\", \"time\"]))\n```\n\n> Check hive 10."

// An answer is cut into plain subtitles of two short lines, which come while it is written, or while it is read out.
func TestSubtitlesOfAnAnswer(t *testing.T) {
	list := List{Length: 60 * time.Second, FPS: 30, Cues: []storyboard.Cue{
		{End: 4 * time.Second, Kind: storyboard.CueOpen, ID: "q", Sender: "You", Text: "**Why?**"},
		{At: 4 * time.Second, End: 16 * time.Second, Kind: storyboard.CueWrite, ID: "a", Sender: "Claude"},
		{At: 4 * time.Second, End: 40 * time.Second, Kind: storyboard.CueArrive, ID: "a", Sender: "Claude", Text: answer},
	}}
	want := []string{
		"**Why?**", // a prompt is shown as it is written
		"A theft is a sudden step down that does\nnot come back, in any of the many hives",
		"that you have:\nimport pandas as pd",
		"print(df[df[\"drop\"]\n< -2.0].sort_values([\"hive\", \"time\"]))",
		"Check hive 10.",
	}
	got := list.captions()
	var texts []string
	for _, c := range got {
		texts = append(texts, c.text)
	}
	if !slices.Equal(texts, want) {
		t.Fatalf("the subtitles are\n%q, want\n%q", texts, want)
	}
	checkCaptions(t, got, 40*time.Second)
	if last := got[len(got)-1]; last.at < 12*time.Second || last.at > 16*time.Second {
		t.Errorf("the last subtitle comes at %v, want it while the answer is written, until 16 s", last.at)
	}
	list.Cues = append(list.Cues, storyboard.Cue{At: 5 * time.Second, End: 35 * time.Second, Kind: storyboard.CueVoice, ID: "a", Sender: "Claude"})
	if last := list.captions()[len(got)-1]; last.at < 28*time.Second || last.at > 35*time.Second {
		t.Errorf("the last subtitle comes at %v, want it while the answer is read out, until 35 s", last.at)
	}
}

// A long message is cut over all of its time, also in scripts without spaces. Each subtitle stays for a second.
func TestSubtitlesOfAMessage(t *testing.T) {
	for name, message := range map[string]string{
		"English": strings.Repeat("She said she would be here at seven and nobody came. ", 6) + "Oh.\nNo.\nNever.\nWhy?",
		"Chinese": strings.Repeat("昨天晚上有人偷了蜂箱里的蜂蜜，", 12),
		"address": "https://example.org/" + strings.Repeat("abc/", 40),
	} {
		for _, length := range []time.Duration{12 * time.Second, 30 * time.Second} {
			list := List{Cues: []storyboard.Cue{{At: time.Second, End: time.Second + length, Kind: storyboard.CueArrive, ID: "m", Sender: "Leo", Text: message}}}
			got := list.captions()
			checkCaptions(t, got, time.Second+length)
			var all strings.Builder
			for _, c := range got {
				all.WriteString(c.text)
			}
			if letters := func(s string) string { return strings.Join(strings.Fields(s), "") }; letters(all.String()) != letters(message) || len(got) < 3 {
				t.Errorf("%s: %d subtitles say %q", name, len(got), all.String())
			}
		}
	}
}

// checkCaptions fails if one of the subtitles is too long or too short, or if they do not follow each other until an end.
func checkCaptions(t *testing.T, captions []caption, end time.Duration) {
	t.Helper()
	for i, c := range captions {
		next := end
		if i+1 < len(captions) {
			next = captions[i+1].at
		}
		if c.end != next || c.end-c.at < time.Second {
			t.Errorf("%q is shown from %v to %v, want until %v and for a second", c.text, c.at, c.end, next)
		}
		lines := strings.Split(c.text, "\n")
		if len(lines) > 2 || slices.ContainsFunc(lines, func(l string) bool { return uniseg.StringWidth(l) > 42 }) {
			t.Errorf("%q is too long", c.text)
		}
	}
}

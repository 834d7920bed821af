package scene

import (
	"slices"
	"strings"
	"testing"
	"time"

	"mockup/internal/render/storyboard"
	"mockup/internal/schema"
)

// Recordings on a disc show what was heard while they play, and the sign of a pause.
func TestRecordingOnDisc(t *testing.T) {
	for _, platform := range []string{"custom", "line", "microsoftTeams"} {
		props := &schema.ChatProps{Platform: platform, Sender: schema.ChatUser{ID: "me", Name: "Mia"}, Receivers: []schema.ChatUser{{ID: "leo", Name: "Leo"}}, Messages: []schema.ChatMessage{
			{ID: "a", UserID: "me", Type: "text", Text: "one", Timestamp: "2026-03-01T09:41:00Z"},
			{ID: "b", UserID: "leo", Type: "voice", Timestamp: "2026-03-01T09:42:00Z", Voice: &schema.Voice{DurationSeconds: 3, PlayAfter: secs(1)}},
		}}
		heard := 0
		for _, item := range buildVideo(t, schema.Chats, platform, props, nil).Storyboard.Items {
			const pause = `d="M0 1h4v14H0z`
			if plays := strings.Contains(item.HTML, `data-part="heard"`); plays != strings.Contains(item.HTML, pause) {
				t.Errorf("%s: what was heard is shown: %v, and the sign is that of the opposite", platform, plays)
			} else if plays {
				heard++
			}
		}
		if heard != 3 {
			t.Errorf("%s: what was heard is shown in %d looks, want one for each second", platform, heard)
		}
	}
}

// The dot of a recording that nobody has listened to goes when it begins to play.
func TestUnheardDotGoes(t *testing.T) {
	for platform, dot := range map[string]string{"telegram": `<i></i></span>`, "wechat": `class="unheard"`} {
		var looks []bool
		for _, item := range play(t, platform, nil, func(p *schema.ChatProps) {
			p.Messages[1].Type, p.Messages[1].Text, p.Messages[1].Voice = "voice", "", &schema.Voice{DurationSeconds: 3, PlayAfter: secs(1)}
		}, "in: One", "in: Two", "in: Three").Storyboard.Items {
			if item.Key == "message 1" {
				looks = append(looks, strings.Contains(item.HTML, dot))
			}
		}
		if len(looks) < 3 || !looks[0] || slices.Contains(looks[1:], true) {
			t.Errorf("%s: the dot is there in the looks %v, want the first alone", platform, looks)
		}
	}
}

// A recording plays after it is there, second by second, and the next message waits for its end.
func TestRecordingPlays(t *testing.T) {
	for name, after := range map[string]*float64{"plays": secs(1), "does not": nil} {
		board := play(t, "whatsapp", nil, func(p *schema.ChatProps) {
			p.Messages[1].Type, p.Messages[1].Text, p.Messages[1].Voice = "voice", "", &schema.Voice{DurationSeconds: 12, PlayAfter: after}
		}, "in: One", "in: Two", "in: Three").Storyboard
		at := map[string]time.Duration{}
		for _, cue := range board.Cues {
			at[string(cue.Kind)+" "+cue.ID] = cue.At
		}
		there, next := at["arrive m1"], at["arrive m2"]
		if after == nil {
			if len(board.Plays) > 0 || next-there > 6*time.Second {
				t.Errorf("%s: the next message comes %v later; it plays %v", name, next-there, board.Plays)
			}
			continue
		}
		want := storyboard.Fill{From: there + time.Second, To: there + 13*time.Second}
		if got := board.Plays["message 1"]; got != want || at["play m1"] != want.From || next < want.To {
			t.Errorf("%s: it is there at %v, plays %v, the cue is at %v, the next message comes at %v", name, there, got, at["play m1"], next)
		}
		looks := map[string]int{}
		for _, item := range board.Items {
			if strings.Contains(item.HTML, `data-part="heard"`) {
				_, length, _ := strings.Cut(item.HTML, `class="length">`)
				looks[length[:4]]++
			}
		}
		if len(looks) != 12 || !strings.Contains(rowsShown(board)["message 1"], `class="voice played"`) {
			t.Errorf("%s: while it plays it says %v, want 12 lengths; in the end it is %s", name, looks, rowsShown(board)["message 1"])
		}
	}
}

// Nobody begins to write while a recording plays, whoever has sent it and whoever writes next, at any pace; nor does the keyboard come.
func TestWritingWaitsForRecording(t *testing.T) {
	for _, lines := range [][]string{
		{"in: first", "in: second", "out: third"}, {"in: first", "in: second", "in: third"},
		{"in: first", "out: second", "out: third"}, {"in: first", "out: second", "in: third"}, {"in: second", "out: third"}, {"in: second", "in: third"},
	} {
		for _, settings := range []*schema.VideoSettings{{}, {Pace: "fast"}, {Pace: "slow"}, {Length: secs(13)}, {Keyboard: true}} {
			for _, hold := range []*float64{nil, secs(6.2)} {
				board := play(t, "whatsapp", settings, func(p *schema.ChatProps) {
					m := &p.Messages[len(p.Messages)-2]
					m.Type, m.Text, m.Voice, m.Timing = "voice", "", &schema.Voice{DurationSeconds: 5, PlayAfter: secs(1)}, &schema.Timing{Hold: hold}
				}, lines...).Storyboard
				var over, writes time.Duration
				for _, c := range board.Cues {
					switch c.Kind {
					case storyboard.CuePlay:
						over = c.End
					case storyboard.CueDraft, storyboard.CueTyping:
						writes = c.At
					}
				}
				if over == 0 || writes < over && (writes > 0 || hold == nil) {
					t.Errorf("%q with %+v: the recording is over at %v, and writing begins at %v", lines, settings, over, writes)
				}
			}
		}
	}
}

package render_test

import (
	"bytes"
	"testing"
	"time"

	"mockup/internal/render"
	"mockup/internal/render/storyboard"
	"mockup/internal/schema"
)

// happenings is a chat in which all happens that has a cue, and nothing else moves shortly before most of it.
const happenings = `
mockupType: chats
platform: whatsapp
renderKind: video
resolutionScale: 1x
rendererVersion: mockup-chromium-v1
video:
  changes:
    - { after: m3, delay: 2, presence: offline }
    - { after: m4, delay: 3, notification: { title: Mum, text: Call me, iconPreset: imessage, hold: 2 } }
props:
  platform: whatsapp
  sender: { id: me, name: Mia }
  receivers: [{ id: leo, name: Leo }]
  statusBarTime: "18:31"
  messages:
    - { id: m1, userId: leo, type: text, timestamp: "2026-06-05T16:24:00Z", text: "Are you there?" }
    - { id: m2, userId: me, type: text, timestamp: "2026-06-05T16:24:10Z", text: "Yes", status: read, timing: { read: 1, hold: 3 }, reactions: [{ emoji: "👍", by: [leo], after: 2 }] }
    - { id: m3, userId: leo, type: call, timestamp: "2026-06-05T16:25:00Z", call: { kind: voice, outcome: missed }, timing: { hold: 4 } }
    - { id: m4, userId: leo, type: text, timestamp: "2026-06-05T16:26:00Z", text: "Well, no", deleted: true, timing: { change: 1.5, hold: 8 } }
    - { id: m5, userId: me, type: event, timestamp: "2026-06-05T16:27:00Z", text: "Leo has a new number", event: { kind: text }, timing: { hold: 3 } }
    - { id: m6, userId: leo, type: voice, timestamp: "2026-06-05T16:28:00Z", voice: { durationSeconds: 2, playAfter: 1.5 }, timing: { hold: 5 } }
    - { id: m7, userId: me, type: poll, timestamp: "2026-06-05T16:29:00Z", status: read, timing: { hold: 5 }, poll: { question: "Cake?", votesAfter: 2, options: [{ text: "Yes", by: [leo] }, { text: "No" }] } }
    - { id: m8, userId: me, type: text, timestamp: "2026-06-05T16:30:00Z", text: "See you", failed: true, timing: { change: 1.5, hold: 4 } }
`

// What a cue names is seen in the frame of its time: the picture changes there. Where little moves just before, it changes more than before.
func TestCuesAreSeenInTheirFrames(t *testing.T) {
	t.Parallel()
	p, found := schema.Decode([]byte(happenings), schema.Options{Filename: "happenings.yaml"})
	if p == nil || len(found) > 0 {
		t.Fatal(found)
	}
	jobs := map[string]render.Job{"happenings": {Payload: p}}
	for _, name := range []string{"stories/instagram-taps-video", "notifications/ios-groups-video", "comment-popup/coming-and-going", "ai/chatgpt-video-short"} {
		jobs[name] = example(t, name+".yaml")
	}
	quiet := map[storyboard.CueKind]bool{}
	for name, job := range jobs {
		playback, err := shared.renderer.NewPlayback(t.Context(), job)
		if err != nil {
			t.Fatal(err)
		}
		defer playback.Close()
		for _, cue := range playback.Cues.Cues {
			frame := int((cue.At*time.Duration(playback.FPS) + time.Second - 1) / time.Second)
			if frame < 2 || cue.Kind == storyboard.CueHold || cue.Kind == storyboard.CueVoice {
				continue
			}
			before, then := changedPixels(t, playback, frame-1), changedPixels(t, playback, frame)
			if still := before < 100; then == 0 || still && then <= before {
				t.Errorf("%s: the cue %s of %q at %v is not seen in frame %d: %d pixels change, and %d before", name, cue.Kind, cue.ID, cue.At, frame, then, before)
			} else if still {
				quiet[cue.Kind] = true
			}
		}
	}
	for _, kind := range []storyboard.CueKind{
		storyboard.CueTyping, storyboard.CueDraft, storyboard.CueSend, storyboard.CueArrive, storyboard.CueRead, storyboard.CueFail, storyboard.CueBanner, storyboard.CueReact,
		storyboard.CuePlay, storyboard.CueChange, storyboard.CueCall, storyboard.CueEvent, storyboard.CuePop, storyboard.CueSlide, storyboard.CueScroll, storyboard.CueVote,
		storyboard.CueUnlock, storyboard.CuePresence, storyboard.CueWrite,
	} {
		if !quiet[kind] {
			t.Errorf("no cue %q comes while nothing else moves", kind)
		}
	}
}

// changedPixels counts the pixels in which a frame differs from the one before by more than two levels: a part that begins to be drawn by
// itself differs by less at its edges.
func changedPixels(t *testing.T, playback *render.Playback, frame int) (count int) {
	t.Helper()
	was, err := playback.Frame(frame - 1)
	if err != nil {
		t.Fatal(err)
	}
	before := bytes.Clone(was.Pix)
	now, err := playback.Frame(frame)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(before); i += 4 {
		for j := i; j < i+4; j++ {
			if off := int(before[j]) - int(now.Pix[j]); off > 2 || off < -2 {
				count++
				break
			}
		}
	}
	return count
}

package render_test

import (
	"strings"
	"testing"
	"time"

	"mockup/internal/longtest"
	"mockup/internal/render"
	"mockup/internal/render/storyboard"
	"mockup/internal/schema"
)

// unlocking is a lock screen that is unlocked at once after its only notification.
const unlocking = `
mockupType: notifications
platform: ios
renderKind: video
resolutionScale: 1x
rendererVersion: mockup-chromium-v1
video: { outro: 2, intro: 1 }
props: { platform: ios, unlock: true, wake: true, statusBarTime: "6:58", timestamp: "2026-02-02T05:58:00Z", notifications: [{ id: n1, title: Ada, text: Hi, iconPreset: imessage, timeLabel: now }] }
`

// While a cue says that nothing happens, no pixel changes.
func TestHoldsStandStill(t *testing.T) {
	t.Parallel()
	p, found := schema.Decode([]byte(unlocking), schema.Options{Filename: "unlocking.yaml"})
	if p == nil || len(found) > 0 {
		t.Fatal(found)
	}
	checkHolds(t, "unlocking", render.Job{Payload: p}, 2)
	names := []string{
		"ai/chatgpt-video-short", "stories/instagram-taps-video", "notifications/ios-groups-video", "comment-popup/coming-and-going",
		"chats/whatsapp-drama-video", "chats/messenger-drama-video",
	}
	for _, name := range longtest.Sample(t, 3, names, func(name string) string { kind, _, _ := strings.Cut(name, "/"); return kind }) {
		checkHolds(t, name, example(t, name+".yaml"), 0)
	}
}

// checkHolds compares the frames of all holds of a video, of which there must be some.
func checkHolds(t *testing.T, name string, job render.Job, least int) {
	t.Helper()
	playback, err := shared.renderer.NewPlayback(t.Context(), job)
	if err != nil {
		t.Fatal(err)
	}
	defer playback.Close()
	holds := 0
	for _, cue := range playback.Cues.Cues {
		if cue.Kind != storyboard.CueHold {
			continue
		}
		holds++
		number := func(at time.Duration) int { return int((at*time.Duration(playback.FPS) + time.Second/2) / time.Second) }
		for frame := number(cue.At) + 1; frame < number(cue.End); frame++ {
			if changed := changedPixels(t, playback, frame); changed > 0 {
				t.Errorf("%s: %d pixels change in frame %d, within the hold from %v to %v", name, changed, frame, cue.At, cue.End)
				break
			}
		}
	}
	if t.Logf("%s has %d holds", name, holds); holds < least {
		t.Errorf("%s has %d holds, want %d", name, holds, least)
	}
}

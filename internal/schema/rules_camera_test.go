package schema

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// onMove returns the payload of a video on a 3D phone, with lines for the camera before it.
func onMove(settings string, lines ...string) string {
	return "render3D: true\n" + strings.Join(append(lines, ""), "\n") + clip(settings)
}

func TestCameraPath(t *testing.T) {
	for path, want := range map[string]CameraPath{
		"tilt": {{Preset: Tilt}},
		"[{ t: 0, position: [0, 0, 3] }, { t: 2.5, position: [1, 0, 2], ease: out }]": {{Position: [3]float64{0, 0, 3}}, {T: 2.5, Position: [3]float64{1, 0, 2}, Ease: "out"}},
	} {
		input := []byte(onMove("", "cameraPath: "+path))
		p, found := Decode(input, Options{})
		if p == nil || len(found) > 0 {
			t.Fatal(found)
		}
		if diff := cmp.Diff(want, p.CameraPath); diff != "" {
			t.Error(diff)
		}
		canonical, err := p.Canonical(func(string) string { return "" })
		if err != nil {
			t.Fatal(err)
		}
		again, found := Decode(canonical, Options{})
		if again == nil || cmp.Diff(want, again.CameraPath) != "" {
			t.Errorf("%s: the canonical form is read as %v, %v", canonical, again, found)
		}
		if _, found := Decode(input, Options{V1: true}); !strings.Contains(fmt.Sprint(found), "cameraPath: the interface v1 does not have this field") {
			t.Error(found)
		}
	}
	p, found := Decode([]byte(onMove("", "cameraPath: [{ t: 0, position: [0, 0, .5] }, { t: 1, position: [0, 0, 2] }]")), Options{})
	const moved = "cameraPath.0.position: the camera is 0.5 phone heights from the screen, which is too near; it is moved to [0, 0, 1]"
	if p == nil || !strings.Contains(fmt.Sprint(found), moved) || p.CameraPath[0].Position[2] < 1 {
		t.Errorf("%v, want %s", found, moved)
	}
}

func TestRulesCameraPath(t *testing.T) {
	key := func(at float64, position string) string { return fmt.Sprintf("{ t: %g, position: %s }", at, position) }
	const near, far = "[0, 0, 1]", "[0, 0, 4.5]"
	for _, tc := range []struct{ path, settings, want string }{
		{"[" + key(0, near) + "]", "", "2: cameraPath: the number of items is 1; allowed: 2 to 100 (length)"},
		{"spin", "", `2: cameraPath: "spin" is not allowed; allowed: orbit, push-in, tilt, reveal (enum)`},
		{"3", "", "2: cameraPath: expected text or an array, found 3 (type)"},
		{"[{ t: 0 }, " + key(1, near) + "]", "", "2: cameraPath.0.position: required field is missing (required)"},
		{"[{ t: 0, position: [0, 0, 2], ease: soft }, " + key(1, near) + "]", "", `2: cameraPath.0.ease: "soft" is not allowed; allowed: linear, in, out, in-out (enum)`},
		{"[" + key(1, near) + ", " + key(1, near) + "]", "", "2: cameraPath.1.t: 1 s is not after 1 s, the time of the position before; sort the positions by their times (mismatch)"},
		{"[" + key(0, near) + ", " + key(9, near) + "]", "length: 8", "2: cameraPath.1.t: 9 s is after the end of the video, whose length is 8 s (mismatch)"},
		{"[" + key(0, near) + ", " + key(1, far) + "]", "", "2: cameraPath.1.position: 4.5 phone heights away is more than 4 times as far as the nearest position, 1; move one of them (range)"},
		{"[" + key(0, near) + ", " + key(1, "[0, 0, 2]") + "]", "loop: true", "2: cameraPath.1.position: with video.loop the camera must end where it begins; repeat the first position here, or leave loop out (conflict)"},
	} {
		_, found := Decode([]byte(onMove(tc.settings, "cameraPath: "+tc.path)), Options{})
		if len(found) != 1 || !strings.HasSuffix(strings.Replace(found[0].String(), fmt.Sprintf(":%d:", found[0].Col), ":", 1), tc.want) {
			t.Errorf("%s: %v, want %s", tc.path, found, tc.want)
		}
	}
	expectRules(t, onMove("", "cameraPath: orbit", "cameraPosition: [0, 0, 3]"), Options{},
		"3: cameraPosition: cameraPath says already where the camera is; keep one of them (conflict)")
	expectRules(t, "cameraPath: orbit\ndeviceColor: blue\ndeviceShadow: ground\n"+clip(""), Options{},
		"1: warning: cameraPath: has no effect without render3D: true (ignored)",
		"2: warning: deviceColor: has no effect without render3D: true (ignored)",
		"3: warning: deviceShadow: has no effect without render3D: true (ignored)")
	expectRules(t, "render3D: true\ncameraPath: orbit\ndeviceColor: blue\n"+chat("whatsapp"), Options{},
		"2: warning: cameraPath: has no effect on a picture; cameraPosition is where its camera is (ignored)")
}

// A video that stands still needs a length, and has no use for times.
func TestRulesStill(t *testing.T) {
	expectRules(t, clip("still: true, length: 4, loop: true"), Options{})
	expectRules(t, clip("still: true"), Options{}, "14: video.length: required with still, as nothing on the screen says how long the video is (required)")
	expectRules(t, clip("still: true, length: 4, pace: slow", "hold: 3"), Options{},
		"11: warning: props.messages.0.timing: has no effect with video.still, which shows a picture (ignored)",
		"14: warning: video.pace: has no effect with video.still, which shows a picture (ignored)")
}

// What only a video that moves shows is named where the video stands still.
func TestRulesStillFields(t *testing.T) {
	const still = "video: { still: true, length: 4 }\n"
	const noEffect = ": has no effect with video.still, which shows a picture (ignored)"
	image := "data:image/png;base64,iVBORw0KGgo="
	for field, message := range map[string]string{
		"gif.file":          `type: gif, gif: { image: "` + image + `", file: "https://example.org/a.mp4" }`,
		"video.file":        `type: video, video: { poster: "` + image + `", durationSeconds: 3, file: "https://example.org/a.mp4" }`,
		"poll.votesAfter":   "type: poll, poll: { question: \"Where?\", options: [{ text: A }, { text: B }], votesAfter: 1 }",
		"voice.playAfter":   "type: voice, voice: { durationSeconds: 3, playAfter: 1 }",
		"reactions.0.after": "type: text, text: hi, reactions: [{ emoji: 👍, by: [me], after: 1 }]",
		"retype":            "type: text, text: hi, retype: no",
	} {
		expectRules(t, payload(Chats, "whatsapp", "video", "sender: { id: me, name: Mia }", "receivers: [{ id: leo, name: Leo }]", "messages:",
			"- { id: a, userId: me, timestamp: 2026-03-01T09:41:00Z, "+message+" }")+still, Options{}, "11: warning: props.messages.0."+field+noEffect)
	}
	options := "options: [{ id: y, text: Yes, votes: 3 }, { id: n, text: No, votes: 1 }], voted: y, votedAfter: 1"
	expectRules(t, payload(Stories, "instagram", "video", "author: { username: mia, verified: false }", "slides:", "- { id: z }",
		`- { id: a, image: "`+image+`", tap: 2, stickers: [{ kind: poll, text: Now, `+options+" }] }")+still, Options{},
		"11: warning: props.slides.1.tap"+noEffect, "11: warning: props.slides.1.stickers.0.votedAfter"+noEffect)
}

package scene

import (
	"errors"
	"strings"
	"testing"
	"time"

	"mockup/internal/render/storyboard"
	"mockup/internal/schema"
	"mockup/templates"
)

// voiced is a payload of a video in which the first and the second of three have voices of 4 and 6 seconds.
func voiced(kind schema.Type, video *schema.VideoSettings, timings ...*schema.Timing) *schema.Payload {
	timing := func(i int) *schema.Timing {
		if i < len(timings) {
			return timings[i]
		}
		return nil
	}
	p := &schema.Payload{MockupType: kind, RenderKind: schema.Video, Video: video}
	p.Platform = map[schema.Type]string{schema.Chats: "signal", schema.AI: "claude", schema.Stories: "instagram", schema.Notifications: "ios"}[kind]
	const a, b = schema.AudioRef("4s"), schema.AudioRef("6s")
	const at = schema.Instant("2026-03-01T09:41:00Z")
	switch kind {
	case schema.Chats:
		p.Props = &schema.ChatProps{Platform: p.Platform, Sender: schema.ChatUser{ID: "me", Name: "Mia"}, Receivers: []schema.ChatUser{{ID: "leo", Name: "Leo"}}, ShowFooter: true,
			Messages: []schema.ChatMessage{
				{ID: "a", UserID: "leo", Type: "text", Text: "one", Timestamp: at, Narration: a, Timing: timing(0)},
				{ID: "b", UserID: "me", Type: "text", Text: "two", Timestamp: at, Narration: b, Timing: timing(1)},
				{ID: "c", UserID: "leo", Type: "text", Text: "three", Timestamp: at, Timing: timing(2)},
			}}
	case schema.AI:
		p.Props = &schema.AIProps{Platform: p.Platform, ShowFooter: true, Messages: []schema.AIMessage{
			{ID: "a", Role: "user", Content: "one", Narration: a, Timing: timing(0)}, {ID: "b", Role: "assistant", Content: "two", Narration: b, Timing: timing(1)},
			{ID: "c", Role: "user", Content: "three", Timing: timing(2)},
		}}
	case schema.Stories:
		p.Props = &schema.StoryProps{Platform: p.Platform, Author: schema.StoryAuthor{Username: "mia"}, Slides: []schema.StorySlide{
			{ID: "a", Narration: a, Timing: timing(0)}, {ID: "b", Narration: b, Timing: timing(1)}, {ID: "c", Timing: timing(2)},
		}}
	case schema.Notifications: // the last of the list comes first
		p.Props = &schema.NotificationProps{Platform: p.Platform, Notifications: []schema.NotificationItem{
			{ID: "c", Title: "C", Text: "three", Timing: timing(2)}, {ID: "b", Title: "B", Text: "two", Narration: b, Timing: timing(1)},
			{ID: "a", Title: "A", Text: "one", Narration: a, Timing: timing(0)},
		}}
	case schema.CommentPopup:
		p.Props = &schema.PopupProps{Background: "black", AspectRatio: "9:16", Sound: true, Comments: []schema.PopupComment{
			{ID: "a", Platform: "x", Username: "a", Text: "one", Narration: a, Timing: timing(0)},
			{ID: "b", Platform: "x", Username: "b", Text: "two", Narration: b, Timing: timing(1)}, {ID: "c", Platform: "x", Username: "c", Text: "three", Timing: timing(2)},
		}}
	}
	return p
}

// withVoices builds a scene whose voices are as long as their references say.
func withVoices(t *testing.T, p *schema.Payload) (*Scene, error) {
	t.Helper()
	return Build(t.Context(), p, &templates.Set{}, Options{Voice: func(ref string) (time.Duration, bool) {
		length, err := time.ParseDuration(ref)
		if err != nil {
			t.Error(err)
		}
		return length, true
	}})
}

func videoTypes() []schema.Type {
	return []schema.Type{schema.Chats, schema.AI, schema.Stories, schema.Notifications, schema.CommentPopup}
}

// In every type of video a voice begins when what has it is there, has a cue, and ends before the next one is there.
func TestVoiceInVideo(t *testing.T) {
	comes := map[storyboard.CueKind]bool{
		storyboard.CueOpen: true, storyboard.CueArrive: true, storyboard.CueSend: true, storyboard.CueSlide: true, storyboard.CuePop: true,
	}
	for _, kind := range videoTypes() {
		intro := 0.5
		sc, err := withVoices(t, voiced(kind, &schema.VideoSettings{Intro: &intro}))
		if err != nil {
			t.Fatal(kind, err)
		}
		there, heard := map[string]time.Duration{}, map[string]storyboard.Cue{}
		for _, cue := range sc.Storyboard.Cues {
			switch {
			case cue.Kind == storyboard.CueVoice:
				heard[cue.ID] = cue
			case comes[cue.Kind]:
				there[cue.ID] = max(cue.At, 500*time.Millisecond) // the intro
			}
		}
		if len(heard) != 2 || len(sc.Storyboard.Voices) != 2 || len(there) != 3 {
			t.Fatalf("%s: voices %v, cues of voices %v, %v comes", kind, sc.Storyboard.Voices, heard, there)
		}
		for i, id := range []string{"a", "b"} {
			cue, voice := heard[id], sc.Storyboard.Voices[i]
			if cue.At != there[id] || voice.At != cue.At || cue.End-cue.At != []time.Duration{4 * time.Second, 6 * time.Second}[i] || voice.Ref != []string{"4s", "6s"}[i] {
				t.Errorf("%s: %s comes at %v, its voice is %+v and has the cue %+v", kind, id, there[id], voice, cue)
			}
		}
		if there["b"] < heard["a"].End+100*time.Millisecond || there["c"] < heard["b"].End+100*time.Millisecond {
			t.Errorf("%s: they come at %v, and the voices end at %v and %v", kind, there, heard["a"].End, heard["b"].End)
		}
		if sc.NeedsVoices {
			t.Errorf("%s: the scene wants voices that it has", kind)
		}
	}
}

// A scene says that it needs the lengths of voices. A picture has none.
func TestNeedsVoices(t *testing.T) {
	for _, kind := range videoTypes() {
		var asked []string
		opts := Options{Voice: func(ref string) (time.Duration, bool) { asked = append(asked, ref); return 0, false }}
		sc, err := Build(t.Context(), voiced(kind, nil), &templates.Set{}, opts)
		if err != nil || !sc.NeedsVoices || strings.Join(asked, " ") != "4s 6s" && kind != schema.Notifications {
			t.Errorf("%s: %v, asked for %v", kind, err, asked)
		}
		asked = nil
		p := voiced(kind, nil)
		if p.RenderKind = schema.Image; kind == schema.CommentPopup {
			continue
		}
		if sc, err = Build(t.Context(), p, &templates.Set{}, opts); err != nil || sc.NeedsVoices || asked != nil {
			t.Errorf("a picture of %s: %v, asked for %v", kind, err, asked)
		}
	}
}

// The voice of a message that is shown in parts is heard with the last one.
func TestVoiceOfParts(t *testing.T) {
	p := voiced(schema.Chats, nil)
	chat := p.Props.(*schema.ChatProps)
	chat.Platform, p.Platform = "line", "line" // text below pictures is a message of its own
	chat.Messages[1].Type, chat.Messages[1].Images = "mixed", []schema.ChatImage{{ID: "i", Data: "i.png"}}
	sc, err := withVoices(t, p)
	if err != nil {
		t.Fatal(err)
	}
	var last time.Duration
	for _, cue := range sc.Storyboard.Cues {
		if cue.Kind == storyboard.CueSend {
			last = cue.At
		}
	}
	if voices := sc.Storyboard.Voices; len(voices) != 2 || voices[1].At != last {
		t.Errorf("the voices are %v, the text comes at %v", voices, last)
	}
}

// Times that leave no room for a voice are errors with their place.
func TestVoiceConflicts(t *testing.T) {
	number := func(f float64) *float64 { return &f }
	for _, kind := range videoTypes() {
		list, first, last := "messages", "0", "2"
		switch kind {
		case schema.Stories:
			list = "slides"
		case schema.CommentPopup:
			list = "comments"
		case schema.Notifications:
			list, first, last = "notifications", "2", "0"
		}
		for name, tc := range map[string]struct {
			video   *schema.VideoSettings
			timings []*schema.Timing
			want    string
		}{
			"hold":   {nil, []*schema.Timing{{Hold: number(2)}}, "props." + list + "." + first + ".timing.hold: 2 s is too short; its voice takes 4.1 s"},
			"at":     {nil, []*schema.Timing{nil, nil, {At: number(9)}}, "props." + list + "." + last + ".timing.at: 9 s is too early; with the voices before it, this comes after 10."},
			"length": {&schema.VideoSettings{Length: number(8)}, nil, "video.length: 8 s is too short; with its voices the video takes 10."},
		} {
			_, err := withVoices(t, voiced(kind, tc.video, tc.timings...))
			var conflict *ConflictError
			if !errors.As(err, &conflict) || !strings.HasPrefix(conflict.Error(), tc.want) {
				t.Errorf("%s, %s: %v; want %s", kind, name, err, tc.want)
			}
		}
	}
}

// A tap that ends a slide before its voice is over is named itself: the payload gives no hold.
func TestTapLeavesRoomForVoice(t *testing.T) {
	early, hold := 2.0, 3.0
	for want, slide := range map[string]schema.StorySlide{
		"props.slides.0.tap: 2 s is too early; the voice of the slide takes 4.1 s; tap after it, ": {Tap: &early},
		"props.slides.0.timing.hold: 3 s is too short; its voice takes 4.1 s; ":                    {Timing: &schema.Timing{Hold: &hold}},
	} {
		payload := voiced(schema.Stories, nil)
		slides := payload.Props.(*schema.StoryProps).Slides
		slides[0].Tap, slides[0].Timing = slide.Tap, slide.Timing
		_, err := withVoices(t, payload)
		var conflict *ConflictError
		if !errors.As(err, &conflict) || !strings.HasPrefix(conflict.Error(), want) {
			t.Errorf("%v; want %s", err, want)
		}
	}
}

// Without the field nothing is heard; with it each type says what is, with the timbre of its app.
func TestSoundsOfVideo(t *testing.T) {
	for _, kind := range videoTypes() {
		silent, err := withVoices(t, voiced(kind, &schema.VideoSettings{}))
		if err != nil {
			t.Fatal(err)
		}
		if heard := silent.Storyboard.Sounds != nil; heard != (kind == schema.CommentPopup) {
			t.Errorf("%s is heard: %v", kind, heard)
		}
		loud, err := withVoices(t, voiced(kind, &schema.VideoSettings{Sounds: true}))
		if err != nil {
			t.Fatal(err)
		}
		if s := loud.Storyboard.Sounds; s == nil || len(s.Kinds) == 0 || s.Timbre == "" && kind != schema.CommentPopup {
			t.Errorf("%s sounds like %+v", kind, s)
		}
	}
}

package render_test

import (
	"image"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"mockup/internal/longtest"
	"mockup/internal/render"
	"mockup/internal/schema"
)

// pointed reads an example whose places are wanted, at 1x.
func pointed(t *testing.T, path string) render.Job {
	t.Helper()
	file := filepath.Join(examplesDir, path)
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	doc, found := schema.Read(data, schema.Options{Filename: path, AllowPaths: true})
	if doc == nil {
		t.Fatal(found)
	}
	doc.Payload.ResolutionScale = "1x"
	job := render.Job{Payload: doc.Payload, Dir: filepath.Dir(file)}
	for path, text := range doc.Texts() {
		job.Texts = append(job.Texts, render.Text{Path: path, Text: text})
	}
	return job
}

func boxOf(p render.Place) image.Rectangle { return image.Rect(p.X, p.Y, p.X+p.Width, p.Y+p.Height) }

// In the last frame of a chat everything is where the picture of the same chat has it.
func TestPlaybackPlacesOfLastFrame(t *testing.T) {
	longtest.InTurn(t)
	t.Parallel()
	for _, name := range []string{"chats/whatsapp-video.yaml", "chats/imessage-video.yaml", "chats/slack-video.yaml"} {
		job := pointed(t, name)
		playback := newPlayback(t, job)
		places, err := playback.Places(playback.Frames - 1)
		if err != nil {
			t.Fatal(err)
		}
		job.Payload.RenderKind = schema.Image
		still, err := shared.renderer.Render(t.Context(), job)
		if err != nil {
			t.Fatal(err)
		}
		same, all := 0, 0
		for _, want := range still.Places {
			if strings.HasPrefix(want.Path, "props.receivers.") || strings.HasPrefix(want.Path, "props.sender.") {
				continue // people also stand beside their messages
			}
			all++
			i := slices.IndexFunc(places, func(p render.Place) bool { return p.Path == want.Path })
			if i < 0 {
				continue // bars cover it
			}
			same++
			if got := boxOf(places[i]); !got.In(boxOf(want).Inset(-2)) {
				t.Errorf("%s: %s is at %v, in the picture at %v", name, want.Path, got, boxOf(want))
			}
		}
		if same < 4 || same < all-1 {
			t.Errorf("%s: only %d of %d places are there: %v", name, same, all, places)
		}
	}
}

func newPlayback(t *testing.T, job render.Job) *render.Playback {
	t.Helper()
	playback, err := shared.renderer.NewPlayback(t.Context(), job)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(playback.Close)
	return playback
}

// What comes has a place from then on, and none before: messages of each app, answers that are being written, slides, cards.
func TestPlaybackPlacesOfItems(t *testing.T) {
	longtest.InTurn(t)
	t.Parallel()
	for name, list := range map[string]string{
		"chats/telegram-video.yaml": "messages", "ai/chatgpt-video-short.yaml": "messages", "stories/instagram-video.yaml": "slides",
		"notifications/ios-groups-video.yaml": "notifications", "comment-popup/mixed.yaml": "comments",
	} {
		playback := newPlayback(t, pointed(t, name))
		items := map[string]bool{}
		for _, cue := range playback.Cues.Cues {
			for _, at := range []time.Duration{cue.At, cue.End} {
				maps.Copy(items, itemsAt(t, playback, "props."+list+".", int(at.Seconds()*float64(playback.FPS))-1))
			}
		}
		coming := map[string]bool{}
		for _, cue := range playback.Cues.Cues {
			coming[cue.ID] = true
		}
		delete(coming, "")
		if len(coming) < 2 || len(items) < len(coming) {
			t.Errorf("%s: %d things come, these have a place: %v", name, len(coming), items)
		}
		if first, all := itemsAt(t, playback, "props."+list+".", 0), len(items); len(first) >= all {
			t.Errorf("%s: in the first frame all %d are there already", name, all)
		}
	}
}

// The texts of a slide have a place before the viewer votes on it, and after.
func TestPlaybackPlacesOfVotes(t *testing.T) {
	t.Parallel()
	job := pointed(t, "stories/instagram-video.yaml")
	after := 1.0
	props := job.Payload.Props.(*schema.StoryProps)
	props.Slides = []schema.StorySlide{{ID: "a", Stickers: []schema.StorySticker{{
		Kind: "poll", Text: "Again?", X: .5, Y: .5, Voted: "y", VotedAfter: &after, Options: []schema.PollOption{{ID: "y", Text: "Yes", Votes: 3}, {ID: "n", Text: "No", Votes: 1}},
	}}}}
	props.CurrentSlide = 0
	const question = "props.slides.0.stickers.0.text"
	job.Texts = []render.Text{{Path: question, Text: "Again?"}}
	playback := newPlayback(t, job)
	for _, n := range []int{playback.FPS / 2, 3 * playback.FPS} {
		places, err := playback.Places(n)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.ContainsFunc(places, func(p render.Place) bool { return p.Path == question }) {
			t.Errorf("in frame %d the question has no place: %v", n, places)
		}
	}
}

// itemsAt lists the items of a list that have a place in a frame. Each place is inside the frame.
func itemsAt(t *testing.T, playback *render.Playback, list string, n int) map[string]bool {
	t.Helper()
	places, err := playback.Places(min(max(n, 0), playback.Frames-1))
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]bool{}
	for _, p := range places {
		if !boxOf(p).In(image.Rect(0, 0, playback.Width, playback.Height)) {
			t.Errorf("%s is at %v, outside of the frame", p.Path, boxOf(p))
		}
		if rest, ok := strings.CutPrefix(p.Path, list); ok {
			index, _, _ := strings.Cut(rest, ".")
			found[list+index] = true
		}
	}
	return found
}

// A playback whose job names no texts has no places, and a closed one says so.
func TestPlaybackPlacesUnasked(t *testing.T) {
	t.Parallel()
	job := pointed(t, "notifications/ios-video.yaml")
	job.Texts = nil
	playback := newPlayback(t, job)
	if places, err := playback.Places(playback.Frames - 1); err != nil || len(places) > 0 {
		t.Errorf("there are %d places, %v", len(places), err)
	}
	playback.Close()
	if _, err := playback.Places(0); err == nil {
		t.Error("a closed playback has places")
	}
}

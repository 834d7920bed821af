package render

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"mockup/internal/render/composite"
	"mockup/internal/render/video"
	"mockup/internal/schema"
	"mockup/templates"
)

// A message that comes lies over no older one while the list makes room for it, whether messages float or not, however high it is and whoever
// sends it.
func TestMessagesCoverNoOlderOnes(t *testing.T) {
	t.Parallel()
	for _, platform := range SomePlatforms(t, schema.Chats) {
		for _, floating := range []bool{false, true} {
			if floating && !schema.Shows(schema.Chats, platform, "bubbles") {
				continue
			}
			t.Run(fmt.Sprintf("%s, floating %t", platform, floating), func(t *testing.T) {
				p := reactionsTo(t, platform, 6)
				props := p.Props.(*schema.ChatProps)
				props.FloatingMessages = floating
				props.Messages = append(props.Messages, tallMessages(t, platform, props)...)
				over := map[int][]float64{} // in each frame in which a message is the last one, how far it lies over the others
				eachFrame(t, p, func(v *video.Video, _ time.Duration, poses []composite.Pose) {
					if last, by := overOlder(v, poses); last > 4 { // the others are there from the start
						over[last] = append(over[last], by)
					}
				})
				if len(over) < len(props.Messages)-5 {
					t.Errorf("%d messages come, want %d", len(over), len(props.Messages)-5)
				}
				for message, frames := range over {
					if rest, most := frames[len(frames)-1], slices.Max(frames); most > max(rest, 0)+1.5 {
						t.Errorf("message %d lies by %.1f pixels over an older one in frame %d of %d, in the end by %.1f", message, most, slices.Index(frames, most), len(frames), rest)
					}
				}
			})
		}
	}
}

// tallMessages are a receiver's and the sender's messages that are higher than a line, as far as the platform has them. Each comes after a short
// one, and the list is at rest before the next.
func tallMessages(t *testing.T, platform string, props *schema.ChatProps) (all []schema.ChatMessage) {
	t.Helper()
	manifest, err := templates.ReadManifest(string(schema.Chats), platform)
	if err != nil {
		t.Fatal(err)
	}
	picture := schema.ChatImage{ID: "p", Data: "../media/photos/aurora.jpg"}
	for _, from := range []string{props.Receivers[0].ID, props.Sender.ID} {
		tall := append(highMessages(from, manifest),
			schema.ChatMessage{Type: "image", Images: []schema.ChatImage{picture}},
			schema.ChatMessage{Type: "image", Images: []schema.ChatImage{picture, {ID: "q", Data: "../media/photos/coffee.jpg"}, {ID: "r", Data: "../media/photos/coffee.jpg"}}},
			schema.ChatMessage{Type: "text", Text: strings.Repeat("so many words ", 20)},
			schema.ChatMessage{Type: "text", Text: "It answers", ReplyTo: "m1"})
		if manifest.Fields["voice"] {
			tall = append(tall, schema.ChatMessage{Type: "voice", Voice: &schema.Voice{DurationSeconds: 4}})
		}
		for i, m := range tall {
			after := 1.5
			m.ID, m.UserID, m.Timing = fmt.Sprintf("%s's %d (%s)", from, i, m.Type), from, &schema.Timing{Delay: &after}
			short := schema.ChatMessage{Type: "text", Text: "ok", ID: fmt.Sprintf("before %s's %d", from, i), UserID: props.Receivers[0].ID}
			all = append(all, short, m)
		}
	}
	for i := range all {
		all[i].Timestamp = "2026-05-16T08:00:00Z"
	}
	return all
}

// extentsOf returns from where to where each message is seen in a frame: its bubble, or all of it where it has none.
func extentsOf(v *video.Video, poses []composite.Pose) map[int][2]float64 {
	extents := map[int][2]float64{}
	add := func(sprite int, pose composite.Pose) {
		own := v.Geometry.Sprites[sprite]
		if below := own.Grow == nil && sprite > v.Geometry.Items[own.Item].First; below { // a receipt, which fades, or a face
			return
		}
		top, end := 0.0, float64(own.Cell[3])
		if own.Grow != nil {
			top, end = float64(own.Grow[1]), float64(own.Grow[1]+own.Grow[3])
		}
		top, end = max(top, pose.Clip.Top), min(end, float64(own.Cell[3])-pose.Clip.Bottom)
		message, shows := messageOf(v, sprite, pose)
		if !shows || top >= end || pose.Clip.Left+pose.Clip.Right >= float64(own.Cell[2]) {
			return
		}
		was, there := extents[message]
		now := [2]float64{edge(pose, 0) + top*pose.Scale, edge(pose, 0) + end*pose.Scale}
		if there {
			now = [2]float64{min(was[0], now[0]), max(was[1], now[1])}
		}
		extents[message] = now
	}
	sprites := len(v.Geometry.Sprites)
	for i := range sprites {
		add(i, poses[i])
	}
	for n, of := range v.Timeline.Pieces() {
		if of < sprites {
			add(of, poses[sprites+len(v.Geometry.Parts)+n])
		}
	}
	return extents
}

// overOlder returns the last message that is seen in a frame, or -1, and how far it reaches over those before it.
func overOlder(v *video.Video, poses []composite.Pose) (last int, over float64) {
	extents := extentsOf(v, poses)
	last, end := -1, math.Inf(-1) // the lower end of those before
	for message := range extents {
		last = max(last, message)
	}
	for message, extent := range extents {
		if message < last {
			end = max(end, extent[1])
		}
	}
	return last, end - extents[last][0]
}

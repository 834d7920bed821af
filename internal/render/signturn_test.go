package render

import (
	"image"
	"math"
	"slices"
	"testing"
	"time"

	"mockup/internal/render/composite"
	"mockup/internal/render/storyboard"
	"mockup/internal/render/video"
	"mockup/internal/schema"
)

// Where somebody stops typing without a message and the next one is typed at once, the sign stays where it is. The face and the name beside it or in
// it stay, too, or fade into those of the other person.
func TestSignTurnsIntoNext(t *testing.T) {
	t.Parallel()
	const whole, pale, apart, most = 0.99, 0.6, 1.0, 0.75 // apart in pixels, most in one frame
	signs := withSigns(t)
	for _, platform := range chatsThatShow(t, "groups") {
		if !slices.Contains(signs, platform) {
			continue
		}
		for _, other := range []bool{false, true} {
			t.Run(platform+map[bool]string{false: "/same", true: "/other"}[other], func(t *testing.T) {
				p := inGroup(t, platform)
				props := p.Props.(*schema.ChatProps)
				long, rest := 1.2, 0.6
				stops := &props.Messages[2]
				stops.Type, stops.Images, stops.Reactions, stops.Timing = "typing", nil, nil, &schema.Timing{Typing: &long, Hold: &rest}
				if other {
					stops.UserID, props.Messages[1].UserID = props.Receivers[0].ID, props.Sender.ID
				}
				props.Messages = props.Messages[:4]
				last, frames := map[int]float64{}, 0 // opacity of each sprite beside the sign
				place := math.NaN()                  // of the sign once it is at rest
				begins := time.Duration(0)
				eachFrame(t, p, func(v *video.Video, at time.Duration, poses []composite.Pose) {
					if begins == 0 {
						begins = signBegins(v, "m2")
					}
					if _, there := messageShown(v, poses, 3); there || at < begins+500*time.Millisecond {
						return
					}
					frames++
					sign, face, faces := 0.0, 0.0, 0
					for i, sprite := range v.Geometry.Sprites {
						if v.Board.Items[sprite.Item].Key != storyboard.TypingKey {
							continue
						}
						opacity := 0.0
						if poses[i].Visible {
							opacity = poses[i].Opacity
						}
						if sprite.Grow != nil {
							sign += opacity
						}
						if sprite.Face {
							face, faces = max(face, opacity), faces+1
						}
						if sprite.Grow != nil && opacity > 0 {
							if math.Abs(poses[i].Y-place) > apart {
								t.Errorf("at %v the sign is at %.0f, and before at %.0f", at, poses[i].Y, place)
							}
							place = poses[i].Y
						}
						was, seen := last[i]
						if beside := sprite.Grow == nil || sprite.Words != nil; seen && beside && (math.Abs(opacity-was) > most || !other && opacity < was) {
							t.Errorf("at %v something beside the sign, or the sign with a name in it, goes from opacity %.2f to %.2f", at, was, opacity)
						}
						last[i] = opacity
					}
					if faces > 0 && face < pale {
						t.Errorf("at %v the face beside the sign has opacity %.2f", at, face)
					}
					if sign < whole {
						t.Errorf("at %v the sign has opacity %.2f", at, sign)
					}
				})
				if frames < 20 {
					t.Errorf("the signs are seen in %d frames", frames)
				}
			})
		}
	}
}

// Where the sign has a name in it and turns into that of another person, the first name has gone when the other one comes.
func TestNamesInSignFollowEachOther(t *testing.T) {
	t.Parallel()
	const faint = 0.05
	p := inGroup(t, "whatsapp")
	props := p.Props.(*schema.ChatProps)
	long, rest := 1.2, 0.6
	stops := &props.Messages[2]
	stops.Type, stops.Images, stops.Reactions, stops.Timing = "typing", nil, nil, &schema.Timing{Typing: &long, Hold: &rest}
	stops.UserID, props.Messages[1].UserID = props.Receivers[0].ID, props.Sender.ID
	props.Messages = props.Messages[:4]
	names := map[int]bool{}
	eachFrame(t, p, func(v *video.Video, at time.Duration, poses []composite.Pose) {
		seen := 0
		for i, part := range v.Geometry.Parts {
			sign := v.Board.Items[v.Geometry.Sprites[part.Sprite].Item].Key == storyboard.TypingKey
			if pose := poses[len(v.Geometry.Sprites)+i]; sign && part.Name == "name" && pose.Visible && pose.Opacity > faint {
				seen, names[part.Sprite] = seen+1, true
			}
		}
		if seen > 1 {
			t.Errorf("at %v %d names are seen in the sign", at, seen)
		}
	})
	if len(names) < 2 {
		t.Errorf("%d names are seen in the sign, want at least 2", len(names))
	}
}

// Where the sign below somebody's message turns into that of another person, the message is the last of its run from then on.
func TestMessageAboveSignThatTurns(t *testing.T) {
	t.Parallel()
	signs := withSigns(t)
	for _, platform := range chatsThatShow(t, "groups") {
		if !slices.Contains(signs, platform) {
			continue
		}
		t.Run(platform, func(t *testing.T) {
			p := inGroup(t, platform)
			props := p.Props.(*schema.ChatProps)
			long, rest := 1.2, 0.6
			props.Messages[1].Reactions = nil
			stops := &props.Messages[2]
			stops.UserID, stops.Type, stops.Images, stops.Reactions = props.Messages[1].UserID, "typing", nil, nil
			stops.Timing = &schema.Timing{Typing: &long, Hold: &rest}
			props.Messages = props.Messages[:4]
			var before, after []int // the sprites of the message while the other person types, and in the end
			eachFrame(t, p, func(v *video.Video, _ time.Duration, poses []composite.Pose) {
				after = nil
				for i := range v.Geometry.Sprites {
					if message, shows := messageOf(v, i, poses[i]); shows && message == 1 {
						after = append(after, i)
					}
				}
				if _, there := messageShown(v, poses, 3); !there {
					before = after
				}
			})
			if len(before) == 0 || !slices.Equal(before, after) {
				t.Errorf("the sprites %v show the message, and later %v", before, after)
			}
		})
	}
}

// The name above the typing indicator is seen on as an answer takes its place, and goes up with the list and fades out as the line above the
// answer comes. Where the answer has a name of its own, only that is seen.
func TestNameAboveSignOfAnswer(t *testing.T) {
	t.Parallel()
	const whole, most, faint = 0.99, 0.8, 0.05 // most in one frame
	for platform, ownName := range map[string]bool{"messenger": false, "instagram": false, "x": false, "tiktok": true} {
		t.Run(platform, func(t *testing.T) {
			var opacities, ys []float64 // of the name, from the answer's first frame on
			p := inGroup(t, platform)
			p.Props.(*schema.ChatProps).Messages[4].ReplyTo = "m0" // no picture, which would be uncovered with the bubble
			eachFrame(t, p, func(v *video.Video, at time.Duration, poses []composite.Pose) {
				if _, there := messageShown(v, poses, 4); !there {
					return
				}
				for i, sprite := range v.Geometry.Sprites {
					ofSign := v.Board.Items[sprite.Item].Key == storyboard.TypingKey && sprite.Grow == nil && !sprite.Face
					if ofSign && poses[i].Visible {
						if over := seenOver(v, poses, i, 4); poses[i].Opacity > faint && over > faint {
							t.Errorf("at %v the answer has opacity %.2f where the name has %.2f", at, over, poses[i].Opacity)
						}
						opacities, ys = append(opacities, poses[i].Opacity), append(ys, poses[i].Y)
					}
				}
			})
			if ownName {
				if len(ys) > 0 {
					t.Errorf("the name of the sign is seen with opacities %.2f", opacities)
				}
				return
			}
			if len(ys) < 4 || opacities[0] < whole {
				t.Fatalf("the name is seen with opacities %.2f", opacities)
			}
			for i := 1; i < len(ys); i++ {
				if ys[i] >= ys[i-1] || opacities[i-1]-opacities[i] > most {
					t.Errorf("in frame %d the name is at %.0f after %.0f, with opacity %.2f after %.2f", i, ys[i], ys[i-1], opacities[i], opacities[i-1])
				}
			}
		})
	}
}

// seenOver is the opacity of the pieces of a message that are seen where a sprite is.
func seenOver(v *video.Video, poses []composite.Pose, sprite, message int) (opacity float64) {
	area := func(sprite int, p composite.Pose) image.Rectangle {
		size := v.Geometry.Sprites[sprite].Cell.Size()
		return image.Rect(int(p.X+p.Clip.Left), int(p.Y+p.Clip.Top), int(p.X-p.Clip.Right)+size.X, int(p.Y-p.Clip.Bottom)+size.Y)
	}
	first := len(v.Geometry.Sprites) + len(v.Geometry.Parts)
	for i, of := range v.Timeline.Pieces() {
		p := poses[first+i]
		if of >= len(v.Geometry.Sprites) {
			continue
		}
		if number, shows := messageOf(v, of, p); shows && number == message && area(of, p).Overlaps(area(sprite, poses[sprite])) {
			opacity = max(opacity, p.Opacity)
		}
	}
	return opacity
}

// Where a high picture with a caption, and with what it answers, comes out of the typing indicator, what is seen never becomes much narrower: the
// indicator is seen until the picture is as wide. Neither is seen through the other one.
func TestPictureOutOfSignDoesNotShrink(t *testing.T) {
	t.Parallel()
	const seen, least = 0.5, 0.8 // least is what is left of the width after a frame
	for _, platform := range []string{"bumble", "messenger", "instagram", "x"} {
		t.Run(platform, func(t *testing.T) {
			p := inGroup(t, platform)
			props := p.Props.(*schema.ChatProps)
			props.ConversationType, props.GroupChatSettings, props.Receivers = "", nil, props.Receivers[:1]
			props.Messages = props.Messages[:3]
			picture := &props.Messages[2]
			picture.UserID, picture.Type, picture.Text, picture.ReplyTo, picture.Reactions = props.Receivers[0].ID, "mixed", "This one", "m0", nil
			props.Messages[1].Reactions = nil
			last, comes := 0.0, false
			eachFrame(t, p, func(v *video.Video, at time.Duration, poses []composite.Pose) {
				if at < signBegins(v, "m2")+500*time.Millisecond {
					return
				}
				width, signSeen, pictureSeen := 0.0, 0.0, 0.0
				for i, sprite := range v.Geometry.Sprites {
					message, _ := messageOf(v, i, poses[i])
					sign := v.Board.Items[sprite.Item].Key == storyboard.TypingKey
					if sprite.Grow == nil || !poses[i].Visible || !sign && message != 2 {
						continue
					}
					if sign {
						signSeen = max(signSeen, poses[i].Opacity)
					} else {
						pictureSeen = max(pictureSeen, poses[i].Opacity)
					}
					if poses[i].Opacity < seen {
						continue
					}
					width, comes = max(width, float64(sprite.Grow[2])*poses[i].Scale), comes || message == 2
				}
				if signSeen > 0 && pictureSeen > 0 {
					t.Errorf("at %v the indicator is seen through the picture: their opacities are %.2f and %.2f", at, signSeen, pictureSeen)
				}
				if width < least*last {
					t.Errorf("at %v the indicator and what comes out of it are %.0f wide after %.0f", at, width, last)
				}
				last = width
			})
			if !comes {
				t.Error("the picture is not seen")
			}
		})
	}
}

// signBegins is when somebody begins to type a message, given its ID.
func signBegins(v *video.Video, id string) time.Duration {
	i := slices.IndexFunc(v.Board.Cues, func(c storyboard.Cue) bool { return c.Kind == storyboard.CueTyping && c.ID == id })
	return v.Board.Cues[i].At
}

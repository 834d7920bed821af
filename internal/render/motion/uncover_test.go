package motion

import (
	"math"
	"testing"
	"time"

	"mockup/internal/render/composite"
	"mockup/internal/render/storyboard"
)

// wordsArrival is the timeline of a bubble of 600 x 400 that takes the place of the typing indicator's of 60 x 40 after a second, at the end
// of a full list, with a name of 20 and a quote of so many pixels above it, and a face at its left side. Both have the name and the face.
// Meanwhile 30 pixels below the message before vanish, which the list does not have to go up. Shows says what the bubble shows.
func wordsArrival(quote int, shows func(*storyboard.SpriteBox)) *Timeline {
	board := &storyboard.Storyboard{
		Length: 3 * time.Second, Items: []storyboard.Item{{Key: "before"}, {Key: storyboard.TypingKey, Enter: "rise"}, {Key: "message", Enter: "rise"}},
		Steps: []storyboard.Step{{Put: []int{0, 1}}, {At: time.Second, Put: []int{2}, Drop: []string{storyboard.TypingKey}}},
	}
	up := 360 + quote
	geometry := measured([]int{0, 1, 2}, [][2]int{{700, 90}, {150, 60}, {700, 420 + quote}}, [][]storyboard.Position{
		{{Sprite: 0, Y: 520}, {Sprite: 1, Y: 640}}, {{Sprite: 0, Y: 520 - up + 30}, {Sprite: 2, Y: 640 - up}},
	})
	geometry.Sprites[1].Grow, geometry.Sprites[2].Grow = &storyboard.Box{50, 20, 60, 40}, &storyboard.Box{50, 20 + quote, 600, 400}
	geometry.Sprites[1].Bubble, geometry.Sprites[2].Bubble = geometry.Sprites[1].Grow, geometry.Sprites[2].Grow
	geometry.Sprites[2].Beside = true
	shows(&geometry.Sprites[2])
	return New(board, geometry, 1)
}

func words(s *storyboard.SpriteBox) { s.Words, s.Rims = s.Grow, [2]int{600, 400} }
func reversedWords(s *storyboard.SpriteBox) {
	s.Words, s.Rims, s.Reversed = s.Grow, [2]int{600, 400}, true
}
func pictureWithWords(s *storyboard.SpriteBox) { s.Words = s.Grow }
func picture(*storyboard.SpriteBox)            {}

// A bubble with words grows out of the typing indicator and uncovers them at their size. Each point of it, of the name and of the face is seen
// once, and the end of the bubble stays at the end of the list.
func TestBubbleUncoversWords(t *testing.T) {
	for name, shows := range map[string]func(*storyboard.SpriteBox){"from the left": words, "from the right": reversedWords} {
		t.Run(name, func(t *testing.T) {
			line, wide, high := wordsArrival(0, shows), 60.0, 40.0
			for frame := range 24 {
				poses := posesAt(line, time.Second+time.Duration(frame)*time.Second/30)
				left, _ := shifting.left(time.Duration(frame)*time.Second/30, 540)
				width, height, top := 600-540*left, 400-360*left, 300+360*left
				if width < wide-1 || width-wide > 140 || height < high-1 || height-high > 100 {
					t.Errorf("in frame %d the bubble is %.0f x %.0f after %.0f x %.0f", frame, width, height, wide, high)
				}
				wide, high = width, height
				for _, pose := range poses {
					if pose.Visible && pose.Scale != 1 {
						t.Fatalf("in frame %d something is scaled to %g", frame, pose.Scale)
					}
				}
				for _, at := range [][2]float64{{20, top + 30}, {70, top - 10}, {60, top + 3}, {80, top + 21}, {50 + width/2, top + height/2}, {50 + width - 3, top + height - 3}, {53, 697}} {
					if seen, _ := seenAt(line, poses, at[0], at[1]); len(seen) != 1 {
						t.Errorf("in frame %d the point %.0f, %.0f is seen %d times", frame, at[0], at[1], len(seen))
					}
				}
				_, points := seenAt(line, poses, 50+width/2, top+height/2)
				want := [2]float64{50 + width/2, 20 + height/2}
				if name == "from the right" {
					want[0] += 600 - width
				}
				if len(points) == 1 && math.Hypot(points[0][0]-want[0], points[0][1]-want[1]) > 1 {
					t.Errorf("in frame %d the point %.1f of the sprite is seen in the middle of the bubble, want %.1f", frame, points[0], want)
				}
				_, corner := seenAt(line, poses, 50+width-2, 698)
				if len(corner) == 1 && math.Hypot(corner[0][0]-648, corner[0][1]-418) > 1 {
					t.Errorf("in frame %d the point %.1f of the sprite is seen at the lower right corner, want that corner", frame, corner[0])
				}
			}
		})
	}
}

// The words of a bubble that grows out of the typing indicator fade in meanwhile: what its edges cut is faint while it is small. What hides them is
// where they are, and nowhere else.
func TestWordsFadeInWithBubble(t *testing.T) {
	for name, shows := range map[string]func(*storyboard.SpriteBox){"from the left": words, "from the right": reversedWords} {
		t.Run(name, func(t *testing.T) {
			line := wordsArrival(0, func(s *storyboard.SpriteBox) {
				shows(s)
				s.Texts, s.Head = []storyboard.Box{{60, 40, 580, 370}}, 100
			})
			last, count := 1.0, len(line.geometry.Sprites)
			for frame := range 30 {
				poses := posesAt(line, time.Second+time.Duration(frame)*time.Second/30)
				left, _ := shifting.left(time.Duration(frame)*time.Second/30, 540)
				x, top := 50+(600-540*left)/2, 300+360*left
				hidden := 0.0 // how much of the words in the middle of the bubble
				for k, p := range poses[count:] {
					if len(line.Hides(count+k)) > 0 && p.Visible && p.Clip.Top < 700-p.Y && x > p.X+p.Clip.Left && x < p.X+700-p.Clip.Right {
						hidden += p.Opacity
						if p.Y+420-p.Clip.Bottom > 700 || p.Y+p.Clip.Top < top-2 || p.X+min(700-p.Clip.Right, 640) > 50+600-540*left {
							t.Errorf("in frame %d words are hidden outside of the bubble, by %+v", frame, p)
						}
						p.Opacity = 1
						_, at := seenAt(line, []composite.Pose{{}, {}, p}, x, p.Y+p.Clip.Top+1)
						if _, shown := seenAt(line, poses, x, p.Y+p.Clip.Top+1); len(at) != 1 || len(shown) != 1 || math.Hypot(at[0][0]-shown[0][0], at[0][1]-shown[0][1]) > 0.01 {
							t.Errorf("in frame %d the ground of %v is seen over the words at %v", frame, at, shown)
						}
					}
				}
				hidden /= 2 // above and below the name's end
				switch {
				case frame == 0 && (hidden < 0.7 || hidden > 0.95), left > 0.3 && hidden < 0.5, left > 0 && left < 0.02 && hidden > 0.1, left == 0 && hidden > 0, hidden > last:
					t.Errorf("in frame %d, with %.2f of the growth left, %.2f of the words are hidden, and %.2f before", frame, left, hidden, last)
				}
				last = hidden
			}
			if last > 0 {
				t.Errorf("in the end, %.2f of the words are hidden", last)
			}
		})
	}
}

// A picture that reaches almost to the sides of its bubble, with words below it, is uncovered down to the rim: nothing of the end is beside it.
func TestPictureInBubbleIsUncoveredToTheRim(t *testing.T) {
	line := wordsArrival(0, func(s *storyboard.SpriteBox) { s.Words, s.Rims = s.Grow, [2]int{3, 60} })
	for frame := range 24 {
		poses := posesAt(line, time.Second+time.Duration(frame)*time.Second/30)
		left, _ := shifting.left(time.Duration(frame)*time.Second/30, 540)
		width, height, top := 600-540*left, 400-360*left, 300+360*left
		for _, x := range []float64{4, width / 2} {
			_, points := seenAt(line, poses, 50+x, top+height-10)
			if want := [2]float64{50 + x, 10 + height}; len(points) != 1 || math.Hypot(points[0][0]-want[0], points[0][1]-want[1]) > 1 {
				t.Errorf("in frame %d the points %.1f of the sprite are seen, want %.1f", frame, points, want)
			}
		}
	}
}

// Of what is beside the right side of a bubble that grows out of the typing indicator, nothing is seen that is further away from that side than its
// pictures are: no line of one.
func TestNoLineBesideWhatIsUncovered(t *testing.T) {
	line := wordsArrival(0, func(s *storyboard.SpriteBox) { s.Words, s.Rims = s.Grow, [2]int{3, 60} })
	for frame := range 12 {
		poses := posesAt(line, time.Second+time.Duration(frame)*time.Second/30)
		left, _ := shifting.left(time.Duration(frame)*time.Second/30, 540)
		width, height, top := 600-540*left, 400-360*left, 300+360*left
		for _, y := range []float64{5, height / 4} {
			for x := width - 15.75; x < width; x += 0.5 {
				_, points := seenAt(line, poses, 50+x, top+y)
				if len(points) != 1 {
					t.Errorf("in frame %d the point %.1f, %.1f is seen %d times", frame, x, y, len(points))
				} else if at := points[0][0] - 50; at < 597-1 && math.Abs(at-x) > 1 {
					t.Errorf("in frame %d the point %.1f from the left of the bubble, %.1f from its upper edge, shows what belongs to %.1f", frame, x, y, at)
				}
			}
		}
	}
}

// A picture at the end of its bubble, with a name above it, is uncovered down to the rim, too, which is less than that below words: no line of its
// own end is seen below it.
func TestPictureAtEndOfBubbleIsUncoveredToTheRim(t *testing.T) {
	line := wordsArrival(0, func(s *storyboard.SpriteBox) { s.Words, s.Rims = s.Grow, [2]int{3, 3} })
	for frame := range 24 {
		poses := posesAt(line, time.Second+time.Duration(frame)*time.Second/30)
		left, _ := shifting.left(time.Duration(frame)*time.Second/30, 540)
		width, height, top := 600-540*left, 400-360*left, 300+360*left
		for above, want := range map[float64]float64{4: 16 + height, 1: 419} {
			_, points := seenAt(line, poses, 50+width/2, top+height-above)
			if len(points) != 1 || math.Abs(points[0][1]-want) > 1 {
				t.Errorf("in frame %d, %g above the end, the points %.1f of the sprite are seen, want those at %.1f", frame, above, points, want)
			}
		}
	}
}

// The message that is answered comes out from behind the bubble of the answer, which grows out of the typing indicator at its place: it covers
// nothing that the list has not moved away yet.
func TestAnsweredComesFromBehind(t *testing.T) {
	line := wordsArrival(100, words)
	for frame := range 24 {
		poses := posesAt(line, time.Second+time.Duration(frame)*time.Second/30)
		left, _ := shifting.left(time.Duration(frame)*time.Second/30, 540)
		top, end := 300+360*left, poses[0].Y+90
		if seen, _ := seenAt(line, poses, 60, top+25); len(seen) != 1 {
			t.Errorf("in frame %d the bubble is seen %d times", frame, len(seen))
		}
		for y := top - 110; y < end; y += 4 {
			if seen, _ := seenAt(line, poses, 300, y); y > 0 && len(seen) > 1 {
				t.Fatalf("in frame %d the message before is covered at %.0f, %.0f above its end", frame, y, end-y)
			}
		}
	}
	if seen, points := seenAt(line, posesAt(line, 2*time.Second), 300, 260); len(seen) != 1 || points[0] != [2]float64{300, 80} {
		t.Errorf("in the end sprites %v are seen above the bubble, at %v", seen, points)
	}
}

// An answered message fades in as a whole once there is room for it, also a picture, which is higher.
func TestAnsweredFadesIn(t *testing.T) {
	for _, height := range []int{80, 300} {
		line := wordsArrival(height, words)
		above := line.growths[2].pieces + upperPieces + lowerPieces
		if got := posesAt(line, time.Second+time.Second/8)[above].Opacity; got != 0 {
			t.Errorf("while the bubble grows, what is %d pixels high above it has the opacity %.2f, want 0", height, got)
		}
		if end := posesAt(line, 2*time.Second)[2]; end.Opacity != 1 || end.Clip.Top != 0 {
			t.Errorf("in the end, what is %d pixels high above the bubble is seen as %+v", height, end)
		}
	}
}

// What of an answered message is under the bubble of the answer comes with the rest of it, at its place in the answer.
func TestAnsweredUnderBubbleFadesIn(t *testing.T) {
	line := wordsArrival(100, words)
	line.geometry.Parts = []storyboard.Part{{Name: "under", Sprite: 2, Cell: storyboard.Box{0, 2000, 300, 92}, Offset: [2]int{50, 40}}}
	line = New(line.board, line.geometry, 1)
	for frame := range 40 {
		poses := posesAt(line, time.Second+time.Duration(frame)*time.Second/30)
		under, above := poses[3], poses[line.growths[2].around()]
		if left, _ := shifting.left(time.Duration(frame)*time.Second/30, 540); left == 0 {
			above = poses[2]
		}
		if under.Opacity != above.Opacity || math.Abs(under.Y-above.Y-40) > 0.01 || math.Abs(under.X-above.X-50) > 0.01 || under.Clip.Bottom != 0 {
			t.Errorf("in frame %d the part is seen as %+v, what is above the bubble as %+v", frame, under, above)
		}
	}
}

// A picture that grows out of the typing indicator begins at the upper edge of that and as high, also where the list does not move up as far:
// it does not cover the name above it. So does one with words below it and no bubble around it, whose round corners are seen all the time.
func TestPictureBeginsAtIndicator(t *testing.T) {
	for name, shows := range map[string]func(*storyboard.SpriteBox){"alone": picture, "with words": pictureWithWords} {
		line := wordsArrival(0, shows)
		for frame := range 24 {
			picture := posesAt(line, time.Second+time.Duration(frame)*time.Second/30)[2]
			top := picture.Y + 20
			if end := top + 400*picture.Scale; math.Abs(end-700) > 2 {
				t.Errorf("%s: in frame %d the picture ends at %.1f, want 700", name, frame, end)
			}
			if frame == 0 && math.Abs(top-660) > 1 {
				t.Errorf("%s: the picture begins at %.1f, want 660", name, top)
			}
		}
	}
}

// The face beside a message goes down to the typing indicator that comes below it, and is seen all the time.
func TestFaceGoesToIndicator(t *testing.T) {
	board := &storyboard.Storyboard{
		Length: 3 * time.Second, Items: []storyboard.Item{{Key: "a", Enter: "rise"}, {Key: "a", Enter: "rise"}, {Key: storyboard.TypingKey, Enter: "rise"}},
		Steps: []storyboard.Step{{Put: []int{0}}, {At: time.Second, Put: []int{1, 2}}},
	}
	geometry := measured([]int{0, 2, 3}, [][2]int{{200, 60}, {40, 40}, {200, 60}, {80, 40}, {40, 40}}, [][]storyboard.Position{
		{{Sprite: 0, X: 50, Y: 600}, {Sprite: 1, X: 5, Y: 620}}, {{Sprite: 2, X: 50, Y: 560}, {Sprite: 3, X: 50, Y: 630}, {Sprite: 4, X: 5, Y: 634}},
	})
	geometry.Sprites[0].Grow, geometry.Sprites[2].Grow, geometry.Sprites[3].Grow = &storyboard.Box{0, 0, 200, 60}, &storyboard.Box{0, 0, 200, 60}, &storyboard.Box{0, 0, 80, 40}
	line, last := New(board, geometry, 1), 620.0
	for at := time.Second; at < 2*time.Second; at += time.Second / 30 {
		poses := posesAt(line, at)
		if face := poses[4]; poses[1].Visible || !face.Visible || face.Opacity != 1 || math.Abs(face.Y-last) > 5 {
			t.Errorf("at %v the face beside the message is seen: %v, and that beside the indicator is %+v", at, poses[1].Visible, face)
		}
		last = poses[4].Y
	}
	if last != 634 {
		t.Errorf("the face ends at %g, want 634", last)
	}
}

// A mark of who has seen a message, which comes with it out of the typing indicator, appears at its place, once the list has almost made room:
// with the list it would come up from behind the composer.
func TestReceiptOfArrivalStands(t *testing.T) {
	board := &storyboard.Storyboard{
		Length: 3 * time.Second, Items: []storyboard.Item{{Key: storyboard.TypingKey, Enter: "rise"}, {Key: "message", Enter: "rise"}},
		Steps: []storyboard.Step{{Put: []int{0}}, {At: time.Second, Put: []int{1}, Drop: []string{storyboard.TypingKey}}},
	}
	geometry := measured([]int{0, 2}, [][2]int{{80, 40}, {40, 40}, {200, 160}, {40, 40}, {14, 14}}, [][]storyboard.Position{
		{{Sprite: 0, X: 50, Y: 630}, {Sprite: 1, X: 5, Y: 630}}, {{Sprite: 2, X: 50, Y: 510}, {Sprite: 3, X: 5, Y: 630}, {Sprite: 4, X: 380, Y: 656}},
	})
	geometry.Sprites[0].Grow, geometry.Sprites[2].Grow = &storyboard.Box{0, 0, 80, 40}, &storyboard.Box{0, 0, 200, 160}
	line := New(board, geometry, 1)
	for at := time.Second; at < 2*time.Second; at += time.Second / 30 {
		poses := posesAt(line, at)
		if face := poses[3]; !face.Visible || face.Opacity != 1 || face.Y != 630 {
			t.Errorf("at %v the face beside the message is %+v", at, face)
		}
		mark := poses[4]
		if mark.Y != 656 || mark.Clip.Bottom != 0 {
			t.Errorf("at %v the mark is at %g, cut off by %g", at, mark.Y, mark.Clip.Bottom)
		}
		if early, done := at < 1100*time.Millisecond, at > 1400*time.Millisecond; early && mark.Opacity > 0 || done && mark.Opacity != 1 {
			t.Errorf("at %v the mark has the opacity %.2f", at, mark.Opacity)
		}
	}
}

// The picture of what a message answers, at the right end of a bubble that uncovers its words, is never seen as a strip: it fades in as a whole,
// inside the bubble, and ends at its place.
func TestPictureOfQuoteIsNoStrip(t *testing.T) {
	line := wordsArrival(0, words)
	line.geometry.Parts = []storyboard.Part{{Name: "thumb", Sprite: 2, Offset: [2]int{590, 30}, Cell: storyboard.Box{0, 0, 50, 50}}}
	part := len(line.geometry.Sprites)
	pale := false
	for frame := range 30 {
		at := time.Second + time.Duration(frame)*time.Second/30
		left, _ := shifting.left(at-time.Second, 540)
		pose, right := posesAt(line, at)[part], 50+600-540*left
		if pose.Opacity > 0 && (pose.X+50 > right+0.5 || pose.Clip.Left+pose.Clip.Right > 0) {
			t.Errorf("in frame %d the picture is seen from %.0f to %.0f in a bubble that ends at %.0f, cut off by %+v", frame, pose.X, pose.X+50, right, pose.Clip)
		}
		if left > 0.3 && pose.Opacity > 0 {
			t.Errorf("in frame %d the picture has the opacity %.2f before the words", frame, pose.Opacity)
		}
		pale = pale || pose.Opacity > 0 && pose.Opacity < 1
	}
	if end := posesAt(line, 2500*time.Millisecond)[part]; !pale || end.Opacity != 1 || end.X != 590 {
		t.Errorf("the picture fades in: %v, and ends as %+v", pale, end)
	}
}

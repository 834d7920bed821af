package motion

import (
	"fmt"
	"image"
	"math"
	"testing"
	"time"

	"mockup/internal/render/composite"
	"mockup/internal/render/storyboard"
)

// seenAt lists what of the sprites is seen at a point of the frame: the sprite, and the point in it.
func seenAt(line *Timeline, poses []composite.Pose, x, y float64) (sprites []int, points [][2]float64) {
	count := len(line.geometry.Sprites)
	for i, p := range poses {
		sprite := i
		if i >= count+len(line.geometry.Parts) {
			sprite = line.Pieces()[i-count-len(line.geometry.Parts)]
		} else if i >= count {
			continue
		}
		width, height := line.size(sprite)
		x, y := x-p.X, y-p.Y
		if p.Visible && p.Opacity == 1 && x > p.Clip.Left && y > p.Clip.Top && x < float64(width)-p.Clip.Right && y < float64(height)-p.Clip.Bottom {
			sprites, points = append(sprites, sprite), append(points, [2]float64{x, y})
		}
	}
	return sprites, points
}

// A bubble that gets a taller look grows while the list makes room, to its new width, too. Its end stays where it is, at the end of
// the list. Every point of it is seen once. Its words stay at the side at which they begin, and the time at the lower right corner.
func TestBubbleGrows(t *testing.T) {
	for _, width := range []int{340, 400, 460} {
		for n := range 8 {
			again, right, reversed := n&1 > 0, n&2 > 0, n&4 > 0
			t.Run(fmt.Sprintf("to %d, again %v, right %v, reversed %v", width, again, right, reversed), func(t *testing.T) {
				line := turning(again, width, right, func(s *storyboard.SpriteBox) { s.Reversed = reversed })
				last := 400.0
				for at := time.Second; at < 1700*time.Millisecond; at += time.Second / 30 {
					b := growing{sprite: 1, foot: 580, narrow: min(400, float64(width)), reversed: reversed}
					if again && at >= 1100*time.Millisecond {
						left, _ := shifting.left(at-1100*time.Millisecond, 70) // the list goes on
						b.sprite, b.foot = 2, 510+70*left
					}
					if line.growths[b.sprite] == nil {
						t.Fatal("the bubble fades in")
					}
					_, higher, wider := line.growths[b.sprite].left(at)
					b.width, b.height = float64(width)-wider, 110-higher
					if right {
						b.x = 400 - b.width
					}
					if math.Abs(b.width-last) > 15 || b.height < 105 && at > 1250*time.Millisecond {
						t.Errorf("at %v the bubble goes from a width of %g to %g, and is %g high", at, last, b.width, b.height)
					}
					last = b.width
					b.check(t, at, line)
				}
				if last != float64(width) {
					t.Errorf("in the end the bubble is %g wide", last)
				}
			})
		}
	}
}

// growing is a bubble of a moment.
type growing struct {
	sprite        int // its look
	x, foot       float64
	width, height float64
	narrow        float64 // the narrower width of its two looks
	reversed      bool
}

func (b growing) check(t *testing.T, at time.Duration, line *Timeline) {
	poses := posesAt(line, at)
	if reaction := poses[1+2*b.sprite]; reaction.Opacity*reaction.Scale > 0.1 && at < 1200*time.Millisecond {
		t.Errorf("at %v there is a reaction: %+v", at, reaction)
	}
	if clock := poses[2+2*b.sprite]; math.Abs(clock.X+40-b.x-b.width) > 0.01 || math.Abs(clock.Y+20-b.foot) > 0.5 || clock.Clip != (composite.Inset{}) {
		t.Fatalf("at %v the time is at %+v, in a bubble that ends at %g, %g", at, clock, b.x+b.width, b.foot)
	}
	for dy := 1.01; dy < b.height-1; dy++ {
		for dx := 1.01; dx < b.width-1; dx += 3 {
			sprites, points := seenAt(line, poses, b.x+dx, b.foot-b.height+dy)
			if len(sprites) != 1 {
				t.Fatalf("at %v the point %g, %g of %g x %g is seen %d times", at, dx, dy, b.width, b.height, len(sprites))
			}
			width, _ := line.size(sprites[0])
			here, there := dx, points[0][0] // from the side at which the words begin
			if b.reversed {
				here, there = b.width-here, float64(width)-there
			}
			words := here > 8 && here < b.narrow-8 && dy > 8 && dy < 72
			if words && (math.Abs(here-there) > 0.1 || math.Abs(dy-points[0][1]) > 0.5) {
				t.Fatalf("at %v the words at %g, %g of the bubble are those at %v of sprite %d", at, dx, dy, points[0], sprites[0])
			}
		}
	}
}

// Where words begin at the right, a name above them that begins at the left stays there while the bubble becomes wider.
func TestNameStaysAboveReversedWords(t *testing.T) {
	line := turning(false, 460, false, func(s *storyboard.SpriteBox) { s.Reversed, s.Head = true, 24 })
	at := 1050 * time.Millisecond
	poses := posesAt(line, at)
	_, higher, wider := line.growths[1].left(at)
	top := 580 - (110 - higher)
	if _, points := seenAt(line, poses, 30, top+15); len(points) != 1 || math.Abs(points[0][0]-30) > 0.1 {
		t.Errorf("of the name, %v is seen", points)
	}
	if _, points := seenAt(line, poses, 30, top+40); len(points) != 1 || math.Abs(points[0][0]-30-wider) > 0.1 {
		t.Errorf("of the words, %v is seen, %g further to the left", points, wider)
	}
}

// A bubble that grows by little on a long way is on its way until less than a pixel of that is left.
func TestGrowthLastsForItsWay(t *testing.T) {
	g := &growth{before: image.Pt(60, 40), bubble: image.Rect(0, 0, 62, 40), way: 100}
	last := g.way
	for frame := range 30 {
		left, _, _ := g.left(time.Duration(frame) * time.Second / 30)
		if now := g.way * left; now == 0 && last > 1 {
			t.Errorf("in frame %d the bubble jumps by %.1f pixels", frame, last)
		} else {
			last = now
		}
	}
}

// What stands above a bubble that is no larger than the typing indicator fades in while the list makes room for it.
func TestGrowthLastsForItsRoom(t *testing.T) {
	g := &growth{before: image.Pt(60, 40), bubble: image.Rect(0, 100, 60, 140), room: 100, fades: 12}
	if left, _, _ := g.left(time.Second / 30); left == 0 {
		t.Error("the growth is over in the second frame, while the list still makes room")
	}
}

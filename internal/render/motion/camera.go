package motion

import (
	"math"
	"time"
)

// following is the spring of a view that follows what is written. It never overshoots.
var following = spring{response: 620 * time.Millisecond, damping: 1}

// followMargin is what is kept free below what is written, CSS pixels.
const followMargin = 26

// cameraRate is how often a second the camera's way is worked out.
const cameraRate = 240

// camera scrolls a view over the items, without jumps: to what leads, and on with what is written.
type camera struct {
	top, bottom float64 // of the part of the view that nothing lies before, device pixels
	margin      float64 // kept free below what is written
	leads       []sight
	tips        []sight
	way         []float32 // how far down the view is, cameraRate times a second
}

// sight is something that comes into view.
type sight struct {
	at        time.Duration
	top, base float64 // of what leads; of a tip, base alone
	ramp      bool    // the view is on its way here from the sight before
}

// see notes what a step puts on the stage.
func (c *casting) see(at time.Duration, lead bool, p Place) {
	top := float64(p.Y)
	s := sight{at: at, top: top, base: top + float64(c.places.Sizes[p.Sprite][1])}
	if lead {
		c.camera.leads = append(c.camera.leads, s)
	}
	c.camera.tips = append(c.camera.tips, s)
}

// track notes the bands of a text that is written, below which some room is kept, down to the end of what belongs to it.
func (c *casting) track(s *stream, p Place, room, end float64) {
	for i, unit := range s.units {
		if s.line(i) != i {
			continue
		}
		base := min(float64(p.Y+unit.Box.Max.Y)+room, end)
		c.camera.tips = append(c.camera.tips, sight{at: unit.at, base: base, ramp: i > 0})
	}
}

// roll works out the way of the camera. The first that leads comes from the view's lower edge.
func (c *camera) roll(length time.Duration) {
	if len(c.leads) == 0 && len(c.tips) == 0 {
		return
	}
	x := 0.0
	if len(c.leads) > 0 {
		x = min(c.leads[0].base-c.bottom, 0)
	}
	omega, speed := 2*math.Pi/following.response.Seconds(), 0.0
	lead, tip := -1, -1
	for n := 0; n <= int(length.Seconds()*cameraRate)+1; n++ {
		c.way = append(c.way, float32(x))
		at := time.Duration(n) * time.Second / cameraRate
		lead, tip = advance(c.leads, lead, at), advance(c.tips, tip, at)
		if tip >= 0 {
			target := max(c.tip(tip, at)-c.bottom, 0)
			if lead >= 0 {
				target = max(target, c.leads[lead].top-c.top)
			}
			speed += (omega*omega*(target-x) - 2*omega*speed) / cameraRate
			x += speed / cameraRate
		}
	}
}

// advance is the last sight at a time.
func advance(sights []sight, i int, at time.Duration) int {
	for i+1 < len(sights) && sights[i+1].at <= at {
		i++
	}
	return i
}

// tip is the lowest point that should be seen at a time, between two sights.
func (c *camera) tip(i int, at time.Duration) float64 {
	here := c.tips[i]
	if i+1 == len(c.tips) || !c.tips[i+1].ramp {
		return here.base
	}
	next := c.tips[i+1]
	part := float64(at-here.at) / float64(max(next.at-here.at, 1))
	return here.base + (next.base-here.base)*part
}

// offset is how far down the view is at a time, in whole pixels, as apps scroll: text stays sharp.
func (c *camera) offset(at time.Duration) float64 {
	if len(c.way) == 0 {
		return 0
	}
	n := at.Seconds() * cameraRate
	i := min(int(n), len(c.way)-1)
	next := min(i+1, len(c.way)-1)
	return math.Round(float64(c.way[i]) + float64(c.way[next]-c.way[i])*(n-float64(i)))
}

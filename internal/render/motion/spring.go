package motion

import (
	"math"
	"time"
)

// spring is a damped spring, described as in SwiftUI: response is the period of the undamped swing, damping 1 is
// critical.
type spring struct {
	response time.Duration
	damping  float64 // 0 < damping <= 1
}

// The springs of the apps. UIKit's own default for a list's insertions takes about 0.35 s to look done.
var (
	shifting  = spring{response: 380 * time.Millisecond, damping: 0.92}
	popping   = spring{response: 330 * time.Millisecond, damping: 0.68}
	lifting   = spring{response: 400 * time.Millisecond, damping: 0.58}  // overshoots by 11 %
	flying    = spring{response: 420 * time.Millisecond, damping: 0.86}  // out of iMessage's composer
	springing = spring{response: 300 * time.Millisecond, damping: 0.667} // overshoots by 6 %
	unlocking = spring{response: 520 * time.Millisecond, damping: 1}     // a lock screen that is swiped up
	landing   = spring{response: 450 * time.Millisecond, damping: 0.8}   // a notification's
)

// shiftMost is when a move of any length has come to rest.
const shiftMost = 900 * time.Millisecond

// hardlySwings is the damping from which on a spring swings beyond its place by less than a thousandth of its way. It ends where it first
// reaches its place: what follows would be seen as a rest, and then a shift by a part of a pixel.
const hardlySwings = 0.91

// left is the part of the way that is still to go after a time, from 1 to 0, and beyond 0 where the spring overshoots.
// A way of so many pixels is over once less than a third of a pixel is left of it.
func (s spring) left(after time.Duration, pixels float64) (left float64, moving bool) {
	t := after.Seconds()
	if t <= 0 {
		return 1, true
	}
	omega := 2 * math.Pi / s.response.Seconds()
	envelope := math.Exp(-s.damping * omega * t)
	if envelope*pixels*2 < 1.0/3 {
		return 0, false
	}
	if s.damping >= 1 {
		return envelope * (1 + omega*t), true
	}
	root := math.Sqrt(1 - s.damping*s.damping)
	if s.damping > hardlySwings && omega*root*t > math.Pi-math.Atan2(root, s.damping) {
		return 0, false
	}
	return envelope * (math.Cos(omega*root*t) + s.damping/root*math.Sin(omega*root*t)), true
}

// smooth is the classic ease-in-out, from 0 to 1 over a length of time.
func smooth(after, length time.Duration) float64 {
	x := min(max(after.Seconds()/length.Seconds(), 0), 1)
	return x * x * (3 - 2*x)
}

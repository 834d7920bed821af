package schema

import (
	"fmt"
	"math"
	"slices"
)

// Where the camera of render3D may stand. Nearer than that what is at the screen's ends is stretched out of shape, and
// farther to the side nobody reads the screen.
const (
	minCamera      = 1  // heights of the phone from the middle of its screen
	maxCameraAngle = 75 // degrees from straight ahead
)

// InSpace reports whether the payload asks for a phone in 3D space and is of a kind that has one.
func (p *Payload) InSpace() bool {
	return p.Render3D && onPhone(p.MockupType) && !isWindow(p.MockupType, p.Platform)
}

// onPhone reports whether a type is drawn on the 3D phone.
func onPhone(t Type) bool { return slices.Contains([]Type{Chats, Stories, Notifications}, t) }

// cameraFault says what is wrong with where a camera stands; empty: nothing.
func cameraFault(p [3]float64) string {
	x, y, z := p[0], p[1], p[2]
	away := math.Hypot(math.Hypot(x, y), z)
	angle := math.Atan2(math.Hypot(x, y), z) * 180 / math.Pi
	switch {
	case away == 0:
		return "the camera cannot stand inside the phone"
	case away < minCamera:
		return fmt.Sprintf("the camera is %.2g phone heights from the screen, which is too near", away)
	case angle >= 90:
		return "the camera is behind the screen"
	case angle > maxCameraAngle:
		return fmt.Sprintf("the camera looks at the screen from %.0f° to the side", angle)
	}
	return ""
}

package schema

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"

	"github.com/invopop/jsonschema"
)

// Where the camera of render3D may stand. Nearer than that what is at the screen's ends is stretched out of shape, and
// farther to the side nobody reads the screen.
const (
	minCamera      = 1    // heights of the phone from the middle of its screen
	maxCamera      = 1000 // the same, along each axis: nothing changes beyond, and numbers lose their precision
	maxCameraAngle = 75   // degrees from straight ahead
)

// farthestCamera is how many times as far as its nearest position the farthest of a camera's path may be. The phone is as many times
// as large there.
const farthestCamera = 4

// CameraPath is how a camera moves: the name of a path, or keyframes.
type CameraPath []CameraKey

// CameraKey is where a camera is at a time.
type CameraKey struct {
	Preset   string     `json:"-"` // of the only key of a path that has a name
	T        float64    `json:"t" jsonschema:"required,minimum=0,maximum=3600" jsonschema_description:"When the camera is there, in seconds from the beginning of the video."`
	Position [3]float64 `json:"position" jsonschema:"required" jsonschema_description:"Where the camera is, as in cameraPosition. Here the phone is the larger the nearer the camera is."`
	Ease     string     `json:"ease,omitempty" jsonschema:"enum=linear,enum=in,enum=out,enum=in-out" jsonschema_description:"How it comes there from the position before: at one speed, slowly at first, slowly at last, or both; both when omitted."`
}

// The names of paths.
const (
	Orbit  = "orbit"   // from one side of the phone to the other
	PushIn = "push-in" // towards the screen
	Tilt   = "tilt"    // from above the phone to below
	Reveal = "reveal"  // from close to its lower edge back to where all of it is seen
)

// setText takes the name of a path.
func (p *CameraPath) setText(name string) { *p = CameraPath{{Preset: name}} }

// Preset is the name of the path; empty: it has keyframes, or there is none.
func (p CameraPath) Preset() string {
	if len(p) == 0 {
		return ""
	}
	return p[0].Preset
}

// MarshalJSON writes the path as payloads have it.
func (p CameraPath) MarshalJSON() ([]byte, error) {
	if name := p.Preset(); name != "" {
		return json.Marshal(name)
	}
	return json.Marshal([]CameraKey(p))
}

// cameraPathSchema is the schema of a CameraPath.
func cameraPathSchema() *jsonschema.Schema {
	r := &jsonschema.Reflector{Anonymous: true, ExpandedStruct: true, DoNotReference: true, RequiredFromJSONSchemaTags: true}
	key := r.Reflect(CameraKey{})
	key.Version, key.Title = "", "Camera key"
	least, most := uint64(2), uint64(100)
	return &jsonschema.Schema{OneOf: []*jsonschema.Schema{
		{Type: "string", Enum: []any{Orbit, PushIn, Tilt, Reveal}},
		{Type: "array", Items: key, MinItems: &least, MaxItems: &most},
	}}
}

// InSpace reports whether the payload asks for a phone in 3D space and is of a kind that has one.
func (p *Payload) InSpace() bool {
	return p.Render3D && onPhone(p.MockupType) && !isWindow(p.MockupType, p.Platform)
}

// onPhone reports whether a type is drawn on the 3D phone.
func onPhone(t Type) bool { return slices.Contains([]Type{Chats, Stories, Notifications}, t) }

// cameraFault says why nothing can be drawn from where a camera stands; "": it can.
func cameraFault(p [3]float64) string {
	x, y, z := p[0], p[1], p[2]
	away := math.Hypot(math.Hypot(x, y), z)
	angle := cameraAngle(p)
	switch {
	case away == 0:
		return "the camera cannot stand inside the phone"
	case away < minCamera:
		return fmt.Sprintf("the camera is %.2g phone heights from the screen, which is too near", away)
	case angle >= 90:
		return "the camera is behind the screen"
	case angle > maxCameraAngle:
		return fmt.Sprintf("the camera looks at the screen from %.0f° to the side", angle)
	case max(math.Abs(x), math.Abs(y), math.Abs(z)) > maxCamera:
		return fmt.Sprintf("the camera is more than %d phone heights away", maxCamera)
	}
	return ""
}

// cameraAngle is how far to the side a camera stands, in degrees from straight ahead of the screen.
func cameraAngle(p [3]float64) float64 {
	return math.Atan2(math.Hypot(p[0], p[1]), p[2]) * 180 / math.Pi
}

// nearestCamera moves a camera to the nearest place that something can be drawn from: around the screen, on the side
// where it stands, then towards the screen or away from it.
func nearestCamera(p [3]float64) [3]float64 {
	p = pullCamera(p)
	away := math.Hypot(math.Hypot(p[0], p[1]), p[2])
	if away == 0 {
		return [3]float64{0, 0, minCamera}
	}
	around := math.Atan2(p[1], p[0])
	if p[0] == 0 && p[1] == 0 {
		around = math.Pi // straight behind the screen: to the side of the usual camera
	}
	// The margins keep what is rounded within the limits.
	away = max(away, minCamera+1e-5)
	angle := min(cameraAngle(p), maxCameraAngle-1e-3) * math.Pi / 180
	p = pullCamera([3]float64{away * math.Sin(angle) * math.Cos(around), away * math.Sin(angle) * math.Sin(around), away * math.Cos(angle)})
	for i, v := range p {
		p[i] = math.Round(v*1e6)/1e6 + 0 // no -0
	}
	return p
}

// pullCamera moves a camera that is too far away straight towards the screen.
func pullCamera(p [3]float64) [3]float64 {
	if largest := max(math.Abs(p[0]), math.Abs(p[1]), math.Abs(p[2])); largest > maxCamera {
		for i := range p {
			p[i] *= maxCamera / largest
		}
	}
	return p
}

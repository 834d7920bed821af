package schema

import "math"

// spaceFields are the fields that only the 3D phone has a use for.
func (c *checker) spaceFields() []*node {
	var fields []*node
	for _, name := range []string{"cameraPosition", "cameraPath", "deviceColor", "deviceShadow"} {
		fields = append(fields, c.root.get(name))
	}
	return fields
}

// camera applies the rules of the 3D phone and its camera.
func (c *checker) camera(t Type) {
	render3D, fields := c.root.get("render3D"), c.spaceFields()
	props := c.root.get("props")
	platform, _ := props.get("platform").str()
	switch {
	case t == "": // unknown, and reported
	case !onPhone(t):
		for _, field := range append([]*node{render3D}, fields...) {
			c.ignored(field, "has no effect on %s; only chats, stories and notifications are drawn on a phone", t)
		}
	case !render3D.isTrue():
		for _, field := range fields {
			c.ignored(field, "has no effect without render3D: true")
		}
	case !isWindow(t, platform): // of which chats warns
		if frame := props.get("showDeviceFrame"); frame.isTrue() {
			c.ignored(frame, "has no effect with render3D, which draws a phone around the screen")
		}
		c.cameraPath()
	}
}

// cameraPath applies the rules of a camera that moves.
func (c *checker) cameraPath() {
	path := c.root.get("cameraPath")
	if path == nil {
		return
	}
	if c.root.get("renderKind").is(string(Image)) {
		c.ignored(path, "has no effect on a picture; cameraPosition is where its camera is")
		return
	}
	if position := c.root.get("cameraPosition"); position != nil {
		c.at(position, CodeConflict, "cameraPath says already where the camera is; keep one of them")
	}
	keys := path.items()
	c.keyTimes(keys)
	c.keyDistances(keys)
	if last := len(keys) - 1; last > 0 && c.root.get("video").get("loop").isTrue() && !samePosition(keys[0], keys[last]) {
		c.at(keys[last].get("position"), CodeConflict, "with video.loop the camera must end where it begins; repeat the first position here, or leave loop out")
	}
}

// keyTimes checks the order of keyframes.
func (c *checker) keyTimes(keys []*node) {
	length, limited := c.root.get("video").get("length").num()
	for i, key := range keys {
		t := key.get("t")
		at, ok := t.num()
		if !ok {
			continue
		}
		if i > 0 {
			if before, ok := keys[i-1].get("t").num(); ok && at <= before {
				c.at(t, CodeMismatch, "%s is not after %s, the time of the position before; sort the positions by their times", seconds(at), seconds(before))
			}
		}
		if limited && at > length {
			c.at(t, CodeMismatch, "%s is after the end of the video, whose length is %s", seconds(at), seconds(length))
		}
	}
}

// keyDistances checks that no position is so much nearer than another one that the phone would be all of the picture.
func (c *checker) keyDistances(keys []*node) {
	nearest, farthest := math.Inf(1), 0.
	var far *node
	for _, key := range keys {
		if p, ok := positionOf(key); ok {
			if cameraFault(p) != "" {
				p = nearestCamera(p)
			}
			away := math.Hypot(math.Hypot(p[0], p[1]), p[2])
			nearest = min(nearest, away)
			if away > farthest {
				farthest, far = away, key
			}
		}
	}
	if far != nil && farthest > farthestCamera*nearest*(1+1e-9) {
		c.at(far.get("position"), CodeRange, "%.3g phone heights away is more than %d times as far as the nearest position, %.3g; move one of them", farthest, farthestCamera, nearest)
	}
}

// positionOf returns the position of a keyframe, if it is written well.
func positionOf(key *node) (p [3]float64, ok bool) {
	list := key.get("position").items()
	if len(list) != len(p) {
		return p, false
	}
	for i, n := range list {
		if p[i], ok = n.num(); !ok {
			return p, false
		}
	}
	return p, true
}

func samePosition(a, b *node) bool {
	p, ok1 := positionOf(a)
	q, ok2 := positionOf(b)
	return !ok1 || !ok2 || p == q
}

// still applies the rules of a video whose screen stands still, and reports whether it is one.
func (c *checker) still(t Type, props, settings *node, list []timed) bool {
	still := settings.get("still")
	if !still.isTrue() {
		return false
	}
	if !onPhone(t) {
		c.ignored(still, "has no effect on %s; only chats, stories and notifications have it", t)
		return false
	}
	c.requires(settings, "length", "with still, as nothing on the screen says how long the video is")
	for _, field := range settings.fields() {
		switch field.key {
		case "still", "length", "loop", "soundtrack":
		case "keyboard":
			c.keyboard(t, props, settings)
		default:
			c.ignored(field, "has no effect with video.still, which shows a picture")
		}
	}
	for _, field := range moving(props, list) {
		c.ignored(field, "has no effect with video.still, which shows a picture")
	}
	return true
}

package render

import (
	"bytes"
	"image"
	"image/color"
	"slices"
	"testing"

	"mockup/internal/render/composite"
	"mockup/internal/render/phone"
)

// way is a camera that rests, moves and rests again.
func way(frame int) phone.Camera {
	return phone.Camera{float64(min(max(frame, 2), 6)) / 4, .3, 2}
}

// Each frame is drawn as its camera alone sees it, in whatever order frames are asked for, while the next one is drawn.
func TestMovingCamera(t *testing.T) {
	bodies := phone.NewBodies(phone.Options{})
	defer bodies.Close()
	place := phone.ShotPlace{Size: image.Pt(120, 200), Middle: [2]float64{60, 100}, Scale: .2, ScreenScale: .2}
	shotOf := func() *phone.Shot {
		shot, err := bodies.Shot(t.Context(), place, image.NewUniform(color.White))
		if err != nil {
			t.Fatal(err)
		}
		return shot
	}
	project, alone := moving(shotOf(), way, false), shotOf()
	var last *composite.Projection
	order := []int{0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 3, 4, 7, 0, 1, 5, 5, 4}
	for i, frame := range order {
		p, want := project(frame), alone.See(way(frame))
		if !bytes.Equal(p.Picture.Pix, want.Picture.Pix) || !bytes.Equal(p.Transmission.Pix, want.ScreenTransmission.Pix) || !slices.Equal(p.Spans, want.Spans) || p.ToScreen != want.ToScreen {
			t.Errorf("request %d: frame %d is not what its camera sees", i, frame)
		}
		if rests := i > 0 && way(frame) == way(order[i-1]); rests != (p == last) {
			t.Errorf("request %d: frame %d is the projection of the one before: %v, want %v", i, frame, p == last, rests)
		}
		last = p
	}
}

// The next frame is drawn before anybody asks for it, once frames are asked for in order; no camera is drawn twice.
func TestMovingCameraDrawsAhead(t *testing.T) {
	drawn := make(chan phone.Camera, 20)
	m := &movingCamera{camera: way, asked: -2, see: func(c phone.Camera) *composite.Projection {
		drawn <- c
		return &composite.Projection{}
	}}
	m.project(0)
	if len(drawn) != 1 {
		t.Errorf("one frame alone: %d are drawn", len(drawn))
	}
	<-drawn
	m.project(1)
	for frame := 2; frame < 6; frame++ {
		m.project(frame)
		if got := <-drawn; got != way(frame+1) {
			t.Errorf("while frame %d is composed, %v is drawn, want %v", frame, got, way(frame+1))
		}
	}
	for frame := 6; frame < 9; frame++ {
		m.project(frame)
	}
	if len(drawn) > 0 {
		t.Errorf("while the camera rests, %v is drawn", <-drawn)
	}
}

// A panic while the phone is drawn ahead is one of whoever asks for that frame, and does not end the process.
func TestMovingCameraPanics(t *testing.T) {
	m := &movingCamera{camera: way, asked: -2, see: func(c phone.Camera) *composite.Projection {
		if c == way(3) {
			panic("no such phone")
		}
		return &composite.Projection{}
	}}
	for frame := range 3 {
		m.project(frame)
	}
	defer func() {
		if cause := recover(); cause != "no such phone" {
			t.Errorf("the cause is %v", cause)
		}
	}()
	m.project(3)
	t.Error("the frame is shown")
}

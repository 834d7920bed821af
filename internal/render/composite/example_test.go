package composite_test

import (
	"context"
	"fmt"
	"image"
	"image/color"
	"image/draw"

	"mockup/internal/render/composite"
)

// A white square slides over a red frame and fades.
func Example() {
	picture := image.NewNRGBA(image.Rect(0, 0, 64, 64))
	draw.Draw(picture, picture.Rect, image.NewUniform(color.NRGBA{R: 255, A: 255}), image.Point{}, draw.Src)
	draw.Draw(picture, image.Rect(0, 0, 16, 16), image.White, image.Point{}, draw.Src)

	comp := &composite.Composition{
		Width: 64, Height: 64, Frames: 30,
		Layers: []composite.Layer{
			{Sprite: composite.SpriteOf(picture, image.Rect(16, 16, 17, 17))},
			{Sprite: composite.SpriteOf(picture, image.Rect(0, 0, 16, 16))},
		},
		Pose: func(frame int, poses []composite.Pose) {
			poses[0] = composite.At(0, 0)
			poses[0].Scale = 200 // one red pixel, over all of the frame
			poses[1] = composite.At(float64(frame), 24)
			poses[1].Opacity = 1 - float64(frame)/30
		},
	}
	bytes := 0
	err := composite.Compose(context.Background(), comp, func(frame []byte, times int) error {
		bytes += len(frame) * times // to the encoder
		return nil
	})
	fmt.Println(bytes, err)

	middle, err := composite.Draw(comp, 15)
	fmt.Println(middle.NRGBAAt(20, 30), middle.NRGBAAt(40, 30), err)
	// Output:
	// 184320 <nil>
	// {253 128 127 255} {255 1 0 255} <nil>
}

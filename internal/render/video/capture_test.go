package video

import (
	"image"
	"testing"
	"time"

	"mockup/internal/render/motion"
	"mockup/internal/render/storyboard"
)

// What is seen first is captured first, whatever its place on the sheet.
func TestTilesComeInTheOrderOfTheVideo(t *testing.T) {
	board := &storyboard.Storyboard{
		Length: 3 * time.Second,
		Items:  []storyboard.Item{{Key: "late"}, {Key: "first"}, {Key: "last"}},
		Steps:  []storyboard.Step{{Put: []int{1}}, {At: time.Second, Put: []int{0}}, {At: 2 * time.Second, Put: []int{2}}},
	}
	g := &storyboard.Geometry{View: storyboard.Box{0, 0, 100, 100}}
	var all []storyboard.Position
	for i := range board.Items {
		g.Items = append(g.Items, storyboard.ItemBox{First: i})
		g.Sprites = append(g.Sprites, storyboard.SpriteBox{Item: i, Cell: storyboard.Box{0, 1000 * i, 100, 10}})
		all = append(all, storyboard.Position{Sprite: i, Y: 10 * i})
	}
	g.Positions = [][]storyboard.Position{{all[1]}, {all[1], all[0]}, all}
	v := &Video{Board: board, Geometry: g, Timeline: motion.New(board, g, 1), opts: Options{Size: image.Pt(100, 100), FPS: 30}}
	v.arrangeLayers()
	var tiles []*tile
	for _, l := range v.captures {
		tiles = append(tiles, l.tiles(v.opts.Size.Y)...)
	}
	v.sortTiles(tiles)
	var order []int // of the sheet
	for _, tile := range tiles {
		if tile.layer.name == "sheet" {
			order = append(order, tile.area.Min.Y/1000)
		}
	}
	if tiles[0].layer.name != "back" || len(order) != 3 || order[0] != 1 || order[1] != 0 || order[2] != 2 {
		t.Errorf("the sheet is captured in the order %v, and %s before all", order, tiles[0].layer.name)
	}
}

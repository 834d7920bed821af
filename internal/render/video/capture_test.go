package video

import (
	"fmt"
	"image"
	"image/color"
	"slices"
	"strings"
	"testing"
	"time"

	"mockup/internal/render/composite"
	"mockup/internal/render/fastpng"
	"mockup/internal/render/motion"
	"mockup/internal/render/storyboard"
)

// What is seen first is captured first, whatever its place on the sheet. What fills the viewport comes before the sheet only if it is
// seen from the beginning.
func TestTilesComeInTheOrderOfTheVideo(t *testing.T) {
	board := &storyboard.Storyboard{
		Length: 3 * time.Second,
		Items:  []storyboard.Item{{Key: "late"}, {Key: "first"}, {Key: "last"}},
		Steps:  []storyboard.Step{{Put: []int{1}}, {At: time.Second, Put: []int{0}}, {At: 2 * time.Second, Put: []int{2}}},
	}
	g := &storyboard.Geometry{View: storyboard.Box{0, 0, 100, 100}, Front: true}
	var all []storyboard.Position
	for i := range board.Items {
		g.Items = append(g.Items, storyboard.ItemBox{First: i})
		g.Sprites = append(g.Sprites, storyboard.SpriteBox{Item: i, Cell: storyboard.Box{0, 1000 * i, 100, 10}})
		all = append(all, storyboard.Position{Sprite: i, Y: 10 * i})
	}
	g.Sprites[0].Fixed = true // it shows the background that is fixed to the screen
	g.Positions = [][]storyboard.Position{{all[1]}, {all[1], all[0]}, all}
	v := &Video{Board: board, Geometry: g, Timeline: motion.New(board, g, 1), opts: Options{Size: image.Pt(100, 100), FPS: 30}}
	v.arrangeLayers()
	var tiles []*tile
	for _, l := range v.captures {
		tiles = append(tiles, l.tiles(v.opts.Size)...)
	}
	v.sortTiles(tiles)
	var order []string
	for _, tile := range tiles {
		order = append(order, fmt.Sprint(tile.layer.name, " ", tile.area.Min.Y/1000))
	}
	want := []string{"back 0", "front 0", "sheet 1", "sheet 0", "fixed 0", "paint 0", "sheet 2"}
	if !slices.Equal(order, want) {
		t.Errorf("the layers are captured in the order %v, want %v", order, want)
	}
	painted := slices.IndexFunc(v.layers, func(l composite.Layer) bool { return l.Paint != nil })
	if painted < 0 || v.layers[painted].Over == nil || v.layers[painted].Over != v.layers[painted+1].Sprite {
		t.Error("the sprite that shows the fixed background does not hide it as both fade")
	}
}

// At less than three frames a second every frame is looked at.
func TestFirstFramesOfFewFrames(t *testing.T) {
	board := &storyboard.Storyboard{Length: 3 * time.Second, Items: []storyboard.Item{{Key: "a"}}, Steps: []storyboard.Step{{At: time.Second, Put: []int{0}}}}
	g := &storyboard.Geometry{
		View: storyboard.Box{0, 0, 100, 100}, Items: []storyboard.ItemBox{{}}, Sprites: []storyboard.SpriteBox{{Cell: storyboard.Box{0, 0, 100, 10}}},
		Positions: [][]storyboard.Position{{{}}},
	}
	v := &Video{Board: board, Geometry: g, Timeline: motion.New(board, g, 1), opts: Options{Size: image.Pt(100, 100), FPS: 2}}
	v.arrangeLayers()
	first := v.firstFrames()
	if len(v.layers) != 2 || first[v.layers[0].Sprite] != 0 || first[v.layers[1].Sprite] != 2 {
		t.Errorf("of %d layers the first frames are %v, want 0 and 2", len(v.layers), first)
	}
}

// What stands outside the frame at first is captured when it comes in.
func TestFirstFramesOfWhatComesIn(t *testing.T) {
	board := &storyboard.Storyboard{
		Length: 3 * time.Second, Items: []storyboard.Item{{Key: "a"}, {Key: "b"}}, Steps: []storyboard.Step{{Put: []int{0, 1}}, {At: time.Second}},
	}
	g := &storyboard.Geometry{
		View: storyboard.Box{0, 0, 100, 100}, Items: []storyboard.ItemBox{{}, {First: 1}},
		Sprites:   []storyboard.SpriteBox{{Cell: storyboard.Box{0, 0, 100, 10}}, {Item: 1, Cell: storyboard.Box{0, 10, 100, 10}}},
		Positions: [][]storyboard.Position{{{}, {Sprite: 1, Y: 150}}, {{}, {Sprite: 1, Y: 50}}},
	}
	v := &Video{Board: board, Geometry: g, Timeline: motion.New(board, g, 1), opts: Options{Size: image.Pt(100, 100), FPS: 30}}
	v.arrangeLayers()
	first := v.firstFrames()
	if inside, outside := first[v.layers[1].Sprite], first[v.layers[2].Sprite]; inside != 0 || outside <= 30 {
		t.Errorf("what is inside the frame is shown first in frame %d, want 0; what comes in later in frame %d, want one after 30", inside, outside)
	}
}

// A film of which nothing is inside its sprite does not play, and the sprite is captured as any other.
func TestFilmWithoutBox(t *testing.T) {
	for _, test := range []struct {
		box    storyboard.Box
		layers int
	}{{storyboard.Box{10, 10, 20, 20}, 3}, {storyboard.Box{10, 10, 0, 20}, 2}, {storyboard.Box{200, 10, 20, 20}, 2}} {
		board := &storyboard.Storyboard{
			Length: time.Second, Items: []storyboard.Item{{Key: "a"}}, Steps: []storyboard.Step{{Put: []int{0}}}, Films: []storyboard.Film{{Ref: "clip.mp4"}},
		}
		g := &storyboard.Geometry{
			View: storyboard.Box{0, 0, 100, 100}, Items: []storyboard.ItemBox{{}},
			Sprites:   []storyboard.SpriteBox{{Cell: storyboard.Box{0, 0, 100, 50}, Film: &storyboard.FilmBox{Box: test.box}}},
			Positions: [][]storyboard.Position{{{}}},
		}
		v := &Video{Board: board, Geometry: g, Timeline: motion.New(board, g, 1), opts: Options{Size: image.Pt(100, 100), FPS: 30}}
		v.arrangeLayers()
		captured := map[string]int{}
		for _, l := range v.captures {
			captured[l.name] = len(l.regions)
		}
		plays := test.layers - 2
		if len(v.layers) != test.layers || captured["dark"] != plays || captured["lit"] != plays || captured["sheet"] != 1-plays {
			t.Errorf("a film at %v has %d layers, want %d; captured is %v", test.box, len(v.layers), test.layers, captured)
		}
	}
}

// Of a tile that is mostly empty only what the regions cover is captured; of small ones, and of those of several screens, all is. All is
// captured, too, where they cover something whose edges depend on that.
func TestTilesOfParts(t *testing.T) {
	for _, test := range []struct {
		viewport   image.Point
		areas      []image.Rectangle
		area, part image.Rectangle
	}{
		{image.Pt(800, 1700), []image.Rectangle{image.Rect(10, 2000, 790, 2100), image.Rect(30, 2120, 600, 2300)}, image.Rect(10, 2000, 790, 2300), image.Rect(10, 0, 790, 300)},
		{image.Pt(800, 1700), []image.Rectangle{image.Rect(0, 2000, 800, 3400)}, image.Rect(0, 2000, 800, 3700), image.Rectangle{}},
		{image.Pt(400, 600), []image.Rectangle{image.Rect(10, 2000, 30, 2020)}, image.Rect(0, 2000, 800, 2600), image.Rectangle{}},
		{image.Pt(800, 1700), []image.Rectangle{image.Rect(0, 2000, 20, 3900)}, image.Rect(0, 2000, 800, 5400), image.Rectangle{}},
		{image.Pt(800, 5000), []image.Rectangle{image.Rect(20, 1000, 60, 1080)}, image.Rect(20, 1000, 60, 1080), image.Rect(20, 1000, 60, 1080)},
	} {
		layer := &captureLayer{size: image.Pt(800, 5000)}
		for _, area := range test.areas {
			layer.region(area)
		}
		layer.edges = []image.Rectangle{image.Rect(0, 0, 800, 900)} // covered by none
		tiles := layer.tiles(test.viewport)
		if len(tiles) != 1 || tiles[0].area != test.area || tiles[0].part != test.part {
			t.Errorf("%v in a viewport of %v: tile %+v, want one of %v, which is %v of the viewport", test.areas, test.viewport, tiles[0], test.area, test.part)
		}
		layer.edges = append(layer.edges, test.areas[0].Inset(5))
		if whole := layer.tiles(test.viewport)[0]; !whole.part.Empty() || whole.area.Dx() != 800 {
			t.Errorf("%v in a viewport of %v: what has such edges is captured in part: %+v", test.areas, test.viewport, whole)
		}
	}
}

// A region is cut out of the screenshots of its tile wherever it begins, also where it reaches over two of them.
func TestRowsOfTile(t *testing.T) {
	tile := &tile{area: image.Rect(0, 10, 4, 14)}
	for top := 10; top < 14; top += 2 {
		picture := image.NewNRGBA(image.Rect(0, 0, 4, 2))
		for i := range 8 {
			picture.SetNRGBA(i%4, i/4, color.NRGBA{uint8(i % 4), uint8(top + i/4), 0, 255})
		}
		data, err := fastpng.Encode(picture)
		if err != nil {
			t.Fatal(err)
		}
		tile.pngs = append(tile.pngs, spooledPNG{data: data})
	}
	captured := make(chan struct{})
	close(captured)
	tile.captured = captured
	v := &Video{}
	got, err := v.regionPicture(&region{tile: tile, area: image.Rect(1, 11, 3, 13)})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 4 {
		if c, want := got.RGBAAt(i%2, i/2), (color.RGBA{uint8(1 + i%2), uint8(11 + i/2), 0, 255}); c != want {
			t.Errorf("pixel %d is %v, want %v", i, c, want)
		}
	}
	tile.area.Max.X = 5
	if _, err := tile.pictures(); err == nil || !strings.Contains(err.Error(), "its size is (4,2), want (5,2)") {
		t.Errorf("screenshots that are too small give the error %v", err)
	}
}

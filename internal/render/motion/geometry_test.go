package motion

import "mockup/internal/render/storyboard"

// measured is the geometry of items with their first sprites, sprites of some sizes, and their positions at every step.
func measured(first []int, sizes [][2]int, positions [][]storyboard.Position) *storyboard.Geometry {
	g := &storyboard.Geometry{Positions: positions}
	for _, sprite := range first {
		g.Items = append(g.Items, storyboard.ItemBox{First: sprite})
	}
	for item := range g.Items {
		for n := g.Items[item].First; item+1 < len(first) && n < first[item+1] || item+1 == len(first) && n < len(sizes); n++ {
			g.Sprites = append(g.Sprites, storyboard.SpriteBox{Item: item, Cell: storyboard.Box{0, 0, sizes[n][0], sizes[n][1]}})
		}
	}
	return g
}

// addSprite adds an item of one sprite, which has a position at some of the steps.
func addSprite(g *storyboard.Geometry, width, height int) {
	n := len(g.Sprites)
	g.Items = append(g.Items, storyboard.ItemBox{First: n})
	g.Sprites = append(g.Sprites, storyboard.SpriteBox{Item: len(g.Items) - 1, Cell: storyboard.Box{0, 0, width, height}})
}

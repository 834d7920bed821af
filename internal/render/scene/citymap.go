package scene

import (
	"fmt"
	"html/template"
	"math/rand/v2"
	"strings"
)

// Size of the map of a location, in units of its drawing.
const mapWidth, mapHeight = 300, 200

// cityMap draws a map of a town that does not exist: blocks between streets, a park, a river and some houses. The same key
// gives the same map. Its colours are custom properties of style sheets (kinds.css); the pin stands in the middle and is not part of it.
func cityMap(key string) template.HTML {
	chance := rand.New(rand.NewPCG(hash(key), 1))
	var out strings.Builder
	fmt.Fprintf(&out, `<svg class="town" viewBox="0 0 %d %d" preserveAspectRatio="xMidYMid slice">`, mapWidth, mapHeight)
	fmt.Fprintf(&out, `<rect class="land" width="%d" height="%d"/>`, mapWidth, mapHeight)
	turn := chance.IntN(50) - 25
	fmt.Fprintf(&out, `<g transform="rotate(%d %d %d)">`, turn, mapWidth/2, mapHeight/2)
	columns, rows := streets(chance, mapWidth), streets(chance, mapHeight)
	park := [2]int{chance.IntN(len(columns) - 1), chance.IntN(len(rows) - 1)}
	for i := range len(columns) - 1 {
		for j := range len(rows) - 1 {
			x, y := columns[i], rows[j]
			w, h := columns[i+1]-x, rows[j+1]-y
			if i/2 == park[0]/2 && j == park[1] {
				fmt.Fprintf(&out, `<rect class="park" x="%d" y="%d" width="%d" height="%d"/>`, x, y, w, h)
				continue
			}
			houses(&out, chance, x, y, w, h)
		}
	}
	var lines, wide strings.Builder
	for i, x := range columns {
		fmt.Fprintf(road(&lines, &wide, i), "M%d -150V%d", x, mapHeight+150)
	}
	for j, y := range rows {
		fmt.Fprintf(road(&lines, &wide, j+1), "M-150 %dH%d", y, mapWidth+150)
	}
	fmt.Fprintf(&out, `<path class="street" d="%s"/></g>`, lines.String())
	river(&out, chance)
	fmt.Fprintf(&out, `<g transform="rotate(%d %d %d)"><path class="edge" d="%s"/><path class="avenue" d="%s"/></g></svg>`, turn, mapWidth/2, mapHeight/2, wide.String(), wide.String())
	return template.HTML(out.String())
}

// road chooses between narrow streets and avenues, which every third is.
func road(lines, wide *strings.Builder, i int) *strings.Builder {
	if i%3 == 1 {
		return wide
	}
	return lines
}

// streets places streets across a length, and beyond its ends, since the map is turned.
func streets(chance *rand.Rand, length int) []int {
	const beyond, least, spread = 110, 34, 30
	var places []int
	for at := -beyond + chance.IntN(spread); at < length+beyond; at += least + chance.IntN(spread) {
		places = append(places, at)
	}
	return places
}

// houses draws some of the houses of a block.
func houses(out *strings.Builder, chance *rand.Rand, x, y, w, h int) {
	const inset = 6
	for _, part := range [][2]int{{0, 0}, {1, 0}, {0, 1}, {1, 1}} {
		if chance.IntN(3) == 0 {
			continue
		}
		width, height := (w-2*inset)/2-chance.IntN(5), (h-2*inset)/2-chance.IntN(5)
		fmt.Fprintf(out, `<rect class="house" x="%d" y="%d" width="%d" height="%d"/>`,
			x+inset+part[0]*(w-2*inset)/2, y+inset+part[1]*(h-2*inset)/2, max(width-2, 3), max(height-2, 3))
	}
}

// river draws a river through a side of the map, away from the pin in its middle.
func river(out *strings.Builder, chance *rand.Rand) {
	y := 18 + chance.IntN(30)
	if chance.IntN(2) == 0 {
		y = mapHeight - y
	}
	bend := func() int { return y + chance.IntN(50) - 25 }
	fmt.Fprintf(out, `<path class="river" d="M-20 %dC60 %d 90 %d 160 %dS260 %d 320 %d"/>`, bend(), bend(), bend(), y, bend(), bend())
}

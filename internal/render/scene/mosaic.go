package scene

import (
	"math"
	"slices"
)

// Proportions of Telegram's mosaic, in widths of the album: it is 300 wide on a phone, at most 380 high, and no row is
// lower than 81 (submodules/MosaicLayout of Telegram-iOS).
const (
	mosaicHeight    = 380.0 / 300
	mosaicTall      = 4.0 / 3 // what five pictures and more come near to
	mosaicRow       = 81.0 / 300
	mosaicFirst     = .66 // of the height, at most, is a first picture that has a row of its own
	mosaicMost      = 10  // pictures of one message
	mosaicRowsMost  = 4
	mosaicInRowMost = 3
)

// Shapes of pictures that a mosaic treats differently.
const (
	tallBelow    = .8
	wideAbove    = 1.2
	panoramaFrom = 2
)

// mosaic arranges pictures by their shapes, as Telegram does. They fill the rectangle; what does not fit is cropped.
func mosaic(shapes []float64, width, gap int) []Box {
	count, first := len(shapes), shapes[0]
	switch {
	case count > mosaicMost:
		return justify(evenRows(count), width, gap)
	case count > 4 || slices.Max(shapes) >= panoramaFrom:
		return justify(bestRows(shapes, width, gap), width, gap)
	case count == 2 && slices.Min(shapes) > wideAbove:
		return justify(limitRows([][]float64{shapes[:1], shapes[1:]}, width, gap), width, gap)
	case count == 2:
		return justify(limitRows([][]float64{shapes}, width, gap), width, gap)
	case count == 3 && first < tallBelow, count == 4 && first <= wideAbove:
		return besideFirst(shapes, width, gap, int(mosaicHeight*float64(width)))
	}
	return justify(limitRows([][]float64{shapes[:1], shapes[1:]}, width, gap), width, gap)
}

// limitRows crops the pictures of one or two rows so that the rows have their least and greatest heights.
func limitRows(rows [][]float64, width, gap int) [][]float64 {
	room := mosaicHeight * float64(width)
	for i, row := range rows {
		most := room
		if i < len(rows)-1 {
			most *= mosaicFirst
		}
		height := rowHeight(row, width, gap)
		limited := min(max(height, mosaicRow*float64(width)), most)
		rows[i] = slices.Clone(row)
		for k := range row {
			rows[i][k] *= height / limited
		}
		room -= limited + float64(gap)
	}
	return rows
}

// bestRows divides pictures into rows so that the album's height comes nearest to what is usual. Rows that are fuller than
// the next one look worse.
func bestRows(shapes []float64, width, gap int) [][]float64 {
	cropped := make([]float64, len(shapes))
	for i, shape := range shapes {
		cropped[i] = min(max(shape, 2.0/3), 1.7)
	}
	var best [][]float64
	least := math.Inf(1)
	var divide func(rows [][]float64, rest []float64)
	divide = func(rows [][]float64, rest []float64) {
		if len(rest) == 0 && len(rows) > 1 {
			if worth := rowsAreOff(rows, width, gap); worth < least {
				best, least = slices.Clone(rows), worth
			}
		}
		if len(rows) == mosaicRowsMost {
			return
		}
		for n := 1; n <= min(mosaicInRowMost, len(rest)); n++ {
			divide(append(slices.Clone(rows), rest[:n]), rest[n:])
		}
	}
	divide(nil, cropped)
	return best
}

// rowsAreOff says how far rows are from the usual height, in CSS pixels; half as much again for each flaw.
func rowsAreOff(rows [][]float64, width, gap int) float64 {
	height, flaws := float64(gap*(len(rows)-1)), 0.0
	fuller, low := false, false
	for i, row := range rows {
		h := rowHeight(row, width, gap)
		height += h
		low = low || h < mosaicRow*float64(width)
		fuller = fuller || i > 0 && len(rows[i-1]) > len(row)
	}
	if fuller {
		flaws++
	}
	if low {
		flaws++
	}
	return math.Abs(height-mosaicTall*float64(width)) * math.Pow(1.5, flaws)
}

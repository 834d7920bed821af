package asset

import (
	"encoding/xml"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// The size of an SVG image says how wide and high it is shown where nothing else does. Where it gives only a shape, the longer
// side has shapeSide pixels. Its pixels are drawn when it is laid out, so that no size is too large.
const (
	shapeSide   = 512
	longestSide = 2048
)

// Sizes of replaced elements without any: CSS 2, 10.3.2.
const (
	defaultWidth  = 300
	defaultHeight = 150
)

// setSize sets the size of the image among the attributes of its root.
func (r *svgReader) setSize(attributes []xml.Attr) ([]xml.Attr, error) {
	var width, height float64
	var box [4]float64
	kept := []xml.Attr{{Name: xml.Name{Local: "xmlns"}, Value: svgNamespace}}
	for _, a := range attributes {
		switch a.Name.Local {
		case "width":
			width = pixels(a.Value)
		case "height":
			height = pixels(a.Value)
		case "viewBox":
			box = viewBox(a.Value)
		default:
			kept = append(kept, a)
		}
	}
	ratio := box[2] / box[3] // not a number without a viewBox
	if width > 0 && height > 0 {
		ratio = width / height
	}
	hasBox := box[2] > 0 && box[3] > 0
	switch {
	case width > 0 && height > 0:
	case width > 0 && hasBox:
		height = width / ratio
	case height > 0 && hasBox:
		width = height * ratio
	case hasBox:
		width, height = shapeSide*min(1, ratio), shapeSide*min(1, 1/ratio)
	default:
		width, height = or(width, defaultWidth), or(height, defaultHeight)
	}
	if !hasBox {
		box = [4]float64{0, 0, width, height}
	}
	smaller := min(1, longestSide/max(width, height))
	r.width, r.height = max(1, int(math.Round(width*smaller))), max(1, int(math.Round(height*smaller)))
	set := func(name, value string) { kept = append(kept, xml.Attr{Name: xml.Name{Local: name}, Value: value}) }
	set("width", strconv.Itoa(r.width))
	set("height", strconv.Itoa(r.height))
	set("viewBox", fmt.Sprintf("%g %g %g %g", box[0], box[1], box[2], box[3]))
	return kept, nil
}

func or(length, other float64) float64 {
	if length > 0 {
		return length
	}
	return other
}

// pixels reads a CSS length. It is 0 for parts of what is not known, and for what is no length.
func pixels(length string) float64 {
	length = strings.ToLower(strings.TrimSpace(length))
	unit := strings.TrimLeft(length, "+-.0123456789")
	if rest, ok := strings.CutPrefix(unit, "e"); ok && strings.Trim(rest, "+-.0123456789") != rest { // an exponent
		unit = strings.TrimLeft(rest, "+-.0123456789")
	}
	perUnit, known := map[string]float64{"": 1, "px": 1, "pt": 96. / 72, "pc": 16, "in": 96, "cm": 96 / 2.54, "mm": 9.6 / 2.54, "em": 16, "rem": 16, "ex": 8}[unit]
	value, err := strconv.ParseFloat(strings.TrimSuffix(length, unit), 64)
	if !known || err != nil || !(value > 0) || value > 1e9 {
		return 0
	}
	return value * perUnit
}

// viewBox reads a viewBox. Width and height are 0 if it has none.
func viewBox(text string) (box [4]float64) {
	fields := strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' || r == '\t' || r == '\n' || r == '\r' })
	if len(fields) != 4 {
		return box
	}
	for i, field := range fields {
		value, err := strconv.ParseFloat(field, 64)
		if err != nil || math.Abs(value) > 1e9 || math.IsNaN(value) {
			return [4]float64{}
		}
		box[i] = value
	}
	return box
}

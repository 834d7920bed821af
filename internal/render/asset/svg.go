package asset

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/base64"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"mockup/internal/pattern"
)

// Bounds on SVG images. Avatars of the services that draw them have less than 20 KB and 200 elements; the largest flag of
// the usual sets has 150 KB and 1,000.
const (
	maxSVGBytes    = 4 << 20 // unpacked
	maxSVGDepth    = 100     // elements in each other
	maxSVGElements = 20_000  // those that are drawn again, as by use or as a pattern, are counted again
	maxSVGText     = 2000    // characters
	maxEntities    = 4096    // references to entities that the image declares; none is longer than maxEntity
	maxEntity      = 80
)

const svgNamespace = "http://www.w3.org/2000/svg"

// leftOut are the elements that are left out with all that is in them: programs, other documents, what moves, and what
// is not drawn.
var leftOut = map[string]bool{
	"script": true, "handler": true, "listener": true, "foreignObject": true, "iframe": true, "audio": true, "video": true, "canvas": true,
	"animate": true, "animateColor": true, "animateMotion": true, "animateTransform": true, "set": true, "discard": true,
	"metadata": true, "title": true, "desc": true,
}

// unpackSVG returns an SVG image as text, packed or not; ok is false for anything else.
func unpackSVG(data []byte) (text []byte, ok bool, err error) {
	if has(data, 0, "\x1f\x8b") {
		packed, err := gzip.NewReader(bytes.NewReader(data))
		if err != nil {
			return nil, false, nil
		}
		start, _ := io.ReadAll(io.LimitReader(packed, svgStart))
		if !isSVG(start) {
			return nil, false, nil
		}
		rest, err := readAtMost(packed, maxSVGBytes)
		if err == nil && len(rest) > maxSVGBytes-len(start) {
			err = tooLarge(maxSVGBytes)
		}
		var refused *refusal
		if err != nil && !errors.As(err, &refused) {
			err = fmt.Errorf("unpack the SVG image: %w; export or download it again", err)
		}
		return append(start, rest...), true, err
	}
	if !isSVG(data) {
		return nil, false, nil
	}
	if len(data) > maxSVGBytes {
		return nil, true, tooLarge(maxSVGBytes)
	}
	return data, true, nil
}

// svgStart is how many bytes may stand before the first element.
const svgStart = 16 << 10

// isSVG reports whether text looks like an SVG image.
func isSVG(data []byte) bool {
	data = bytes.TrimLeft(data[:min(len(data), svgStart)], "\ufeff \t\r\n")
	if !has(data, 0, "<") {
		return false
	}
	start := bytes.ToLower(data)
	return bytes.Contains(start, []byte("<svg")) && !bytes.Contains(start, []byte("<html"))
}

// inspectSVG returns an SVG image without all that is not a still picture of its own: see leftOut. Its size is set in
// pixels.
func inspectSVG(data []byte, maxPixels int64) (Image, error) {
	r := svgReader{decoder: xml.NewDecoder(bytes.NewReader(data)), maxPixels: maxPixels}
	r.decoder.CharsetReader = charsetReader
	if err := r.read(data); err != nil {
		return Image{}, err
	}
	if err := r.count(); err != nil {
		return Image{}, err
	}
	return Image{
		Data: r.out.Bytes(), Type: SVG, Width: r.width, Height: r.height, Text: r.text.String(),
	}, nil
}

// SVG is the MIME type of images that are drawn of vectors.
const SVG = "image/svg+xml"

// svgReader copies an SVG image, element by element.
type svgReader struct {
	decoder   *xml.Decoder
	out       bytes.Buffer
	text      strings.Builder
	maxPixels int64 // of the images in it

	elements      []svgElement
	open          []int // indexes of the elements that are not closed yet, the root first
	width, height int
}

// svgElement is what counts an element's parts.
type svgElement struct {
	id       string
	name     string
	children []int
	refs     []string // IDs of elements that are drawn again with it
}

func (r *svgReader) read(data []byte) error {
	for {
		token, err := r.decoder.Token()
		if errors.Is(err, io.EOF) && len(r.elements) > 0 && len(r.open) == 0 {
			return nil
		}
		if err != nil {
			return damagedSVG(err)
		}
		r.decoder.CharsetReader = secondCharset
		switch token := token.(type) {
		case xml.Directive:
			if r.decoder.Entity == nil && len(r.elements) == 0 {
				r.decoder.Entity = entities(token, data)
			}
		case xml.StartElement:
			err = r.start(token)
		case xml.EndElement:
			r.end()
		case xml.CharData:
			err = r.characters(token)
		}
		if err != nil {
			return err
		}
	}
}

func damagedSVG(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("the SVG image is damaged: %w; export or download it again", err)
}

// charsetReader reads the encodings that old drawing programs write.
func charsetReader(charset string, input io.Reader) (io.Reader, error) {
	switch strings.ToLower(charset) {
	case "us-ascii", "ascii":
		return input, nil
	case "iso-8859-1", "latin1", "windows-1252":
		return charmap.Windows1252.NewDecoder().Reader(input), nil
	}
	return nil, fmt.Errorf("its encoding is %s; save it as UTF-8", shorten(charset))
}

// secondCharset refuses an encoding that is declared anywhere but at the very start.
func secondCharset(string, io.Reader) (io.Reader, error) {
	return nil, errors.New("it declares an encoding in its middle")
}

// entities returns the short texts that a document type declares, as drawing programs do for their namespaces.
func entities(doctype xml.Directive, data []byte) map[string]string {
	found := map[string]string{}
	if bytes.Count(data, []byte("&")) > maxEntities {
		return found
	}
	for _, declared := range entity().FindAllSubmatch(doctype, -1) {
		if len(declared[2]) <= maxEntity {
			found[string(declared[1])] = string(declared[2])
		}
	}
	return found
}

var entity = pattern.Lazy(`<!ENTITY\s+([A-Za-z_][\w.-]*)\s+"([^"&%<]*)"\s*>`)

func (r *svgReader) start(e xml.StartElement) error {
	drawn := (e.Name.Space == svgNamespace || e.Name.Space == "") && !leftOut[e.Name.Local]
	switch {
	case len(r.elements) == 0 && (!drawn || e.Name.Local != "svg"):
		return fmt.Errorf("its first element is %s and not svg; give an SVG image", shorten(e.Name.Local))
	case len(r.elements) > 0 && len(r.open) == 0:
		return damagedSVG(errors.New("it has a second root"))
	case !drawn:
		return damagedSVG(r.decoder.Skip())
	case len(r.elements) == maxSVGElements:
		return tooComplex()
	case len(r.open) == maxSVGDepth:
		return fmt.Errorf("more than %d elements of the SVG image are in each other; simplify it or convert it to PNG", maxSVGDepth)
	}
	element := svgElement{name: e.Name.Local}
	attributes, err := r.attributes(e, &element)
	if err != nil {
		return err
	}
	at := len(r.elements)
	if at == 0 {
		if attributes, err = r.setSize(attributes); err != nil {
			return err
		}
	} else {
		parent := &r.elements[r.open[len(r.open)-1]]
		parent.children = append(parent.children, at)
	}
	r.elements = append(r.elements, element)
	r.open = append(r.open, at)
	r.out.WriteString("<" + e.Name.Local)
	for _, a := range attributes {
		fmt.Fprintf(&r.out, ` %s="`, a.Name.Local)
		if err := xml.EscapeText(&r.out, []byte(a.Value)); err != nil {
			return err
		}
		r.out.WriteByte('"')
	}
	r.out.WriteByte('>')
	if element.name == "style" {
		return r.styleSheet()
	}
	return nil
}

func (r *svgReader) end() {
	last := len(r.open) - 1
	name := r.elements[r.open[last]].name
	r.open = r.open[:last]
	r.out.WriteString("</" + name + ">")
}

// styleSheet copies what is in a style element up to its end. Comments and elements can be anywhere in its text, which is read
// without them.
func (r *svgReader) styleSheet() error {
	var text strings.Builder
	for {
		token, err := r.decoder.Token()
		if err != nil {
			return damagedSVG(err)
		}
		switch token := token.(type) {
		case xml.CharData:
			text.Write(token)
		case xml.StartElement:
			if err := r.decoder.Skip(); err != nil {
				return damagedSVG(err)
			}
		case xml.EndElement:
			if err := xml.EscapeText(&r.out, []byte(localStyle(text.String()))); err != nil {
				return err
			}
			r.end()
			return nil
		}
	}
}

// characters copies text.
func (r *svgReader) characters(text xml.CharData) error {
	if len(r.open) == 0 {
		return nil
	}
	if r.inText() {
		if r.text.Write(text); utf8.RuneCountInString(r.text.String()) > maxSVGText {
			return fmt.Errorf("the SVG image has more than %d characters of text; convert the text to paths, or the image to PNG", maxSVGText)
		}
	}
	return xml.EscapeText(&r.out, text)
}

func (r *svgReader) inText() bool {
	for _, at := range r.open {
		if r.elements[at].name == "text" {
			return true
		}
	}
	return false
}

// attributes returns those attributes of an element that are kept, each name once, and notes what the element is called and what
// it refers to. Of href and xlink:href, href counts.
func (r *svgReader) attributes(e xml.StartElement, element *svgElement) ([]xml.Attr, error) {
	slices.SortStableFunc(e.Attr, func(a, b xml.Attr) int { return cmp.Compare(min(len(a.Name.Space), 1), min(len(b.Name.Space), 1)) })
	var kept []xml.Attr
	taken := make(map[string]bool, len(e.Attr))
	for _, a := range e.Attr {
		name := a.Name.Local
		switch space := a.Name.Space; {
		case space == "http://www.w3.org/1999/xlink" || space == "xlink":
			if name != "href" {
				continue
			}
		case (space == "xml" || space == "http://www.w3.org/XML/1998/namespace") && name == "space":
			name = "xml:space"
		case space != "" || name == "xmlns" || strings.HasPrefix(strings.ToLower(name), "on") || name == "base" || name == "systemLanguage":
			continue
		}
		if taken[name] {
			continue
		}
		taken[name] = true
		value := a.Value
		switch name {
		case "id":
			element.id = value
		case "href":
			var err error
			if value, err = r.reference(value, element); err != nil {
				return nil, err
			}
			if value == "" {
				continue
			}
		default:
			value = localStyle(value)
			for _, used := range localURL().FindAllStringSubmatch(value, -1) {
				element.refs = append(element.refs, used[1])
			}
		}
		kept = append(kept, xml.Attr{Name: xml.Name{Local: name}, Value: value})
	}
	return kept, nil
}

// reference returns an address that may stay: of a part of the image, or a PNG or JPEG inside of it. Others move, or are
// not in the file.
func (r *svgReader) reference(value string, element *svgElement) (string, error) {
	value = strings.TrimSpace(value)
	if id, ok := strings.CutPrefix(value, "#"); ok {
		element.refs = append(element.refs, id)
		return value, nil
	}
	if scheme(value) != "data" {
		return "", nil
	}
	data, err := decodeDataURL(value, maxSVGBytes, sampleImage)
	if err != nil {
		return "", nil
	}
	name, mime, size := sniff(data)
	if name != "PNG" && name != "JPEG" || bytes.Contains(data, []byte("acTL")) { // the latter is a PNG that moves
		return "", nil
	}
	width, height, err := size(data)
	if err != nil {
		return "", fmt.Errorf("the %s image in the SVG image %w; export or download it again", name, err)
	}
	if r.maxPixels -= int64(width) * int64(height); r.maxPixels < 0 || max(width, height) > maxSide {
		return "", errors.New("the images in the SVG image have too many pixels; make them smaller")
	}
	return "data:" + mime + ";base64," + base64.StdEncoding.EncodeToString(data), nil
}

var (
	localURL     = pattern.Lazy(`(?i)url\(\s*["']?#([^"')]*)`)
	foreignURL   = pattern.Lazy(`(?i)url\(\s*(["']?)\s*[^"'#\s]`)
	foreignImage = pattern.Lazy(`(?i)\b(image-set|image|src)\(`)
	foreignRule  = pattern.Lazy(`(?i)@(import|font-face|(-[a-z]+-)?keyframes|starting-style)`)
	escape       = pattern.Lazy(`\\+([0-9A-Za-z])`) // may stand for a letter of a keyword
)

// localStyle returns style without addresses of anything outside of the image, and without what moves.
func localStyle(text string) string {
	if !strings.ContainsAny(text, "(@") {
		return text
	}
	text = escape().ReplaceAllString(text, "$1")
	text = foreignURL().ReplaceAllString(text, "none($1")
	text = foreignImage().ReplaceAllString(text, "none(")
	return foreignRule().ReplaceAllString(text, "@none")
}

func tooComplex() error {
	return fmt.Errorf("the SVG image has more than %d elements, with those that it repeats; simplify it or convert it to PNG", maxSVGElements)
}

// count refuses an image that draws too many elements.
func (r *svgReader) count() error {
	byID := map[string]int{}
	for i, e := range r.elements {
		if _, taken := byID[e.id]; e.id != "" && !taken {
			byID[e.id] = i
		}
	}
	counts := make([]int, len(r.elements)) // 0: not known; -1: being counted
	var count func(i, depth int) int
	count = func(i, depth int) int {
		switch {
		case counts[i] < 0: // what would repeat itself is not drawn
			return 0
		case depth > 2*maxSVGDepth:
			return maxSVGElements + 1
		}
		if counts[i] > 0 {
			return counts[i]
		}
		counts[i] = -1
		sum := 1
		for _, child := range r.elements[i].children {
			sum = min(sum+count(child, depth+1), maxSVGElements+1)
		}
		for _, id := range r.elements[i].refs {
			if target, ok := byID[id]; ok {
				sum = min(sum+count(target, depth+1), maxSVGElements+1)
			}
		}
		counts[i] = sum
		return sum
	}
	if count(0, 0) > maxSVGElements {
		return tooComplex()
	}
	return nil
}

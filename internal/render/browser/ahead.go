package browser

import "strings"

// mostAhead bounds the images that are decoded ahead, in pixels of 4 bytes: each is whole in memory until it is scaled.
const mostAhead = 24 << 20

// pixelsOfArt is how many pixels a picture of a template has at most.
const pixelsOfArt = 4 << 20

// ahead lists the addresses of images that the page decodes while it lays the document out, and of those that it draws later, with the
// items of a video.
func (d *Document) ahead() (images, later []string) {
	images, pixels := d.decodable(sources([]string{d.HTML}), 0)
	later, _ = d.decodable(sources(d.Items), pixels)
	return images, later
}

// decodable returns those of some addresses that are decoded ahead, and how many pixels all have then that are.
func (d *Document) decodable(addresses []string, pixels int) ([]string, int) {
	some := []string{} // [] in JSON, not null
	for _, address := range addresses {
		more := d.pixels(strings.TrimPrefix(address, Origin))
		if more == 0 || pixels+more > mostAhead {
			continue
		}
		some, pixels = append(some, address), pixels+more
	}
	return some, pixels
}

// pixels returns how many pixels an image has that can be decoded ahead; 0: it cannot.
func (d *Document) pixels(path string) int {
	if strings.HasPrefix(path, "/art/") && strings.HasSuffix(path, ".webp") {
		return pixelsOfArt
	}
	if file := d.Files[path]; file.hasBytes() {
		return file.Pixels
	}
	return 0
}

// sources lists the addresses of the images in markup, each once.
func sources(markup []string) []string {
	const attribute = ` src="`
	var addresses []string
	listed := map[string]bool{}
	for _, html := range markup {
		for _, part := range strings.Split(html, attribute)[1:] {
			address, _, _ := strings.Cut(part, `"`)
			if strings.HasPrefix(address, "/") {
				address = Origin + address
			}
			if !listed[address] {
				addresses, listed[address] = append(addresses, address), true
			}
		}
	}
	return addresses
}

// hasBytes reports whether no channel of an image has more than 8 bits. Of others, Chromium draws other pixels if they are decoded ahead.
func (f *File) hasBytes() bool {
	const depth = 24 // its place in a PNG
	switch f.Type {
	case "image/jpeg", "image/webp", "image/gif":
		return true
	case "image/png":
		return len(f.Data) > depth && f.Data[depth] <= 8
	}
	return false
}

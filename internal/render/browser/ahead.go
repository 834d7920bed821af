package browser

import (
	"maps"
	"slices"
	"strings"
)

// mostAhead bounds the images that are decoded ahead, in pixels of 4 bytes: each is whole in memory until it is scaled.
const mostAhead = 24 << 20

// ahead lists the addresses of images that the page decodes while it lays the document out.
func (d *Document) ahead() []string {
	addresses, pixels := []string{}, 0
	for _, path := range slices.Sorted(maps.Keys(d.Files)) {
		file, address := d.Files[path], Origin+path
		if file.Pixels == 0 || pixels+file.Pixels > mostAhead || !file.hasBytes() || !strings.Contains(d.HTML, address) {
			continue
		}
		addresses, pixels = append(addresses, address), pixels+file.Pixels
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

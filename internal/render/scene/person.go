package scene

import (
	"hash/fnv"
	"html/template"
	"strings"
	"unicode"

	"github.com/rivo/uniseg"

	"mockup/internal/schema"
)

// Avatar is a person's picture, or what stands in for it.
type Avatar struct {
	Image    template.URL // empty: draw the initials
	Initials string       // one or two letters, upper case; empty for a name without letters
	Color    template.CSS // from the manifest's palette, the same for the same person; may be empty
	Index    int          // of the colour in the palette
}

// avatar returns the picture of a person. The key chooses the colour.
func (b *builder) avatar(image schema.ImageRef, name, key string) Avatar {
	letters := 2
	if b.option("initials") == "1" {
		letters = 1
	}
	a := Avatar{Image: b.image(image), Initials: initials(name, letters)}
	a.Index, a.Color = b.color(key)
	return a
}

// color chooses a colour of the manifest's palette for a key: the members of a group take turns, so that no two are
// alike while there are colours; everybody else gets one by the hash of the key.
func (b *builder) color(key string) (int, template.CSS) {
	if len(b.manifest.Palette) == 0 {
		return 0, ""
	}
	i, ok := b.members[key]
	if !ok {
		hash := fnv.New32a()
		hash.Write([]byte(key))
		i = int(hash.Sum32())
	}
	i %= len(b.manifest.Palette)
	return i, template.CSS(b.manifest.Palette[i])
}

// initials returns the first letters of a name's first and last words, upper case. Words that begin with no
// letter or digit, an emoji for instance, do not count.
func initials(name string, most int) string {
	var letters []string
	for word := range strings.FieldsSeq(name) {
		cluster, _, _, _ := uniseg.FirstGraphemeClusterInString(word, -1)
		if r := []rune(cluster)[0]; unicode.IsLetter(r) || unicode.IsDigit(r) {
			letters = append(letters, strings.ToUpper(cluster))
		}
	}
	switch {
	case len(letters) == 0:
		return ""
	case most == 1 || len(letters) == 1:
		return letters[0]
	}
	return letters[0] + letters[len(letters)-1]
}

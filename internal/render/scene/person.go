package scene

import (
	"fmt"
	"hash/fnv"
	"html/template"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"mockup/internal/render/scene/text"
	"mockup/internal/schema"
)

// Avatar is a person's picture, or what stands in for it.
type Avatar struct {
	Image    template.URL // empty: draw the initials
	Initials string       // one or two letters, upper case; empty for a name without letters
	Wide     bool         // the initials are two letters of which one is wide, as M is
	Color    template.CSS // from the manifest's palette, the same for the same person; may be empty
	Index    int          // of the colour in the palette
}

// avatar returns the picture of a person. The key chooses the colour.
func (b *builder) avatar(image schema.ImageRef, name, key string) Avatar {
	a := Avatar{Image: b.image(image)}
	if o := b.manifest.Options.Person; o.AppleInitials {
		a.Initials = text.AppleInitials(name, o.Initials)
	} else {
		a.Initials = text.Initials(name, o.Initials)
	}
	a.Wide = len([]rune(a.Initials)) > 1 && strings.ContainsAny(a.Initials, "MWŴЖМФШЩЫЮ")
	a.Index, a.Color = b.color(key)
	return a
}

// handle writes a person's handle without "@": the one given, or one made up, with the app's domain behind it where it has
// none. It is never empty.
func (b *builder) handle(given, name, id string) string {
	handle := strings.TrimPrefix(strings.TrimSpace(given), "@")
	if handle == "" {
		handle = b.madeUpHandle(name, id)
	}
	if domain := b.manifest.Options.Person.HandleDomain; !strings.Contains(handle, ".") {
		handle += domain
	}
	return handle
}

// madeUpHandle makes a handle as the apps propose one: the name in small letters without accents. A name mostly in another script
// gives the id of the person, and an id that says nothing a number.
func (b *builder) madeUpHandle(name, id string) string {
	const fewest = 3 // characters of an id that says something, unlike a and u1
	if handle := b.fold(name); len(handle) > 1 && mostlyLatin(name) {
		return handle
	}
	if handle := b.fold(id); len(handle) >= fewest {
		return handle
	}
	return fmt.Sprintf("user%06d", hash(id, name)%1_000_000)
}

// mostlyLatin reports whether at least half of a text's letters are Latin ones.
func mostlyLatin(text string) bool {
	latin, letters := 0, 0
	for _, r := range text {
		if unicode.IsLetter(r) {
			letters++
		}
		if unicode.Is(unicode.Latin, r) {
			latin++
		}
	}
	return 2*latin >= letters
}

// fold returns what of a text may stand in a handle of the app: small Latin letters, without accents, digits, and the
// marks that the app allows, one at a time and between others.
func (b *builder) fold(text string) string {
	o := b.manifest.Options.Person
	var out []rune
	for _, letter := range norm.NFKD.String(strings.ToLower(text)) {
		for _, r := range plainLetters(letter) {
			mark := len(out) > 0 && strings.ContainsRune(o.HandleMarks, r) && !strings.ContainsRune(o.HandleMarks, out[len(out)-1])
			if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || mark {
				out = append(out, r)
			}
		}
	}
	if o.HandleMost > 0 {
		out = out[:min(len(out), o.HandleMost)]
	}
	return strings.TrimRight(string(out), o.HandleMarks)
}

// plainLetters returns how a small Latin letter is written without marks, if it has no decomposition into a letter and an
// accent. All other characters are returned as they are.
func plainLetters(r rune) string {
	switch r {
	case 'ß':
		return "ss"
	case 'æ':
		return "ae"
	case 'œ':
		return "oe"
	case 'þ':
		return "th"
	case 'ø', 'ɔ':
		return "o"
	case 'đ', 'ð', 'ɖ', 'ɗ':
		return "d"
	case 'ə', 'ǝ', 'ɛ':
		return "e"
	case 'ł':
		return "l"
	case 'ħ':
		return "h"
	case 'ı':
		return "i"
	case 'ŋ':
		return "n"
	case 'ŧ':
		return "t"
	case 'ɓ':
		return "b"
	case 'ƙ':
		return "k"
	case 'ƒ':
		return "f"
	}
	return string(r)
}

// hash returns a number that depends on some texts, for what is made up of them.
func hash(texts ...string) uint64 {
	sum := fnv.New64a()
	for _, text := range texts {
		sum.Write([]byte(text))
		sum.Write([]byte{0})
	}
	return sum.Sum64()
}

// color chooses a colour of the manifest's palette for a key: the members of a group take turns, so that no two are
// alike while there are colours; everybody else gets one by the hash of the key.
func (b *builder) color(key string) (int, template.CSS) {
	if len(b.manifest.Palette) == 0 {
		return 0, ""
	}
	i, ok := b.members[key]
	if !ok {
		sum := fnv.New32a()
		sum.Write([]byte(key))
		i = int(sum.Sum32())
	}
	i %= len(b.manifest.Palette)
	return i, template.CSS(b.manifest.Palette[i])
}

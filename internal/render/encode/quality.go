package encode

import (
	"fmt"
	"slices"
	"strconv"

	"mockup/internal/render/format"
)

// Quality is a balance between the time that an encoding takes, the size of the file and how good it looks: one of three
// words, or for some formats lossless or a number from 1 to 100.
type Quality string

// The qualities that have names, from the fastest. Empty means Standard.
const (
	Draft    Quality = "draft"
	Standard Quality = "standard"
	High     Quality = "high"
	Lossless Quality = "lossless"
)

// ParseQuality reads a quality of any format.
func ParseQuality(text string) (Quality, error) {
	q := Quality(text)
	if slices.Contains([]Quality{Draft, Standard, High, Lossless}, q) || q.isNumber() {
		return q, nil
	}
	return "", fmt.Errorf("allowed are draft, standard, high, for webp lossless, and for jpeg, webp and avif a number from 1 to 100")
}

func (q Quality) isNumber() bool {
	n, err := strconv.Atoi(string(q))
	return err == nil && n >= 1 && n <= 100 && strconv.Itoa(n) == string(q)
}

// Check reports a quality that a format does not have.
func (q Quality) Check(f format.Format) error {
	isWord := slices.Contains([]Quality{Draft, Standard, High}, q)
	switch {
	case q == "":
		return nil
	case f.Scale == format.NoScale:
		return fmt.Errorf("the quality %s has no effect: %s has only one; leave it out", q, f.Name)
	case isWord, f.Scale == format.Numbers && q.isNumber(), f.Lossless && q == Lossless:
		return nil
	case f.Lossless:
		return fmt.Errorf("there is no quality %q: take draft, standard, high, lossless, or a number from 1 to 100", q)
	case f.Scale == format.Numbers:
		return fmt.Errorf("there is no quality %q of %s: take draft, standard, high, or a number from 1 to 100", q, f.Name)
	}
	return fmt.Errorf("there is no quality %q: take draft, standard or high", q)
}

// number is the quality from 1 to 100.
func (q Quality) number() int {
	switch q {
	case Draft:
		return 70
	case "", Standard:
		return 90
	case High:
		return 97
	case Lossless:
		return 100
	}
	n, _ := strconv.Atoi(string(q)) // Check has seen it
	return n
}

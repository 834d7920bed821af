package render

import (
	"fmt"
	"unicode"

	"mockup/internal/render/scene"
)

// Bounds of what Chromium lays out at once, so that no text holds it for its whole timeout. On two quiet cores 100,000
// words take some 3 s, and 100,000 marks on one letter 20 s: a time that grows with the square of their number.
const (
	maxCharacters = scene.MaxCharacters
	maxMarks      = 1000 // combining marks in a row
)

// checkText refuses markup whose text is too much to be laid out.
func checkText(markup string) error {
	characters, marks, inTag := 0, 0, false
	for _, r := range markup {
		switch {
		case inTag:
			inTag = r != '>'
		case r == '<':
			inTag, marks = true, 0
		case r >= 0x300 && unicode.Is(unicode.M, r):
			characters++
			if marks++; marks > maxMarks {
				return &SizeError{fmt.Sprintf("a letter has more than %d combining marks; remove some", maxMarks)}
			}
		default:
			characters++
			marks = 0
		}
	}
	if characters > maxCharacters {
		return &SizeError{fmt.Sprintf("the page to draw has %d characters, blanks between its parts included; at most %d are drawn in one picture: "+
			"shorten the content, such as by leaving out the oldest messages", characters, maxCharacters)}
	}
	return nil
}

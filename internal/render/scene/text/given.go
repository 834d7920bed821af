package text

import (
	"regexp"
	"strings"
)

// phoneNumber is a telephone number that stands in the place of a name: at least six digits, and what is written between them.
var phoneNumber = regexp.MustCompile(`^\s*\+?(?:[\s().-]*\d){6,}\s*$`)

// title is an abbreviated title. Capital letters are none, but initials.
var title = regexp.MustCompile(`^(?:\P{Lu}|[^.]{2,})\.$`)

// GivenName returns the word by which an app calls somebody: the first of the name, behind abbreviated titles ("Dr. Ada King" is
// Ada; "A. King" is A.). A telephone number stays whole.
func GivenName(name string) string {
	words := strings.Fields(name)
	if phoneNumber.MatchString(name) {
		return strings.Join(words, " ")
	}
	for len(words) > 1 && title.MatchString(words[0]) {
		words = words[1:]
	}
	if len(words) == 0 {
		return ""
	}
	return words[0]
}

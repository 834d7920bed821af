package text

import (
	"slices"
	"strings"

	"mockup/internal/pattern"
)

// phoneNumber is a telephone number that stands in the place of a name: at least six digits, and what is written between them.
var phoneNumber = pattern.Lazy(`^\s*\+?(?:[\s().-]*\d){6,}\s*$`)

// title is an abbreviated title, or a word that is one without a full stop. Capital letters are none, but initials.
var title = pattern.Lazy(`^(?:(?:\P{Lu}|[^.]{2,})\.|Dr|Prof|Mr|Mrs|Ms)$`)

// GivenName returns the word by which an app calls somebody: the first of the name, behind abbreviated titles ("Dr. Ada King" is
// Ada; "A. King" is A.), with the emoji in front of it ("🌸 Lina Berg" is 🌸 Lina), and without a comma behind it ("King, Ada" is
// King). A telephone number stays whole.
func GivenName(name string) string {
	words := strings.Fields(name)
	if phoneNumber().MatchString(name) {
		return strings.Join(words, " ")
	}
	if len(words) == 0 {
		return ""
	}
	named := max(0, slices.IndexFunc(words, func(word string) bool { return strings.ContainsFunc(word, isWord) }))
	given := strings.TrimRight(withoutTitles(words[named:])[0], ",;،、，")
	return strings.Join(append(words[:named:named], given), " ")
}

// withoutTitles returns the words of a name behind its titles. The last word is none.
func withoutTitles(words []string) []string {
	for len(words) > 1 && title().MatchString(words[0]) {
		words = words[1:]
	}
	return words
}

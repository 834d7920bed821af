// Package pattern compiles regular expressions when they are first used. To compile all of a large program takes each of its starts some
// milliseconds.
package pattern

import (
	"regexp"
	"sync"
)

// Lazy returns what returns a regular expression, which must be valid.
func Lazy(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}

package version

import "testing"

func TestString(t *testing.T) {
	defer func(n, c string) { number, commit = n, c }(number, commit)
	for _, c := range []struct {
		number, commit, want string
		exact                bool
	}{
		{"", "", next + "-dev", false},
		{"", "0123456789ab", next + "-dev+0123456789ab", true},
		{"", "0123456789ab-dirty", next + "-dev+0123456789ab-dirty", false},
		{"1.2.3", "0123456789ab", "1.2.3", true},
	} {
		number, commit = c.number, c.commit
		if got := String(); got != c.want || Exact() != c.exact {
			t.Errorf("%q and %q: got %s, exact %t", c.number, c.commit, got, Exact())
		}
	}
}

package wording_test

import (
	"fmt"
	"strings"
	"testing"

	"mockup/internal/wording"
)

func ExampleDidYouMean() {
	fmt.Println(`"watsapp" is not a platform` + wording.DidYouMean("watsapp", []string{"signal", "whatsapp"}))
	fmt.Println(`"fax" is not a platform` + wording.DidYouMean("fax", []string{"signal", "whatsapp"}))
	// Output:
	// "watsapp" is not a platform; did you mean "whatsapp"?
	// "fax" is not a platform
}

func ExamplePrintable() {
	fmt.Println(wording.Printable("red.yaml\x1b[31m\nnext line"))
	// Output: red.yaml\x1b[31m\nnext line
}

func TestNearest(t *testing.T) {
	names := []string{"darkMode", "showHeader", "x"}
	for word, want := range map[string]string{
		"darkmode": "darkMode", "darkMod": "darkMode", "showHeaders": "showHeader", "X": "x",
		"y": "", "platform": "", "": "", strings.Repeat("darkMode", 9): "",
	} {
		if got := wording.Nearest(word, names); got != want {
			t.Errorf("Nearest(%q) is %q, want %q", word, got, want)
		}
	}
	if got := wording.Nearest("größe", []string{strings.Repeat("größe", 1_000_000), "Größe"}); got != "Größe" {
		t.Errorf("beside a long candidate: %q", got)
	}
}

func TestShorten(t *testing.T) {
	for _, text := range []string{"", "short", strings.Repeat("ä", 60)} {
		if got := wording.Shorten(text); got != text {
			t.Errorf("%q became %q", text, got)
		}
	}
	if got := wording.Shorten(strings.Repeat("ä", 1000)); got != strings.Repeat("ä", 60)+"…" {
		t.Errorf("a long text became %q", got)
	}
}

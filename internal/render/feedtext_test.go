package render

import (
	"strings"
	"testing"

	"mockup/internal/schema"
)

// codeFont reports whether the page has the font of the code that it shows, and whether the code keeps inside its block.
const codeFont = `() => [...document.querySelectorAll("pre, .text code")].map((code) => {
	const family = getComputedStyle(code).fontFamily.split(",")[0].replace(/"/g, "");
	return [...document.fonts].some((face) => face.family.replace(/"/g, "") === family) && code.getBoundingClientRect().right <= innerWidth;
})`

// Code in a comment of Reddit has a font with letters, and a long line of it does not leave the picture.
func TestCodeInComments(t *testing.T) {
	t.Parallel()
	p := samplePayload(t, schema.Comments, "reddit")
	p.Props.(*schema.CommentProps).Comments[0].Text = "`go vet`\n```go\nfunc main() { fmt.Println(\"a line that is far wider than the picture\", 1, 2, 3, 4, 5) }\n```"
	var found []bool
	layOutPage(t, Shared, p, codeFont, nil, &found)
	if len(found) != 2 || !found[0] || !found[1] {
		t.Errorf("code within a line and in a block: %v", found)
	}
}

// tables returns how many lines the first cell of a table has, and how far to the right the table reaches.
const tables = `() => {
	const words = document.createRange(), cell = document.querySelector("td");
	words.selectNodeContents(cell);
	return [words.getClientRects().length, document.querySelector(".text .table").getBoundingClientRect().right];
}`

// A wide table in a comment of Reddit breaks no word, and does not leave the picture.
func TestTableInComments(t *testing.T) {
	t.Parallel()
	p := samplePayload(t, schema.Comments, "reddit")
	wide := strings.Repeat("| Honorificabilitudinitatibus ", 5)
	p.Props.(*schema.CommentProps).Comments[0].Text = wide + "\n" + strings.Repeat("|-", 5) + "\n" + wide
	var found [2]float64
	layOutPage(t, Shared, p, tables, nil, &found)
	if found[0] != 1 || found[1] > 402 {
		t.Errorf("the first cell has %g lines, and the table reaches to %g", found[0], found[1])
	}
}

// rightOfWords returns how far the words of the first comment end from the right edge of its bubble.
const rightOfWords = `() => {
	const words = document.createRange();
	words.selectNodeContents(document.querySelector(".bubble .text"));
	return document.querySelector(".bubble").getBoundingClientRect().right - words.getBoundingClientRect().right;
}`

// A short text that runs from right to left begins at the right of a bubble that a long name makes wide.
func TestShortCommentFromTheRight(t *testing.T) {
	t.Parallel()
	p := samplePayload(t, schema.Comments, "facebook")
	p.Props.(*schema.CommentProps).Comments[0].Text = "نعم"
	var room float64
	layOutPage(t, Shared, p, rightOfWords, nil, &room)
	if room > 14 {
		t.Errorf("the words end %g from the edge of the bubble", room)
	}
}

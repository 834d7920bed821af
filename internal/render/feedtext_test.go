package render

import (
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

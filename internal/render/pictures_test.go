package render

import (
	"fmt"
	"strings"
	"testing"

	"mockup/internal/render/browser"
	"mockup/internal/schema"
	"mockup/templates"
)

// All pictures of a post that are shown are loaded, also where more of them have room than of square ones.
func TestNarrowPicturesAreLoaded(t *testing.T) {
	t.Parallel()
	for _, platform := range templates.Available(string(schema.Posts)) {
		p := samplePayload(t, schema.Posts, platform)
		post := &p.Props.(*schema.PostProps).Post
		post.Image, post.Images = "", nil
		for i := range 6 {
			post.Images = append(post.Images, strip(t, 10, 40+i))
		}
		doc, err := Shared.buildDocument(t.Context(), Job{Payload: p})
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(doc.HTML, fmt.Sprintf("src=%q", browser.Origin)) {
			t.Errorf("%s: a picture that is shown is not loaded", platform)
		}
		doc.close()
	}
}

// cardCorners returns the radii of a post's card and of its shadow.
const cardCorners = `() => [".picture > .screen", ".canvas-shadow"].map((of) => getComputedStyle(document.querySelector(of)).borderRadius)`

// The shadow of a post on a canvas has the corners of its card, and cornerRadius is that of both.
func TestShadowHasTheCornersOfTheCard(t *testing.T) {
	t.Parallel()
	zero, forty := 0., 40.
	for _, platform := range templates.Available(string(schema.Posts)) {
		for _, radius := range []*float64{nil, &zero, &forty} {
			p := samplePayload(t, schema.Posts, platform)
			p.Canvas = &schema.Canvas{AspectRatio: "1:1", Padding: 40, Shadow: "soft", CornerRadius: radius}
			var corners []string
			layOutPage(t, Shared, p, cardCorners, nil, &corners)
			if corners[0] == "0px" || platform == "pinterest" && radius == nil && corners[0] != "24px" || corners[0] != corners[1] || radius == &forty && corners[0] != "40px" {
				t.Errorf("%s: the card has corners of %s, its shadow of %s", platform, corners[0], corners[1])
			}
		}
	}
}

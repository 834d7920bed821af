package render

import (
	"fmt"
	"image"
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
			post.Images = append(post.Images, schema.ImageRef(dataURL(t, image.NewGray(image.Rect(0, 0, 10, 40+i)))))
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

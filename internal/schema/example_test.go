package schema_test

import (
	"encoding/json"
	"fmt"
	"log"
	"slices"
	"strings"

	"mockup/internal/schema"
)

const story = `mockupType: stories
platform: instagram
renderKind: image
resolutionScale: 2x
rendererVersion: mockup-chromium-v1
props:
  platform: instagram
  author: { username: lena.bakes, verified: false }
  slides: [{ id: bread, image: photos/bread.jpg }]
`

func ExampleDecode() {
	payload, found := schema.Decode([]byte(story), schema.Options{Filename: "story.yaml", AllowPaths: true})
	if err := found.Err(); err != nil {
		log.Fatal(err)
	}
	props := payload.Props.(*schema.StoryProps)
	fmt.Println(payload.MockupType, props.Author.Username)
	fmt.Println("battery:", props.BatteryLevel) // a default
	// Output:
	// stories lena.bakes
	// battery: 100
}

// Every violation is reported at once, with its place.
func ExampleDecode_invalid() {
	text := strings.NewReplacer("instagram\nrenderKind", "instagramm\nrenderKind", "verified: false", "verifed: false").Replace(story)
	_, found := schema.Decode([]byte(text), schema.Options{Filename: "story.yaml", AllowPaths: true})
	fmt.Println(found)
	// Output:
	// story.yaml:2:11: platform: "instagramm" is not allowed; allowed: instagram, snapchat; did you mean "instagram"? (enum)
	// story.yaml:8:35: props.author.verifed: unknown field; did you mean "verified"? (unknown_field)
}

// Read keeps the payload as it was written, so that it can be sent to a service, which takes no file paths.
func ExampleRead() {
	doc, found := schema.Read([]byte(story), schema.Options{Filename: "story.yaml", AllowPaths: true})
	if err := found.Err(); err != nil {
		log.Fatal(err)
	}
	body, err := doc.JSON(func(path string) string { return "https://pictures.example/" + path })
	if err != nil {
		log.Fatal(err)
	}
	var sent struct {
		Props struct{ Slides []schema.StorySlide }
	}
	if err := json.Unmarshal(body, &sent); err != nil {
		log.Fatal(err)
	}
	fmt.Println(sent.Props.Slides[0].Image)
	// Output: https://pictures.example/photos/bread.jpg
}

func ExampleDiagnostics_Warnings() {
	text := strings.Replace(story, "props:", "cameraPosition: [0, 0, 3]\nprops:", 1)
	_, found := schema.Decode([]byte(text), schema.Options{AllowPaths: true})
	fmt.Println(found.HasErrors())
	fmt.Println(found.Warnings())
	// Output:
	// false
	// 6:1: warning: cameraPosition: has no effect without render3D: true (ignored)
}

func ExampleSample() {
	data, err := schema.Sample(schema.Posts, schema.SampleOptions{Platform: "threads", Minimal: true})
	if err != nil {
		log.Fatal(err)
	}
	payload, found := schema.Decode(data, schema.Options{})
	fmt.Println(payload.MockupType, payload.Platform, len(found))
	// Output: posts threads 0
}

func ExampleJSONSchema() {
	data, err := schema.JSONSchema(schema.Stories)
	if err != nil {
		log.Fatal(err)
	}
	var document struct {
		Schema   string `json:"$schema"`
		Title    string
		Required []string
	}
	if err := json.Unmarshal(data, &document); err != nil {
		log.Fatal(err)
	}
	slices.Sort(document.Required)
	fmt.Println(document.Schema)
	fmt.Println(document.Title, document.Required)
	// Output:
	// https://json-schema.org/draft/2020-12/schema
	// Stories mockup [mockupType platform props renderKind rendererVersion resolutionScale]
}

func ExamplePayload_Images() {
	payload, _ := schema.Decode([]byte(story), schema.Options{AllowPaths: true})
	for path, image := range payload.Images() {
		fmt.Println(path, *image)
	}
	// Output: props.slides.0.image photos/bread.jpg
}

func ExampleParseColor() {
	c, err := schema.ParseColor("hsl(204 88% 53% / 50%)")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(schema.FormatColor(c))
	// Output: #1e9cf180
}

package scene

import (
	"slices"
	"strings"
	"testing"
	"time"

	"mockup/internal/render/storyboard"
	"mockup/internal/schema"
)

func storyOf(slides ...schema.StorySlide) *schema.StoryProps {
	return &schema.StoryProps{Platform: "instagram", Author: schema.StoryAuthor{Username: "mia"}, Slides: slides}
}

func TestStickers(t *testing.T) {
	text := schema.StorySticker{Kind: "text", Text: " hi ", X: .25, Y: .5, Tilt: -4, Font: "serif", Size: 30, Ground: "box", Color: "#ffe600", Align: "left"}
	link := schema.StorySticker{Kind: "link", URL: "https://www.example.com/a", X: .5, Y: .5}
	poll := schema.StorySticker{Kind: "poll", Text: "Now?", Options: []schema.PollOption{{ID: "a", Text: "Yes", Votes: 1}, {ID: "b", Text: "No", Votes: 3}}, Voted: "a"}
	s := build(t, schema.Stories, "instagram", storyOf(schema.StorySlide{ID: "a", Stickers: []schema.StorySticker{text, link, poll}}))
	got := s.View.Body.(*Story).Slide.Stickers
	if len(got) != 3 || got[0].Text != "hi" || got[0].Class != "serif box left" || got[0].Place != "left: 25.00%; top: 50.00%; rotate: -4deg" {
		t.Errorf("the stickers are %+v", got)
	}
	if got[0].Style != "font-size: 30px; --color: #ffe600; --ink: #000000" {
		t.Errorf("the text has the style %s", got[0].Style)
	}
	if got[1].Text != "example.com" || !got[2].Poll.Results || !got[2].Poll.Options[0].Chosen || got[2].Poll.Options[1].Percent != 75 {
		t.Errorf("the link is %+v, the poll %+v", got[1], got[2].Poll)
	}
	if fonts := s.Template.Manifest.Fonts; !slices.Contains(fonts, "Source Serif 4") || slices.Contains(fonts, "JetBrains Mono") {
		t.Errorf("the fonts are %v", fonts)
	}
	if plain := build(t, schema.Stories, "instagram", storyOf(schema.StorySlide{ID: "a"})); len(plain.Template.Manifest.Fonts) != 1 {
		t.Errorf("without stickers the fonts are %v", plain.Template.Manifest.Fonts)
	}
}

// On a half transparent box, a text of a bright colour keeps that and the box is black; else the text is white.
func TestSoftGround(t *testing.T) {
	for color, want := range map[schema.Color]string{
		"": "--color: #000000; --ink: #ffffff", "#ffe600": "--color: #000000; --ink: #ffe600", "#202060": "--color: #202060; --ink: #ffffff",
	} {
		if got := string(stickerStyle(schema.StorySticker{Ground: "soft", Color: color, Size: 30})); !strings.HasSuffix(got, want) {
			t.Errorf("a text of the colour %q has the style %s, want %s", color, got, want)
		}
	}
}

// A tap ends a slide before its bar is full, and the bar is full from then on. The last slide ends by itself.
func TestTapsSkipSlides(t *testing.T) {
	hold := number(3)
	props := storyOf(
		schema.StorySlide{ID: "a", Tap: number(1.5)}, schema.StorySlide{ID: "b", Tap: number(2), Timing: &schema.Timing{Hold: hold}},
		schema.StorySlide{ID: "c", Tap: number(4), Timing: &schema.Timing{Hold: hold}}, schema.StorySlide{ID: "d", Tap: number(1)},
	)
	board := buildVideo(t, schema.Stories, "instagram", props, nil).Storyboard
	second := func(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }
	want := []storyboard.Fill{
		{From: 0, To: second(5), Cut: second(1.5)}, {From: second(1.5), To: second(4.5), Cut: second(3.5)}, {From: second(3.5), To: second(6.5)}, {From: second(6.5), To: second(11.5)},
	}
	if !slices.Equal(board.Fills, want) || board.Length != second(11.5) {
		t.Errorf("the bars fill %v in %v, want %v", board.Fills, board.Length, want)
	}
	if html := board.Items[0].HTML; strings.Contains(html, "sticker") {
		t.Errorf("a slide without stickers has some: %s", html)
	}
}

package scene

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"mockup/internal/render/scene/text"
	"mockup/internal/schema"
	"mockup/templates"
)

// postOn builds the view of a post on a platform.
func postOn(t *testing.T, platform string, post schema.Post) (*Post, []Warning) {
	t.Helper()
	post.Author.Name, post.Timestamp = "Zoe", "2026-03-31T09:41:00Z"
	s := newPost(t, post, func(p *schema.Payload) {
		p.Platform, p.Props.(*schema.PostProps).Platform = platform, platform
	})
	return s.View.Body.(*Post), s.Warnings
}

func TestPostHasPicturesOrAPollOrALink(t *testing.T) {
	poll := &schema.PostPoll{Options: []schema.PollOption{{ID: "a", Text: "Yes", Votes: 3}, {ID: "b", Text: "No", Votes: 1}}, Voted: "b"}
	link := &schema.PostLink{URL: "https://www.example.com/a", Title: " Title ", Description: "about"}
	post, _ := postOn(t, "x", schema.Post{Content: "which?", Poll: poll, Link: link})
	want := []PollOption{{Text: "Yes", Percent: 75, Leads: true, Share: "75"}, {Text: "No", Percent: 25, Chosen: true, Share: "25"}}
	if post.Link != nil || post.Poll == nil || !post.Poll.Results || !slices.Equal(post.Poll.Options, want) || post.Poll.Votes != "4" {
		t.Errorf("the poll is %+v, the link %+v", post.Poll, post.Link)
	}
	if post, _ = postOn(t, "x", schema.Post{Image: "a.jpg", Poll: poll, Link: link}); post.Poll != nil || post.Link != nil {
		t.Errorf("a post with a picture has the poll %+v and the link %+v", post.Poll, post.Link)
	}
	if post, _ = postOn(t, "x", schema.Post{Link: link}); *post.Link != (PostLink{Title: "Title", Host: "example.com"}) {
		t.Errorf("the link is %+v", post.Link)
	}
	if post, _ = postOn(t, "bluesky", schema.Post{Poll: poll, Link: link}); post.Poll != nil || post.Link.Description != "about" {
		t.Errorf("on bluesky, the poll is %+v and the link %+v", post.Poll, post.Link)
	}
	open := *poll
	open.Voted = ""
	if post, _ = postOn(t, "threads", schema.Post{Poll: &open}); post.Poll.Results {
		t.Error("a poll shows its results before the viewer has voted")
	}
}

// X writes a decimal of the shares and all digits of the votes, the others whole numbers and their own counts.
func TestSharesOfAPoll(t *testing.T) {
	poll := &schema.PostPoll{Options: []schema.PollOption{{ID: "a", Votes: 10_063_875}, {ID: "b", Votes: 7_438_516}, {ID: "c", Votes: 0}}, Closed: true}
	for platform, want := range map[string]string{
		"x": "57.5 42.5 0 of 17,502,391", "threads": "58 42 0 of 17.5M", "facebook": "58 42 0 of 17M", "linkedin": "58 42 0 of 17,502,391",
	} {
		post, _ := postOn(t, platform, schema.Post{Poll: poll})
		var got []string
		for _, option := range post.Poll.Options {
			got = append(got, option.Share)
		}
		if text := strings.Join(got, " ") + " of " + post.Poll.Votes; text != want {
			t.Errorf("%s: %s, want %s", platform, text, want)
		}
	}
	own := &schema.PostPoll{Options: []schema.PollOption{{ID: "a"}, {ID: "b"}}, Voted: "b"}
	if post, _ := postOn(t, "x", schema.Post{Poll: own}); post.Poll.Votes != "1" || post.Poll.Options[1].Percent != 100 {
		t.Errorf("with the viewer's vote alone: %+v", post.Poll)
	}
}

func TestQuoteOfAPost(t *testing.T) {
	quote := &schema.PostQuote{Author: schema.PostAuthor{Name: "Ida Lind"}, Content: "see #this ", Image: "b.jpg", Timestamp: "2026-03-30T09:41:00Z"}
	for platform, time := range map[string]string{"x": "Mar 30", "bluesky": "1d", "linkedin": "1d", "threads": "03/30/26", "facebook": "March 30 at 9:41 AM"} {
		post, warnings := postOn(t, platform, schema.Post{Content: "yes", Quote: quote})
		if post.Quote == nil || post.Quote.Time != time || post.Quote.Author.Name != "Ida Lind" || post.Quote.Image != "/b.jpg" || len(warnings) > 0 {
			t.Errorf("%s: the quote is %+v, warnings %v", platform, post.Quote, warnings)
		}
	}
	atOnce := newPost(t, schema.Post{Quote: quote, Timestamp: quote.Timestamp}, func(p *schema.Payload) {
		p.Props.(*schema.PostProps).ViewedAt = quote.Timestamp
	})
	if age := atOnce.View.Body.(*Post).Quote.Time; age != "now" {
		t.Errorf("what is quoted at once is of %s", age)
	}
	old := *quote
	old.Timestamp = "2024-03-30T09:41:00Z"
	if post, _ := postOn(t, "x", schema.Post{Quote: &old}); post.Quote.Time != "Mar 30, 2024" {
		t.Errorf("the old quote is of %s", post.Quote.Time)
	}
	if post, _ := postOn(t, "bluesky", schema.Post{Quote: &old}); post.Quote.Time != "3/30/2024" {
		t.Errorf("bluesky: the old quote is of %s", post.Quote.Time)
	}
	if post, _ := postOn(t, "facebook", schema.Post{Quote: &old}); post.Quote.Time != "March 30, 2024" {
		t.Errorf("facebook: an older post is dated %q", post.Quote.Time)
	}
	if post, _ := postOn(t, "tiktok", schema.Post{Quote: quote}); post.Quote != nil {
		t.Errorf("tiktok shows the quote %+v", post.Quote)
	}
}

func TestReactionKindsOfAPost(t *testing.T) {
	many, one := schema.PostMetrics{Reactions: number(12)}, schema.PostMetrics{Reactions: number(1)}
	for _, tc := range []struct {
		platform string
		post     schema.Post
		want     []string
	}{
		{"facebook", schema.Post{Metrics: many}, []string{"like", "love", "haha"}},
		{"facebook", schema.Post{Metrics: one}, []string{"like"}},
		{"facebook", schema.Post{Metrics: many, ReactionKinds: []string{"sad", "care"}}, []string{"sad", "care"}},
		{"facebook", schema.Post{Metrics: one, ReactionKinds: []string{"sad", "care"}}, []string{"sad"}},
		{"facebook", schema.Post{Metrics: schema.PostMetrics{Reactions: number(0), Likes: number(2)}}, []string{"like", "love"}},
		{"linkedin", schema.Post{Metrics: many, ReactionKinds: []string{"sad", "funny"}}, []string{"funny"}},
		{"linkedin", schema.Post{Metrics: many, ReactionKinds: []string{"sad"}}, []string{"like", "insightful", "love"}},
		{"x", schema.Post{Metrics: many, ReactionKinds: []string{"love"}}, nil},
	} {
		if post, _ := postOn(t, tc.platform, tc.post); len(post.Kinds)+len(tc.want) > 0 && !reflect.DeepEqual(post.Kinds, tc.want) {
			t.Errorf("%s: %v gives %v, want %v", tc.platform, tc.post.ReactionKinds, post.Kinds, tc.want)
		}
	}
}

// Pictures of a post fill the width, the gap apart, and none covers another one.
func TestPicturesOfAPostDoNotOverlap(t *testing.T) {
	shapes := []float64{.5, .8, 1, 1.5, 3}
	for _, form := range []string{"quad", "blocks", "banner", "strip"} {
		for count := 2; count <= 5; count++ {
			if count > 4 && (form == "quad" || form == "blocks") {
				continue
			}
			for first := range shapes {
				var of []float64
				for i := range count {
					of = append(of, shapes[(first+i)%len(shapes)])
				}
				boxes := placePictures(form, of, 370, 4)
				checkBoxes(t, fmt.Sprintf("%s of %v", form, of), boxes, 370, 4)
				if form != "strip" && len(boxes) != count {
					t.Errorf("%s of %v has %d boxes", form, of, len(boxes))
				}
			}
		}
	}
}

func checkBoxes(t *testing.T, what string, boxes []Box, width, gap int) {
	t.Helper()
	right := 0
	for i, a := range boxes {
		right = max(right, a.X+a.Width)
		if a.Width < 60 || a.Height < 60 || a.X < 0 || a.Y < 0 {
			t.Errorf("%s: the box %d is %+v", what, i, a)
		}
		for _, b := range boxes[:i] {
			apart := max(a.X-b.X-b.Width, b.X-a.X-a.Width, a.Y-b.Y-b.Height, b.Y-a.Y-a.Height)
			if apart < gap {
				t.Errorf("%s: %+v and %+v are %d apart", what, a, b, apart)
			}
		}
	}
	if right < width && !strings.HasPrefix(what, "strip") {
		t.Errorf("%s: the boxes end at %d of %d", what, right, width)
	}
}

// Only pictures that are shown are loaded, and the last one says how many are not.
func TestPicturesOfAPostThatAreNotShown(t *testing.T) {
	images := slices.Repeat([]schema.ImageRef{"a.jpg"}, 9)
	for platform, want := range map[string]struct{ shown, more, dots, warnings int }{
		"x": {4, 0, 0, 1}, "bluesky": {4, 0, 0, 1}, "facebook": {5, 4, 0, 0}, "linkedin": {5, 4, 0, 0}, "threads": {2, 0, 0, 0},
		"instagram": {1, 0, 5, 0}, "tiktok": {1, 0, 5, 0}, "pinterest": {1, 0, 5, 0},
	} {
		post, warnings := postOn(t, platform, schema.Post{Images: images, Image: "b.jpg"})
		p := post.Pictures
		if post.Image != "" || len(p.Shown) != want.shown || p.Shown[len(p.Shown)-1].More != want.more || len(p.Dots) != want.dots || len(warnings) != want.warnings {
			t.Errorf("%s: %+v, warnings %v", platform, p, warnings)
		}
	}
}

// Of three pictures in blocks the first is a square, and the others are the halves of one.
func TestThreePicturesInBlocks(t *testing.T) {
	got := placePictures("blocks", []float64{.5, 1, 3}, 370, 4)
	want := []Box{{Width: 183, Height: 183}, {X: 187, Width: 183, Height: 90}, {X: 187, Y: 94, Width: 183, Height: 89}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// Posts, comments and cards write the counters of an app in one way, which is that of its real pictures.
func TestCountsOfApps(t *testing.T) {
	numbers := []float64{999, 1000, 9999, 10000, 12345, 99999, 999949, 999999, 1000000, 1250000}
	decimals := "999 1K 9.9K 10K 12.3K 99.9K 999.9K 999.9K 1M 1.2M"
	commas := strings.Replace(decimals, "1K 9.9K", "1,000 9,999", 1)
	few := "999 1K 9.9K 10K 12K 99K 999K 999K 1M 1.2M"
	apps := map[string]string{
		"bluesky": strings.Replace(few, "1.2M", "1M", 1), "facebook": few, "instagram": commas, "tiktok": commas, "x": commas, "threads": decimals, "youtube": few,
		"linkedin":  "999 1,000 9,999 10,000 12,345 99,999 999,949 999,999 1,000,000 1,250,000",
		"pinterest": strings.ToLower(decimals), "reddit": strings.ToLower(decimals),
	}
	for _, kind := range []string{"posts", "comments", "comment-popup"} {
		for _, platform := range templates.Available(kind) {
			if kind == "comment-popup" && platform == "tiktok" { // shows none
				continue
			}
			m, err := templates.ReadManifest(kind, platform)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, n := range numbers {
				got = append(got, text.Count(n, m.Options.Feed.Counts))
			}
			if want := apps[platform]; strings.Join(got, " ") != want {
				t.Errorf("%s/%s: %v, want %s", kind, platform, got, want)
			}
		}
	}
}

package scene

import (
	"slices"
	"testing"

	"mockup/internal/schema"
	"mockup/templates"
)

// newPost builds the scene of a post on X.
func newPost(t *testing.T, post schema.Post, change func(*schema.Payload)) *Scene {
	t.Helper()
	p := &schema.Payload{MockupType: schema.Posts, Platform: "x", Props: &schema.PostProps{Platform: "x", Post: post}}
	if change != nil {
		change(p)
	}
	s, err := Build(p, &templates.Set{}, Options{Images: func(ref string) string { return "/" + ref }})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func number(n float64) *float64 { return &n }

func TestPost(t *testing.T) {
	s := newPost(t, schema.Post{
		Author:  schema.PostAuthor{Name: "Zoe Marlow 2", Verified: true},
		Content: "hello #world", Image: "lake.jpg", Timestamp: "2026-03-31T09:41:00Z",
		Metrics: schema.PostMetrics{Likes: number(12345), Comments: number(0), Reposts: number(1), Views: number(9999)},
	}, nil)
	post := s.View.Body.(*Post)
	if post.Author.Username != "zoemarlow2" || !post.Author.Verified {
		t.Errorf("author is %+v", post.Author)
	}
	if post.Time != "9:41 AM · Mar 31, 2026" || post.Image != "/lake.jpg" || post.Text != `hello <a class="hashtag">#world</a>` {
		t.Errorf("post is %+v", post)
	}
	want := map[string]Counter{"likes": {"12.3K", false}, "reposts": {"1", true}, "views": {"9,999", false}}
	if len(post.Metrics) != len(want) {
		t.Errorf("counters are %v, want %v", post.Metrics, want)
	}
	for name, counter := range want {
		if got := post.Metrics[name]; got == nil || *got != counter {
			t.Errorf("%s is %v, want %v", name, got, counter)
		}
	}
	if s.Height != 0 || s.Clear || post.Card || len(s.Warnings) > 0 {
		t.Errorf("height %d, clear %v, card %v, warnings %v", s.Height, s.Clear, post.Card, s.Warnings)
	}
}

func TestPostLeavesOutWhatTheAppHasNoPlaceFor(t *testing.T) {
	s := newPost(t, schema.Post{
		Author: schema.PostAuthor{Name: "山田", Username: "@yamada", Subtitle: "CEO"}, Title: "Title", Timestamp: "2026-03-31T09:41:00Z",
		Metrics: schema.PostMetrics{Upvotes: number(3), Likes: number(4)},
	}, nil)
	post := s.View.Body.(*Post)
	if post.Title != "" || post.Author.Subtitle != "" || post.Metrics["upvotes"] != nil || post.Author.Username != "yamada" {
		t.Errorf("post is %+v", post)
	}
	var messages []string
	for _, w := range s.Warnings {
		messages = append(messages, w.Code+": "+w.Message)
	}
	want := []string{"ignored: a post on X shows no subtitle", "ignored: a post on X shows no title", "ignored: a post on X shows no upvotes"}
	if !slices.Equal(messages, want) {
		t.Errorf("warnings are %q, want %q", messages, want)
	}
}

func TestPostGround(t *testing.T) {
	post := schema.Post{Author: schema.PostAuthor{Name: "A"}, Timestamp: "2026-03-31T09:41:00Z"}
	clear := newPost(t, post, func(p *schema.Payload) { p.Props.(*schema.PostProps).TransparentBackground = true })
	if !clear.Clear || !clear.View.Clear {
		t.Error("a transparent post has a ground")
	}
	framed := newPost(t, post, func(p *schema.Payload) {
		p.Canvas = &schema.Canvas{AspectRatio: "1:1", Background: "white"}
		p.Props.(*schema.PostProps).DarkMode = true
	})
	if !framed.View.Body.(*Post).Card || !framed.View.Dark || framed.Clear {
		t.Errorf("on a canvas: %+v, dark %v, clear %v", framed.View.Body, framed.View.Dark, framed.Clear)
	}
}

func TestPostWithoutDarkLook(t *testing.T) {
	post := schema.Post{Author: schema.PostAuthor{Name: "A"}, Timestamp: "2026-03-31T09:41:00Z"}
	s := newPost(t, post, func(p *schema.Payload) {
		p.Platform = "tiktok"
		p.Props.(*schema.PostProps).DarkMode = true
	})
	if s.View.Dark || len(s.Warnings) != 1 || s.Warnings[0].Message != "a post on TikTok looks the same with darkMode" {
		t.Errorf("dark %v, warnings %v", s.View.Dark, s.Warnings)
	}
}

func TestPostOptions(t *testing.T) {
	props := &schema.PostProps{Post: schema.Post{
		Author: schema.PostAuthor{Name: "A"}, Content: "one two three four five", Timestamp: "2026-06-14T12:00:00Z",
		Metrics: schema.PostMetrics{Likes: number(0), Saves: number(1200)},
	}}
	b := manifestBuilder(schema.Posts, map[string]string{"excerpt": "10", "bigBelow": "40", "zeros": "show", "counts": "short1-lower", "saves": "true"})
	b.payload = &schema.Payload{Props: props}
	b.post(props)
	post := b.scene.View.Body.(*Post)
	if post.Text != "one two" || !post.Cut || !post.Big || post.Time != "1d" {
		t.Errorf("post is %+v", post)
	}
	if post.Metrics["likes"].Text != "0" || post.Metrics["saves"].Text != "1.2k" {
		t.Errorf("likes %v, saves %v", post.Metrics["likes"], post.Metrics["saves"])
	}
}

package scene

import (
	"slices"
	"testing"
	"time"

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
	s, err := Build(t.Context(), p, &templates.Set{}, Options{Images: func(ref string) string { return "/" + ref }})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func number(n float64) *float64 { return &n }

func TestPost(t *testing.T) {
	s := newPost(t, schema.Post{
		Author:  schema.PostAuthor{Name: "Zoe Marlow 2", Verified: true},
		Content: "\n hello #world \n", Image: "lake.jpg", Timestamp: "2026-03-31T09:41:00Z",
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
	want := []string{
		"ignored: props.post.author.subtitle: a post on X shows no subtitle",
		"ignored: props.post.metrics.upvotes: a post on X shows no upvotes",
		"ignored: props.post.title: a post on X shows no title",
	}
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
		p.Canvas = &schema.Canvas{AspectRatio: "1:1", Background: schema.CanvasBackground{Color: "white"}}
		p.Props.(*schema.PostProps).DarkMode = true
	})
	if !framed.View.Body.(*Post).Card || !framed.View.Dark || framed.Clear {
		t.Errorf("on a canvas: %+v, dark %v, clear %v", framed.View.Body, framed.View.Dark, framed.Clear)
	}
}

func TestPostWithoutDarkLook(t *testing.T) {
	post := schema.Post{Author: schema.PostAuthor{Name: "A"}, Image: "lake.jpg", Timestamp: "2026-03-31T09:41:00Z"}
	s := newPost(t, post, func(p *schema.Payload) {
		p.Platform = "tiktok"
		p.Props.(*schema.PostProps).DarkMode = true
	})
	if s.View.Dark || len(s.Warnings) != 1 || s.Warnings[0].Message != "props.darkMode: a post on TikTok looks the same with it" {
		t.Errorf("dark %v, warnings %v", s.View.Dark, s.Warnings)
	}
}

func TestPostUsername(t *testing.T) {
	for _, test := range []struct{ platform, name, username, want string }{
		{"x", "Renée Müller 2", "", "reneemuller2"},
		{"x", "A", "@given.name", "given.name"},
		{"bluesky", "Kenji Watanabe", "", "kenjiwatanabe.bsky.social"},
		{"bluesky", "Kenji", "kenji", "kenji.bsky.social"},
		{"bluesky", "Kenji", "kenji.example", "kenji.example"},
		{"bluesky", "山田", "", "user011215.bsky.social"},
	} {
		post := schema.Post{Author: schema.PostAuthor{Name: test.name, Username: test.username}, Timestamp: "2026-03-31T09:41:00Z"}
		s := newPost(t, post, func(p *schema.Payload) { p.Platform = test.platform })
		if got := s.View.Body.(*Post).Author.Username; got != test.want {
			t.Errorf("%s, %q, %q: %q, want %q", test.platform, test.name, test.username, got, test.want)
		}
	}
}

// Without a moment of looking the app's date stands, which is true on any day; LinkedIn has none. The moment is the
// payload's, or that of the options.
func TestPostViewedAt(t *testing.T) {
	for _, test := range []struct {
		platform string
		viewed   schema.Instant
		now      string
		want     string
	}{
		{"instagram", "", "", "December 31"},
		{"instagram", "2026-01-01T01:00:00Z", "", "2 hours ago"},
		{"instagram", "2026-01-01T01:00:00Z", "2026-01-03T00:00:00Z", "2 days ago"},
		{"instagram", "2027-01-01T01:00:00Z", "", "December 31, 2025"},
		{"facebook", "", "", "December 31 at 11:00 PM"},
		{"threads", "", "", "12/31/25"},
		{"tiktok", "", "", "12-31"},
		{"linkedin", "", "", "2h"},
		{"linkedin", "2026-01-08T23:00:00Z", "", "1w"},
	} {
		p := &schema.Payload{MockupType: schema.Posts, Platform: test.platform, Props: &schema.PostProps{
			Post: schema.Post{Timestamp: "2025-12-31T23:00:00Z"}, ViewedAt: test.viewed,
		}}
		s, err := Build(t.Context(), p, &templates.Set{}, Options{Now: schema.Instant(test.now).Time()})
		if err != nil {
			t.Fatal(err)
		}
		if got := s.View.Body.(*Post).Time; got != test.want {
			t.Errorf("%s, viewed %q, now %q: %q, want %q", test.platform, test.viewed, test.now, got, test.want)
		}
	}
}

func TestPostWithoutPicture(t *testing.T) {
	for platform, want := range map[string]bool{"instagram": true, "tiktok": true, "pinterest": true, "x": false, "facebook": false} {
		p := &schema.Payload{MockupType: schema.Posts, Platform: platform, Props: &schema.PostProps{Post: schema.Post{Timestamp: "2026-03-31T09:41:00Z"}}}
		s, err := Build(t.Context(), p, &templates.Set{}, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := slices.ContainsFunc(s.Warnings, func(w Warning) bool { return w.Code == "incomplete" }); got != want {
			t.Errorf("%s: warned %v, want %v", platform, got, want)
		}
	}
}

// Every app writes counters and times in its own way.
func TestPostNumbersAndTimes(t *testing.T) {
	posted := schema.Instant("2026-03-03T17:41:00Z")
	ages := []time.Duration{30 * time.Second, 5 * time.Minute, 3 * time.Hour, 2 * 24 * time.Hour, 7 * 24 * time.Hour, 330 * 24 * time.Hour}
	numbers := []float64{999, 1000, 9999, 12400, 999949, 1.2e6}
	for _, test := range []struct {
		platform string
		ages     []string
		numbers  []string
	}{
		{"instagram", []string{"30 seconds ago", "5 minutes ago", "3 hours ago", "2 days ago", "March 3", "March 3, 2026"}, []string{"999", "1,000", "9,999", "12.4K", "999.9K", "1.2M"}},
		{"threads", []string{"now", "5m", "3h", "2d", "03/03/26", "03/03/26"}, []string{"999", "1K", "9.9K", "12.4K", "999.9K", "1.2M"}},
		{"bluesky", slices.Repeat([]string{"5:41 PM · Mar 3, 2026"}, 6), []string{"999", "1K", "9.9K", "12K", "999K", "1M"}},
		{"linkedin", []string{"now", "5m", "3h", "2d", "1w", "11mo"}, []string{"999", "1,000", "9,999", "12,400", "999,949", "1,200,000"}},
		{"facebook", []string{"Just now", "5m", "3h", "2d", "March 3 at 5:41 PM", "March 3, 2026"}, []string{"999", "1K", "9.9K", "12K", "999K", "1.2M"}},
		{"tiktok", []string{"Just now", "5m ago", "3h ago", "2d ago", "3-3", "2026-3-3"}, []string{"999", "1,000", "9,999", "12.4K", "999.9K", "1.2M"}},
		{"pinterest", nil, []string{"999", "1k", "9.9k", "12.4k", "999.9k", "1.2m"}},
	} {
		look := func(age time.Duration, n float64) *Post {
			p := &schema.Payload{MockupType: schema.Posts, Platform: test.platform, Props: &schema.PostProps{
				Post: schema.Post{Timestamp: posted, Metrics: schema.PostMetrics{Likes: &n}},
			}}
			s, err := Build(t.Context(), p, &templates.Set{}, Options{Now: posted.Time().Add(age)})
			if err != nil {
				t.Fatal(err)
			}
			return s.View.Body.(*Post)
		}
		for i, want := range test.ages {
			if got := look(ages[i], 1).Time; got != want {
				t.Errorf("%s, %v ago: %q, want %q", test.platform, ages[i], got, want)
			}
		}
		for i, want := range test.numbers {
			if got := look(0, numbers[i]).Metrics["likes"].Text; got != want {
				t.Errorf("%s: %v likes are %q, want %q", test.platform, numbers[i], got, want)
			}
		}
	}
}

func TestPostOptions(t *testing.T) {
	props := &schema.PostProps{Post: schema.Post{
		Author: schema.PostAuthor{Name: "A"}, Content: "one two three four five", Timestamp: "2026-06-14T12:00:00Z",
		Metrics: schema.PostMetrics{Likes: number(0), Saves: number(1200)},
	}}
	b := manifestBuilder(schema.Posts, map[string]string{"lines": "2", "onePlace": "[saves/likes]", "bigBelow": "40", "zeros": "true", "counts": "short1-lower", "saves": "true"})
	b.payload = &schema.Payload{Props: props}
	b.post(props)
	post := b.scene.View.Body.(*Post)
	if post.Lines != 2 || !post.Big || post.Time != "1d" {
		t.Errorf("post is %+v", post)
	}
	if post.Metrics["likes"] != nil || post.Metrics["saves"].Text != "1.2k" || len(b.scene.Warnings) != 1 {
		t.Errorf("likes %v, saves %v, warnings %v", post.Metrics["likes"], post.Metrics["saves"], b.scene.Warnings)
	}
	props.Post.Metrics.Saves, props.Expanded = nil, true
	b.post(props)
	if post := b.scene.View.Body.(*Post); post.Lines != 0 || post.Metrics["likes"].Text != "0" {
		t.Errorf("expanded: %d lines, likes %v", post.Lines, post.Metrics["likes"])
	}
}

// The times of posts are those of the payload's zone.
func TestPostTimezone(t *testing.T) {
	for zone, want := range map[schema.Zone]string{"": "11:30 PM · Jun 14, 2026", "Asia/Tokyo": "8:30 AM · Jun 15, 2026"} {
		p := &schema.Payload{MockupType: schema.Posts, Platform: "x", Props: &schema.PostProps{
			Post: schema.Post{Timestamp: "2026-06-14T23:30:00Z"}, Timezone: zone,
		}}
		s, err := Build(t.Context(), p, &templates.Set{}, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := s.View.Body.(*Post).Time; got != want {
			t.Errorf("%q: %q, want %q", zone, got, want)
		}
	}
}

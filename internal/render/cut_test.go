package render

import (
	"context"
	"strings"
	"testing"

	"mockup/internal/render/browser"
	"mockup/internal/schema"
	"mockup/templates"
)

const longName = "Constantinopoulos-Featherstonehaugh of the Very Long Harbour Name"

// postOf is the full sample of a platform with this name and text.
func postOf(t *testing.T, platform, name, content string) (*schema.Payload, *schema.PostProps) {
	t.Helper()
	p := samplePayload(t, schema.Posts, platform)
	props := p.Props.(*schema.PostProps)
	props.Post.Author.Name, props.Post.Author.Username, props.Post.Content = name, strings.ReplaceAll(name, " ", ""), content
	props.Post.Author.Verified = true
	return p, props
}

// A name that is too long ends in an ellipsis, and the seal stands directly behind it.
func TestSealsBehindShortenedNames(t *testing.T) {
	t.Parallel()
	r := Shared
	for _, name := range []string{longName, strings.Repeat("海", 60), strings.Repeat("קונסטנטין ", 12)} {
		for _, platform := range templates.Available(string(schema.Posts)) {
			p, _ := postOf(t, platform, name, "Hello.")
			onPage(t, r, p, func(ctx context.Context, b *browser.Browser) error {
				var found struct {
					Text string
					Gap  float64
				}
				err := b.Call(ctx, `() => {
					const name = document.querySelector("[data-shorten]");
					const text = document.createRange();
					text.selectNodeContents(name);
					return { text: name.textContent, gap: name.nextElementSibling.getBoundingClientRect().left - text.getBoundingClientRect().right };
				}`, nil, &found)
				if !strings.HasSuffix(found.Text, "…") || len(found.Text) < 12 || found.Gap < 0 || found.Gap > 6 {
					t.Errorf("%s: the seal is %.1f behind the name %q", platform, found.Gap, found.Text)
				}
				return err
			})
		}
	}
}

// shortened is a name, and how far behind its text the next element stands.
type shortened struct {
	Text string
	Gap  float64
}

const shortenedNames = `() => [...document.querySelectorAll("[data-shorten]")].map((name) => {
	const text = document.createRange();
	text.selectNodeContents(name);
	return { text: name.textContent, gap: name.nextElementSibling.getBoundingClientRect().left - text.getBoundingClientRect().right };
})`

func (s shortened) check(t *testing.T, most float64) {
	t.Helper()
	if !strings.HasSuffix(s.Text, "…") || s.Gap < 0 || s.Gap > most {
		t.Errorf("%q has a gap of %.1f behind it", s.Text, s.Gap)
	}
}

// A handle that shares its line with a long name, and the name above a story, leave no gap either.
func TestShortenedNamesLeaveNoGap(t *testing.T) {
	t.Parallel()
	r := Shared
	comments := samplePayload(t, schema.Comments, "x")
	discussion := comments.Props.(*schema.CommentProps)
	discussion.Users[0].Name, discussion.Users[0].Username = longName, "constantinopoulos"
	discussion.Comments = []schema.Comment{{ID: "a", UserID: discussion.Users[0].ID, Text: "Yes.", Timestamp: discussion.Comments[0].Timestamp}}
	story := samplePayload(t, schema.Stories, "instagram")
	story.Props.(*schema.StoryProps).Author.Username = strings.ReplaceAll(longName, " ", "")
	for p, count := range map[*schema.Payload]int{comments: 2, story: 1} {
		onPage(t, r, p, func(ctx context.Context, b *browser.Browser) error {
			var names []shortened
			err := b.Call(ctx, shortenedNames, nil, &names)
			if len(names) != count {
				t.Errorf("%s: %d names, want %d", p.MockupType, len(names), count)
			}
			for _, name := range names {
				name.check(t, 8)
			}
			return err
		})
	}
}

// Two long names in one line share its room, and a short one beside a long one stays whole.
func TestNamesShareTheRoom(t *testing.T) {
	r := Shared
	for _, test := range []struct{ first, second string }{{"Al", longName}, {longName, "Al"}, {longName, longName}} {
		p := samplePayload(t, schema.Comments, "tiktok")
		props := p.Props.(*schema.CommentProps)
		props.Users[0].Name, props.Users[1].Name = test.first, test.second
		answer := func(id, user string, replies ...schema.Comment) schema.Comment {
			return schema.Comment{ID: id, UserID: user, Text: "Yes.", Timestamp: props.Comments[0].Timestamp, Replies: replies}
		}
		props.Comments = []schema.Comment{answer("a", "studio", answer("b", props.Users[1].ID, answer("c", props.Users[0].ID)))}
		onPage(t, r, p, func(ctx context.Context, b *browser.Browser) error {
			var widths []float64
			err := b.Call(ctx, `() => [...document.querySelectorAll(".byline:has(.to) .name")].map((name) => name.getBoundingClientRect().width)`, nil, &widths)
			if len(widths) != 2 {
				t.Fatalf("names are %v wide", widths)
			}
			least := map[bool]float64{true: 10, false: 120}
			if widths[0] < least[test.first == "Al"] || widths[1] < least[test.second == "Al"] {
				t.Errorf("%q and %q are %v wide", test.first, test.second, widths)
			}
			return err
		})
	}
}

// A long text has as many lines as in the feed and what the app writes behind it; expanded it is whole. A text that fits
// is never cut.
func TestLongTextsAreCut(t *testing.T) {
	t.Parallel()
	r := Shared
	lines := map[string]int{"instagram": 2, "tiktok": 2, "linkedin": 3, "pinterest": 3, "facebook": 5, "x": 0, "bluesky": 0, "threads": 0}
	texts := []string{
		strings.Repeat("Six teapots, no cracks. ", 40) + "END", strings.Repeat("海と空と青い茶碗。", 60) + "END",
		strings.Repeat("שלום לכולם מהנמל ", 50) + "END", strings.Repeat("a", 900) + "END", strings.Repeat("line\n\n", 30) + "END",
	}
	for _, platform := range templates.Available(string(schema.Posts)) {
		for i, text := range append(texts, "Short END") {
			for _, expanded := range []bool{false, true}[:max(1, 2-i)] { // expanded, one text is enough
				p, props := postOf(t, platform, "Mia", text)
				props.Expanded = expanded
				cut := lines[platform] > 0 && !expanded && text != "Short END"
				onPage(t, r, p, func(ctx context.Context, b *browser.Browser) error {
					var found struct {
						Text  string
						Lines float64
					}
					err := b.Call(ctx, `() => {
						const box = document.querySelector(".text");
						const { lineHeight, paddingTop, paddingBottom } = getComputedStyle(box);
						const height = box.getBoundingClientRect().height - parseFloat(paddingTop) - parseFloat(paddingBottom);
						return { text: box.textContent, lines: height / parseFloat(lineHeight) };
					}`, nil, &found)
					if cut && (found.Lines > float64(lines[platform])+.1 || !strings.HasSuffix(found.Text, "ore") || len(found.Text) < 8) {
						t.Errorf("%s: %.1f lines, cut to %q", platform, found.Lines, found.Text)
					}
					if !cut && !strings.HasSuffix(found.Text, "END") {
						t.Errorf("%s, expanded %v: cut to %q", platform, expanded, found.Text)
					}
					return err
				})
			}
		}
	}
}

// A long text of a quoted post is cut, too, where the app does so, and the picture below it stays where it ends.
func TestLongQuotesAreCut(t *testing.T) {
	t.Parallel()
	lines := map[string]float64{"facebook": 5, "linkedin": 3, "x": 10}
	for _, platform := range []string{"bluesky", "facebook", "linkedin", "threads", "x"} {
		for _, expanded := range []bool{false, true} {
			p, props := postOf(t, platform, "Mia", "Hello.")
			props.Expanded = expanded
			words := strings.Repeat("Six teapots, no cracks. ", 40) + "END"
			props.Post.Quote = &schema.PostQuote{Author: schema.PostAuthor{Name: "Bo"}, Content: words, Timestamp: props.Post.Timestamp}
			var found struct {
				Text  string
				Lines float64
			}
			layOutPage(t, Shared, p, `() => {
				const box = document.querySelector(".said");
				const { lineHeight, paddingTop, paddingBottom } = getComputedStyle(box);
				const height = box.getBoundingClientRect().height - parseFloat(paddingTop) - parseFloat(paddingBottom);
				return { text: box.textContent, lines: height / parseFloat(lineHeight) };
			}`, nil, &found)
			cut := lines[platform] > 0 && (platform == "x" || !expanded)
			if cut != strings.HasSuffix(found.Text, "ore") || cut == strings.HasSuffix(found.Text, "END") || cut && found.Lines > lines[platform]+.1 {
				t.Errorf("%s, expanded %v: %.1f lines, cut to %q", platform, expanded, found.Lines, found.Text)
			}
		}
	}
}

// The "@" and "#" of a name and a tag stand before them in a text that runs to the left.
func TestTokensInTextToTheLeft(t *testing.T) {
	r := Shared
	p, _ := postOf(t, "x", "Mia", "שלום @noahrowe שלום")
	onPage(t, r, p, func(ctx context.Context, b *browser.Browser) error {
		var first float64
		err := b.Call(ctx, `() => {
			const text = document.querySelector(".mention").firstChild;
			const at = (from) => { const range = document.createRange(); range.setStart(text, from); range.setEnd(text, from + 1); return range.getBoundingClientRect().left; };
			return at(1) - at(0);
		}`, nil, &first)
		if first <= 0 {
			t.Errorf("the @ stands %.1f to the right of its name", -first)
		}
		return err
	})
}

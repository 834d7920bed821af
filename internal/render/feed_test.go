package render

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"mockup/internal/longtest"
	"mockup/internal/schema"
	"mockup/templates"
)

// outOfPicture lists what is wider than the picture, and texts that reach out of the element that is to hold them. What a box
// cuts off is left out.
const outOfPicture = `(holders) => {
	const faults = [], picture = document.querySelector(".picture").getBoundingClientRect();
	const cut = (e, below) => e !== below && !e.matches(".picture") && (getComputedStyle(e).overflowX !== "visible" || cut(e.parentElement, below));
	for (const e of document.querySelectorAll(".picture *")) {
		const box = e.getBoundingClientRect();
		if (box.width && !e.closest("svg") && !cut(e.parentElement) && (box.left < picture.left - 1 || box.right > picture.right + 1))
			faults.push(e.className + " is wider than the picture: " + box.left + " to " + box.right);
	}
	let held = 0; // a space at the end of a line may reach out of it
	const range = document.createRange();
	for (const holder of document.querySelectorAll(holders)) {
		const outer = holder.getBoundingClientRect(), texts = document.createTreeWalker(holder, NodeFilter.SHOW_TEXT);
		while (texts.nextNode()) {
			if (!texts.currentNode.data.trim()) continue;
			held++;
			range.selectNodeContents(texts.currentNode);
			if (cut(texts.currentNode.parentElement, holder)) continue;
			const inner = range.getBoundingClientRect();
			const space = parseFloat(getComputedStyle(texts.currentNode.parentElement).fontSize) / 3;
			if (inner.left < outer.left - space || inner.right > outer.right + space) faults.push(holder.className + " (" + outer.left + " to " + outer.right + ") does not hold " + texts.currentNode.data.slice(0, 40) + " (" + inner.left + " to " + inner.right + ") of " + texts.currentNode.parentElement.parentElement.className);
		}
	}
	return { faults: [...new Set(faults)], held };
}`

// awkward are texts that are hard to lay out.
var awkward = map[string]string{
	"words":  "Six teapots, no cracks, and the glaze came out like the sea on a grey day.",
	"word":   strings.Repeat("Donaudampfschifffahrt", 6),
	"arabic": "ستة أباريق شاي بلا شقوق، وخرج التزجيج مثل البحر في يوم رمادي وبارد جدا",
	"cjk":    strings.Repeat("釉薬は灰色の日の海のように仕上がりました。", 4),
}

// checkTexts reports what reaches out of the picture, and texts out of their boxes, of which there are a number at least.
func checkTexts(t *testing.T, r *Renderer, p *schema.Payload, boxes string, least int) {
	t.Helper()
	var got struct {
		Faults []string
		Held   int
	}
	layOutPage(t, r, p, outOfPicture, boxes, &got)
	for _, fault := range got.Faults {
		t.Error(fault)
	}
	if got.Held < least {
		t.Errorf("there are %d texts, want %d at least", got.Held, least)
	}
}

// Whatever a post holds stays in the picture, and every text in its box, with long words, right to left and without spaces: the posts of
// a platform take turns with these texts, and in the long tests each has all of them.
func TestPostPartsStayInThePicture(t *testing.T) {
	t.Parallel()
	r := Shared
	for n, platform := range SomePlatforms(t, schema.Posts) {
		for i, script := range slices.Sorted(maps.Keys(awkward)) {
			t.Run(platform+"/"+script, func(t *testing.T) {
				for part, change := range postParts(awkward[script]) {
					if (n+part)%len(awkward) != i && !longtest.On() {
						continue
					}
					p := samplePayload(t, schema.Posts, platform)
					change(&p.Props.(*schema.PostProps).Post)
					checkTexts(t, r, p, ".option, .page, .quoted, .poll, .text", 1)
				}
			})
		}
	}
}

// postParts returns changes of a post that give it all that posts can hold, in as many posts as that takes.
func postParts(text string) []func(*schema.Post) {
	const photo = "../media/photos/aurora.jpg"
	author := schema.PostAuthor{Name: text, Username: "ida", Subtitle: text, Verified: true}
	options := []schema.PollOption{{ID: "a", Text: text, Votes: 9}, {ID: "b", Text: "B", Votes: 1}}
	return []func(*schema.Post){
		func(p *schema.Post) {
			p.Content, p.Image = text, ""
			p.Quote = &schema.PostQuote{Author: author, Content: text, Image: photo, Timestamp: "2026-03-05T12:00:00Z"}
			p.Poll = &schema.PostPoll{Question: text, Options: options, Voted: "a", EndsIn: "2 days"}
		},
		func(p *schema.Post) {
			p.Content, p.Image = text, ""
			p.Poll = &schema.PostPoll{Question: text, Options: options}
		},
		func(p *schema.Post) {
			p.Content, p.Image, p.Quote = text, "", nil
			p.Link = &schema.PostLink{URL: "https://a-rather-long-name-of-a-host-that-does-not-end.example.com/x", Title: text, Description: text, Image: photo}
		},
		func(p *schema.Post) {
			p.Content, p.Image, p.Quote = text, "", nil
			p.Link = &schema.PostLink{URL: "https://example.com", Title: text, Description: text}
		},
		func(p *schema.Post) {
			p.Content, p.Image, p.Quote = text, "", nil
			p.Images = []schema.ImageRef{photo, "../media/photos/coffee.jpg", photo, photo, photo, photo}
		},
	}
}

// So does what a comment holds.
func TestCommentPartsStayInThePicture(t *testing.T) {
	t.Parallel()
	r := Shared
	const photo = "../media/photos/aurora.jpg"
	for _, platform := range SomePlatforms(t, schema.Comments) {
		for script, text := range awkward {
			t.Run(platform+"/"+script, func(t *testing.T) {
				p := samplePayload(t, schema.Comments, platform)
				props := p.Props.(*schema.CommentProps)
				props.PostAuthor.Name, props.PostAuthor.Username = text, strings.Repeat("handle", 9)
				props.Users = append(props.Users, props.PostAuthor)
				c := &props.Comments[0]
				c.Text, c.Image, c.Pinned, c.LikedByAuthor, c.Likes = text, photo, true, true, 123456
				c.Replies = []schema.Comment{{ID: "r", UserID: c.UserID, Timestamp: c.Timestamp, Image: photo, LikedByAuthor: true}}
				checkTexts(t, r, p, ".text, .byline, .pinned, .by-author", 1)
			})
		}
	}
}

// What stands on a slide of a story stays on it where its place is in the middle, and texts stay in the cards of links and polls.
func TestStickersStayOnTheSlide(t *testing.T) {
	t.Parallel()
	r := Shared
	options := func(text string) []schema.PollOption {
		return []schema.PollOption{{ID: "a", Text: text, Votes: 9}, {ID: "b", Text: "B", Votes: 1}}
	}
	for _, platform := range templates.Available(string(schema.Stories)) {
		for script, text := range awkward {
			t.Run(platform+"/"+script, func(t *testing.T) {
				p := samplePayload(t, schema.Stories, platform)
				slide := &p.Props.(*schema.StoryProps).Slides[0]
				for _, ground := range []string{"none", "box", "soft", "strip"} {
					for _, font := range []string{"modern", "serif", "typewriter", "strong", "rounded"} {
						slide.Stickers = append(slide.Stickers, schema.StorySticker{Kind: "text", Text: text, X: .5, Y: .5, Size: 30, Font: font, Ground: ground, Align: "center"})
					}
				}
				slide.Stickers = append(slide.Stickers,
					schema.StorySticker{Kind: "link", Text: text, URL: "https://example.com", X: .5, Y: .5},
					schema.StorySticker{Kind: "poll", Text: text, Options: options(text), X: .5, Y: .5},
					schema.StorySticker{Kind: "poll", Text: text, Options: options(text), Voted: "a", X: .5, Y: .5})
				checkTexts(t, r, p, ".card, .sticker, .option", len(slide.Stickers))
			})
		}
	}
}

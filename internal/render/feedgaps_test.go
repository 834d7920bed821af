package render

import (
	"fmt"
	"image"
	"math"
	"slices"
	"strings"
	"testing"

	"mockup/internal/schema"
	"mockup/templates"
)

// belowHead lists how far below the author's picture those parts of a post begin that stand below it.
const belowHead = `() => {
	const face = document.querySelector(".post .head .avatar")?.getBoundingClientRect();
	const parts = [...document.querySelectorAll(".media, .pictures, .option, .page, .quoted")].map((e) => e.getBoundingClientRect());
	return parts.filter((box) => face && box.width && box.left < face.right && box.top > face.top).map((box) => box.top - face.bottom);
}`

// What a post without a text holds does not touch the picture of its author.
func TestPostWithoutText(t *testing.T) {
	t.Parallel()
	r := Shared
	measured := 0
	for _, platform := range templates.Available(string(schema.Posts)) {
		for i, change := range postParts("word") {
			p := samplePayload(t, schema.Posts, platform)
			post := &p.Props.(*schema.PostProps).Post
			change(post)
			post.Content, post.Title = "", ""
			var gaps []float64
			layOutPage(t, r, p, belowHead, nil, &gaps)
			measured += len(gaps)
			for _, gap := range gaps {
				if gap < 6 {
					t.Errorf("%s, post %d: a part begins %.1f below the author's picture", platform, i, gap)
				}
			}
		}
	}
	if measured < 20 {
		t.Errorf("only %d parts stand below the author's picture", measured)
	}
}

// strip is a picture as a data URL.
func strip(t *testing.T, width, height int) schema.ImageRef {
	return schema.ImageRef(dataURL(t, image.NewGray(image.Rect(0, 0, width, height))))
}

// A picture in a comment is never so narrow or low that nobody sees what it shows, and never wider than its comment.
func TestCommentPicturesAreNoStrips(t *testing.T) {
	t.Parallel()
	r := Shared
	for _, platform := range templates.Available(string(schema.Comments)) {
		for _, size := range [][2]int{{270, 1920}, {2400, 120}, {30, 30}, {1080, 640}} {
			p := samplePayload(t, schema.Comments, platform)
			c := &p.Props.(*schema.CommentProps).Comments[0]
			c.Image = strip(t, size[0], size[1])
			var boxes [][3]float64
			layOutPage(t, r, p, `() => [...document.querySelectorAll(".photo")].slice(0, 1).map((e) => {
				const box = e.getBoundingClientRect();
				return [box.width, box.height, box.right];
			})`, nil, &boxes)
			if shows := platform != "youtube"; len(boxes) > 0 != shows {
				t.Fatalf("%s: %d pictures", platform, len(boxes))
			}
			for _, box := range boxes {
				if box[0] < 90 || box[1] < 80 || box[2] > 402 {
					t.Errorf("%s: a picture of %v is %.0f x %.0f, up to %.0f", platform, size, box[0], box[1], box[2])
				}
			}
		}
	}
}

// wordsAndFeeds returns the upper edge of the author's name on a post that fills the screen, and the lower one of the app's feeds.
const wordsAndFeeds = `() => [document.querySelector(".words .name").getBoundingClientRect().top, document.querySelector(".top").getBoundingClientRect().bottom]`

// A text of any length that is shown whole leaves the name below the feeds of the app.
func TestWholeTextStaysBelowTheFeeds(t *testing.T) {
	t.Parallel()
	p := samplePayload(t, schema.Posts, "tiktok")
	props := p.Props.(*schema.PostProps)
	props.Expanded, props.Post.Content = true, strings.Repeat("The varnish is never dry, and the boat floats. ", 80)
	var edges [2]float64
	layOutPage(t, Shared, p, wordsAndFeeds, nil, &edges)
	if edges[0] < edges[1] {
		t.Errorf("the name begins at %g, above the lower edge of the feeds at %g", edges[0], edges[1])
	}
}

// pinnedGap returns the room between the app's words on a pinned comment and the name behind them, in widths of a space.
const pinnedGap = `() => {
	const line = document.querySelector(".pinned"), words = [...line.querySelectorAll("span")].at(-1) ?? line;
	const text = [...words.childNodes].find((node) => node.data?.trim()), range = document.createRange(), pen = document.createElement("canvas").getContext("2d");
	range.setStart(text, 0);
	range.setEnd(text, text.data.trimEnd().length);
	const style = getComputedStyle(line);
	pen.font = style.fontWeight + " " + style.fontSize + " " + style.fontFamily;
	return (line.querySelector("bdi").getBoundingClientRect().left - range.getBoundingClientRect().right) / pen.measureText(" ").width;
}`

// One space stands between "Pinned by" and the name.
func TestPinnedByHasOneSpace(t *testing.T) {
	t.Parallel()
	p := samplePayload(t, schema.Comments, "youtube")
	p.Props.(*schema.CommentProps).Comments[0].Pinned = true
	var spaces float64
	layOutPage(t, Shared, p, pinnedGap, nil, &spaces)
	if spaces < .9 || spaces > 1.1 {
		t.Errorf("the name stands %.2f spaces behind the words", spaces)
	}
}

// behindHandle returns the room between the letters of a handle, or a topic, and the time behind it.
const behindHandle = `(handles) => [...document.querySelectorAll(handles)].slice(0, 1).map((handle) => {
	const letters = document.createRange();
	letters.selectNodeContents(handle);
	const time = [...handle.parentElement.children].find((e) => e.matches(".time, .age"));
	return time.getBoundingClientRect().left - letters.getBoundingClientRect().right;
})`

// The time stands as far behind a handle of one letter as behind a longer one.
func TestShortHandles(t *testing.T) {
	t.Parallel()
	gap := func(kind schema.Type, platform, handles, handle string) float64 {
		p := samplePayload(t, kind, platform)
		switch props := p.Props.(type) {
		case *schema.PostProps:
			props.Post.Author.Community = handle
			props.Post.Quote = &schema.PostQuote{Author: schema.PostAuthor{Name: "Mia", Username: handle}, Content: "hello", Timestamp: props.Post.Timestamp}
		case *schema.CommentProps:
			props.Comments[0].Username = handle
		}
		var gaps []float64
		layOutPage(t, Shared, p, behindHandle, handles, &gaps)
		if len(gaps) == 0 {
			t.Fatalf("%s has no handle", platform)
		}
		return gaps[0]
	}
	for _, place := range []struct {
		kind              schema.Type
		platform, handles string
	}{{schema.Comments, "x", ".handle"}, {schema.Posts, "x", ".byline .handle"}, {schema.Posts, "threads", ".topic"}} {
		long, short := gap(place.kind, place.platform, place.handles, "mia_m"), gap(place.kind, place.platform, place.handles, "j")
		if math.Abs(long-short) > .6 {
			t.Errorf("%s of %s: the time stands %.1f behind one letter, %.1f behind more", place.kind, place.platform, short, long)
		}
	}
}

// heights returns how high a post is, and the words and numbers of its counters.
const heights = `() => {
	const words = document.createRange(), info = document.querySelector(".info");
	if (info) words.selectNodeContents(info);
	return [document.querySelector(".post"), words].map((part) => Math.round(part.getBoundingClientRect().height));
}`

// Counters of any size stand on one line.
func TestLongCountersStayOnTheirLine(t *testing.T) {
	t.Parallel()
	for _, platform := range templates.Available(string(schema.Posts)) {
		var found [2][]float64
		for i, n := range []float64{2, 12_345_678_901} {
			p := samplePayload(t, schema.Posts, platform)
			m := &p.Props.(*schema.PostProps).Post.Metrics
			m.Likes, m.Comments, m.Reposts, m.Shares, m.Views, m.Bookmarks, m.Saves = &n, &n, &n, &n, &n, &n, &n
			layOutPage(t, Shared, p, heights, nil, &found[i])
		}
		if !slices.Equal(found[0], found[1]) {
			t.Errorf("%s: post and counters are %v high, and %v with long counters", platform, found[0], found[1])
		}
	}
}

// aboveQuote returns the room between what stands above a quoted post and the quoted post.
const aboveQuote = `() => [...document.querySelectorAll(".quoted")].map((box) =>
	box.getBoundingClientRect().top - box.previousElementSibling.getBoundingClientRect().bottom)`

// A quoted post does not touch the pictures that it stands below.
func TestQuoteBelowPictures(t *testing.T) {
	t.Parallel()
	measured := 0
	for _, platform := range templates.Available(string(schema.Posts)) {
		for count := 1; count <= 2; count++ {
			p := samplePayload(t, schema.Posts, platform)
			post := &p.Props.(*schema.PostProps).Post
			post.Image, post.Images = strip(t, 40, 30), nil
			if count > 1 {
				post.Images = []schema.ImageRef{post.Image, post.Image}
			}
			post.Quote = &schema.PostQuote{Author: schema.PostAuthor{Name: "Mia", Username: "mia"}, Content: "hello", Timestamp: post.Timestamp}
			var gaps []float64
			layOutPage(t, Shared, p, aboveQuote, nil, &gaps)
			measured += len(gaps)
			for _, gap := range gaps {
				if gap < 6 {
					t.Errorf("%s, %d pictures: the quoted post begins %.1f below them", platform, count, gap)
				}
			}
		}
	}
	if measured < 8 {
		t.Errorf("only %d quoted posts were measured", measured)
	}
}

// clampedLines returns, of titles and summaries of pages, whether a sign says that there is more of the text.
const clampedLines = `() => [...document.querySelectorAll(".headline, .summary")].map((box) => box.textContent.endsWith("…") && box.scrollHeight <= box.clientHeight + 1)`

// A title from right to left that is longer than its lines ends in an ellipsis.
func TestLongTitlesFromRightToLeft(t *testing.T) {
	t.Parallel()
	measured := 0
	for _, platform := range templates.Available(string(schema.Posts)) {
		p := samplePayload(t, schema.Posts, platform)
		post := &p.Props.(*schema.PostProps).Post
		title := strings.Repeat("دليل في تسع ليالٍ طويلة جدًا ", 12)
		post.Image, post.Images, post.Poll = "", nil, nil
		post.Link = &schema.PostLink{URL: "https://example.com/a", Title: title, Description: title}
		var ends []bool
		layOutPage(t, Shared, p, clampedLines, nil, &ends)
		measured += len(ends)
		if slices.Contains(ends, false) {
			t.Errorf("%s: a text of a page has no ellipsis", platform)
		}
	}
	if measured < 5 {
		t.Errorf("only %d texts were measured", measured)
	}
}

// moreBehind returns, of each text that is cut, how far below its ellipsis the word stands that shows the rest.
const moreBehind = `() => [...document.querySelectorAll(".more")].map((more) => {
	const dots = document.createRange(), before = more.previousSibling, at = before.data.lastIndexOf("…");
	dots.setStart(before, at);
	dots.setEnd(before, at + 1);
	return Math.abs(more.getBoundingClientRect().bottom - dots.getBoundingClientRect().bottom);
})`

// "…more" and "… See more" of comments are on one line.
func TestMoreStaysBehindItsEllipsis(t *testing.T) {
	t.Parallel()
	for _, platform := range []string{"facebook", "linkedin"} {
		p := samplePayload(t, schema.Comments, platform)
		props := p.Props.(*schema.CommentProps)
		mobile := false
		first := props.Comments[0]
		props.MobileView, props.Comments = &mobile, nil
		for i := range 30 {
			c := first
			c.ID, c.Replies, c.Text = fmt.Sprint("c", i), nil, strings.Repeat("i", i)+strings.Repeat(" the whole oven stopped and they handed out buns", 12)
			props.Comments = append(props.Comments, c)
		}
		var below []float64
		layOutPage(t, Shared, p, moreBehind, nil, &below)
		if len(below) != len(props.Comments) || slices.Max(below) > 4 {
			t.Errorf("%s: the word stands so far below the ellipsis: %.1f", platform, below)
		}
	}
}

// The same holds for the texts of posts, also behind words that are longer than a line.
func TestMoreOfPostsStaysBehindItsEllipsis(t *testing.T) {
	t.Parallel()
	measured := 0
	for _, platform := range []string{"facebook", "instagram", "pinterest", "tiktok"} {
		for i := range 24 {
			word := strings.Repeat("teapots", 4+i)
			p, _ := postOf(t, platform, "Mia", strings.Repeat("six ", i%5)+word+" "+word+" "+strings.Repeat("word ", 80))
			var below []float64
			layOutPage(t, Shared, p, moreBehind, nil, &below)
			measured += len(below)
			if len(below) > 0 && slices.Max(below) > 4 {
				t.Errorf("%s, text %d: the word stands so far below the ellipsis: %.1f", platform, i, below)
			}
		}
	}
	if measured < 80 {
		t.Errorf("only %d texts were cut", measured)
	}
}

// edgeless returns how many corners of pictures have no edge that follows them, where a single picture has an edge.
const edgeless = `() => {
	const corners = ["TopLeft", "TopRight", "BottomLeft", "BottomRight"];
	const edge = (box) => getComputedStyle(box, "::after");
	return [...document.querySelectorAll(".media, .pictures")].map((block) => corners.filter((corner) => {
		const outer = block.getBoundingClientRect(), at = getComputedStyle(block)["border" + corner + "Radius"];
		const touches = (box) => (corner.startsWith("Top") ? box.top - outer.top : outer.bottom - box.bottom) < 1
			&& (corner.endsWith("Left") ? box.left - outer.left : outer.right - box.right) < 1;
		const boxes = [block, ...block.querySelectorAll("figure")].filter((box) => touches(box.getBoundingClientRect()));
		return !boxes.some((box) => edge(box).boxShadow !== "none" && edge(box)["border" + corner + "Radius"] === at);
	}).length);
}`

// A block of pictures has the edge that a single picture has, so that a white picture does not melt into a white ground.
func TestBlocksOfPicturesHaveEdges(t *testing.T) {
	t.Parallel()
	measured := 0
	for _, platform := range []string{"bluesky", "x"} {
		for count := 1; count <= 4; count++ {
			p := samplePayload(t, schema.Posts, platform)
			post := &p.Props.(*schema.PostProps).Post
			post.Image, post.Images, post.Poll, post.Link, post.Quote = strip(t, 40, 30), nil, nil, nil, nil
			if count > 1 {
				post.Images = slices.Repeat([]schema.ImageRef{post.Image}, count)
			}
			var without []int
			layOutPage(t, Shared, p, edgeless, nil, &without)
			measured += len(without)
			if len(without) != 1 || without[0] > 0 {
				t.Errorf("%s, %d pictures: %v corners have no edge", platform, count, without)
			}
		}
	}
	if measured != 8 {
		t.Errorf("%d blocks were measured", measured)
	}
}

// aboveControls returns the room between what has a frame and the line above the controls below it.
const aboveControls = `() => [...document.querySelectorAll(":is(.poll, .page, .quoted):has(+ .actions)")].filter((box) =>
	parseFloat(getComputedStyle(box.nextElementSibling).borderTopWidth)).map((box) => box.nextElementSibling.getBoundingClientRect().top - box.getBoundingClientRect().bottom)`

// Without counters and time between them, a frame does not touch the line above the controls.
func TestFramesStandAboveControls(t *testing.T) {
	t.Parallel()
	measured := 0
	for _, platform := range templates.Available(string(schema.Posts)) {
		for _, change := range postParts("word") {
			p := samplePayload(t, schema.Posts, platform)
			post := &p.Props.(*schema.PostProps).Post
			change(post)
			post.Metrics = schema.PostMetrics{}
			var gaps []float64
			layOutPage(t, Shared, p, aboveControls, nil, &gaps)
			measured += len(gaps)
			for _, gap := range gaps {
				if gap < 6 {
					t.Errorf("%s: a frame ends %.1f above the controls", platform, gap)
				}
			}
		}
	}
	if measured < 4 {
		t.Errorf("only %d frames were measured", measured)
	}
}

// edges returns how many lines edge each page and quoted post.
const edges = `() => [...document.querySelectorAll(".page, .quoted")].map((box) => {
	const own = getComputedStyle(box), after = getComputedStyle(box, "::after");
	return (parseFloat(own.borderBottomWidth) > 0) + (own.boxShadow !== "none") + (after.content !== "none" && after.boxShadow !== "none");
})`

// The edge of a page or a quoted post is one line: two on each other would be darker than it is.
func TestFramesHaveOneEdge(t *testing.T) {
	t.Parallel()
	measured := 0
	for _, platform := range templates.Available(string(schema.Posts)) {
		for _, change := range postParts("word") {
			p := samplePayload(t, schema.Posts, platform)
			change(&p.Props.(*schema.PostProps).Post)
			var lines []int
			layOutPage(t, Shared, p, edges, nil, &lines)
			measured += len(lines)
			if slices.ContainsFunc(lines, func(count int) bool { return count > 1 }) {
				t.Errorf("%s: %v lines", platform, lines)
			}
		}
	}
	if measured < 8 {
		t.Errorf("only %d frames were measured", measured)
	}
}

// blueskyQuote returns the shapes of the picture of a post and of its quoted post, and the colours of the quoted text and of a tag in it.
const blueskyQuote = `() => {
	const shapes = [...document.querySelectorAll(".media :is(img, canvas), .shown")].map((image) => image.clientWidth / image.clientHeight);
	return { shapes, colors: [".said", ".said a"].map((of) => getComputedStyle(document.querySelector(of)).color) };
}`

// Bluesky crops no picture of 9:16 in a post that is opened, nor in its quoted post, whose text has no links.
func TestBlueskyPicturesAndQuotes(t *testing.T) {
	t.Parallel()
	p := samplePayload(t, schema.Posts, "bluesky")
	post := &p.Props.(*schema.PostProps).Post
	post.Image, post.Images, post.Poll, post.Link = strip(t, 36, 64), nil, nil, nil
	post.Quote = &schema.PostQuote{Author: schema.PostAuthor{Name: "Mia", Username: "mia"}, Content: "a #tag", Image: post.Image, Timestamp: post.Timestamp}
	var got struct {
		Shapes []float64
		Colors []string
	}
	layOutPage(t, Shared, p, blueskyQuote, nil, &got)
	if len(got.Shapes) != 2 || slices.ContainsFunc(got.Shapes, func(shape float64) bool { return math.Abs(shape-9./16) > .01 }) {
		t.Errorf("the pictures are cropped: %v", got.Shapes)
	}
	if len(got.Colors) != 2 || got.Colors[0] != got.Colors[1] {
		t.Errorf("the tag in the quoted text has a colour of its own: %v", got.Colors)
	}
}

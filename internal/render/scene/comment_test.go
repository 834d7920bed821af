package scene

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"mockup/internal/schema"
	"mockup/templates"
)

func commentProps(comments ...schema.Comment) *schema.CommentProps {
	return &schema.CommentProps{
		PostAuthor:  schema.CommentUser{ID: "author", Name: "Ann Author", Username: "ann", Avatar: "ann.jpg"},
		CurrentUser: schema.CommentUser{ID: "me", Name: "Me", Username: "me"},
		Users: []schema.CommentUser{
			{ID: "u1", Name: "Una One", Username: "@una", Avatar: "una.jpg"}, {ID: "u2", Name: "Tom Two", Username: ""},
			{ID: "team", Name: "Team", Username: "team", IsCreator: true},
		},
		CommentCount: 12345, Comments: comments,
		Device: schema.Device{ShowDeviceStatus: true, StatusBarTime: "9:41", BatteryLevel: 100},
	}
}

// newThread builds a comment section with these options.
func newThread(options map[string]string, p *schema.CommentProps) *Thread {
	b := manifestBuilder(schema.Comments, options)
	b.opts.Images = func(ref string) string { return ref }
	b.thread(p)
	return b.scene.View.Body.(*Thread)
}

func remark(id, user, text string, replies ...schema.Comment) schema.Comment {
	return schema.Comment{ID: id, UserID: user, Text: text, Timestamp: "2026-06-12T12:00:00Z", Replies: replies}
}

func TestThreadNames(t *testing.T) {
	override := remark("c", "u1", "hi")
	override.Username, override.Avatar = "@other", "other.jpg"
	for _, test := range []struct {
		names   string
		comment schema.Comment
		want    Commenter
	}{
		{"handle", remark("c", "u1", ""), Commenter{Name: "@una", Username: "una"}},
		{"username", remark("c", "u1", ""), Commenter{Name: "una", Username: "una"}},
		{"name", remark("c", "u1", ""), Commenter{Name: "Una One", Username: "una"}},
		{"both", remark("c", "u1", ""), Commenter{Name: "Una One", Username: "una"}},
		{"handle", override, Commenter{Name: "@other", Username: "other"}},
		{"name", override, Commenter{Name: "other", Username: "other"}},
		{"both", override, Commenter{Name: "Una One", Username: "other"}},
		{"handle", remark("c", "u2", ""), Commenter{Name: "Tom Two"}},
		{"handle", remark("c", "author", ""), Commenter{Name: "@ann", Username: "ann", Creator: true}},
		{"handle", remark("c", "team", ""), Commenter{Name: "@team", Username: "team", Creator: true, Marked: true}},
		{"handle", remark("c", "me", ""), Commenter{Name: "@me", Username: "me"}},
	} {
		by := newThread(map[string]string{"names": test.names}, commentProps(test.comment)).Comments[0].By
		if by.Name != test.want.Name || by.Username != test.want.Username || by.Creator != test.want.Creator || by.Marked != test.want.Marked {
			t.Errorf("%s of %s: %+v, want %+v", test.names, test.comment.UserID, by, test.want)
		}
	}
	if image := newThread(nil, commentProps(override)).Comments[0].By.Avatar.Image; image != "other.jpg" {
		t.Errorf("avatar is %q, want the comment's own", image)
	}
}

// outline writes comments with their depth and whom they reply to, answers in brackets.
func threadOutline(comments []*Comment) string {
	var parts []string
	for _, c := range comments {
		part := fmt.Sprintf("%s%d", c.ID, c.Depth)
		if c.To != nil {
			part += "→" + c.To.Name
		}
		if len(c.Replies) > 0 {
			part += "(" + threadOutline(c.Replies) + ")"
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, " ")
}

// Where people go by their names, so do those who are mentioned by their handles.
func TestThreadMentions(t *testing.T) {
	for platform, want := range map[string]string{
		"facebook": `<a class="mention">Una One</a> <a class="mention">nobody</a> <a class="mention">Ann Author</a>`,
		"linkedin": `<a class="mention">Una One</a> <a class="mention">nobody</a> <a class="mention">Ann Author</a>`,
		"threads":  `<a class="mention">@una</a> <a class="mention">@nobody</a> <a class="mention">@ann</a>`,
	} {
		thread := build(t, schema.Comments, platform, commentProps(remark("c", "u1", "@una @nobody @ann"))).View.Body.(*Thread)
		if got := string(thread.Comments[0].Text); got != want {
			t.Errorf("%s: %s, want %s", platform, got, want)
		}
	}
}

func TestThreadReplies(t *testing.T) {
	props := commentProps(
		remark("a", "u1", "top", remark("b", "me", "answer", remark("c", "u1", "deeper", remark("d", "me", "@una yes"))), remark("e", "u1", "second")),
		remark("f", "me", "alone"),
	)
	flat := newThread(nil, props).Comments
	if got, want := threadOutline(flat), "a0(b1 c2→@me d3 e1) f0"; got != want {
		t.Errorf("flat: %s, want %s", got, want)
	}
	nested := newThread(map[string]string{"replies": "nested"}, props).Comments
	if got, want := threadOutline(nested), "a0(b1(c2→@me(d3)) e1) f0"; got != want {
		t.Errorf("nested: %s, want %s", got, want)
	}
	if a := flat[0].Answers; a == nil || a.Text != "4" || a.One {
		t.Errorf("answers of a: %v, want 4", a)
	}
	direct := newThread(map[string]string{"answers": "direct"}, props).Comments
	if a := direct[0].Answers; a == nil || a.Text != "2" {
		t.Errorf("direct answers of a: %v, want 2", a)
	}
	if a := flat[1].Answers; a != nil {
		t.Errorf("answers of f: %v, want none", a)
	}
}

func TestThread(t *testing.T) {
	long := remark("c", "u1", strings.Repeat("word ", 200))
	long.Likes = 1999
	options := map[string]string{"time": "ago", "excerpt": "100"}
	props := commentProps(long)
	shown := true
	props.VideoImage, props.ShowHeader = "video.jpg", &shown
	thread := newThread(options, props)
	if thread.Count != "12K" || thread.Video != "video.jpg" || !thread.AppBar || thread.Viewer.Name != "@me" || !thread.Author.Creator {
		t.Errorf("thread is %+v", thread)
	}
	if c := thread.Comments[0]; !c.Cut || len(c.Text) > 100 || c.Likes != "1.9K" || c.Age != "3d ago" {
		t.Errorf("comment is %+v", c)
	}
	if likes := newThread(options, commentProps(remark("c", "u1", ""))).Comments[0].Likes; likes != "" {
		t.Errorf("no likes are written as %q", likes)
	}
}

// The app bar stands above the comments, but above a player only where the payload says so.
func TestThreadAppBar(t *testing.T) {
	yes, no := true, false
	for _, test := range []struct {
		video schema.ImageRef
		shown *bool
		want  bool
	}{{"", nil, true}, {"v.jpg", nil, false}, {"v.jpg", &yes, true}, {"", &no, false}} {
		props := commentProps()
		props.VideoImage, props.ShowHeader = test.video, test.shown
		if got := newThread(nil, props).AppBar; got != test.want {
			t.Errorf("video %q, showHeader written %v: app bar %v", test.video, test.shown != nil, got)
		}
	}
}

// lookThread builds a platform's section with one comment, seen that long after it was written.
func lookThread(t *testing.T, platform string, age time.Duration, c schema.Comment) *Thread {
	t.Helper()
	props := commentProps(c)
	props.CommentCount = c.Likes
	p := &schema.Payload{MockupType: schema.Comments, Platform: platform, Props: props}
	s, err := Build(t.Context(), p, &templates.Set{}, Options{Now: schema.Instant(c.Timestamp).Time().Add(age)})
	if err != nil {
		t.Fatal(err)
	}
	return s.View.Body.(*Thread)
}

func TestThreadNumbersAndTimes(t *testing.T) {
	const day = 24 * time.Hour
	ages := []time.Duration{59 * time.Second, time.Minute, 23 * time.Hour, 6 * day, 7 * day, 29 * day, 30 * day, 364 * day, 365 * day}
	numbers := []float64{0, 999, 1000, 12400, 999949, 1.2e6}
	for _, test := range []struct {
		platform      string
		ages, numbers []string
	}{
		{"facebook", []string{"Just now", "1m", "23h", "6d", "1w", "4w", "4w", "52w", "1y"}, []string{"", "999", "1K", "12K", "999K", "1.2M"}},
		{"reddit", []string{"now", "1m", "23h", "6d", "7d", "29d", "1mo", "11mo", "1y"}, []string{"", "999", "1k", "12.4k", "999.9k", "1.2m"}},
		{"linkedin", []string{"now", "1m", "23h", "6d", "1w", "4w", "1mo", "11mo", "1yr"}, []string{"", "999", "1,000", "12,400", "999,949", "1,200,000"}},
	} {
		for i, want := range test.ages {
			if got := lookThread(t, test.platform, ages[i], remark("c", "u1", "")).Comments[0].Age; got != want {
				t.Errorf("%s, %v ago: %q, want %q", test.platform, ages[i], got, want)
			}
		}
		for i, want := range test.numbers {
			c := remark("c", "u1", "")
			c.Likes = numbers[i]
			thread := lookThread(t, test.platform, 0, c)
			if got := thread.Comments[0].Likes; got != want {
				t.Errorf("%s: %v likes are %q, want %q", test.platform, numbers[i], got, want)
			}
			if got := thread.Count; want != "" && got != want {
				t.Errorf("%s: %v comments are %q, want %q", test.platform, numbers[i], got, want)
			}
		}
	}
}

// Reddit's comments are markdown.
func TestRedditTexts(t *testing.T) {
	c := remark("c1", "u", "> a\n>b\n- c\n## d\n[e](https://example.org) __f__ _g_ 太字**h**と \\*i\\*\n```go\nj\n```\n>!k!< l^2\nm|n\n-|-")
	got := string(lookThread(t, "reddit", time.Hour, c).Comments[0].Text)
	for _, want := range []string{">a\nb</blockquote>", "<div>c</div>", ">d</h2>", ">e</a>", "<b>f</b>", "<i>g</i>", "<b>h</b>と", "*i*", "<pre>j</pre>", `<span class="spoiler">k</span>`, "l<sup>2</sup>", "<th>n</th>"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in %s", want, got)
		}
	}
}

// What people write before a handle is no part of it, and who has no name that begins with a letter has the initial of the handle.
func TestHandlesOfCommenters(t *testing.T) {
	for platform, want := range map[string]string{"reddit": "mia", "x": "mia", "youtube": "@mia"} {
		for _, given := range []string{"@mia", "u/mia", "/u/mia"} {
			c := remark("c1", "u1", "a")
			c.Username = given
			if by := lookThread(t, platform, 0, c).Comments[0].By; by.Username != "mia" || platform != "x" && by.Name != want {
				t.Errorf("%s: %q is %q, with the handle %q", platform, given, by.Name, by.Username)
			}
		}
	}
	props := commentProps(remark("c1", "u1", "a"))
	for i := range props.Users {
		props.Users[i].Name, props.Users[i].Username = "@Mia", "@mia"
	}
	s, err := Build(t.Context(), &schema.Payload{MockupType: schema.Comments, Platform: "youtube", Props: props}, &templates.Set{}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got := s.View.Body.(*Thread).Comments[0].By.Avatar.Initials; got != "M" {
		t.Errorf("initials %q", got)
	}
}

func TestThreadSize(t *testing.T) {
	yes, no := true, false
	for _, test := range []struct {
		frame         bool
		mobile        *bool
		width, height int
	}{
		{false, nil, PhoneWidth, PhoneHeight}, {false, &yes, PhoneWidth, PhoneHeight}, {false, &no, PhoneWidth, 0},
		{true, nil, FramedWidth, FramedHeight}, {true, &no, FramedWidth, FramedHeight},
	} {
		props := commentProps(remark("c", "u1", "hi"))
		props.Platform, props.ShowDeviceFrame, props.MobileView = "youtube", test.frame, test.mobile
		s, err := Build(t.Context(), &schema.Payload{MockupType: schema.Comments, Platform: "youtube", Props: props}, &templates.Set{}, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if s.Width != test.width || s.Height != test.height || !s.View.Device.Phone {
			t.Errorf("frame %v: %d x %d, want %d x %d", test.frame, s.Width, s.Height, test.width, test.height)
		}
	}
}

func TestVoice(t *testing.T) {
	note := func(id string, seconds int) *Voice {
		c := remark(id, "u1", "transcript")
		c.Attachment = &schema.CommentAttachment{Type: "voice", DurationSeconds: seconds}
		return newThread(map[string]string{"attachment": "true"}, commentProps(c)).Comments[0].Voice
	}
	first := note("a", 7)
	if first.Duration != "0:07" || note("a", 60).Duration != "1:00" {
		t.Errorf("durations are %q and %q", first.Duration, note("a", 60).Duration)
	}
	if !slices.Equal(first.Bars, note("a", 7).Bars) || slices.Equal(first.Bars, note("b", 7).Bars) {
		t.Error("the waveform does not come from the id alone")
	}
	if len(note("a", 60).Bars) <= len(first.Bars) {
		t.Error("a longer note has no more bars")
	}
	for _, bar := range note("a", 60).Bars {
		if bar < 1 || bar > 100 {
			t.Errorf("a bar is %d high", bar)
		}
	}
	c := remark("a", "u1", "transcript")
	c.Attachment = &schema.CommentAttachment{Type: "voice", DurationSeconds: 7}
	if newThread(nil, commentProps(c)).Comments[0].Voice != nil {
		t.Error("an app without attachments has a voice note")
	}
}

func TestPoll(t *testing.T) {
	poll := func(a schema.CommentAttachment, votes ...int64) *Poll {
		a.Type = "poll"
		for _, n := range votes {
			a.Options = append(a.Options, schema.PollOption{Text: "text", Votes: n})
		}
		c := remark("a", "u1", "question")
		c.Attachment = &a
		return newThread(map[string]string{"attachment": "true"}, commentProps(c)).Comments[0].Poll
	}
	open := poll(schema.CommentAttachment{Status: "open", EndsIn: "2d"}, 1, 0)
	if open.Closed || open.EndsIn != "2d" || open.Votes != "1" || !open.One || !open.Options[0].Leads || open.Options[1].Leads {
		t.Errorf("open poll is %+v", open)
	}
	closed := poll(schema.CommentAttachment{Status: "closed", EndsIn: "2d"}, 0, 0)
	if !closed.Closed || closed.EndsIn != "" || closed.Options[0].Leads || closed.Options[0].Percent != 0 {
		t.Errorf("closed poll is %+v", closed)
	}
}

func TestShares(t *testing.T) {
	const most = 1<<53 - 1
	for _, test := range []struct {
		votes []int64
		want  []int
	}{
		{[]int64{0, 0}, []int{0, 0}},
		{[]int64{1, 0}, []int{100, 0}},
		{[]int64{1, 1, 1}, []int{34, 33, 33}},
		{[]int64{1, 2, 3}, []int{17, 33, 50}},
		{[]int64{1, 1, 1, 1, 1}, []int{20, 20, 20, 20, 20}},
		{[]int64{1, 1, 1, 1, 2}, []int{17, 17, 17, 16, 33}},
		{[]int64{most, most, most, most, most}, []int{20, 20, 20, 20, 20}},
		{[]int64{most, 1}, []int{100, 0}},
	} {
		got := shares(test.votes, 100)
		if !slices.Equal(got, test.want) {
			t.Errorf("shares(%v) = %v, want %v", test.votes, got, test.want)
		}
	}
}

// What the author of a post did with a comment shows where the app shows it, and only comments are pinned, not answers.
func TestCommentsThatTheAuthorMarks(t *testing.T) {
	marked := func(replies ...schema.Comment) schema.Comment {
		c := remark("c", "u1", "hi", replies...)
		c.Pinned, c.LikedByAuthor, c.Image = true, true, "photo.jpg"
		return c
	}
	answer := marked()
	answer.ID = "r"
	for platform, want := range map[string]struct{ pinned, loved, image bool }{
		"youtube": {true, true, false}, "instagram": {true, true, true}, "tiktok": {true, true, true}, "threads": {false, true, true},
		"reddit": {true, false, true}, "x": {false, false, true}, "facebook": {false, false, true}, "linkedin": {false, false, true},
	} {
		props := commentProps(marked(answer))
		s, err := Build(t.Context(), &schema.Payload{MockupType: schema.Comments, Platform: platform, Props: props}, &templates.Set{}, Options{Images: func(ref string) string { return ref }})
		if err != nil {
			t.Fatal(err)
		}
		c := s.View.Body.(*Thread).Comments[0]
		for i, c := range []*Comment{c, c.Replies[0]} {
			pinned := want.pinned && i == 0
			if (c.Pinned != "") != pinned || (c.Loved != nil) != want.loved || (c.Image != "") != want.image {
				t.Errorf("%s: the comment %d has pinned %q, loved %v, image %q", platform, i, c.Pinned, c.Loved, c.Image)
			}
		}
	}
}

package scene

import (
	"testing"
	"time"

	"mockup/internal/schema"
	"mockup/templates"
)

// threadRules builds a comment section with the manifest of a platform: one comment of this age with as many likes.
func threadRules(t *testing.T, platform string, ago time.Duration, likes float64) *Comment {
	t.Helper()
	m, err := templates.ReadManifest(string(schema.Comments), platform)
	if err != nil {
		t.Fatal(err)
	}
	b := manifestBuilder(schema.Comments, nil)
	b.manifest = m
	c := remark("c", "u1", "text")
	c.Likes, c.Timestamp = likes, schema.Instant(b.now.Add(-ago).Format(time.RFC3339Nano))
	b.thread(commentProps(c))
	return b.scene.View.Body.(*Thread).Comments[0]
}

func TestCommentAges(t *testing.T) {
	for _, test := range []struct {
		platform string
		ago      time.Duration // before noon of 15 June 2026
		want     string
	}{
		{"instagram", 23 * time.Second, "23s"},
		{"instagram", time.Hour - time.Second, "59m"},
		{"instagram", day - time.Second, "23h"},
		{"instagram", 7*day - time.Second, "6d"},
		{"instagram", 7 * day, "1w"},
		{"instagram", 364 * day, "52w"},
		{"instagram", 840 * day, "120w"},
		{"threads", 59 * time.Second, "now"},
		{"threads", time.Minute, "1m"},
		{"threads", 7*day - time.Second, "6d"},
		{"threads", 7 * day, "06/08/26"},
		{"threads", 165 * day, "01/01/26"},
		{"threads", 166 * day, "12/31/25"},
		{"x", 59 * time.Second, "now"},
		{"x", day - time.Second, "23h"},
		{"x", 7*day - time.Second, "6d"},
		{"x", 7 * day, "6/8/26"},
		{"x", 166 * day, "12/31/25"},
	} {
		if got := threadRules(t, test.platform, test.ago, 0).Age; got != test.want {
			t.Errorf("%s, %v ago: %q, want %q", test.platform, test.ago, got, test.want)
		}
	}
}

func TestCommentLikes(t *testing.T) {
	for _, test := range []struct {
		platform string
		likes    float64
		want     string
	}{
		{"instagram", 0, ""},
		{"instagram", 1, "1"},
		{"instagram", 999, "999"},
		{"instagram", 1000, "1,000"},
		{"instagram", 9999, "9,999"},
		{"instagram", 10_000, "10K"},
		{"instagram", 12_499, "12.4K"},
		{"instagram", 999_949, "999.9K"},
		{"instagram", 1_000_000, "1M"},
		{"instagram", 1_290_000, "1.2M"},
		{"threads", 0, ""},
		{"threads", 999, "999"},
		{"threads", 1000, "1K"},
		{"threads", 1_999, "1.9K"},
		{"threads", 12_345, "12.3K"},
		{"threads", 999_949, "999.9K"},
		{"threads", 1_250_000, "1.2M"},
		{"x", 0, ""},
		{"x", 9999, "9,999"},
		{"x", 10_000, "10K"},
		{"x", 999_949, "999.9K"},
		{"x", 1_000_000, "1M"},
	} {
		if got := threadRules(t, test.platform, 0, test.likes).Likes; got != test.want {
			t.Errorf("%s, %v likes: %q, want %q", test.platform, test.likes, got, test.want)
		}
	}
}

// Reposts and views are those of the payload, and never made up.
func TestCommentReach(t *testing.T) {
	c := remark("c", "u1", "text")
	c.Likes = 10_000
	if got := newThread(nil, commentProps(c)).Comments[0]; got.Views != "" || got.Reposts != "" {
		t.Errorf("a comment without reposts and views has %q and %q", got.Reposts, got.Views)
	}
	c.Reposts, c.Views = number(12), number(3400)
	if got := newThread(nil, commentProps(c)).Comments[0]; got.Views != "3.4K" || got.Reposts != "12" {
		t.Errorf("12 reposts and 3400 views are %q and %q", got.Reposts, got.Views)
	}
}

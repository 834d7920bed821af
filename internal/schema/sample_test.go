package schema

import (
	"slices"
	"strings"
	"testing"
)

// eachSample calls f for every type, platform and size of sample.
func eachSample(t *testing.T, f func(t *testing.T, mt Type, platform string, minimal bool, data []byte)) {
	t.Helper()
	for _, mt := range Types() {
		platforms := Platforms(mt)
		if len(platforms) == 0 {
			platforms = []string{""}
		}
		for _, platform := range platforms {
			for _, minimal := range []bool{false, true} {
				name := string(mt) + "/" + platform
				if minimal {
					name += "/minimal"
				}
				t.Run(name, func(t *testing.T) {
					data, err := Sample(mt, SampleOptions{Platform: platform, Minimal: minimal})
					if err != nil {
						t.Fatal(err)
					}
					f(t, mt, platform, minimal, data)
				})
			}
		}
	}
}

func TestSamplesValidate(t *testing.T) {
	eachSample(t, func(t *testing.T, mt Type, platform string, minimal bool, data []byte) {
		p, found := Decode(data, Options{Filename: "sample.yaml"})
		if len(found) > 0 {
			t.Fatalf("diagnostics:\n%v\n%s", found, data)
		}
		if p.MockupType != mt || HasPlatform(mt) && p.Platform != platform {
			t.Errorf("got %s/%s", p.MockupType, p.Platform)
		}
		if strings.Contains(string(data), "://") {
			t.Error("the sample names an address, so it does not render offline")
		}
		if strings.Contains(string(data), "\n\n\n") || strings.Contains(string(data), " \n") {
			t.Errorf("untidy whitespace:\n%q", data)
		}
	})
}

// Removing any field of a minimal sample must make it invalid: it has required fields only. The picture of a post is the
// exception: without it, the app's own rule is broken, which is no fault of the payload.
func TestMinimalSamplesAreMinimal(t *testing.T) {
	eachSample(t, func(t *testing.T, mt Type, _ string, minimal bool, data []byte) {
		if !minimal {
			return
		}
		root := parseYAML(data, newReport(Options{}))
		for _, n := range everyField(root) {
			steps := n.steps()
			if mt == Posts && n.key == "image" {
				continue
			}
			again := parseYAML(data, newReport(Options{}))
			cut := again.find(steps)
			cut.parent.children = remove(cut.parent.children, cut)
			r := newReport(Options{})
			check(again, Options{}, r)
			if !r.finish().HasErrors() {
				t.Errorf("%s can be left out", strings.Join(steps, "."))
			}
		}
	})
}

// A full sample has no warnings either, as a picture and as a video, and all kinds of messages that the app has but those of files.
func TestFullSamples(t *testing.T) {
	for _, mt := range Types() {
		for _, platform := range append([]string{""}, Platforms(mt)...) {
			for _, video := range []bool{false, true}[:len(Kinds(mt))] {
				data, err := Sample(mt, SampleOptions{Platform: platform, Full: true, Video: video && slices.Contains(Kinds(mt), Video)})
				if err != nil {
					t.Fatal(err)
				}
				if _, found := Decode(data, Options{}); len(found) > 0 {
					t.Errorf("%s %s, video %v: %v", mt, platform, video, found)
				}
				for _, kind := range []string{"voice", "call", "file", "sticker", "location", "contact", "poll"} {
					if mt == Chats && platform != "" && strings.Contains(string(data), "type: "+kind) != Shows(mt, platform, kind) {
						t.Errorf("%s has no message of the type %s, or one that it should not have", platform, kind)
					}
				}
			}
		}
	}
	if _, err := Sample(Chats, SampleOptions{Minimal: true, Full: true}); err == nil || !strings.Contains(err.Error(), "either minimal or full") {
		t.Errorf("a sample that is minimal and full: %v", err)
	}
}

func TestSampleRefuses(t *testing.T) {
	for _, tc := range []struct {
		t        Type
		platform string
		want     string
	}{
		{"chat", "", `"chat" is not a mockup type; allowed: chats, ai, stories`},
		{"gmail", "", `"gmail" is a platform, not a mockup type; types that have it: emails`},
		{"chat", "", `did you mean "chats"?`},
		{"teams", "", `"teams" is not a mockup type; allowed: chats, ai, stories, notifications, posts, comments, comment-popup, emails, contribution-chart, dashboard-chart; "microsoftTeams" is a platform of the type chats`},
		{"watsapp", "", `; "whatsapp" is a platform of the type chats`},
		{Chats, "watsapp", `did you mean "whatsapp"?`},
		{DashboardChart, "x", "dashboard-chart has no platforms"},
	} {
		if _, err := Sample(tc.t, SampleOptions{Platform: tc.platform}); err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s/%s: got %v, want %s", tc.t, tc.platform, err, tc.want)
		}
	}
}

func everyField(n *node) []*node {
	var out []*node
	for _, c := range n.children {
		if n.kind == kindObject {
			out = append(out, c)
		}
		out = append(out, everyField(c)...)
	}
	return out
}

func remove(list []*node, n *node) []*node {
	var out []*node
	for _, c := range list {
		if c != n {
			out = append(out, c)
		}
	}
	return out
}

// A video to start from is heard, unless it is of a type without videos.
func TestVideoSamples(t *testing.T) {
	for _, mt := range Types() {
		data, err := Sample(mt, SampleOptions{Video: true})
		if !slices.Contains(Kinds(mt), Video) {
			if err == nil || !strings.Contains(err.Error(), "no videos of "+string(mt)) {
				t.Errorf("%s: %v", mt, err)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		p, found := Decode(data, Options{})
		switch {
		case len(found) > 0:
			t.Errorf("%s: %v\n%s", mt, found, data)
		case p.RenderKind != Video, mt != CommentPopup && (p.Video == nil || !p.Video.Sounds), mt == CommentPopup && !p.Props.(*PopupProps).Sound:
			t.Errorf("the video of %s is silent:\n%s", mt, data)
		}
	}
}

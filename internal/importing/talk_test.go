package importing

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"mockup/internal/schema"
)

// A line about a screenshot is kept where the app tells of screenshots.
func TestScreenshotIsKept(t *testing.T) {
	t.Parallel()
	output := filepath.Join(t.TempDir(), "chat.yaml")
	result := answered(t, Options{Source: unpack(t, "parse/testdata/telegram-talk.txtar"), Output: output, Platform: "telegram"})
	if want := "event: { kind: screenshot } }"; !strings.Contains(string(result.Data), want) {
		t.Errorf("%s is not in\n%s", want, result.Data)
	}
}

// What people do in conversations is carried over from each format that has it, and draws without a warning where the app shows
// all of it.
func TestTalk(t *testing.T) {
	t.Parallel()
	for fixture, wants := range map[string][]string{
		"telegram-talk": {
			`id: m1, userId: me, type: event, timestamp: "2021-06-20T16:29:00Z", event: { kind: added, who: noah } }`,
			`text: "who is in for Saturday?", reactions: [{ emoji: "👍", by: [noah, zoe, ida] }, { emoji: "❤️", by: [noah] }] }`,
			`text: "me!", replyTo: m2 }`,
			`userId: zoe, type: voice, timestamp: "2021-06-20T16:32:00Z", voice: { durationSeconds: 17 } }`,
			`text: "great, at the pier", replyTo: m4, edited: true }`,
			`text: "the water is warm", forwarded: true }`,
			`userId: zoe, type: call, timestamp: "2021-06-20T16:35:00Z", call: { kind: voice, outcome: declined } }`,
			`userId: zoe, type: event, timestamp: "2021-06-20T16:36:00Z", event: { kind: renamed, name: Boats } }`,
			`event: { kind: picture } }`,
			`userId: me, type: event, timestamp: "2021-06-20T16:37:00Z", text: "You added Rebecca and Sam", event: { kind: text } }`,
			`event: { kind: removed, who: zoe } }`, `userId: ida, type: event, timestamp: "2021-06-20T16:38:00Z", event: { kind: joined } }`,
			`text: "Kayak Club pinned a message", event: { kind: text } }`, `event: { kind: left } }`,
			"# Who reacted is partly a guess",
			"# Left out: 1 answer to a message that is not imported, 2 lines of the app, 2 reactions without an emoji of Unicode.",
		},
		"discord-direct": {
			`replyTo: m1, edited: true, reactions: [{ emoji: "🙃", by: [omar] }] }`, `call: { kind: voice, outcome: ended, durationSeconds: 180 } }`,
		},
		"slack-channel": {
			`event: { kind: joined } }`, `reactions: [{ emoji: "👍🏻", by: [me, omar] }] }`, `text: "on it", replyTo: m2, edited: true }`,
			`text: "*done* :unknown-one:" }`, `type: voice, timestamp: "2026-10-07T13:31:00Z", voice: { durationSeconds: 4 } }`, `text: "This message was deleted", deleted: true }`,
		},
		"messenger-group":  {`event: { kind: added, who: me } }`},
		"messenger-direct": {`outcome: missed`, `text: "schön 🎉", reactions: [{ emoji: "❤️", by: [zoe] }] }`},
		"imessage-direct": {
			`text: "the second", replyTo: m3 }`, `text: "the third", edited: true }`, `deleted: true }`,
			"      reactions: [{ emoji: \"❤️\", by: [me] }, { emoji: \"👍\", by: [lena] }]\n",
		},
		"whatsapp-iphone": {`userId: noah, type: call, timestamp: "2021-06-20T14:36:00Z", call: { kind: voice, outcome: missed } }`, `call: { kind: video, outcome: ended, durationSeconds: 720 } }`},
	} {
		t.Run(fixture, func(t *testing.T) {
			t.Parallel()
			output := filepath.Join(t.TempDir(), "chat.yaml")
			result := answered(t, Options{Source: unpack(t, "parse/testdata/"+fixture+".txtar"), Output: output, Platform: "whatsapp"})
			checkScript(t, decode(t, output, result))
			for _, want := range wants {
				if !strings.Contains(string(result.Data), want) {
					t.Errorf("%s is not in\n%s", want, result.Data)
				}
			}
		})
	}
}

// What the app does not show is counted and named, and with it everybody who did nothing else.
func TestNotShown(t *testing.T) {
	t.Parallel()
	result := answered(t, Options{Source: unpack(t, "parse/testdata/discord-direct.txtar"), Output: "-", Platform: "claude"})
	for _, want := range []string{"1 call", "1 mark of an answer to another message", "1 mark of an edit", "1 reaction"} {
		if !slices.Contains(result.LeftOut, want) {
			t.Errorf("%s is not among %v", want, result.LeftOut)
		}
	}
	const text = "# me: A\n# platform: claude\nA: hi\n+ 👍 C\n* C left\n[deleted]\nB: [voice 0:12]\nA: [deleted]\n"
	got := script(t, text, Options{})
	if want := "# Left out: 1 deleted message, 1 line of the app, 1 reaction, 1 voice message."; !strings.Contains(got, want) || strings.Contains(got, "voice:") {
		t.Errorf("%s is not in\n%s", want, got)
	}
	const answer = "# me: A\nA: hi\nB: [deleted]\nB: [deleted]\nA: bye\n"
	for platform, deleted := range map[string]int{"whatsapp": 2, "tiktok": 0} {
		if got := script(t, "# platform: "+platform+"\n"+answer, Options{}); strings.Count(got, "deleted: true") != deleted {
			t.Errorf("%s: %d deleted messages are not in\n%s", platform, deleted, got)
		}
	}
}

// The length of a recording is that of its file, or guessed from its size.
func TestRecordingLengths(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	for _, args := range [][]string{{"-c:a", "libopus", "opus.opus"}, {"-c:a", "aac", "aac.m4a"}, {"-c:a", "aac", "-b:a", "32k", "aac.aac"}} {
		name := filepath.Join(folder, args[len(args)-1])
		args = slices.Concat([]string{"-v", "error", "-f", "lavfi", "-i", "anoisesrc=d=7:r=48000"}, args[:len(args)-1], []string{name})
		if out, err := exec.CommandContext(t.Context(), "ffmpeg", args...).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	writeFile(t, filepath.Join(folder, "chat.txt"), []byte("Mia: [voice: opus.opus]\nNoah: [voice: aac.m4a]\n"))
	result := answered(t, Options{Source: filepath.Join(folder, "chat.txt"), Output: "-"})
	if got := string(result.Data); strings.Count(got, "voice: { durationSeconds: 7 }") != 2 || strings.Contains(got, "lengths") {
		t.Error(got)
	}
	writeFile(t, filepath.Join(folder, "chat.txt"), []byte("Mia: [voice: aac.aac]\nNoah: [voice: none.m4a]\n"))
	result = answered(t, Options{Source: filepath.Join(folder, "chat.txt"), Output: "-"})
	p := mustDecode(t, result.Data)
	if got := p.Messages[0].Voice.DurationSeconds; got < 5 || got > 12 || len(p.Messages) != 1 {
		t.Errorf("%g seconds, %d messages", got, len(p.Messages))
	}
	if !strings.Contains(string(result.Data), "# The lengths of some voice messages are guesses") || !slices.Contains(result.LeftOut, "1 voice message of unknown length") {
		t.Error(string(result.Data))
	}
}

// Reactions without names are those of others in the conversation, and what is more than these is counted.
func TestReactionsByNumber(t *testing.T) {
	t.Parallel()
	got := script(t, "# me: A\n# with: C, D\nB: hi\n+ 👍\n+ 👍\n+ 👎 E, E\nA: ho\n+ 🎉 B\n+ 🎉\n", Options{Platform: "whatsapp"})
	for _, want := range []string{`reactions: [{ emoji: "👍", by: [e, c] }, { emoji: "👎", by: [e] }] }`, `reactions: [{ emoji: "🎉", by: [b, e] }] }`} {
		if !strings.Contains(got, want) {
			t.Errorf("%s is not in\n%s", want, got)
		}
	}
	got = script(t, "# me: A\nB: hi\n+ 👍\n+ 👍\nA: ho\n", Options{Platform: "whatsapp"})
	if !strings.Contains(got, `by: [me] }`) || !strings.Contains(got, "Left out: 1 reaction.") {
		t.Error(got)
	}
}

// Lines of the app are anonymous, too: names, names of groups, and people who never wrote anything.
func TestAnonymizeEvents(t *testing.T) {
	t.Parallel()
	const text = `# me: Mia Sorel
# group: Sorel family
Noah Lindqvist: hi
Mia Sorel: [voice 0:12] it is me, Mia Sorel
* Noah Lindqvist left
* Noah Lindqvist renamed the group to Lindqvist family
* Noah Lindqvist changed the group name from “Sorel family” to "Lindqvist family"
* Noah Lindqvist added Rebecca
* Rebecca pinned a message
* You pinned a message
* 小明加入了群聊
`
	got := script(t, text, Options{Anonymize: true, Platform: "whatsapp"})
	for _, secret := range []string{"Lindqvist", "Sorel", "family", "Rebecca", "小明"} {
		if strings.Contains(got, secret) {
			t.Errorf("%s is still there", secret)
		}
	}
	for _, want := range []string{"event: { kind: left }", `name: Group 1 }`, `changed the group name from “Our group” to \"Group 1\""`, `text: "You pinned a message"`, "it is me, ", "3 lines of the app that may name somebody"} {
		if !strings.Contains(got, want) {
			t.Errorf("%s is not there", want)
		}
	}
	if t.Failed() {
		t.Log(got)
	}
}

// The notation of scripts means what the documentation says.
func TestScriptNotation(t *testing.T) {
	t.Parallel()
	const text = `# me: Mia
# with: Ida
Noah: are you up?
Noah: are you up or not?
> are you up?
Mia: yes
> Noah: are you…
Mia: both
> Noah: something else
* Ida joined
* The bus left
Noah: [video call 1:02:03]
Noah: [declined call]
`
	p := mustDecode(t, []byte(script(t, text, Options{Platform: "whatsapp"})))
	if got := []string{p.Messages[2].ReplyTo, p.Messages[3].ReplyTo, p.Messages[3].Text}; !slices.Equal(got, []string{"m1", "m2", "both\n> Noah: something else"}) {
		t.Errorf("got %q", got)
	}
	if e := p.Messages[4]; e.Event.Kind != "joined" || e.UserID != "ida" {
		t.Errorf("%s %+v", e.UserID, e.Event)
	}
	if e := p.Messages[5]; e.Event.Kind != "text" || e.UserID != "me" || e.Text != "The bus left" {
		t.Errorf("%s %+v %s", e.UserID, e.Event, e.Text)
	}
	if c := *p.Messages[6].Call; c != (schema.Call{Kind: "video", Outcome: "ended", DurationSeconds: 3723}) {
		t.Errorf("%+v", c)
	}
	if c := *p.Messages[7].Call; c != (schema.Call{Kind: "voice", Outcome: "declined"}) {
		t.Errorf("%+v", c)
	}
}

// Every text survives the way to a script and back, also one that looks like the notation of scripts. Blanks at the ends of lines
// do not, which nobody sees.
func FuzzRoundTrip(f *testing.F) {
	for _, text := range []string{"hi", "[deleted] x", "[edited]\n[voice 0:12]", "> quoted", "+ 👍 Mia", "* left", "a\n> b\n+ 👍 c\n* d\n--- e", "Mia: x", "…", "...", "[10:42] x", "# me: x"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		text = regexp.MustCompile(`[\pZ\t]+\n`).ReplaceAllString(cleanText(strings.ToValidUTF8(text, "")), "\n")
		if text == "" || strings.ContainsRune(text, '\t') || len(text) > 10_000 {
			return
		}
		data := "mockupType: chats\nplatform: whatsapp\nrenderKind: image\nresolutionScale: 1x\nrendererVersion: mockup-chromium-v1\nprops:\n  platform: whatsapp\n" +
			"  sender: { id: me, name: Mia }\n  receivers: [{ id: noah, name: Noah }]\n  messages:\n" +
			"    - { id: m1, userId: noah, type: text, timestamp: 2026-03-01T09:41:00Z, text: " + quote(text) + ", reactions: [{ emoji: 👍, by: [me] }] }\n" +
			"    - { id: m2, userId: me, type: voice, timestamp: 2026-03-01T09:42:00Z, replyTo: m1, voice: { durationSeconds: 9, transcript: " + quote(text) + " } }\n" +
			"    - { id: m3, userId: me, type: text, timestamp: 2026-03-01T09:43:00Z, text: " + quote(text) + ", edited: true, forwarded: true, replyTo: m1 }\n"
		p, found := schema.Decode([]byte(data), schema.Options{})
		if p == nil {
			if strings.TrimSpace(text) != text || strings.ContainsFunc(text, func(r rune) bool { return !isShown(r) }) { // taken for blank
				return
			}
			t.Fatalf("%v\n%s", found, data)
		}
		checkScript(t, p)
	})
}

// The script of the documentation is read as the documentation says.
func TestDocumentedScript(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../docs/import.md")
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(page), "```\n# me: ")
	text, _, ok := strings.Cut(text, "\n```")
	if !ok {
		t.Fatal("docs/import.md has no script")
	}
	p := mustDecode(t, []byte(script(t, "# me: "+text, Options{})))
	var got []string
	for _, m := range p.Messages {
		got = append(got, fmt.Sprintf("%s %s %d %q %v", m.UserID, m.Type, len(m.Reactions), m.ReplyTo, m.Edited))
	}
	want := []string{`noah text 0 "" false`, `me text 0 "" false`, `noah text 1 "" false`, `zoe event 0 "" false`, `zoe text 0 "m1" true`, `noah voice 0 "" false`, `me call 0 "" false`, `me text 0 "" false`}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

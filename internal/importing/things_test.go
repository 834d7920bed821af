package importing

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mockup/internal/schema"
)

// Files, stickers, places, contacts and polls are carried over, and come back from a script; what a payload has no place for
// is counted.
func TestThings(t *testing.T) {
	t.Parallel()
	const text = `# me: Mia
Mia: [file: menu.pdf] as promised
Noah: [sticker: 🎉]
Noah: [location: Pier 4]
Mia: [location]
Noah: [contact: Zoe Lind]
Mia: [poll: Which lake? | The large one (2) | The small one]
> [poll: Which lake? | The large one (2) | The small one]
Noah: the large one
Noah: [poll: nothing to choose]
Noah: [sticker]
`
	data := script(t, text, Options{})
	for _, want := range []string{
		`type: file, timestamp`, `file: { name: "menu.pdf" }`, `sticker: { emoji: "🎉" }`, `location: { name: Pier 4 }`, `location: {}`,
		`contact: { name: Zoe Lind }`, `poll: { question: "Which lake?", options: [{ text: "The large one", votes: 2 }, { text: "The small one" }] }`,
		`text: "the large one", replyTo: m6`, "# Left out: 1 poll, 1 sticker.",
	} {
		if want = strings.Replace(want, `"menu.pdf"`, "menu.pdf", 1); !strings.Contains(data, want) {
			t.Errorf("%s is not in\n%s", want, data)
		}
	}
	p := mustPayload(t, data)
	checkScript(t, p)
	again, _, err := Script(p)
	if err != nil || !strings.Contains(string(again), "Mia: [poll: Which lake? | The large one (2) | The small one]\n> Mia: [poll: Which lake?") {
		t.Errorf("%v\n%s", err, again)
	}
	result := answered(t, Options{Source: "-", In: strings.NewReader(text), Output: "-", Platform: "tinder"})
	for _, want := range []string{"1 contact", "1 file", "2 locations", "2 polls"} {
		if !slices.Contains(result.LeftOut, want) {
			t.Errorf("%s is not among %v", want, result.LeftOut)
		}
	}
}

// withDog returns a folder with a picture, dog.jpg, and the picture.
func withDog(t *testing.T) (folder string, face []byte) {
	t.Helper()
	face, err := os.ReadFile("../../examples/media/avatars/dog.jpg")
	if err != nil {
		t.Fatal(err)
	}
	folder = t.TempDir()
	writeFile(t, filepath.Join(folder, "dog.jpg"), face)
	return folder, face
}

// The picture of a sticker lies beside the payload. One that cannot be drawn is left out with its message.
func TestStickerFiles(t *testing.T) {
	t.Parallel()
	folder, face := withDog(t)
	writeFile(t, filepath.Join(folder, "odd.webp"), []byte("no picture"))
	writeFile(t, filepath.Join(folder, "chat.txt"), []byte("# me: Mia\nNoah: [sticker: dog.jpg]\nNoah: [sticker: odd.webp]\nMia: ok\n"))
	output := filepath.Join(folder, "out.yaml")
	result, err := Import(t.Context(), Options{Source: filepath.Join(folder, "chat.txt"), Output: output})
	if err != nil {
		t.Fatal(err)
	}
	if data := string(result.Data); !strings.Contains(data, "sticker: { image: media/out-m1.jpg }") || strings.Contains(data, "images:") || result.Messages != 2 {
		t.Errorf("%d messages\n%s", result.Messages, data)
	}
	if copied, err := os.ReadFile(filepath.Join(folder, "media", "out-m1.jpg")); string(copied) != string(face) {
		t.Error("the picture was not copied", err)
	}
}

// Videos and animations are carried over with the pictures of the export, and come back from a script. Without a picture or a
// length they are counted. Marks of failure are those of the person on the right.
func TestVideos(t *testing.T) {
	t.Parallel()
	folder, _ := withDog(t)
	writeFile(t, filepath.Join(folder, "clip.mp4"), []byte("no video"))
	writeFile(t, filepath.Join(folder, "Zoe.vcf"), []byte("BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Zoe\r\nitem1.TEL;waid=15550100:+1 555-0100\r\nEND:VCARD\r\n"))
	const text = `# me: Mia
Noah: [video 1:02: dog.jpg] the dog
Noah: [gif: dog.jpg]
Noah: [video: dog.jpg] how long
Noah: [video 0:10: clip.mp4]
Noah: [gif: clip.mp4]
Mia: [failed] no
Noah: [failed] yes
Noah: [contact: Zoe.vcf]
Mia: [contact: Ida Holm | +1 555-0101]
`
	writeFile(t, filepath.Join(folder, "chat.txt"), []byte(text))
	output := filepath.Join(folder, "out.yaml")
	result, err := Import(t.Context(), Options{Source: filepath.Join(folder, "chat.txt"), Output: output})
	if err != nil {
		t.Fatal(err)
	}
	p := decode(t, output, result)
	for _, want := range []string{
		"type: video", "video: { poster: media/out-m1.jpg, durationSeconds: 62 }", `text: "the dog"`, "gif: { image: media/out-m2.jpg }", `text: "no", failed: true`,
		`type: text, timestamp: "2026-01-05T09:02:00Z", text: "how long"`,
		`contact: { name: Zoe, phone: "+1 555-0100" }`, `contact: { name: Ida Holm, phone: "+1 555-0101" }`,
		"# Left out: 1 GIF of which the export has no picture, 1 mark of failure, 1 video of unknown length, 1 video of which the export has no picture.",
	} {
		if !strings.Contains(string(result.Data), want) {
			t.Errorf("%s is not in\n%s", want, result.Data)
		}
	}
	again, left, err := Script(p)
	if err != nil || len(left) > 0 {
		t.Error(left, err)
	}
	for _, want := range []string{"Noah: [video 1:02: media/out-m1.jpg] the dog", "Noah: [gif: media/out-m2.jpg]", "Mia: [failed] no", "[contact: Zoe | +1 555-0100]"} {
		if !strings.Contains(string(again), want) {
			t.Errorf("%s is not in\n%s", want, again)
		}
	}
	writeFile(t, filepath.Join(folder, "again.txt"), again)
	second, err := Import(t.Context(), Options{Source: filepath.Join(folder, "again.txt"), Output: filepath.Join(t.TempDir(), "out.yaml")})
	if err != nil || second.Messages != result.Messages || len(second.LeftOut) > 0 {
		t.Errorf("%v %+v", err, second)
	}
}

// A text beside a file, a video or an animation stands below it, and alone where the app does not show that. An animation is a
// picture there.
func TestTextBelow(t *testing.T) {
	t.Parallel()
	folder, _ := withDog(t)
	writeFile(t, filepath.Join(folder, "odd.jpg"), []byte("no picture"))
	writeFile(t, filepath.Join(folder, "chat.txt"), []byte(`# me: Mia
Noah: [file: plan.pdf] the plan
> the plan
Mia: [video 0:42: dog.jpg] the video
Noah: [gif: dog.jpg] the dog
Noah: [gif: dog.jpg]
Noah: [gif: odd.jpg] nothing to see
Noah: [file: plan.pdf] [video 0:10: dog.jpg] both
Noah: [poll: Which lake? | A | B] a poll
`))
	for platform, want := range map[string][]string{
		"whatsapp": {"file the plan", "video the video", "gif the dog", "gif ", "text nothing to see", "file both", "video ", "text a poll", "poll "},
		"bluesky":  {"text the plan", "text the video", "mixed the dog", "image ", "text nothing to see", "text both", "text a poll"},
	} {
		output := filepath.Join(folder, platform+".yaml")
		result, err := Import(t.Context(), Options{Source: filepath.Join(folder, "chat.txt"), Output: output, Platform: platform})
		if err != nil {
			t.Fatal(err)
		}
		p := decode(t, output, result)
		var got []string
		for _, m := range p.Props.(*schema.ChatProps).Messages {
			got = append(got, m.Type+" "+m.Text)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q\n%s", platform, got, result.Data)
		}
		answer := p.Props.(*schema.ChatProps).Messages[1]
		if platform == "whatsapp" && answer.ReplyTo != "m1" {
			t.Errorf("the answer is one to %q", answer.ReplyTo)
		}
		checkScript(t, p)
	}
}

// A message that is empty in the export is counted, too.
func TestEmptyMessages(t *testing.T) {
	t.Parallel()
	const chat = `{"name":"Noah","type":"personal_chat","id":22,"messages":[
		{"id":1,"type":"message","date":"2021-06-20T16:40:00","from":"Noah","from_id":"user22","text":"hi"},
		{"id":2,"type":"message","date":"2021-06-20T16:41:00","from":"Mia","from_id":"user11","text":""}]}`
	result := answered(t, Options{Source: "-", In: strings.NewReader(chat), Output: "-"})
	if !slices.Equal(result.LeftOut, []string{"1 message that is empty in the export"}) || result.Messages != 1 {
		t.Errorf("%d messages, left out %v", result.Messages, result.LeftOut)
	}
	several := strings.Replace(chat, `"hi"`, `""`, 1)
	several = strings.TrimSuffix(several, "]}") + `,{"id":3,"type":"message","date":"2021-06-20T16:42:00","from":"Mia","from_id":"user11","text":"yes"}]}`
	result = answered(t, Options{Source: "-", In: strings.NewReader(several), Output: "-"})
	if !slices.Equal(result.LeftOut, []string{"2 messages that are empty in the export"}) || result.Messages != 1 {
		t.Errorf("%d messages, left out %v", result.Messages, result.LeftOut)
	}
}

// The length of a video that the export does not say is that of its file.
func TestVideoLengths(t *testing.T) {
	t.Parallel()
	source := unpack(t, "parse/testdata/instagram-videos.txtar")
	name := filepath.Join(source, "messages/inbox/noah_1/videos/1.mp4")
	args := []string{"-v", "error", "-f", "lavfi", "-i", "color=s=64x64:d=3:r=5", "-pix_fmt", "yuv420p", name}
	if out, err := exec.CommandContext(t.Context(), "ffmpeg", args...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	result := answered(t, Options{Source: source, Output: filepath.Join(t.TempDir(), "out.yaml")})
	if got := string(result.Data); !strings.Contains(got, "durationSeconds: 3 }") {
		t.Error(got)
	}
}

// Names of files, contacts, places and the words of polls are anonymized.
func TestThingsAnonymized(t *testing.T) {
	t.Parallel()
	const text = "# me: Mia\nNoah Lindqvist: [file: Noah contract.pdf]\nMia: [contact: Zoe Lind]\nMia: [location: 4 Pier Road]\n" +
		"Mia: [poll: Does Noah come? | Noah does | no]\n"
	data := script(t, text, Options{Anonymize: true})
	for _, real := range []string{"Noah", "Lind", "contract", "Pier"} {
		if strings.Contains(data, real) {
			t.Errorf("%s is in\n%s", real, data)
		}
	}
	for _, want := range []string{"file1.pdf", "Contact 1", "location: {}", " does"} {
		if !strings.Contains(data, want) {
			t.Errorf("%s is not in\n%s", want, data)
		}
	}
}

func mustPayload(t *testing.T, data string) *schema.Payload {
	t.Helper()
	p, found := schema.Decode([]byte(data), schema.Options{})
	if p == nil {
		t.Fatalf("%v\n%s", found, data)
	}
	return p
}

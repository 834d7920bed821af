package importing

import (
	"os"
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
		`text: "the large one", replyTo: m7`, "# Left out: 1 poll, 1 sticker.",
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

// The picture of a sticker lies beside the payload. One that cannot be drawn is left out with its message.
func TestStickerFiles(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	face, err := os.ReadFile("../../examples/media/avatars/dog.jpg")
	if err != nil {
		t.Fatal(err)
	}
	writeFile(t, filepath.Join(folder, "dog.jpg"), face)
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

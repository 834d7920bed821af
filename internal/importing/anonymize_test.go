package importing

import (
	"bytes"
	"image/jpeg"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Names, numbers, addresses and links are replaced, the same by the same; everything else stays.
func TestAnonymize(t *testing.T) {
	t.Parallel()
	const text = `# me: Mia Sorel
# group: Sorel family
Noah Lindqvist: Mia, call Noah's sister at +49 151 2345678 or +49 (151) 2345678
Mia Sorel: @noah is at 12 Rosewood Lane, or Hauptstraße 7b, or 5 rue de la Paix
Noah Lindqvist: see https://noah.example.net/a?b=c and noah.lindqvist@example.net and www.lake.org
Mia Sorel: again https://noah.example.net/a?b=c, DE89 3704 0044 0532 0130 00, order 4711471, at 10:42 on 2026-03-06 for 12.50
Zoe: noahs are many, lindqvist is rare. @here @boatman99
小明: 小明说 Mia 在吗
`
	got := script(t, text, Options{Anonymize: true})
	for _, secret := range []string{"Lindqvist", "lindqvist", "Sorel", "Noah's", "@noah", "151", "2345678", "Rosewood", "Hauptstraße", "Paix", "example.net", "lake.org", "3704", "4711471", "boatman", "小明", "family"} {
		if strings.Contains(got, secret) {
			t.Errorf("%s is still there", secret)
		}
	}
	for _, kept := range []string{"call ", "'s sister at +1 555 0100 or +1 555 0101", "see https://example.com/1 and name1@example.com and https://example.com/2",
		"again https://example.com/1, ", "at 10:42 on 2026-03-06 for 12.50", "1 Example Street, or 2 Example Street, or 3 Example Street", "@here @someone1", "noahs are many", "说 "} {
		if !strings.Contains(got, kept) {
			t.Errorf("%q is not there", kept)
		}
	}
	if t.Failed() {
		t.Log(got)
	}
	if again := script(t, text, Options{Anonymize: true}); again != got {
		t.Error("it is not the same the second time")
	}
}

// Everybody has one invented name, with a face as long as there are some, and pictures are blurred.
func TestAnonymizePictures(t *testing.T) {
	t.Parallel()
	output := filepath.Join(t.TempDir(), "chat.yaml")
	result := answered(t, Options{Source: unpack(t, "parse/testdata/whatsapp-iphone.txtar"), Output: output, Anonymize: true})
	text := string(result.Data)
	// Mia, Noah and Zoe are the names of three of the faces, and of those who are to be hidden.
	for _, want := range []string{"{ id: me, name: Omar, image: media/chat-me.jpg }", "{ id: priya, name: Priya, image: media/chat-priya.jpg }", "{ id: lucas, name: Lucas, image: ", "name: Our group"} {
		if !strings.Contains(text, want) {
			t.Errorf("%s is not in\n%s", want, text)
		}
	}
	original, err := os.ReadFile("../../examples/media/avatars/sea.jpg")
	if err != nil {
		t.Fatal(err)
	}
	blurred, err := os.ReadFile(filepath.Join(filepath.Dir(output), "media", "chat-m4.jpg"))
	if err != nil {
		t.Fatal(err)
	}
	picture, err := jpeg.Decode(bytes.NewReader(blurred))
	if err != nil || bytes.Equal(blurred, original) || picture.Bounds().Dx() != blurredSide {
		t.Fatal("the picture is not blurred", err)
	}
	// Neighbours are nearly equal everywhere: no edge is left.
	for y := 1; y < picture.Bounds().Dy(); y++ {
		for x := 1; x < picture.Bounds().Dx(); x++ {
			r1, _, _, _ := picture.At(x, y).RGBA()
			r2, _, _, _ := picture.At(x-1, y-1).RGBA()
			if diff := int(r1>>8) - int(r2>>8); diff > 24 || diff < -24 {
				t.Fatalf("an edge is left at %d, %d", x, y)
			}
		}
	}
}

// What YAML would read otherwise is in quotes, and every text comes back as it was.
func TestTextsComeBack(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"yes", "No", "null", "1e3", "a: b", "# x", "- x", "*a", "&a", "!x", "a, b", "{a}", "O'Neil", `"q"`, "back\\slash", "👩‍👩‍👧 fam", "שלום", "tab\there", "x\u00a0y", "~", "@x", "`x`", "%a", "Mia ", "?"} {
		for _, text := range []string{name, name + "\nsecond line", " \n" + name, name + "\n\n  indented\n\tx"} {
			d := &draft{}
			d.platform = "whatsapp"
			d.people = []*person{{id: "me"}, {id: "b"}}
			d.people[0].Name, d.people[1].Name = "A", name
			d.conversation = emptyConversation()
			d.ids = map[string]string{"a": "me"}
			d.format = "whatsapp"
			d.messages = []said{{from: "a", text: text}}
			p := mustDecode(t, d.text())
			if got := p.Messages[0].Text; got != text {
				t.Errorf("%q became %q", text, got)
			}
			if got := p.Receivers[0].Name; got != name {
				t.Errorf("the name %q became %q", name, got)
			}
		}
	}
}

package schema

import (
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What a document is sent as means the same as what was written, and says no more.
func TestDocumentJSON(t *testing.T) {
	for _, mt := range Types() {
		data, err := Sample(mt, SampleOptions{})
		if err != nil {
			t.Fatal(err)
		}
		doc, found := Read(data, Options{AllowPaths: true})
		if doc == nil {
			t.Fatal(found)
		}
		sent, err := doc.JSON(func(string) string { return "" })
		if err != nil {
			t.Fatal(err)
		}
		again, found := Decode(sent, Options{Format: FormatJSON})
		if again == nil {
			t.Fatalf("%s: %v in %s", mt, found, sent)
		}
		if !reflect.DeepEqual(again, doc.Payload) {
			t.Errorf("%s means something else as JSON: %s", mt, sent)
		}
	}
}

const written = `mockupType: chats
platform: whatsapp
renderKind: image
resolutionScale: 1x
rendererVersion: mockup-chromium-v1
props:
  platform: whatsapp
  batteryLevel: 0x1f
  chatWallpaper: "#00ff00"
  sender: {id: a, name: "A\u00e9 <b>", image: me.png}
  receivers: [{id: b, name: Bo, image: "https://example.com/b.png"}]
  messages:
    - {id: m, userId: b, type: text, timestamp: 2026-05-16T18:21:00Z, text: me.png}
`

func TestDocumentPaths(t *testing.T) {
	doc, found := Read([]byte(written), Options{AllowPaths: true})
	if doc == nil {
		t.Fatal(found)
	}
	sent, err := doc.JSON(func(path string) string { return "<" + path + ">" })
	if err != nil {
		t.Fatal(err)
	}
	want := `{"mockupType":"chats","platform":"whatsapp","renderKind":"image","resolutionScale":"1x","rendererVersion":"mockup-chromium-v1",` +
		`"props":{"platform":"whatsapp","batteryLevel":31,"chatWallpaper":"#00ff00","sender":{"id":"a","name":"Aé <b>","image":"<me.png>"},` +
		`"receivers":[{"id":"b","name":"Bo","image":"https://example.com/b.png"}],` +
		`"messages":[{"id":"m","userId":"b","type":"text","timestamp":"2026-05-16T18:21:00Z","text":"me.png"}]}}`
	if string(sent) != want {
		t.Errorf("got  %s\nwant %s", sent, want)
	}
	for pointer, line := range map[string]int{
		"": 1, "/platform": 2, "/props/messages/0/text": 13, "/props/messages/0/none": 13, "/props/messages/7": 13, "/props/none/x": 7, "none": 1,
	} {
		if got, col := doc.Place(pointer); got != line || col < 1 {
			t.Errorf("%q is at %d:%d, want line %d", pointer, got, col, line)
		}
	}
}

// Texts are what can be seen: no ids, no choices, no colours, no images.
func TestTexts(t *testing.T) {
	t.Parallel()
	doc, found := Read([]byte(`{"mockupType":"chats","platform":"whatsapp","renderKind":"image","resolutionScale":"2x","rendererVersion":"mockup-chromium-v1",
		"props":{"platform":"whatsapp","sender":{"id":"me","name":"Mia"},"receivers":[{"id":"b","name":"Bo","image":"bo.png"}],"secondaryTextColor":"red",
		"statusBarTime":"10:00","messages":[{"id":"m1","userId":"b","type":"text","timestamp":"2026-05-15T09:00:00Z","text":"hello"}]}}`), Options{AllowPaths: true})
	if doc == nil {
		t.Fatal(found)
	}
	got := map[string]string{}
	for path, text := range doc.Texts() {
		got[path] = text
	}
	want := map[string]string{"props.sender.name": "Mia", "props.receivers.0.name": "Bo", "props.statusBarTime": "10:00", "props.messages.0.text": "hello"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	for range doc.Texts() {
		break // ends the iteration without a panic
	}
}

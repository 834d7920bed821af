package schema

import (
	"strings"
	"testing"
)

const editable = `mockupType: chats
platform: whatsapp
renderKind: image
resolutionScale: 1x
rendererVersion: mockup-chromium-v1
props:
  platform: whatsapp
  sender: {id: a, name: "${name}"}
  receivers: [{id: b, name: Bo}]
  messages: [{id: m, userId: b, type: text, timestamp: "2026-05-16T18:21:00Z", text: "hi ${ name }, it is $${5} for ${name}"}]
`

func TestSet(t *testing.T) {
	p, found := Decode([]byte(editable), Options{
		Set: []Setting{
			{"platform", "imessage"}, {"darkMode", true}, {"canvas.padding", 12.0}, {"props.receivers.0.name", "Cy"},
			{"resolutionScale", "4x"}, {"sender.name", "Dee"},
		},
	})
	if p == nil {
		t.Fatal(found)
	}
	props := p.Props.(*ChatProps)
	if p.Platform != "imessage" || props.Platform != "imessage" || !props.DarkMode || p.Canvas.Padding != 12 ||
		props.Receivers[0].Name != "Cy" || p.ResolutionScale != "4x" || props.Sender.Name != "Dee" {
		t.Errorf("got %+v, %+v", p, props)
	}
	if got := props.Messages[0].Text; !strings.Contains(got, "${ name }") {
		t.Errorf("without columns, placeholders are text; got %q", got)
	}
}

// What is set is checked like what is written, at the place where it stands or would.
func TestSetInvalid(t *testing.T) {
	for path, want := range map[string]string{
		"darkMod":          `7:3: props.darkMod: unknown field; did you mean "darkMode"? (unknown_field)`,
		"darkMode":         `7:3: props.darkMode: expected true or false, found "x"; write true or false without quotes (type)`,
		"messages.7.text":  `10:13: props.messages: "messages.7.text" cannot be set: an array has no "7" (unknown_field)`,
		"sender.name.last": `8:25: props.sender.name: "sender.name.last" cannot be set: "${name}" has no "last" (unknown_field)`,
	} {
		_, found := Decode([]byte(editable), Options{Set: []Setting{{path, "x"}}})
		if len(found) != 1 || found[0].String() != want {
			t.Errorf("%s: got %v, want %s", path, found, want)
		}
	}
	for _, payload := range []string{"a: 1", "props: 1", "[]"} {
		if p, _ := Decode([]byte(payload), Options{Set: []Setting{{"platform", "x"}, {"a.b", true}}}); p != nil {
			t.Errorf("%s became a payload", payload)
		}
	}
}

func TestColumns(t *testing.T) {
	doc, found := Read([]byte(editable), Options{Columns: map[string]string{"name": "Mia ${name} {{.}}", "other": "x"}})
	if doc == nil {
		t.Fatal(found)
	}
	props := doc.Props.(*ChatProps)
	if got, want := props.Messages[0].Text, "hi Mia ${name} {{.}}, it is ${5} for Mia ${name} {{.}}"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	body, err := doc.JSON(nil)
	if err != nil || !strings.Contains(string(body), `"name":"Mia ${name} {{.}}"`) {
		t.Errorf("as JSON: %s, %v", body, err)
	}
}

func TestColumnsUnknown(t *testing.T) {
	_, found := Decode([]byte(editable), Options{Columns: map[string]string{"nam": "x"}})
	want := `8:25: props.sender.name: the data has no column "name"; it has nam; did you mean "nam"? (column)`
	if len(found) != 2 || found[0].String() != want {
		t.Errorf("got %v, want %s", found, want)
	}
	for text, want := range map[string]string{"${": "has no }", "${}": `no column ""`, "a $${ b": ""} {
		_, found := Decode([]byte(strings.Replace(editable, "name: Bo", `name: "`+text+`"`, 1)), Options{Columns: map[string]string{"name": "x"}})
		if want == "" && len(found) > 0 || want != "" && (len(found) != 1 || !strings.Contains(found[0].Message, want)) {
			t.Errorf("%s: got %v, want %q", text, found, want)
		}
	}
}

// Data that make a small payload huge are refused before they do.
func TestColumnsTooLarge(t *testing.T) {
	text := strings.Replace(chat("slack"), "name: Noor", "name: '"+strings.Repeat("${text}", 100_000)+"'", 1)
	for _, columns := range []map[string]string{{"text": strings.Repeat("x", 1<<20)}, {"text": strings.Repeat("x", 200)}} {
		_, found := Decode([]byte(text), Options{Columns: columns})
		if want := "8:27: props.sender.name: with the data filled in the payload is larger than a payload may be (size)"; found.Error() != want {
			t.Errorf("got %.300v, want %s", found, want)
		}
	}
	if p, found := Decode([]byte(text), Options{Columns: map[string]string{"text": "xy"}}); p == nil || len(p.Props.(*ChatProps).Sender.Name) != 200_000 {
		t.Error(found)
	}
}

package browser

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
)

// messages are JSON as rod writes it.
var messages = []string{
	`{}`, `{"id":1,"method":"Page.enable","params":{}}`, `{"a":[],"b":[{}],"c":null,"d":true,"e":false}`,
	`{"n":[0,23,24,255,256,65535,65536,2147483647,-1,-24,-25,-2147483648]}`,
	`{"f":[0.5,-1.25,1e+300,2147483648,-2147483649]}`,
	`{"t":["","<b>\"\\\n\u2028","äöü","👍🏽 مرحبا","` + strings.Repeat("x", 70000) + `"]}`,
	`{"deep":` + strings.Repeat(`[{"a":`, 100) + `1` + strings.Repeat(`}]`, 100) + `}`,
}

func noData([]byte) string { return "" }

func decode(t *testing.T, text []byte) (value any) {
	t.Helper()
	if err := json.Unmarshal(text, &value); err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	return value
}

// read reads a message as it comes.
func read(t *testing.T, message []byte) []byte {
	t.Helper()
	inner, err := readMessage(bytes.NewReader(message))
	if err != nil {
		t.Fatal(err)
	}
	return inner
}

func nothingGiven(string) ([]byte, bool) { return nil, false }

// Data that was given for a message is in it as data, and its number stands for nothing in the next one.
func TestGivenData(t *testing.T) {
	p := newPipe(nil, nil)
	for _, data := range []string{"a file", ""} {
		body := base64.StdEncoding.EncodeToString(p.give([]byte(data)))
		text := fmt.Appendf(nil, `{"a":"b","body":%q}`, body)
		for _, want := range []string{data, "\x00given"} {
			message, err := toCBOR(text, p.takeGiven)
			if err != nil {
				t.Fatal(err)
			}
			var got struct{ Body []byte }
			read, err := toJSON(read(t, message), base64.StdEncoding.EncodeToString)
			if err != nil || json.Unmarshal(read, &got) != nil || !strings.HasPrefix(string(got.Body), want) || want == "" && len(got.Body) > 0 {
				t.Errorf("the message holds %q, want %q; %v", got.Body, want, err)
			}
		}
	}
}

func TestMessagesKeepTheirMeaning(t *testing.T) {
	for _, text := range messages {
		message, err := toCBOR([]byte(text), nothingGiven)
		if err != nil {
			t.Fatal(err)
		}
		got, err := toJSON(read(t, message), noData)
		if err != nil {
			t.Errorf("%.50s: %v", text, err)
			continue
		}
		if want := decode(t, []byte(text)); !reflect.DeepEqual(decode(t, got), want) {
			t.Errorf("%.50s became %.200s", text, got)
		}
	}
	if _, err := toCBOR([]byte(`{"a":`), nothingGiven); err == nil {
		t.Error("a message that is cut off was written")
	}
}

// Chromium's own messages: a text in UTF-16, and data, which do not come back as text.
func TestChromiumsOwnItems(t *testing.T) {
	message := "\xbf\x61t\x44\x3d\xd8\x4d\xdc\x61d\xd6\x43abc\xff"
	var data []byte
	got, err := toJSON([]byte(message), func(held []byte) string {
		data = held
		return "held"
	})
	if err != nil || string(got) != `{"t":"👍","d":"held"}` || string(data) != "abc" {
		t.Errorf("it is %s, with the data %q (%v)", got, data, err)
	}
}

// What is damaged is refused.
func TestDamagedMessages(t *testing.T) {
	for _, text := range messages[:5] {
		message, err := toCBOR([]byte(text), nothingGiven)
		if err != nil {
			t.Fatal(err)
		}
		inner := read(t, message)
		for cut := range inner {
			if got, err := toJSON(inner[:cut], noData); !errors.Is(err, errMessage) {
				t.Errorf("%.50s, %d bytes of it, became %s (%v)", text, cut, got, err)
			}
		}
	}
	for name, message := range map[string]string{
		"more behind it": "\xf6\xf6", "a key that is no text": "\xbf\x01\x01\xff", "an unknown tag": "\xc1\x41a", "a tag before a number": "\xd6\x01",
		"an end without a beginning": "\xff", "a length without a number": "\x5c", "a float of 16 bits": "\xf9\x00\x00", "a text that is too long": "\x7a\xff\xff\xff\xffa",
		"too many levels": strings.Repeat("\x9f", deepest+2) + strings.Repeat("\xff", deepest+2),
	} {
		if got, err := toJSON([]byte(message), noData); !errors.Is(err, errMessage) {
			t.Errorf("%s: became %s (%v)", name, got, err)
		}
	}
	for _, message := range []string{"\xd8\x18\x5b\x00\x00\x00\x00", "\xd8\x18\x5a\xff\xff\xff\xff"} {
		if _, err := readMessage(strings.NewReader(message)); !errors.Is(err, errMessage) {
			t.Errorf("%x: error is %v", message, err)
		}
	}
}

// No message makes it panic, and what becomes of one is JSON.
func FuzzToJSON(f *testing.F) {
	for _, text := range messages {
		if message, err := toCBOR([]byte(text), nothingGiven); err == nil {
			f.Add(message)
		}
	}
	f.Fuzz(func(t *testing.T, message []byte) {
		if got, err := toJSON(message, noData); err == nil && !json.Valid(got) {
			t.Errorf("%x became %s", message, got)
		}
	})
}

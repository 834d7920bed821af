package parse

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// memory is an export that is not on the disk.
type memory map[string][]byte

func (m memory) open(name string) (io.ReadCloser, int64, error) {
	data, ok := m[name]
	if !ok {
		return nil, 0, fs.ErrNotExist
	}
	return io.NopCloser(bytes.NewReader(data)), int64(len(data)), nil
}

func (m memory) names() ([]string, error) {
	var found []string
	for name := range m {
		found = append(found, name)
	}
	slices.Sort(found)
	return found, nil
}

func (memory) close() error { return nil }

// readAll reads every conversation of an export in memory, whatever its format is said to be, and checks what is true of all.
func readAll(t *testing.T, m memory, format string) {
	t.Helper()
	names, _ := m.names()
	in := &input{name: "fuzz", title: "fuzz", files: names, store: m}
	found, err := recognise(in, format)
	if err != nil {
		return
	}
	for _, order := range []DateOrder{"", MonthDayYear} {
		e := &Export{Format: found.name, in: in, format: found, opts: Options{DateOrder: order}}
		chats, err := e.Chats(t.Context())
		if err != nil {
			return
		}
		for i, chat := range chats {
			if i == 3 {
				break
			}
			c, err := e.Read(t.Context(), chat, func(m Message) error {
				if !utf8.ValidString(m.Text) && format != "sms" {
					t.Errorf("the text %q is not UTF-8", m.Text)
				}
				if y := m.Time.Year(); y < -1 || y > 10000 {
					t.Errorf("the time is %v", m.Time)
				}
				return nil
			})
			if err == nil && c == nil {
				t.Error("neither a conversation nor an error")
			}
		}
	}
}

// fuzz seeds a target with the largest file of each fixture of a format.
func fuzz(f *testing.F, format, name string) {
	for _, fixture := range fixtures(f) {
		if fixture.format() != format {
			continue
		}
		var largest []byte
		for _, file := range fixture.archive.Files {
			if file.Name != wantFile && len(file.Data) > len(largest) {
				largest = file.Data
			}
		}
		f.Add(largest)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		files := memory{name: data}
		if format == "slack" {
			files["users.json"], files["channels.json"] = []byte(`[{"id":"U1","name":"a"}]`), []byte(`[{"id":"C1","name":"launch"}]`)
		}
		readAll(t, files, format)
	})
}

func FuzzWhatsApp(f *testing.F)  { fuzz(f, "whatsapp", "_chat.txt") }
func FuzzTelegram(f *testing.F)  { fuzz(f, "telegram", "result.json") }
func FuzzDiscord(f *testing.F)   { fuzz(f, "discord", "channel.json") }
func FuzzSlack(f *testing.F)     { fuzz(f, "slack", "launch/2026-10-06.json") }
func FuzzMessenger(f *testing.F) { fuzz(f, "messenger", "inbox/a/message_1.json") }
func FuzzInstagram(f *testing.F) { fuzz(f, "instagram", "instagram/message_1.json") }
func FuzzIMessage(f *testing.F)  { fuzz(f, "imessage", "a.txt") }
func FuzzChatGPT(f *testing.F)   { fuzz(f, "chatgpt", "conversations.json") }
func FuzzClaude(f *testing.F)    { fuzz(f, "claude", "conversations.json") }
func FuzzSMS(f *testing.F)       { fuzz(f, "sms", "sms.xml") }
func FuzzScript(f *testing.F)    { fuzz(f, "script", "a.txt") }

// Damaged exports are read as far as they make sense, or refused: six of each fixture.
func TestMutations(t *testing.T) {
	t.Parallel()
	count := 0
	for _, f := range fixtures(t) {
		draw := rand.New(rand.NewPCG(1, uint64(len(f.name))))
		for range 6 {
			files := memory{}
			for _, file := range f.archive.Files {
				if file.Name != wantFile {
					files[file.Name] = mutate(draw, f.content(file))
				}
			}
			readAll(t, files, f.format())
			count++
		}
	}
	if count < 200 {
		t.Errorf("only %d files", count)
	}
}

// mutate changes, repeats, removes and cuts parts of a file.
func mutate(draw *rand.Rand, data []byte) []byte {
	data = bytes.Clone(data)
	for range 1 + draw.IntN(8) {
		if len(data) < 4 {
			return data
		}
		a, b := draw.IntN(len(data)), draw.IntN(len(data))
		from, to := min(a, b), max(a, b)
		switch draw.IntN(6) {
		case 0:
			data[a] = byte(draw.IntN(256))
		case 1:
			data[a] = "{}[]\",:<>\n0-"[draw.IntN(12)]
		case 2:
			data = slices.Concat(data[:to], data[from:]) // repeats
		case 3:
			data = slices.Concat(data[:from], data[min(to, from+20):])
		case 4:
			data = data[:to+1]
		case 5:
			data = slices.Insert(data, a, []byte(strings.Repeat("9", 1+draw.IntN(30)))...)
		}
		data = data[:min(len(data), 64<<10)]
	}
	return data
}

// Nothing of what is read may be larger than what is held in memory.
func TestLimits(t *testing.T) {
	t.Parallel()
	head := "[20/06/2021, 14:30:00] Mia: "
	for name, c := range map[string]struct {
		files memory
		want  string
	}{
		"a long line":         {memory{"_chat.txt": []byte(head + strings.Repeat("x", maxLine+1))}, "longer than"},
		"a long message":      {memory{"_chat.txt": []byte(head + strings.Repeat("xxxxxxxxxxxxxxx\n", maxLine/15))}, "longer than"},
		"no UTF-8":            {memory{"_chat.txt": []byte(head + "hi\n" + head + "\xff\xfe\n")}, "line 2 is not text in UTF-8"},
		"an impossible day":   {memory{"_chat.txt": []byte(head + "hi\n[31/02/2021, 14:30:00] Mia: ho")}, "line 2 has no possible date"},
		"JSON that is cut":    {memory{"result.json": []byte(`{"name":"a","type":"personal_chat","id":1,"messages":[{"id":1,"type":"message","text":"a`)}, "cut off"},
		"XML that is cut":     {memory{"a.xml": []byte(`<smses><sms address="1" body="a`)}, "cut off"},
		"XML with a long tag": {memory{"a.xml": []byte(`<smses><sms address="` + strings.Repeat("1", maxKept+1) + `"/></smses>`)}, "longer than"},
		"a message of an odd type": {memory{"result.json": []byte(`{"name":"a","type":"personal_chat","id":1,"messages":[{"id":1,"type":"message","poll":7}]}`)},
			"does not belong there"},
		"Slack without a time": {memory{"users.json": []byte("[]"), "channels.json": []byte(`[{"name":"a"}]`), "a/1.json": []byte(`[{"text":"a"}]`)}, "has the time"},
	} {
		names, _ := c.files.names()
		in := &input{name: "x", files: names, store: c.files}
		found, err := recognise(in, "")
		if err == nil {
			e := &Export{in: in, format: found}
			var chats []Chat
			if chats, err = e.Chats(t.Context()); err == nil {
				_, err = e.Read(t.Context(), chats[0], func(Message) error { return nil })
			}
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, fmt.Sprint(err))
		}
	}
}

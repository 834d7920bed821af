package schema

import (
	"encoding/base64"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"
)

const megabyte = 1 << 20

// nasties are inputs made to cost much more than their size. Each must end with diagnostics, soon and in bounds.
func nasties() map[string]string {
	repeat := strings.Repeat
	head := `{"mockupType":"chats","platform":"x","renderKind":"image","resolutionScale":"2x","rendererVersion":"mockup-a-v1",` +
		`"props":{"platform":"x","sender":{"id":"a","name":"a"},"receivers":[],"messages":[`
	indents, fields, users := &strings.Builder{}, &strings.Builder{}, &strings.Builder{}
	for i := range 4000 {
		indents.WriteString(repeat(" ", i) + "a:\n")
	}
	for i := range 150_000 {
		fmt.Fprintf(fields, `"k%d":1,`, i)
	}
	for i := range 50_000 {
		fmt.Fprintf(users, `{"id":"u%d"},`, i)
	}
	bomb := "a0: &a0 [x, x, x, x, x, x, x, x, x]\n"
	for i := range 9 {
		bomb += fmt.Sprintf("a%d: &a%d [%s*a%d]\n", i+1, i+1, repeat(fmt.Sprintf("*a%d, ", i), 8), i)
	}
	return map[string]string{
		"10 MB of brackets.json":             repeat("[", 10*megabyte),
		"10 MB of brackets.yaml":             repeat("[", 10*megabyte),
		"10 MB of braces.json":               repeat(`{"a":`, 2*megabyte),
		"10 MB of empty arrays.json":         "[" + repeat("[],", 3*megabyte) + "[]]",
		"10 MB of numbers.json":              "[" + repeat("1,", 5*megabyte-2) + "1]",
		"10 MB of blanks.json":               repeat(" ", 10*megabyte-2) + "{}",
		"10 MB of lines.json":                repeat("\n", 10*megabyte-2) + "{}",
		"10 MB of digits.json":               `{"a":` + repeat("9", 10*megabyte-10) + "}",
		"huge exponents.json":                `{"mockupType":"contribution-chart","props":{"levels":[1e999999999,-1e999999999],"year":1e300}}`,
		"150000 unknown fields.json":         "{" + fields.String() + `"z":1}`,
		"190000 duplicates.json":             "{" + repeat(`"a":1,`, 190_000) + `"z":1}`,
		"90000 empty messages.json":          head + repeat("{},", 90_000) + "{}]}}",
		"90000 misspelt messages.json":       head + repeat(`{"userID":1},`, 90_000) + "{}]}}",
		"30000 lost of 50000 users.json":     strings.Replace(head, `"receivers":[`, `"receivers":[`+users.String()+"{}", 1) + repeat(`{"id":"a","userId":"b"},`, 30_000) + "{}]}}",
		"a picture of 7 MB.json":             strings.Replace(head, `"name":"a"`, `"name":"a","image":"data:image/png;base64,`+base64.StdEncoding.EncodeToString(make([]byte, 7*megabyte))+`"`, 1) + "]}}",
		"10 MB of dashes.yaml":               repeat("- ", 5*megabyte),
		"10 MB of items.yaml":                repeat("- a\n", 10*megabyte/4),
		"10 MB of comments.yaml":             repeat("#\n", 5*megabyte-4) + "a: 1",
		"10 MB of comments after.yaml":       "a: 1\n" + repeat("#\n", 5*megabyte-4),
		"comments between fields.yaml":       repeat("a: #x\n # y\n#\n", 50_000),
		"10 MB of empty lines.yaml":          repeat("\n", 10*megabyte-4) + "a: 1",
		"10 MB of folded text.yaml":          "a: x\n" + repeat("  y\n", 10*megabyte/4-4),
		"10 MB of literal text.yaml":         "a: |\n" + repeat("  y\n", 10*megabyte/4-4),
		"10 MB of escapes.yaml":              `a: "` + repeat(`\n`, 5*megabyte-4) + `"`,
		"10 MB of unclosed text.yaml":        `a: "` + repeat("x ", 5*megabyte-4),
		"10 MB of one word.yaml":             repeat("a", 10*megabyte),
		"10 MB of blanks.yaml":               "a:" + repeat(" ", 10*megabyte-4) + "1",
		"190000 brackets.yaml":               repeat("[", 190_000),
		"9000 brackets in 20 lines.yaml":     repeat("- "+repeat("[", 9000)+repeat("]", 9000)+"\n", 20),
		"9000 open braces.yaml":              repeat("{a: ", 9000),
		"9000 question marks.yaml":           repeat("? ", 9000),
		"4000 indents.yaml":                  indents.String(),
		"190000 keys in braces.yaml":         "{" + repeat("a,", 190_000) + "}",
		"190000 question marks.yaml":         repeat("? a\n", 190_000),
		"190000 anchors.yaml":                repeat("- &a b\n", 190_000),
		"100000 tags.yaml":                   "a: " + repeat("!!str ", 100_000),
		"100000 directives.yaml":             repeat("%TAG ! tag:x\n", 100_000) + "---\na: 1",
		"60000 documents.yaml":               repeat("---\n", 60_000),
		"alias bomb.yaml":                    bomb,
		"alias of itself.yaml":               "a: &a { b: [*a] }",
		"1 MB of text named 1000 times.yaml": "a:\n  - &x " + repeat("x", megabyte) + "\n" + repeat("  - *x\n", 1000),
	}
}

func TestNastiesAreBounded(t *testing.T) {
	const mostTime, mostMemory = 20 * time.Second, 400 * megabyte // far above what any of them takes, far below harm
	for name, input := range nasties() {
		t.Run(name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			start := time.Now()
			payload, found := Decode([]byte(input), Options{Filename: name})
			took := time.Since(start)
			runtime.ReadMemStats(&after)
			memory := after.TotalAlloc - before.TotalAlloc // all that was ever taken, so more than was held at once
			t.Logf("%v, %d MB for %d KB; %d diagnostics, the first: %.200v", took.Round(time.Millisecond), memory/megabyte, len(input)/1024, len(found), found[0])
			if payload != nil || !found.HasErrors() {
				t.Error("accepted")
			}
			if took > mostTime || memory > mostMemory {
				t.Error("takes too much")
			}
			if len(found.Errors()) > DefaultMaxListed+1 || len(found.Warnings()) > DefaultMaxListed+1 {
				t.Errorf("%d diagnostics", len(found))
			}
		})
	}
}

// Warnings must not crowd out errors, nor the other way round.
func TestMaxListed(t *testing.T) {
	lines := []string{"notifications:"}
	for i := range 120 {
		lines = append(lines, fmt.Sprintf("  - { id: m%d, title: x, text: x, iconPreset: unknown%d }", i, i))
	}
	icons := func(more ...string) string { return payload(Notifications, "ios", "image", append(lines, more...)...) }
	_, found := Decode([]byte(icons("  - { id: m1, title: x, text: x }")), Options{})
	if n := len(found.Errors()); n != 1 {
		t.Errorf("%d errors, want 1", n)
	}
	if n := len(found.Warnings()); n != DefaultMaxListed+1 {
		t.Errorf("%d warnings", n)
	}
	if last := found[len(found)-1]; last.Code != CodeTooMany || last.Message != "120 warnings in all, of which only the first 100 are listed" {
		t.Errorf("the last is %v", last)
	}
	_, found = Decode([]byte(icons()), Options{MaxListed: 10})
	if last := found[len(found)-1]; len(found) != 11 || last.Message != "120 warnings in all, of which only the first 10 are listed" {
		t.Errorf("%d warnings; the last is %v", len(found), last)
	}
}

// The same warning about many items is one, about the first, with their number.
func TestRepeatedWarnings(t *testing.T) {
	messages := func(n int) []string {
		lines := []string{"messages:"}
		for i := range n {
			lines = append(lines, fmt.Sprintf("  - { id: m%d, userId: %s, type: text, text: '', timestamp: 2026-03-01T09:41:00Z, status: read }", i, []string{"me", "ida"}[i%2]))
		}
		return lines
	}
	expectRules(t, chat("slack", messages(5)...), Options{},
		`11: warning: props.messages.0.text: this text is empty or blank (5 times, the first is here) (empty)`,
		`11: warning: props.messages.0.status: has no effect on slack (5 times, the first is here) (ignored)`)
	expectRules(t, chat("whatsapp", messages(5)...), Options{},
		`11: warning: props.messages.0.text: this text is empty or blank (5 times, the first is here) (empty)`,
		`12: warning: props.messages.1.status: has no effect on a received message; only those of the sender have a delivery state (2 times, the first is here) (ignored)`)
	_, found := Decode([]byte(chat("slack", messages(10_000)...)), Options{MaxListed: 1})
	if len(found) != 2 || !strings.Contains(found[0].Message, "(10000 times, the first is here)") {
		t.Errorf("%v", found)
	}
}

// The diagnostics that are listed are the first of the file, in whatever order they are found, and the others are counted.
func TestListedAreTheFirst(t *testing.T) {
	lines := []string{"messages:"}
	for i := range 300 { // the unknown users are found last
		lines = append(lines, fmt.Sprintf("  - { id: m%d, userId: nobody, type: text, text: x, timestamp: 2026-03-01T09:41:00Z }", i))
	}
	for range 300 {
		lines = append(lines, "  - 5")
	}
	for most, want := range map[int]int{0: 100, 30: 30, 500: 500, 1000: 600} {
		_, found := Decode([]byte(chat("slack", lines...)), Options{MaxListed: most})
		listed := found
		if want < 600 {
			listed = found[:len(found)-1]
			if last := found[len(found)-1]; last.Code != CodeTooMany || last.Message != fmt.Sprintf("600 errors in all, of which only the first %d are listed", want) {
				t.Errorf("the last of %d is %v", most, last)
			}
		}
		if len(listed) != want {
			t.Fatalf("%d are listed, want %d", len(listed), want)
		}
		for i, d := range listed {
			if d.Line != 11+i {
				t.Fatalf("of %d, number %d is in line %d", most, i, d.Line)
			}
		}
	}
}

// A violation costs next to nothing beyond the value that it is about.
func TestViolationsTakeNoMemory(t *testing.T) {
	measure := func(message string) (memory uint64, found Diagnostics) {
		text := strings.Replace(string(toJSON(t, []byte(chat("slack")))), `"messages":[]`, `"messages":[`+strings.Repeat(message+",", 20_000)+message+"]", 1)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, found = Decode([]byte(text), Options{Format: FormatJSON})
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc, found
	}
	const message = `{"id":1,"userId":"nobody","type":"texts","txet":"` // four violations
	few, found := measure(`{"id":"1","userId":"me","type":"text","text":"` + strings.Repeat("x", 400) + `","timestamp":"2026-03-01T09:41:00Z"}`)
	if n := len(found.Errors()); n != DefaultMaxListed+1 { // the ids are all alike
		t.Fatalf("%d errors", n)
	}
	many, found := measure(message + strings.Repeat("x", 400) + `","timestamp":"2026-03-01 09:41:00"}`)
	if n := len(found.Errors()); n != DefaultMaxListed+1 {
		t.Fatalf("%d errors", n)
	}
	t.Logf("%d KB with one violation in a message, %d KB with five", few/1024, many/1024)
	if many > few*3/2 {
		t.Errorf("%d KB with five violations in each message, %d KB with one", many/1024, few/1024)
	}
}

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
			if len(found) > maxListed+1 {
				t.Errorf("%d diagnostics", len(found))
			}
		})
	}
}

// Warnings must not crowd out errors, nor the other way round.
func TestMaxListed(t *testing.T) {
	lines := []string{"messages:"}
	for i := range 1200 {
		lines = append(lines, fmt.Sprintf("  - { id: m%d, userId: me, type: text, text: x, timestamp: 2026-03-01T09:41:00Z, status: read }", i))
	}
	_, found := Decode([]byte(chat("slack", append(lines, "  - { id: m1, userId: me, type: text, text: x, timestamp: 2026-03-01T09:41:00Z }")...)), Options{})
	if n := len(found.Errors()); n != 1 {
		t.Errorf("%d errors, want 1", n)
	}
	if n := len(found.Warnings()); n != maxListed+1 {
		t.Errorf("%d warnings", n)
	}
	if last := found[len(found)-1]; last.Code != CodeTooMany || last.Message != "1200 warnings in all, of which only the first 1000 are listed" {
		t.Errorf("the last is %v", last)
	}
}

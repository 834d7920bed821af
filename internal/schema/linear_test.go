//go:build unix

package schema

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"mockup/internal/longtest"
)

// Decoding takes time in proportion to its input, whichever field is large: eight times the input takes at most thirty
// times as long, where a step that compares everything with everything would take sixty-four. In the long tests the
// inputs are of 1 and 8 MB.
func TestDecodeIsLinear(t *testing.T) {
	inputs := growing(t)
	for _, name := range longtest.Sample(t, 4, slices.Sorted(maps.Keys(inputs)), longtest.Alike) {
		input := inputs[name]
		size := 16 << 10
		if input.isList {
			size = 128 << 10
		}
		if longtest.On() {
			size = 1 << 20
		}
		small, large := input.text(size), input.text(8*size)
		expectLinear(t, name, func() { Decode(small, input.opts) }, func() { Decode(large, input.opts) })
	}
	checks := formats(true)
	for _, name := range longtest.Sample(t, 4, slices.Sorted(maps.Keys(checks)), longtest.Alike) {
		check := checks[name]
		for _, filler := range []string{"x", "a,", "(a ", "rgb(1,", "#", "data:image/png;base64,AAAA", "https://", " ", "a/", "1:", "é"} {
			small, large := strings.Repeat(filler, 100_000/len(filler)), strings.Repeat(filler, 800_000/len(filler))
			expectLinear(t, name+" "+filler, func() { _ = check(small) }, func() { _ = check(large) })
		}
	}
}

// expectLinear measures time of the processor, which does not depend on what else the machine does, and takes the best of
// three tries. What takes less than 10 ms counts as 10 ms.
func expectLinear(t *testing.T, name string, small, large func()) {
	t.Helper()
	const most = 30
	best := [2]time.Duration{time.Hour, time.Hour}
	for range 3 {
		for i, do := range []func(){small, large} {
			start := processorTime(t)
			do()
			best[i] = min(best[i], processorTime(t)-start)
		}
		if best[1] < most*max(best[0], 10*time.Millisecond) {
			return
		}
	}
	t.Errorf("%s: %v, and %v for eight times as much", name, best[0], best[1])
}

// processorTime returns what the process has used of the processor.
func processorTime(t *testing.T) time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		t.Fatal(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// growingInput is an input in which one thing grows.
type growingInput struct {
	text   func(size int) []byte // about so many bytes
	opts   Options
	isList bool
}

// growing returns inputs for every text and every list of every type, and for what is known to be hard.
func growing(t *testing.T) map[string]growingInput {
	inputs := map[string]growingInput{}
	inJSON := Options{Format: FormatJSON, AllowPaths: true}
	for _, mt := range Types() {
		s, err := branch{mt, true}.spec()
		if err != nil {
			t.Fatal(err)
		}
		eachGrowing(s, nil, func(path []string, field *spec) {
			name := string(mt) + " " + strings.Join(path, ".")
			switch {
			case path[0] != "props" && mt != Chats: // the same for every type
			case field.kind == "array":
				inputs[name] = growingInput{func(size int) []byte { return with(t, mt, path, listOf(t, field.items, size)) }, inJSON, true}
			default:
				inputs[name] = growingInput{func(size int) []byte { return with(t, mt, path, strings.Repeat("é", size/2)) }, inJSON, false}
			}
		})
	}
	if len(inputs) < 120 {
		t.Fatalf("%d inputs", len(inputs))
	}
	for name, part := range map[string]string{
		"fields": `"k%d":1,`, "misspelt fields": `"rendererVersoin%d":1,`, "duplicate fields": `"a":%d,`, "props": `"props":{"a":%d},`, "one long name": `"a%d`,
		"escapes": `"a":"\ud800\\%d",`, "nested": `"a":[[[[[[[[%d]]]]]]]],`, "white space": " \n\t", "numbers": `"a":%d1e5,`, "types": `"mockupType":"chats%d",`,
		"unfinished fields": `{"a%d":`,
	} {
		inputs[name] = growingInput{func(size int) []byte { return []byte("{" + repeated(part, size) + `"z":1}`) }, inJSON, true}
	}
	for name, part := range map[string]string{
		"plain": "a%d: b\n", "quoted": "a%d: \"b\\n\"\n", "lists": "- a%d\n", "comments": "a%d: b # c\n", "braces": "{a%d: b},", "folded": "  text %d\n",
	} {
		head := map[string]string{"braces": "a: [", "folded": "a: >\n"}[name]
		inputs["YAML: "+name] = growingInput{func(size int) []byte { return []byte(head + repeated(part, size)) }, Options{Format: FormatYAML}, true}
	}
	inputs["columns"] = growingInput{func(size int) []byte {
		return []byte(`{"mockupType":"ai","props":{"input":"` + strings.Repeat("${a}$${", size/7) + `"}}`)
	}, Options{Format: FormatJSON, Columns: map[string]string{"a": "some text"}}, false}
	inputs["unknown users"] = growingInput{func(size int) []byte {
		users, messages := repeated(`{"id":"u%d","name":"N"},`, size/4), repeated(`{"id":"m%d","userId":"nobody"},`, size/4)
		return []byte(`{"mockupType":"chats","props":{"receivers":[` + users + `{}],"messages":[` + messages + `{}]}}`)
	}, inJSON, true}
	return inputs
}

// repeated repeats a part with a number in it until it has so many bytes, but at most 190,000 times: a payload may not have
// more values.
func repeated(part string, size int) string {
	var b strings.Builder
	for i := 0; b.Len() < size && i < 190_000; i++ {
		b.WriteString(strings.Replace(part, "%d", fmt.Sprint(i), 1))
	}
	return b.String()
}

// eachGrowing calls visit for every text and every list below a spec.
func eachGrowing(s *spec, path []string, visit func(path []string, field *spec)) {
	if len(path) > 6 {
		return // replies of replies
	}
	for _, name := range s.names {
		field, below := s.fields[name], append(path[:len(path):len(path)], name)
		switch field.kind {
		case "string":
			visit(below, field)
		case "object":
			eachGrowing(field, below, visit)
		case "array":
			visit(below, field)
			if field.items.kind == "object" {
				eachGrowing(field.items, append(below[:len(below):len(below)], "0"), visit)
			}
		}
	}
}

// listOf returns items of about so many bytes, each with its own id.
func listOf(t *testing.T, items *spec, size int) []any {
	var list []any
	for n := 0; n < size; {
		item := exampleOf(items, len(list))
		text, err := json.Marshal(item)
		if err != nil {
			t.Fatal(err)
		}
		n += max(len(text), 60) // no more values than a payload may have
		list = append(list, item)
	}
	return list
}

// exampleOf returns a value with the required fields of a spec.
func exampleOf(s *spec, number int) any {
	switch {
	case s.kind == "object":
		object := jsonObject{}
		for _, name := range s.required {
			object[name] = exampleOf(s.fields[name], number)
		}
		return object
	case s.kind == "array":
		return []any{}
	case s.kind == "boolean":
		return true
	case s.kind != "string":
		return number % 4
	case len(s.allowed) > 0:
		return s.allowed[number%len(s.allowed)]
	case s.format == "date-time":
		return exampleInstant
	case s.format != "":
		return "https://pictures.example/a.png"
	}
	return fmt.Sprint("text ", number)
}

// with returns the sample of a type with a value at the end of a path, which is made where it is missing.
func with(t *testing.T, mt Type, path []string, value any) []byte {
	data, err := Sample(mt, SampleOptions{Minimal: true})
	if err != nil {
		t.Fatal(err)
	}
	s, err := branch{mt, true}.spec()
	if err != nil {
		t.Fatal(err)
	}
	var place func(at any, s *spec, path []string) any
	place = func(at any, s *spec, path []string) any {
		if len(path) == 0 {
			return value
		}
		if s.kind == "array" {
			list, _ := at.([]any)
			if len(list) == 0 {
				list = []any{exampleOf(s.items, 0)}
			}
			list[0] = place(list[0], s.items, path[1:])
			return list
		}
		object, ok := at.(jsonObject)
		if !ok {
			object = exampleOf(s, 0).(jsonObject)
		}
		object[path[0]] = place(object[path[0]], s.fields[path[0]], path[1:])
		return object
	}
	out, err := json.Marshal(place(parseYAML(data, newReport(Options{})).plain(), s, path))
	if err != nil {
		t.Fatal(err)
	}
	return out
}

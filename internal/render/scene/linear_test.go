package scene

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"mockup/internal/longtest"
	"mockup/internal/schema"
	"mockup/templates"
)

// growth is a field of a payload that may hold much.
type growth struct {
	path string
	set  func(size int) // makes it about so many bytes large
}

// growths lists the texts and lists of a payload.
func growths(v reflect.Value, path string) []growth {
	var all []growth
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			all = growths(v.Elem(), path)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			field := v.Type().Field(i)
			if !strings.Contains(field.Tag.Get("jsonschema"), "enum=") {
				all = append(all, growths(v.Field(i), path+"."+field.Name)...)
			}
		}
	case reflect.Slice:
		if v.Len() == 0 || v.Type().Elem().Kind() != reflect.Struct {
			break
		}
		first := v.Index(0)
		all = append(growths(first, path+"[0]"), growth{path, func(size int) {
			// An element of the sample takes some 200 bytes in JSON.
			list := reflect.MakeSlice(v.Type(), size/200, size/200)
			for i := range list.Len() {
				list.Index(i).Set(first)
				if id := list.Index(i).FieldByName("ID"); id.IsValid() && i > 0 {
					id.SetString(fmt.Sprintf("%s%d", id.String(), i))
				}
			}
			v.Set(list)
		}})
	case reflect.String:
		if v.Type() == reflect.TypeFor[string]() && v.String() != "" && !strings.HasSuffix(path, "Platform") {
			all = append(all, growth{path, func(size int) {
				v.SetString(strings.Repeat("Hi @Mia Berg *b* a.b/c #x 4:32 r/a 😀, ", size/40))
			}})
		}
	}
	return all
}

// Eight times as much of anything takes some eight times as long. What is quadratic would take sixty-four times.
func TestBuildIsLinear(t *testing.T) {
	for _, kind := range schema.Types() {
		for _, render := range schema.Kinds(kind) {
			sample := func() *schema.Payload {
				platform := ""
				if all := templates.Available(string(kind)); kind != schema.CommentPopup && len(all) > 0 {
					platform = all[0]
				}
				data, err := schema.Sample(kind, schema.SampleOptions{Platform: platform})
				if err != nil {
					t.Fatal(err)
				}
				p, found := schema.Decode(data, schema.Options{Filename: "sample.yaml"})
				if p == nil {
					t.Fatal(found)
				}
				p.RenderKind = render
				return p
			}
			fields := growths(reflect.ValueOf(sample().Props), string(kind))
			number := map[string]int{}
			for i, field := range fields {
				number[field.path] = i
			}
			for _, field := range longtest.Sample(t, 4, fields, func(growth) string { return string(kind) + string(render) }) {
				i := number[field.path]
				t.Run(fmt.Sprintf("%s/%s", render, field.path), func(t *testing.T) {
					expectLinear(t, func(size int) *schema.Payload {
						p := sample()
						growths(reflect.ValueOf(p.Props), string(kind))[i].set(size)
						return p
					})
				})
			}
		}
	}
}

// The same with those who vote in a poll, whose votes come in one step after the other.
func TestVotesAreLinear(t *testing.T) {
	after := 1.0
	for _, render := range schema.Kinds(schema.Chats) {
		t.Run(string(render), func(t *testing.T) {
			expectLinear(t, func(size int) *schema.Payload {
				by := make([]string, size/10) // a short id takes some 10 bytes in JSON
				for i := range by {
					by[i] = fmt.Sprintf("id%05d", i)
				}
				poll := schema.ChatPoll{Question: "Where?", VotesAfter: &after, Options: []schema.ChatPollOption{{Text: "Here", By: by}, {Text: "There", By: by}}}
				return &schema.Payload{MockupType: schema.Chats, Platform: "whatsapp", RenderKind: render, Props: &schema.ChatProps{
					Platform: "whatsapp", Sender: schema.ChatUser{ID: "me", Name: "Mia"}, Receivers: []schema.ChatUser{{ID: "leo", Name: "Leo"}},
					Messages: []schema.ChatMessage{{ID: "a", UserID: "me", Type: "poll", Timestamp: "2026-03-01T09:41:00Z", Poll: &poll}},
				}}
			})
		})
	}
}

// expectLinear compares how long payloads take that are about so many bytes large. A machine with much else to do gets more tries.
func expectLinear(t *testing.T, payload func(size int) *schema.Payload) {
	t.Helper()
	const small = 32 << 10 // eight times as much is less than the letters that one picture may have
	took := func(size int) time.Duration {
		least := time.Hour
		for range 2 {
			p := payload(size)
			began := time.Now()
			if _, err := Build(t.Context(), p, new(templates.Set), Options{Images: func(ref string) string { return ref }}); err != nil {
				t.Fatal(err)
			}
			least = min(least, time.Since(began))
		}
		return least
	}
	var few, many time.Duration
	for range 5 {
		few, many = took(small), took(8*small)
		if many <= 30*few+3*time.Second {
			return
		}
	}
	t.Errorf("%d kB take %v, %d kB take %v", small>>10, few, 8*small>>10, many)
}

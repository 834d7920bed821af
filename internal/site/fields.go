package main

import (
	"encoding/json"
	"fmt"
	"html/template"
	"slices"
	"strings"

	"github.com/invopop/jsonschema"

	"mockup/internal/schema"
)

func schemaPath(mt schema.Type) string { return "schema/" + string(mt) + ".html" }

// object is a table of fields.
type object struct {
	ID, Title, About string
	Fields           []field
}

type field struct {
	Name, Default, About string
	Type                 template.HTML
	Required, Beyond     bool
}

const fieldsPage = `<h1>{{.Type}}</h1>
<p>The fields of a payload of the type <code>{{.Type}}</code>. Editors complete and check payloads with the schema itself:
<a href="{{.Type}}.json">{{.Type}}.json</a>. Fields with <span class="badge">beyond v1</span> are not part of the v1 interface.</p>
{{range .Objects}}<h2 id="{{.ID}}">{{.Title}}</h2>{{with .About}}<p>{{.}}</p>{{end}}{{if .Fields}}
<div class="table"><table class="fields"><thead><tr><th>field</th><th>type</th><th>meaning</th></tr></thead><tbody>
{{range .Fields}}<tr><td><code>{{.Name}}</code>{{if .Required}} <span class="badge required">required</span>{{end}}{{if .Beyond}} <span class="badge">beyond v1</span>{{end}}</td><td>{{.Type}}</td><td>{{.About}}{{with .Default}} Default: <code>{{.}}</code>.{{end}}</td></tr>
{{end}}</tbody></table></div>{{end}}{{end}}`

// addSchemas adds a page for each type, and its schema as a file.
func (s *site) addSchemas() error {
	for _, mt := range schema.Types() {
		data, err := schema.JSONSchema(mt)
		if err != nil {
			return err
		}
		var root jsonschema.Schema
		if err := json.Unmarshal(data, &root); err != nil {
			return fmt.Errorf("read the schema of %s: %w", mt, err)
		}
		objects := describe(&root)
		body, err := execute("schema", fieldsPage, struct {
			Type    schema.Type
			Objects []object
		}{mt, objects})
		if err != nil {
			return err
		}
		p := &page{Path: schemaPath(mt), Title: string(mt), Body: body}
		for _, o := range objects {
			text := o.About
			for _, f := range o.Fields {
				text += " " + f.Name + " " + f.About
			}
			p.Headings = append(p.Headings, heading{2, o.ID, o.Title})
			p.sections = append(p.sections, section{o.ID, o.Title, text})
		}
		s.pages = append(s.pages, p)
		if err := s.write("schema/"+string(mt)+".json", data); err != nil {
			return err
		}
	}
	return nil
}

// describer turns a schema into tables. Objects without a name of their own get a table, too.
type describer struct {
	root    *jsonschema.Schema
	objects []object
}

// describe lists the objects of a schema: the payload, its props, and then the others by their names.
func describe(root *jsonschema.Schema) []object {
	d := &describer{root: root}
	d.add("payload", "Payload", root)
	names := make([]string, 0, len(root.Definitions))
	for name := range root.Definitions {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int {
		if aProps, bProps := strings.HasSuffix(a, "Props"), strings.HasSuffix(b, "Props"); aProps != bProps {
			if aProps {
				return -1
			}
			return 1
		}
		return strings.Compare(a, b)
	})
	for _, name := range names {
		d.add(name, name, root.Definitions[name])
	}
	return d.objects
}

// add describes an object, or a value with a name, in a place of its own.
func (d *describer) add(id, title string, s *jsonschema.Schema) {
	at := len(d.objects)
	d.objects = append(d.objects, object{ID: id, Title: title, About: s.Description})
	if s.Properties == nil {
		d.objects[at].About = strings.TrimSpace(s.Description + " " + limits(s))
		return
	}
	var fields []field
	for pair := s.Properties.Oldest(); pair != nil; pair = pair.Next() {
		p := pair.Value
		f := field{Name: pair.Key, About: p.Description, Type: d.typeOf(id+"-"+pair.Key, p)}
		f.Required = slices.Contains(s.Required, pair.Key)
		f.Beyond = p.Comments == "x-mockup-beyond-v1"
		if rest, some := strings.CutPrefix(p.Comments, "x-mockup-beyond-v1: "); some {
			f.About += " Beyond v1: " + rest + "."
		}
		if p.Default != nil {
			value, err := json.Marshal(p.Default)
			if err == nil {
				f.Default = string(value)
			}
		}
		fields = append(fields, f)
	}
	d.objects[at].Fields = fields
}

// typeOf words the type of a value, with links to tables. An object without a name gets the id.
func (d *describer) typeOf(id string, s *jsonschema.Schema) template.HTML {
	switch {
	case s.Ref != "":
		name := s.Ref[strings.LastIndexByte(s.Ref, '/')+1:]
		return template.HTML(`<a href="#` + template.HTMLEscapeString(name) + `">` + template.HTMLEscapeString(name) + `</a>`)
	case len(s.OneOf) > 0 || len(s.AnyOf) > 0:
		var parts []string
		for i, one := range append(s.OneOf, s.AnyOf...) {
			parts = append(parts, string(d.typeOf(fmt.Sprintf("%s-%d", id, i+1), one)))
		}
		return template.HTML(strings.Join(parts, " or "))
	case s.Items != nil:
		return "list of " + d.typeOf(id, s.Items) + template.HTML(template.HTMLEscapeString(suffix(", ", limits(s))))
	case s.Properties != nil:
		title := s.Title
		if title == "" {
			title = id
		}
		d.add(id, title, s)
		return template.HTML(`<a href="#` + template.HTMLEscapeString(id) + `">` + template.HTMLEscapeString(title) + `</a>`)
	case s.Const != nil:
		return codes([]any{s.Const})
	case len(s.Enum) > 0:
		return codes(s.Enum)
	}
	return template.HTML(template.HTMLEscapeString(s.Type + suffix(", ", limits(s))))
}

func suffix(before, text string) string {
	if text == "" {
		return ""
	}
	return before + text
}

func codes(values []any) template.HTML {
	var parts []string
	for _, v := range values {
		parts = append(parts, "<code>"+template.HTMLEscapeString(fmt.Sprint(v))+"</code>")
	}
	return template.HTML(strings.Join(parts, " "))
}

// limits words the bounds of a value.
func limits(s *jsonschema.Schema) string {
	var parts []string
	span := func(what string, low, high string) {
		switch {
		case low != "" && high != "":
			parts = append(parts, low+" to "+high+what)
		case low != "":
			parts = append(parts, "at least "+low+what)
		case high != "":
			parts = append(parts, "at most "+high+what)
		}
	}
	span("", s.Minimum.String(), s.Maximum.String())
	span(" characters", number(s.MinLength), number(s.MaxLength))
	span(" entries", number(s.MinItems), number(s.MaxItems))
	return strings.Join(parts, ", ")
}

func number(n *uint64) string {
	if n == nil {
		return ""
	}
	return fmt.Sprint(*n)
}

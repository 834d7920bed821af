package batch

import (
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode"

	"mockup/internal/render/format"
	"mockup/internal/schema"
	"mockup/internal/usage"
)

// nameTemplate is a parsed template of names.
type nameTemplate []part

type part struct {
	text   string // literal text
	field  string // if not empty, {field}
	column string // if not empty, ${column}
}

// parseName parses a template such as {name}-{platform}-{darkMode}.png. It drops the extension: each output has its own.
func parseName(template string) (nameTemplate, error) {
	if ending := path.Ext(template); slices.ContainsFunc(format.All(), func(f format.Format) bool { return slices.Contains(f.Endings, ending) }) {
		template = strings.TrimSuffix(template, ending)
	}
	var parts nameTemplate
	for rest := template; rest != ""; {
		before, after, found := strings.Cut(rest, "{")
		text, isColumn := strings.CutSuffix(before, "$")
		if strings.Contains(before, "}") {
			return nil, usage.Errorf("name %q has a } without a {", template)
		}
		if !found {
			return append(parts, part{text: rest}), nil
		}
		if !isColumn {
			text = before
		}
		field, behind, closed := strings.Cut(after, "}")
		field = strings.TrimSpace(field)
		if !closed || field == "" || strings.Contains(field, "{") {
			return nil, usage.Errorf("name %q has a { that is not closed, or nothing in it; write it like {name}-{platform}", template)
		}
		parts = append(parts, part{text: text})
		if isColumn {
			parts = append(parts, part{column: field})
		} else {
			parts = append(parts, part{field: field})
		}
		rest = behind
	}
	if len(parts) == 0 {
		return nil, usage.Errorf("the template of names is empty; write it like {name}-{platform}")
	}
	return parts, nil
}

// defaultName returns a template that gives each variant and row of a payload another name. The extension tells formats apart.
func defaultName(axes []Axis, rows bool) nameTemplate {
	parts := nameTemplate{{field: "name"}}
	for _, axis := range axes {
		if len(axis.Values) > 1 && axis.Path != formatAxis {
			parts = append(parts, part{text: "-"}, part{field: axis.Path})
		}
	}
	if rows {
		parts = append(parts, part{text: "-"}, part{field: "row"})
	}
	return parts
}

// name returns the path of an item's output below the output folder, without its extension.
func (i *Item) name(parts nameTemplate, p *schema.Payload) (string, error) {
	folder, base := path.Split(i.source.stem)
	var out strings.Builder
	for _, part := range parts {
		switch {
		case part.field == "name":
			out.WriteString(base) // the name of a file already
		case part.field != "":
			value, err := i.field(part.field, p)
			if err != nil {
				return "", err
			}
			out.WriteString(fileName(value))
		case part.column != "":
			value, ok := i.column(part.column)
			if !ok {
				return "", usage.Errorf("%s: the template of names has ${%s}, and there is no such column", i.Name, part.column)
			}
			out.WriteString(fileName(value))
		default:
			out.WriteString(part.text)
		}
	}
	name := path.Clean(folder + out.String())
	if last := path.Base(name); strings.HasSuffix(out.String(), "/") || strings.HasPrefix(last, ".") || !isBelow(name) {
		return "", usage.Errorf("%s: its output would have the name %q; set it with --name", i.Name, out.String())
	}
	return name, nil
}

// isBelow reports whether a path leads to something in its folder.
func isBelow(name string) bool {
	return name != "." && name != ".." && !strings.HasPrefix(name, "../") && !path.IsAbs(name)
}

func (i *Item) column(name string) (string, bool) {
	if i.row == nil {
		return "", false
	}
	value, ok := i.row.values[name]
	return value, ok
}

// field returns the value of a {field}: the number of the row, a value that is varied, a column, or a field of the payload.
func (i *Item) field(name string, p *schema.Payload) (string, error) {
	switch {
	case name == "row" && i.row != nil:
		return fmt.Sprintf("%03d", i.row.number), nil
	case name == formatAxis:
		return i.format.Name, nil
	}
	for _, s := range i.set {
		if s.Path == name || strings.HasSuffix(s.Path, "."+name) {
			return fmt.Sprint(s.Value), nil
		}
	}
	if value, ok := i.column(name); ok {
		return value, nil
	}
	data, err := json.Marshal(p)
	if err != nil {
		return "", err
	}
	var payload map[string]any
	if err := json.Unmarshal(data, &payload); err != nil {
		return "", err
	}
	for _, top := range []any{payload, payload["props"]} {
		if value, ok := lookup(top, strings.Split(name, ".")); ok {
			return value, nil
		}
	}
	return "", usage.Errorf("%s: the template of names has {%s}, which is neither varied nor a column nor a field of the payload", i.Name, name)
}

// lookup returns the text, number or boolean at a path of field names.
func lookup(value any, steps []string) (string, bool) {
	for _, step := range steps {
		fields, ok := value.(map[string]any)
		if !ok {
			return "", false
		}
		value = fields[step]
	}
	switch value.(type) {
	case string, float64, bool:
		return fmt.Sprint(value), true
	}
	return "", false
}

// fileName turns any value into a part of a file name.
func fileName(value string) string {
	const most = 60 // letters
	name := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsDigit(r) || strings.ContainsRune("._-+@", r) {
			return r
		}
		return '-'
	}, value)
	letters := []rune(strings.TrimLeft(name, "."))
	return string(letters[:min(len(letters), most)])
}

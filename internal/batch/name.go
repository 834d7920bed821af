package batch

import (
	"encoding/json"
	"fmt"
	"path"
	"strings"
	"unicode"

	"mockup/internal/schema"
)

// naming is a template of names, taken apart: text and fields in turn.
type naming []part

type part struct {
	text   string // as it stands
	field  string // if not empty, {field}
	column string // if not empty, ${column}
}

// parseNaming reads a template such as {name}-{platform}-{darkMode}.png. The extension is left off: each output has its own.
func parseNaming(template string) (naming, error) {
	switch path.Ext(template) {
	case ".png", ".mp4", ".webm":
		template = strings.TrimSuffix(template, path.Ext(template))
	}
	var parts naming
	for rest := template; rest != ""; {
		before, after, found := strings.Cut(rest, "{")
		text, isColumn := strings.CutSuffix(before, "$")
		if strings.Contains(before, "}") {
			return nil, misuse("name %q has a } without a {", template)
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
			return nil, misuse("name %q has a { that is not closed, or nothing in it; write it like {name}-{platform}", template)
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
		return nil, misuse("the template of names is empty; write it like {name}-{platform}")
	}
	return parts, nil
}

// defaultNaming tells apart what the axes and the rows make of a payload.
func defaultNaming(axes []Axis, rows bool) naming {
	parts := naming{{field: "name"}}
	for _, axis := range axes {
		if len(axis.Values) > 1 {
			parts = append(parts, part{text: "-"}, part{field: axis.Path})
		}
	}
	if rows {
		parts = append(parts, part{text: "-"}, part{field: "row"})
	}
	return parts
}

// name returns an item's output below the output folder, without its extension.
func (i *Item) name(parts naming, p *schema.Payload) (string, error) {
	folder, base := path.Split(i.source.stem)
	var out strings.Builder
	for _, part := range parts {
		switch {
		case part.field == "name":
			out.WriteString(base) // a file's name already
		case part.field != "":
			value, err := i.field(part.field, p)
			if err != nil {
				return "", err
			}
			out.WriteString(fileName(value))
		case part.column != "":
			value, ok := i.column(part.column)
			if !ok {
				return "", misuse("%s: the template of names has ${%s}, and there is no such column", i.Name, part.column)
			}
			out.WriteString(fileName(value))
		default:
			out.WriteString(part.text)
		}
	}
	name := path.Clean(folder + out.String())
	if last := path.Base(name); strings.HasSuffix(out.String(), "/") || strings.HasPrefix(last, ".") || !isBelow(name) {
		return "", misuse("%s: its output would have the name %q; set it with --name", i.Name, out.String())
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

// field returns what a {field} stands for: the number of the row, what is varied, a column, or a field of the payload.
func (i *Item) field(name string, p *schema.Payload) (string, error) {
	if name == "row" && i.row != nil {
		return fmt.Sprintf("%03d", i.row.number), nil
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
	return "", misuse("%s: the template of names has {%s}, which is neither varied nor a column nor a field of the payload", i.Name, name)
}

// lookup returns the text, number or truth value that steps lead to.
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

// fileName makes a part of a file's name of a value, which may be anything.
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

package templates

import (
	"fmt"
	"html/template"
	"path"
	"strings"
)

// funcs are the functions that a template's markup may call. Whatever is computed belongs to package scene instead.
// The function partial draws the partial that a value names, as in {{partial (print "app-" .App) .}}: the action
// template takes constant names only.
func funcs(t *Template) template.FuncMap {
	return template.FuncMap{"icon": icon, "dict": dict, "partial": t.Partial}
}

// icon returns the named icon of an icon set as inline SVG that takes the text's colour, as in
// {{icon "material/archive"}}. The sets are those of scripts/assets.mjs.
func icon(name string) (template.HTML, error) {
	data, err := files.ReadFile(path.Join("assets/icons", name+".svg"))
	if err != nil {
		return "", fmt.Errorf("icon %q is not among the built assets; run scripts/setup: %w", name, err)
	}
	svg := string(data)
	if start := strings.Index(svg, "<svg"); start > 0 {
		svg = svg[start:]
	}
	if !strings.Contains(svg, "currentColor") {
		svg = strings.Replace(svg, "<svg", `<svg fill="currentColor"`, 1)
	}
	return template.HTML(svg), nil
}

// dict makes a map of its arguments, key value key value …, to hand several values to a partial.
func dict(pairs ...any) (map[string]any, error) {
	if len(pairs)%2 != 0 {
		return nil, fmt.Errorf("dict: %d arguments, want pairs", len(pairs))
	}
	m := make(map[string]any, len(pairs)/2)
	for i := 0; i < len(pairs); i += 2 {
		key, ok := pairs[i].(string)
		if !ok {
			return nil, fmt.Errorf("dict: key %v is not a string", pairs[i])
		}
		m[key] = pairs[i+1]
	}
	return m, nil
}

package batch

import (
	"fmt"
	"path/filepath"

	"go.yaml.in/yaml/v3"

	"mockup/internal/files"
	"mockup/internal/usage"
	"mockup/internal/wording"
)

// File is a batch file, batch.yaml. It directs the batches of the payloads in its folder and in those below it.
type File struct {
	Name     string // template of the outputs' names; may be empty
	Variants []Axis // in the order of the file
	Data     string // file with rows; may be empty
}

// Axis is a field that is varied: every payload is drawn with each of its values.
type Axis struct {
	Path   string // see schema.Setting
	Values []any  // strings, bools and float64s
}

// maxFile bounds a batch file, in bytes.
const maxFile = 1 << 20

// ReadFile reads a batch file. If the file has an error, that is a *usage.Error.
func ReadFile(name string) (*File, error) {
	data, err := files.Read(name, maxFile)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", name, files.Reason(err))
	}
	var doc yaml.Node
	if err := yaml.Unmarshal(data, &doc); err != nil {
		return nil, usage.Errorf("%s is not valid YAML: %v", name, err)
	}
	file := &File{}
	if len(doc.Content) == 0 {
		return file, nil
	}
	err = eachField(doc.Content[0], func(key string, value *yaml.Node) error { return file.read(key, value) })
	if err != nil {
		return nil, usage.Errorf("%s:%v", name, err)
	}
	if file.Data != "" && !filepath.IsAbs(file.Data) {
		file.Data = filepath.Join(filepath.Dir(name), filepath.FromSlash(file.Data))
	}
	return file, nil
}

// read reads one field of the file. Errors begin with the line.
func (f *File) read(key string, value *yaml.Node) error {
	known := map[string]func(*yaml.Node) error{
		"name":     func(n *yaml.Node) error { return text(n, &f.Name) },
		"data":     func(n *yaml.Node) error { return text(n, &f.Data) },
		"variants": f.readVariants,
	}
	if known[key] == nil {
		return fmt.Errorf("%d: there is no field %q; allowed are name, variants and data%s", value.Line, key,
			wording.DidYouMean(key, []string{"name", "variants", "data"}))
	}
	return known[key](value)
}

func (f *File) readVariants(n *yaml.Node) error {
	return eachField(n, func(path string, value *yaml.Node) error {
		axis := Axis{Path: path}
		items := []*yaml.Node{value}
		if value.Kind == yaml.SequenceNode {
			items = value.Content
		}
		if len(items) == 0 {
			return fmt.Errorf("%d: %s has no values; list some, or remove it", value.Line, path)
		}
		for _, item := range items {
			v, err := scalar(item)
			if err != nil {
				return err
			}
			axis.Values = append(axis.Values, v)
		}
		f.Variants = append(f.Variants, axis)
		return nil
	})
}

func eachField(n *yaml.Node, visit func(key string, value *yaml.Node) error) error {
	if n.Kind != yaml.MappingNode {
		return fmt.Errorf("%d: expected fields, as in variants: {darkMode: [true, false]}", n.Line)
	}
	seen := map[string]bool{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key := n.Content[i]
		if seen[key.Value] {
			return fmt.Errorf("%d: %s is given twice; keep one of them", key.Line, key.Value)
		}
		seen[key.Value] = true
		if err := visit(key.Value, n.Content[i+1]); err != nil {
			return err
		}
	}
	return nil
}

func text(n *yaml.Node, into *string) error {
	if n.Kind != yaml.ScalarNode || n.Value == "" {
		return fmt.Errorf("%d: expected text", n.Line)
	}
	*into = n.Value
	return nil
}

// scalar reads true, false, a number or text.
func scalar(n *yaml.Node) (any, error) {
	if n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	wrong := fmt.Errorf("%d: a value must be text, a number, true or false", n.Line)
	if n.Kind != yaml.ScalarNode {
		return nil, wrong
	}
	switch n.ShortTag() {
	case "!!bool":
		var b bool
		err := n.Decode(&b)
		return b, err
	case "!!int", "!!float":
		var f float64
		if err := n.Decode(&f); err != nil {
			return nil, wrong
		}
		return f, nil
	case "!!null":
		return nil, wrong
	}
	return n.Value, nil
}

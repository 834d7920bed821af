package batch

import (
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"

	"mockup/internal/schema"
)

// ParseAxis parses path=value,value… of a command line. Values are booleans and numbers if they look like that, and text
// otherwise. A value in quotes is text and may contain commas.
func ParseAxis(argument string) (Axis, error) {
	path, list, ok := strings.Cut(argument, "=")
	if path = strings.TrimSpace(path); !ok || path == "" {
		return Axis{}, errors.New("write it like darkMode=true,false")
	}
	axis := Axis{Path: path}
	for rest, more := list, true; more; {
		var value any
		var err error
		if value, rest, more, err = nextValue(rest); err != nil {
			return Axis{}, err
		}
		axis.Values = append(axis.Values, value)
	}
	return axis, nil
}

// nextValue takes the first value off a list.
func nextValue(list string) (value any, rest string, more bool, err error) {
	list = strings.TrimSpace(list)
	if list != "" && (list[0] == '"' || list[0] == '\'') {
		inside, after, closed := strings.Cut(list[1:], list[:1])
		after = strings.TrimSpace(after)
		if !closed || after != "" && after[0] != ',' {
			return nil, "", false, errors.New("the quotes around a value do not match")
		}
		return inside, strings.TrimPrefix(after, ","), after != "", nil
	}
	word, rest, more := strings.Cut(list, ",")
	word = strings.TrimSpace(word)
	number, failed := strconv.ParseFloat(word, 64)
	switch {
	case word == "true" || word == "false":
		return word == "true", rest, more, nil
	case failed == nil && !math.IsInf(number, 0) && !math.IsNaN(number) && strings.Trim(word, "+-.0123456789eE") == "":
		return number, rest, more, nil
	}
	return word, rest, more, nil
}

// merge returns the axes of a batch file and of the command line, which replace those with the same path.
func merge(file, line []Axis) []Axis {
	axes := slices.Clone(file)
	for _, axis := range line {
		i := slices.IndexFunc(axes, func(a Axis) bool { return a.Path == axis.Path })
		if i < 0 {
			axes = append(axes, axis)
		} else {
			axes[i] = axis
		}
	}
	return axes
}

// combinations returns how many combinations of values the axes have, or limit+1 if they are more than limit.
func combinations(axes []Axis, limit int) int {
	n := 1
	for _, axis := range axes {
		if n *= len(axis.Values); n > limit {
			return limit + 1
		}
	}
	return n
}

// product returns every combination of the axes' values. The last axis changes fastest.
func product(axes []Axis) [][]schema.Setting {
	all := [][]schema.Setting{nil}
	for _, axis := range axes {
		var next [][]schema.Setting
		for _, settings := range all {
			for _, value := range axis.Values {
				next = append(next, append(slices.Clip(settings), schema.Setting{Path: axis.Path, Value: value}))
			}
		}
		all = next
	}
	return all
}

// varied returns the settings of those axes that have several values.
func varied(axes []Axis, settings []schema.Setting) []schema.Setting {
	var apart []schema.Setting
	for i, axis := range axes {
		if len(axis.Values) > 1 {
			apart = append(apart, settings[i])
		}
	}
	return apart
}

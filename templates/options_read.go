package templates

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"mockup/internal/wording"
)

// Moments are the forms in which an app writes a moment, seen from now: today, yesterday, the days of the last week,
// this year and other years. A form is a layout of Go's in which {time} is the time of day in the payload's notation.
// In platform.yaml they are one text, parted by "|"; where one is missing, the one before it stands.
type Moments [5]string

// UnmarshalYAML reads the forms.
func (m *Moments) UnmarshalYAML(node *yaml.Node) error {
	forms := strings.Split(node.Value, "|")
	if node.ShortTag() != "!!str" || len(forms) > len(m) {
		return errors.New("one to five layouts, parted by |")
	}
	for i := range m {
		m[i] = strings.TrimSpace(forms[min(i, len(forms)-1)])
	}
	return nil
}

// Style is a delimiter and the element that it makes of what stands between two of it. The element spoiler is a span of
// that class.
type Style struct{ Mark, Element string }

// Styles are the delimiters of formatted text. In platform.yaml they are one text, as "**=b *=i". A longer delimiter
// comes before one that it begins with.
type Styles []Style

// UnmarshalYAML reads the pairs.
func (s *Styles) UnmarshalYAML(node *yaml.Node) error {
	elements := []string{"b", "i", "u", "s", "code", "spoiler"}
	allowed := errors.New("pairs like *=b, with an element out of " + wording.List(elements) + ", longer delimiters first")
	if node.ShortTag() != "!!str" {
		return allowed
	}
	*s = nil
	for pair := range strings.FieldsSeq(node.Value) {
		mark, element, _ := strings.Cut(pair, "=")
		hidden := func(before Style) bool { return strings.HasPrefix(mark, before.Mark) }
		if mark == "" || !slices.Contains(elements, element) || slices.ContainsFunc(*s, hidden) {
			return allowed
		}
		*s = append(*s, Style{mark, element})
	}
	return nil
}

// Month is a month of a year, as 2006-07. The zero value is none.
type Month time.Time

// Time returns the beginning of the month, in UTC.
func (m Month) Time() time.Time { return time.Time(m) }

// UnmarshalYAML reads a month.
func (m *Month) UnmarshalYAML(node *yaml.Node) error {
	if node.Value == "" {
		*m = Month{}
		return nil
	}
	t, err := time.Parse("2006-01", node.Value)
	if err != nil {
		return errors.New("a month like 2006-07, or an empty text for none")
	}
	*m = Month(t)
	return nil
}

// DayRange is a range of ages in days, the second one left out. The zero value is empty.
type DayRange struct{ From, Below int }

// UnmarshalYAML reads a list of two whole numbers, or of none.
func (d *DayRange) UnmarshalYAML(node *yaml.Node) error {
	var days []int
	switch err := node.Decode(&days); {
	case err == nil && node.Kind == yaml.SequenceNode && len(days) == 0:
		*d = DayRange{}
		return nil
	case err == nil && len(days) == 2 && 0 <= days[0] && days[0] < days[1]:
		*d = DayRange{days[0], days[1]}
		return nil
	}
	return errors.New("two ages in days like [7, 30], the first one smaller, or []")
}

// Dates is the pause after which a date divider stands between two messages of one day; 0 is never.
type Dates time.Duration

// UnmarshalYAML reads a pause like 1h, or day.
func (d *Dates) UnmarshalYAML(node *yaml.Node) error {
	if node.Value == "day" {
		*d = 0
		return nil
	}
	pause, err := time.ParseDuration(node.Value)
	if err != nil || pause <= 0 {
		return errors.New("day, or a pause like 1h")
	}
	*d = Dates(pause)
	return nil
}

// Words are what an app says, by what it is about. A platform's words are put over those of its type, which has all of them but some
// with "You", "Me" or "Channel" behind their name.
type Words map[string]string

// UnmarshalYAML reads an object of texts.
func (w *Words) UnmarshalYAML(node *yaml.Node) error {
	var own map[string]string
	if err := node.Decode(&own); err != nil {
		return errors.New("an object of texts")
	}
	all := maps.Clone(*w)
	for name := range own {
		_, known := all[name]
		if _, own := all[strings.TrimSuffix(strings.TrimSuffix(strings.TrimSuffix(name, "You"), "Me"), "Channel")]; !known && !own && all != nil {
			return errors.New("an object of texts, named " + wording.List(slices.Sorted(maps.Keys(all))))
		}
	}
	if all == nil {
		all = Words{}
	}
	maps.Copy(all, own)
	*w = all
	return nil
}

// set sets one option from its value in a platform.yaml. The error says what was found and what is allowed.
func (o *Options) set(name string, node *yaml.Node) error {
	value, words := o.find(name)
	if !value.IsValid() {
		return fmt.Errorf("line %d: there is no option %s%s", node.Line, name, wording.DidYouMean(name, optionNames()))
	}
	if allowed := readOption(value, words, node); allowed != nil {
		return fmt.Errorf("line %d: option %s is %s; allowed: %w", node.Line, name, found(node), allowed)
	}
	return nil
}

// find returns the field of an option, and the words allowed in it; nil for any.
func (o *Options) find(name string) (value reflect.Value, words []string) {
	for _, group := range reflect.ValueOf(o).Elem().Fields() {
		for field, v := range group.Fields() {
			if field.Tag.Get("yaml") == name {
				return v, strings.Fields(field.Tag.Get("allowed"))
			}
		}
	}
	return reflect.Value{}, nil
}

// optionNames lists the options of all types.
func optionNames() []string {
	var names []string
	for group := range reflect.TypeFor[Options]().Fields() {
		for field := range group.Type.Fields() {
			names = append(names, field.Tag.Get("yaml"))
		}
	}
	return names
}

// readOption reads a value into the field of an option. Its error is what would be allowed.
func readOption(field reflect.Value, allowed []string, node *yaml.Node) error {
	into := field.Addr().Interface()
	if custom, ok := into.(yaml.Unmarshaler); ok {
		return custom.UnmarshalYAML(node)
	}
	ok, want, words := node.Decode(into) == nil, "", []string{}
	switch v := into.(type) {
	case *bool:
		want = "true, false"
	case *string:
		ok, want, words = ok && node.ShortTag() == "!!str", "a text, in quotes where YAML reads something else", []string{*v}
	case *[]string:
		ok, want, words = ok && node.Kind == yaml.SequenceNode, "a list of words", *v
	case *int:
		ok, want, words = ok && *v >= 0, "a whole number from 0 on", []string{strconv.Itoa(*v)}
	case *time.Duration:
		ok, want = ok && *v >= 0, "a duration like 30m"
	}
	if len(allowed) > 0 {
		want = wording.List(allowed)
		ok = ok && !slices.ContainsFunc(words, func(word string) bool { return !slices.Contains(allowed, word) })
	}
	if !ok {
		return errors.New(want)
	}
	return nil
}

// found says what a value is, for a message.
func found(node *yaml.Node) string {
	switch {
	case node.Kind == yaml.SequenceNode:
		words := make([]string, len(node.Content))
		for i, item := range node.Content {
			words[i] = found(item)
		}
		return "[" + wording.List(words) + "]"
	case node.Kind == yaml.MappingNode:
		return "an object"
	case node.ShortTag() == "!!str":
		return wording.Quote(node.Value)
	}
	return node.Value
}

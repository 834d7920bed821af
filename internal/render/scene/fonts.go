package scene

import (
	"fmt"
	"html/template"
	"reflect"
	"strings"

	"mockup/internal/schema"
	"mockup/templates"
)

// fonts plans the fonts for every text of the payload.
func (b *builder) fonts() error {
	var text strings.Builder
	collectText(reflect.ValueOf(b.payload.Props), &text)
	plan, err := templates.PlanFonts(b.manifest.Fonts, text.String(), b.opts.Emoji)
	if err != nil {
		return err
	}
	b.scene.Fonts = plan.Fonts
	b.scene.View.Fallback = template.CSS(strings.Join(append(plan.Fallback, "sans-serif"), ", "))
	if len(plan.Missing) > 0 {
		b.warn("missing_glyphs", "no embedded font has %s", listRunes(plan.Missing))
	}
	return nil
}

func (b *builder) warn(code, format string, args ...any) {
	b.scene.Warnings = append(b.scene.Warnings, Warning{Code: code, Message: fmt.Sprintf(format, args...)})
}

func listRunes(runes []rune) string {
	const most = 8
	var names []string
	for _, r := range runes[:min(len(runes), most)] {
		names = append(names, fmt.Sprintf("%c (U+%04X)", r, r))
	}
	if more := len(runes) - most; more > 0 {
		names = append(names, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(names, ", ")
}

// collectText gathers every plain string of the payload; image addresses and other typed strings are left out.
func collectText(v reflect.Value, into *strings.Builder) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			collectText(v.Elem(), into)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			collectText(v.Field(i), into)
		}
	case reflect.Slice:
		for i := range v.Len() {
			collectText(v.Index(i), into)
		}
	case reflect.String:
		if v.Type() == reflect.TypeFor[string]() || v.Type() == reflect.TypeFor[schema.Currency]() {
			into.WriteString(v.String())
			into.WriteByte('\n')
		}
	}
}

package schema

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"unicode"

	"github.com/invopop/jsonschema"

	"mockup/internal/wording"
)

// JSONSchema returns the JSON Schema (draft 2020-12) of the payloads of one type, indented; with the type "" that of
// every payload. It refuses nothing that [Decode] accepts. What [Decode] refuses and the schema accepts is what JSON
// Schema cannot express: ids that are not unique or refer to nothing, orders of numbers and dates, and what is inside of
// colours, addresses and time zones.
func JSONSchema(t Type) ([]byte, error) {
	root, err := reflectSchema(t)
	if err != nil {
		return nil, err
	}
	data, err := json.MarshalIndent(root, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("write JSON Schema: %w", err)
	}
	return append(data, '\n'), nil
}

func reflectSchema(t Type) (*jsonschema.Schema, error) {
	defs := jsonschema.Definitions{}
	var root *jsonschema.Schema
	switch {
	case t == "":
		root = allTypes(defs)
	case Kinds(t) == nil:
		return nil, unknownType(t)
	default:
		root = statedEnvelope(t, defs)
	}
	stateRules(defs)
	root.Version = jsonschema.Version
	root.Definitions = defs
	return root, publish(root, defs)
}

func unknownType(t Type) error {
	names := typeNames()
	if of := typesWith(string(t)); len(of) > 0 {
		return fmt.Errorf("%s is a platform, not a mockup type; types that have it: %s", wording.Quote(string(t)), wording.List(of))
	}
	hint := wording.DidYouMean(string(t), names)
	if platform, of := platformLike(string(t)); hint == "" && platform != "" {
		hint = fmt.Sprintf("; %s is a platform of the type %s", wording.Quote(platform), of)
	}
	return fmt.Errorf("%s is not a mockup type; allowed: %s%s", wording.Quote(string(t)), wording.List(names), hint)
}

// platformLike returns the platform whose name is near to a word, or ends with it as microsoftTeams does with teams, and the first type that
// has it; "" if none does.
func platformLike(word string) (platform, of string) {
	for _, name := range typeNames() {
		names := Platforms(Type(name))
		if near := wording.Nearest(word, names); near != "" {
			return near, name
		}
		for _, p := range names {
			if len(word) > 2 && strings.HasSuffix(strings.ToLower(p), strings.ToLower(word)) {
				return p, name
			}
		}
	}
	return "", ""
}

// typesWith returns the names of the types that have a platform.
func typesWith(platform string) []string {
	return slices.DeleteFunc(typeNames(), func(name string) bool { return !slices.Contains(Platforms(Type(name)), platform) })
}

func typeNames() []string {
	var names []string
	for _, t := range Types() {
		names = append(names, string(t))
	}
	return names
}

// allTypes chooses by mockupType with if/then, which editors follow better than a oneOf of ten.
func allTypes(defs jsonschema.Definitions) *jsonschema.Schema {
	mockupType := &jsonschema.Schema{Type: "string", Enum: anys(typeNames()), Description: "What to draw; decides every other field."}
	root := having("mockupType", mockupType)
	root.Title, root.Type, root.Required = "Mockup", "object", []string{"mockupType"}
	for _, t := range Types() {
		defs[string(t)] = statedEnvelope(t, defs)
		root.AllOf = append(root.AllOf, when("mockupType", string(t), &jsonschema.Schema{Ref: "#/$defs/" + string(t)}))
	}
	return root
}

// statedEnvelope is an envelope that states the rule about its platforms.
func statedEnvelope(t Type, defs jsonschema.Definitions) *jsonschema.Schema {
	s := envelope(t, defs)
	if HasPlatform(t) {
		s.AllOf = samePlatform(t)
	}
	return s
}

// having returns the schema of objects in which a property is like this.
func having(name string, property *jsonschema.Schema) *jsonschema.Schema {
	s := &jsonschema.Schema{Properties: jsonschema.NewProperties()}
	s.Properties.Set(name, property)
	return s
}

// envelope reflects the payload of one type. With a type that does not exist it leaves open what depends on the type.
func envelope(t Type, defs jsonschema.Definitions) *jsonschema.Schema {
	s := reflectStruct(Payload{}, defs)
	s.Title = sentence(string(t)) + " mockup"
	s.Properties.Set("$schema", &jsonschema.Schema{Type: "string", Description: "Where editors find this schema; has no effect."})
	path := property(s, "cameraPath")
	defs["CameraPath"] = &jsonschema.Schema{Title: "Camera path", OneOf: path.OneOf}
	path.OneOf, path.Ref = nil, "#/$defs/CameraPath" // all types have it
	if Kinds(t) == nil {
		property(s, "mockupType").Enum = anys(typeNames())
		property(s, "props").Type = "object"
		optional(s, "platform")
		return s
	}
	property(s, "mockupType").Const = string(t)
	property(s, "renderKind").Enum = anys(Kinds(t))
	if HasPlatform(t) {
		property(s, "platform").Enum = anys(Platforms(t))
	} else {
		s.Properties.Delete("platform")
		optional(s, "platform")
	}
	props := newProps(t)
	name := reflect.TypeOf(props).Elem().Name()
	defs[name] = reflectStruct(props, defs)
	if HasPlatform(t) {
		property(defs[name], "platform").Enum = anys(Platforms(t))
	}
	if item := map[Type]string{Notifications: "NotificationItem", Chats: "Banner"}[t]; item != "" {
		property(defs[item], "iconPreset").Examples = anys(IconPresets())
	}
	property(s, "props").Ref = "#/$defs/" + name
	return s
}

// reflectStruct returns the schema of v and adds those of the structs within it to defs.
func reflectStruct(v any, defs jsonschema.Definitions) *jsonschema.Schema {
	r := &jsonschema.Reflector{Anonymous: true, ExpandedStruct: true, RequiredFromJSONSchemaTags: true, Mapper: scalarSchema}
	s := r.Reflect(v)
	for name, def := range s.Definitions {
		def.Title = sentence(name)
		defs[name] = def
	}
	markBeyond(reflect.TypeOf(v), s, s.Definitions, map[reflect.Type]bool{})
	s.Title = sentence(reflect.Indirect(reflect.ValueOf(v)).Type().Name())
	s.Definitions, s.Version = nil, ""
	return s
}

// BeyondMark is the $comment of a field that the v1 interface does not have. Behind a colon follow values of the field
// which that interface does not have, where it has the field and others of its values. It is a comment and no keyword of its
// own, since validators in their strict mode refuse a schema with keywords that they do not know.
const BeyondMark = "x-mockup-beyond-v1"

// markBeyond marks the properties of a struct, and of those within it, whose fields have the tag beyond:"v1", or list values
// in that tag.
func markBeyond(t reflect.Type, s *jsonschema.Schema, defs jsonschema.Definitions, done map[reflect.Type]bool) {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct || t == reflect.TypeFor[CanvasBackground]() || t == reflect.TypeFor[CameraKey]() { // they are within one of several schemas, and marked there
		return
	}
	if def := defs[t.Name()]; def != nil { // otherwise it is embedded, or the outermost
		if done[t] {
			return
		}
		done[t], s = true, def
	}
	for field := range t.Fields() {
		switch beyond := field.Tag.Get("beyond"); beyond {
		case "":
		case "v1":
			property(s, jsonName(field)).Comments = BeyondMark
		default: // some of its values are
			property(s, jsonName(field)).Comments = BeyondMark + ": " + strings.ReplaceAll(beyond, ",", ", ")
		}
		markBeyond(field.Type, s, defs, done)
	}
}

// scalarSchema gives the string types that mean something their format, see formats and publicFormats.
func scalarSchema(t reflect.Type) *jsonschema.Schema {
	s := &jsonschema.Schema{Type: "string"}
	switch t {
	case reflect.TypeFor[ImageRef]():
		s.Format = "image"
	case reflect.TypeFor[AudioRef]():
		s.Format = "audio"
	case reflect.TypeFor[VideoRef]():
		s.Format = "video"
	case reflect.TypeFor[Wallpaper]():
		s.Format = "wallpaper"
	case reflect.TypeFor[Color]():
		s.Format = "css-color"
	case reflect.TypeFor[CanvasBackground]():
		return backgroundSchema()
	case reflect.TypeFor[CameraPath]():
		return cameraPathSchema()
	case reflect.TypeFor[CanvasPosition]():
		return positionSchema()
	case reflect.TypeFor[CanvasSize]():
		s.Format = "canvas-size"
	case reflect.TypeFor[PopupBackground]():
		s.Format = "popup-background"
	case reflect.TypeFor[Instant]():
		s.Format = "date-time"
	case reflect.TypeFor[Date]():
		s.Format = "date"
	case reflect.TypeFor[Month]():
		s.Format = "month"
	case reflect.TypeFor[Zone]():
		s.Format = "time-zone"
	case reflect.TypeFor[Currency]():
		s.Format = "currency"
	case reflect.TypeFor[WebAddress]():
		s.Format = "web-address"
	case reflect.TypeFor[Level]():
		s.Type = "number"
	case reflect.TypeFor[Pace]():
		return paceSchema()
	default:
		return nil
	}
	return s
}

// formats returns the checks behind the names of scalarSchema and of the format tags.
func formats(allowPaths bool) map[string]func(string) error {
	return map[string]func(string) error{
		"image":             imageFiles.check(allowPaths),
		"audio":             audioFiles.check(allowPaths),
		"video":             videoFiles.check(allowPaths),
		"wallpaper":         checkWallpaper(allowPaths, false),
		"chat-wallpaper":    checkWallpaper(allowPaths, true),
		"css-color":         checkColor,
		"canvas-background": checkCanvasBackground,
		"canvas-size":       checkCanvasSize,
		"popup-background":  checkPopupBackground,
		"date-time":         checkInstant,
		"date":              checkDate,
		"month":             checkMonth,
		"time-zone":         CheckZone,
		"currency":          checkCurrency,
		"web-address":       checkWebAddress,
		"renderer-version":  checkRendererVersion,
	}
}

// checkRendererVersion accepts mockup-<engine>-v1 with an engine of lower-case letters, digits and inner hyphens.
func checkRendererVersion(s string) error {
	rest, okPrefix := strings.CutPrefix(s, "mockup-")
	engine, okSuffix := strings.CutSuffix(rest, "-v1")
	if okPrefix && okSuffix {
		ok := true
		for part := range strings.SplitSeq(engine, "-") {
			ok = ok && part != "" && strings.Trim(part, "abcdefghijklmnopqrstuvwxyz0123456789") == ""
		}
		if ok {
			return nil
		}
	}
	return fmt.Errorf("%s is not a renderer version; write it like mockup-chromium-v1", wording.Quote(s))
}

// newProps returns the empty props of a type; nil for a type that does not exist.
func newProps(t Type) Props {
	for _, p := range []Props{&ChatProps{}, &AIProps{}, &StoryProps{}, &NotificationProps{}, &PostProps{}, &CommentProps{},
		&PopupProps{}, &EmailProps{}, &ContributionProps{}, &DashboardProps{}} {
		if p.mockupType() == t {
			return p
		}
	}
	return nil
}

// property returns a property that is known to be there.
func property(s *jsonschema.Schema, name string) *jsonschema.Schema {
	p, _ := s.Properties.Get(name)
	return p
}

// optional takes a property off the required ones.
func optional(s *jsonschema.Schema, name string) {
	s.Required = slices.DeleteFunc(s.Required, func(r string) bool { return r == name })
}

func presetNames() []any {
	var names []any
	for _, p := range presets() {
		names = append(names, p.name)
	}
	return names
}

func anys[T ~string](words []T) []any {
	out := make([]any, len(words))
	for i, w := range words {
		out[i] = string(w)
	}
	return out
}

// sentence turns ChatImage, AIMessage, comment-popup and ai into "Chat image", "AI message", "Comment popup" and "AI".
func sentence(name string) string {
	if len(name) == 2 {
		return strings.ToUpper(name)
	}
	var b strings.Builder
	for i, r := range name {
		switch {
		case i == 0:
			b.WriteRune(unicode.ToUpper(r))
		case r == '-':
			b.WriteRune(' ')
		case unicode.IsUpper(r) && unicode.IsLower(rune(name[i+1])): // no name ends in a capital
			b.WriteString(" " + string(unicode.ToLower(r)))
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

package schema

import "github.com/invopop/jsonschema"

// stateRules adds those rules that span several fields and that JSON Schema can express. [checker] has all of them, with
// better messages; in JSON Schema there is no way to say that ids are unique or refer to something, that one number or
// date is not before another, and that a slide exists.
func stateRules(defs jsonschema.Definitions) {
	for name, rules := range map[string][]*jsonschema.Schema{
		"ChatProps": {
			when("platform", "custom", need("customTheme")),
			when("conversationType", "group-chat", need("groupChatSettings")),
		},
		"ChatMessage": {
			when("type", "text", need("text")),
			when("type", "image", needImage()),
			when("type", "mixed", needImage(), need("text")),
			when("type", "voice", need("voice")),
			when("type", "call", need("call")),
			when("type", "event", need("event")),
			when("type", "file", need("file")),
			when("type", "sticker", need("sticker")),
			when("type", "gif", need("gif")),
			when("type", "video", need("video")),
			when("type", "location", need("location")),
			when("type", "contact", need("contact")),
			when("type", "poll", need("poll")),
		},
		"Sticker": {{AnyOf: []*jsonschema.Schema{need("image"), need("emoji")}}},
		"ChatEvent": {
			when("kind", "added", need("who")),
			when("kind", "removed", need("who")),
			when("kind", "renamed", need("name")),
		},
		"CommentAttachment": {
			when("type", "voice", need("durationSeconds"), forbid("options", "status", "endsIn")),
			when("type", "poll", need("options"), forbid("durationSeconds")),
		},
	} {
		if def := defs[name]; def != nil {
			def.AllOf = append(def.AllOf, rules...)
		}
	}
}

// samePlatform are the rules that the platform of the props is that of the payload.
func samePlatform(t Type) []*jsonschema.Schema {
	var rules []*jsonschema.Schema
	for _, platform := range Platforms(t) {
		props := having("platform", &jsonschema.Schema{Const: platform})
		props.Type = "object"
		rules = append(rules, when("platform", platform, having("props", props)))
	}
	return rules
}

// when returns the rule that with this value of a field the others hold.
func when(field, value string, then ...*jsonschema.Schema) *jsonschema.Schema {
	rule := &jsonschema.Schema{If: having(field, &jsonschema.Schema{Const: value})}
	rule.If.Required = []string{field}
	if len(then) == 1 {
		rule.Then = then[0]
	} else {
		rule.Then = &jsonschema.Schema{AllOf: then}
	}
	return rule
}

// need returns the rule that a field is there. It names the field as a property, too, as strict validators ask for.
func need(field string) *jsonschema.Schema {
	s := having(field, jsonschema.TrueSchema)
	s.Required = []string{field}
	return s
}

func needImage() *jsonschema.Schema {
	least := uint64(1)
	s := having("images", &jsonschema.Schema{Type: "array", MinItems: &least})
	s.Required = []string{"images"}
	return s
}

// forbid returns the rule that fields are not there.
func forbid(fields ...string) *jsonschema.Schema {
	properties := jsonschema.NewProperties()
	for _, field := range fields {
		properties.Set(field, jsonschema.FalseSchema)
	}
	return &jsonschema.Schema{Properties: properties}
}

package server

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"go.yaml.in/yaml/v3"

	"mockup/internal/schema"
)

//go:embed openapi.yaml
var openAPI []byte

// getOpenAPI serves the OpenAPI document.
func (s *Server) getOpenAPI(w http.ResponseWriter, _ *http.Request) error {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	_, _ = w.Write(s.openapi)
	return nil
}

// document returns openapi.yaml as JSON, completed with the schemas of the payloads and, if it is known, the service's
// address.
func document(publicURL string) ([]byte, error) {
	var doc map[string]any
	if err := yaml.Unmarshal(openAPI, &doc); err != nil {
		return nil, fmt.Errorf("read openapi.yaml: %w", err)
	}
	schemas, err := payloadSchemas()
	if err != nil {
		return nil, err
	}
	components := doc["components"].(map[string]any)["schemas"].(map[string]any)
	for name, s := range schemas {
		if _, taken := components[name]; taken {
			return nil, fmt.Errorf("complete openapi.yaml: it already has a schema named %s", name)
		}
		components[name] = s
	}
	if publicURL != "" {
		doc["servers"] = []any{map[string]any{"url": publicURL}}
	}
	data, err := json.Marshal(doc)
	if err != nil {
		return nil, fmt.Errorf("write openapi.json: %w", err)
	}
	return data, nil
}

// payloadSchemas returns the schemas of payloads as generators of clients understand them: one for each type, those that
// these refer to, and Mockup, which is one of the types by its mockupType.
func payloadSchemas() (map[string]any, error) {
	data, err := schema.JSONSchema("")
	if err != nil {
		return nil, err
	}
	text := strings.ReplaceAll(string(data), `"#/$defs/`, `"#/components/schemas/`)
	var root struct {
		Defs map[string]any `json:"$defs"`
	}
	if err := json.Unmarshal([]byte(text), &root); err != nil {
		return nil, fmt.Errorf("read JSON Schema: %w", err)
	}
	schemas := root.Defs
	for _, s := range schemas {
		simplify(s.(map[string]any))
	}
	mapping := map[string]any{}
	var union []any
	for _, t := range schema.Types() {
		ref := "#/components/schemas/" + string(t)
		mapping[string(t)] = ref
		union = append(union, map[string]any{"$ref": ref})
	}
	schemas["Mockup"] = map[string]any{
		"title": "Mockup", "description": "A payload. Its mockupType decides about all other fields.",
		"oneOf": union, "discriminator": map[string]any{"propertyName": "mockupType", "mapping": mapping},
	}
	return schemas, nil
}

// simplify removes from a schema what generators of clients misunderstand: conditions, which make openapi-typescript 7 give
// up the type, and defaults, for which it makes a field of a request required. The description states the default. Numbers
// get the format double, without which oapi-codegen makes float32 of them.
func simplify(s map[string]any) {
	properties, isObject := s["properties"].(map[string]any)
	if isObject {
		for _, condition := range []string{"if", "then", "else", "allOf", "anyOf", "oneOf", "not", "dependentRequired", "dependentSchemas"} {
			delete(s, condition)
		}
	}
	if comment, _ := s["$comment"].(string); strings.HasPrefix(comment, schema.BeyondMark) { // OpenAPI has extensions for it
		delete(s, "$comment")
		s[schema.BeyondMark] = true
		if _, values, ok := strings.Cut(comment, ": "); ok {
			s[schema.BeyondMark] = strings.Split(values, ", ")
		}
	}
	if s["type"] == "number" {
		s["format"] = "double"
	}
	if value, found := s["default"]; found {
		delete(s, "default")
		if text, err := json.Marshal(value); err == nil {
			description, _ := s["description"].(string)
			s["description"] = strings.TrimSpace(description + " Default: " + string(text) + ".")
		}
	}
	for _, keyword := range []string{"items", "additionalProperties", "contains"} {
		if below, ok := s[keyword].(map[string]any); ok {
			simplify(below)
		}
	}
	branches, _ := s["oneOf"].([]any) // of a field that takes values of several kinds
	for _, branch := range branches {
		simplify(branch.(map[string]any))
	}
	for _, property := range properties {
		if below, ok := property.(map[string]any); ok {
			simplify(below)
		}
	}
}

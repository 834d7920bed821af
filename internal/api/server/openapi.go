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

// getOpenAPI describes the interface.
func (s *Server) getOpenAPI(w http.ResponseWriter, _ *http.Request) error {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	_, _ = w.Write(s.openapi)
	return nil
}

// document completes openapi.yaml: with the payloads' own schemas, and with the address of the service if that is known.
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
			return nil, fmt.Errorf("complete openapi.yaml: it has a schema %s of its own", name)
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

// payloadSchemas are the JSON Schema of all payloads, Mockup, and those that it is made of, which refer to each other as
// an OpenAPI document has it.
func payloadSchemas() (map[string]any, error) {
	data, err := schema.JSONSchema("")
	if err != nil {
		return nil, err
	}
	text := strings.ReplaceAll(string(data), `"#/$defs/`, `"#/components/schemas/`)
	var root map[string]any
	if err := json.Unmarshal([]byte(text), &root); err != nil {
		return nil, fmt.Errorf("read JSON Schema: %w", err)
	}
	schemas := root["$defs"].(map[string]any)
	delete(root, "$defs")
	delete(root, "$schema") // the dialect of OpenAPI 3.1 itself
	schemas["Mockup"] = root
	return schemas, nil
}

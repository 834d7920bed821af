package mcpserver

import (
	"context"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mockup/internal/render"
	"mockup/internal/schema"
)

// addTools adds all tools.
func (s *Server) addTools() {
	mcp.AddTool(s.mcp, &mcp.Tool{
		Name: "list_platforms", Title: "List types and platforms", Annotations: readOnly(),
		Description: "Lists the types of mockups, whether each can be a picture or a video, and the platforms (apps) of each.",
	}, listPlatforms)
	mcp.AddTool(s.mcp, &mcp.Tool{
		Name: "schema", Title: "Describe the payload of a type", Annotations: readOnly(), InputSchema: inputSchema[typeInput](),
		Description: "Describes all fields of the payloads of one type, as interfaces of TypeScript with comments.",
	}, describe)
	mcp.AddTool(s.mcp, &mcp.Tool{
		Name: "init", Title: "Get a payload to start from", Annotations: readOnly(), InputSchema: inputSchema[initInput](),
		Description: "Returns a valid payload in YAML that can be drawn as it is. Change it, and give it to render.",
	}, initPayload)
	mcp.AddTool(s.mcp, &mcp.Tool{
		Name: "validate", Title: "Check a payload", Annotations: readOnly(), InputSchema: inputSchema[payloadInput](),
		Description: "Checks a payload without drawing it, and lists every violation and warning with its place.",
	}, s.validate)
	mcp.AddTool(s.mcp, &mcp.Tool{
		Name: "render", Title: "Draw a payload", InputSchema: inputSchema[renderInput](),
		Description: "Draws a payload into a file, PNG or MP4 or what the extension of output says, below the root folder " + s.folder.Name() +
			", and returns a preview: the picture made smaller, or four moments of the video side by side. Images of payloads are https addresses, " +
			"data URLs, or files below the root folder. A video takes some seconds, and reports its progress.",
		// It may replace a file if it is asked to, and then does the same each time. Images may come from any https address.
		Annotations: &mcp.ToolAnnotations{DestructiveHint: new(true), IdempotentHint: true, OpenWorldHint: new(true)},
	}, s.render)
}

// readOnly annotates tools that only compute: they write nothing and use no network.
func readOnly() *mcp.ToolAnnotations {
	return &mcp.ToolAnnotations{ReadOnlyHint: true, IdempotentHint: true, DestructiveHint: new(false), OpenWorldHint: new(false)}
}

// inputSchema returns the schema of a tool's input, with the values that are allowed. It returns nil, with which AddTool
// panics, if T has no schema.
func inputSchema[T any]() *jsonschema.Schema {
	s, err := jsonschema.For[T](nil)
	if err != nil {
		return nil
	}
	for name, allowed := range map[string][]any{
		"type": words(schema.Types()), "scale": {"1x", "2x", "4x"}, "fps": {10, 20, 24, 25, 30, 50, 60}, "quality": {"draft", "standard", "high"},
	} {
		if property := s.Properties[name]; property != nil {
			property.Enum = allowed
		}
	}
	if payload := s.Properties["payload"]; payload != nil {
		payload.Types = []string{"object", "string"}
	}
	if at := s.Properties["at"]; at != nil {
		at.Type, at.Types, at.Minimum = "number", nil, new(0.0)
	}
	return s
}

func words[T ~string](values []T) []any {
	list := make([]any, len(values))
	for i, v := range values {
		list[i] = string(v)
	}
	return list
}

type platformsOutput struct {
	Types []platforms `json:"types"`
}

type platforms struct {
	Type      schema.Type   `json:"type"`
	Kinds     []schema.Kind `json:"kinds" jsonschema:"the values of renderKind"`
	Platforms []string      `json:"platforms" jsonschema:"empty if the type has none"`
}

func listPlatforms(context.Context, *mcp.CallToolRequest, struct{}) (*mcp.CallToolResult, platformsOutput, error) {
	var out platformsOutput
	for _, t := range schema.Types() {
		out.Types = append(out.Types, platforms{t, schema.Kinds(t), append([]string{}, schema.Platforms(t)...)})
	}
	return nil, out, nil
}

type typeInput struct {
	Type string `json:"type" jsonschema:"the mockupType"`
}

func describe(_ context.Context, _ *mcp.CallToolRequest, in typeInput) (*mcp.CallToolResult, any, error) {
	outline, err := schema.Outline(schema.Type(in.Type))
	if err != nil {
		return nil, nil, err
	}
	return text(outline), nil, nil
}

type initInput struct {
	Type     string `json:"type" jsonschema:"the mockupType"`
	Platform string `json:"platform,omitempty" jsonschema:"the app to imitate; default: the first platform of the type"`
	Minimal  bool   `json:"minimal,omitempty" jsonschema:"return the required fields only"`
}

func initPayload(_ context.Context, _ *mcp.CallToolRequest, in initInput) (*mcp.CallToolResult, any, error) {
	sample, err := schema.Sample(schema.Type(in.Type), schema.SampleOptions{Platform: in.Platform, Minimal: in.Minimal})
	if err != nil {
		return nil, nil, err
	}
	return text(string(sample)), nil, nil
}

func text(content string) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: content}}}
}

type validateOutput struct {
	Valid    bool      `json:"valid"`
	Findings []finding `json:"findings" jsonschema:"violations and warnings, in the order of the payload"`
}

// finding is a diagnostic. It has no place in lines where the client sent an object: what was decoded is not what it wrote.
type finding struct {
	Severity schema.Severity `json:"severity" jsonschema:"error or warning; only errors make a payload invalid"`
	Path     string          `json:"path" jsonschema:"the field, such as props.messages.0.userId; empty for the whole payload"`
	Code     string          `json:"code" jsonschema:"the rule"`
	Message  string          `json:"message"`
	Line     int             `json:"line,omitempty"`
	Column   int             `json:"column,omitempty"`
}

func (s *Server) validate(ctx context.Context, _ *mcp.CallToolRequest, in payloadInput) (*mcp.CallToolResult, validateOutput, error) {
	source, err := s.read(in)
	if err != nil {
		return nil, validateOutput{}, err
	}
	out := validateOutput{Findings: []finding{}}
	payload, found := source.decode(s.folder)
	for _, d := range found {
		f := finding{Severity: d.Severity, Path: d.Path, Code: string(d.Code), Message: d.Message}
		if !source.object {
			f.Line, f.Column = d.Line, d.Col
		}
		out.Findings = append(out.Findings, f)
	}
	if payload == nil {
		return nil, out, nil
	}
	warnings, err := s.checker.Warnings(ctx, render.Job{Payload: payload})
	for _, w := range warnings { // of the whole picture
		out.Findings = append(out.Findings, finding{Severity: schema.SeverityWarning, Code: w.Code, Message: w.Message})
	}
	if err != nil { // the payload keeps all rules, but cannot be drawn
		out.Findings = append(out.Findings, finding{Severity: schema.SeverityError, Code: "content", Message: err.Error()})
	}
	out.Valid = err == nil
	return nil, out, nil
}

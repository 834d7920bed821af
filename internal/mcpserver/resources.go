package mcpserver

import (
	"context"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mockup/docs"
	"mockup/examples"
	"mockup/internal/schema"
)

// The addresses of resources.
const (
	docsURI     = "mockup://docs/"    // + a name
	examplesURI = "mockup://examples" // the list; + /TYPE/NAME
	schemasURI  = "mockup://schemas/" // + a type
	markdown    = "text/markdown"
	yamlText    = "application/yaml"
)

// addResources adds the documentation and the list of examples as resources, and the examples and schemas, which are many,
// as templates of addresses.
func (s *Server) addResources() error {
	for _, page := range []struct{ name, about string }{
		{"payload", "Images, sizes, times, text and other parts of payloads"},
		{"video", "What moves in the videos of each type, and how fast"},
		{"formats", "File formats of pictures and videos, exact sizes, and what lies behind"},
		{"honest-use", "What mockups are for, and what they must not be used for"},
		{"agents", "This server: its tools, resources and settings"},
	} {
		content, err := docs.Pages.ReadFile(page.name + ".md")
		if err != nil {
			return fmt.Errorf("read the documentation: %w", err)
		}
		s.mcp.AddResource(&mcp.Resource{
			URI: docsURI + page.name, Name: page.name, Title: page.about, MIMEType: markdown, Size: int64(len(content)),
		}, fixed(markdown, string(content)))
	}
	list, err := exampleList()
	if err != nil {
		return fmt.Errorf("list the examples: %w", err)
	}
	s.mcp.AddResource(&mcp.Resource{
		URI: examplesURI, Name: "examples", Title: "List of all examples", MIMEType: "text/plain",
		Description: "The address of each example payload in a line",
	}, fixed("text/plain", list))
	s.mcp.AddResourceTemplate(&mcp.ResourceTemplate{
		URITemplate: examplesURI + "/{type}/{name}", Name: "example", Title: "An example payload", MIMEType: yamlText,
		Description: "A payload in YAML. The images in ../media that some name are not included: replace these fields, or leave them out",
	}, readExample)
	s.mcp.AddResourceTemplate(&mcp.ResourceTemplate{
		URITemplate: schemasURI + "{type}", Name: "schema", Title: "The JSON Schema of a type", MIMEType: "application/schema+json",
		Description: "All rules that JSON Schema can express; the tool schema says the same in short",
	}, readSchema)
	return nil
}

// fixed returns a handler that answers always the same.
func fixed(mime, content string) mcp.ResourceHandler {
	return func(_ context.Context, req *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
		return contents(req, mime, content), nil
	}
}

func contents(req *mcp.ReadResourceRequest, mime, content string) *mcp.ReadResourceResult {
	return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: req.Params.URI, MIMEType: mime, Text: content}}}
}

// exampleList returns the addresses of all examples, a line for each.
func exampleList() (string, error) {
	var list strings.Builder
	for _, t := range schema.Types() {
		files, err := fs.Glob(examples.Payloads, string(t)+"/*.yaml")
		if err != nil {
			return "", err
		}
		for _, file := range files {
			fmt.Fprintf(&list, "%s/%s\n", examplesURI, strings.TrimSuffix(file, ".yaml"))
		}
	}
	return list.String(), nil
}

func readExample(_ context.Context, req *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
	name := strings.TrimPrefix(req.Params.URI, examplesURI+"/")
	content, err := examples.Payloads.ReadFile(path.Clean(name) + ".yaml")
	if err != nil {
		return nil, mcp.ResourceNotFoundError(req.Params.URI)
	}
	return contents(req, yamlText, string(content)), nil
}

func readSchema(_ context.Context, req *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
	content, err := schema.JSONSchema(schema.Type(strings.TrimPrefix(req.Params.URI, schemasURI)))
	if err != nil {
		return nil, mcp.ResourceNotFoundError(req.Params.URI)
	}
	return contents(req, "application/schema+json", string(content)), nil
}

// Package mcpserver lets agents draw mockups: it serves the program's abilities over the Model Context Protocol
// (https://modelcontextprotocol.io).
//
// Tools: list_platforms, schema and init help to write a payload, validate checks it, and render draws it into a file and
// returns a small preview (tools.go, render.go). Resources: the documentation, the examples and the JSON Schemas
// (resources.go). All files that a client names are below one folder (package confine).
package mcpserver

import (
	"context"
	"fmt"
	"io"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mockup/internal/confine"
	"mockup/internal/render"
	"mockup/internal/version"
)

// Options configure a Server. All fields but FFmpeg must be set.
type Options struct {
	Root     string           // the folder that payloads and images are read from and outputs are written to; created if needed
	Renderer *render.Renderer // draws
	FFmpeg   string           // path or name of ffmpeg, for previews of videos; empty: the one of PATH
}

// Server answers the requests of one client.
type Server struct {
	opts    Options
	folder  *confine.Folder // of Options.Root
	checker render.Checker
	turn    chan struct{} // holds a token while something is drawn: one video uses all processors
	mcp     *mcp.Server
}

// instructions are what a host may show to its model before anything else.
const instructions = `mockup draws pictures and videos of app screens (chats, posts, stories, notifications, emails and more) from a payload.
1. Call init for a complete payload of a type and platform, and schema for all its fields.
2. Change the payload, and call validate until it is valid.
3. Call render. It writes the file and returns a preview; look at it.
Mockups are for adverts, lessons, films and jokes. Do not show real people saying what they never said.`

// New returns a server. Close must be called after use.
func New(opts Options) (*Server, error) {
	folder, err := confine.Open(opts.Root)
	if err != nil {
		return nil, fmt.Errorf("%w with --root", err)
	}
	s := &Server{opts: opts, folder: folder, turn: make(chan struct{}, 1)}
	s.mcp = mcp.NewServer(&mcp.Implementation{Name: "mockup", Title: "mockup", Version: version.String()},
		&mcp.ServerOptions{Instructions: instructions, Capabilities: &mcp.ServerCapabilities{}})
	s.addTools()
	if err := s.addResources(); err != nil {
		folder.Close()
		return nil, err
	}
	return s, nil
}

// Close releases the folder.
func (s *Server) Close() { s.folder.Close() }

// Serve answers the requests that arrive at in, on out, until in or ctx ends. The error is that of
// ctx, or says what was not a message.
func (s *Server) Serve(ctx context.Context, in io.Reader, out io.Writer) error {
	err := s.mcp.Run(ctx, &mcp.IOTransport{Reader: io.NopCloser(in), Writer: nopCloser{out}})
	if err != nil && ctx.Err() == nil {
		return fmt.Errorf("speak with the host: %w; a host of the Model Context Protocol has to start this command, and send a JSON-RPC message a line", err)
	}
	return err
}

type nopCloser struct{ io.Writer }

func (nopCloser) Close() error { return nil }

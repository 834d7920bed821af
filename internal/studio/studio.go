// Package studio is an editor of payloads in the browser: the payload on one side, its picture on the other. It is a local
// HTTP server and one more client of package render. What the page shows is what the command line writes.
//
//	guard.go     who may ask: one page, by a secret in its address
//	page.go      the page itself, made of the sources in the folder studio
//	files.go     payloads and images of the one folder that the studio works in
//	preview.go   text in, violations and picture out
//	playback.go  a video whose frames, cues and sound are in memory
//	export.go    the file that the user takes away
//	gallery.go   payloads to start from, with small pictures
//	watch.go     what other programs change in the folder
package studio

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"mockup/internal/confine"
	"mockup/internal/inputs"
	"mockup/internal/render"
)

// Options configure a Studio. All fields but Open and Logger must be set.
type Options struct {
	Folder   string           // that payloads and images are in; nothing outside of it is read or written
	Open     string           // payload to begin with, below Folder; empty: none
	Renderer *render.Renderer // draws; with two workers an export does not keep the preview waiting
	Watch    bool             // tell the page what other programs change
	Logger   *slog.Logger     // of what goes wrong in the server; nil: nobody wants to know
}

// Studio answers the requests of the pages of one user.
type Studio struct {
	opts   Options
	folder *confine.Folder
	open   string // Options.Open, relative to the folder
	token  string // secret part of all addresses
	web    http.Handler

	// What is drawn for the page must not end when a request does: that would end the browser that draws it.
	ctx    context.Context
	cancel context.CancelFunc

	preview    turn // one preview at a time
	background turn // one thumbnail or export at a time
	playbacks  playbacks
	exports    exports
	thumbnails thumbnails
}

// turn lets one caller in at a time.
type turn chan struct{}

// take waits for the turn until ctx ends.
func (t turn) take(ctx context.Context) error {
	select {
	case t <- struct{}{}:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

func (t turn) give() { <-t }

// New returns a studio. Close must be called after use.
func New(opts Options) (*Studio, error) {
	folder, err := confine.Open(opts.Folder)
	if err != nil {
		return nil, err
	}
	if opts.Logger == nil {
		opts.Logger = slog.New(slog.DiscardHandler)
	}
	s := &Studio{opts: opts, folder: folder, token: strings.ToLower(rand.Text()), preview: make(turn, 1), background: make(turn, 1)}
	if opts.Open != "" {
		if s.open, err = folder.Within(opts.Open); err != nil {
			folder.Close()
			return nil, err
		}
	}
	if s.web, err = s.routes(); err != nil {
		folder.Close()
		return nil, err
	}
	s.ctx, s.cancel = context.WithCancel(context.Background())
	return s, nil
}

// Close ends what is still drawn, and frees what the studio holds.
func (s *Studio) Close() {
	s.cancel()
	s.playbacks.close()
	s.folder.Close()
}

// Locate returns the folder that a studio works in for what a command names, and the payload to open in it: a folder, a
// file, or "" for the working directory. The folder of a file is the working directory if it holds the file: images often
// lie beside the folder of their payload.
func Locate(name string) (folder, open string, err error) {
	if name == "" {
		return ".", "", nil
	}
	info, err := os.Stat(name)
	switch {
	case err == nil && info.IsDir():
		return name, "", nil
	case err == nil && !inputs.IsPayload(name):
		return "", "", fmt.Errorf("%s is no payload by its name; name a .json, .yaml or .yml file, or a folder", name)
	case err == nil && info.Mode().IsRegular():
		return folderOf(name)
	case err == nil:
		return "", "", fmt.Errorf("%s is not a regular file; name a payload or a folder", name)
	}
	if errors.Is(err, fs.ErrNotExist) && !inputs.IsPayload(name) {
		return "", "", fmt.Errorf("%s: there is no such file or folder; name one that exists, or none for a new payload", name)
	}
	_, err = inputs.ReadFile(name)
	return "", "", err
}

func folderOf(file string) (folder, open string, err error) {
	if open, err = filepath.Abs(file); err != nil {
		return "", "", err
	}
	here, err := os.Getwd()
	if err != nil {
		return "", "", err
	}
	if relative, err := filepath.Rel(here, open); err == nil && filepath.IsLocal(relative) {
		return here, open, nil
	}
	return filepath.Dir(open), open, nil
}

// Serve answers the requests that arrive at a listener until ctx ends. The listener is closed on return.
func (s *Studio) Serve(ctx context.Context, listener net.Listener) error {
	web := &http.Server{
		Handler: s, ReadHeaderTimeout: 10 * time.Second, MaxHeaderBytes: 64 << 10,
		BaseContext: func(net.Listener) context.Context { return ctx }, // which ends the streams of events
		ErrorLog:    slog.NewLogLogger(s.opts.Logger.Handler(), slog.LevelDebug),
	}
	stop := context.AfterFunc(ctx, func() {
		s.cancel()
		_ = web.Close()
	})
	defer stop()
	if err := web.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("serve: %w", err)
	}
	return nil
}

// Address is where the page is, for a listener's address.
func (s *Studio) Address(at net.Addr) string {
	address := at.String()
	if tcp, ok := at.(*net.TCPAddr); ok && tcp.IP.IsUnspecified() {
		address = fmt.Sprintf("127.0.0.1:%d", tcp.Port)
	}
	return "http://" + address + "/" + s.token + "/"
}

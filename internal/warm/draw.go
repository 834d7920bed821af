package warm

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"sync"
	"time"

	"mockup/internal/render"
	"mockup/internal/render/encode"
	"mockup/internal/schema"
)

// A helper also draws whole pictures, as its templates and fonts are read already: for a command that has to read them first, a picture
// takes 11 ms of processor time more. The command sends a Drawing. The helper answers at once that it begins, asks for the images that the
// payload names, and ends with the result. Where anything goes wrong it closes the connection, and the command draws by itself and says
// what is wrong: so the helper needs to know nothing of messages and exit codes.

// Drawing is a picture that a helper is asked to draw, as a PNG. All of its images must be there.
type Drawing struct {
	Payload []byte `json:"-"` // as the user has written it
	Name    string // of the payload's file
	Version string // the only rendererVersion that is accepted; empty: any
	Scale   string // in the place of the payload's; empty: the payload's
	Guides  bool
	Now     time.Time
	Quality encode.Quality
}

// message is one message of both sides, as a line of JSON. Its data follows, as many bytes as it says.
type message struct {
	Drawing *Drawing       `json:",omitempty"` // the first one
	Begun   bool           `json:",omitempty"` // the answer to it
	File    string         `json:",omitempty"` // that the payload names and the helper wants, or that is sent to it
	Missing bool           `json:",omitempty"` // the file cannot be read
	Result  *render.Result `json:",omitempty"` // the last one; its data is the picture
	Size    int            // of the data

	data []byte
}

// largestData bounds the data of a message: that of a payload or of an image is smaller.
const largestData = 256 << 20

// exchange is a connection on which messages are sent and received.
type exchange struct {
	conn    net.Conn
	in      *bufio.Reader
	writing sync.Mutex
}

func (x *exchange) send(m message) error {
	m.Size = len(m.data)
	line, err := json.Marshal(m)
	if err != nil {
		return err
	}
	x.writing.Lock()
	defer x.writing.Unlock()
	_, err = (&net.Buffers{append(line, '\n'), m.data}).WriteTo(x.conn)
	return err
}

func (x *exchange) receive() (m message, err error) {
	line, err := x.in.ReadBytes('\n')
	if err == nil {
		err = json.Unmarshal(line, &m)
	}
	if err == nil && (m.Size < 0 || m.Size > largestData) {
		err = fmt.Errorf("a message of %d bytes", m.Size)
	}
	if err != nil {
		return m, err
	}
	m.data = make([]byte, m.Size)
	_, err = io.ReadFull(x.in, m.data)
	return m, err
}

// errDeclined says that a helper does not draw a picture.
var errDeclined = errors.New("the helper does not draw this picture")

// Draw has the helper of that identity draw a picture, which takes a time at most once the helper has begun. Files of the payload are
// read by read, several at once. After any error the caller draws by itself.
func Draw(
	ctx context.Context, identity string, d Drawing, limit time.Duration, read func(ctx context.Context, file string) ([]byte, error),
) (*render.Result, error) {
	conn := dial(identity, draw)
	if conn == nil {
		return nil, errDeclined
	}
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { conn.Close() })()
	x := &exchange{conn: conn, in: bufio.NewReader(conn)}
	if err := conn.SetDeadline(time.Now().Add(beginLimit)); err != nil {
		return nil, err
	}
	if err := x.send(message{Drawing: &d, data: d.Payload}); err != nil {
		return nil, err
	}
	if m, err := x.receive(); err != nil || !m.Begun {
		return nil, errors.Join(errDeclined, err)
	}
	if err := conn.SetDeadline(time.Now().Add(limit)); err != nil {
		return nil, err
	}
	for {
		m, err := x.receive()
		switch {
		case err != nil:
			return nil, errors.Join(errDeclined, err)
		case m.Result != nil:
			m.Result.Data = m.data
			return m.Result, nil
		}
		go func() {
			data, err := read(ctx, m.File)
			_ = x.send(message{File: m.File, Missing: err != nil, data: data}) // the next receive notices if the helper is gone
		}()
	}
}

// draw draws the picture that a command asks for.
func (h *helper) draw(ctx context.Context, conn net.Conn, in *bufio.Reader) {
	others := h.begin()
	defer h.finish()
	drawing, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(ctx, func() { conn.Close() })()
	x := &exchange{conn: conn, in: in}
	first, err := x.receive()
	if err != nil || first.Drawing == nil || others > 0 || x.send(message{Begun: true}) != nil {
		return
	}
	if result, err := h.result(drawing, cancel, x, first); err == nil {
		data := result.Data
		result.Data = nil
		_ = x.send(message{Result: result, data: data}) // to a command that has gone
	}
	conn.Close()
	_ = h.renderer.Warm(ctx)
}

// result draws the picture of a command's first message.
func (h *helper) result(ctx context.Context, cancel func(), x *exchange, first message) (*render.Result, error) {
	d := first.Drawing
	payload, _ := schema.Decode(first.data, schema.Options{Filename: d.Name, AllowPaths: true, RendererVersion: d.Version})
	if payload == nil {
		return nil, errDeclined
	}
	if d.Scale != "" {
		payload.ResolutionScale = schema.Scale(d.Scale)
	}
	wanted := &filesWanted{x: x, waiting: map[string]chan message{}}
	go func() {
		defer cancel() // nobody wants the picture any more
		wanted.receive()
	}()
	return h.renderer.Render(ctx, render.Job{
		Payload: payload, Read: wanted.read, Guides: d.Guides, Now: d.Now, Still: render.Still{Quality: d.Quality},
	})
}

// filesWanted are the files that the helper has asked the command for.
type filesWanted struct {
	x       *exchange
	mu      sync.Mutex
	waiting map[string]chan message
}

// read returns a file as the command reads it. A file is asked for once at a time.
func (w *filesWanted) read(ctx context.Context, file string) ([]byte, error) {
	answer := make(chan message, 1)
	w.mu.Lock()
	w.waiting[file] = answer
	w.mu.Unlock()
	if err := w.x.send(message{File: file}); err != nil {
		return nil, err
	}
	select {
	case m := <-answer:
		if m.Missing {
			return nil, errDeclined
		}
		return m.data, nil
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

// receive passes files on to those who wait for them, until the connection ends.
func (w *filesWanted) receive() {
	for {
		m, err := w.x.receive()
		if err != nil {
			return
		}
		w.mu.Lock()
		answer := w.waiting[m.File]
		delete(w.waiting, m.File)
		w.mu.Unlock()
		if answer != nil {
			answer <- m
		}
	}
}

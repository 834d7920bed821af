package browser

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
	"sync/atomic"
)

// pipe carries DevTools messages over two file descriptors, each message ended by a NUL byte, as Chromium's
// --remote-debugging-pipe wants them. It is rod's WebSocketable.
//
// The data of a screenshot does not go through rod: its four passes over the JSON of an 840 KB picture take 20 ms,
// reading the base64 in place takes 1. The answer that rod gets holds a number instead, by which take returns the data.
type pipe struct {
	in   *bufio.Reader
	r    io.ReadCloser
	w    io.WriteCloser
	end  sync.Once
	lost chan struct{} // closed once nothing can be read any more

	borrower atomic.Pointer[pipe] // gets the messages instead of us, while Chromium is lent

	writing sync.Mutex

	mu          sync.Mutex
	screenshots map[string][]byte // taken out of answers, by the number of the message
}

func newPipe(r io.ReadCloser, w io.WriteCloser) *pipe {
	return &pipe{in: bufio.NewReaderSize(r, 1<<20), r: r, w: w, lost: make(chan struct{}), screenshots: map[string][]byte{}}
}

// Send writes one message.
func (p *pipe) Send(msg []byte) error {
	p.writing.Lock()
	defer p.writing.Unlock()
	if _, err := p.w.Write(append(msg, 0)); err != nil {
		return fmt.Errorf("%w: the pipe to it broke", ErrCrashed)
	}
	return nil
}

// Read returns the next message. A message that is not JSON ends the connection: rod would panic on it in a
// goroutine that nobody can recover. rod calls Read until it fails.
func (p *pipe) Read() ([]byte, error) {
	msg, err := p.receive()
	for b := p.borrower.Load(); err == nil && b != nil; b = p.borrower.Load() {
		_ = b.Send(msg) // Lend notices if it is gone
		msg, err = p.receive()
	}
	if err == nil {
		msg, err = p.extractScreenshot(msg)
		if err != nil || !json.Valid(msg) {
			err = errors.New("read from Chromium: not a DevTools message")
		}
	}
	if err != nil {
		close(p.lost)
		return nil, err
	}
	return msg, nil
}

// receive returns the next message as it came.
func (p *pipe) receive() ([]byte, error) {
	msg, err := p.in.ReadBytes(0)
	if err != nil {
		return nil, fmt.Errorf("%w: the pipe from it broke", ErrCrashed)
	}
	return msg[:len(msg)-1], nil
}

// extractScreenshot takes the data out of the answer to a screenshot, and returns the message with its number in their place.
func (p *pipe) extractScreenshot(msg []byte) ([]byte, error) {
	const before, field = `{"id":`, `,"result":{"data":"`
	at := bytes.Index(msg[:min(len(msg), 64)], []byte(field))
	if at < 0 || !bytes.HasPrefix(msg, []byte(before)) {
		return msg, nil
	}
	start := at + len(field)
	length := bytes.IndexByte(msg[start:], '"')
	if length < 0 {
		return nil, errors.New("data has no end")
	}
	data := make([]byte, base64.StdEncoding.DecodedLen(length))
	n, err := base64.StdEncoding.Decode(data, msg[start:start+length])
	if err != nil {
		return nil, err
	}
	number := msg[len(before):at]
	p.mu.Lock()
	p.screenshots[string(number)] = data[:n]
	p.mu.Unlock()
	rest := msg[start+length:]
	return append(base64.StdEncoding.AppendEncode(msg[:start:start], number), rest...), nil
}

// take returns the screenshot in the answer to a message, once.
func (p *pipe) take(number []byte) ([]byte, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	data, ok := p.screenshots[string(number)]
	if !ok {
		return nil, errors.New("the answer holds no data")
	}
	delete(p.screenshots, string(number))
	return data, nil
}

// Close closes both ends, which makes Chromium exit.
func (p *pipe) Close() {
	p.end.Do(func() {
		p.w.Close()
		p.r.Close()
	})
}

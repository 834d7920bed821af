package browser

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"sync"
)

// pipe carries DevTools messages over two file descriptors, each message ended by a NUL byte, as Chromium's
// --remote-debugging-pipe wants them. It is rod's WebSocketable.
//
// The data of a screenshot does not go through rod: its four passes over the JSON of an 840 KB picture take 20 ms,
// reading the base64 in place takes 1. The answer that rod sees holds a ticket instead, for claim.
type pipe struct {
	in  *bufio.Reader
	r   *os.File
	w   *os.File
	end sync.Once

	writing sync.Mutex

	mu    sync.Mutex
	shots map[string][]byte // data taken out of answers, by ticket: the number of the message
}

func newPipe(r, w *os.File) *pipe {
	return &pipe{in: bufio.NewReaderSize(r, 1<<20), r: r, w: w, shots: map[string][]byte{}}
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
// goroutine that nobody can recover.
func (p *pipe) Read() ([]byte, error) {
	msg, err := p.in.ReadBytes(0)
	if err != nil {
		return nil, fmt.Errorf("%w: the pipe from it broke", ErrCrashed)
	}
	msg, err = p.takeShot(msg[:len(msg)-1])
	if err != nil || !json.Valid(msg) {
		return nil, errors.New("read from Chromium: not a DevTools message")
	}
	return msg, nil
}

// takeShot takes the data out of a screenshot's answer and returns the message with a ticket in its place.
func (p *pipe) takeShot(msg []byte) ([]byte, error) {
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
	ticket := msg[len(before):at]
	p.mu.Lock()
	p.shots[string(ticket)] = data[:n]
	p.mu.Unlock()
	rest := msg[start+length:]
	return append(base64.StdEncoding.AppendEncode(msg[:start:start], ticket), rest...), nil
}

// claim hands over the data that a ticket stands for, once.
func (p *pipe) claim(ticket []byte) ([]byte, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	data, ok := p.shots[string(ticket)]
	if !ok {
		return nil, errors.New("the answer holds no data")
	}
	delete(p.shots, string(ticket))
	return data, nil
}

// Close closes both ends; Chromium takes that as the order to exit.
func (p *pipe) Close() {
	p.end.Do(func() {
		p.w.Close()
		p.r.Close()
	})
}

package browser

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"sync"
)

// pipe carries DevTools messages over two file descriptors, each message ended by a NUL byte, as Chromium's
// --remote-debugging-pipe wants them. It is rod's WebSocketable.
type pipe struct {
	in  *bufio.Reader
	r   *os.File
	w   *os.File
	mu  sync.Mutex
	end sync.Once
}

func newPipe(r, w *os.File) *pipe {
	return &pipe{in: bufio.NewReaderSize(r, 1<<20), r: r, w: w}
}

// Send writes one message.
func (p *pipe) Send(msg []byte) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if _, err := p.w.Write(append(msg, 0)); err != nil {
		return fmt.Errorf("write to Chromium: %w (%w)", ErrCrashed, err)
	}
	return nil
}

// Read returns the next message. A message that is not JSON ends the connection: rod would panic on it in a
// goroutine that nobody can recover.
func (p *pipe) Read() ([]byte, error) {
	msg, err := p.in.ReadBytes(0)
	if err != nil {
		return nil, fmt.Errorf("read from Chromium: %w (%w)", ErrCrashed, err)
	}
	msg = msg[:len(msg)-1]
	if !json.Valid(msg) {
		return nil, errors.New("read from Chromium: not a DevTools message")
	}
	return msg, nil
}

// Close closes both ends; Chromium takes that as the order to exit.
func (p *pipe) Close() {
	p.end.Do(func() {
		p.w.Close()
		p.r.Close()
	})
}

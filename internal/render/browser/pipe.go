package browser

import (
	"bufio"
	"encoding/base64"
	"errors"
	"fmt"
	"os"
	"strconv"
	"sync"
)

// pipe carries DevTools messages over two file descriptors, as CBOR. It is rod's WebSocketable, which speaks JSON.
//
// The data of a screenshot does not go through rod: its four passes over the JSON of an 840 KB picture take 20 ms. The answer
// that rod gets holds a number instead, by which take returns the data.
type pipe struct {
	in  *bufio.Reader
	r   *os.File
	w   *os.File
	end sync.Once

	writing sync.Mutex

	mu    sync.Mutex
	count int               // of data so far
	held  map[string][]byte // data taken out of answers, by its number
}

func newPipe(r, w *os.File) *pipe {
	return &pipe{in: bufio.NewReaderSize(r, 1<<16), r: r, w: w, held: map[string][]byte{}}
}

// Send writes one message.
func (p *pipe) Send(msg []byte) error {
	msg, err := toCBOR(msg)
	if err != nil {
		return err
	}
	p.writing.Lock()
	defer p.writing.Unlock()
	if _, err := p.w.Write(msg); err != nil {
		return fmt.Errorf("%w: the pipe to it broke", ErrCrashed)
	}
	return nil
}

// Read returns the next message as JSON, which is valid: rod would panic on any other in a goroutine that nobody can recover.
func (p *pipe) Read() ([]byte, error) {
	message, err := readEnvelope(p.in)
	if errors.Is(err, errMessage) {
		return nil, fmt.Errorf("read from Chromium: %w", err)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: the pipe from it broke", ErrCrashed)
	}
	message, err = toJSON(message, p.hold)
	if err != nil {
		return nil, fmt.Errorf("read from Chromium: %w", err)
	}
	return message, nil
}

// hold keeps data of an answer, and returns what stands in its place, in the form of data in JSON.
func (p *pipe) hold(data []byte) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.count++
	number := strconv.Itoa(p.count)
	p.held[number] = data
	return base64.StdEncoding.EncodeToString([]byte(number))
}

// take returns the data that a number in an answer stands for, once.
func (p *pipe) take(number []byte) ([]byte, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	data, ok := p.held[string(number)]
	if !ok {
		return nil, errors.New("the answer holds no data")
	}
	delete(p.held, string(number))
	return data, nil
}

// Close closes both ends, which makes Chromium exit.
func (p *pipe) Close() {
	p.end.Do(func() {
		p.w.Close()
		p.r.Close()
	})
}

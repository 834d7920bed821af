package browser

import (
	"bufio"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"strconv"
	"sync"
	"sync/atomic"
)

// pipe carries DevTools messages over two file descriptors, as CBOR. It is rod's WebSocketable, which speaks JSON.
//
// The data of a screenshot does not go through rod: its four passes over the JSON of an 840 KB picture take 20 ms. The answer
// that rod gets holds a number instead, by which take returns the data. Nor does the data of files, of which a first picture needs
// megabytes: what rod sends holds a number, which give returns.
type pipe struct {
	in   *bufio.Reader
	r    io.ReadCloser
	w    io.WriteCloser
	end  sync.Once
	lost chan struct{} // closed once nothing can be read any more

	loan atomic.Pointer[loan] // has the borrower that gets the messages instead of us, while Chromium is lent

	writing sync.Mutex
	wrote   chan struct{} // closed behind the next message; nil: nobody waits for it

	mu    sync.Mutex
	count int               // of data so far
	held  map[string][]byte // data taken out of answers, by its number
	given map[string][]byte // data that will be sent, by its number in the form of data in JSON
}

func newPipe(r io.ReadCloser, w io.WriteCloser) *pipe {
	return &pipe{in: bufio.NewReaderSize(r, 1<<16), r: r, w: w, lost: make(chan struct{}), held: map[string][]byte{}, given: map[string][]byte{}}
}

// Send writes one message, which is JSON.
func (p *pipe) Send(msg []byte) error {
	msg, err := toCBOR(msg, p.takeGiven)
	if err != nil {
		return err
	}
	return p.write(msg)
}

// write writes one message as it is sent.
func (p *pipe) write(msg []byte) error {
	p.writing.Lock()
	defer p.writing.Unlock()
	if _, err := p.w.Write(msg); err != nil {
		return fmt.Errorf("%w: the pipe to it broke", ErrCrashed)
	}
	if p.wrote != nil {
		close(p.wrote)
		p.wrote = nil
	}
	return nil
}

// nextWrite returns a channel that is closed once the next message is written. One caller at a time may wait for it.
func (p *pipe) nextWrite() <-chan struct{} {
	p.writing.Lock()
	defer p.writing.Unlock()
	p.wrote = make(chan struct{})
	return p.wrote
}

// Read returns the next message as JSON, which is valid: rod would panic on any other in a goroutine that nobody can recover.
// rod calls Read until it fails.
func (p *pipe) Read() ([]byte, error) {
	msg, err := p.receive()
	for l := p.loan.Load(); err == nil && l != nil; l = p.loan.Load() {
		l.passBack(msg)
		msg, err = p.receive()
	}
	if err == nil {
		msg, err = toJSON(msg, p.hold)
		if err != nil {
			err = fmt.Errorf("read from Chromium: %w", err)
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
	msg, err := readMessage(p.in)
	if errors.Is(err, errMessage) {
		return nil, fmt.Errorf("read from Chromium: %w", err)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: the pipe from it broke", ErrCrashed)
	}
	return msg, nil
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

// give keeps data for the next message that holds the number which it returns. No text of any message is such a number.
func (p *pipe) give(data []byte) (number []byte) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.count++
	number = fmt.Append(nil, "\x00given ", p.count)
	p.given[base64.StdEncoding.EncodeToString(number)] = data
	return number
}

// takeGiven returns the data that a text in a message stands for, once.
func (p *pipe) takeGiven(text string) (data []byte, ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	data, ok = p.given[text]
	delete(p.given, text)
	return data, ok
}

// Close closes both ends, which makes Chromium exit.
func (p *pipe) Close() {
	p.end.Do(func() {
		p.w.Close()
		p.r.Close()
	})
}

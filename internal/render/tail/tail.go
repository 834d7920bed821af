// Package tail keeps the last bytes of a text, such as what a program wrote to its standard error before it ended.
package tail

import (
	"bytes"
	"sync"
)

// Buffer keeps the last bytes that are written to it, at most Max. It is safe for concurrent use.
type Buffer struct {
	Max int // bytes

	mu  sync.Mutex
	buf []byte
}

// Write keeps the end of p and never fails.
func (b *Buffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.buf = append(b.buf, p...)
	if over := len(b.buf) - b.Max; over > 0 {
		b.buf = append(b.buf[:0], b.buf[over:]...)
	}
	return len(p), nil
}

// String is the text kept, without the white space around it.
func (b *Buffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return string(bytes.TrimSpace(b.buf))
}

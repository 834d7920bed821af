package browser

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"time"

	"github.com/go-rod/rod/lib/proto"
)

// A browser can be lent to another process of this program, which then drives Chromium as if it had started it. The two talk
// over a connection as over Chromium's pipe. First the lender tells the state of the page. Then come DevTools messages in both
// directions. At the end the borrower tells the state, by which the browser is given back, and the lender closes the connection.

// state is what a process must know of a browser that another has used.
type state struct {
	Session     proto.TargetSessionID // of the page
	Version     string
	Framed      bool // it draws frames only when it is told to
	Shown       int  // pictures so far
	Metrics     metrics
	Fonts       map[string]bool // IDs of those on the page
	Transparent bool            // the default background is transparent, not white
}

// returned begins the message by which a browser is given back: a map with that key. DevTools messages begin otherwise.
var returned = []byte("\xbf\x68returned")

// Limits of an exchange between lender and borrower, who are on one machine.
const (
	returnLimit = 5 * time.Second  // until the lender has the browser back
	sendLimit   = 30 * time.Second // until Chromium reads what the borrower sends
)

// lendLimit is how long a borrower waits for the lender's answer, which takes less than a millisecond unless it is stopped.
var lendLimit = 5 * time.Second // a variable for tests

// errLost says that the process that borrowed a browser did not give it back.
var errLost = errors.New("the borrower is gone")

// Lend gives the browser to the process at the other end of the connection until that gives it back. If it does not, as when
// it is killed, the browser cannot be used any more. The caller closes the connection.
func (b *Browser) Lend(conn net.Conn) {
	borrower := newPipe(conn, conn)
	defer context.AfterFunc(b.ctx, func() { conn.Close() })()
	text, err := json.Marshal(b.state)
	if err != nil || borrower.Send(text) != nil {
		return // it is gone before it began
	}
	b.pipe.borrower.Store(borrower)
	defer b.pipe.borrower.Store(nil)
	for {
		msg, err := borrower.receive()
		if err == nil && bytes.HasPrefix(msg[envelopeHead:], returned) {
			b.state, err = borrower.decodeReturn(msg)
			if err == nil {
				return
			}
		}
		if err == nil {
			err = b.passOn(msg)
		}
		if err != nil {
			b.cancel(errLost)
			return
		}
	}
}

// passOn sends a borrower's message to Chromium. One that does not read is ended: nothing else would end the wait.
func (b *Browser) passOn(msg []byte) error {
	defer time.AfterFunc(sendLimit, func() { b.cancel(ErrHung) }).Stop()
	return b.pipe.write(msg)
}

func (p *pipe) decodeReturn(msg []byte) (state, error) {
	var message struct{ Returned state }
	text, err := toJSON(msg, p.hold)
	if err == nil {
		err = json.Unmarshal(text, &message)
	}
	return message.Returned, err
}

// Borrow returns the browser that the process at the other end of the connection lends, which must be one with these options. On
// error the connection is closed, and nothing else has happened.
func Borrow(ctx context.Context, conn net.Conn, opts Options) (*Browser, error) {
	p := newPipe(conn, conn)
	b := newBrowser(opts, p)
	context.AfterFunc(b.ctx, p.Close)
	err := conn.SetReadDeadline(time.Now().Add(lendLimit))
	if err == nil {
		var msg, text []byte
		if msg, err = p.receive(); err == nil {
			text, err = toJSON(msg, p.hold)
		}
		if err == nil {
			err = errors.Join(json.Unmarshal(text, &b.state), conn.SetReadDeadline(time.Time{}))
		}
	}
	if err == nil {
		err = b.within(ctx, "borrow Chromium", b.takeOver)
	}
	if err != nil {
		b.cancel(err)
		return nil, fmt.Errorf("borrow Chromium: %w", err)
	}
	return b, nil
}

// takeOver begins to use the page of a borrowed browser.
func (b *Browser) takeOver() error {
	client, err := b.client()
	if err != nil {
		return err
	}
	go func() {
		<-b.pipe.lost
		if b.leaving.Load() {
			return
		}
		b.cancel(fmt.Errorf("%w (its lender is gone)", ErrCrashed))
	}()
	b.page = client.PageFromSession(b.state.Session)
	return b.listen()
}

// Borrowed reports whether the browser is another process's.
func (b *Browser) Borrowed() bool { return b.proc == nil }

// giveBack gives a borrowed browser back and waits until its lender has it. One that is in the middle of an exchange, or that failed,
// is not fit for it: its lender ends it when the connection is closed.
func (b *Browser) giveBack() error {
	defer b.cancel(errClosed)
	if b.Err() != nil || b.working.Load() {
		return nil
	}
	b.leaving.Store(true)
	text, err := json.Marshal(map[string]any{"returned": b.state})
	if err == nil {
		err = b.pipe.Send(text)
	}
	if err != nil {
		return fmt.Errorf("give Chromium back: %w", err)
	}
	select {
	case <-b.pipe.lost:
	case <-time.After(returnLimit):
	}
	return nil
}

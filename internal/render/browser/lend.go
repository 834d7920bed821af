package browser

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"net"
	"sync/atomic"
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
	Part        image.Rectangle // of the page that frames show; empty: all of it
	Fonts       map[string]bool // IDs of those on the page
	Images      []string        // addresses of those of the last picture that were decoded ahead
	Style       string          // SHA-256 of the style sheet on the page; empty: not known
	Transparent bool            // the default background is transparent, not white
}

// returned begins the message by which a browser is given back: a map with that key. DevTools messages begin otherwise.
var returned = []byte("\xbf\x68returned")

// answer begins an answer of Chromium: a map with the number of the request. Events begin otherwise.
var answer = []byte("\xbf\x62id")

// Limits of an exchange between lender and borrower, who are on one machine.
const (
	borrowLimit = 2 * time.Second  // to borrow, which takes milliseconds unless the lender or its Chromium hangs: to start one takes less than to wait
	returnLimit = 2 * time.Second  // until Chromium has answered all that the borrower asked, and the lender has it back
	sendLimit   = 30 * time.Second // until Chromium reads what the borrower sends
)

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
	b.kept = nil // the page forgets them when another describes pictures
	l := &loan{borrower: borrower, answered: make(chan struct{}, 1)}
	b.pipe.loan.Store(l)
	defer b.pipe.loan.Store(nil)
	if b.state, err = b.passOn(l); err == nil {
		err = b.settle(l)
	}
	if err != nil {
		b.cancel(err)
	}
}

// loan is the time of a browser with a borrower.
type loan struct {
	borrower *pipe
	open     atomic.Int64  // requests of the borrower that Chromium has not answered
	answered chan struct{} // gets an element when there is an answer
}

// passOn sends a borrower's requests to Chromium until it gives the browser back. A Chromium that does not read is ended: nothing else
// would end the wait.
func (b *Browser) passOn(l *loan) (state, error) {
	for {
		msg, err := l.borrower.receive()
		if err != nil {
			return b.state, errLost
		}
		if bytes.HasPrefix(msg[envelopeHead:], returned) {
			return l.borrower.decodeReturn(msg)
		}
		l.open.Add(1)
		hung := time.AfterFunc(sendLimit, func() { b.cancel(ErrHung) })
		err = b.pipe.write(msg)
		hung.Stop()
		if err != nil {
			return b.state, err
		}
	}
}

// passBack sends the borrower a message of Chromium.
func (l *loan) passBack(msg []byte) {
	_ = l.borrower.write(msg) // Lend notices if it is gone
	if bytes.HasPrefix(msg[envelopeHead:], answer) {
		l.open.Add(-1)
		select {
		case l.answered <- struct{}{}:
		default: // there is one that nobody has seen
		}
	}
}

// settle waits until Chromium has answered all requests: the next one who uses it gives its own the same numbers.
func (b *Browser) settle(l *loan) error {
	limit := time.After(returnLimit)
	for l.open.Load() > 0 {
		select {
		case <-l.answered:
		case <-limit:
			return ErrHung
		case <-b.ctx.Done():
			return b.Err()
		}
	}
	return nil
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
	ctx, cancel := WithLimit(ctx, borrowLimit)
	defer cancel()
	err := conn.SetReadDeadline(time.Now().Add(borrowLimit))
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
	b.listen()
	return nil
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

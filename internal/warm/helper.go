package warm

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"mockup/internal/lockfile"
	"mockup/internal/render"
	"mockup/internal/version"
)

// Errors that say why a helper has ended.
var (
	ErrIdle    = errors.New("nobody used the helper")
	ErrStopped = errors.New("the helper was asked to stop")
)

// helper is a helper process at work.
type helper struct {
	renderer *render.Renderer
	idle     time.Duration
	end      context.CancelCauseFunc
	gone     chan struct{} // closed once nothing is left of it

	mu       sync.Mutex
	borrowed int // connections that borrow or have a picture drawn, or try to
	timer    *time.Timer
	deadline time.Time // of the timer
}

// Serve lends the browser of a renderer to other processes until ctx ends, one asks it to stop, or none has wanted it for the idle
// time. It calls ready with the path of the socket once the browser is up, closes the renderer and removes the socket at the end,
// and returns why it ended.
func Serve(ctx context.Context, renderer *render.Renderer, idle time.Duration, ready func(socket string)) error {
	ctx, end := context.WithCancelCause(ctx)
	h := &helper{renderer: renderer, idle: idle, end: end, gone: make(chan struct{})}
	defer close(h.gone)
	defer renderer.Close()
	identity, err := renderer.Identity()
	if err != nil {
		return err
	}
	socket, release, err := reserve(identity)
	if err != nil {
		return err
	}
	defer release()
	if _, err := renderer.Check(ctx); err != nil {
		return err
	}
	listener, err := net.Listen("unix", socket)
	if err != nil {
		return fmt.Errorf("make the helper's socket: %w", err)
	}
	defer listener.Close() // which removes the socket
	h.timer = time.AfterFunc(idle, func() { end(ErrIdle) })
	defer h.timer.Stop()
	h.deadline = time.Now().Add(idle)
	go h.accept(ctx, listener)
	ready(socket)
	<-ctx.Done()
	return context.Cause(ctx)
}

// reserve returns the path of the socket of an identity, at which no other helper is. release gives it up.
func reserve(identity string) (socket string, release func(), err error) {
	path, err := folder(true)
	if err != nil {
		return "", nil, err
	}
	sweep(path)
	socket = filepath.Join(path, socketName(identity))
	if len(socket) > maxPath {
		return "", nil, fmt.Errorf("the path of the helper's socket, %s, has %d bytes; at most %d are allowed: set XDG_RUNTIME_DIR to a folder with a shorter path",
			socket, len(socket), maxPath)
	}
	lock, err := lockfile.Try(lockName(socket))
	if errors.Is(err, lockfile.ErrHeld) {
		return "", nil, errors.New("a helper with the same options runs already; mockup warm --stop ends it")
	}
	if err != nil {
		return "", nil, fmt.Errorf("lock the helper's socket %s: %w", socket, err)
	}
	return socket, func() { _ = lock.Remove() }, nil
}

// sweep removes what killed helpers have left in a folder.
func sweep(folder string) {
	entries, _ := os.ReadDir(folder)
	for _, entry := range entries {
		socket := strings.TrimSuffix(entry.Name(), lockName(""))
		if ok, _ := filepath.Match(lockName(socketName("*")), entry.Name()); !ok {
			continue
		}
		if lock, err := lockfile.TryExisting(filepath.Join(folder, entry.Name())); err == nil {
			_ = os.Remove(filepath.Join(folder, socket))
			_ = lock.Remove()
		}
	}
}

// accept answers requests until the listener is closed.
func (h *helper) accept(ctx context.Context, listener net.Listener) {
	for {
		conn, err := listener.Accept()
		if err != nil {
			h.end(fmt.Errorf("answer at the helper's socket: %w", err))
			return
		}
		go h.answer(ctx, conn)
	}
}

// answer answers one request.
func (h *helper) answer(ctx context.Context, conn net.Conn) {
	defer conn.Close()
	if err := conn.SetReadDeadline(time.Now().Add(answerLimit)); err != nil {
		return
	}
	in := bufio.NewReader(conn)
	line, err := in.ReadString('\n')
	if err != nil || conn.SetReadDeadline(time.Time{}) != nil {
		return
	}
	switch strings.TrimSuffix(line, "\n") {
	case borrow: // nothing has followed
		h.lend(ctx, conn)
	case draw:
		h.draw(ctx, conn, in)
	case status:
		_ = json.NewEncoder(conn).Encode(h.status())
	case stop:
		h.end(ErrStopped)
		<-h.gone
	}
}

// lend lends the browser, and starts another one if it is spent.
func (h *helper) lend(ctx context.Context, conn net.Conn) {
	h.begin()
	defer h.finish()
	defer context.AfterFunc(ctx, func() { conn.Close() })()
	if err := h.renderer.Lend(conn); err != nil {
		return
	}
	conn.Close() // the borrower waits for it
	_ = h.renderer.Warm(ctx)
}

// begin stops the time until the helper ends by itself. It returns how many others the helper works for.
func (h *helper) begin() (others int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.borrowed++
	h.timer.Stop()
	return h.borrowed - 1
}

// finish starts it anew.
func (h *helper) finish() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.borrowed--; h.borrowed == 0 {
		h.timer.Reset(h.idle)
		h.deadline = time.Now().Add(h.idle)
	}
}

func (h *helper) status() Status {
	h.mu.Lock()
	defer h.mu.Unlock()
	s := Status{PID: os.Getpid(), Version: version.String(), InUse: h.borrowed > 0, Left: h.idle}
	if !s.InUse {
		s.Left = max(0, time.Until(h.deadline))
	}
	return s
}

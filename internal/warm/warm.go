// Package warm keeps a browser running for later commands. A helper process holds it. Over a socket, mockup render asks it to draw a
// picture, or borrows its browser for what a helper does not draw. Files are read and written by the command alone, which sends the
// helper what a picture needs.
//
// The socket lies in a folder that only its user can enter, and has the identity of the helper's renderer in its name. A program
// of another version, or with other fonts or another Chromium, therefore never meets it. Beside it lies a file that the helper
// keeps locked; whatever a killed helper leaves is known by that and removed by the next one.
package warm

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// The requests, each a line. A connection for borrow is then that of render's Lend, and one for draw has the messages of draw.go. The
// answer to status is a Status as JSON. A connection for stop is closed when the helper is gone.
const (
	borrow = "borrow"
	draw   = "draw"
	status = "status"
	stop   = "stop"
)

// Limits of an exchange with a helper, which is on the same machine.
const (
	answerLimit = 5 * time.Second
	beginLimit  = 2 * time.Second // until it begins to draw: to start a Chromium takes less than to wait
	stopLimit   = 10 * time.Second
)

// maxPath is how long the path of a socket may be, in bytes, on every system.
const maxPath = 103

// Status describes a helper that runs.
type Status struct {
	PID     int           `json:"pid"`
	Version string        `json:"version"`
	InUse   bool          `json:"inUse"`
	Left    time.Duration `json:"left"` // until it ends unless it is used
}

func (s Status) String() string {
	use := fmt.Sprintf("ends in %v unless it is used", s.Left.Round(time.Second))
	if s.InUse {
		use = "is in use"
	}
	return fmt.Sprintf("process %d, mockup %s, %s", s.PID, s.Version, use)
}

// folder returns the folder of the sockets, which nobody else can enter. With create it is made if it is missing.
func folder(create bool) (string, error) {
	path := os.Getenv("XDG_RUNTIME_DIR")
	if path == "" {
		cache, err := os.UserCacheDir()
		if err != nil {
			return "", fmt.Errorf("find a folder for the helper's socket: %w; set XDG_RUNTIME_DIR to one", err)
		}
		path = filepath.Join(cache, "mockup", "run")
		if create {
			if err := os.MkdirAll(path, 0o700); err != nil {
				return "", fmt.Errorf("make a folder for the helper's socket: %w", err)
			}
		}
	}
	info, err := os.Lstat(path)
	switch {
	case err != nil:
		return "", fmt.Errorf("open the folder of the helper's socket: %w", err)
	case !info.IsDir(), info.Mode().Perm()&0o077 != 0, !isMine(info):
		return "", fmt.Errorf("the folder of the helper's socket, %s, is %v of %s; it must be a folder of yours with the mode 0700: "+
			"correct it, or set XDG_RUNTIME_DIR to another one", path, info.Mode(), owner(info))
	}
	return path, nil
}

func socketName(identity string) string { return "mockup-" + identity + ".sock" }

// lockName is the file that a helper keeps locked.
func lockName(socket string) string { return socket + ".lock" }

// Present reports whether there seems to be a helper of that identity. One that was killed may have left its socket.
func Present(identity string) bool {
	path, err := folder(false)
	return err == nil && checkSocket(filepath.Join(path, socketName(identity))) == nil
}

// Dial returns a connection to the helper of that identity, to borrow its browser. It returns nil if there is none.
func Dial(identity string) net.Conn { return dial(identity, borrow) }

func dial(identity, what string) net.Conn {
	path, err := folder(false)
	if err != nil {
		return nil
	}
	conn, err := request(filepath.Join(path, socketName(identity)), what)
	if err != nil {
		return nil
	}
	return conn
}

// request connects to a socket of ours and sends a request.
func request(socket, what string) (net.Conn, error) {
	if err := checkSocket(socket); err != nil {
		return nil, err
	}
	conn, err := net.DialTimeout("unix", socket, answerLimit)
	if err != nil {
		return nil, err
	}
	if _, err := io.WriteString(conn, what+"\n"); err != nil {
		conn.Close()
		return nil, err
	}
	return conn, nil
}

// checkSocket refuses a socket that another user may have made.
func checkSocket(path string) error {
	info, err := os.Lstat(path)
	if err == nil && (info.Mode().Type() != fs.ModeSocket || !isMine(info)) {
		err = fmt.Errorf("%s is no socket of yours", path)
	}
	return err
}

// sockets lists the sockets of helpers, and of some that were killed.
func sockets() ([]string, error) {
	path, err := folder(false)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return filepath.Glob(filepath.Join(strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(path), socketName("*")))
}

// Running lists the helpers of this user, those of other versions and with other options included.
func Running() (found []Status, err error) {
	paths, err := sockets()
	for _, path := range paths {
		if s, err := ask(path); err == nil {
			found = append(found, s)
		}
	}
	return found, err
}

// ask asks a helper for its status.
func ask(socket string) (s Status, err error) {
	conn, err := request(socket, status)
	if err != nil {
		return s, err
	}
	defer conn.Close()
	if err := conn.SetReadDeadline(time.Now().Add(answerLimit)); err != nil {
		return s, err
	}
	text, err := bufio.NewReader(conn).ReadBytes('\n')
	if err != nil {
		return s, err
	}
	return s, json.Unmarshal(text, &s)
}

// Stop ends all helpers of this user, and returns how many there were.
func Stop() (ended int, err error) {
	paths, err := sockets()
	for _, path := range paths {
		conn, failed := request(path, stop)
		if failed != nil {
			continue // it is gone
		}
		if failed := awaitEnd(conn); failed != nil {
			err = errors.Join(err, fmt.Errorf("stop the helper at %s: %w; end its process yourself", path, failed))
			continue
		}
		ended++
	}
	return ended, err
}

// awaitEnd waits until the other side closes the connection.
func awaitEnd(conn net.Conn) error {
	defer conn.Close()
	if err := conn.SetReadDeadline(time.Now().Add(stopLimit)); err != nil {
		return err
	}
	_, err := conn.Read(make([]byte, 1))
	if errors.Is(err, os.ErrDeadlineExceeded) {
		return fmt.Errorf("it does not end within %v", stopLimit)
	}
	return nil // closed, or reset by its end
}

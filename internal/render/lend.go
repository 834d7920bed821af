package render

import (
	"crypto/sha256"
	"fmt"
	"net"
	"os"
	"path/filepath"

	"mockup/internal/render/browser"
)

// Lend lends a browser to the renderer of another process, which has dialed the connection, until that gives it back or is
// gone. It does not wait for a browser that is in use or starting: the other renderer starts its own then. The caller closes the connection.
func (r *Renderer) Lend(conn net.Conn) error { return r.pool.lend(conn) }

// dial returns a connection to a renderer like this one that lends its browser, or nil.
func (r *Renderer) dial() net.Conn {
	identity, err := r.Identity()
	if err != nil {
		return nil
	}
	return r.opts.Dial(identity)
}

// Identity stands for all that decides how the browsers of a renderer draw: this program, Chromium, how it is started, and the
// fonts of the host. Renderers of the same identity can use each other's browsers.
func (r *Renderer) Identity() (string, error) {
	program, err := os.Executable()
	if err != nil {
		return "", err
	}
	chromium, err := browser.Command(r.pool.opts)
	if err != nil {
		return "", err
	}
	files := []string{program, chromium[0]}
	if r.emoji != nil && r.emoji.path != "" {
		files = append(files, r.emoji.path)
	}
	sum := sha256.New()
	fmt.Fprintf(sum, "%q %t", chromium, r.pool.opts.HostFonts)
	for _, file := range files {
		state, err := fileState(file)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(sum, " %q", state)
	}
	return fmt.Sprintf("%.8x", sum.Sum(nil)), nil
}

// fileState changes when a file does.
func fileState(name string) (string, error) {
	path, err := filepath.Abs(name)
	if err != nil {
		return "", err
	}
	info, err := os.Stat(path)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%s %d %d", path, info.Size(), info.ModTime().UnixNano()), nil
}

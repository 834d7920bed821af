package browser

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"mockup/internal/render/process"
	"mockup/internal/scratch"
)

// chromium is one running Chromium and the pipe to it.
type chromium struct {
	*process.Process
	pipe    *pipe
	framed  bool          // it draws frames only when it is told to
	profile *scratch.Item // profile folder to remove; nil for the headless shell, which keeps none
	fonts   *scratch.Item // folder of fonts to remove; nil where the user's cache has it
	gone    chan struct{} // closed once the process, all that it started and these folders are gone
}

// startChromium runs Chromium with a pipe on its file descriptors 3 and 4. It returns once the process is started, not
// once it answers.
func startChromium(bin string, opts Options) (*chromium, error) {
	c := &chromium{gone: make(chan struct{}), framed: controlsFrames(bin, opts)}
	cmd := exec.Command(bin, flags(opts, c.framed, SmallSharedMemory())...)
	cmd.Env = environment(opts.HostFonts)
	err := c.provide(cmd, opts)
	if err == nil {
		c.Process, err = process.Start(cmd)
	} else {
		process.CloseFiles(cmd.ExtraFiles...)
	}
	if err != nil {
		if c.pipe != nil {
			c.pipe.Close()
		}
		c.removeFolders()
		return nil, fmt.Errorf("start Chromium %s: %w", bin, err)
	}
	go func() {
		<-c.Exited()
		c.removeFolders()
		close(c.gone)
	}()
	return c, nil
}

// provide opens what Chromium needs. On error the caller closes what is open.
func (c *chromium) provide(cmd *exec.Cmd, opts Options) error {
	if err := c.openPipe(cmd); err != nil {
		return err
	}
	if !IsHeadlessShell(cmd.Path) {
		folder, err := scratch.Folder("chromium")
		if err != nil {
			return err
		}
		c.profile = folder
		cmd.Args = append(cmd.Args, "--user-data-dir="+folder.Path)
	}
	cmd.Args = append(cmd.Args, "about:blank")
	if opts.HostFonts {
		return nil
	}
	return c.chooseFonts(cmd, opts.FontFile)
}

// openPipe makes the pipe's two directions; the child's ends become its file descriptors 3 and 4.
func (c *chromium) openPipe(cmd *exec.Cmd) error {
	childRead, parentWrite, err := os.Pipe()
	if err != nil {
		return fmt.Errorf("open pipe: %w", err)
	}
	parentRead, childWrite, err := os.Pipe()
	if err != nil {
		return errors.Join(fmt.Errorf("open pipe: %w", err), childRead.Close(), parentWrite.Close())
	}
	c.pipe = newPipe(parentRead, parentWrite)
	cmd.ExtraFiles = []*os.File{childRead, childWrite}
	return nil
}

// chooseFonts gives the command a font configuration with one font file of the host, or none.
func (c *chromium) chooseFonts(cmd *exec.Cmd, file string) error {
	path, temporary, err := fontFolder(file)
	if c.fonts = temporary; path != "" {
		cmd.Env = append(cmd.Env, "FONTCONFIG_FILE="+filepath.Join(path, fontConfigName))
	}
	return err
}

// kill ends the process and everything it started. It may be called again and at any time.
func (c *chromium) kill() {
	c.pipe.Close()
	c.Kill()
}

// stop ends the process and waits until it is gone or ctx is done.
func (c *chromium) stop(ctx context.Context) error {
	c.kill()
	select {
	case <-c.gone:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("stop Chromium: %w", ctx.Err())
	}
}

func (c *chromium) removeFolders() {
	for _, folder := range c.folders() {
		_ = folder.Remove()
	}
}

// folders lists the temporary folders that Chromium uses.
func (c *chromium) folders() []*scratch.Item {
	return slices.DeleteFunc([]*scratch.Item{c.profile, c.fonts}, func(folder *scratch.Item) bool { return folder == nil })
}

// IsHeadlessShell reports whether a program is the headless shell and not full Chromium, by its name.
func IsHeadlessShell(bin string) bool {
	if real, err := filepath.EvalSymlinks(bin); err == nil && strings.Contains(filepath.Base(real), "headless") {
		return true
	}
	return strings.Contains(filepath.Base(bin), "headless")
}

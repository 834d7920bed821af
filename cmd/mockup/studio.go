package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"runtime"
	"syscall"

	"github.com/spf13/cobra"

	"mockup/internal/api/node"
	"mockup/internal/console"
	"mockup/internal/render"
	"mockup/internal/studio"
)

// studioAddr is where the studio listens if nothing else is asked for. The port is always the same, so that the browser finds
// the drafts of the last time.
const studioAddr = "127.0.0.1:7314"

func newStudioCmd() *cobra.Command {
	f := studioFlags{watch: true}
	cmd := &cobra.Command{
		Use:   "studio [FILE|DIR]",
		Short: "Write a payload and see its picture, in the browser",
		Long: `studio opens an editor in the browser: the payload as a form and as code on the left, its picture or video on the right.

It works in one folder: DIR, or for FILE the working directory if the file is below it, else the folder of the file. Nothing outside
of it is read or written. The page is for this machine alone, and for whoever knows the address that is printed. Ctrl-C ends it.`,
		Example: `  mockup studio
  mockup studio chat.yaml
  mockup studio payloads/ --no-open
  ssh -L 7314:127.0.0.1:7314 server mockup studio --no-open    # on another machine`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 1 {
				return usageError(cmd, "name one payload or one folder")
			}
			name := ""
			if len(args) == 1 {
				name = args[0]
			}
			return f.run(cmd, name)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&f.addr, "addr", studioAddr, "address to listen at, as HOST:PORT; if the default port is in use, another one is taken")
	flags.BoolVar(&f.noOpen, "no-open", false, "print the address, and do not open the browser")
	flags.BoolVar(&f.watch, "watch", true, "show what other programs change in the open payload")
	commandLineOnly(cmd, "addr", "no-open", "watch") // the addr of a configuration is that of the service
	addEngineFlags(cmd, &f.engine)
	return cmd
}

// studioFlags are the flags of the command.
type studioFlags struct {
	addr          string
	noOpen, watch bool
	engine        render.Options
}

func (f *studioFlags) run(cmd *cobra.Command, name string) error {
	if err := studio.Check(); err != nil {
		return err
	}
	folder, open, err := studio.Locate(name)
	if err != nil {
		return err
	}
	listener, err := f.listen(cmd)
	if err != nil {
		return err
	}
	defer listener.Close()
	f.engine.Workers = 2 // the preview, and what is drawn beside it
	f.engine.Notice = consoleOf(cmd).Notice
	renderer, err := newRenderer(f.engine)
	if err != nil {
		return err
	}
	defer renderer.Kill()
	page, err := studio.New(studio.Options{Folder: folder, Open: open, Renderer: renderer, Watch: f.watch})
	if err != nil {
		return err
	}
	defer page.Close()
	go func() { _ = renderer.Warm(cmd.Context()) }() // if that fails, the first preview says so
	address := page.Address(listener.Addr())
	fmt.Fprintln(cmd.OutOrStdout(), address)
	if !f.noOpen {
		if err := openBrowser(address); err != nil {
			consoleOf(cmd).Warn("the browser cannot be opened (%v); open the address above", err)
		}
	}
	if console.IsTerminal(cmd.ErrOrStderr()) {
		consoleOf(cmd).Line("press Ctrl-C to end the studio")
	}
	if err := page.Serve(cmd.Context(), listener); err != nil {
		return err
	}
	return context.Cause(cmd.Context())
}

// listen listens at the address, or at a free port if the address is the usual one and taken.
func (f *studioFlags) listen(cmd *cobra.Command) (net.Listener, error) {
	ctx, setting := cmd.Context(), settingName(cmd, "addr")
	listener, err := node.Listen(ctx, f.addr, setting)
	if f.addr == studioAddr && errors.Is(err, syscall.EADDRINUSE) {
		return node.Listen(ctx, "127.0.0.1:0", setting)
	}
	return listener, err
}

// openBrowser opens an address in the user's browser.
func openBrowser(address string) error {
	command := []string{"xdg-open", address}
	switch {
	case runtime.GOOS == "darwin":
		command = []string{"open", address}
	case runtime.GOOS == "windows":
		command = []string{"rundll32", "url.dll,FileProtocolHandler", address}
	case os.Getenv("DISPLAY") == "" && os.Getenv("WAYLAND_DISPLAY") == "":
		return errors.New("this machine shows no desktop")
	}
	opener := exec.Command(command[0], command[1:]...)
	if err := opener.Start(); err != nil {
		return err
	}
	go func() { _ = opener.Wait() }()
	return nil
}

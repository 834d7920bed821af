// Command shoot takes the picture of the studio that the README shows: shoot FILE.png. scripts/pictures runs it.
package main

import (
	"fmt"
	"os"

	"github.com/go-rod/rod/lib/proto"

	"mockup/internal/studio/studiotest"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: shoot FILE.png")
		os.Exit(2)
	}
	if err := shoot(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "shoot:", err)
		os.Exit(1)
	}
}

// prepare leaves out what differs from run to run, and puts the cursor on a message.
const prepare = `() => {
	document.querySelector(".facts").textContent = "";
	document.querySelectorAll(".form textarea")[4].focus();
}`

func shoot(target string) error {
	s, err := studiotest.Start("examples", "chats/signal-group-dark.yaml")
	if err != nil {
		return err
	}
	defer s.Close()
	page, err := s.Open(s.Address, 1280, 800)
	if err != nil {
		return err
	}
	if _, err := page.Eval(prepare); err != nil {
		return err
	}
	picture, err := page.Screenshot(false, &proto.PageCaptureScreenshot{Format: proto.PageCaptureScreenshotFormatPng})
	if err != nil {
		return err
	}
	return os.WriteFile(target, picture, 0o644)
}

// Command prepare draws the bodies of the 3D phone that are embedded in mockup. Its argument is the folder to write to.
// scripts/setup runs it.
package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"mockup/internal/render/browser"
	"mockup/internal/render/phone"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: prepare FOLDER")
		os.Exit(2)
	}
	opts := phone.Options{
		Chromium: os.Getenv("MOCKUP_CHROMIUM"), NoSandbox: browser.NeedsNoSandbox(),
		Timeout: 2 * time.Minute, // nobody waits for a picture here, and other programs may be at work
	}
	if err := phone.Prepare(context.Background(), opts, os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "prepare:", err)
		os.Exit(1)
	}
}

package browser

import (
	"context"
	"fmt"
	"os/exec"
	"strings"
	"time"
)

// Version finds Chromium, as Find does, and asks it for its name and version, such as "Chromium 156.0.8078.79". No
// browser is started for it.
func Version(ctx context.Context, bin string) (string, error) {
	path, err := Find(bin)
	if err != nil {
		return "", err
	}
	ctx, cancel := context.WithTimeoutCause(ctx, 10*time.Second, fmt.Errorf("no answer in 10s"))
	defer cancel()
	cmd := exec.CommandContext(ctx, path, "--version")
	cmd.WaitDelay = time.Second
	out, err := cmd.Output()
	if ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	if err != nil {
		return "", fmt.Errorf("run %s --version: %w", path, err)
	}
	return strings.TrimSpace(string(out)), nil
}

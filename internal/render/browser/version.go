package browser

import (
	"context"
	"strings"

	"mockup/internal/render/process"
)

// Version finds Chromium, as Find does, and asks it for its name and version, such as "Chromium 156.0.8078.79". No
// browser is started for it.
func Version(ctx context.Context, bin string) (string, error) {
	path, err := Find(bin)
	if err != nil {
		return "", err
	}
	out, err := process.Output(ctx, path, "--version")
	if err != nil {
		return "", err
	}
	return strings.TrimSpace(string(out)), nil
}

//go:build !linux

package browser

import "os"

// hideHostFonts does nothing: away from fontconfig, Chromium cannot be kept from the fonts of the host. They
// only ever serve characters that no embedded font has, and those are reported as missing.
func hideHostFonts() (*os.File, error) { return nil, nil }

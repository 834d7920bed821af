//go:build !linux

package browser

import "mockup/internal/scratch"

// HostFontFiles says that Chromium cannot be given one font file of the host.
const HostFontFiles = false

const fontConfigName = ""

// fontFolder returns nothing: away from fontconfig, Chromium cannot be kept from the fonts of the host. They only ever serve
// characters that no embedded font has, and those are reported as missing.
func fontFolder(string) (string, *scratch.Item, error) { return "", nil, nil }

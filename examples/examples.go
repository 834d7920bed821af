// Package examples embeds the example payloads. The images that some of them name are not embedded.
package examples

import "embed"

// Payloads holds the payloads, as TYPE/NAME.yaml.
//
//go:embed */*.yaml
var Payloads embed.FS

// Package docs embeds the pages of the documentation that the program itself shows: to agents, and as pages of the service.
package docs

import "embed"

// Pages holds the pages, as Markdown.
//
//go:embed agents.md formats.md honest-use.md payload.md service.md video.md
var Pages embed.FS

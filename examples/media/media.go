// Package media embeds the portraits of the examples, which stand for invented people.
package media

import "embed"

// Avatars are the portraits, JPEG files of 256 x 256 pixels in the folder avatars.
//
//go:embed avatars/*.jpg
var Avatars embed.FS

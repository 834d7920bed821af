// Package version says which version of mockup this is.
package version

import (
	"runtime/debug"
	"strings"
)

// next is the version that the sources become. Only a build that sets number has a version of its own.
const next = "0.1.0"

// A build sets these with -ldflags "-X mockup/internal/version.number=1.2.3"; nothing else does.
var (
	number string // of a release
	commit string // of any other build; it ends with -dirty if the sources differ from it
)

// String returns the version: 1.2.3 of a release, otherwise as in 1.2.3-dev+0123456789ab, with the commit where it is
// known.
func String() string {
	switch info, ok := debug.ReadBuildInfo(); {
	case number != "":
		return number
	case commit != "":
		return next + "-dev+" + commit
	case ok && info.Main.Version != "" && info.Main.Version != "(devel)": // of go install
		return strings.TrimPrefix(info.Main.Version, "v")
	}
	return next + "-dev"
}

// Exact reports whether String stands for one state of the sources.
func Exact() bool {
	v := String()
	return v != next+"-dev" && !strings.HasSuffix(v, "dirty")
}

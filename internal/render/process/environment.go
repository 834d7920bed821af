package process

import (
	"os"
	"path"
	"slices"
	"strings"
)

// passed are the variables of our environment that every program gets: where to find things, where to write and in which
// language. LD_LIBRARY_PATH is among them because a program that needs it does not start without.
var passed = [...]string{
	"PATH", "HOME", "LANG", "LC_*", "TMPDIR", "XDG_RUNTIME_DIR", "LD_LIBRARY_PATH",
	"SYSTEMROOT", "TEMP", "TMP", "USERPROFILE", "LOCALAPPDATA", // Windows
}

// Environment returns what a program may see of our environment. It does not see the rest: API keys, keys of the cloud, the
// address of the database. More variables are named as they are, or with a * for any end.
func Environment(more ...string) []string {
	allowed := slices.Concat(passed[:], more)
	env := []string{}
	for _, entry := range os.Environ() {
		name, _, _ := strings.Cut(entry, "=")
		if slices.ContainsFunc(allowed, func(pattern string) bool { return matches(pattern, name) }) {
			env = append(env, entry)
		}
	}
	return env
}

// matches reports whether a pattern names a variable. Windows writes names as it likes: Path, SystemRoot.
func matches(pattern, name string) bool {
	ok, err := path.Match(pattern, strings.ToUpper(name))
	return ok && err == nil
}

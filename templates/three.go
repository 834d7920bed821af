package templates

import (
	"fmt"
	"strings"
)

// Three returns the script of three.js, which declares THREE, and its version.
func Three() (script, version string, err error) {
	for name, to := range map[string]*string{"three.js": &script, "version": &version} {
		data, err := files.ReadFile("assets/three/" + name)
		if err != nil {
			return "", "", fmt.Errorf("read three.js: %w", err)
		}
		*to = strings.TrimSpace(string(data))
	}
	return script, version, nil
}

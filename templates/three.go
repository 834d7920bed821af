package templates

import (
	"fmt"
	"strings"
)

// Three returns the script of three.js, which declares THREE.
func Three() (string, error) { return readThree("three.js") }

// ThreeVersion is the version of Three.
func ThreeVersion() (string, error) {
	version, err := readThree("version")
	return strings.TrimSpace(version), err
}

func readThree(name string) (string, error) {
	data, err := files.ReadFile("assets/three/" + name)
	if err != nil {
		return "", fmt.Errorf("read three.js: %w", err)
	}
	return string(data), nil
}

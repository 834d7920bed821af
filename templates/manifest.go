package templates

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path"

	"go.yaml.in/yaml/v3"
)

const manifestFile = "platform.yaml"

// Manifest is a platform's platform.yaml: what Go has to know to prepare its view. A platform's manifest is read
// over that of its type, so it names only what differs.
type Manifest struct {
	Name  string   `yaml:"name"`  // as people write it
	Fonts []string `yaml:"fonts"` // families that the theme names, of fonts.json
	Width int      `yaml:"width"` // CSS pixels; default 402
	// Height in CSS pixels; 0 lets the picture grow with its content.
	Height int `yaml:"height"`
	// Options are the type's own switches, as in "times: relative". Package scene documents and checks them.
	Options map[string]string `yaml:"options"`
	// Palette colours names or avatars, as hex.
	Palette []string `yaml:"palette"`
}

func readManifest(folders []string) (Manifest, error) {
	manifest := Manifest{Width: 402}
	for _, folder := range folders {
		data, err := files.ReadFile(path.Join(folder, manifestFile))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return manifest, err
		}
		decoder := yaml.NewDecoder(bytes.NewReader(data))
		decoder.KnownFields(true)
		if err := decoder.Decode(&manifest); err != nil {
			return manifest, fmt.Errorf("read %s/%s: %w", folder, manifestFile, err)
		}
	}
	return manifest, nil
}

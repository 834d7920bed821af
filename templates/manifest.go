package templates

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"

	"go.yaml.in/yaml/v3"
)

const manifestFile = "platform.yaml"

// Manifest is a platform's platform.yaml: what Go has to know to prepare its view and to tell what its app shows. A
// platform's manifest is read over that of its type, so it names only what differs.
type Manifest struct {
	Name  string   `yaml:"name"`  // as people write it
	Fonts []string `yaml:"fonts"` // families that the theme names, of fonts.json
	Width int      `yaml:"width"` // CSS pixels; default 402
	// Height in CSS pixels; 0 lets the picture grow with its content.
	Height int `yaml:"height"`
	// Device is what a type that is drawn on a phone is drawn on here: "phone", the default, or "window", that of a
	// desktop, which is Width wide and Height high, with its own title bar and without a status bar.
	Device string `yaml:"device"`
	// Options are the type's own switches, as in "times: relative". The type's manifest lists all of them with their
	// defaults; package scene documents them.
	Options map[string]string `yaml:"options"`
	// Fields tells of the payload's fields that only some apps show which ones this app does. The type's manifest lists
	// all of them with what most apps do.
	Fields map[string]bool `yaml:"fields"`
	// Palette colours names or avatars, as hex.
	Palette []string `yaml:"palette"`
}

// Window reports whether the platform is a window of a desktop.
func (m Manifest) Window() bool { return m.Device == "window" }

// manifests holds a func() (Manifest, error) for every folder that was asked for. Reading one takes 0.1 ms, and a
// payload's check asks a dozen times.
var manifests sync.Map

// ReadManifest returns the manifest of a type's platform; that of the type alone where the platform is empty or has no
// folder. The caller may change it.
func ReadManifest(kind, platform string) (Manifest, error) {
	if !Has(kind, platform) {
		platform = ""
	}
	once, _ := manifests.LoadOrStore(path.Join(kind, platform), sync.OnceValues(func() (Manifest, error) {
		return readManifest(kind, platform)
	}))
	manifest, err := once.(func() (Manifest, error))()
	manifest.Options, manifest.Fields = maps.Clone(manifest.Options), maps.Clone(manifest.Fields)
	return manifest, err
}

func readManifest(kind, platform string) (Manifest, error) {
	manifest := Manifest{Width: 402, Device: "phone"}
	if err := manifest.read(path.Join(kind, manifestFile)); err != nil || platform == "" {
		return manifest, err
	}
	options, fields := maps.Clone(manifest.Options), maps.Clone(manifest.Fields)
	file := path.Join(kind, platform, manifestFile)
	if err := manifest.read(file); err != nil {
		return manifest, err
	}
	if manifest.Device != "phone" && manifest.Device != "window" {
		return manifest, fmt.Errorf("read %s: device is %q; allowed: phone, window", file, manifest.Device)
	}
	if err := known("option", manifest.Options, options); err != nil {
		return manifest, fmt.Errorf("read %s: %w", file, err)
	}
	if err := known("field", manifest.Fields, fields); err != nil {
		return manifest, fmt.Errorf("read %s: %w", file, err)
	}
	return manifest, nil
}

// read decodes a file over the manifest. A missing file changes nothing.
func (m *Manifest) read(file string) error {
	data, err := files.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	decoder := yaml.NewDecoder(bytes.NewReader(data))
	decoder.KnownFields(true)
	if err := decoder.Decode(m); err != nil {
		return fmt.Errorf("read %s: %w", file, err)
	}
	return nil
}

// known reports names that a platform gives and its type does not list.
func known[V any](what string, given, listed map[string]V) error {
	for _, name := range slices.Sorted(maps.Keys(given)) {
		if _, ok := listed[name]; !ok {
			names := strings.Join(slices.Sorted(maps.Keys(listed)), ", ")
			return fmt.Errorf("the type lists no %s %q; those are %s", what, name, names)
		}
	}
	return nil
}

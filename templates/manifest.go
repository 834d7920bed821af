package templates

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"sync"

	"go.yaml.in/yaml/v3"

	"mockup/internal/wording"
)

const manifestFile = "platform.yaml"

// Manifest is a platform's platform.yaml: what Go has to know to prepare the view and to say what the app shows. A
// platform's manifest is read over that of its type, so it gives only what differs.
type Manifest struct {
	Name  string   `yaml:"name"`  // as people write it
	Fonts []string `yaml:"fonts"` // families that the theme names, of fonts.json
	Width int      `yaml:"width"` // CSS pixels; default 402
	// Height in CSS pixels; 0 lets the picture grow with its content.
	Height int `yaml:"height"`
	// Device is what a type that is drawn on a phone is drawn on here: "phone", the default, or "window", that of a
	// desktop, which is Width wide and Height high, with its own title bar and without a status bar.
	Device string `yaml:"device"`
	// Options are the switches of the type. The type's manifest lists them with their defaults.
	Options Options `yaml:"-"`
	// Fields says which of the payload's fields that only some apps show this app does show. The type's manifest lists
	// all of them with what most apps do.
	Fields map[string]bool `yaml:"fields"`
	// Palette colours names or avatars, as hex.
	Palette []string `yaml:"palette"`
}

// Window reports whether the platform is a window of a desktop.
func (m Manifest) Window() bool { return m.Device == "window" }

// manifests holds a func() (Manifest, error) for every folder that was asked for. Reading one takes 0.1 ms.
var manifests sync.Map

// ReadManifest returns the manifest of a type's platform; that of the type alone where the platform is empty or has no
// folder. The caller may change it.
func ReadManifest(kind, platform string) (Manifest, error) {
	if !Has(kind, platform) {
		platform = ""
	}
	once, _ := manifests.LoadOrStore(path.Join(kind, platform), sync.OnceValues(func() (Manifest, error) {
		return readManifest(files, kind, platform)
	}))
	manifest, err := once.(func() (Manifest, error))()
	manifest.Fields = maps.Clone(manifest.Fields)
	return manifest, err
}

func readManifest(files fs.FS, kind, platform string) (Manifest, error) {
	manifest := Manifest{Width: 402, Device: "phone"}
	options, err := manifest.read(files, path.Join(kind, manifestFile))
	if err != nil || platform == "" {
		return manifest, err
	}
	fields := slices.Sorted(maps.Keys(manifest.Fields))
	file := path.Join(kind, platform, manifestFile)
	own, err := manifest.read(files, file)
	if err != nil {
		return manifest, err
	}
	if manifest.Device != "phone" && manifest.Device != "window" {
		return manifest, fmt.Errorf("read %s: device is %q; allowed: phone, window", file, manifest.Device)
	}
	if err := listed("option", own, options); err != nil {
		return manifest, fmt.Errorf("read %s: %w", file, err)
	}
	if err := listed("field", slices.Sorted(maps.Keys(manifest.Fields)), fields); err != nil {
		return manifest, fmt.Errorf("read %s: %w", file, err)
	}
	return manifest, nil
}

// read decodes a file over the manifest and returns the names of the options that it sets. A missing file changes
// nothing.
func (m *Manifest) read(files fs.FS, file string) (options []string, err error) {
	data, err := fs.ReadFile(files, file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	text := struct {
		*Manifest `yaml:",inline"`
		Options   map[string]yaml.Node `yaml:"options"`
	}{Manifest: m}
	decoder := yaml.NewDecoder(bytes.NewReader(data))
	decoder.KnownFields(true)
	if err := decoder.Decode(&text); err != nil {
		return nil, fmt.Errorf("read %s: %w", file, err)
	}
	for _, name := range slices.Sorted(maps.Keys(text.Options)) {
		value := text.Options[name]
		if err := m.Options.set(name, &value); err != nil {
			return nil, fmt.Errorf("read %s: %w", file, err)
		}
		options = append(options, name)
	}
	return options, nil
}

// listed reports names that a platform gives and its type does not list.
func listed(what string, given, known []string) error {
	for _, name := range given {
		if !slices.Contains(known, name) {
			return fmt.Errorf("the type has no %s %q; it has %s%s", what, name, wording.List(known), wording.DidYouMean(name, known))
		}
	}
	return nil
}

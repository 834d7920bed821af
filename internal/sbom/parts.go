package main

import (
	"debug/buildinfo"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"

	cdx "github.com/CycloneDX/cyclonedx-go"
)

// licence is what THIRD_PARTY.md says of a part, or of several whose names match a pattern.
type licence struct {
	name string // such as @fluentui/svg-icons or @codemirror/*
	text string // such as MIT or Apache-2.0 and MIT
}

var backquoted = regexp.MustCompile("`([^`]+)`")

// readLicences reads the tables of THIRD_PARTY.md. Parts that are not contained are left out.
func readLicences(list string) []licence {
	var found []licence
	for line := range strings.Lines(list) {
		cells := strings.Split(strings.TrimSpace(line), "|")
		if len(cells) < 4 || strings.Contains(line, "not contained") {
			continue
		}
		for _, name := range backquoted.FindAllStringSubmatch(cells[1], -1) {
			found = append(found, licence{name[1], strings.TrimSpace(cells[len(cells)-2])})
		}
	}
	return found
}

// licenceOf returns the licence of a part, or "" if the list has none.
func licenceOf(name string, licences []licence) string {
	i := slices.IndexFunc(licences, func(l licence) bool {
		matches, err := path.Match(l.name, name)
		return err == nil && matches
	})
	if i < 0 {
		return ""
	}
	return licences[i].text
}

var spdx = regexp.MustCompile(`^[A-Za-z0-9.-]+$`)

// choice writes a licence as CycloneDX does: by its SPDX id if it is one licence, otherwise in words.
func choice(text string) *cdx.Licenses {
	if spdx.MatchString(text) {
		return &cdx.Licenses{{License: &cdx.License{ID: text}}}
	}
	return &cdx.Licenses{{License: &cdx.License{Name: text}}}
}

// goModules returns the modules of a program, and Go's own library.
func goModules(binary string, licences []licence) ([]cdx.Component, error) {
	info, err := buildinfo.ReadFile(binary)
	if err != nil {
		return nil, fmt.Errorf("read which modules %s contains: %w", binary, err)
	}
	var modules []cdx.Component
	deps := append([]*debug.Module{{Path: "std", Version: strings.TrimPrefix(info.GoVersion, "go")}}, foreign(info.Deps)...)
	for _, m := range deps {
		text := licenceOf(m.Path, licences)
		if m.Path == "std" {
			text = "BSD-3-Clause"
		}
		if text == "" {
			return nil, fmt.Errorf("%s: %w", m.Path, errNoLicence)
		}
		modules = append(modules, part("pkg:golang/"+m.Path, m.Path, m.Version, text))
	}
	return modules, nil
}

// foreign returns the modules that a program contains of others, without those in whose place is a folder of this repository.
func foreign(deps []*debug.Module) []*debug.Module {
	var contained []*debug.Module
	for _, m := range deps {
		if m.Replace != nil {
			m = m.Replace
		}
		if m.Version != "(devel)" {
			contained = append(contained, m)
		}
	}
	return contained
}

func part(purl, name, version, licence string) cdx.Component {
	purl += "@" + version
	return cdx.Component{Type: cdx.ComponentTypeLibrary, BOMRef: purl, PackageURL: purl, Name: name, Version: version, Licenses: choice(licence)}
}

// npmPackages returns the contained packages of both lock files, in the order of their names.
func npmPackages(root string, licences []licence) ([]cdx.Component, error) {
	found := map[string]cdx.Component{}
	for _, folder := range []string{"templates", "studio"} {
		locked, err := readLock(filepath.Join(root, folder, "package-lock.json"))
		if err != nil {
			return nil, err
		}
		for place, p := range locked {
			name := place[strings.LastIndex(place, "node_modules/")+len("node_modules/"):]
			text := licenceOf(name, licences)
			if text == "" || p.Dev {
				continue // THIRD_PARTY.md does not say that it is contained
			}
			c := part("pkg:npm/"+strings.Replace(name, "@", "%40", 1), name, p.Version, text)
			if c.Hashes, err = hashes(p.Integrity); err != nil {
				return nil, fmt.Errorf("%s/package-lock.json: %s: %w", folder, name, err)
			}
			found[c.BOMRef] = c
		}
	}
	var all []cdx.Component
	for _, ref := range slices.Sorted(maps.Keys(found)) {
		all = append(all, found[ref])
	}
	return all, nil
}

type lockedPackage struct {
	Version, Integrity string
	Dev                bool
}

// readLock returns the packages of a lock file by their places, such as node_modules/three.
func readLock(file string) (map[string]lockedPackage, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var lock struct{ Packages map[string]lockedPackage }
	if err := json.Unmarshal(data, &lock); err != nil {
		return nil, fmt.Errorf("read %s: %w", file, err)
	}
	delete(lock.Packages, "") // the checkout itself
	return lock.Packages, nil
}

// hashes turns the checksum of a lock file, sha512-BASE64, into that of CycloneDX.
func hashes(integrity string) (*[]cdx.Hash, error) {
	encoded, isSHA512 := strings.CutPrefix(integrity, "sha512-")
	sum, err := base64.StdEncoding.DecodeString(encoded)
	if err != nil || !isSHA512 {
		return nil, fmt.Errorf("found the checksum %q; it must begin with sha512-", integrity)
	}
	return &[]cdx.Hash{{Algorithm: cdx.HashAlgoSHA512, Value: hex.EncodeToString(sum)}}, nil
}

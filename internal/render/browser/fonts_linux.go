package browser

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"html"
	"io/fs"
	"os"
	"path/filepath"

	"mockup/internal/render/sfnt"
	"mockup/internal/scratch"
)

// HostFontFiles says that Chromium can be given one font file of the host: see Options.FontFile.
const HostFontFiles = true

// The files of a font folder: a fontconfig configuration, the font of missing characters, and Options.FontFile.
const (
	fontConfigName = "fonts.conf"
	boxFontName    = "box.ttf"
	fontLinkName   = "font"
)

// boxFamily draws what no other font has. Chromium cannot do without any font of the host: it draws no text at all then, and
// crashes on some. What a host has must not decide about pixels, so that it gets this one.
const boxFamily = "Mockup Boxes"

// fontFolder returns a folder with a fontconfig configuration that shows Chromium the fonts of that folder and no others: that
// of missing characters, and a font file, if one is named, as FontFamily. Nothing else would do: fontconfig takes fonts by
// folders, looks up the name of its configuration, and takes all fonts of the host where it cannot read it.
//
// The folder is in the user's cache, where it stays for the next browser. Without a cache it is a temporary one, which
// the caller removes.
func fontFolder(file string) (path string, temporary *scratch.Item, err error) {
	if file != "" {
		if file, err = filepath.Abs(file); err != nil {
			return "", nil, err
		}
	}
	if path, err := cachedFontFolder(file); err == nil {
		return path, nil, nil
	}
	temporary, err = scratch.Folder("fonts")
	if err != nil {
		return "", nil, err
	}
	if err := fillFontFolder(temporary.Path, temporary.Path, file); err != nil {
		_ = temporary.Remove()
		return "", nil, fmt.Errorf("give Chromium its fonts: %w", err)
	}
	return temporary.Path, temporary, nil
}

// cachedFontFolder returns the folder of the user's cache and fills it when there is none. Another program that does the
// same at the same time fills it alike.
func cachedFontFolder(file string) (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	path := filepath.Join(cache, "mockup", fmt.Sprintf("fonts-%.16x", sha256.Sum256(append(sfnt.Box(boxFamily), fontConfig(cache, file)+file...))))
	if _, err := os.Stat(filepath.Join(path, fontConfigName)); err == nil {
		return path, nil
	}
	for _, folder := range []string{cache, filepath.Dir(path)} { // but not the user's home, where there is none
		if err := os.Mkdir(folder, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
			return "", err
		}
	}
	part, err := os.MkdirTemp(filepath.Dir(path), ".fonts-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(part)
	if err := fillFontFolder(part, path, file); err != nil {
		return "", err
	}
	if err := os.Rename(part, path); err != nil {
		_, err = os.Stat(filepath.Join(path, fontConfigName)) // the other program was first
		return path, err
	}
	return path, nil
}

// fillFontFolder writes the files of a font folder, which will have its path when it is used.
func fillFontFolder(folder, path, file string) error {
	if err := os.WriteFile(filepath.Join(folder, boxFontName), sfnt.Box(boxFamily), 0o600); err != nil {
		return err
	}
	if file != "" {
		if err := os.Symlink(file, filepath.Join(folder, fontLinkName+filepath.Ext(file))); err != nil {
			return err
		}
	}
	return os.WriteFile(filepath.Join(folder, fontConfigName), []byte(fontConfig(path, file)), 0o600)
}

// fontConfig is the configuration of a font folder. A font file gets FontFamily for its name.
func fontConfig(path, file string) string {
	config := `<?xml version="1.0"?><fontconfig><dir>` + html.EscapeString(path) + `</dir>`
	if file != "" {
		config += `<match target="scan"><test name="family" compare="not_eq"><string>` + boxFamily + `</string></test>` +
			`<edit name="family" mode="assign"><string>` + FontFamily + `</string></edit></match>`
	}
	return config + `</fontconfig>`
}

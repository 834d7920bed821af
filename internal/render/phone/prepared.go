package phone

import (
	"context"
	"embed"
	"fmt"
	"image"
	"os"
	"path/filepath"
)

// prepared are the bodies that come with the program; scripts/setup draws them. Without them bodies are drawn when they are
// needed.
//
//go:embed all:prepared
var prepared embed.FS

// preparedScales are those at which the usual camera's body comes with the program.
var preparedScales = []float64{1, 2, 4}

// readPrepared returns a body that comes with the program.
func readPrepared(key string, size image.Point) (*Body, bool) {
	file, err := prepared.ReadFile("prepared/" + key + fileEnding)
	if err != nil {
		return nil, false
	}
	body, err := decode(file, size)
	return body, err == nil
}

// Prepare draws the usual camera's bodies into a folder, as far as they are not there, and removes all others.
func Prepare(ctx context.Context, opts Options, folder string) error {
	bs, view := NewBodies(opts), Look(Usual)
	wanted := map[string]bool{}
	for _, scale := range preparedScales {
		key, err := bodyKey(view, scale)
		if err != nil {
			return err
		}
		name := key + fileEnding
		wanted[name] = true
		path := filepath.Join(folder, name)
		if file, err := os.ReadFile(path); err == nil {
			if _, err := decode(file, view.size(scale)); err == nil {
				continue
			}
		}
		body, err := bs.draw(ctx, view, scale)
		if err != nil {
			return err
		}
		if err := writeFile(path, body); err != nil {
			return fmt.Errorf("keep phone: %w", err)
		}
	}
	for _, file := range list(folder, "*"+fileEnding) {
		if !wanted[file.Name()] {
			if err := os.Remove(filepath.Join(folder, file.Name())); err != nil {
				return err
			}
		}
	}
	return nil
}

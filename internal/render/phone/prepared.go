package phone

import (
	"context"
	"embed"
	"fmt"
	"image"
	"os"
	"path/filepath"
	"slices"
)

// prepared are the bodies and the mesh that come with the program; scripts/setup makes them. Without them they are made when they are
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

// meshEnding ends the name of the file of a mesh.
const meshEnding = ".mesh"

// meshFile is the name of the mesh's file.
func meshFile() (string, error) {
	key, err := modelKey("mesh")
	return key + meshEnding, err
}

// readPreparedMesh returns the mesh that comes with the program.
func readPreparedMesh() (*Mesh, error) {
	name, err := meshFile()
	if err != nil {
		return nil, err
	}
	file, err := prepared.ReadFile("prepared/" + name)
	if err != nil {
		return nil, err
	}
	return decodeMesh(file)
}

// Prepare draws the usual camera's bodies, and makes the mesh, into a folder, as far as they are not there, and removes all others.
func Prepare(ctx context.Context, opts Options, folder string) error {
	bs := NewBodies(opts)
	wanted := map[string]bool{}
	if err := bs.prepareMesh(ctx, folder, wanted); err != nil {
		return err
	}
	for _, scale := range preparedScales {
		if err := bs.prepareBody(ctx, scale, folder, wanted); err != nil {
			return err
		}
	}
	for _, file := range slices.Concat(list(folder, "*"+fileEnding), list(folder, "*"+meshEnding)) {
		if !wanted[file.Name()] {
			if err := os.Remove(filepath.Join(folder, file.Name())); err != nil {
				return err
			}
		}
	}
	return nil
}

// prepareBody draws the usual camera's body at a scale, unless the folder has it, and notes its file as wanted.
func (bs *Bodies) prepareBody(ctx context.Context, scale float64, folder string, wanted map[string]bool) error {
	view := Look(Usual)
	key, err := bodyKey(view, scale)
	if err != nil {
		return err
	}
	path := filepath.Join(folder, key+fileEnding)
	wanted[filepath.Base(path)] = true
	if file, err := os.ReadFile(path); err == nil {
		if _, err := decode(file, view.size(scale)); err == nil {
			return nil
		}
	}
	body, err := bs.draw(ctx, view, scale)
	if err != nil {
		return err
	}
	file, err := body.encode()
	if err != nil {
		return err
	}
	return keep(path, file)
}

// prepareMesh makes the mesh, unless the folder has it, and notes its file as wanted.
func (bs *Bodies) prepareMesh(ctx context.Context, folder string, wanted map[string]bool) error {
	name, err := meshFile()
	if err != nil {
		return err
	}
	wanted[name] = true
	path := filepath.Join(folder, name)
	if file, err := os.ReadFile(path); err == nil {
		if _, err := decodeMesh(file); err == nil {
			return nil
		}
	}
	mesh, err := bs.makeMesh(ctx)
	if err != nil {
		return err
	}
	file, err := mesh.encode()
	if err != nil {
		return err
	}
	return keep(path, file)
}

func keep(path string, file []byte) error {
	if err := writeFile(path, file); err != nil {
		return fmt.Errorf("keep phone: %w", err)
	}
	return nil
}

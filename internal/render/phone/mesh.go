package phone

import (
	"bytes"
	"compress/flate"
	"context"
	"encoding/json"
	"fmt"
	"io"
)

// Mesh is the body as triangles, with its materials and the light on it: what Go draws a phone from whose camera moves. The model's
// scripts make it (model/mesh.js).
type Mesh struct {
	Materials []material `json:"materials"`
	Parts     []part     `json:"parts"`
	Light     lighting   `json:"light"`
}

// stage says when a part is drawn.
type stage int

const (
	solid   stage = iota // hides what is behind it
	opening              // lets what is inside through
	inside               // is seen through openings
	front                // painted on the front, over all that was drawn before
)

// part is a surface: places and normals of its vertices, three numbers each, the vertices of its triangles, three each, and the
// material of each vertex.
type part struct {
	Stage     stage     `json:"stage"`
	Positions []float32 `json:"positions"`
	Normals   []float32 `json:"normals"`
	Index     []int32   `json:"index"`
	Materials []int32   `json:"materials"`
}

// The kinds of materials.
const (
	kindShiny  = "shiny"  // mirrors the light
	kindFlat   = "flat"   // has one colour
	kindGlass  = "glass"  // black, and mirrors a little
	kindScreen = "screen" // is not drawn but counted
)

// material is what a vertex is made of; model/material.js explains its numbers.
type material struct {
	Kind      string     `json:"kind"`
	Head      [3]float64 `json:"head"`
	Blur      float64    `json:"blur"`
	Scattered [3]float64 `json:"scattered"`
	Finish    string     `json:"finish"`
	Flat      [3]float64 `json:"flat"`
}

// Mesh returns the phone's triangles: those that come with the program, or else those of the model's scripts, for which Chromium is
// started once.
func (bs *Bodies) Mesh(ctx context.Context) (*Mesh, error) {
	bs.mu.Lock()
	mesh := bs.mesh
	bs.mu.Unlock()
	if mesh != nil {
		return mesh, nil
	}
	mesh, err := readPreparedMesh()
	if err != nil {
		if mesh, err = bs.makeMesh(ctx); err != nil {
			return nil, err
		}
	}
	bs.mu.Lock()
	defer bs.mu.Unlock()
	bs.mesh = mesh
	return mesh, nil
}

// makeMesh has the model's scripts make the triangles.
func (bs *Bodies) makeMesh(ctx context.Context) (*Mesh, error) {
	b, err := bs.open(ctx)
	if err != nil {
		return nil, fmt.Errorf("make phone: %w", err)
	}
	defer b.Close()
	mesh := &Mesh{}
	if err := b.Call(ctx, "arg => mockup.mesh()", nil, mesh); err != nil {
		return nil, fmt.Errorf("make phone: %w", err)
	}
	return mesh, mesh.check()
}

// check refuses a mesh whose numbers do not fit together.
func (m *Mesh) check() error {
	if len(m.Parts) == 0 || len(m.Light.Boxes) == 0 {
		return fmt.Errorf("%w: it has no parts, or no light", errNoPhone)
	}
	for _, p := range m.Parts {
		n := int32(len(p.Materials))
		fits := len(p.Positions) == 3*int(n) && len(p.Normals) == 3*int(n) && len(p.Index)%3 == 0
		for _, i := range p.Index {
			fits = fits && i >= 0 && i < n
		}
		for _, i := range p.Materials {
			fits = fits && i >= 0 && int(i) < len(m.Materials)
		}
		if !fits {
			return fmt.Errorf("%w: the numbers of a part do not fit together", errNoPhone)
		}
	}
	return nil
}

// encode returns the mesh's file: JSON, compressed.
func (m *Mesh) encode() ([]byte, error) {
	data, err := json.Marshal(m)
	if err != nil {
		return nil, err
	}
	var packed bytes.Buffer
	w, err := flate.NewWriter(&packed, flate.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(data); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return packed.Bytes(), nil
}

// decodeMesh reads a mesh's file.
func decodeMesh(file []byte) (*Mesh, error) {
	data, err := io.ReadAll(flate.NewReader(bytes.NewReader(file)))
	if err != nil {
		return nil, errFile
	}
	mesh := &Mesh{}
	if err := json.Unmarshal(data, mesh); err != nil {
		return nil, errFile
	}
	return mesh, mesh.check()
}

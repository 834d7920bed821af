package render

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"mockup/internal/output"
	"mockup/internal/render/sound"
)

// StemFiles are the names of the files that a folder of stems may have.
func StemFiles() []string { return []string{"effects.wav", "voice.wav", "music.wav"} }

// stems writes the tracks of a video's sound. Nil writes none.
type stems struct{ folder *output.WholeFolder }

// newStems checks the folder that the tracks go into; "" is none.
func newStems(folder string) (*stems, error) {
	if folder == "" {
		return nil, nil
	}
	f, err := output.NewWholeFolder(folder, StemFiles())
	if err != nil {
		return nil, err
	}
	return &stems{f}, nil
}

// check refuses stems of a video in which nothing is heard, unless they may be left out.
func (s *stems) check(mix *sound.Mix, optional bool) error {
	if s != nil && mix == nil && !optional {
		return errors.New("write stems: nothing is heard in this video; set video.sounds: true, or give it narration or a soundtrack")
	}
	return nil
}

// write writes the tracks beside the folder, until commit.
func (s *stems) write(ctx context.Context, mix *sound.Mix) error {
	if s == nil || mix == nil {
		return nil
	}
	for _, stem := range mix.Stems(ctx) {
		if err := writeStem(filepath.Join(s.folder.Path(), stem.Name+".wav"), stem.WAV); err != nil {
			return fmt.Errorf("write stem %s.wav: %w", stem.Name, err)
		}
	}
	return nil
}

func writeStem(path string, wav io.Reader) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	_, err = io.Copy(file, wav)
	if err == nil {
		err = file.Sync()
	}
	return errors.Join(err, file.Close())
}

// commit puts the folder in its place, unless nothing is heard, and reports whether it did.
func (s *stems) commit(mix *sound.Mix) (bool, error) {
	if s == nil || mix == nil {
		return false, nil
	}
	err := s.folder.Commit()
	return err == nil, err
}

func (s *stems) remove() {
	if s != nil {
		s.folder.Remove()
	}
}

package studio

import (
	"net/http"
	"path/filepath"

	"mockup/internal/render/encode"
	"mockup/internal/render/format"
	"mockup/internal/schema"
)

// start is what the page needs to begin.
type start struct {
	Folder  string       `json:"folder"`
	File    string       `json:"file"` // to open; empty: none
	Files   []fileInfo   `json:"files"`
	Types   []typeInfo   `json:"types"`
	Formats []formatInfo `json:"formats"`
	Watch   bool         `json:"watch"`
}

// typeInfo is a type of payloads.
type typeInfo struct {
	Name      schema.Type         `json:"name"`
	Kinds     []schema.Kind       `json:"kinds"`
	Platforms []string            `json:"platforms"`
	Shows     map[string][]string `json:"shows"` // by platform: what of a message's menu in the picture it shows
}

// formatInfo is a format that a payload can be exported in.
type formatInfo struct {
	Name      string   `json:"name"`
	Video     bool     `json:"video"`
	Rates     []int    `json:"rates"`     // frames per second
	Qualities []string `json:"qualities"` // none: it has one quality
	Numbers   bool     `json:"numbers"`   // the quality may be a number from 1 to 100
}

func (s *Studio) getStart(w http.ResponseWriter, _ *http.Request) error {
	found, err := s.list()
	if err != nil {
		return err
	}
	answer := start{Folder: s.folder.Name(), File: filepath.ToSlash(s.open), Files: found, Watch: s.opts.Watch, Formats: formats()}
	for _, t := range schema.Types() {
		answer.Types = append(answer.Types, infoOf(t))
	}
	writeJSON(w, http.StatusOK, answer)
	return nil
}

func infoOf(t schema.Type) typeInfo {
	info := typeInfo{Name: t, Kinds: schema.Kinds(t), Platforms: []string{}, Shows: map[string][]string{}}
	if schema.HasPlatform(t) {
		info.Platforms = append(info.Platforms, schema.Platforms(t)...)
	}
	for _, platform := range info.Platforms {
		shown := []string{}
		for _, field := range []string{"reactions", "replyTo", "edited", "deleted"} {
			if schema.Shows(t, platform, field) {
				shown = append(shown, field)
			}
		}
		info.Shows[platform] = shown
	}
	return info
}

func formats() (all []formatInfo) {
	for _, f := range format.All() {
		info := formatInfo{Name: f.Name, Video: f.Video, Rates: append([]int{}, f.Rates...), Qualities: []string{}, Numbers: f.Scale == format.Numbers}
		if f.Scale != format.NoScale {
			info.Qualities = []string{string(encode.Draft), string(encode.Standard), string(encode.High)}
		}
		if f.Lossless {
			info.Qualities = append(info.Qualities, string(encode.Lossless))
		}
		all = append(all, info)
	}
	return all
}

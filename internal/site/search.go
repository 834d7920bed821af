package main

import (
	"encoding/json"
	"fmt"
	"strings"
)

// entry is what the search knows of a section. The names are short because there are many of them.
type entry struct {
	Path    string `json:"p"`
	Title   string `json:"t"`
	Heading string `json:"h,omitempty"`
	Text    string `json:"x"`
}

// writeIndex writes the index of the search. It is a script and not JSON, because pages that are opened without a server may
// load no JSON.
func (s *site) writeIndex() error {
	var all []entry
	for _, p := range s.pages {
		for _, part := range p.sections {
			e := entry{Path: p.Path, Title: p.Title, Heading: part.Heading, Text: strings.Join(strings.Fields(part.Text), " ")}
			if part.Anchor != "" {
				e.Path += "#" + part.Anchor
			}
			all = append(all, e)
		}
	}
	data, err := json.Marshal(all)
	if err != nil {
		return fmt.Errorf("write the index of the search: %w", err)
	}
	return s.write("search.js", append(append([]byte("window.searchIndex="), data...), ';', '\n'))
}

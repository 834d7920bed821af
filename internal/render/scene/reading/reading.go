// Package reading says how Chinese characters and Japanese words are read, and what the words of Chinese are, as far as a keyboard has to
// know it. scripts/setup writes the dictionaries with the command in the folder generate. Without them, nothing has a reading.
package reading

import (
	"compress/gzip"
	"embed"
	"io"
	"strings"
)

//go:embed all:prepared
var prepared embed.FS

// lines returns the lines of a dictionary; none if it was not written.
func lines(name string) []string {
	file, err := prepared.Open("prepared/" + name)
	if err != nil {
		return nil
	}
	defer file.Close() //nolint:errcheck // it is in memory
	z, err := gzip.NewReader(file)
	if err != nil {
		panic(err) // scripts/setup has written it
	}
	data, err := io.ReadAll(z)
	if err != nil {
		panic(err)
	}
	return strings.Split(string(data), "\n")
}

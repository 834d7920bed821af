// Package cues writes what happens in a video and when: as JSON, or its texts as subtitles.
package cues

import (
	"encoding/json"
	"fmt"
	"math"
	"path/filepath"
	"strings"
	"time"

	"mockup/internal/render/storyboard"
	"mockup/internal/wording"
)

// Format is a format of cues.
type Format string

// The formats.
const (
	JSON Format = "json" // all cues
	SRT  Format = "srt"  // SubRip: the texts alone
	VTT  Format = "vtt"  // WebVTT: the texts, with who wrote them
)

// Formats lists the names of the formats.
func Formats() []string { return []string{string(JSON), string(SRT), string(VTT)} }

// ContentType is the media type of a format.
func (f Format) ContentType() string {
	return map[Format]string{JSON: "application/json", SRT: "application/x-subrip", VTT: "text/vtt; charset=utf-8"}[f]
}

// FormatOf returns the format that a file's extension names.
func FormatOf(file string) (Format, error) {
	switch f := Format(strings.ToLower(strings.TrimPrefix(filepath.Ext(file), "."))); f {
	case JSON, SRT, VTT:
		return f, nil
	}
	return "", fmt.Errorf("%s has no extension of a format of cues; allowed: .json, .srt, .vtt", wording.Quote(file))
}

// List is the cues of a video.
type List struct {
	Cues   []storyboard.Cue
	Length time.Duration // of the video
	FPS    int           // frames per second
}

// Entry is a cue in JSON. Times are seconds.
type Entry struct {
	At     float64            `json:"t"`
	End    float64            `json:"end"`
	Kind   storyboard.CueKind `json:"kind"`
	ID     string             `json:"id,omitempty"`
	Sender string             `json:"sender,omitempty"`
	Text   string             `json:"text,omitempty"`
}

// Encode writes the cues in a format.
func (l List) Encode(f Format) ([]byte, error) {
	switch f {
	case SRT:
		return l.srt(), nil
	case VTT:
		return l.vtt(), nil
	}
	list := struct {
		Length float64 `json:"lengthSeconds"`
		FPS    int     `json:"fps"`
		Cues   []Entry `json:"cues"`
	}{seconds(l.Length), l.FPS, l.Entries()}
	data, err := json.MarshalIndent(list, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("write cues: %w", err)
	}
	return append(data, '\n'), nil
}

// Entries returns the cues as they stand in JSON.
func (l List) Entries() []Entry {
	entries := []Entry{}
	for _, c := range l.Cues {
		entries = append(entries, Entry{seconds(c.At), seconds(c.End), c.Kind, c.ID, c.Sender, c.Text})
	}
	return entries
}

// Decode reads what Encode has written as JSON.
func Decode(data []byte) (List, error) {
	var file struct {
		Length float64 `json:"lengthSeconds"`
		FPS    int     `json:"fps"`
		Cues   []Entry `json:"cues"`
	}
	if err := json.Unmarshal(data, &file); err != nil {
		return List{}, fmt.Errorf("read cues: %w", err)
	}
	list := List{Length: duration(file.Length), FPS: file.FPS}
	for _, e := range file.Cues {
		list.Cues = append(list.Cues, storyboard.Cue{At: duration(e.At), End: duration(e.End), Kind: e.Kind, ID: e.ID, Sender: e.Sender, Text: e.Text})
	}
	return list, nil
}

func duration(seconds float64) time.Duration {
	return time.Duration(math.Round(seconds*1000)) * time.Millisecond
}

// seconds rounds to milliseconds.
func seconds(d time.Duration) float64 { return math.Round(d.Seconds()*1000) / 1000 }

func (l List) srt() []byte {
	var out strings.Builder
	for i, c := range l.captions() {
		fmt.Fprintf(&out, "%d\n%s --> %s\n%s\n\n", i+1, clock(c.at, ","), clock(c.end, ","), strings.ReplaceAll(c.text, "-->", "→"))
	}
	return []byte(out.String())
}

func (l List) vtt() []byte {
	escape := strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")
	var out strings.Builder
	out.WriteString("WEBVTT\n\n")
	for _, c := range l.captions() {
		voice := ""
		if name := readable(strings.Join(strings.Fields(c.sender), " ")); name != "" {
			voice = "<v " + escape.Replace(name) + ">"
		}
		fmt.Fprintf(&out, "%s --> %s\n%s%s\n\n", clock(c.at, "."), clock(c.end, "."), voice, escape.Replace(c.text))
	}
	return []byte(out.String())
}

// clock writes a time as hours, minutes, seconds and milliseconds.
func clock(d time.Duration, point string) string {
	ms := int(math.Round(d.Seconds() * 1000))
	return fmt.Sprintf("%02d:%02d:%02d%s%03d", ms/3_600_000, ms/60_000%60, ms/1000%60, point, ms%1000)
}

package batch

import (
	"cmp"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"path"
	"path/filepath"
	"strings"
	"time"

	"mockup/internal/render/scene"
	"mockup/internal/schema"
)

// Report describes a batch for programs.
type Report struct {
	Began   time.Time     `json:"began"`
	Seconds float64       `json:"seconds"`
	Counts  map[State]int `json:"counts"` // by status, without those that are 0
	Items   []ReportItem  `json:"items"`
}

// ReportItem describes an Item for programs.
type ReportItem struct {
	Name        string             `json:"name"`
	File        string             `json:"file"`
	Output      string             `json:"output,omitempty"`
	Status      State              `json:"status"`
	Reason      string             `json:"reason,omitempty"`
	Variant     map[string]any     `json:"variant,omitempty"`
	Row         int                `json:"row,omitempty"` // from 1
	Seconds     float64            `json:"seconds"`
	Format      string             `json:"format,omitempty"`
	SizeBytes   int64              `json:"sizeBytes,omitempty"`
	Width       int                `json:"width,omitempty"`
	Height      int                `json:"height,omitempty"`
	SHA256      string             `json:"sha256,omitempty"`
	Error       string             `json:"error,omitempty"`
	Warnings    []scene.Warning    `json:"warnings,omitempty"`
	Remarks     []scene.Warning    `json:"remarks,omitempty"`
	Diagnostics schema.Diagnostics `json:"diagnostics,omitempty"`
}

// Report describes the plan in its present state.
func (p *Plan) Report(began time.Time) Report {
	r := Report{Began: began.UTC(), Seconds: seconds(time.Since(began)), Counts: p.Count(), Items: []ReportItem{}}
	for _, i := range p.Items {
		item := ReportItem{
			Name: i.Name, File: i.File, Output: i.Output, Status: i.State, Reason: i.Reason, Seconds: seconds(i.Took),
			Format: i.Drawn.Format, SizeBytes: i.Drawn.Size, Width: i.Drawn.Width, Height: i.Drawn.Height, SHA256: i.Drawn.SHA256,
			Warnings: i.Drawn.Warnings, Remarks: i.Drawn.Remarks, Diagnostics: i.Found,
		}
		if i.row != nil {
			item.Row = i.row.number
		}
		for _, s := range i.set {
			if item.Variant == nil {
				item.Variant = map[string]any{}
			}
			item.Variant[s.Path] = s.Value
		}
		if i.Err != nil {
			item.Error = i.Err.Error()
		}
		r.Items = append(r.Items, item)
	}
	return r
}

func seconds(d time.Duration) float64 {
	return float64(d.Round(time.Millisecond)) / float64(time.Second)
}

// WriteJSON writes the report into a file as JSON.
func (r Report) WriteJSON(file string) error {
	data, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return fmt.Errorf("write report: %w", err)
	}
	return write(file, append(data, '\n'))
}

// The elements of JUnit's XML that common readers understand.
type (
	junitSuite struct {
		XMLName  xml.Name    `xml:"testsuite"`
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Errors   int         `xml:"errors,attr"`
		Skipped  int         `xml:"skipped,attr"`
		Time     float64     `xml:"time,attr"`
		Began    string      `xml:"timestamp,attr"`
		Cases    []junitCase `xml:"testcase"`
	}
	junitCase struct {
		Folder  string       `xml:"classname,attr"`
		Name    string       `xml:"name,attr"`
		File    string       `xml:"file,attr"`
		Time    float64      `xml:"time,attr"`
		Failure *junitReason `xml:"failure"`
		Error   *junitReason `xml:"error"`
		Skipped *junitReason `xml:"skipped"`
	}
	junitReason struct {
		Message string `xml:"message,attr"`
		Text    string `xml:",chardata"`
	}
)

// WriteJUnit writes the report into a file as JUnit's XML. An item is a test case. It is a failure if its payload is
// invalid or its output differs or is missing, an error if it could not be drawn, and skipped if it is up to date or was not drawn.
func (r Report) WriteJUnit(file, name string) error {
	suite := junitSuite{Name: name, Tests: len(r.Items), Time: r.Seconds, Began: r.Began.Format("2006-01-02T15:04:05")}
	for _, item := range r.Items {
		c := junitCase{Folder: strings.Trim(path.Dir(filepath.ToSlash(item.File)), "./"), Name: item.Name, File: item.File, Time: item.Seconds}
		c.Folder = cmp.Or(c.Folder, name)
		switch item.Status {
		case Invalid:
			c.Failure = &junitReason{"the payload is invalid", item.Diagnostics.Error()}
			suite.Failures++
		case Different, Missing:
			c.Failure = &junitReason{item.Reason, ""}
			suite.Failures++
		case Failed:
			c.Error = &junitReason{item.Error, ""}
			suite.Errors++
		case UpToDate:
			c.Skipped = &junitReason{"up to date", ""}
			suite.Skipped++
		case Planned:
			c.Skipped = &junitReason{"not drawn", ""}
			suite.Skipped++
		}
		suite.Cases = append(suite.Cases, c)
	}
	data, err := xml.MarshalIndent(suite, "", "  ")
	if err != nil {
		return fmt.Errorf("write report: %w", err)
	}
	return write(file, append([]byte(xml.Header), append(data, '\n')...))
}

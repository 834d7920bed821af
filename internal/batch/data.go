package batch

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"mockup/internal/files"
	"mockup/internal/usage"
)

// row is one row of data: its number from 1 and its values by column.
type row struct {
	number int
	values map[string]string
}

// maxData bounds a file of rows, in bytes.
const maxData = 64 << 20

// readRows reads a CSV file with a line of column names, or a JSON file with an array of objects.
func readRows(name string) ([]*row, error) {
	data, err := files.Read(name, maxData)
	if err != nil {
		return nil, fmt.Errorf("read data %s: %w", name, files.Reason(err))
	}
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	if !utf8.Valid(data) {
		return nil, usage.Errorf("%s: not text in UTF-8; save it as UTF-8", name)
	}
	var rows []*row
	switch strings.ToLower(filepath.Ext(name)) {
	case ".csv":
		rows, err = parseCSV(data)
	case ".json":
		rows, err = parseJSON(data)
	default:
		err = errors.New("data is read from .csv and .json files")
	}
	if err == nil && len(rows) == 0 {
		err = errors.New("there are no rows")
	}
	if err != nil {
		return nil, usage.Errorf("%s: %v", name, err)
	}
	return rows, nil
}

func parseCSV(data []byte) ([]*row, error) {
	reader := csv.NewReader(bytes.NewReader(data))
	reader.Comma, reader.FieldsPerRecord = separator(data), -1
	header, err := reader.Read()
	if errors.Is(err, io.EOF) {
		return nil, errors.New("the file is empty; its first line names the columns")
	}
	if err != nil {
		return nil, err
	}
	for i, column := range header {
		header[i] = strings.TrimSpace(column)
		switch {
		case header[i] == "":
			return nil, fmt.Errorf("column %d has no name in the first line", i+1)
		case slices.Contains(header[:i], header[i]):
			return nil, fmt.Errorf("two columns have the name %q", header[i])
		}
	}
	var rows []*row
	for {
		fields, err := reader.Read()
		switch {
		case errors.Is(err, io.EOF):
			return rows, nil
		case err != nil:
			return nil, err
		case len(fields) != len(header):
			line, _ := reader.FieldPos(0)
			return nil, fmt.Errorf("the number of values in line %d is %d, but that of columns in the first line is %d; put a text that contains %q in double quotes",
				line, len(fields), len(header), string(reader.Comma))
		}
		r := &row{number: len(rows) + 1, values: map[string]string{}}
		for i, field := range fields {
			r.values[header[i]] = field
		}
		rows = append(rows, r)
	}
}

// separator returns what stands between the columns of a CSV file: a comma, unless the first line has none, but semicolons
// or tabs, as spreadsheets write them in many countries.
func separator(data []byte) rune {
	first, _, _ := bytes.Cut(data, []byte("\n"))
	for _, c := range ",;\t" {
		if bytes.ContainsRune(first, c) {
			return c
		}
	}
	return ','
}

func parseJSON(data []byte) ([]*row, error) {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	var objects []map[string]any
	if err := decoder.Decode(&objects); err != nil {
		return nil, fmt.Errorf("expected an array of objects: %w", err)
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("there is something after the array")
	}
	var rows []*row
	for i, object := range objects {
		r := &row{number: i + 1, values: map[string]string{}}
		for column, value := range object {
			switch v := value.(type) {
			case string:
				r.values[column] = v
			case json.Number:
				r.values[column] = v.String()
			case bool:
				r.values[column] = strconv.FormatBool(v)
			case nil:
				r.values[column] = ""
			default:
				return nil, fmt.Errorf("row %d: %s is an array or an object; write one value", i+1, column)
			}
		}
		rows = append(rows, r)
	}
	return rows, nil
}

package main

import (
	"errors"
	"fmt"
	"image/color"
	"slices"
	"strconv"
	"strings"
	"time"

	"mockup/internal/batch"
	"mockup/internal/render/encode"
	"mockup/internal/schema"
)

// The types of this file are the values of flags: each checks what is written on the command line, in the environment or
// in a configuration file. The flag library calls String on a zero value, too.

// choiceFlag takes one of a few words.
type choiceFlag struct {
	value   *string
	allowed []string
}

func (f choiceFlag) String() string {
	if f.value == nil {
		return ""
	}
	return *f.value
}

func (f choiceFlag) Type() string { return strings.Join(f.allowed, "|") }

func (f choiceFlag) Set(text string) error {
	if !slices.Contains(f.allowed, text) {
		last := len(f.allowed) - 1
		return fmt.Errorf("allowed are %s and %s", strings.Join(f.allowed[:last], ", "), f.allowed[last])
	}
	*f.value = text
	return nil
}

// qualityFlag takes a quality of any format.
type qualityFlag struct{ value *string }

func (f qualityFlag) String() string {
	if f.value == nil {
		return ""
	}
	return *f.value
}

func (qualityFlag) Type() string { return "quality" }

func (f qualityFlag) Set(text string) error {
	quality, err := encode.ParseQuality(text)
	*f.value = string(quality)
	return err
}

// colorFlag takes an opaque colour. The value stays nil if the flag is not given.
type colorFlag struct{ value **color.NRGBA }

func (f colorFlag) String() string {
	if f.value == nil || *f.value == nil {
		return ""
	}
	return schema.FormatColor(**f.value)
}

func (colorFlag) Type() string { return "color" }

func (f colorFlag) Set(text string) error {
	c, err := schema.ParseColor(text)
	if err == nil && c.A != 255 {
		err = errors.New("write a colour that is not transparent")
	}
	*f.value = &c
	return err
}

// intFlag takes a whole number from least to most.
type intFlag struct {
	value *int
	least int
	most  int
}

func (f intFlag) String() string {
	if f.value == nil {
		return ""
	}
	return strconv.Itoa(*f.value)
}

func (intFlag) Type() string { return "number" }

func (f intFlag) Set(text string) error {
	n, err := strconv.Atoi(text)
	if err != nil || n < f.least || n > f.most {
		return fmt.Errorf("allowed are %d to %d", f.least, f.most)
	}
	*f.value = n
	return nil
}

// maxParallel is the most that --jobs, --concurrency, --workers and --videos take.
const maxParallel = 64

// percentFlag takes a part of a whole in percent, and holds it as a number from 0 to 1.
type percentFlag struct{ value *float64 }

func (f percentFlag) String() string {
	if f.value == nil {
		return ""
	}
	return strconv.FormatFloat(100**f.value, 'g', -1, 64) + "%"
}

func (percentFlag) Type() string { return "percent" }

func (f percentFlag) Set(text string) error {
	number, ok := strings.CutSuffix(strings.TrimSpace(text), "%")
	percent, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
	if !ok || err != nil || !(percent >= 0 && percent <= 100) {
		return errors.New("write it from 0% to 100%, like 0.05%")
	}
	*f.value = percent / 100
	return nil
}

// durationFlag takes a length of time above 0.
type durationFlag struct{ value *time.Duration }

func (f durationFlag) String() string {
	if f.value == nil {
		return ""
	}
	return f.value.String()
}

func (durationFlag) Type() string { return "duration" }

func (f durationFlag) Set(text string) error {
	d, err := time.ParseDuration(text)
	if err != nil || d <= 0 {
		return errors.New("write a time above 0 with its unit, such as 20s or 1m30s")
	}
	*f.value = d
	return nil
}

// offsetFlag takes a time from the start of a video. The value stays nil if the flag is not given.
type offsetFlag struct{ value **time.Duration }

func (f offsetFlag) String() string {
	if f.value == nil || *f.value == nil {
		return ""
	}
	return (*f.value).String()
}

func (offsetFlag) Type() string { return "duration" }

func (f offsetFlag) Set(text string) error {
	d, err := time.ParseDuration(text)
	if err != nil || d < 0 {
		return errors.New("write a time from the video's start with its unit, such as 3.2s")
	}
	*f.value = &d
	return nil
}

// timeFlag takes a date and time, or "system" for the present one.
type timeFlag struct{ value *time.Time }

func (f timeFlag) String() string {
	if f.value == nil || f.value.IsZero() {
		return ""
	}
	return f.value.Format(time.RFC3339Nano)
}

func (timeFlag) Type() string { return "time" }

func (f timeFlag) Set(text string) (err error) {
	*f.value = time.Now()
	if text == "system" {
		return nil
	}
	if *f.value, err = schema.ParseInstant(text); err != nil {
		return errors.New("write an instant with its time zone, such as 2026-03-01T09:41:00Z, or system")
	}
	return nil
}

// monthFlag takes a calendar month.
type monthFlag struct{ value *time.Time }

func (monthFlag) String() string { return "" }

func (monthFlag) Type() string { return "month" }

func (f monthFlag) Set(text string) error {
	month, err := time.Parse("2006-01", text)
	if err != nil {
		return errors.New("write a month as 2026-11")
	}
	*f.value = month
	return nil
}

// axesFlag takes a value that a batch varies. It may be given several times.
type axesFlag []batch.Axis

func (f *axesFlag) String() string { return "" }
func (f *axesFlag) Type() string   { return "path=value,..." }

func (f *axesFlag) Set(text string) error {
	axis, err := batch.ParseAxis(text)
	*f = append(*f, axis)
	return err
}

// rangeFlag takes the numbers of the first and the last message.
type rangeFlag struct{ first, last *int }

func (f rangeFlag) String() string {
	if f.first == nil || *f.first == 0 && *f.last == 0 {
		return ""
	}
	return fmt.Sprintf("%d..%d", *f.first, *f.last)
}

func (rangeFlag) Type() string { return "a..b" }

func (f rangeFlag) Set(text string) error {
	from, to, ok := strings.Cut(text, "..")
	first, err1 := strconv.Atoi(from)
	last, err2 := strconv.Atoi(to)
	if from == "" {
		first, err1 = 1, nil
	}
	if to == "" {
		last, err2 = 0, nil
	}
	if !ok || err1 != nil || err2 != nil || first < 1 || last < 0 || last > 0 && last < first || text == ".." {
		return errors.New("write the numbers of the first and the last message as 10..30; 10.. goes to the end")
	}
	*f.first, *f.last = first, last
	return nil
}

// momentFlag takes a day, or a day with a time, as the clock of the conversation shows it.
type momentFlag struct {
	value *time.Time
	end   bool // a day stands for its end
}

func (f momentFlag) String() string {
	if f.value == nil || f.value.IsZero() {
		return ""
	}
	return f.value.Format("2006-01-02T15:04:05")
}

func (momentFlag) Type() string { return "day|time" }

func (f momentFlag) Set(text string) error {
	if day, err := time.Parse(time.DateOnly, text); err == nil {
		if f.end {
			day = day.AddDate(0, 0, 1)
		}
		*f.value = day
		return nil
	}
	for _, layout := range []string{"2006-01-02T15:04", "2006-01-02T15:04:05", "2006-01-02 15:04"} {
		if at, err := time.Parse(layout, text); err == nil {
			*f.value = at
			return nil
		}
	}
	return errors.New("write a day as 2026-03-01, or a time as 2026-03-01T18:00")
}

// zoneFlag takes the name of a time zone.
type zoneFlag struct{ value *string }

func (f zoneFlag) String() string {
	if f.value == nil {
		return ""
	}
	return *f.value
}

func (zoneFlag) Type() string { return "zone" }

func (f zoneFlag) Set(text string) error {
	if err := schema.CheckZone(text); err != nil {
		return err
	}
	*f.value = text
	return nil
}

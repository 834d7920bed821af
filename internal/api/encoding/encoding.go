// Package encoding says how a client wants its file encoded: the parameters of a request to render, beyond version 1 of the
// interface. Client, server and worker share it.
package encoding

import (
	"errors"
	"image/color"
	"maps"
	"net/url"
	"slices"
	"strconv"

	"mockup/internal/api/wire"
	"mockup/internal/render"
	"mockup/internal/render/encode"
	"mockup/internal/schema"
	"mockup/internal/usage"
	"mockup/internal/wording"
)

// Encoding is how a request wants its file encoded. The zero value is the usual way.
type Encoding struct {
	Quality encode.Quality
	FPS     int          // frames per second of a video; 0: as usual
	Matte   *color.NRGBA // behind what is transparent; see render.Job
}

// Parse reads the parameters quality, fps and matte of a query. Others are not heeded, because clients of version 1 may send
// any, unless they look like one of these that is misspelt. An empty value says nothing: forms send one for a field that is not
// filled in.
func Parse(query url.Values) (e Encoding, err error) {
	names := []string{wire.QualityParam, wire.FPSParam, wire.MatteParam}
	for _, name := range slices.Sorted(maps.Keys(query)) {
		if near := wording.Nearest(name, names); near != "" && near != name {
			return Encoding{}, usage.Errorf("there is no parameter %s; write %s, or leave it out", wording.Quote(name), near)
		}
	}
	for _, name := range names {
		switch len(query[name]) {
		case 0:
			continue
		case 1:
		default:
			return Encoding{}, usage.Errorf("the parameter %s is there %d times; write it once", name, len(query[name]))
		}
		if query.Get(name) == "" {
			continue
		}
		if err := e.set(name, query.Get(name)); err != nil {
			return Encoding{}, usage.Errorf("the parameter %s is %s; %v", name, wording.Quote(query.Get(name)), err)
		}
	}
	return e, nil
}

// set reads a parameter.
func (e *Encoding) set(name, text string) (err error) {
	switch name {
	case wire.QualityParam:
		e.Quality, err = encode.ParseQuality(text)
	case wire.FPSParam:
		if e.FPS, err = strconv.Atoi(text); err != nil || e.FPS <= 0 {
			return errors.New("write a whole number above 0, such as 60")
		}
	case wire.MatteParam:
		var c color.NRGBA
		if c, err = schema.ParseColor(text); err == nil && c.A != 255 {
			return errors.New("write a colour that is not transparent")
		}
		e.Matte = &c
	}
	return err
}

// Query returns the parameters that Parse reads, in one order; empty for the usual way.
func (e Encoding) Query() string {
	query := url.Values{}
	if e.Quality != "" {
		query.Set(wire.QualityParam, string(e.Quality))
	}
	if e.FPS != 0 {
		query.Set(wire.FPSParam, strconv.Itoa(e.FPS))
	}
	if e.Matte != nil {
		query.Set(wire.MatteParam, schema.FormatColor(*e.Matte))
	}
	return query.Encode()
}

// Job returns a job of a payload that has the format and the encoding.
func (e Encoding) Job(payload *schema.Payload, as string) render.Job {
	return render.Job{
		Payload: payload, As: as, Matte: e.Matte,
		Still: render.Still{Crop: true, Quality: e.Quality}, Video: render.Video{Quality: e.Quality, FPS: e.FPS},
	}
}

package server

import (
	"cmp"
	"fmt"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"mockup/internal/api/encoding"
	"mockup/internal/api/wire"
	"mockup/internal/render/format"
	"mockup/internal/schema"
	"mockup/internal/wording"
)

// formatOf returns the name of the format that the header Accept wants most, of those that a payload's kind has. It is empty for the
// usual format, which a payload also has if the header names no type of pictures or videos. The answer is JSON in any case.
func formatOf(h http.Header, payload *schema.Payload) (string, error) {
	video := payload.RenderKind == schema.Video
	offers := []format.Format{format.Default(video, payload.Transparent())} // first, because */* means it
	for _, f := range format.All() {
		if f.Video == video && f.MediaType != "" {
			offers = append(offers, f)
		}
	}
	named := false
	for _, wanted := range accepted(h) {
		switch i := slices.IndexFunc(offers, func(f format.Format) bool { return wanted.matches(f.MediaType) }); {
		case i == 0:
			return "", nil
		case i > 0:
			return offers[i].Name, nil
		}
		named = named || wanted.isFile()
	}
	if named {
		return "", notAcceptable(payload.RenderKind, h, offers[1:])
	}
	return "", nil
}

// encodingOf reads how the query wants the file encoded. What its format does not have is refused.
func encodingOf(r *http.Request, payload *schema.Payload, as string) (encoding.Encoding, error) {
	query, err := queryOf(r)
	if err != nil {
		return encoding.Encoding{}, err
	}
	encoded, err := encoding.Parse(query)
	if err == nil && encoded.FPS != 0 && payload.RenderKind == schema.Image {
		err = fmt.Errorf("the parameter %s is for videos, and the payload's renderKind is image", wire.FPSParam)
	}
	if err == nil {
		err = encoded.Job(payload, as).CheckFormat()
	}
	if err != nil {
		return encoding.Encoding{}, invalid("%v", err)
	}
	return encoded, nil
}

// queryOf returns the parameters of a request. A query that is not written correctly is refused: parts of it would be left out silently.
func queryOf(r *http.Request) (url.Values, error) {
	query, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return nil, invalid("the query is %s: %v; write it like ?quality=high&fps=60, with other characters than letters and digits as %%23",
			wording.Quote(r.URL.RawQuery), err)
	}
	return query, nil
}

// notAcceptable answers that a payload cannot become what the header Accept names.
func notAcceptable(kind schema.Kind, h http.Header, offers []format.Format) *problem {
	var types []string
	for _, offer := range offers {
		types = append(types, offer.MediaType)
	}
	return &problem{status: http.StatusNotAcceptable, code: wire.NotAcceptable,
		message: fmt.Sprintf("the header Accept is %s, and the payload's renderKind is %s; allowed are %s, or application/json alone for the usual format",
			wording.Quote(strings.Join(h.Values("Accept"), ", ")), kind, wording.List(types))}
}

// mediaRange is an element of the header Accept, such as image/webp or video/*.
type mediaRange struct {
	name    string
	quality float64 // from 0 to 1
}

// accepted returns what the header Accept names, the most wanted first. Of equals those without * come first. What cannot be read
// is left out, because clients of version 1 may send anything.
func accepted(h http.Header) []mediaRange {
	var all []mediaRange
	for element := range strings.SplitSeq(strings.Join(h.Values("Accept"), ","), ",") {
		name, params, err := mime.ParseMediaType(element)
		if err != nil {
			continue
		}
		wanted := mediaRange{name, 1}
		if q, ok := params["q"]; ok {
			wanted.quality, err = strconv.ParseFloat(q, 64)
		}
		if err == nil && wanted.quality > 0 {
			all = append(all, wanted)
		}
	}
	slices.SortStableFunc(all, func(a, b mediaRange) int {
		return cmp.Or(cmp.Compare(b.quality, a.quality), cmp.Compare(strings.Count(a.name, "*"), strings.Count(b.name, "*")))
	})
	return all
}

// matches reports whether a media type is in the range.
func (m mediaRange) matches(mediaType string) bool {
	family, isFamily := strings.CutSuffix(m.name, "/*")
	return m.name == mediaType || m.name == "*/*" || isFamily && strings.HasPrefix(mediaType, family+"/")
}

// isFile reports whether the range is one of pictures or videos.
func (m mediaRange) isFile() bool {
	return strings.HasPrefix(m.name, "image/") || strings.HasPrefix(m.name, "video/")
}

package server

import (
	"bytes"
	"image"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"
	"mime"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/image/webp"

	"mockup/internal/api/encoding"
	"mockup/internal/api/wire"
	"mockup/internal/longtest"
	"mockup/internal/render/encode"
	"mockup/internal/schema"
)

// What the header Accept wants most is chosen, and what has nothing to do with pictures and videos is not heeded.
func TestAcceptedFormat(t *testing.T) {
	t.Parallel()
	still, film := &schema.Payload{RenderKind: schema.Image}, &schema.Payload{RenderKind: schema.Video}
	const refused = "406"
	for _, c := range []struct{ accept, still, film string }{
		{"", "", ""},
		{"*/*", "", ""},
		{"application/json", "", ""},
		{"application/json, text/plain, */*", "", ""},
		{"text/html", "", ""},
		{"text/html;q=1, */*;q=0.1", "", ""},
		{"; image/webp", "", ""},
		{"image/webp;q=high", "", ""},
		{"image/png", "", refused},
		{"video/mp4", refused, ""},
		{"image/*", "", "gif"},
		{"video/*", refused, ""},
		{"image/webp", "webp", "webp"},
		{"IMAGE/WEBP", "webp", "webp"},
		{"image/jpeg", "jpeg", refused},
		{"video/quicktime", refused, "mov"},
		{"image/apng, application/json", refused, "apng"},
		{"image/avif;q=0.5, image/webp;q=0.9", "webp", "webp"},
		{"image/avif, image/gif", "avif", "gif"},
		{"*/*, image/avif", "avif", ""},
		{"image/bmp", refused, refused},
		{"image/bmp, application/json", refused, refused},
		{"image/bmp, */*;q=0.1", "", ""},
		{"image/bmp, image/webp;q=0", refused, refused},
		{"image/webp;q=0, video/webm;q=0", "", ""},
	} {
		for payload, want := range map[*schema.Payload]string{still: c.still, film: c.film} {
			got, err := formatOf(http.Header{"Accept": {c.accept}}, payload)
			if err != nil {
				got = refused
			}
			if got != want {
				t.Errorf("%q for a %s: %q, want %q", c.accept, payload.RenderKind, got, want)
			}
		}
	}
	if got, err := formatOf(http.Header{"Accept": {"image/bmp", "image/avif"}}, still); got != "avif" || err != nil {
		t.Errorf("of two headers: %q, %v", got, err)
	}
}

// fileOf downloads the file of a completed job, and checks that its type and its name are those of the format.
func fileOf(t *testing.T, s *service, job wire.Job, name, mediaType, ending string) []byte {
	t.Helper()
	file := s.do(s.request(http.MethodGet, job.DownloadURL, nil, "Authorization: "))
	file.want(t, http.StatusOK, "")
	_, params, err := mime.ParseMediaType(file.header.Get("Content-Disposition"))
	check(t, err)
	if job.Status != wire.Completed || job.Format != name || file.header.Get("Content-Type") != mediaType || params["filename"] != job.ID+ending {
		t.Errorf("%s: %+v, type %s, file %s", name, job, file.header.Get("Content-Type"), params["filename"])
	}
	if sum(string(file.body)) != job.SHA256 || int64(len(file.body)) != job.SizeBytes {
		t.Errorf("%s: the file is another one than the job says", name)
	}
	stored, err := filepath.Glob(filepath.Join(s.folder, job.ID+"-*"+ending))
	if check(t, err); len(stored) != 1 {
		t.Errorf("%s: stored as %v", name, stored)
	}
	return file.body
}

// A picture becomes a file of the format that the request asks for, and its record says so later.
func TestPictureFormats(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	for _, c := range []struct {
		name, mediaType, ending string
		decode                  func(io.Reader) (image.Image, error)
	}{
		{"png", "image/png", ".png", png.Decode},
		{"jpeg", "image/jpeg", ".jpg", jpeg.Decode},
		{"webp", "image/webp", ".webp", webp.Decode},
		{"avif", "image/avif", ".avif", decodeAVIF},
	} {
		got := s.post(picture("02"), "Accept: "+c.mediaType)
		got.want(t, http.StatusOK, "")
		job := s.get(wire.ExportsPath + got.job(t).ID).job(t)
		drawn, err := c.decode(bytes.NewReader(fileOf(t, s, job, c.name, c.mediaType, c.ending)))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if size := drawn.Bounds().Size(); size.X != job.Width || size.Y != job.Height {
			t.Errorf("%s: %v, want %d x %d", c.name, size, job.Width, job.Height)
		}
	}
}

func decodeAVIF(file io.Reader) (image.Image, error) {
	cmd := exec.Command("ffmpeg", "-v", "error", "-i", "-", "-f", "image2pipe", "-c:v", "png", "-")
	cmd.Stdin = file
	data, err := cmd.Output()
	if err != nil {
		return nil, err
	}
	return png.Decode(bytes.NewReader(data))
}

// A video becomes a file of the format that the request asks for, which a worker learns from the record.
func TestVideoFormats(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	opaque := strings.Replace(video(""), `"renderKind"`, `"canvas":{"size":"100x200"},"video":{"length":1},"renderKind"`, 1)
	clear := strings.Replace(opaque, `"props":{`, `"props":{"transparentBackground":true,`, 1)
	type wanted struct{ payload, name, mediaType, ending, codec string }
	jobs := map[string]wanted{}
	for _, c := range longtest.Sample(t, 2, []wanted{
		{clear, "mp4", "video/mp4", ".mp4", "h264"},
		{opaque, "webm", "video/webm", ".webm", "vp9"},
		{opaque, "gif", "image/gif", ".gif", "gif"},
		{opaque, "apng", "image/apng", ".apng", "apng"},
		{opaque, "mov", "video/quicktime", ".mov", "prores"},
		{opaque, "webp", "image/webp", ".webp", ""},
	}, func(c wanted) string { return c.payload }) {
		got := s.post(c.payload, "Accept: "+c.mediaType)
		got.want(t, http.StatusAccepted, "")
		if fields := got.fields(t); fields != "id renderKind status statusUrl" {
			t.Errorf("%s: fields %s", c.name, fields)
		}
		jobs[got.job(t).ID] = c
	}
	s.work()
	for id, c := range jobs {
		job := s.finished(id).job(t)
		file := fileOf(t, s, job, c.name, c.mediaType, c.ending)
		if c.name == "webp" { // ffmpeg cannot decode it
			if frames := bytes.Count(file, []byte("ANMF")); !bytes.HasPrefix(file[8:], []byte("WEBPVP8X")) || frames < 2 {
				t.Errorf("webp: %d frames", frames)
			}
			continue
		}
		if frames := framesOf(t, file, c.codec); frames < 2 {
			t.Errorf("%s: %d frames", c.name, frames)
		}
		if c.name == "gif" {
			film, err := gif.DecodeAll(bytes.NewReader(file))
			if err != nil || film.Config.Width != job.Width || film.Config.Height != job.Height {
				t.Errorf("gif: %v", err)
			}
		}
		checkCues(t, s, job)
	}
}

// framesOf decodes a video, checks its codec, and counts its frames.
func framesOf(t *testing.T, file []byte, codec string) int {
	t.Helper()
	path := filepath.Join(t.TempDir(), "video")
	check(t, os.WriteFile(path, file, 0o644))
	out, err := exec.Command("ffprobe", "-v", "error", "-select_streams", "v", "-show_entries", "frame=pict_type:stream=codec_name", "-of", "csv", path).CombinedOutput()
	check(t, err)
	if !strings.Contains(string(out), "stream,"+codec+"\n") {
		t.Errorf("%s: %.200s", codec, out)
	}
	return strings.Count(string(out), "frame,")
}

// A type that no file of the payload can have is refused before anything is recorded, and the answer says what is allowed.
func TestNotAcceptable(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	for _, c := range []struct{ payload, accept, allowed string }{
		{picture("02"), "image/bmp", "image/png, image/jpeg, image/webp, image/avif, or"},
		{picture("02"), "video/mp4", "renderKind is image; allowed are image/png"},
		{video(""), "image/avif", "video/mp4, video/webm, image/gif, image/webp, image/apng, video/quicktime, or"},
	} {
		got := s.post(c.payload, "Accept: "+c.accept)
		got.want(t, http.StatusNotAcceptable, wire.NotAcceptable)
		if message := got.problem(t).Message; !strings.Contains(message, c.allowed) || !strings.Contains(message, `"`+c.accept+`"`) {
			t.Errorf("%s: %s", c.accept, message)
		}
	}
	usage, err := s.store.Usage(t.Context(), time.Now())
	check(t, err)
	if len(usage) != 0 {
		t.Errorf("counted: %+v", usage)
	}
}

// A repeated request is one that asks for the same format. The usual one need not be named.
func TestRepetitionWithFormat(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	for _, c := range []struct{ name, payload, usual string }{{"picture", picture("02"), "image/png"}, {"video", video(""), "video/mp4"}} {
		key, usualKey := wire.IdempotencyKey+": "+c.name, wire.IdempotencyKey+": usual-"+c.name
		first, usual := s.post(c.payload, key, "Accept: image/webp").job(t), s.post(c.payload, usualKey).job(t)
		if again := s.post(c.payload, key, "Accept: image/webp, */*;q=0.5").job(t); again.ID != first.ID {
			t.Errorf("%s: drawn again", c.name)
		}
		if again := s.post(c.payload, usualKey, "Accept: "+c.usual).job(t); again.ID != usual.ID {
			t.Errorf("%s: the usual format is drawn again", c.name)
		}
		s.post(c.payload, key).want(t, http.StatusUnprocessableEntity, wire.IdempotencyMismatch)
		s.post(c.payload, usualKey, "Accept: image/webp").want(t, http.StatusUnprocessableEntity, wire.IdempotencyMismatch)
	}
}

// The queue expects more work of a video whose format takes longer.
func TestCostOfFormats(t *testing.T) {
	t.Parallel()
	body := []byte(video(""))
	payload, found := schema.Decode(body, schema.Options{})
	check(t, found.Err())
	cost := func(as string, encoded encoding.Encoding) float64 {
		return videoCost(body, decoded{payload: payload, as: as, encoded: encoded})
	}
	var usual encoding.Encoding
	high := encoding.Encoding{Quality: encode.High}
	if mp4 := cost("", usual); cost("mov", usual) < 20*mp4 || cost("gif", usual) <= cost("webm", usual) || cost("mp4", usual) != mp4 {
		t.Errorf("mov %g, gif %g, webm %g, usual %g", cost("mov", usual), cost("gif", usual), cost("webm", usual), mp4)
	}
	if cost("mp4", high) < 4*cost("mp4", usual) || cost("webm", high) < 4*cost("webm", usual) {
		t.Errorf("of high quality: mp4 %g, webm %g", cost("mp4", high), cost("webm", high))
	}
	for as, rate := range map[string]int{"gif": 25, "mp4": 30} { // the usual rate costs the same if it is named
		if named := cost(as, encoding.Encoding{FPS: rate}); named != cost(as, usual) {
			t.Errorf("%s at %d frames per second: %g, want %g", as, rate, named, cost(as, usual))
		}
	}
}

// The query of a request says how its file is encoded. A worker learns it from the record, and a repetition asks for the same.
func TestEncoding(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	post := func(query, payload string, headers ...string) answered {
		return s.do(s.request(http.MethodPost, wire.RenderPath+query, strings.NewReader(payload), headers...))
	}
	size := func(query string) int64 {
		got := post(query, picture("02"), "Accept: image/jpeg")
		got.want(t, http.StatusOK, "")
		return got.job(t).SizeBytes
	}
	if rough, usual, fine := size("?quality=20"), size(""), size("?quality=high"); rough >= usual || usual >= fine {
		t.Errorf("a JPEG has %d bytes with the quality 20, %d as usual, and %d with the quality high", rough, usual, fine)
	}
	film := strings.Replace(video(""), `"renderKind"`, `"video":{"length":1},"renderKind"`, 1)
	key := wire.IdempotencyKey + ": film"
	first := post("?fps=50&quality=draft", film, key)
	first.want(t, http.StatusAccepted, "")
	if again := post("?quality=draft&fps=50", film, key).job(t); again.ID != first.job(t).ID {
		t.Error("the same request is drawn again")
	}
	post("?fps=25", film, key).want(t, http.StatusUnprocessableEntity, wire.IdempotencyMismatch)
	s.work()
	job := s.finished(first.job(t).ID).job(t)
	if frames := framesOf(t, fileOf(t, s, job, "mp4", "video/mp4", ".mp4"), "h264"); frames != 50 {
		t.Errorf("%d frames in a second, want 50", frames)
	}
}

// Parameters that version 1 does not have are not heeded, as those that a client adds for its own statistics.
func TestOtherParameters(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	for _, query := range []string{"?", "?trace=1&trace=2", "?ts=5&format=png&v=", "?&&"} {
		s.do(s.request(http.MethodPost, wire.RenderPath+query, strings.NewReader(picture("02")))).want(t, http.StatusOK, "")
	}
}

// Forms and workflow tools send empty values for fields that are not filled in: they say nothing.
func TestEmptyParametersSayNothing(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	got := s.do(s.request(http.MethodPost, wire.RenderPath+"?quality=&fps=&matte=", strings.NewReader(picture("02")), "Webhook-Url: ", "Idempotency-Key: ", "X-Request-Id: "))
	got.want(t, http.StatusOK, "")
	s.get(wire.ExportsPath+got.job(t).ID+"/download", "Range: ", "If-Range: ").want(t, http.StatusOK, "")
}

// What a file cannot have is refused before anything is recorded.
func TestEncodingRefused(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	for _, c := range []struct{ query, payload, accept, want string }{
		{"?quality=best", picture("02"), "image/jpeg", `the parameter quality is "best"; allowed are draft, standard, high`},
		{"?quality=50", picture("02"), "", "png has only one"},
		{"?fps=60", picture("02"), "", "the parameter fps is for videos, and the payload's renderKind is image"},
		{"?fps=x", video(""), "", `the parameter fps is "x"; write a whole number above 0`},
		{"?fps=10", video(""), "", "mp4 has no 10 frames per second; allowed: 24, 25, 30, 50, 60"},
		{"?fps=30", video(""), "image/gif", "gif has no 30 frames per second; allowed: 10, 20, 25, 50"},
		{"?fps=60;quality=high", video(""), "", `the query is "fps=60;quality=high": invalid semicolon separator in query; write it like ?quality=high&fps=60`},
		{"?fps=60&matte=%2", video(""), "", `the query is "fps=60&matte=%2"`},
		{"?fps=60&fps=25", video(""), "", "the parameter fps is there 2 times; write it once"},
		{"?fps=25&fps=25", video(""), "", "the parameter fps is there 2 times"},
		{"?Quality=high", video(""), "", `there is no parameter "Quality"; write quality, or leave it out`},
		{"?qualty=high", video(""), "", `there is no parameter "qualty"; write quality`},
		{"?matte=%23fff8", picture("02"), "image/jpeg", "write a colour that is not transparent"},
		{"?matte=red", picture("02"), "", "a matte has no effect on png"},
	} {
		got := s.do(s.request(http.MethodPost, wire.RenderPath+c.query, strings.NewReader(c.payload), "Accept: "+c.accept))
		got.want(t, http.StatusBadRequest, wire.ValidationFailed)
		if message := got.problem(t).Message; !strings.Contains(message, c.want) {
			t.Errorf("%s: %s", c.query, message)
		}
	}
	usage, err := s.store.Usage(t.Context(), time.Now())
	check(t, err)
	if len(usage) != 0 {
		t.Errorf("counted: %+v", usage)
	}
}

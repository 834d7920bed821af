package studio

import (
	"bytes"
	"crypto/rand"
	"embed"
	"errors"
	"fmt"
	"net/http"
	"path"
	"strings"

	"github.com/klauspost/compress/gzhttp"
	"github.com/klauspost/compress/gzip"

	"mockup/templates"
)

// page holds what scripts/setup bundles of the sources in the folder studio: index.html, studio.js and studio.css.
//
//go:embed all:page
var page embed.FS

// errNoPage says that the program was built without the page.
var errNoPage = errors.New("this program was built without the studio's page; build it with scripts/setup")

// Check reports whether the program contains the page.
func Check() error {
	if _, err := page.ReadFile("page/index.html"); err != nil {
		return errNoPage
	}
	return nil
}

// compressed compresses the text of answers: the page may be at the other end of a slow line. Pictures and sound are compressed
// already, and streams must not wait.
func compressed(h http.Handler) (http.Handler, error) {
	wrap, err := gzhttp.NewWrapper(gzhttp.EnableZstd(false), gzhttp.CompressionLevel(gzip.BestCompression), gzhttp.ContentTypes([]string{
		"text/html", "text/javascript", "text/css", "image/svg+xml", "application/json", "application/schema+json", "application/yaml",
	}))
	if err != nil {
		return nil, fmt.Errorf("prepare compression: %w", err)
	}
	return wrap(h), nil
}

func (s *Studio) routes() (http.Handler, error) {
	mux := http.NewServeMux()
	for pattern, serve := range map[string]handler{
		"GET /{$}":                     s.getPage,
		"GET /{file}":                  getPart,
		"GET /fonts/{file}":            getFont,
		"GET /api/start":               s.getStart,
		"GET /api/schema/{type}":       getSchema,
		"GET /api/files":               s.getFiles,
		"GET /api/file":                s.getFile,
		"PUT /api/file":                s.putFile,
		"GET /api/image":               s.getImage,
		"POST /api/image":              s.postImage,
		"POST /api/preview":            s.postPreview,
		"GET /api/playback/{id}/{n}":   s.getFrame,
		"GET /api/playback/{id}/sound": s.getSound,
		"POST /api/export":             s.postExport,
		"GET /api/export/{id}":         s.getExport,
		"GET /api/sample":              getSample,
		"GET /api/thumbnail/sample":    s.getSampleThumbnail,
		"GET /api/thumbnail/file":      s.getFileThumbnail,
		"GET /api/events":              s.getEvents,
	} {
		mux.Handle(pattern, s.handle(serve))
	}
	return compressed(mux)
}

// getPage answers the page. Its script and style sheet come from this server alone; the nonce lets the editor add style
// sheets of its own.
func (s *Studio) getPage(w http.ResponseWriter, _ *http.Request) error {
	html, err := page.ReadFile("page/index.html")
	if err != nil {
		return errNoPage
	}
	nonce := rand.Text()
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", strings.Join([]string{
		"default-src 'none'", "script-src 'self'", "style-src 'self' 'nonce-" + nonce + "'", "connect-src 'self'", "font-src 'self'",
		"img-src 'self' blob: data:", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
	}, "; "))
	_, err = w.Write(bytes.ReplaceAll(html, []byte("{{nonce}}"), []byte(nonce)))
	return err
}

// getPart answers the script and the style sheet.
func getPart(w http.ResponseWriter, r *http.Request) error {
	name := r.PathValue("file")
	data, err := page.ReadFile("page/" + name)
	types := map[string]string{".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".svg": "image/svg+xml"}
	mime := types[path.Ext(name)]
	if err != nil || mime == "" {
		return &refusal{http.StatusNotFound, "there is no such file"}
	}
	w.Header().Set("Content-Type", mime)
	_, err = w.Write(data)
	return err
}

// getFont answers a font of the templates, in which the page is set.
func getFont(w http.ResponseWriter, r *http.Request) error {
	data, mime, ok := templates.Resource("/fonts/" + r.PathValue("file"))
	if !ok {
		return &refusal{http.StatusNotFound, "there is no such font"}
	}
	w.Header().Set("Content-Type", mime)
	w.Header().Set("Cache-Control", "private, max-age=86400")
	_, err := w.Write(data)
	return err
}

package main

import (
	"fmt"
	"image"
	"image/gif"
	"image/png"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync/atomic"

	"github.com/rogpeppe/go-internal/testscript"

	"mockup/internal/api/wire"
)

// startService is "service": a render service begins to listen, and MOCKUP_SERVER and MOCKUP_API_KEY lead to it. The name
// of a person in a payload decides what becomes of it. The last payload is kept as last.json, its query as last.json.query, and the file polled is made when the
// state of a job that never ends is asked for, and there are images to send.
func startService(ts *testscript.TestScript, _ bool, _ []string) {
	writeImages(ts)
	s := &service{last: ts.MkAbs("last.json"), polled: ts.MkAbs("polled")}
	mux := http.NewServeMux()
	mux.HandleFunc("POST "+wire.RenderPath, s.submit)
	mux.HandleFunc("GET "+wire.ExportsPath+"{id}", s.status)
	mux.HandleFunc("GET /file/{id}", func(w http.ResponseWriter, r *http.Request) {
		io.WriteString(w, "file of "+r.PathValue("id"))
	})
	mux.HandleFunc("GET /openapi.json", func(w http.ResponseWriter, r *http.Request) {
		http.ServeFile(w, r, ts.MkAbs("openapi.json")) // a service need not have one
	})
	server := httptest.NewServer(mux)
	ts.Defer(func() {
		server.CloseClientConnections()
		server.Close()
	})
	s.url = server.URL
	ts.Setenv("MOCKUP_SERVER", server.URL)
	ts.Setenv("MOCKUP_API_KEY", "mk_live_test")
}

// service is a scripted one.
type service struct {
	last, polled, url string
	busy              atomic.Bool
}

func (s *service) submit(w http.ResponseWriter, r *http.Request) {
	data, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	body := string(data)
	_ = os.WriteFile(s.last, data, 0o644)
	_ = os.WriteFile(s.last+".query", []byte(r.URL.RawQuery), 0o644)
	has := func(name string) bool { return strings.Contains(body, `"name":"`+name+`"`) }
	switch {
	case r.Header.Get("Authorization") != "Bearer mk_live_test":
		refuse(w, 401, wire.InvalidCredentials, "this key is unknown: "+r.Header.Get("Authorization"), "")
	case has("refused"):
		refuse(w, 400, wire.ValidationFailed, "the payload is not valid",
			`,"details":[{"path":"props.receivers.0.name","pointer":"/props/receivers/0/name","code":"taste","message":"not this name"}]`)
	case has("busy") && s.busy.CompareAndSwap(false, true):
		w.Header().Set("Retry-After", "1")
		refuse(w, 429, wire.RateLimited, "60 requests a minute are the limit", "")
	case strings.Contains(body, `"renderKind":"video"`):
		id := "quick"
		switch {
		case r.Header.Get("Accept") == "image/gif, application/json":
			id = "moving"
		case has("never"):
			id = "never"
		case has("broken"):
			id = "broken"
		}
		w.WriteHeader(http.StatusAccepted)
		fmt.Fprintf(w, `{"id":%q,"status":"rendering","renderKind":"video"}`, id)
	case r.Header.Get("Accept") == "image/webp, application/json":
		s.completed(w, "picture", "image", "webp")
	case has("noted"): // of these warnings the second is found here, too
		s.completed(w, "picture", "image", "png",
			`,{"code":"ignored","message":"a chat looks the same on Mondays"}`,
			`,{"code":"ignored","message":"props.bubbleColor: has no effect on whatsapp; only imessage has it"}`)
	default:
		s.completed(w, "picture", "image", "png")
	}
}

func (s *service) status(w http.ResponseWriter, r *http.Request) {
	switch id := r.PathValue("id"); {
	case id == "quick":
		s.completed(w, id, "video", "mp4")
	case id == "moving":
		s.completed(w, id, "video", "gif")
	case id == "broken":
		io.WriteString(w, `{"id":"broken","status":"failed","renderKind":"video","error":"no more room"}`)
	case id == "never":
		_ = os.WriteFile(s.polled, nil, 0o644)
		io.WriteString(w, `{"id":"never","status":"rendering","renderKind":"video","progress":0.254}`)
	default:
		refuse(w, 404, wire.NotFound, "there is no such job", "")
	}
}

func (s *service) completed(w io.Writer, id, kind, format string, warnings ...string) {
	fmt.Fprintf(w, `{"id":%q,"status":"completed","renderKind":%q,"format":%q,"downloadUrl":"%s/file/%s","future":true,"warnings":[{"code":"content_clipped","message":"it is long"}%s]}`,
		id, kind, format, s.url, id, strings.Join(warnings, ""))
}

func refuse(w http.ResponseWriter, status int, code wire.Code, message, details string) {
	w.WriteHeader(status)
	fmt.Fprintf(w, `{"error":{"code":%q,"message":%q%s}}`, code, message, details)
}

// writeImages makes files for payloads to name: a small photo.gif, and large.png, which no service takes.
func writeImages(ts *testscript.TestScript) {
	small, err := os.Create(ts.MkAbs("photo.gif"))
	ts.Check(err)
	defer small.Close()
	ts.Check(gif.Encode(small, image.NewGray(image.Rect(0, 0, 2, 2)), nil))
	large, err := os.Create(ts.MkAbs("large.png"))
	ts.Check(err)
	defer large.Close()
	ts.Check((&png.Encoder{CompressionLevel: png.NoCompression}).Encode(large, image.NewGray(image.Rect(0, 0, 3000, 3000))))
}

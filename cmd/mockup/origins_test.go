package main

import (
	"net/http"
	"testing"
)

// Origins may be written as people copy them; browsers send one form only, and the service compares with that.
func TestOriginsAsBrowsersSendThem(t *testing.T) {
	t.Parallel()
	f := newSite(t)
	p := f.start(t, "serve", "--addr", "127.0.0.1:0", "--cors-origin", "https://A.example.com/,HTTPS://b.example.com:443,http://c.example.com:80,http://d.example.com:443")
	f.serves = []*process{p}
	for _, origin := range []string{"https://a.example.com", "https://b.example.com", "http://c.example.com", "http://d.example.com:443"} {
		req := f.request(t, 0, http.MethodGet, "/healthz", "", "")
		req.Header.Set("Origin", origin)
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if got := resp.Header.Get("Access-Control-Allow-Origin"); got != origin {
			t.Errorf("%s: the allowed origin is %q", origin, got)
		}
	}
}

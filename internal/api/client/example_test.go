package client_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"

	"mockup/internal/api/client"
	"mockup/internal/api/wire"
	"mockup/internal/output"
	"mockup/internal/schema"
)

// localService answers as a render service does that draws every picture at once.
func localService() *httptest.Server {
	mux := http.NewServeMux()
	mux.HandleFunc("POST "+wire.RenderPath, func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer mk_live_example" {
			w.WriteHeader(http.StatusUnauthorized)
			fmt.Fprint(w, `{"error":{"code":"invalid_credentials","message":"the API key is unknown or revoked"}}`)
			return
		}
		fmt.Fprint(w, `{"id":"render_1","status":"completed","renderKind":"image","format":"png","downloadUrl":"/file","sizeBytes":9}`)
	})
	mux.HandleFunc("GET "+wire.ExportsPath+"render_1", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, `{"id":"render_1","status":"completed","renderKind":"image","format":"png","downloadUrl":"/file","sizeBytes":9}`)
	})
	mux.HandleFunc("GET /file", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "a picture") })
	return httptest.NewServer(mux)
}

// payload is a small payload.
const payload = `{"mockupType": "dashboard-chart", "renderKind": "image", "resolutionScale": "1x", "rendererVersion": "mockup-chromium-v1", "props": {"points": [3, 5, 8]}}`

// Submit waits until a payload is rendered; Download stores the file.
func Example() {
	service := localService()
	defer service.Close()
	c, err := client.New(client.Options{Server: service.URL, Key: "mk_live_example"})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer c.Close()
	ctx := context.Background()
	job, err := c.Submit(ctx, client.Request{Body: []byte(payload)})
	if err != nil {
		fmt.Println(err)
		return
	}
	folder, err := os.MkdirTemp("", "mockup-example-*")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(folder)
	out, err := output.New(filepath.Join(folder, "chart.png"))
	if err != nil {
		fmt.Println(err)
		return
	}
	file, err := c.Download(ctx, job, out)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(job.Status, filepath.Base(file.Path))
	// Output: completed chart.png
}

// An *Error has the HTTP status, the code of the interface and what to do.
func ExampleClient_Submit_refused() {
	service := localService()
	defer service.Close()
	c, err := client.New(client.Options{Server: service.URL, Key: "mk_live_wrong"})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer c.Close()
	_, err = c.Submit(context.Background(), client.Request{Body: []byte(payload)})
	var refused *client.Error
	if errors.As(err, &refused) {
		fmt.Println(refused.Status, refused.Code)
	}
	// Output: 401 invalid_credentials
}

// Status requests a job by its id, such as one that Submit has returned without waiting.
func ExampleClient_Status() {
	service := localService()
	defer service.Close()
	c, err := client.New(client.Options{Server: service.URL, Key: "mk_live_example"})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer c.Close()
	job, err := c.Status(context.Background(), "render_1")
	fmt.Println(job.Status, job.SizeBytes, err)
	// Output: completed 9 <nil>
}

// Body turns a payload with image files into a request.
func ExampleBody() {
	doc, found := schema.Read([]byte(payload), schema.Options{AllowPaths: true})
	if doc == nil {
		fmt.Println(found)
		return
	}
	body, err := client.Body(context.Background(), doc, ".")
	fmt.Println(len(body) > 0, err)
	// Output: true <nil>
}

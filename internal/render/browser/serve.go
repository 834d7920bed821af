package browser

import (
	"strconv"
	"strings"

	"github.com/go-rod/rod/lib/proto"
)

// Origin is the address of the page. No name resolves, so nothing real answers there.
const Origin = "https://mockup.invalid"

// contentPolicy is a second protection besides the missing network: no script runs but what Go evaluates, and nothing in
// a picture's text can load anything.
const contentPolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src " + Origin + " data:; font-src " + Origin + " data:; connect-src " + Origin + "; form-action 'none'"

// writeShell returns the script that writes the document into the empty page that Chromium opens with. Loading it from
// an address takes 20 to 30 ms more.
func writeShell(shell string) string {
	head := `<!doctype html><meta charset="utf-8"><base href="` + Origin + `/">` +
		`<meta http-equiv="Content-Security-Policy" content="` + contentPolicy + `">`
	return "document.open(); document.write(" + strconv.Quote(head+shell) + "); document.close();\n"
}

// File is a resource that the page may load.
type File struct {
	Data []byte
	Type string // MIME type

	Pixels int // of an image; 0: not known
}

// answer serves one request of the page from memory, or refuses it.
func (b *Browser) answer(e *proto.FetchRequestPaused) {
	file, ok := b.lookup(e.Request.URL)
	if !ok {
		_ = proto.FetchFailRequest{RequestID: e.RequestID, ErrorReason: proto.NetworkErrorReasonBlockedByClient}.Call(b.page)
		return
	}
	_ = proto.FetchFulfillRequest{
		RequestID:    e.RequestID,
		ResponseCode: 200,
		ResponseHeaders: []*proto.FetchHeaderEntry{
			{Name: "Content-Type", Value: file.Type},
			{Name: "Access-Control-Allow-Origin", Value: "*"}, // the empty page has no origin of its own
			{Name: "Cache-Control", Value: "no-store"},
		},
		Body: b.pipe.give(file.Data),
	}.Call(b.page)
}

func (b *Browser) lookup(address string) (File, bool) {
	path, ok := cutOrigin(address)
	if !ok {
		return File{}, false
	}
	b.mu.Lock()
	file, ok := b.files[path]
	b.mu.Unlock()
	if ok {
		return file, true
	}
	return b.opts.Files(path)
}

// setFiles replaces the images of the picture being shown.
func (b *Browser) setFiles(files map[string]File) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.files = files
}

func cutOrigin(address string) (path string, ok bool) {
	path, ok = strings.CutPrefix(address, Origin)
	path, _, _ = strings.Cut(path, "?")
	return path, ok && strings.HasPrefix(path, "/")
}

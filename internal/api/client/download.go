package client

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"

	"mockup/internal/api/wire"
	"mockup/internal/output"
)

// Download gets the file of a completed job and puts it in its place, once it is whole: as long as the record says, and
// with its checksum, where the record has them. Broken transfers are resumed. On error nothing is left.
func (c *Client) Download(ctx context.Context, job wire.Job, out *output.Output) (output.File, error) {
	temp, err := out.Temp()
	if err != nil {
		return output.File{}, err
	}
	defer temp.Remove()
	file, err := os.OpenFile(temp.Path, os.O_WRONLY, 0)
	if err != nil {
		return output.File{}, err
	}
	t := &transfer{client: c, job: job, file: file, hash: sha256.New()}
	err = c.retry(ctx, t.attempt)
	if closed := file.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = t.verify()
	}
	if err != nil {
		return output.File{}, out.Naming(withID(err, job.ID), temp)
	}
	return out.Adopt(temp)
}

// transfer is a download on its way.
type transfer struct {
	client *Client
	job    wire.Job
	file   *os.File
	hash   hash.Hash
	have   int64  // bytes that have arrived
	most   int64  // bytes that had arrived in the best attempt
	mark   string // what the server calls this state of the file; "" if it cannot be resumed
}

// attempt gets what is missing, through a fresh address if that of the job is refused: it may have expired.
func (t *transfer) attempt(ctx context.Context) error {
	err := t.once(ctx)
	var refused *Error
	if !errors.As(err, &refused) {
		return err
	}
	switch refused.Status {
	case http.StatusBadRequest, http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound, http.StatusGone:
	default:
		return err
	}
	job, err := t.client.Status(ctx, t.job.ID)
	if err != nil {
		return err
	}
	if job.Status != wire.Completed {
		return &Error{Message: fmt.Sprintf("there is no file: the job is %s", job.Status)}
	}
	t.job = job
	return t.once(ctx)
}

// once asks for what is missing, and gives up when nothing moves.
func (t *transfer) once(ctx context.Context) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	idle := time.AfterFunc(t.client.opts.Idle, func() {
		cancel(fmt.Errorf("the download has stood still for %s", t.client.opts.Idle))
	})
	defer idle.Stop()
	req, err := t.request(ctx)
	if err != nil {
		return err
	}
	resp, err := t.client.files.Do(req)
	if err != nil {
		return t.client.broken(cause(ctx, err))
	}
	defer resp.Body.Close()
	if err := t.accept(resp); err != nil {
		return err
	}
	return t.copy(ctx, resp.Body, idle)
}

// request asks for the part that is missing. The key goes along only to the service itself.
func (t *transfer) request(ctx context.Context) (*http.Request, error) {
	address := t.job.DownloadURL
	if address == "" {
		address = t.client.address(wire.ExportsPath + url.PathEscape(t.job.ID) + "/download")
	}
	target, err := t.client.base.Parse(address)
	if err != nil {
		return nil, &Error{Message: "the download's address cannot be read"} // which may be secret
	}
	if err := t.client.checkFile(target); err != nil {
		return nil, t.client.broken(err)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, target.String(), nil)
	if err != nil {
		return nil, err
	}
	t.client.sign(req)
	if !t.client.sameOrigin(target) {
		req.Header.Del("Authorization")
	}
	req.Header.Set("Accept-Encoding", "identity") // sizes and ranges are those of the file
	if t.have > 0 && t.mark != "" {
		req.Header.Set("Range", fmt.Sprintf("bytes=%d-", t.have))
		req.Header.Set("If-Range", t.mark)
	}
	return req, nil
}

// accept checks that an answer continues the file, or starts it anew.
func (t *transfer) accept(resp *http.Response) error {
	switch first, ok := rangeStart(resp.Header.Get("Content-Range")); {
	case resp.StatusCode == http.StatusOK:
		t.mark = mark(resp.Header)
		return t.rewind()
	case resp.StatusCode == http.StatusPartialContent && ok && first == t.have:
		return nil
	case resp.StatusCode == http.StatusPartialContent, resp.StatusCode == http.StatusRequestedRangeNotSatisfiable:
		t.mark = "" // the next attempt starts over
		return &transient{reason: &Error{Message: "the rest of the file is not to be had"}}
	case resp.StatusCode/100 == 4 && resp.StatusCode != http.StatusTooManyRequests:
		return &Error{Status: resp.StatusCode, Message: fmt.Sprintf("the file is refused: %s", resp.Status)}
	}
	return t.client.refused(resp)
}

// rewind forgets what has arrived.
func (t *transfer) rewind() error {
	t.have = 0
	t.hash.Reset()
	if _, err := t.file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	return t.file.Truncate(0)
}

// copy writes what arrives. An end before the file's is a broken transfer.
func (t *transfer) copy(ctx context.Context, body io.Reader, idle *time.Timer) error {
	buffer := make([]byte, 64<<10)
	for {
		n, err := body.Read(buffer)
		if n > 0 {
			idle.Reset(t.client.opts.Idle)
			t.hash.Write(buffer[:n])
			t.have += int64(n)
			if _, err := t.file.Write(buffer[:n]); err != nil {
				return err
			}
		}
		short := t.have < t.job.SizeBytes
		switch {
		case t.job.SizeBytes > 0 && t.have > t.job.SizeBytes, err == io.EOF && !short:
			return nil // verify tells whether it is what it should be
		case err == io.EOF:
			err = io.ErrUnexpectedEOF
		}
		if err != nil {
			return t.interrupted(t.client.broken(cause(ctx, err)))
		}
	}
}

// interrupted notes whether a broken transfer got further than those before it.
func (t *transfer) interrupted(err error) error {
	var passing *transient
	if errors.As(err, &passing) {
		passing.reason.Message = fmt.Sprintf("the download broke off after %d bytes: %v", t.have, passing.reason.Err)
		passing.moved = t.have > t.most
	}
	t.most = max(t.most, t.have)
	return err
}

// verify compares the file with what the record says of it.
func (t *transfer) verify() error {
	if want := t.job.SizeBytes; want > 0 && t.have != want {
		return &Error{Message: fmt.Sprintf("the file that arrived is not the one that was rendered: it has more than %d bytes; download it again", want)}
	}
	sum := hex.EncodeToString(t.hash.Sum(nil))
	if want := t.job.SHA256; want != "" && !strings.EqualFold(sum, want) {
		return &Error{Message: fmt.Sprintf("the file that arrived is not the one that was rendered: its SHA-256 is %s, not %s; download it again", sum, want)}
	}
	if t.have == 0 {
		return &Error{Message: "the file that arrived is empty; submit it again"}
	}
	return nil
}

// mark is what If-Range takes: a strong tag, or else the date of the last change.
func mark(h http.Header) string {
	if tag := h.Get("ETag"); strings.HasPrefix(tag, `"`) {
		return tag
	}
	return h.Get("Last-Modified")
}

// rangeStart reads the first byte's place of a Content-Range.
func rangeStart(text string) (int64, bool) {
	text, ok := strings.CutPrefix(text, "bytes ")
	first, _, dash := strings.Cut(text, "-")
	start, err := strconv.ParseInt(first, 10, 64)
	return start, ok && dash && err == nil
}

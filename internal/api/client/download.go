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

// Download downloads the file of a completed job to out. The file appears there only when it is complete, with the size
// and the checksum that the record states, if it does. Interrupted downloads are resumed. On error nothing is left at
// out.
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
	ctx, cancel := context.WithTimeoutCause(ctx, c.opts.DownloadTimeout, &Error{Message: fmt.Sprintf("not downloaded within %s", c.opts.DownloadTimeout)})
	defer cancel()
	t := &transfer{client: c, job: job, file: file, hash: sha256.New()}
	err = c.retry(ctx, t.attempt)
	if closed := file.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = t.verify()
	}
	if err != nil {
		return output.File{}, out.TargetInError(withID(err, job.ID), temp)
	}
	return out.Commit(temp)
}

// transfer is a download in progress.
type transfer struct {
	client    *Client
	job       wire.Job
	file      *os.File
	hash      hash.Hash
	received  int64  // bytes so far
	best      int64  // the most bytes that any attempt has reached
	validator string // for If-Range: identifies the version of the file; "" if the download cannot be resumed
}

// attempt downloads what is missing. If the job's address is refused, it may have expired, so attempt requests a fresh
// one and tries once more.
func (t *transfer) attempt(ctx context.Context) error {
	err := t.fetch(ctx)
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
		return &Error{Message: fmt.Sprintf("there is no file: the status of the job is %s", job.Status)}
	}
	t.job = job
	return t.fetch(ctx)
}

// fetch requests what is missing and writes it to the file. It fails when nothing arrives for IdleTimeout.
func (t *transfer) fetch(ctx context.Context) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	idle := time.AfterFunc(t.client.opts.IdleTimeout, func() {
		cancel(fmt.Errorf("nothing has arrived for %s", t.client.opts.IdleTimeout))
	})
	defer idle.Stop()
	req, err := t.request(ctx)
	if err != nil {
		return err
	}
	resp, err := t.client.files.Do(req)
	if err != nil {
		return t.client.connectionError(cause(ctx, err))
	}
	defer resp.Body.Close()
	if err := t.accept(resp); err != nil {
		return err
	}
	return t.copy(ctx, resp.Body, idle)
}

// request returns the request for the missing part. It has the key only if it goes to the service itself.
func (t *transfer) request(ctx context.Context) (*http.Request, error) {
	address := t.job.DownloadURL
	if address == "" {
		address = t.client.address(wire.ExportsPath + url.PathEscape(t.job.ID) + "/download")
	}
	target, err := t.client.base.Parse(address)
	if err != nil {
		return nil, &Error{Message: "the download's address is not a valid URL"} // err would quote it, and it may be secret
	}
	if err := t.client.checkFileAddress(target); err != nil {
		return nil, t.client.connectionError(err)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, target.String(), nil)
	if err != nil {
		return nil, err
	}
	t.client.sign(req)
	if !t.client.sameOrigin(target) {
		req.Header.Del("Authorization")
	}
	req.Header.Set("Accept-Encoding", "identity") // so that sizes and ranges are those of the file
	if t.received > 0 && t.validator != "" {
		req.Header.Set("Range", fmt.Sprintf("bytes=%d-", t.received))
		req.Header.Set("If-Range", t.validator)
	}
	return req, nil
}

// accept checks that an answer continues the file or starts it again.
func (t *transfer) accept(resp *http.Response) error {
	switch first, ok := rangeStart(resp.Header.Get("Content-Range")); {
	case resp.StatusCode == http.StatusOK:
		t.validator = validatorOf(resp.Header)
		return t.restart()
	case resp.StatusCode == http.StatusPartialContent && ok && first == t.received:
		return nil
	case resp.StatusCode == http.StatusPartialContent, resp.StatusCode == http.StatusRequestedRangeNotSatisfiable:
		t.validator = "" // the next attempt starts from the beginning
		return &transient{reason: &Error{Message: "the service did not send the rest of the file"}}
	case resp.StatusCode/100 == 4 && resp.StatusCode != http.StatusTooManyRequests:
		return &Error{Status: resp.StatusCode, Message: fmt.Sprintf("the file is refused: %s", resp.Status)}
	}
	return t.client.answerError(resp)
}

// restart drops what has arrived so far.
func (t *transfer) restart() error {
	t.received = 0
	t.hash.Reset()
	if _, err := t.file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	return t.file.Truncate(0)
}

// copy writes what arrives. If the answer ends before the file does, the download was interrupted.
func (t *transfer) copy(ctx context.Context, body io.Reader, idle *time.Timer) error {
	if t.job.SizeBytes > t.client.opts.MaxFile {
		return t.tooLarge()
	}
	buffer := make([]byte, 64<<10)
	for {
		n, err := body.Read(buffer)
		if n > 0 {
			idle.Reset(t.client.opts.IdleTimeout)
			t.hash.Write(buffer[:n])
			t.received += int64(n)
			if _, err := t.file.Write(buffer[:n]); err != nil {
				return err
			}
		}
		short := t.received < t.job.SizeBytes
		switch {
		case t.job.SizeBytes > 0 && t.received > t.job.SizeBytes, err == io.EOF && !short:
			return nil // verify checks the result
		case t.received > t.client.opts.MaxFile:
			return t.tooLarge()
		case err == io.EOF:
			err = io.ErrUnexpectedEOF
		}
		if err != nil {
			return t.interrupted(t.client.connectionError(cause(ctx, err)))
		}
	}
}

func (t *transfer) tooLarge() *Error {
	return &Error{Message: fmt.Sprintf("the file is larger than %d bytes, the most that is downloaded", t.client.opts.MaxFile)}
}

// interrupted completes the error of an interrupted download and records whether it got further than those before it.
func (t *transfer) interrupted(err error) error {
	var passing *transient
	if errors.As(err, &passing) {
		passing.reason.Message = fmt.Sprintf("the download was interrupted after %d bytes: %v", t.received, passing.reason.Err)
		passing.progressed = t.received > t.best
	}
	t.best = max(t.best, t.received)
	return err
}

// verify compares the file with the record.
func (t *transfer) verify() error {
	if want := t.job.SizeBytes; want > 0 && t.received != want {
		return &Error{Message: fmt.Sprintf("the downloaded file is not the one that was rendered: it has more than %d bytes; download it again", want)}
	}
	sum := hex.EncodeToString(t.hash.Sum(nil))
	if want := t.job.SHA256; want != "" && !strings.EqualFold(sum, want) {
		return &Error{Message: fmt.Sprintf("the downloaded file is not the one that was rendered: its SHA-256 is %s, not %s; download it again", sum, want)}
	}
	if t.received == 0 {
		return &Error{Message: "the downloaded file is empty; submit the payload again"}
	}
	return nil
}

// validatorOf returns the value for If-Range: a strong entity tag, or otherwise the date of the last change.
func validatorOf(h http.Header) string {
	if tag := h.Get("ETag"); strings.HasPrefix(tag, `"`) {
		return tag
	}
	return h.Get("Last-Modified")
}

// rangeStart returns the position of the first byte in a Content-Range.
func rangeStart(text string) (int64, bool) {
	text, ok := strings.CutPrefix(text, "bytes ")
	first, _, dash := strings.Cut(text, "-")
	start, err := strconv.ParseInt(first, 10, 64)
	return start, ok && dash && err == nil
}

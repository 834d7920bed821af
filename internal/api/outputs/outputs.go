// Package outputs keeps the files that renders end in: in a folder, or in a bucket of an S3-compatible service.
package outputs

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net/url"
	"regexp"
	"strings"
	"time"

	"gocloud.dev/blob"
	"gocloud.dev/gcerrors"
)

// ErrNotFound says that there is no object of a key.
var ErrNotFound = errors.New("no such object")

// probe begins the key of the object that Check writes and deletes.
const probe = "mockup-check-"

// openTimeout is how long a storage has to answer.
const openTimeout = 20 * time.Second

// keyForm is what keys look like: names that are the same in every folder and bucket, and lead nowhere else.
var keyForm = regexp.MustCompile(`^[a-z0-9][a-z0-9_-]{0,127}(\.[a-z0-9]{1,8})?$`)

// Outputs is a store of objects under keys: lower-case letters, digits, _ and -, and at most one extension, as
// rnd_4hx7.png. It is safe for concurrent use, and by several processes.
type Outputs struct {
	bucket *blob.Bucket
	folder string // of objects that are files, else empty
}

// Open opens the storage of an address: s3://BUCKET?region=…, file:///FOLDER or the path of a folder, which is made if
// it is not there. The credentials of S3 come from where AWS's own tools take them, the environment first; services other
// than AWS's want &endpoint=URL. Open fails on a storage that cannot be written.
func Open(ctx context.Context, address string) (*Outputs, error) {
	ctx, cancel := context.WithTimeout(ctx, openTimeout)
	defer cancel()
	o, err := connect(ctx, address)
	if err != nil {
		return nil, err
	}
	if err := o.Check(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("open storage %s: %w", address, plainly(err)), o.Close())
	}
	return o, nil
}

func connect(ctx context.Context, address string) (*Outputs, error) {
	scheme, _, found := strings.Cut(address, "://")
	switch {
	case !found:
		return openFolder(address)
	case scheme == "file":
		u, err := url.Parse(address)
		if err != nil || u.Host != "" || u.RawQuery != "" {
			return nil, fmt.Errorf("open storage: %s is no folder; give file:///FOLDER with an absolute path and nothing else", address)
		}
		return openFolder(u.Path)
	case scheme == "s3":
		return openBucket(ctx, address)
	}
	return nil, fmt.Errorf("open storage: %s:// is none that is known; give s3://BUCKET?region=REGION or a folder", scheme)
}

// Close releases what Open took.
func (o *Outputs) Close() error { return o.bucket.Close() }

// Check writes and deletes an object, which tells whether renders can be kept. It is one of its own, as several processes
// may check at once.
func (o *Outputs) Check(ctx context.Context) error {
	key := probe + strings.ToLower(rand.Text())
	if err := o.Put(ctx, key, "text/plain", strings.NewReader("mockup")); err != nil {
		return err
	}
	return o.Delete(ctx, key)
}

// Put stores what file holds under a key, whole or not at all; an object of that key is replaced. On return it is there
// to stay.
func (o *Outputs) Put(ctx context.Context, key, contentType string, file io.Reader) error {
	if err := checkKey(key); err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel() // takes back a write that was not closed
	w, err := o.bucket.NewWriter(ctx, key, &blob.WriterOptions{ContentType: contentType})
	if err != nil {
		return fmt.Errorf("store %s: %w", key, err)
	}
	if _, err := io.Copy(w, file); err != nil {
		cancel()
		_ = w.Close() // says that it was cancelled
		return fmt.Errorf("store %s: %w", key, err)
	}
	if err := w.Close(); err != nil {
		return fmt.Errorf("store %s: %w", key, err)
	}
	return o.settle(key)
}

// Object is the content of an object, with its size in bytes. Close it.
type Object struct {
	io.ReadSeekCloser
	Size    int64
	ModTime time.Time
}

// Get opens an object. The error is ErrNotFound when there is none.
func (o *Outputs) Get(ctx context.Context, key string) (*Object, error) {
	if err := checkKey(key); err != nil {
		return nil, err
	}
	r, err := o.bucket.NewReader(ctx, key, nil)
	if gcerrors.Code(err) == gcerrors.NotFound {
		return nil, fmt.Errorf("read %s: %w", key, ErrNotFound)
	}
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", key, err)
	}
	return &Object{r, r.Size(), r.ModTime()}, nil
}

// Delete removes an object. One that is not there is no error.
func (o *Outputs) Delete(ctx context.Context, key string) error {
	if err := checkKey(key); err != nil {
		return err
	}
	if err := o.bucket.Delete(ctx, key); err != nil && gcerrors.Code(err) != gcerrors.NotFound {
		return fmt.Errorf("delete %s: %w", key, err)
	}
	return nil
}

func checkKey(key string) error {
	if keyForm.MatchString(key) {
		return nil
	}
	return fmt.Errorf("object key %q: allowed are lower-case letters, digits, _ and -, and one extension", key)
}

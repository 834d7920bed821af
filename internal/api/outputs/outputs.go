// Package outputs stores rendered files in a folder or in a bucket of an S3-compatible service.
package outputs

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"strings"
	"time"

	"gocloud.dev/blob"
	"gocloud.dev/gcerrors"

	"mockup/internal/pattern"
)

// ErrNotFound means that no object has the key.
var ErrNotFound = errors.New("no such object")

// probePrefix begins the key of the object that Check writes and deletes.
const probePrefix = "mockup-check-"

// openTimeout is how long a storage may take to answer.
const openTimeout = 20 * time.Second

// keyPattern allows keys that are valid names in every folder and bucket, and that cannot lead out of it.
var keyPattern = pattern.Lazy(`^[a-z0-9][a-z0-9_-]{0,127}(\.[a-z0-9]{1,8})?$`)

// Outputs stores objects under keys. A key consists of lower-case letters, digits, _ and -, and at most one extension,
// such as render_4hx7.png. Outputs is safe for concurrent use, and several processes may use one storage.
type Outputs struct {
	bucket *blob.Bucket
	folder string // that holds the objects as files; empty for a bucket
}

// Open opens the storage at an address: s3://BUCKET?region=…, file:///FOLDER or the path of a folder, which is created
// if it does not exist. The credentials for S3 come from where AWS's own tools look for them, the environment first;
// services other than AWS's need &endpoint=URL. Open fails if the storage cannot be written to.
func Open(ctx context.Context, address string) (*Outputs, error) {
	ctx, cancel := context.WithTimeout(ctx, openTimeout)
	defer cancel()
	o, err := connect(ctx, address)
	if err != nil {
		return nil, err
	}
	if err := o.Check(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("open storage %s: %w", address, shortCause(err)), o.Close())
	}
	o.removeProbes(ctx, staleAge)
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
			return nil, fmt.Errorf("open storage: found %s; write a folder as file:///FOLDER with an absolute path and nothing after it", address)
		}
		return openFolder(u.Path)
	case scheme == "s3":
		return openBucket(ctx, address)
	}
	return nil, fmt.Errorf("open storage: found %s://; allowed are s3://BUCKET?region=REGION and the path of a folder", scheme)
}

// Close releases the storage's connections.
func (o *Outputs) Close() error { return o.bucket.Close() }

// Ping checks whether the storage answers. It only reads.
func (o *Outputs) Ping(ctx context.Context) error {
	if o.folder != "" {
		if entry, err := os.Stat(o.folder); err != nil || !entry.IsDir() {
			return fmt.Errorf("reach storage: %w", cmp.Or(err, fmt.Errorf("%s is not a folder", o.folder)))
		}
		return nil
	}
	if _, err := o.bucket.Exists(ctx, strings.TrimSuffix(probePrefix, "-")); err != nil {
		return fmt.Errorf("reach storage: %w", shortCause(err))
	}
	return nil
}

// removeProbes deletes objects of Check that are older than an age: killed processes have left them. Errors are ignored,
// because it may be forbidden to list the objects of a bucket.
func (o *Outputs) removeProbes(ctx context.Context, age time.Duration) {
	objects := o.bucket.List(&blob.ListOptions{Prefix: probePrefix})
	for {
		object, err := objects.Next(ctx)
		if err != nil {
			return
		}
		if time.Since(object.ModTime).Abs() > age {
			_ = o.Delete(ctx, object.Key)
		}
	}
}

// Check writes and deletes an object, and so finds out whether files can be stored. Each call uses a key of its own,
// since several processes may check at once.
func (o *Outputs) Check(ctx context.Context) error {
	key := probePrefix + strings.ToLower(rand.Text())
	if err := o.Put(ctx, key, "text/plain", strings.NewReader("mockup")); err != nil {
		return err
	}
	return o.Delete(ctx, key)
}

// Put stores the content of file under a key, whole or not at all, and replaces an object that has the key. When Put
// returns nil, the object survives a crash of the machine.
func (o *Outputs) Put(ctx context.Context, key, contentType string, file io.Reader) error {
	if err := checkKey(key); err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel() // discards a writer that was not closed
	w, err := o.bucket.NewWriter(ctx, key, &blob.WriterOptions{ContentType: contentType})
	if err != nil {
		return fmt.Errorf("store %s: %w", key, err)
	}
	if _, err := io.Copy(w, file); err != nil {
		cancel()
		_ = w.Close() // its error only says that it was cancelled
		return fmt.Errorf("store %s: %w", key, err)
	}
	if err := w.Close(); err != nil {
		return fmt.Errorf("store %s: %w", key, err)
	}
	return o.sync(key)
}

// Object reads the content of an object. Close it after use.
type Object struct {
	io.ReadSeekCloser
	Size    int64 // bytes
	ModTime time.Time
}

// Get opens an object. The error is ErrNotFound if no object has the key.
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

// Delete deletes an object. It is no error if no object has the key.
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
	if keyPattern().MatchString(key) {
		return nil
	}
	return fmt.Errorf("object key %q: allowed are lower-case letters, digits, _ and -, and one extension", key)
}

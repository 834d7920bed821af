// Package asset turns the references of a payload to images and audio files into bytes that are safe to hand to Chromium and
// to ffmpeg.
//
// A reference is an https URL, a base64 data URL or, for callers who read payloads from a folder, a file path.
// Chromium has no network of its own: whatever a picture shows comes through here, where sources are guarded
// and the bytes are held against limits of size, pixels and time before anything decodes them. Headers, checksums and
// marks are read here, the pixels are not: only Chromium, in its sandbox, decodes an image and finds it damaged. Audio
// files come the same way; package decode has ffmpeg decode them.
package asset

import (
	"cmp"
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"
)

// Ref is one field of a payload that names a file.
type Ref struct {
	Field string // dotted path, such as "props.sender.image"; only used in messages
	Value string // https URL, base64 data URL or file path
}

// Image is a file that passed all checks.
type Image struct {
	File          []byte // as it was loaded
	Data          []byte // what to show of it: of an SVG image, its still picture; of a WebP that asks to be turned, a PNG; of others, all, also where they are animated
	Type          string // MIME type by content: image/png, image/jpeg, image/gif, image/webp, image/avif or SVG
	Width, Height int    // pixels as stored: a rotation asked for by the file's metadata is not applied
	Turned        bool   // it asks to be shown turned by a quarter: width and height change places
	Text          string // the characters that an SVG image sets
}

// The default limits of one image.
const (
	MaxBytes  = 20 << 20
	maxPixels = 50_000_000 // a phone's largest photo
)

// kind is what a reference leads to, in the words of messages.
type kind struct {
	one, article, many string
	sample             string // the beginning of a data URL
	accept             string // the Accept header
	maxBytes           int64  // of one file
}

// sampleImage is how the data URL of an image begins.
const sampleImage = "data:image/png;base64,"

func (l *Loader) images() kind {
	return kind{"image", "an", "images", sampleImage, acceptImages, l.opts.MaxBytes}
}

// Options configure a Loader. In numbers and durations zero means the default.
type Options struct {
	Dir         string // folder that relative paths start from; empty: paths are refused
	Public      bool   // service mode: no paths, no proxy, port 443 and public addresses only
	Placeholder bool   // show a placeholder for an image that cannot be loaded, leave an audio file out, and warn

	// Read reads what is not in the reference itself, in the place of this process; nil: nobody else does.
	Read func(ctx context.Context, ref string) ([]byte, error)

	MaxBytes       int64         // of one image; default 20 MiB
	MaxTotalBytes  int64         // of all files of a Load; default 200 MiB
	MaxPixels      int64         // of one image; default 50 million
	MaxTotalPixels int64         // of all images of a Load; default 500 million, 2 GB when decoded
	MaxRedirects   int           // default 5; negative: none
	Timeout        time.Duration // for one file; default 10 s
	TotalTimeout   time.Duration // for all files of a Load; default 30 s

	hooks hooks
}

// hooks let tests play the public internet on loopback.
type hooks struct {
	resolver *net.Resolver
	roots    *x509.CertPool
	check    func(netip.Addr) error // default: checkPublic
	anyPort  bool
}

// parallel is how many files are loaded at once: enough to hide latency, too few to burden a host.
const parallel = 4

// Loader loads files. It is safe for concurrent use.
type Loader struct {
	opts      Options
	transport *http.Transport
}

// New returns a loader. Close it after use.
func New(opts Options) *Loader {
	opts.MaxBytes = cmp.Or(opts.MaxBytes, MaxBytes)
	opts.MaxTotalBytes = cmp.Or(opts.MaxTotalBytes, 200<<20)
	opts.MaxPixels = cmp.Or(opts.MaxPixels, maxPixels)
	opts.MaxTotalPixels = cmp.Or(opts.MaxTotalPixels, 500_000_000)
	opts.MaxRedirects = cmp.Or(opts.MaxRedirects, 5)
	opts.Timeout = cmp.Or(opts.Timeout, 10*time.Second)
	opts.TotalTimeout = cmp.Or(opts.TotalTimeout, 30*time.Second)
	if opts.hooks.check == nil {
		opts.hooks.check = checkPublic
	}
	return &Loader{opts: opts, transport: newTransport(opts)}
}

// Close ends idle connections.
func (l *Loader) Close() { l.transport.CloseIdleConnections() }

// Load gets all images, each distinct value once, a few at a time, and returns them by Ref.Value. It tries all
// of them before it fails: the error is an Errors that holds one *Error for each image that cannot be loaded.
// With Options.Placeholder those become warnings. Images that together exceed a total, and a context that
// ends, fail the call as a whole.
func (l *Loader) Load(ctx context.Context, refs []Ref) (map[string]Image, []Warning, error) {
	budget := budget{bytes: l.opts.MaxTotalBytes, pixels: l.opts.MaxTotalPixels}
	loaded, failed, err := loadAll(ctx, l, l.images(), refs, func(data []byte) (Image, error) {
		image, err := inspect(data, l.opts.MaxPixels)
		image.File = data
		return image, err
	}, budget.spend)
	if err != nil || len(failed) == 0 {
		return loaded, nil, err
	}
	if !l.opts.Placeholder {
		return nil, nil, failed
	}
	placeholder, err := Placeholder()
	if err != nil {
		return nil, nil, err
	}
	for _, failure := range failed {
		loaded[failure.value] = placeholder
	}
	return loaded, warningsOf(failed), nil
}

// loadAll loads and inspects the files of one kind. Those that cannot be loaded are in failed.
func loadAll[T any](ctx context.Context, l *Loader, k kind, refs []Ref, inspect func([]byte) (T, error), spend func(T) error) (
	loaded map[string]T, failed Errors, err error,
) {
	limited, cancel := context.WithTimeoutCause(ctx, l.opts.TotalTimeout, fmt.Errorf(
		"not loaded in the %s that all %s together may take; use fewer remote %[2]s or faster hosts", l.opts.TotalTimeout, k.many))
	defer cancel()
	sources := distinct(refs)
	files := make([]T, len(sources))
	failures := make([]error, len(sources))
	group, limited := errgroup.WithContext(limited)
	group.SetLimit(parallel)
	for i, source := range sources {
		group.Go(func() error {
			data, err := l.read(limited, source.value, k)
			if err == nil {
				files[i], err = inspect(data)
			}
			failures[i] = err
			return spend(files[i])
		})
	}
	err = group.Wait()
	if ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	if err != nil {
		return nil, nil, fmt.Errorf("load %s: %w", k.many, err)
	}
	loaded = make(map[string]T, len(sources))
	for i, source := range sources {
		if failures[i] == nil {
			loaded[source.value] = files[i]
			continue
		}
		failed = append(failed, &Error{Kind: k.one, Fields: source.fields, Address: address(source.value), Err: failures[i], value: source.value})
	}
	return loaded, failed, nil
}

func warningsOf(failed Errors) []Warning {
	warnings := make([]Warning, len(failed))
	for i, failure := range failed {
		warnings[i] = Warning{Cause: failure}
	}
	return warnings
}

// Read returns the bytes of an image, which it does not look at.
func (l *Loader) Read(ctx context.Context, ref string) ([]byte, error) {
	return l.read(ctx, ref, l.images())
}

// read returns the bytes of a reference.
func (l *Loader) read(ctx context.Context, value string, k kind) ([]byte, error) {
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	switch scheme := scheme(value); {
	case value == "":
		return nil, fmt.Errorf("it is empty; %s", l.allowed())
	case scheme == "data":
		return decodeDataURL(value, k.maxBytes, k.sample)
	case l.opts.Read != nil:
		return l.opts.Read(ctx, value)
	case scheme == "https":
		return l.fetch(ctx, value, k)
	case scheme != "":
		return nil, fmt.Errorf("addresses that start with %q are not loaded; %s", shorten(scheme)+":", l.allowed())
	case l.opts.Dir == "" || l.opts.Public:
		return nil, fmt.Errorf("files are not read here; %s", l.allowed())
	default:
		return readFile(l.opts.Dir, value, k)
	}
}

// allowed is the next step for a reference of a kind that is refused.
func (l *Loader) allowed() string {
	if l.opts.Dir == "" || l.opts.Public {
		return "give an https URL or a base64 data URL"
	}
	return "give an https URL, a base64 data URL or a file path"
}

// source is a distinct value and the fields that hold it.
type source struct {
	value  string
	fields []string
}

// distinct gathers references by value, in the order they first appear.
func distinct(refs []Ref) []source {
	var all []source
	index := make(map[string]int, len(refs))
	for _, ref := range refs {
		i, seen := index[ref.Value]
		if !seen {
			i = len(all)
			index[ref.Value] = i
			all = append(all, source{value: ref.Value})
		}
		all[i].fields = append(all[i].fields, ref.Field)
	}
	return all
}

// budget is what the images of a Load may still use together. An image is counted when it has arrived, so memory may
// exceed the budget by the images that are on their way.
type budget struct {
	mu            sync.Mutex
	bytes, pixels int64
}

// spend subtracts an image from the budget.
func (b *budget) spend(image Image) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.bytes -= int64(len(image.Data))
	b.pixels -= int64(image.Width) * int64(image.Height)
	if b.bytes < 0 || b.pixels < 0 {
		return errors.New("they are too large together; use fewer or smaller images")
	}
	return nil
}

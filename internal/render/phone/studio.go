package phone

import (
	"context"
	"errors"
	"fmt"
	"image"
	"slices"
	"sync"
	"time"

	"mockup/internal/render/browser"
)

// Body is the phone as a camera sees it, at a number of pixels a point. Both of its pictures have the view's size times
// that number. What the screen shows is seen as
//
//	Picture + Share/255 * screen
type Body struct {
	Picture *image.RGBA  // the phone with a black screen, and its shadow, on nothing
	Share   *image.Alpha // of the screen's light that reaches the camera: all but what the glass reflects, and 0 outside of the screen
}

func newBody(size image.Point) *Body {
	r := image.Rectangle{Max: size}
	return &Body{Picture: image.NewRGBA(r), Share: image.NewAlpha(r)}
}

// Options configure a Studio. The zero value is ready for use.
type Options struct {
	Chromium  string        // path or name of the executable; empty: the first one found
	NoSandbox bool          // run Chromium without its sandbox, as root must
	Timeout   time.Duration // bound on Chromium's start with the first part of a body, and on each other part; default 20 s
	CacheDir  string        // folder that bodies are kept in; empty: mockup/phones in the user's cache folder
	Drawing   func()        // told when a body has to be drawn; may be nil
}

// Studio draws bodies, and keeps them. It is safe for concurrent use.
type Studio struct {
	opts    Options
	cache   cache
	drawing chan struct{} // holds one while a body is drawn, which takes all processors

	mu     sync.Mutex
	recent []kept // the last one used comes first
	set    Set    // of the stage that was used last
	stage  *Stage
}

type kept struct {
	key  string
	body *Body
}

// memorySize is how many bytes of bodies are kept in memory, beside the one that was used last.
const memorySize = 64 << 20

// NewStudio returns a studio. Nothing is started before a body has to be drawn, and nothing is left running after.
func NewStudio(opts Options) *Studio {
	if opts.Timeout <= 0 {
		opts.Timeout = 20 * time.Second
	}
	s := &Studio{opts: opts, cache: cache{opts.CacheDir}, drawing: make(chan struct{}, 1)}
	if opts.CacheDir == "" {
		s.cache = userCache()
	}
	return s
}

// Body returns the phone as a view shows it, at scale pixels a point: from memory, from what comes with the program,
// from the cache, or else newly drawn. Nobody may write to it. Without WebGL the error is ErrNoWebGL.
func (s *Studio) Body(ctx context.Context, v View, scale float64) (*Body, error) {
	key, err := bodyKey(v, scale)
	if err != nil {
		return nil, err
	}
	if body, ok := s.find(key, v.size(scale)); ok {
		return body, nil
	}
	select {
	case s.drawing <- struct{}{}:
		defer func() { <-s.drawing }()
	case <-ctx.Done():
		return nil, fmt.Errorf("draw phone: %w", context.Cause(ctx))
	}
	if body, ok := s.find(key, v.size(scale)); ok { // somebody else drew it meanwhile
		return body, nil
	}
	if s.opts.Drawing != nil {
		s.opts.Drawing()
	}
	body, err := s.draw(ctx, v, scale)
	if errors.Is(err, browser.ErrCrashed) || errors.Is(err, errNoPhone) {
		body, err = s.draw(ctx, v, scale)
	}
	if err != nil {
		return nil, err
	}
	s.remember(key, body)
	if s.cache.write(key, body) == nil { // otherwise it is drawn again another time
		s.cache.trim(cacheSize)
	}
	return body, nil
}

// Stage returns the phone in a set, waiting for pictures of its screen. The last one stays at hand: it takes as long to
// prepare as it takes to show a picture, and one camera is mostly used for many.
func (s *Studio) Stage(ctx context.Context, set Set) (*Stage, error) {
	s.mu.Lock()
	stage, found := s.stage, s.stage != nil && s.set == set
	s.mu.Unlock()
	if found {
		return stage, nil
	}
	shot, err := s.Shot(ctx, set)
	if err != nil {
		return nil, err
	}
	stage = shot.Stage(set.Background)
	if stage.bytes() <= memorySize {
		s.mu.Lock()
		s.set, s.stage = set, stage
		s.mu.Unlock()
	}
	return stage, nil
}

// Shot returns the phone in a set.
func (s *Studio) Shot(ctx context.Context, set Set) (*Shot, error) {
	v := Look(set.Camera)
	body, err := s.Body(ctx, v, set.Scale)
	if err != nil {
		return nil, err
	}
	return body.In(v, set.Scale, set.Width, set.Height), nil
}

// Check draws a small body, which is not kept.
func (s *Studio) Check(ctx context.Context) error {
	_, err := s.draw(ctx, Look(Camera{0, 0, 3}), 0.125)
	return err
}

// find returns a body that is kept.
func (s *Studio) find(key string, size image.Point) (*Body, bool) {
	if body, ok := s.recall(key); ok {
		return body, true
	}
	body, ok := readPrepared(key, size)
	if !ok {
		body, ok = s.cache.read(key, size)
	}
	if ok {
		s.remember(key, body)
	}
	return body, ok
}

func (s *Studio) recall(key string) (*Body, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := slices.IndexFunc(s.recent, func(k kept) bool { return k.key == key })
	if i < 0 {
		return nil, false
	}
	found := s.recent[i]
	s.recent = slices.Insert(slices.Delete(s.recent, i, i+1), 0, found)
	return found.body, true
}

// remember keeps a body in memory, and forgets those that were not used for longest.
func (s *Studio) remember(key string, body *Body) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.recent = slices.DeleteFunc(s.recent, func(k kept) bool { return k.key == key })
	s.recent = slices.Insert(s.recent, 0, kept{key, body})
	size := 0
	for i, k := range s.recent[1:] {
		size += len(k.body.Picture.Pix) + len(k.body.Share.Pix)
		if size > memorySize {
			s.recent = slices.Delete(s.recent, i+1, len(s.recent))
			return
		}
	}
}

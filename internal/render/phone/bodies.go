package phone

import (
	"context"
	"errors"
	"fmt"
	"image"
	"slices"
	"strings"
	"sync"
	"time"

	"mockup/internal/render/browser"
)

// Body is the phone as a camera sees it, at a number of pixels a point. Both of its pictures have the view's size times
// that number. What the screen shows is seen as
//
//	Picture + ScreenTransmission/255 * screen
type Body struct {
	Picture            *image.RGBA  // the phone with a black screen, and its shadow, on nothing
	ScreenTransmission *image.Alpha // the part of the screen's light that reaches the camera: all but what the glass reflects; 0 outside of the screen
}

func newBody(size image.Point) *Body {
	r := image.Rectangle{Max: size}
	return &Body{Picture: image.NewRGBA(r), ScreenTransmission: image.NewAlpha(r)}
}

// Options configure Bodies. The zero value is ready for use.
type Options struct {
	Chromium  string        // path or name of the executable; empty: the first one found
	NoSandbox bool          // run Chromium without its sandbox, as root must
	Timeout   time.Duration // bound on Chromium's start with the first part of a body, and on each other part; default 20 s
	CacheDir  string        // folder of the bodies that were drawn before; empty: mockup/phones in the user's cache folder
	OnDraw    func()        // called when a body has to be drawn; may be nil
}

// Bodies draws the bodies of phones, and keeps them. It is safe for concurrent use.
//
// The same payload, drawn by the same program with the same Chromium, always shows the same body: one that comes with the
// program is part of it, as its fonts are, and is shown whichever Chromium is installed; any other is drawn, or kept from
// an earlier drawing by the same version of Chromium.
type Bodies struct {
	opts    Options
	cache   cache
	ctx     context.Context // of the drawings; ends with Close
	cancel  context.CancelFunc
	pending chan struct{}  // holds an element for each body that is drawn or waits to be
	drawing chan struct{}  // holds an element while a body is drawn, which takes all processors
	working sync.WaitGroup // for the pending bodies

	mu         sync.Mutex
	version    string      // of Chromium, once that is known
	recent     []namedBody // the last one used comes first
	placement  Placement   // of the compositor that was used last
	compositor *Compositor
	mesh       *Mesh // nil until it is needed
}

// namedBody is a body with its key.
type namedBody struct {
	key  string
	body *Body
}

// memorySize is how many bytes of bodies are kept in memory, beside the one that was used last.
const memorySize = 64 << 20

// NewBodies returns Bodies. Nothing is started before a body has to be drawn, and nothing is left running after.
func NewBodies(opts Options) *Bodies {
	if opts.Timeout <= 0 {
		opts.Timeout = 20 * time.Second
	}
	bs := &Bodies{opts: opts, cache: cache{opts.CacheDir}, pending: make(chan struct{}, maxPending), drawing: make(chan struct{}, 1)}
	bs.ctx, bs.cancel = context.WithCancel(context.Background())
	if opts.CacheDir == "" {
		bs.cache = userCache()
	}
	return bs
}

// maxPending is how many bodies are drawn or wait for it at the same time, so that callers who leave cannot pile them up.
const maxPending = 3

// ErrUnfinished means that the caller's context ended before the body was drawn. The drawing goes on.
var ErrUnfinished = errors.New("the phone is not drawn yet")

// Unfinished returns an ErrUnfinished with the reason why ctx has ended.
func Unfinished(ctx context.Context) error {
	return fmt.Errorf("%w: %w", ErrUnfinished, context.Cause(ctx))
}

// Close ends all drawings and waits until they are over.
func (bs *Bodies) Close() {
	bs.Kill()
	bs.working.Wait()
}

// Kill ends all drawings without waiting for their end.
func (bs *Bodies) Kill() {
	bs.mu.Lock()
	defer bs.mu.Unlock()
	bs.cancel()
}

// Body returns the phone as a view shows it, at scale pixels a point: from memory, from what comes with the program,
// from the cache, or else newly drawn. Nobody may write to it. Without WebGL the error is ErrNoWebGL. Without a graphics
// card a drawing may take a minute, so it goes on when ctx ends, for the next call; the error is then an ErrUnfinished.
func (bs *Bodies) Body(ctx context.Context, v View, scale float64) (*Body, error) {
	key, err := bodyKey(v, scale)
	if err != nil {
		return nil, err
	}
	if body, ok := bs.find(ctx, key, v.size(scale)); ok {
		return body, nil
	}
	select {
	case bs.pending <- struct{}{}:
	case <-ctx.Done():
		return nil, fmt.Errorf("draw phone: %w", Unfinished(ctx))
	}
	type outcome struct {
		body *Body
		err  error
	}
	drawn := make(chan outcome, 1)
	if !bs.inBackground(func() {
		defer func() { <-bs.pending }()
		body, err := bs.drawInTurn(bs.ctx, key, v, scale)
		drawn <- outcome{body, err}
	}) {
		<-bs.pending
		return nil, fmt.Errorf("draw phone: %w", context.Cause(bs.ctx))
	}
	select {
	case o := <-drawn:
		return o.body, o.err
	case <-ctx.Done():
		return nil, fmt.Errorf("draw phone: %w", Unfinished(ctx))
	}
}

// inBackground starts some work, for whose end Close waits, unless the bodies are closed.
func (bs *Bodies) inBackground(work func()) bool {
	bs.mu.Lock()
	defer bs.mu.Unlock()
	if bs.ctx.Err() != nil {
		return false
	}
	bs.working.Go(work)
	return true
}

// drawInTurn draws a body after those that are pending, and keeps it.
func (bs *Bodies) drawInTurn(ctx context.Context, key string, v View, scale float64) (*Body, error) {
	select {
	case bs.drawing <- struct{}{}:
		defer func() { <-bs.drawing }()
	case <-ctx.Done():
		return nil, fmt.Errorf("draw phone: %w", context.Cause(ctx))
	}
	if body, ok := bs.find(ctx, key, v.size(scale)); ok { // another call drew it meanwhile
		return body, nil
	}
	if bs.opts.OnDraw != nil {
		bs.opts.OnDraw()
	}
	body, err := bs.draw(ctx, v, scale)
	if errors.Is(err, browser.ErrCrashed) || errors.Is(err, errNoPhone) {
		body, err = bs.draw(ctx, v, scale)
	}
	if err != nil {
		return nil, err
	}
	bs.remember(key, body)
	if bs.cache.write(key, bs.knownVersion(), body) == nil { // otherwise it is drawn again another time
		bs.cache.trim(cacheSize)
	}
	return body, nil
}

// Compositor returns what puts pictures of its screen on a placed phone. The last one is kept: it takes as long to prepare
// as it takes to show a picture, and one camera is mostly used for many.
func (bs *Bodies) Compositor(ctx context.Context, placement Placement) (*Compositor, error) {
	bs.mu.Lock()
	compositor, found := bs.compositor, bs.compositor != nil && bs.placement == placement
	bs.mu.Unlock()
	if found {
		return compositor, nil
	}
	placed, err := bs.Place(ctx, placement)
	if err != nil {
		return nil, err
	}
	compositor = placed.Compositor(placement.Background)
	if compositor.bytes() <= memorySize {
		bs.mu.Lock()
		bs.placement, bs.compositor = placement, compositor
		bs.mu.Unlock()
	}
	return compositor, nil
}

// Await waits until the body of a placed phone is drawn.
func (bs *Bodies) Await(ctx context.Context, placement Placement) error {
	var err error
	if placement.Shot.Size != (image.Point{}) {
		_, err = bs.Mesh(ctx)
	} else {
		_, err = bs.Body(ctx, Look(placement.Camera), placement.Scale)
	}
	return err
}

// Place returns the body of a placed phone.
func (bs *Bodies) Place(ctx context.Context, placement Placement) (*PlacedBody, error) {
	if placement.Shot.Size != (image.Point{}) {
		return bs.placeShot(ctx, placement)
	}
	v := Look(placement.Camera)
	body, err := bs.Body(ctx, v, placement.Scale)
	if err != nil {
		return nil, err
	}
	if placement.Exact != (image.Point{}) {
		return body.on(v, placement.Scale, placement.At, placement.Exact), nil
	}
	return body.in(v, placement.Scale, placement.Width, placement.Height), nil
}

// placeShot returns the body of a placed phone that Go draws.
func (bs *Bodies) placeShot(ctx context.Context, placement Placement) (*PlacedBody, error) {
	shot, err := bs.Shot(ctx, placement.Shot, image.Transparent)
	if err != nil {
		return nil, err
	}
	seen := shot.See(placement.Camera)
	seen.darken()
	return &PlacedBody{Body: &Body{seen.Picture, seen.ScreenTransmission}, ToScreen: seen.ToScreen, screen: placement.Shot.screen()}, nil
}

// Check draws a small body, which is not kept.
func (bs *Bodies) Check(ctx context.Context) error {
	_, err := bs.draw(ctx, Look(Camera{0, 0, 3}), 0.125)
	return err
}

// find returns a body that does not have to be drawn.
func (bs *Bodies) find(ctx context.Context, key string, size image.Point) (*Body, bool) {
	if body, ok := bs.recall(key); ok {
		return body, true
	}
	body, ok := readPrepared(key, size)
	if !ok {
		body, ok = bs.cache.read(key, bs.chromiumVersion(ctx), size)
	}
	if ok {
		bs.remember(key, body)
	}
	return body, ok
}

// recall returns a body from memory.
func (bs *Bodies) recall(key string) (*Body, bool) {
	bs.mu.Lock()
	defer bs.mu.Unlock()
	i := slices.IndexFunc(bs.recent, func(n namedBody) bool { return n.key == key })
	if i < 0 {
		return nil, false
	}
	found := bs.recent[i]
	bs.recent = slices.Insert(slices.Delete(bs.recent, i, i+1), 0, found)
	return found.body, true
}

// remember keeps a body in memory, and forgets those that were not used for longest.
func (bs *Bodies) remember(key string, body *Body) {
	bs.mu.Lock()
	defer bs.mu.Unlock()
	bs.recent = slices.DeleteFunc(bs.recent, func(n namedBody) bool { return n.key == key })
	bs.recent = slices.Insert(bs.recent, 0, namedBody{key, body})
	size := 0
	for i, n := range bs.recent[1:] {
		size += len(n.body.Picture.Pix) + len(n.body.ScreenTransmission.Pix)
		if size > memorySize {
			bs.recent = slices.Delete(bs.recent, i+1, len(bs.recent))
			return
		}
	}
}

// chromiumVersion returns the number of the version of Chromium that bodies are drawn with. Chromium is asked for it the
// first time, which takes 20 ms. It is empty where Chromium does not answer: nothing is found in the cache then.
func (bs *Bodies) chromiumVersion(ctx context.Context) string {
	if version := bs.knownVersion(); version != "" {
		return version
	}
	if text, err := browser.Version(ctx, bs.opts.Chromium); err == nil {
		bs.noteVersion(text)
	}
	return bs.knownVersion()
}

func (bs *Bodies) knownVersion() string {
	bs.mu.Lock()
	defer bs.mu.Unlock()
	return bs.version
}

// noteVersion notes which Chromium is installed. What another one drew is forgotten.
func (bs *Bodies) noteVersion(text string) {
	version := versionNumber(text)
	bs.mu.Lock()
	defer bs.mu.Unlock()
	if bs.version != "" && bs.version != version {
		bs.recent, bs.compositor = nil, nil
	}
	bs.version = version
}

// versionNumber is the number in a version such as "HeadlessChrome/156.0.8078.79" or "Chromium 156.0.8078.79 built on
// Debian".
func versionNumber(text string) string {
	isPart := func(r rune) bool { return r >= '0' && r <= '9' || r == '.' }
	number := text[max(0, strings.IndexFunc(text, isPart)):]
	if end := strings.IndexFunc(number, func(r rune) bool { return !isPart(r) }); end >= 0 {
		number = number[:end]
	}
	return number
}

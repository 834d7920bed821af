package batch

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync"
	"time"
)

// Draw draws an item. The context ends when the result is no longer needed. progress, which is never nil, is called with
// the number of frames of a video that are done.
type Draw func(ctx context.Context, item *Item, progress func(done, total int)) (Drawn, error)

// Runner draws the planned items of a plan.
type Runner struct {
	Draw     Draw
	Jobs     int     // items at once, at least 1
	FailFast bool    // stop after the first failure, and cancel what is being drawn
	Record   *Record // gets each finished output; may be nil

	// Called before and after an item is drawn, and during a video, never two at once. Each may be nil.
	Started  func(*Item)
	Progress func(item *Item, done, total int)
	Finished func(*Item)

	mu sync.Mutex
}

// Run draws the planned items, and returns when no more are being drawn. The results are in the items. The error is the
// cause of ctx's end, or that of the record, which also ends the run.
func (r *Runner) Run(ctx context.Context, p *Plan) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var todo queue
	for _, item := range p.Items {
		if item.State == Planned {
			todo.add(item)
		}
	}
	var workers sync.WaitGroup
	for worker := range min(r.Jobs, todo.count()) {
		workers.Go(func() {
			for ctx.Err() == nil {
				// One of several workers takes videos first: they take long, and the batch would otherwise wait for them at
				// its end. The others take stills first, which would otherwise wait for videos.
				item := todo.next(worker == 0 && r.Jobs > 1)
				if item == nil {
					return
				}
				if err := r.one(ctx, item); err != nil {
					cancel(err)
				}
			}
		})
	}
	workers.Wait()
	if err := context.Cause(ctx); err != nil && !errors.Is(err, errFailFast) {
		return err
	}
	return nil
}

// errFailFast is the cause of a run's end after a failure.
var errFailFast = errors.New("another output failed")

// one draws one item. An error ends the run.
func (r *Runner) one(ctx context.Context, item *Item) error {
	r.call(r.Started, item)
	began := time.Now()
	drawn, err := r.Draw(ctx, item, func(done, total int) {
		if r.Progress != nil {
			r.call(func(item *Item) { r.Progress(item, done, total) }, item)
		}
	})
	if err != nil && ctx.Err() != nil { // the run is being stopped; the item stays planned
		return nil
	}
	item.Took, item.Drawn, item.State, item.Err = time.Since(began)-drawn.Waited, drawn, drawn.State, err
	item.Reason = cmp.Or(drawn.Reason, item.Reason)
	if err != nil {
		item.State = Failed
	}
	// An output with a placeholder is drawn again the next time: the image may then be there.
	if item.State == Rendered && r.Record != nil && !lacksImages(drawn) {
		if err := r.Record.put(item); err != nil {
			return err
		}
	}
	r.call(r.Finished, item)
	if r.FailFast && item.State.Wrong() {
		return errFailFast
	}
	return nil
}

// call calls a function of the runner, unless it is nil.
func (r *Runner) call(f func(*Item), item *Item) {
	if f == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	f(item)
}

// lacksImages reports whether a placeholder was drawn.
func lacksImages(d Drawn) bool {
	for _, w := range d.Warnings {
		if w.Code == "missing_asset" {
			return true
		}
	}
	return false
}

// queue holds the items to draw.
type queue struct {
	mu             sync.Mutex
	stills, videos []*Item
}

func (q *queue) add(item *Item) {
	if item.Video {
		q.videos = append(q.videos, item)
	} else {
		q.stills = append(q.stills, item)
	}
}

func (q *queue) count() int { return len(q.stills) + len(q.videos) }

// next takes the next item: a video or a still, as is preferred, or of the other kind if there is none; nil if the queue is
// empty.
func (q *queue) next(video bool) *Item {
	q.mu.Lock()
	defer q.mu.Unlock()
	order := []*[]*Item{&q.stills, &q.videos}
	if video {
		slices.Reverse(order)
	}
	for _, items := range order {
		if len(*items) > 0 {
			item := (*items)[0]
			*items = (*items)[1:]
			return item
		}
	}
	return nil
}

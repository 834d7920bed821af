package batch

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync"
	"time"
)

// Draw makes what an item is. The context ends when nobody waits for it any more. progress, which is told of a video's
// frames, is never nil.
type Draw func(ctx context.Context, item *Item, progress func(done, total int)) (Drawn, error)

// Runner draws the planned items of a plan.
type Runner struct {
	Draw     Draw
	Jobs     int     // items at once, at least 1
	FailFast bool    // begin nothing more after the first failure, and end what is under way
	Record   *Record // told of each finished output; may be nil

	// Each is called alone, before and after an item is drawn, and with a video's frames in between. They may be nil.
	Started  func(*Item)
	Progress func(item *Item, done, total int)
	Finished func(*Item)

	mu sync.Mutex
}

// Run draws what is planned, and returns when nothing is under way any more. What has become of the items is in them;
// its error is that of the record, which ends the run, or the cause of ctx's end.
func (r *Runner) Run(ctx context.Context, p *Plan) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var todo lanes
	for _, item := range p.Items {
		if item.State == Planned {
			todo.add(item)
		}
	}
	var workers sync.WaitGroup
	for worker := range min(r.Jobs, todo.count()) {
		workers.Go(func() {
			for ctx.Err() == nil {
				// One of several workers takes videos from the beginning: they take long, and would make the end of the
				// batch wait. The others take stills first, which would wait behind videos.
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

// errFailFast ends a run after a failure.
var errFailFast = errors.New("another one failed")

// one draws an item. Its error ends the run.
func (r *Runner) one(ctx context.Context, item *Item) error {
	r.tell(r.Started, item)
	began := time.Now()
	drawn, err := r.Draw(ctx, item, func(done, total int) {
		if r.Progress != nil {
			r.tell(func(item *Item) { r.Progress(item, done, total) }, item)
		}
	})
	if err != nil && ctx.Err() != nil { // whatever failed, it did since it was told to stop; the item stays planned
		return nil
	}
	item.Took, item.Drawn, item.State, item.Err = time.Since(began)-drawn.Waited, drawn, drawn.State, err
	item.Reason = cmp.Or(drawn.Reason, item.Reason)
	if err != nil {
		item.State = Failed
	}
	// What was drawn without an image that could not be had is drawn again the next time.
	if item.State == Rendered && r.Record != nil && !lacksImages(drawn) {
		if err := r.Record.put(item); err != nil {
			return err
		}
	}
	r.tell(r.Finished, item)
	if r.FailFast && (item.State == Failed || item.State == Different) {
		return errFailFast
	}
	return nil
}

// tell calls who wants to know, if anybody does.
func (r *Runner) tell(who func(*Item), item *Item) {
	if who == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	who(item)
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

// lanes are the items to draw: stills and videos.
type lanes struct {
	mu             sync.Mutex
	stills, videos []*Item
}

func (l *lanes) add(item *Item) {
	if item.Video {
		l.videos = append(l.videos, item)
	} else {
		l.stills = append(l.stills, item)
	}
}

func (l *lanes) count() int { return len(l.stills) + len(l.videos) }

// next takes the next item from the lane that is preferred, or from the other if that is empty; nil if both are.
func (l *lanes) next(video bool) *Item {
	l.mu.Lock()
	defer l.mu.Unlock()
	order := []*[]*Item{&l.stills, &l.videos}
	if video {
		slices.Reverse(order)
	}
	for _, lane := range order {
		if len(*lane) > 0 {
			item := (*lane)[0]
			*lane = (*lane)[1:]
			return item
		}
	}
	return nil
}

package server

import "context"

// queue lets a few pictures be drawn at once, and a few more wait. Whoever finds it full is not kept waiting.
type queue struct {
	places chan struct{} // one for each picture that is drawn or waits
	turns  chan struct{} // one for each picture that is drawn
}

func newQueue(drawn, waiting int) *queue {
	return &queue{make(chan struct{}, drawn+waiting), make(chan struct{}, drawn)}
}

// enter takes a place, unless all are taken. leave gives it back.
func (q *queue) enter() (leave func(), ok bool) {
	select {
	case q.places <- struct{}{}:
		return func() { <-q.places }, true
	default:
		return nil, false
	}
}

// full reports whether all places are taken.
func (q *queue) full() bool { return len(q.places) == cap(q.places) }

// turn waits until it is the caller's turn, or ctx ends. done lets the next one have its turn.
func (q *queue) turn(ctx context.Context) (done func(), err error) {
	select {
	case q.turns <- struct{}{}:
		return func() { <-q.turns }, nil
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

// drawn counts the pictures that are drawn, and waiting those that wait for their turn.
func (q *queue) drawn() int { return len(q.turns) }

func (q *queue) waiting() int { return max(0, len(q.places)-len(q.turns)) }

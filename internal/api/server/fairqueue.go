package server

import (
	"context"
	"sync"
	"time"
)

// fairQueue shares slots among API keys, which take turns: a key's only request comes right after those that have a slot,
// however many requests of another key wait (start-time fair queueing; package jobs orders videos in the same way). When
// all places are taken, the key with the most requests loses its newest one. A request that cannot be expected to get a
// slot and to finish in time is refused.
type fairQueue struct {
	slots  int           // requests that have a slot at the same time
	places int           // requests in the queue, with or without a slot
	perKey int           // slots that one key may have; 0: all
	limit  time.Duration // in which a request must be finished
	full   error         // the error of refused requests

	mu      sync.Mutex
	tickets []*ticket     // in the order of their arrival
	current int64         // the turn of the request that got its slot last
	average time.Duration // moving average of the time that a slot is held; 0: not measured yet
}

// ticket is a request in a fairQueue.
type ticket struct {
	queue   *fairQueue
	key     string
	turn    int64
	state   ticketState
	granted chan struct{} // closed when the request gets its slot
	since   time.Time     // when it got it
	evict   context.CancelCauseFunc
}

type ticketState int

const (
	preparing ticketState = iota // has a place but does not want a slot yet
	waiting
	running
)

// join takes a place. The error is the queue's when there is none for the key, or no time. The returned context is that of
// the request; it ends with the queue's error when the request loses its place to another key. leave must be called.
func (q *fairQueue) join(ctx context.Context, key string) (context.Context, *ticket, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.refuses(key) {
		return nil, nil, q.full
	}
	if len(q.tickets) >= q.places {
		loser := q.newest(q.largest())
		q.remove(loser)
		loser.evict(q.full)
	}
	t := &ticket{queue: q, key: key, granted: make(chan struct{})}
	ctx, t.evict = context.WithCancelCause(ctx)
	q.tickets = append(q.tickets, t)
	return ctx, t, nil
}

// isFull reports whether a request of a key would be refused now.
func (q *fairQueue) isFull(key string) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.refuses(key)
}

// refuses decides whether a request of a key gets a place.
func (q *fairQueue) refuses(key string) bool {
	counts := q.counts()
	if len(q.tickets) >= q.places {
		largest := q.largest()
		if counts[largest] <= counts[key]+1 || q.newest(largest) == nil {
			return true
		}
	}
	ahead := counts[key]
	for other, n := range counts {
		if other != key {
			ahead += min(n, counts[key]+1)
		}
	}
	return q.average > 0 && ahead >= q.slots && q.average*time.Duration(ahead+q.slots)/time.Duration(q.slots) > q.limit
}

// counts returns the number of requests of each key.
func (q *fairQueue) counts() map[string]int {
	counts := map[string]int{}
	for _, t := range q.tickets {
		counts[t.key]++
	}
	return counts
}

// largest returns the key with the most requests.
func (q *fairQueue) largest() (key string) {
	counts := q.counts()
	for _, t := range q.tickets {
		if counts[t.key] > counts[key] {
			key = t.key
		}
	}
	return key
}

// newest returns the newest request of a key that has no slot yet, or nil.
func (q *fairQueue) newest(key string) (newest *ticket) {
	for _, t := range q.tickets {
		if t.key == key && t.state != running {
			newest = t
		}
	}
	return newest
}

// wait waits for a slot. ctx is the one that join returned.
func (t *ticket) wait(ctx context.Context) error {
	q := t.queue
	q.mu.Lock()
	t.state, t.turn = waiting, q.current
	for _, other := range q.tickets {
		if other.key == t.key && other != t && other.state != preparing {
			t.turn = max(t.turn, other.turn+1)
		}
	}
	q.grant()
	q.mu.Unlock()
	select {
	case <-t.granted:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// leave gives back the place, and the slot if there is one.
func (t *ticket) leave() {
	q := t.queue
	q.mu.Lock()
	defer q.mu.Unlock()
	t.evict(nil) // only releases the context
	if t.state == running {
		held := time.Since(t.since)
		if q.average == 0 {
			q.average = held
		}
		q.average += (held - q.average) / 5
	}
	q.remove(t)
	q.grant()
}

// remove removes a request from the queue.
func (q *fairQueue) remove(t *ticket) {
	for i, other := range q.tickets {
		if other == t {
			q.tickets = append(q.tickets[:i:i], q.tickets[i+1:]...)
			return
		}
	}
}

// grant gives free slots to the requests whose turn it is.
func (q *fairQueue) grant() {
	for {
		slots := map[string]int{}
		used := 0
		for _, t := range q.tickets {
			if t.state == running {
				slots[t.key]++
				used++
			}
		}
		var next *ticket
		for _, t := range q.tickets {
			if t.state == waiting && (q.perKey == 0 || slots[t.key] < q.perKey) && (next == nil || t.turn < next.turn) {
				next = t
			}
		}
		if next == nil || used >= q.slots {
			return
		}
		next.state, next.since = running, time.Now()
		q.current = max(q.current, next.turn)
		close(next.granted)
	}
}

// inUse counts the requests that have a slot, and queued those that do not.
func (q *fairQueue) inUse() int { return q.count(func(s ticketState) bool { return s == running }) }

func (q *fairQueue) queued() int { return q.count(func(s ticketState) bool { return s != running }) }

func (q *fairQueue) count(matches func(ticketState) bool) (n int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, t := range q.tickets {
		if matches(t.state) {
			n++
		}
	}
	return n
}

package server

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"mockup/internal/api/store"
	"mockup/internal/api/wire"
	"mockup/internal/api/worker"
	"mockup/internal/schema"
)

// queueTest drives a fairQueue in a synctest bubble.
type queueTest struct {
	t     *testing.T
	queue *fairQueue
	mu    sync.Mutex
	order []string         // of the requests that got a slot
	ended map[string]error // of those that got a slot or were refused
}

// enter has a request of a key wait for a slot and hold it for a time.
func (q *queueTest) enter(id, key string, hold time.Duration) {
	go func() {
		ctx, ticket, err := q.queue.join(q.t.Context(), key)
		if err == nil {
			defer ticket.leave()
			err = ticket.wait(ctx)
		}
		q.note(id, err)
		if err == nil {
			time.Sleep(hold)
		}
	}()
	synctest.Wait()
}

func (q *queueTest) note(id string, err error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.ended[id] = err; err == nil {
		q.order = append(q.order, id)
	}
}

func testQueue(t *testing.T, queue *fairQueue, test func(q *queueTest)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		queue.full = errQueueFull
		queue.limit = max(queue.limit, time.Minute)
		test(&queueTest{t: t, queue: queue, ended: map[string]error{}})
		time.Sleep(time.Hour)
		if n := queue.inUse() + queue.queued(); n != 0 {
			t.Errorf("%d requests are left in the queue", n)
		}
	})
}

// want checks in which order requests have got a slot.
func (q *queueTest) want(order string) {
	q.t.Helper()
	q.mu.Lock()
	defer q.mu.Unlock()
	if got := strings.Join(q.order, " "); got != order {
		q.t.Errorf("order %s, want %s", got, order)
	}
}

// refused reports whether a request was refused.
func (q *queueTest) refused(id string) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.ended[id] == errQueueFull
}

// A key's only request comes right after the running one, however many another key has.
func TestKeysTakeTurns(t *testing.T) {
	t.Parallel()
	testQueue(t, &fairQueue{slots: 1, places: 20}, func(q *queueTest) {
		for i := range 5 {
			q.enter(fmt.Sprint("a", i+1), "a", time.Second)
		}
		for _, id := range []string{"b1", "b2", "c1"} {
			q.enter(id, id[:1], time.Second)
		}
		time.Sleep(time.Hour)
		q.want("a1 b1 c1 a2 b2 a3 a4 a5")
	})
}

// A full queue drops the newest request of the key that has the most, unless that is the key of the new one.
func TestFullQueueDropsNewest(t *testing.T) {
	t.Parallel()
	testQueue(t, &fairQueue{slots: 1, places: 4}, func(q *queueTest) {
		for _, id := range []string{"a1", "a2", "a3", "a4", "a5", "b1", "b2", "c1"} {
			q.enter(id, id[:1], time.Second)
		}
		for _, id := range []string{"a5", "a4", "a3", "a2"} { // for want of a place, for b1, b2 and c1
			if !q.refused(id) {
				t.Errorf("%s is not refused", id)
			}
		}
		q.enter("b3", "b", time.Second)
		if !q.refused("b3") {
			t.Error("b3 is not refused")
		}
		time.Sleep(time.Hour)
		q.want("a1 b1 c1 b2")
	})
}

// One key may be limited to a part of the slots.
func TestSlotsOfOneKey(t *testing.T) {
	t.Parallel()
	testQueue(t, &fairQueue{slots: 4, places: 20, perKey: 2}, func(q *queueTest) {
		for _, id := range []string{"a1", "a2", "a3", "b1"} {
			q.enter(id, id[:1], time.Second)
		}
		q.want("a1 a2 b1")
		time.Sleep(time.Hour)
		q.want("a1 a2 b1 a3")
	})
}

// Once it is measured how long a slot is held, a request that cannot be finished in time is refused at once.
func TestSlowQueueRefuses(t *testing.T) {
	t.Parallel()
	testQueue(t, &fairQueue{slots: 1, places: 20, limit: time.Minute}, func(q *queueTest) {
		q.enter("a1", "a", 25*time.Second)
		time.Sleep(30 * time.Second)
		for _, id := range []string{"a2", "a3", "a4", "b1"} { // a4 would end after 75 s, b1 after 50
			q.enter(id, id[:1], 25*time.Second)
		}
		if !q.refused("a4") || q.refused("b1") {
			t.Errorf("a4 is refused: %v, b1: %v", q.refused("a4"), q.refused("b1"))
		}
		time.Sleep(time.Hour)
		q.want("a1 a2 b1 a3")
	})
}

// A key that floods the service with pictures does not keep another key from having one drawn.
func TestOneKeyDoesNotStarveOthers(t *testing.T) {
	t.Parallel()
	drawn, release := make(chan string, 20), make(chan struct{})
	s := serve(t, func(o *Options) {
		draw := o.Draw
		o.Pictures, o.Waiting = 1, 3
		o.Draw = func(ctx context.Context, task worker.Task) (store.Output, error) {
			render, err := o.Store.Render(ctx, task.RenderID, time.Now())
			if err != nil {
				return store.Output{}, err
			}
			return draw(ctx, inTurn(task, func(context.Context) error {
				drawn <- render.KeyID
				<-release
				return nil
			}))
		}
	})
	flooding := s.keyID
	answers := make(chan answered, 20)
	for i := range 4 {
		request := s.request(http.MethodPost, wire.RenderPath, strings.NewReader(picture("02")))
		go func() { answers <- s.do(request) }()
		await(t, "the picture is in the queue", func() bool { return s.server.pictures.inUse()+s.server.pictures.queued() == i+1 })
	}
	s.post(picture("02")).want(t, http.StatusServiceUnavailable, wire.Overloaded)
	s.newKey("other")
	request := s.request(http.MethodPost, wire.RenderPath, strings.NewReader(picture("02")))
	other := make(chan answered, 1)
	go func() { other <- s.do(request) }()
	(<-answers).want(t, http.StatusServiceUnavailable, wire.Overloaded) // which made room
	close(release)
	(<-other).want(t, http.StatusOK, "")
	for range 3 {
		(<-answers).want(t, http.StatusOK, "")
	}
	if order := []string{<-drawn, <-drawn}; !slices.Equal(order, []string{flooding, s.keyID}) {
		t.Errorf("drawn for %v first", order)
	}
	usage, err := s.store.Usage(t.Context(), time.Now())
	check(t, err)
	for _, u := range usage {
		if want := map[bool]int64{true: 3, false: 1}[u.KeyID == flooding]; u.Images != want {
			t.Errorf("counted %+v, want %d", u, want)
		}
	}
}

// A full queue of videos refuses further ones before anything is recorded or counted.
func TestVideoQueueIsFull(t *testing.T) {
	t.Parallel()
	s := serve(t, func(o *Options) { o.VideoQueue = 2 })
	s.post(video("")).want(t, http.StatusAccepted, "")
	got := s.post(video(""), wire.IdempotencyKey+": second")
	got.want(t, http.StatusServiceUnavailable, wire.Overloaded)
	if got.header.Get("Retry-After") != "10" || !strings.Contains(got.problem(t).Message, "one key may have 1") {
		t.Errorf("Retry-After %q: %s", got.header.Get("Retry-After"), got.body)
	}
	first := s.keyID
	s.newKey("other")
	s.post(video("")).want(t, http.StatusAccepted, "")
	s.newKey("third")
	got = s.post(video(""))
	got.want(t, http.StatusServiceUnavailable, wire.Overloaded)
	if !strings.Contains(got.problem(t).Message, "2 videos are waiting") {
		t.Errorf("%s", got.body)
	}
	usage, err := s.store.Usage(t.Context(), time.Now())
	check(t, err)
	if len(usage) != 2 || usage[0].Videos != 1 || usage[1].Videos != 1 {
		t.Errorf("counted %+v, of keys %s and %s", usage, first, s.keyID)
	}
	var renders int
	check(t, s.store.DB().QueryRowContext(t.Context(), "SELECT COUNT(*) FROM renders").Scan(&renders))
	if renders != 2 {
		t.Errorf("%d renders are recorded", renders)
	}
}

// begin sends the header of a request whose body is to have a size, and returns the connection.
func (s *service) begin(size string) net.Conn {
	s.t.Helper()
	conn, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
	check(s.t, err)
	s.t.Cleanup(func() { conn.Close() })
	_, err = fmt.Fprintf(conn, "POST /api/v1/render HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\n%s\r\n\r\n", s.key, size)
	check(s.t, err)
	return conn
}

// While the bodies of one key fill its share of memory, further ones are refused at once, before they are sent. Another
// key has its own share. Memory is free again when a client leaves.
func TestBodiesInFlightAreBounded(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	reserved := func() (n int64) {
		bytes := s.server.intake.bytes
		bytes.mu.Lock()
		defer bytes.mu.Unlock()
		for _, used := range bytes.used {
			n += used
		}
		return n
	}
	const large = "Content-Length: 10000000"
	var first net.Conn
	for i := range intakeBytes / 2 / 10_000_000 {
		conn := s.begin([]string{large, "Transfer-Encoding: chunked"}[i%2])
		if first == nil {
			first = conn
		}
	}
	await(t, "the bodies are being read", func() bool { return reserved() >= 30_000_000 })
	refused := s.begin(large)
	resp, err := http.ReadResponse(bufio.NewReader(refused), nil)
	check(t, err)
	defer resp.Body.Close()
	var body wire.ErrorBody
	check(t, json.NewDecoder(resp.Body).Decode(&body))
	if resp.StatusCode != http.StatusServiceUnavailable || body.Error.Code != wire.Overloaded || resp.Header.Get("Retry-After") != "2" {
		t.Errorf("%d %+v, Retry-After %q", resp.StatusCode, body, resp.Header.Get("Retry-After"))
	}
	mine := s.key
	s.newKey("other")
	s.post(picture("02")).want(t, http.StatusOK, "")
	s.key = mine
	first.Close()
	await(t, "the body of the client that left is given up", func() bool { return reserved() < 30_000_000 })
	s.post(picture("02")+strings.Repeat(" ", 9_000_000)).want(t, http.StatusOK, "")
}

// Only the first of many violations are listed; the others are counted.
func TestViolationsAreCounted(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	messages := strings.Repeat(`{"id":"m","userId":"nobody","type":"text","timestamp":"now","text":"x"},`, 5000)
	got := s.post(strings.Replace(video(""), `"messages":[`, `"messages":[`+messages, 1))
	got.want(t, http.StatusBadRequest, wire.ValidationFailed)
	problem := got.problem(t)
	if n := len(problem.Details); n > maxListed+1 || n < maxListed/2 {
		t.Fatalf("%d details", n)
	}
	const count = "15000 errors in all, of which only the first 100 are listed"
	if last := problem.Details[len(problem.Details)-1]; last.Code != "too_many" || last.Message != count {
		t.Errorf("%+v", last)
	}
	if !strings.HasSuffix(problem.Message, "; "+count) {
		t.Errorf("%s", problem.Message)
	}
}

// failing is a listener on which nobody can connect.
type failing struct{ net.Listener }

func (failing) Accept() (net.Conn, error) { return nil, io.ErrUnexpectedEOF }

// Serve returns when it cannot accept connections.
func TestAcceptFails(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	ended := make(chan error, 1)
	go func() { ended <- s.server.Serve(t.Context(), failing{listenLocal(t)}, time.Minute) }()
	select {
	case err := <-ended:
		if err == nil || !strings.Contains(err.Error(), "serve: unexpected EOF") {
			t.Error(err)
		}
	case <-time.After(10 * time.Minute):
		t.Error("Serve does not return")
	}
}

// Pictures whose images are still being loaded do not keep others from being drawn.
func TestSlowImagesHoldNoTurn(t *testing.T) {
	t.Parallel()
	loading, loaded := make(chan struct{}, 10), make(chan struct{})
	s := serve(t, func(o *Options) {
		draw := o.Draw
		o.Pictures = 1
		o.Draw = func(ctx context.Context, task worker.Task) (store.Output, error) {
			if len(hostsOf(task.Payload)) > 0 {
				loading <- struct{}{}
				<-loaded
				return store.Output{}, errors.New("slow")
			}
			return draw(ctx, task)
		}
	})
	slow := strings.Replace(strings.Replace(video(""), `"video"`, `"image"`, 1), `"name":"Bo"`, `"name":"Bo","image":"https://slow.example/a.png"`, 1)
	answers := make(chan answered, 10)
	for range slotsPerHost + 2 {
		request := s.request(http.MethodPost, wire.RenderPath, strings.NewReader(slow))
		go func() { answers <- s.do(request) }()
	}
	for range slotsPerHost {
		<-loading
	}
	s.post(picture("02")).want(t, http.StatusOK, "")
	if len(loading) > 0 {
		t.Errorf("more than %d pictures load images from one host", slotsPerHost)
	}
	close(loaded)
	for range slotsPerHost + 2 {
		(<-answers).want(t, http.StatusInternalServerError, wire.InternalError)
	}
}

func TestHostSlots(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		h := newHostSlots()
		var leave []func()
		for range slotsPerHost {
			l, err := h.enter(t.Context(), []string{"a", "b"})
			check(t, err)
			leave = append(leave, l)
		}
		entered := make(chan func(), 1)
		go func() {
			if l, err := h.enter(t.Context(), []string{"b", "c"}); err == nil {
				entered <- l
			}
		}()
		synctest.Wait()
		if free, err := h.enter(t.Context(), []string{"c"}); err != nil || len(entered) != 0 {
			t.Errorf("%v, entered %d", err, len(entered))
		} else {
			free()
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := h.enter(ctx, []string{"a"}); !errors.Is(err, context.DeadlineExceeded) {
			t.Error(err)
		}
		leave[0]()
		leave[0]() // a second time does nothing
		(<-entered)()
		for _, l := range leave {
			l()
		}
		if len(h.used) != 0 {
			t.Errorf("used: %v", h.used)
		}
	})
}

func TestHostsOf(t *testing.T) {
	t.Parallel()
	payload := strings.Replace(video(""), `"name":"Bo"`, `"name":"Bo","image":"https://A.example:443/a.png"`, 1)
	payload = strings.Replace(payload, `"name":"Ann"`, `"name":"Ann","image":"data:image/png;base64,AAAA"`, 1)
	p, found := schema.Decode([]byte(payload), schema.Options{})
	check(t, found.Err())
	if hosts := hostsOf(p); !slices.Equal(hosts, []string{"a.example"}) {
		t.Errorf("hosts %v", hosts)
	}
}

package webhook

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"sync"
	"time"

	"mockup/internal/api/store"
)

const (
	parallel     = 16               // attempts at once in this process
	perKey       = 4                // of them, those of one API key: a slow webhook leaves room for others
	pollInterval = time.Second      // between two looks for deliveries that are due
	lease        = time.Minute      // after which the attempt of a crashed process is made again
	storeTimeout = 10 * time.Second // for the database to record an attempt
)

// Options configure a Dispatcher. All fields must be set.
type Options struct {
	Store *store.Store
	// Body returns the body of a delivery. The error is store.ErrNotFound if its render no longer exists.
	Body      func(ctx context.Context, d store.Delivery) ([]byte, error)
	Transport http.RoundTripper // see NewTransport
	Logger    *slog.Logger
}

// Dispatcher sends the events that are due. Any number of them may run, in any number of processes.
type Dispatcher struct {
	Options

	mu      sync.Mutex
	running map[string]int // attempts under way, by API key
}

// New returns a dispatcher.
func New(options Options) *Dispatcher {
	return &Dispatcher{Options: options, running: map[string]int{}}
}

// Run sends events until ctx ends. Then it begins no more attempts and waits for those that it has begun.
func (d *Dispatcher) Run(ctx context.Context) {
	var attempts sync.WaitGroup
	defer attempts.Wait()
	slots := make(chan struct{}, parallel)
	for ctx.Err() == nil {
		slots <- struct{}{}
		delivery, err := d.claim(ctx)
		if err == nil {
			attempts.Go(func() {
				defer func() { <-slots }()
				d.attempt(context.WithoutCancel(ctx), delivery)
			})
			continue
		}
		<-slots
		if !errors.Is(err, store.ErrNotFound) && ctx.Err() == nil {
			d.Logger.WarnContext(ctx, "looking for webhooks to send failed", slog.Any("error", err))
		}
		select {
		case <-time.After(pollInterval):
		case <-ctx.Done():
		}
	}
}

// claim takes a delivery of a key that has not too many attempts under way.
func (d *Dispatcher) claim(ctx context.Context) (store.Delivery, error) {
	d.mu.Lock()
	var busy []string
	for key, n := range d.running {
		if n >= perKey {
			busy = append(busy, key)
		}
	}
	d.mu.Unlock()
	delivery, err := d.Store.ClaimDelivery(ctx, busy, lease, time.Now())
	if err == nil {
		d.mu.Lock()
		d.running[delivery.KeyID]++
		d.mu.Unlock()
	}
	return delivery, err
}

// attempt makes one attempt of a delivery and records how it ended.
func (d *Dispatcher) attempt(ctx context.Context, delivery store.Delivery) {
	defer func() {
		d.mu.Lock()
		defer d.mu.Unlock()
		if d.running[delivery.KeyID]--; d.running[delivery.KeyID] == 0 {
			delete(d.running, delivery.KeyID)
		}
	}()
	log := d.Logger.With(slog.String("webhook", delivery.ID), slog.String("render", delivery.RenderID), slog.String("key", delivery.KeyID),
		slog.Int("attempt", delivery.Attempts))
	final, err := d.send(ctx, &delivery)
	delivery.State, delivery.Error = store.Delivered, ""
	if err != nil {
		delivery.State, delivery.Error = store.Waiting, err.Error()
		wait, more := delay(delivery.Attempts)
		if delivery.Due = time.Now().Add(wait); final || !more {
			delivery.State = store.DeliveryFailed
		}
		log.WarnContext(ctx, "webhook failed", slog.String("state", string(delivery.State)), slog.Int("status", delivery.Status), slog.Any("error", err))
	} else {
		log.InfoContext(ctx, "webhook delivered", slog.Int("status", delivery.Status))
	}
	ctx, cancel := context.WithTimeout(ctx, storeTimeout)
	defer cancel()
	err = d.Store.EndAttempt(ctx, delivery)
	if err == nil && delivery.Status == http.StatusGone {
		err = d.Store.SwitchOff(ctx, delivery.KeyID, delivery.URL, delivery.Error)
	}
	if err != nil { // it is sent once more after the lease
		log.ErrorContext(ctx, "recording a webhook failed", slog.Any("error", err))
	}
}

// send sends a delivery and sets its status. final means that another attempt would fail in the same way.
func (d *Dispatcher) send(ctx context.Context, delivery *store.Delivery) (final bool, err error) {
	delivery.Status = 0
	secrets, err := d.Store.WebhookSecrets(ctx, delivery.KeyID, time.Now())
	if err != nil {
		return false, err
	}
	if len(secrets) == 0 {
		return true, errors.New("the API key has no webhook secret; make one with: mockup webhooks rotate KEY")
	}
	body, err := d.Body(ctx, *delivery)
	if errors.Is(err, store.ErrNotFound) {
		return true, store.ErrExpired
	}
	if err != nil {
		return false, err
	}
	header := http.Header{}
	if err := sign(header, secrets, delivery.ID, time.Now(), body); err != nil {
		return true, err
	}
	delivery.Status, err = post(ctx, d.Transport, delivery.URL, header, body)
	if err != nil {
		return false, err
	}
	switch status := delivery.Status; {
	case status >= 200 && status < 300:
		return false, nil
	case status == http.StatusGone:
		return true, errors.New("the endpoint answered 410 Gone, which switches the webhook off")
	case status >= 300 && status < 400:
		return false, fmt.Errorf("the endpoint answered %d, and redirects are not followed; name the final address", status)
	default:
		return false, fmt.Errorf("the endpoint answered %d %s", status, http.StatusText(status))
	}
}

// delays are the waits before the attempts after the first one, about a day in all. They follow the specification's
// example, which ends after 75 hours.
func delays() []time.Duration {
	return []time.Duration{5 * time.Second, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 5 * time.Hour, 8 * time.Hour, 8 * time.Hour}
}

// delay returns how long to wait after a number of failed attempts, up to a tenth shorter or longer so that not all come
// at once. more is false after the last attempt.
func delay(attempts int) (wait time.Duration, more bool) {
	all := delays()
	if attempts > len(all) {
		return 0, false
	}
	wait = all[max(attempts, 1)-1]
	return wait + time.Duration((rand.Float64()-0.5)*0.2*float64(wait)), true
}

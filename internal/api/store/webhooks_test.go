package store

import (
	"slices"
	"testing"
	"time"

	"mockup/internal/api/wire"
	"mockup/internal/schema"
)

var hook = Webhook{URL: "https://hooks.example.com/a", Base: "https://mockups.example.com"}

// announced records an event: a video of a key that has ended.
func announced(t *testing.T, s *Store, keyID string, end func(id string) error) Delivery {
	t.Helper()
	render := newRender(keyID, schema.Video)
	render.Webhook = hook
	id := accept(t, s, render).ID
	check(t, end(id))
	all, err := s.Deliveries(t.Context(), keyID, "", 100)
	check(t, err)
	i := slices.IndexFunc(all, func(d Delivery) bool { return d.RenderID == id })
	if i < 0 {
		t.Fatalf("%s is not announced", id)
	}
	return all[i]
}

// The end of a render with a webhook is announced, once, in the transaction that ends it.
func TestEndsAreAnnounced(t *testing.T) {
	conforms(t, func(t *testing.T, open func() *Store) {
		s := open()
		keyID := newKey(t, s)
		complete := func(id string) error { return s.Complete(t.Context(), id, videoOutput, noon) }
		for event, end := range map[wire.EventType][]func(string) error{
			wire.RenderCompleted: {complete},
			wire.RenderFailed: {
				func(id string) error { return s.Fail(t.Context(), id, "too long", noon) },
				func(string) error {
					_, err := s.FailOverdue(t.Context(), noon.Add(time.Hour), "too long", noon)
					return err
				},
			},
		} {
			for _, end := range end {
				d := announced(t, s, keyID, end)
				if d.Event != event || d.Webhook != hook || d.State != Waiting || !d.Created.Equal(noon) || !d.Due.Equal(noon) || d.Attempts != 0 {
					t.Errorf("%+v", d)
				}
				wantError(t, "end it again", complete(d.RenderID), ErrFinished)
			}
		}
		check(t, complete(accept(t, s, newRender(keyID, schema.Video)).ID)) // without a webhook
		if all, err := s.Deliveries(t.Context(), "", "", 100); err != nil || len(all) != 3 {
			t.Errorf("%d deliveries, %v", len(all), err)
		}
	})
}

// A delivery is claimed by one process at a time, and again when that has crashed.
func TestDeliveriesAreClaimed(t *testing.T) {
	conforms(t, func(t *testing.T, open func() *Store) {
		s, other := open(), open()
		keyID, otherKey := newKey(t, s), newKey(t, s)
		complete := func(id string) error { return s.Complete(t.Context(), id, videoOutput, noon) }
		first := announced(t, s, keyID, complete)
		_, err := s.ClaimDelivery(t.Context(), nil, time.Minute, noon.Add(-time.Second))
		wantError(t, "not due yet", err, ErrNotFound)
		_, err = s.ClaimDelivery(t.Context(), []string{otherKey, keyID}, time.Minute, noon)
		wantError(t, "of a busy key", err, ErrNotFound)
		got, err := s.ClaimDelivery(t.Context(), []string{otherKey}, time.Minute, noon)
		check(t, err)
		if got.ID != first.ID || got.Attempts != 1 || !got.Due.Equal(noon.Add(time.Minute)) {
			t.Errorf("%+v", got)
		}
		_, err = other.ClaimDelivery(t.Context(), nil, time.Minute, noon)
		wantError(t, "claimed already", err, ErrNotFound)
		again, err := other.ClaimDelivery(t.Context(), nil, time.Minute, noon.Add(time.Minute))
		check(t, err)
		if again.ID != first.ID || again.Attempts != 2 {
			t.Errorf("%+v", again)
		}

		got.State = Delivered // the first process has not crashed, but is late
		check(t, s.EndAttempt(t.Context(), got))
		again.Status, again.Error, again.Due = 500, "it answered 500", noon.Add(time.Hour)
		check(t, other.EndAttempt(t.Context(), again))
		list, err := s.Deliveries(t.Context(), keyID, Waiting, 10)
		check(t, err)
		if len(list) != 1 || list[0] != again {
			t.Errorf("%+v, want %+v", list, again)
		}
		last, err := s.ClaimDelivery(t.Context(), nil, time.Minute, noon.Add(time.Hour))
		check(t, err)
		last.State, last.Status, last.Error = Delivered, 204, ""
		check(t, s.EndAttempt(t.Context(), last))
		_, err = s.ClaimDelivery(t.Context(), nil, time.Minute, noon.Add(24*time.Hour))
		wantError(t, "delivered", err, ErrNotFound)

		check(t, s.Resend(t.Context(), first.ID, noon.Add(time.Hour)))
		if d, err := s.ClaimDelivery(t.Context(), nil, time.Minute, noon.Add(time.Hour)); err != nil || d.ID != first.ID || d.Attempts != 1 {
			t.Errorf("sent again: %+v, %v", d, err)
		}
		wantError(t, "resend another", s.Resend(t.Context(), "msg_none", noon), ErrNotFound)
		wantError(t, "resend an old one", s.Resend(t.Context(), first.ID, noon.Add(25*time.Hour)), ErrExpired)
	})
}

// A claim together with others gets a delivery of its own.
func TestDeliveriesAreClaimedTogether(t *testing.T) {
	conforms(t, func(t *testing.T, open func() *Store) {
		processes := []*Store{open(), open()}
		keyID := newKey(t, processes[0])
		for range 10 {
			announced(t, processes[0], keyID, func(id string) error { return processes[0].Complete(t.Context(), id, videoOutput, noon) })
		}
		var ids [10]string
		together(len(ids), func(i int) {
			for ids[i] == "" { // PostgreSQL may choose one that another has just claimed
				if d, err := processes[i%2].ClaimDelivery(t.Context(), nil, time.Minute, noon); err == nil {
					ids[i] = d.ID
				}
			}
		})
		slices.Sort(ids[:])
		if len(slices.Compact(ids[:])) != 10 {
			t.Errorf("claimed twice: %v", ids)
		}
	})
}

func TestSwitchOff(t *testing.T) {
	conforms(t, func(t *testing.T, open func() *Store) {
		s := open()
		keyID := newKey(t, s)
		check(t, s.SetWebhook(t.Context(), keyID, hook.URL))
		announced(t, s, keyID, func(id string) error { return s.Complete(t.Context(), id, videoOutput, noon) })
		under := newRender(keyID, schema.Video)
		under.Webhook = hook
		accept(t, s, under)
		elsewhere := newRender(keyID, schema.Video)
		elsewhere.Webhook = Webhook{URL: "https://hooks.example.com/b"}
		accept(t, s, elsewhere)
		check(t, s.SwitchOff(t.Context(), keyID, hook.URL, "gone"))
		check(t, s.Complete(t.Context(), under.ID, videoOutput, noon))
		check(t, s.Complete(t.Context(), elsewhere.ID, videoOutput, noon))
		all, err := s.Deliveries(t.Context(), keyID, "", 10)
		check(t, err)
		failed, err := s.Deliveries(t.Context(), keyID, DeliveryFailed, 10)
		check(t, err)
		if len(all) != 2 || len(failed) != 1 || failed[0].Error != "gone" || failed[0].URL != hook.URL {
			t.Errorf("all %+v, failed %+v", all, failed)
		}
		keys, err := s.Keys(t.Context())
		check(t, err)
		if keys[0].Webhook != "" {
			t.Errorf("the key has still %s", keys[0].Webhook)
		}
	})
}

// During a rotation the old secrets are used, too, and what is old is swept.
func TestWebhookSecrets(t *testing.T) {
	conforms(t, func(t *testing.T, open func() *Store) {
		s := open()
		keyID, other := newKey(t, s), newKey(t, s)
		for i, secret := range []string{"whsec_a", "whsec_b"} {
			now := noon.Add(time.Duration(i) * time.Hour)
			check(t, s.AddWebhookSecret(t.Context(), keyID, secret, now.Add(24*time.Hour), now))
		}
		check(t, s.AddWebhookSecret(t.Context(), other, "whsec_c", noon, noon))
		secrets := func(now time.Time) []string {
			found, err := s.WebhookSecrets(t.Context(), keyID, now)
			check(t, err)
			return found
		}
		if got := secrets(noon.Add(24 * time.Hour)); !slices.Equal(got, []string{"whsec_b", "whsec_a"}) {
			t.Errorf("%v", got)
		}
		if got := secrets(noon.Add(25 * time.Hour)); !slices.Equal(got, []string{"whsec_b"}) {
			t.Errorf("%v", got)
		}
		d := announced(t, s, keyID, func(id string) error { return s.Complete(t.Context(), id, videoOutput, noon) })
		check(t, s.EndAttempt(t.Context(), Delivery{ID: d.ID, State: Delivered}))
		_, err := s.Sweep(t.Context(), noon.Add(8*24*time.Hour))
		check(t, err)
		if got := secrets(noon); !slices.Equal(got, []string{"whsec_b"}) { // the old one is deleted
			t.Errorf("%v", got)
		}
		if left, err := s.Deliveries(t.Context(), "", "", 10); err != nil || len(left) > 0 {
			t.Errorf("%v, %v", left, err)
		}
	})
}

package server

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"mockup/internal/api/store"
	"mockup/internal/api/webhook"
	"mockup/internal/api/wire"
)

// received is a request to an endpoint, with its answer.
type received struct {
	header http.Header
	body   []byte
	answer chan int // takes the status
}

// endpoint is an endpoint for webhooks whose answers the test gives.
type endpoint struct {
	*testing.T
	url      string
	requests chan received
}

// serveWebhooks starts an endpoint, and a service that may send webhooks to it.
func serveWebhooks(t *testing.T, hosts ...string) (*service, *endpoint) {
	t.Helper()
	e := &endpoint{T: t, requests: make(chan received), url: "https://example.com/hook"} // the client of httptest connects to web instead
	web := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		got := received{r.Header, body, make(chan int)}
		select {
		case e.requests <- got:
			w.WriteHeader(<-got.answer)
		case <-r.Context().Done():
		}
	}))
	t.Cleanup(web.Close)
	s := serve(t, func(o *Options) {
		o.WebhookTransport = web.Client().Transport
		o.WebhookHosts = append(hosts, "example.com")
	})
	return s, e
}

// event answers the next request with a status, and checks its signature with the reference library.
func (e *endpoint) event(secret string, status int) (wire.Event, http.Header) {
	e.Helper()
	var got received
	select {
	case got = <-e.requests:
	case <-time.After(10 * time.Minute):
		e.Fatal("waited in vain for a webhook")
	}
	reference, err := standardwebhooks.NewWebhook(secret)
	check(e.T, err)
	check(e.T, reference.Verify(got.body, got.header))
	checkBody(e.T, "/components/schemas/Event", got.body)
	if got.header.Get("Content-Type") != "application/json" || !strings.HasPrefix(got.header.Get("User-Agent"), "mockup/") {
		e.Errorf("%v", got.header)
	}
	var event wire.Event
	check(e.T, json.Unmarshal(got.body, &event))
	got.answer <- status
	return event, got.header
}

func (s *service) webhookSecret() string {
	s.t.Helper()
	secret, now := webhook.NewSecret(), time.Now()
	check(s.t, s.store.AddWebhookSecret(s.t.Context(), s.keyID, secret, now.Add(time.Hour), now))
	return secret
}

// delivery waits until the only delivery of the key has a state.
func (s *service) delivery(id string, state store.DeliveryState) store.Delivery {
	s.t.Helper()
	var found store.Delivery
	await(s.t, "the delivery is "+string(state), func() bool {
		all, err := s.store.Deliveries(s.t.Context(), s.keyID, state, 100)
		check(s.t, err)
		for _, d := range all {
			if d.ID == id && (state != store.Waiting || d.Error != "") {
				found = d
				return true
			}
		}
		return false
	})
	return found
}

// The end of a render is reported to the address that its request names: a picture's and a video's, completed and failed.
func TestWebhookOfRequest(t *testing.T) {
	t.Parallel()
	s, e := serveWebhooks(t)
	first, secret := s.webhookSecret(), ""
	secret = s.webhookSecret() // after a rotation both secrets sign
	job := s.post(picture("02"), wire.WebhookURL+": "+e.url).job(t)
	event, header := e.event(first, http.StatusNoContent)
	if event.Type != wire.RenderCompleted || event.Data.ID != job.ID || event.Data.SHA256 != job.SHA256 || time.Since(event.Timestamp) > time.Hour ||
		event.Data.StatusURL != s.url+wire.ExportsPath+job.ID {
		t.Errorf("%+v", event)
	}
	s.do(s.request(http.MethodGet, event.Data.DownloadURL, nil, "Authorization: ")).want(t, http.StatusOK, "")
	if d := s.delivery(header.Get("webhook-id"), store.Delivered); d.Attempts != 1 || d.Status != http.StatusNoContent || d.RenderID != job.ID {
		t.Errorf("%+v", d)
	}

	s.work()
	completed := s.post(video(""), wire.WebhookURL+": "+e.url).job(t)
	if event, _ := e.event(secret, http.StatusOK); event.Data.ID != completed.ID || event.Data.Format != "mp4" || event.Data.DownloadURL == "" {
		t.Errorf("%+v", event)
	}
	payload := strings.Replace(video(""), `"name":"Bo"`, `"name":"Bo","image":"https://127.0.0.1/secret.png"`, 1)
	failed := s.post(payload, wire.WebhookURL+": "+e.url).job(t)
	if event, _ := e.event(secret, http.StatusOK); event.Type != wire.RenderFailed || event.Data.ID != failed.ID || !strings.Contains(event.Data.Error, "props.receivers.0.image") {
		t.Errorf("%+v", event)
	}
}

// A failed attempt is made again later with the same id; the delivery can be sent again at any time; 410 switches the
// webhook of a key off.
func TestWebhookOfKey(t *testing.T) {
	t.Parallel()
	s, e := serveWebhooks(t)
	secret := s.webhookSecret()
	check(t, s.store.SetWebhook(t.Context(), s.keyID, e.url))
	job := s.post(picture("02")).job(t)
	_, header := e.event(secret, http.StatusInternalServerError)
	id := header.Get("webhook-id")
	d := s.delivery(id, store.Waiting)
	if wait := time.Until(d.Due); d.Status != 500 || !strings.Contains(d.Error, "500 Internal Server Error") || wait > 6*time.Second {
		t.Errorf("%+v, due in %v", d, wait)
	}
	event, header := e.event(secret, http.StatusFound) // five seconds later
	if event.Data.ID != job.ID || header.Get("webhook-id") != id {
		t.Errorf("%+v, %v", event, header)
	}
	await(t, "the second attempt is recorded", func() bool { return s.delivery(id, store.Waiting).Status == http.StatusFound })
	if d := s.delivery(id, store.Waiting); d.Attempts != 2 || !strings.Contains(d.Error, "redirects are not followed") || time.Until(d.Due) < 4*time.Minute {
		t.Errorf("%+v", d)
	}
	check(t, s.store.Resend(t.Context(), id, time.Now()))
	e.event(secret, http.StatusGone)
	if d := s.delivery(id, store.DeliveryFailed); d.Attempts != 1 || d.Status != http.StatusGone {
		t.Errorf("%+v", d)
	}
	await(t, "the webhook is switched off", func() bool {
		keys, err := s.store.Keys(t.Context())
		check(t, err)
		return keys[0].Webhook == ""
	})
	s.post(picture("03")).want(t, http.StatusOK, "")
	if all, err := s.store.Deliveries(t.Context(), s.keyID, "", 10); err != nil || len(all) != 1 {
		t.Errorf("%+v, %v", all, err)
	}

	// The event of a job that no longer exists has no content.
	check(t, s.store.SetWebhook(t.Context(), s.keyID, e.url))
	deleted := s.post(picture("04")).job(t)
	_, header = e.event(secret, http.StatusServiceUnavailable)
	s.delivery(header.Get("webhook-id"), store.Waiting)
	s.do(s.request(http.MethodDelete, wire.ExportsPath+deleted.ID, nil)).want(t, http.StatusNoContent, "")
	if d := s.delivery(header.Get("webhook-id"), store.DeliveryFailed); d.Error != store.ErrExpired.Error() {
		t.Errorf("%+v", d)
	}
}

// A request may name only hosts that are allowed, and only if its key has a secret.
func TestWebhookIsRefused(t *testing.T) {
	t.Parallel()
	s, e := serveWebhooks(t, "*.example.org")
	refused := func(pattern, address string) {
		t.Helper()
		got := s.post(picture("02"), wire.WebhookURL+": "+address)
		got.want(t, http.StatusBadRequest, wire.ValidationFailed)
		if message := got.problem(t).Message; !strings.Contains(message, pattern) {
			t.Errorf("%s: %s", address, message)
		}
	}
	refused("has no secret to sign webhooks", e.url)
	s.webhookSecret()
	refused("names a host that this service sends no webhooks to", "https://hooks.example.net/")
	refused("names a host that this service sends no webhooks to", "https://example.com:8443/")
	refused("is an https URL", "http://hooks.example.org/")
	refused("not a public address", "https://127.0.0.1/")
	r := s.request(http.MethodPost, wire.RenderPath, strings.NewReader(picture("02")))
	r.Header[wire.WebhookURL] = []string{e.url, e.url}
	s.do(r).want(t, http.StatusBadRequest, wire.ValidationFailed)
	closed := serve(t, nil)
	closed.post(picture("02"), wire.WebhookURL+": "+e.url).want(t, http.StatusBadRequest, wire.ValidationFailed)
}

// The transport of the service reaches no private address, even if the operator has named it.
func TestWebhookReachesPublicAddressesOnly(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	s.webhookSecret()
	reached := make(chan string, 10)
	web := httptest.NewTLSServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { reached <- r.URL.Path }))
	defer web.Close()
	check(t, s.store.SetWebhook(t.Context(), s.keyID, strings.Replace(web.URL, "127.0.0.1", "localhost", 1)))
	s.post(picture("02")).want(t, http.StatusOK, "")
	all, err := s.store.Deliveries(t.Context(), s.keyID, "", 10)
	check(t, err)
	if d := s.delivery(all[0].ID, store.Waiting); d.Error != "the host is not at a public address" || d.Status != 0 {
		t.Errorf("%+v", d)
	}
	if len(reached) > 0 {
		t.Errorf("a request has arrived at %s", <-reached)
	}
}

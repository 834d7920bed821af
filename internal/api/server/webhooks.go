package server

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"mockup/internal/api/store"
	"mockup/internal/api/webhook"
	"mockup/internal/api/wire"
)

// webhookOf returns where the end of a request's render is reported to: the address of its header Webhook-Url, or that of
// its API key.
func (s *Server) webhookOf(r *http.Request, key store.Key, base string) (store.Webhook, error) {
	address := r.Header.Get(wire.WebhookURL) // an empty one says nothing
	switch named := r.Header.Values(wire.WebhookURL); {
	case len(named) > 1:
		return store.Webhook{}, invalid("the request has %d headers %s; send one", len(named), wire.WebhookURL)
	case address == "" && key.Webhook == "":
		return store.Webhook{}, nil
	case address == "":
		return store.Webhook{URL: key.Webhook, Base: base}, nil
	}
	if err := webhook.CheckURL(address); err != nil {
		return store.Webhook{}, invalid("the header %s: %v", wire.WebhookURL, err)
	}
	if !webhook.IsAllowed(address, s.opts.WebhookHosts) {
		return store.Webhook{}, invalid("the header %s names a host that this service sends no webhooks to; ask those who run it to allow the host", wire.WebhookURL)
	}
	secrets, err := s.opts.Store.WebhookSecrets(r.Context(), key.ID, time.Now())
	if err != nil {
		return store.Webhook{}, err
	}
	if len(secrets) == 0 {
		return store.Webhook{}, invalid("the API key has no secret to sign webhooks with; ask those who run the service to make one")
	}
	return store.Webhook{URL: address, Base: base}, nil
}

// eventBody returns the event of a delivery. Each attempt gets a new download address.
func (s *Server) eventBody(ctx context.Context, d store.Delivery) ([]byte, error) {
	render, err := s.opts.Store.RenderOf(ctx, d.KeyID, d.RenderID, time.Now())
	if err != nil {
		return nil, err
	}
	job := s.job(d.Base, render)
	job.StatusURL = d.Base + wire.ExportsPath + render.ID
	return json.Marshal(wire.Event{Type: d.Event, Timestamp: d.Created, Data: job})
}

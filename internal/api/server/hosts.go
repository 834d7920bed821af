package server

import (
	"context"
	"maps"
	"net/url"
	"slices"
	"strings"
	"sync"

	"mockup/internal/schema"
)

// Bounds on pictures whose images are being loaded, in one process.
const (
	loadingSlots = 16 // pictures; one API key may have half of them
	slotsPerHost = 4  // pictures that load images from one host
)

// hostSlots bounds how many pictures load images from one host at the same time: a slow host should not be burdened, and
// should not take all slots.
type hostSlots struct {
	mu    sync.Mutex
	used  map[string]int
	freed chan struct{} // closed when slots become free
}

func newHostSlots() *hostSlots {
	return &hostSlots{used: map[string]int{}, freed: make(chan struct{})}
}

// enter waits until each of the hosts has a free slot, and takes these slots together. leave gives them back; it may be
// called more than once.
func (h *hostSlots) enter(ctx context.Context, hosts []string) (leave func(), err error) {
	for {
		h.mu.Lock()
		if !slices.ContainsFunc(hosts, func(host string) bool { return h.used[host] >= slotsPerHost }) {
			for _, host := range hosts {
				h.used[host]++
			}
			h.mu.Unlock()
			return sync.OnceFunc(func() { h.leave(hosts) }), nil
		}
		freed := h.freed
		h.mu.Unlock()
		select {
		case <-freed:
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
	}
}

func (h *hostSlots) leave(hosts []string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, host := range hosts {
		if h.used[host]--; h.used[host] == 0 {
			delete(h.used, host)
		}
	}
	close(h.freed)
	h.freed = make(chan struct{})
}

// hostsOf returns the hosts of a payload's files.
func hostsOf(p *schema.Payload) []string {
	hosts := map[string]bool{}
	for ref := range p.Files() {
		const scheme = "https://"
		value := *ref.Value
		if len(value) < len(scheme) || !strings.EqualFold(value[:len(scheme)], scheme) {
			continue // a data URL may have megabytes
		}
		if u, err := url.Parse(value); err == nil {
			hosts[strings.ToLower(u.Hostname())] = true
		}
	}
	return slices.Collect(maps.Keys(hosts))
}

// Package metrics counts what the render service does, for Prometheus.
package metrics

import (
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"mockup/internal/schema"
)

// Metrics are the figures of one process. Every method may be called on nil, which measures nothing.
type Metrics struct {
	registry *prometheus.Registry
	requests *prometheus.HistogramVec
	renders  *prometheus.HistogramVec
}

// New returns metrics, all 0.
func New() *Metrics {
	m := &Metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "mockup_http_request_seconds", Help: "Answered requests by route and status code, and the time they took.",
			Buckets: []float64{0.005, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 15, 60},
		}, []string{"route", "code"}),
		renders: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "mockup_render_seconds", Help: "Finished attempts to render by type, kind and result, and the time they took.",
			Buckets: []float64{0.05, 0.1, 0.2, 0.5, 1, 2, 5, 15, 60, 180, 600},
		}, []string{"type", "kind", "result"}),
	}
	m.registry.MustRegister(m.requests, m.renders, collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// Request counts an answered request. The route is the pattern that it matched, never its path: a path holds ids.
func (m *Metrics) Request(route string, code int, took time.Duration) {
	if m != nil {
		m.requests.WithLabelValues(route, strconv.Itoa(code)).Observe(took.Seconds())
	}
}

// Rendered counts an attempt to render that is over.
func (m *Metrics) Rendered(of schema.Type, kind schema.Kind, ok bool, took time.Duration) {
	if m == nil {
		return
	}
	result := "completed"
	if !ok {
		result = "failed"
	}
	m.renders.WithLabelValues(string(of), string(kind), result).Observe(took.Seconds())
}

// Gauge adds a figure that is read whenever somebody asks for the figures, unless there is one of that name. read must
// be quick.
func (m *Metrics) Gauge(name, help string, read func() int) {
	if m != nil {
		_ = m.registry.Register(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, func() float64 { return float64(read()) }))
	}
}

// Handler answers with all figures.
func (m *Metrics) Handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{ErrorHandling: promhttp.ContinueOnError})
}

// Package metrics measures the render service for Prometheus.
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

// Metrics are the metrics of one process. On nil, every method does nothing.
type Metrics struct {
	registry *prometheus.Registry
	requests *prometheus.HistogramVec
	renders  *prometheus.HistogramVec
}

// New returns metrics that are all 0.
func New() *Metrics {
	m := &Metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "mockup_http_request_seconds", Help: "Time from the arrival of a request to the end of its answer, by route and status code.",
			Buckets: []float64{0.005, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 15, 60},
		}, []string{"route", "code"}),
		renders: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "mockup_render_seconds", Help: "Time of an attempt to render, by type, kind and result.",
			Buckets: []float64{0.05, 0.1, 0.2, 0.5, 1, 2, 5, 15, 60, 180, 600},
		}, []string{"type", "kind", "result"}),
	}
	m.registry.MustRegister(m.requests, m.renders, collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// Request records an answered request. The route is the pattern that matched, never the path, which contains ids.
func (m *Metrics) Request(route string, code int, took time.Duration) {
	if m != nil {
		m.requests.WithLabelValues(route, strconv.Itoa(code)).Observe(took.Seconds())
	}
}

// Rendered records an attempt to render that has ended.
func (m *Metrics) Rendered(mockup schema.Type, kind schema.Kind, ok bool, took time.Duration) {
	if m == nil {
		return
	}
	result := "completed"
	if !ok {
		result = "failed"
	}
	m.renders.WithLabelValues(string(mockup), string(kind), result).Observe(took.Seconds())
}

// Gauge adds a metric whose value is read at every scrape, unless a metric of that name exists. read must return
// quickly.
func (m *Metrics) Gauge(name, help string, read func() int) {
	if m != nil {
		_ = m.registry.Register(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, func() float64 { return float64(read()) }))
	}
}

// Handler serves all metrics.
func (m *Metrics) Handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{ErrorHandling: promhttp.ContinueOnError})
}

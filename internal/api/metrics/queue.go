package metrics

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// depthTimeout is how long the database may take to count the queue. Without an answer the two metrics are left out.
const depthTimeout = 2 * time.Second

// Depth counts the videos that wait and those that are being rendered, over all processes of a deployment.
type Depth func(ctx context.Context) (waiting, running int, err error)

// Queue adds the depth of the queue, which is counted at every scrape.
func (m *Metrics) Queue(depth Depth) {
	if m != nil {
		_ = m.registry.Register(&queueCollector{ // fails only if it is registered already
			depth,
			prometheus.NewDesc("mockup_videos_waiting", "Videos that wait for a worker, in the whole deployment.", nil, nil),
			prometheus.NewDesc("mockup_videos_running", "Videos that are being rendered, in the whole deployment.", nil, nil),
		})
	}
}

// queueCollector reads both metrics with one query.
type queueCollector struct {
	depth            Depth
	waiting, running *prometheus.Desc
}

// Describe implements prometheus.Collector.
func (q *queueCollector) Describe(descs chan<- *prometheus.Desc) {
	descs <- q.waiting
	descs <- q.running
}

// Collect implements prometheus.Collector.
func (q *queueCollector) Collect(found chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), depthTimeout)
	defer cancel()
	waiting, running, err := q.depth(ctx)
	if err != nil {
		found <- prometheus.NewInvalidMetric(q.waiting, err)
		return
	}
	found <- prometheus.MustNewConstMetric(q.waiting, prometheus.GaugeValue, float64(waiting))
	found <- prometheus.MustNewConstMetric(q.running, prometheus.GaugeValue, float64(running))
}

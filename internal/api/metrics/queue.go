package metrics

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// depthTimeout is how long the database may take to count the queue; without an answer those two figures are left out.
const depthTimeout = 2 * time.Second

// Depth counts the videos that wait, and those that are rendered, over all processes of a deployment.
type Depth func(ctx context.Context) (waiting, running int, err error)

// Queue adds the depth of the queue, which is counted whenever somebody asks for the figures.
func (m *Metrics) Queue(depth Depth) {
	if m != nil {
		_ = m.registry.Register(&queue{ // fails for a second one only
			depth,
			prometheus.NewDesc("mockup_videos_waiting", "Videos that wait for a worker, in the whole deployment.", nil, nil),
			prometheus.NewDesc("mockup_videos_running", "Videos that workers render, in the whole deployment.", nil, nil),
		})
	}
}

// queue is a collector, since both figures come from one count.
type queue struct {
	depth            Depth
	waiting, running *prometheus.Desc
}

// Describe names the figures.
func (q *queue) Describe(descs chan<- *prometheus.Desc) {
	descs <- q.waiting
	descs <- q.running
}

// Collect counts.
func (q *queue) Collect(found chan<- prometheus.Metric) {
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

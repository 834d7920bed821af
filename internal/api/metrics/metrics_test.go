package metrics

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"mockup/internal/schema"
)

func scrape(t *testing.T, m *Metrics) string {
	t.Helper()
	answer := httptest.NewRecorder()
	m.Handler().ServeHTTP(answer, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	if answer.Code != http.StatusOK {
		t.Errorf("status %d", answer.Code)
	}
	return answer.Body.String()
}

func TestMetrics(t *testing.T) {
	m := New()
	var failure error
	m.Queue(func(context.Context) (int, int, error) { return 7, 2, failure })
	m.Gauge("mockup_browsers", "Browsers.", func() int { return 3 })
	for range 2 {
		m.Request("/api/v1/exports/{id}", http.StatusOK, 30*time.Millisecond)
	}
	m.Request("/api/v1/render", http.StatusTooManyRequests, time.Millisecond)
	m.Rendered(schema.Chats, schema.Video, true, 3*time.Second)
	m.Rendered(schema.Chats, schema.Video, false, time.Second)
	got := scrape(t, m)
	for _, want := range []string{
		`mockup_http_request_seconds_count{code="200",route="/api/v1/exports/{id}"} 2`,
		`mockup_http_request_seconds_count{code="429",route="/api/v1/render"} 1`,
		`mockup_render_seconds_sum{kind="video",result="completed",type="chats"} 3`,
		`mockup_render_seconds_count{kind="video",result="failed",type="chats"} 1`,
		"mockup_videos_waiting 7", "mockup_videos_running 2", "mockup_browsers 3", "go_goroutines ", "process_resident_memory_bytes ",
	} {
		if !strings.Contains(got, "\n"+want) {
			t.Errorf("%q is not in:\n%s", want, got)
		}
	}
	failure = errors.New("the database is gone")
	if got := scrape(t, m); strings.Contains(got, "mockup_videos") || !strings.Contains(got, "mockup_browsers 3") {
		t.Errorf("without a database:\n%s", got)
	}
}

// All methods can be called on nil.
func TestNil(t *testing.T) {
	var m *Metrics
	m.Queue(nil)
	m.Gauge("a", "b", nil)
	m.Request("/", 200, 0)
	m.Rendered(schema.Chats, schema.Image, true, 0)
}

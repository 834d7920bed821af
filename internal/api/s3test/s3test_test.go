package s3test

import (
	"net/http"
	"os"
	"strings"
	"testing"
)

func TestServer(t *testing.T) {
	var server Server
	first, second := server.Bucket(t), server.Bucket(t)
	if first == second || !strings.HasPrefix(first, "s3://") {
		t.Errorf("buckets %s and %s", first, second)
	}
	process, _ := server.Need(t, RequireEnv, server.start)
	if err := server.Stop(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(process.FirstLine); !os.IsNotExist(err) {
		t.Errorf("folder %s is still there: %v", process.FirstLine, err)
	}
	if answer, err := http.Get(server.endpoint + "/health"); err == nil {
		answer.Body.Close()
		t.Error("the server still answers")
	}
}

package pgtest

import (
	"os"
	"testing"

	"github.com/jackc/pgx/v5"
)

func TestCluster(t *testing.T) {
	var cluster Cluster
	first, second := cluster.Database(t), cluster.Database(t)
	for _, url := range []string{first, second} {
		conn, err := pgx.Connect(t.Context(), url)
		if err != nil {
			t.Fatal(err)
		}
		// Fails in the second database if both addresses lead to one database.
		if _, err := conn.Exec(t.Context(), "CREATE TABLE alone (n INT)"); err != nil {
			t.Error(err)
		}
		conn.Close(t.Context())
	}
	server, _ := cluster.Need(t, RequireEnv, start)
	folder := server.FirstLine
	if err := cluster.Stop(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(folder); !os.IsNotExist(err) {
		t.Errorf("folder %s is still there: %v", folder, err)
	}
}

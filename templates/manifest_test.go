package templates

import (
	"strings"
	"testing"
)

// A platform cannot name what its type does not list, so that a misspelt option is no silent default.
func TestKnown(t *testing.T) {
	listed := map[string]string{"run": "30m", "dates": "day"}
	if err := known("option", map[string]string{"run": "5m"}, listed); err != nil {
		t.Error(err)
	}
	err := known("option", map[string]string{"runs": "5m"}, listed)
	if err == nil || !strings.Contains(err.Error(), `"runs"`) || !strings.Contains(err.Error(), "dates, run") {
		t.Errorf("error is %v, want one that names the option and what there is", err)
	}
}

// What a platform says stands over what its type says; a platform without a folder has its type's manifest.
func TestReadManifest(t *testing.T) {
	own, err := ReadManifest("chats", "msn")
	if err != nil || !own.Window() || own.Fields["status"] || !own.Fields["groups"] || own.Options["run"] != "10m" || own.Options["dates"] != "day" {
		t.Errorf("msn: %+v, %v", own, err)
	}
	shared, err := ReadManifest("chats", "none")
	if err != nil || shared.Window() || !shared.Fields["status"] || shared.Name != "" {
		t.Errorf("none: %+v, %v", shared, err)
	}
}

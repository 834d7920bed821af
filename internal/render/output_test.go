package render

import (
	"os"
	"strings"
	"testing"
)

// A full disk is told in the target's name.
func TestDiskFull(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip(err)
	}
	o := &output{target: "out/picture.png", temp: full}
	err = o.write([]byte("data"))
	if err == nil || !strings.Contains(err.Error(), "out/picture.png") || !strings.Contains(err.Error(), "no space left") {
		t.Errorf("error is %v, want the target and the reason", err)
	}
}

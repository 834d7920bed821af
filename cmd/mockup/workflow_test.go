package main

import (
	"os"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// The commands of the workflow that users copy are ones that this program has.
func TestWorkflow(t *testing.T) {
	data, err := os.ReadFile("../../examples/ci/.github/workflows/mockups.yml")
	if err != nil {
		t.Fatal(err)
	}
	var workflow struct {
		Jobs map[string]struct{ Steps []struct{ Run string } }
	}
	if err := yaml.Unmarshal(data, &workflow); err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, job := range workflow.Jobs {
		for _, step := range job.Steps {
			for line := range strings.Lines(step.Run) {
				args, ok := strings.CutPrefix(strings.TrimSpace(line), ".mockup/bin/mockup ")
				if !ok {
					continue
				}
				seen++
				cmd, rest, err := newRootCmd().Find(strings.Fields(args))
				if err == nil {
					err = cmd.ParseFlags(rest)
				}
				if err != nil || cmd.Name() == "mockup" {
					t.Errorf("%s: %v", line, err)
				}
			}
		}
	}
	if seen < 2 {
		t.Errorf("%d commands", seen)
	}
}

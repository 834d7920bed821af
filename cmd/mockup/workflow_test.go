package main

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/pflag"
	"go.yaml.in/yaml/v3"
)

func readYAML(t *testing.T, file string, into any) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := yaml.Unmarshal(data, into); err != nil {
		t.Fatal(err)
	}
}

// The workflow that users copy sets inputs that the action has.
func TestWorkflow(t *testing.T) {
	t.Parallel()
	var action struct{ Inputs map[string]any }
	readYAML(t, "../../action.yml", &action)
	var workflow struct {
		Jobs map[string]struct {
			Steps []struct {
				Uses string
				With map[string]any
			}
		}
	}
	readYAML(t, "../../examples/ci/.github/workflows/mockups.yml", &workflow)
	seen := 0
	for _, job := range workflow.Jobs {
		for _, step := range job.Steps {
			if !strings.Contains(step.Uses, "/mockup@v") {
				continue
			}
			for name := range step.With {
				seen++
				if _, known := action.Inputs[name]; !known {
					t.Errorf("action.yml has no input %q", name)
				}
			}
		}
	}
	if seen < 5 {
		t.Errorf("%d inputs", seen)
	}
}

// The containers are given settings that exist, and run commands that exist.
func TestContainers(t *testing.T) {
	t.Parallel()
	settings := map[string]bool{}
	eachSetting(newRootCmd(), func(flag *pflag.Flag) {
		settings[variable(flag.Name)] = true
	})
	file, err := os.ReadFile("../../Containerfile")
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile(`MOCKUP_\w+`).FindAllString(string(file), -1)
	var compose struct {
		Services map[string]struct {
			Command     []string
			Environment map[string]string
		}
	}
	readYAML(t, "../../examples/container/compose.yml", &compose)
	for _, name := range []string{"serve", "worker"} {
		service := compose.Services[name]
		if cmd, _, err := newRootCmd().Find(append(service.Command, "--help")); err != nil || len(service.Command) > 0 && cmd.Name() != name {
			t.Errorf("%s: %v", name, err)
		}
		for name := range service.Environment {
			if strings.HasPrefix(name, "MOCKUP_") {
				found = append(found, name)
			}
		}
	}
	for _, name := range found {
		if !settings[name] {
			t.Errorf("there is no setting %s", name)
		}
	}
	if len(found) < 8 {
		t.Errorf("found only %v", found)
	}
}

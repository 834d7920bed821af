package process

import (
	"slices"
	"testing"
)

// A program learns no secrets from our environment.
func TestEnvironment(t *testing.T) {
	for name, more := range map[string]struct {
		patterns []string
		passed   bool
	}{
		"PATH":                  {nil, true},
		"Path":                  {nil, true}, // as Windows writes it
		"LC_TIME":               {nil, true},
		"MY_PATH":               {nil, false},
		"AWS_SECRET_ACCESS_KEY": {nil, false},
		"MOCKUP_API_KEY":        {nil, false},
		"FONTCONFIG_PATH":       {nil, false},
		"FONTCONFIG_FILE":       {[]string{"FONTCONFIG_*"}, true},
	} {
		t.Setenv(name, "value")
		if got := slices.Contains(Environment(more.patterns...), name+"=value"); got != more.passed {
			t.Errorf("%s is passed on: %v, want %v", name, got, more.passed)
		}
	}
}

package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"image"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// standInGH takes the files of a release from a folder, as gh downloads them.
const standInGH = `#!/bin/sh
[ "$*" = "release download v1.2.3 --repo someone/mockup --dir $7 --clobber --pattern mockup-1.2.3-linux-$ARCH.tar.gz --pattern SHA256SUMS" ] && cp "$RELEASE"/* "$7"
`

// actionStep is a step of action.yml.
type actionStep struct {
	ID, If, Uses, Shell, Run string
	Env                      map[string]string
	With                     map[string]string
}

// actionRun runs the steps of action.yml in a repository, as a runner does.
type actionRun struct {
	t       *testing.T
	root    string            // of the files of one run; the repository is below it
	values  map[string]string // of expressions, such as inputs.command
	env     []string
	log     bytes.Buffer
	summary string
	used    map[string]map[string]string // the inputs of actions of others, by name
	failed  bool
}

func newActionRun(t *testing.T, inputs map[string]string) *actionRun {
	t.Helper()
	a := &actionRun{t: t, root: t.TempDir(), used: map[string]map[string]string{}, values: map[string]string{
		"github.token": "a token", "github.action_ref": "v1.2.3", "github.action_repository": "someone/mockup",
		"github.ref_name": "main", "github.sha": "0123", "runner.os": "Linux", "runner.arch": "X64",
	}}
	checkout, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	for _, folder := range []string{"repository/payloads", "home", "temp", "release", "bin"} {
		if err := os.MkdirAll(a.path(folder), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	a.write("bin/gh", standInGH)
	a.release()
	a.env = append(os.Environ(), "HOME="+a.path("home"), "RELEASE="+a.path("release"), "ARCH="+runtime.GOARCH,
		"GITHUB_ACTIONS=true", "GITHUB_ACTION_PATH="+checkout, "RUNNER_TEMP="+a.path("temp"), "GITHUB_SERVER_URL=https://github.example",
		"GITHUB_REPOSITORY=someone/pictures", "PATH="+a.path("bin")+":"+os.Getenv("PATH"))
	for name, value := range inputs {
		a.values["inputs."+name] = value
	}
	return a
}

func (a *actionRun) path(name string) string { return filepath.Join(a.root, name) }

func (a *actionRun) write(name, content string) {
	a.t.Helper()
	if err := os.WriteFile(a.path(name), []byte(content), 0o777); err != nil {
		a.t.Fatal(err)
	}
}

func (a *actionRun) read(name string) string {
	a.t.Helper()
	data, err := os.ReadFile(a.path(name))
	if err != nil {
		a.t.Fatal(err)
	}
	return string(data)
}

// release makes the files of a release, whose program is the one under test.
func (a *actionRun) release() {
	a.t.Helper()
	self, err := os.Executable()
	if err != nil {
		a.t.Fatal(err)
	}
	var out bytes.Buffer
	zipped := gzip.NewWriter(&out)
	archive := tar.NewWriter(zipped)
	name := "mockup-1.2.3-linux-" + runtime.GOARCH
	if err := archive.WriteHeader(&tar.Header{Typeflag: tar.TypeSymlink, Name: name + "/mockup", Linkname: self, Mode: 0o777}); err != nil {
		a.t.Fatal(err)
	}
	if err := archive.Close(); err != nil {
		a.t.Fatal(err)
	}
	if err := zipped.Close(); err != nil {
		a.t.Fatal(err)
	}
	a.write("release/"+name+".tar.gz", out.String())
	a.write("release/SHA256SUMS", fmt.Sprintf("%x  %s.tar.gz\n", sha256.Sum256(out.Bytes()), name))
}

// git runs git in the repository.
func (a *actionRun) git(args ...string) {
	a.t.Helper()
	cmd := exec.Command("git", append([]string{"-c", "user.name=Mia", "-c", "user.email=mia@example.com"}, args...)...)
	cmd.Dir = a.path("repository")
	if out, err := cmd.CombinedOutput(); err != nil {
		a.t.Fatalf("git %v: %v: %s", args, err, out)
	}
}

var expression = regexp.MustCompile(`\$\{\{ *([^}]*?) *\}\}`)

// value replaces the expressions in a text.
func (a *actionRun) value(text string) string {
	return expression.ReplaceAllStringFunc(text, func(found string) string {
		for name := range strings.SplitSeq(expression.FindStringSubmatch(found)[1], " || ") {
			if value := a.values[name]; value != "" {
				return value
			}
		}
		return ""
	})
}

// applies reports whether a step runs.
func (a *actionRun) applies(condition string) bool {
	a.t.Helper()
	if a.failed && !strings.Contains(condition, "always()") {
		return false
	}
	for part := range strings.SplitSeq(condition, " && ") {
		name, want, differs := strings.Cut(part, " != ")
		if !differs {
			name, want, _ = strings.Cut(part, " == ")
		}
		if part != "" && part != "always()" && (a.values[name] == strings.Trim(want, "'")) == differs {
			return false
		}
	}
	return true
}

// run runs all steps and reports whether they succeeded.
func (a *actionRun) run() bool {
	a.t.Helper()
	data, err := os.ReadFile("../../action.yml")
	if err != nil {
		a.t.Fatal(err)
	}
	var action struct {
		Inputs map[string]struct{ Default string }
		Runs   struct{ Steps []actionStep }
	}
	if err := yaml.Unmarshal(data, &action); err != nil {
		a.t.Fatal(err)
	}
	for name, input := range action.Inputs {
		if _, set := a.values["inputs."+name]; !set {
			a.values["inputs."+name] = a.value(input.Default)
		}
	}
	for _, step := range action.Runs.Steps {
		switch {
		case !a.applies(step.If):
		case step.Uses != "":
			inputs := map[string]string{}
			for name, value := range step.With {
				inputs[name] = a.value(value)
			}
			a.used[step.Uses+" "+step.ID] = inputs
			a.values["steps."+step.ID+".outputs.artifact-url"] = "https://github.example/artifact"
		default:
			a.step(step)
		}
	}
	return !a.failed
}

// step runs a script, and takes over what it has written into the runner's files.
func (a *actionRun) step(step actionStep) {
	a.t.Helper()
	files := map[string]string{}
	cmd := exec.Command("bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step.Run)
	cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr = a.path("repository"), a.env, &a.log, &a.log
	for _, name := range []string{"GITHUB_OUTPUT", "GITHUB_ENV", "GITHUB_PATH", "GITHUB_STEP_SUMMARY"} {
		files[name] = "temp/" + name
		a.write(files[name], "")
		cmd.Env = append(cmd.Env, name+"="+a.path(files[name]))
	}
	for name, value := range step.Env {
		cmd.Env = append(cmd.Env, name+"="+a.value(value))
	}
	if err := cmd.Run(); err != nil {
		a.failed = true
	}
	for line := range strings.Lines(a.read(files["GITHUB_OUTPUT"])) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), "=")
		a.values["steps."+step.ID+".outputs."+name] = value
	}
	for line := range strings.Lines(a.read(files["GITHUB_PATH"])) {
		a.env = append(a.env, "PATH="+strings.TrimSpace(line)+":"+os.Getenv("PATH"))
	}
	for line := range strings.Lines(a.read(files["GITHUB_ENV"])) {
		a.env = append(a.env, strings.TrimSpace(line))
	}
	a.summary += a.read(files["GITHUB_STEP_SUMMARY"])
}

// has reports an error if a text lacks one of the parts.
func (a *actionRun) has(what, text string, parts ...string) {
	a.t.Helper()
	for _, part := range parts {
		if !strings.Contains(text, part) {
			a.t.Errorf("%s: %q is missing in:\n%s", what, part, text)
		}
	}
}

const chartPayload = `{mockupType: dashboard-chart, renderKind: image, resolutionScale: 1x, rendererVersion: mockup-a-v1, props: {points: [1, 4, 9]}}`

// The action draws what it can, marks what is wrong at its place, and shows the results, although it fails.
func TestActionDraws(t *testing.T) {
	t.Parallel()
	a := newActionRun(t, map[string]string{"chromium": "140.0.1"})
	a.write("repository/payloads/sales of a|b.yaml", chartPayload)
	a.write("repository/payloads/wrong.yaml", strings.Replace(chartPayload, "1x", "3x", 1))
	if a.run() {
		t.Error("a payload is invalid, and the action succeeded")
	}
	a.has("log", a.log.String(), "::error file=payloads/wrong.yaml,line=1,")
	a.has("summary", a.summary, "1 invalid, 1 rendered", "https://github.example/artifact", "|  | `mockups/sales of a b.png`<br>", "| rendered: new |",
		"`payloads/wrong.yaml` | invalid: line 1: resolutionScale: &quot;3x&quot; is not allowed; allowed: 1x, 2x, 4x |")
	if strings.Index(a.summary, "wrong.yaml") > strings.Index(a.summary, "sales of") {
		t.Errorf("what is wrong does not come first:\n%s", a.summary)
	}
	results := a.used["actions/upload-artifact@v4 upload"]["path"]
	page, err := os.ReadFile(filepath.Join(results, "index.html"))
	if err != nil {
		t.Fatal(err)
	}
	shown := regexp.MustCompile(`src="files/(mockups/[^"]*)"`).FindStringSubmatch(string(page))
	if shown == nil {
		t.Fatalf("the page shows nothing:\n%s", page)
	}
	if got := a.used["actions/cache@v4 "]["path"]; got != "mockups" {
		t.Errorf("the cache keeps %q", got)
	}
	a.has("results", a.values["steps.run.outputs.report"], results)
	if a.values["steps.version.outputs.chromium"] != "140.0.1" {
		t.Errorf("the cache of Chromium is for %q", a.values["steps.version.outputs.chromium"])
	}
}

// The action compares golden pictures, keeps the differences, and shows the pictures that are in the commit.
func TestActionVerifies(t *testing.T) {
	t.Parallel()
	a := newActionRun(t, map[string]string{"command": "verify", "folder": "golden"})
	a.write("repository/payloads/Mia & Noah.yaml", chartPayload)
	if err := os.Mkdir(a.path("repository/golden"), 0o777); err != nil {
		t.Fatal(err)
	}
	var white bytes.Buffer
	if err := png.Encode(&white, image.NewNRGBA(image.Rect(0, 0, 450, 368))); err != nil {
		t.Fatal(err)
	}
	a.write("repository/golden/Mia & Noah.png", white.String())
	a.git("init", "-q")
	a.git("add", ".")
	a.git("commit", "-qm", "Add pictures")
	if a.run() {
		t.Error("a picture differs, and the action succeeded")
	}
	a.has("summary", a.summary, `<img src="https://github.example/someone/pictures/blob/`, `/golden/Mia%20%26%20Noah.png?raw=true" height="120"> | `+"`golden/Mia & Noah.png`", "see differences/Mia &amp; Noah.diff.png |")
	page, err := os.ReadFile(filepath.Join(a.values["steps.run.outputs.results"], "index.html"))
	if err != nil {
		t.Fatal(err)
	}
	a.has("page", string(page), `src="differences/Mia%20%26%20Noah.diff.png"`, `src="differences/Mia%20%26%20Noah.now.png"`, `src="files/golden/Mia%20%26%20Noah.png"`)
	if len(a.used["actions/cache@v4 "]) != 2 {
		t.Errorf("verify needs no record of what was drawn, but restores %v", a.used)
	}
}

// An archive with another checksum is not unpacked.
func TestActionChecksums(t *testing.T) {
	t.Parallel()
	a := newActionRun(t, map[string]string{"sha256": strings.Repeat("0", 64)})
	if a.run() {
		t.Error("a wrong archive was installed")
	}
	a.has("log", a.log.String(), "::error::sha256: mockup-1.2.3-linux-"+runtime.GOARCH+".tar.gz has the checksum ", ", and should have \"0000")
	if _, err := os.Lstat(a.path("home/.cache/mockup-action/v1.2.3/mockup-1.2.3-linux-" + runtime.GOARCH)); err == nil {
		t.Error("the archive was unpacked")
	}
	b := newActionRun(t, map[string]string{"version": "main"})
	if b.run() {
		t.Error("a branch was taken for a release")
	}
	b.has("log", b.log.String(), `::error::version: found "main"; write the tag of a release`)
}

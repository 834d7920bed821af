package encode

import (
	"errors"
	"fmt"
	"os/exec"
	"regexp"
	"strings"
	"syscall"
)

// ended says in words why ffmpeg takes no more frames or did not end well. What ffmpeg says comes before how it
// ended, and that before the broken pipe, which is only how we noticed.
func (e *Encoder) ended(noticed error) error {
	e.ffmpeg.settle()
	said := e.ffmpeg.said()
	if cut := e.ffmpeg.cut; cut != nil {
		return fmt.Errorf("ffmpeg was ended after %d of %d frames%s: %w", e.written, e.video.Frames, said, cut)
	}
	if name := missingEncoder(said); name != "" {
		return fmt.Errorf("%s has no encoder %s; Debian's package ffmpeg has it: %s", e.ffmpeg.cmd.Path, name, InstallHint())
	}
	if e.ffmpeg.err != nil {
		noticed = e.ffmpeg.err
	}
	return fmt.Errorf("ffmpeg ended after %d of %d frames%s: %w%s", e.written, e.video.Frames, said, noticed, hint(said, noticed))
}

// said is the last three lines that ffmpeg wrote to its standard error, as one, ready to follow other words.
func (p *process) said() string {
	var lines []string
	for line := range strings.Lines(p.stderr.String()) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "Last message repeated") {
			lines = append(lines, line)
		}
	}
	if len(lines) == 0 {
		return ""
	}
	return ": " + strings.Join(lines[max(0, len(lines)-3):], "; ")
}

// missingEncoder is the encoder that ffmpeg says it does not have, empty if it says no such thing.
func missingEncoder(said string) string {
	match := regexp.MustCompile(`Unknown encoder '([^']+)'`).FindStringSubmatch(said)
	if match == nil {
		return ""
	}
	return match[1]
}

// hint says what to do about the two ends that are not ffmpeg's own doing.
func hint(said string, err error) string {
	if strings.Contains(said, "No space left on device") {
		return "; free some space there, or name a file on another disk"
	}
	var exit *exec.ExitError
	if !errors.As(err, &exit) {
		return ""
	}
	if status, ok := exit.Sys().(syscall.WaitStatus); ok && status.Signal() == syscall.SIGKILL {
		return "; the system kills what uses too much memory: free some, or render fewer videos at a time"
	}
	return ""
}

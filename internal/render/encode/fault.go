package encode

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"

	"mockup/internal/render/process"
)

// otherFFmpeg is what to do about an ffmpeg that fails without a word.
const otherFFmpeg = "try again, or name another ffmpeg with --ffmpeg"

// ended describes why ffmpeg takes no more frames or did not end well. What ffmpeg wrote comes before how it ended, and that
// before the broken pipe, which is only how we noticed.
func (e *Encoder) ended(noticed error) error {
	f := e.ffmpeg
	if e.repeats != nil {
		f = e.repeats.failed()
	}
	f.awaitEnd()
	output := lastLines(f.Process)
	if killed := f.killed; killed != nil {
		return fmt.Errorf("ffmpeg was ended after %d of %d frames%s: %w", e.written, e.video.Frames, output, killed)
	}
	if name := missingEncoder(output); name != "" {
		return lacksEncoder(f.path, name)
	}
	if err := f.Err(); err != nil {
		noticed = err
	}
	return fmt.Errorf("ffmpeg ended after %d of %d frames%s: %w%s", e.written, e.video.Frames, output, noticed, hint(output, noticed))
}

func lacksEncoder(bin, name string) error {
	return fmt.Errorf("%s has no encoder %s; Debian's package ffmpeg has it: %s", bin, name, InstallHint())
}

// lastLines returns the last three lines that ffmpeg wrote to its standard error, as one line behind a colon.
func lastLines(ffmpeg *process.Process) string {
	var lines []string
	for line := range strings.Lines(ffmpeg.Stderr()) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "Last message repeated") {
			lines = append(lines, line)
		}
	}
	if len(lines) == 0 {
		return ""
	}
	return ": " + strings.Join(lines[max(0, len(lines)-3):], "; ")
}

// missingEncoder returns the encoder that ffmpeg reports as unknown, or nothing.
func missingEncoder(output string) string {
	_, behind, found := strings.Cut(output, "Unknown encoder '")
	name, _, closed := strings.Cut(behind, "'")
	if !found || !closed {
		return ""
	}
	return name
}

// incomplete is the reason of a file that is not whole although ffmpeg ended well: a full disk, of which ffmpeg does not always say
// a word, or else what was noticed of the file.
func (e *Encoder) incomplete(noticed error) error {
	if err := lengthen(e.path); errors.Is(err, syscall.ENOSPC) {
		return fmt.Errorf("ffmpeg did not write the whole file: %s%s", noSpace, hint(noSpace, nil))
	}
	return noticed
}

// lengthen appends to a file that is not needed any more.
func lengthen(path string) error {
	const more = 64 << 10 // bytes; a file system counts in blocks, which may have room left in the last one
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		return err
	}
	_, err = file.Write(make([]byte, more))
	return errors.Join(err, file.Close())
}

// noSpace is what ffmpeg says of a full disk.
const noSpace = "No space left on device"

// hint returns what to do about a full disk or too little memory, or if ffmpeg says nothing.
func hint(output string, err error) string {
	if strings.Contains(output, noSpace) {
		return "; free some space there, or name a file on another disk"
	}
	var exit *exec.ExitError
	if !errors.As(err, &exit) {
		return ""
	}
	if status, ok := exit.Sys().(syscall.WaitStatus); ok && status.Signal() == syscall.SIGKILL {
		return "; the system kills what uses too much memory: free some, or render fewer videos at a time"
	}
	if output == "" {
		return "; it gave no reason: run mockup doctor, or name another ffmpeg with --ffmpeg"
	}
	return ""
}

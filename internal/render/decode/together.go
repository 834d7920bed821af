package decode

import (
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"sync"

	"mockup/internal/render/asset"
	"mockup/internal/render/encode"
	"mockup/internal/render/process"
	"mockup/internal/render/sound"
)

// Task is a file to be decoded.
type Task struct {
	File asset.Audio
	Options
}

// mostTogether is how many bytes files have at most that are decoded together: those of some minutes, which take no longer than the start of
// an ffmpeg.
const mostTogether = 1 << 20

// errApart says that files are better decoded alone.
var errApart = errors.New("to be decoded apart")

// Together decodes small files by one ffmpeg, whose start takes longer than they do. After an error they are decoded one by one, which tells
// what file is at fault. They all name the same ffmpeg.
func Together(ctx context.Context, tasks []Task) ([]*sound.Clip, error) {
	bytes := 0
	for _, task := range tasks {
		bytes += len(task.File.File)
	}
	if len(tasks) < 2 || bytes > mostTogether {
		return nil, errApart
	}
	bin, err := encode.Find(tasks[0].FFmpeg)
	if err != nil {
		return nil, err
	}
	var inputs, outputs []string
	for i, task := range tasks {
		path, remove, err := written(task.File)
		if err != nil {
			return nil, err
		}
		defer remove()
		inputs = append(inputs, input(task.File, path)...)
		outputs = append(outputs, output(i, "pipe:"+strconv.Itoa(3+i), task.Options)...)
	}
	ctx, cancel := context.WithTimeoutCause(ctx, timeLimit/4, errApart)
	defer cancel()
	return runTogether(ctx, exec.Command(bin, slices.Concat(globalArguments, inputs, outputs)...), tasks)
}

// runTogether runs an ffmpeg that writes the sound of each task to an extra file of its own.
func runTogether(ctx context.Context, cmd *exec.Cmd, tasks []Task) ([]*sound.Clip, error) {
	ours := make([]*os.File, len(tasks))
	defer func() { process.CloseFiles(ours...) }()
	for i := range tasks {
		r, w, err := os.Pipe()
		if err != nil {
			process.CloseFiles(cmd.ExtraFiles...)
			return nil, err
		}
		ours[i], cmd.ExtraFiles = r, append(cmd.ExtraFiles, w)
	}
	p, err := process.Start(cmd)
	if err != nil {
		return nil, err
	}
	defer context.AfterFunc(ctx, p.Kill)()
	clips, failures := make([]*sound.Clip, len(tasks)), make([]error, len(tasks))
	var reading sync.WaitGroup
	for i, task := range tasks {
		reading.Go(func() {
			pcm, err := io.ReadAll(io.LimitReader(ours[i], int64(task.most())+1))
			if failures[i] = err; err == nil {
				clips[i], failures[i] = clipOf(pcm, task.File, task.Options)
			}
			if failures[i] != nil {
				p.Kill()
			}
		})
	}
	reading.Wait()
	if err := errors.Join(append(failures, p.Err(), context.Cause(ctx))...); err != nil {
		return nil, err
	}
	return clips, nil
}

package main

import (
	"path"
	"strings"

	"github.com/spf13/cobra"

	"mockup/internal/api/client"
	"mockup/internal/api/wire"
	"mockup/internal/output"
	"mockup/internal/schema"
)

// remoteFlags say which service a command speaks to.
type remoteFlags struct{ server, key string }

func addRemoteFlags(cmd *cobra.Command, f *remoteFlags) {
	flags := cmd.Flags()
	flags.StringVar(&f.server, "server", "", "base address of the render service, such as https://mockups.example.com")
	flags.StringVar(&f.key, "api-key", "", "key of the service; on a command line others may see it, so better "+variable("api-key")+" or your own configuration")
}

// client returns a client of the service. notice is told why something is waited for.
func (f *remoteFlags) client(cmd *cobra.Command, notice func(string)) (*client.Client, error) {
	if f.server == "" {
		return nil, usageError(cmd, "name the render service with --server or %s", variable("server"))
	}
	if strings.TrimSpace(f.key) == "" {
		return nil, usageError(cmd, "the render service needs an API key: set %s, or api-key in %s", variable("api-key"), userConfigFile())
	}
	c, err := client.New(client.Options{Server: f.server, Key: f.key, Notice: notice})
	if err != nil {
		return nil, usageError(cmd, "%v", err)
	}
	if c.InTheClear() {
		warn(cmd, "%s is not encrypted: others on the way can read the API key and the pictures; use https", f.server)
	}
	return c, nil
}

// jobID checks the argument that names a job.
func jobID(cmd *cobra.Command, args []string) (string, error) {
	switch {
	case len(args) != 1:
		return "", usageError(cmd, "name one job by the id that submit printed")
	case args[0] == "" || args[0] == "." || args[0] == "..":
		return "", usageError(cmd, "%q is not the id of a job", args[0])
	}
	return args[0], nil
}

// jobFormat is what a job's file is: as the service says, or else as its address or kind suggests.
func jobFormat(job wire.Job) string {
	address, _, _ := strings.Cut(job.DownloadURL, "?")
	for _, format := range []string{job.Format, strings.TrimPrefix(path.Ext(address), ".")} {
		switch format {
		case "png", "mp4", "webm":
			return format
		}
	}
	if job.RenderKind == schema.Video {
		return "mp4"
	}
	return "png"
}

// fileName makes a file's name of an id, which may be anything.
func fileName(id string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(`/\:*?"<>|`, r) || r < ' ' {
			return '_'
		}
		return r
	}, strings.TrimLeft(id, "."))
}

// fetch downloads a job's file to a target, or with "-" to the standard output. It returns the path.
func fetch(cmd *cobra.Command, c *client.Client, job wire.Job, target string) (string, error) {
	if target == "-" {
		target = ""
	}
	out, err := output.New(target)
	if err != nil {
		return "", err
	}
	file, err := c.Download(cmd.Context(), job, out)
	if err == nil && target == "" {
		_, err = cmd.OutOrStdout().Write(file.Data)
	}
	return file.Path, err
}

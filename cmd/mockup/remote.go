package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"mockup/internal/api/client"
)

// remoteFlags are the flags of commands that use a render service.
type remoteFlags struct{ server, key string }

func addRemoteFlags(cmd *cobra.Command, f *remoteFlags) {
	flags := cmd.Flags()
	flags.StringVar(&f.server, "server", "", "base address of the render service, such as https://mockups.example.com")
	flags.StringVar(&f.key, "api-key", "", "API key of the service; other users may see it on a command line, so better set "+variable("api-key")+" or your own configuration")
}

// client returns a client of the service. notice is called with the reason when the client has to wait.
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
		consoleOf(cmd).Warn("the connection to %s is not encrypted: others on the network can read the API key and the pictures; use https", f.server)
	}
	return c, nil
}

// jobID checks the argument that is the id of a job.
func jobID(cmd *cobra.Command, args []string) (string, error) {
	switch {
	case len(args) != 1:
		return "", usageError(cmd, "name one job by the id that submit printed")
	case args[0] == "" || args[0] == "." || args[0] == "..":
		return "", usageError(cmd, "%q is not the id of a job", args[0])
	}
	return args[0], nil
}

// printFile prints a result: the path of a file, or else the content.
func printFile(cmd *cobra.Command, path string, data []byte) error {
	out := cmd.OutOrStdout()
	var err error
	if path != "" {
		_, err = fmt.Fprintln(out, path)
	} else {
		_, err = out.Write(data)
	}
	if err != nil {
		return fmt.Errorf("write result: %w", err)
	}
	return nil
}

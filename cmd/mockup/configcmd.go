package main

import (
	"cmp"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"mockup/internal/console"
)

func newConfigCmd() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "config",
		Short: "Show which settings are used, and where they come from",
		Long: `config prints every setting of every command with its value and where the value comes from: the environment, a
configuration file, or the default. Flags on a command line take precedence over all of these. Secrets are masked.`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			settings, err := settingsInForce(cmd)
			if err != nil {
				return err
			}
			return printSettings(cmd, settings, asJSON)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the settings as a JSON array")
	return cmd
}

// setting is a setting with its value, as --json prints it.
type setting struct {
	Name  string `json:"name"`
	Value string `json:"value"`
	From  string `json:"from"`
}

// settingsInForce looks up every setting as the commands do, and checks the values.
func settingsInForce(cmd *cobra.Command) ([]setting, error) {
	sources, err := sources(cmd)
	if err != nil {
		return nil, err
	}
	flags := map[string]*pflag.Flag{}
	eachSetting(cmd.Root(), func(flag *pflag.Flag) {
		if flags[flag.Name] == nil {
			flags[flag.Name] = flag
		}
	})
	var settings []setting
	for name, flag := range flags {
		from, err := setFrom(flag, sources)
		if err != nil {
			return nil, usageError(cmd, "%v", err)
		}
		settings = append(settings, setting{name, masked(name, flag.Value.String()), from})
	}
	slices.SortFunc(settings, func(a, b setting) int { return cmp.Compare(a.Name, b.Name) })
	return settings, nil
}

// masked hides the secrets of a value: all of a key, and the password and query of an address.
func masked(name, value string) string {
	const hidden = "…"
	if value == "" {
		return ""
	}
	switch name {
	case "api-key", "signing-secret":
		return hidden
	case "database", "storage", "server":
		u, err := url.Parse(value)
		if err != nil {
			return hidden
		}
		if _, has := u.User.Password(); has {
			u.User = url.UserPassword(u.User.Username(), "MASKED")
		}
		if u.RawQuery != "" {
			u.RawQuery = "MASKED"
		}
		return strings.ReplaceAll(u.String(), "MASKED", hidden)
	}
	return value
}

func printSettings(cmd *cobra.Command, settings []setting, asJSON bool) error {
	if asJSON {
		return writeJSON(cmd.OutOrStdout(), "settings", settings)
	}
	table := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "SETTING\tVALUE\tFROM")
	for _, s := range settings {
		fmt.Fprintf(table, "%s\t%s\t%s\n", s.Name, console.Printable(s.Value), console.Printable(s.From))
	}
	return table.Flush()
}

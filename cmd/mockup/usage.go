package main

import (
	"fmt"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"mockup/internal/api/node"
	"mockup/internal/api/store"
	"mockup/internal/console"
)

func newUsageCmd() *cobra.Command {
	var d node.Deployment
	var asJSON bool
	month := time.Now().UTC()
	cmd := &cobra.Command{
		Use:   "usage",
		Short: "Show how much each key of a render service rendered in a month",
		Long:  `usage prints how many pictures and videos were rendered for each key in a calendar month (UTC).`,
		Example: `  mockup usage
  mockup usage --month 2026-11 --json`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			s, err := d.OpenStore(cmd.Context())
			if err != nil {
				return err
			}
			defer s.Close()
			used, err := usageByKey(cmd, s, month)
			if err != nil {
				return err
			}
			return printUsage(cmd, used, asJSON)
		},
	}
	cmd.Flags().Var(monthFlag{&month}, "month", "month to show, such as 2026-11 (default: this month)")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the usage as a JSON array")
	addDatabaseFlags(cmd, &d)
	return cmd
}

// keyUsage counts what was rendered for a key, as --json prints it.
type keyUsage struct {
	KeyID  string `json:"keyId"`
	Name   string `json:"name"`
	Month  string `json:"month"`
	Images int64  `json:"images"`
	Videos int64  `json:"videos"`
}

// usageByKey lists all keys, including those for which nothing was rendered.
func usageByKey(cmd *cobra.Command, s *store.Store, month time.Time) ([]keyUsage, error) {
	keys, err := s.Keys(cmd.Context())
	if err != nil {
		return nil, err
	}
	counts, err := s.Usage(cmd.Context(), month)
	if err != nil {
		return nil, err
	}
	byKey := map[string]store.Usage{}
	for _, u := range counts {
		byKey[u.KeyID] = u
	}
	used := []keyUsage{}
	for _, k := range keys {
		u := byKey[k.ID]
		used = append(used, keyUsage{k.ID, k.Name, month.Format("2006-01"), u.Images, u.Videos})
	}
	return used, nil
}

func printUsage(cmd *cobra.Command, used []keyUsage, asJSON bool) error {
	if asJSON {
		return writeJSON(cmd.OutOrStdout(), "usage", used)
	}
	table := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "KEY\tNAME\tMONTH\tIMAGES\tVIDEOS")
	for _, u := range used {
		fmt.Fprintf(table, "%s\t%s\t%s\t%d\t%d\n", u.KeyID, console.Printable(u.Name), u.Month, u.Images, u.Videos)
	}
	return table.Flush()
}

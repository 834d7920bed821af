package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"mockup/internal/api/node"
	"mockup/internal/api/store"
	"mockup/internal/api/webhook"
	"mockup/internal/console"
)

func newWebhooksCmd() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "webhooks",
		Short: "Report the ends of renders of a service to other programs",
		Long: `webhooks sets where a service that mockup serve runs reports the ends of a key's renders to, lists the deliveries of the last
week, and sends them again. It changes the service's records, whether the service is running or not.`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usageError(cmd, "say what to do: set, off, rotate, list or resend")
			}
			return unknownCommand(cmd, args[0])
		},
	}
	cmd.AddCommand(withSettings(
		newWebhooksSetCmd(),
		newWebhooksOffCmd(),
		newWebhooksRotateCmd(),
		newWebhooksListCmd(),
		newWebhooksResendCmd(),
	)...)
	return cmd
}

func newWebhooksSetCmd() *cobra.Command {
	var d node.Deployment
	cmd := &cobra.Command{
		Use:   "set KEY URL",
		Short: "Send the events of a key to an address",
		Long: `set sends the events of a key, which is named by its id or name, to an https address. If the key has no secret to sign them
with, it makes one and prints it, only this once.`,
		Example: `  mockup webhooks set ci https://hooks.example.com/mockups`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) != 2 {
				return usageError(cmd, "name one key and one address")
			}
			if err := webhook.CheckURL(args[1]); err != nil {
				return usageError(cmd, "%v", err)
			}
			return withKey(cmd, d, args[0], func(ctx context.Context, s *store.Store, key store.Key) error {
				if err := s.SetWebhook(ctx, key.ID, args[1]); err != nil {
					return err
				}
				secrets, err := s.WebhookSecrets(ctx, key.ID, time.Now())
				if err != nil || len(secrets) > 0 {
					return err
				}
				return printNewSecret(cmd, s, key, 0)
			})
		},
	}
	addDatabaseFlags(cmd, &d)
	return cmd
}

func newWebhooksOffCmd() *cobra.Command {
	var d node.Deployment
	cmd := &cobra.Command{
		Use:   "off KEY",
		Short: "Send no more events of a key, unless a request names an address",
		Args:  oneKey,
		RunE: func(cmd *cobra.Command, args []string) error {
			return withKey(cmd, d, args[0], func(ctx context.Context, s *store.Store, key store.Key) error {
				return s.SetWebhook(ctx, key.ID, "")
			})
		},
	}
	addDatabaseFlags(cmd, &d)
	return cmd
}

func newWebhooksRotateCmd() *cobra.Command {
	var d node.Deployment
	keep := 24 * time.Hour
	cmd := &cobra.Command{
		Use:   "rotate KEY",
		Short: "Make a new secret for the events of a key, and print it once",
		Long: `rotate makes a new secret that signs the events of a key, and prints it, only this once. Until --keep has passed, events are
signed with the secrets before it, too, so that the receiver can change its secret at any time between.`,
		Example: `  mockup webhooks rotate ci
  mockup webhooks rotate ci --keep 1s    # the old secret is known to others`,
		Args: oneKey,
		RunE: func(cmd *cobra.Command, args []string) error {
			return withKey(cmd, d, args[0], func(_ context.Context, s *store.Store, key store.Key) error {
				return printNewSecret(cmd, s, key, keep)
			})
		},
	}
	cmd.Flags().Var(durationFlag{&keep}, "keep", "how long events are also signed with the old secrets")
	commandLineOnly(cmd, "keep")
	addDatabaseFlags(cmd, &d)
	return cmd
}

// printNewSecret makes a secret for a key and prints it. The old secrets are used for some more time.
func printNewSecret(cmd *cobra.Command, s *store.Store, key store.Key, keep time.Duration) error {
	secret, now := webhook.NewSecret(), time.Now()
	if err := s.AddWebhookSecret(cmd.Context(), key.ID, secret, now.Add(keep), now); err != nil {
		return err
	}
	if !isQuiet(cmd) {
		fmt.Fprintf(cmd.ErrOrStderr(), "mockup: this is the only time that the webhook secret of %s (%s) is shown; the receiver checks signatures with it\n",
			console.Printable(key.Name), key.ID)
	}
	_, err := fmt.Fprintln(cmd.OutOrStdout(), secret)
	return err
}

// deliveryRecord is a delivery as --json prints it.
type deliveryRecord struct {
	ID       string              `json:"id"`
	Key      string              `json:"key"` // its id
	Render   string              `json:"render"`
	Event    string              `json:"event"`
	URL      string              `json:"url"`
	State    store.DeliveryState `json:"state"`
	Created  time.Time           `json:"created"`
	Attempts int                 `json:"attempts"`
	Status   int                 `json:"status,omitempty"` // of the latest attempt
	Error    string              `json:"error,omitempty"`  // of the latest attempt
	Next     *time.Time          `json:"nextAttempt,omitempty"`
}

func newDeliveryRecord(d store.Delivery) deliveryRecord {
	r := deliveryRecord{ID: d.ID, Key: d.KeyID, Render: d.RenderID, Event: string(d.Event), URL: d.URL, State: d.State, Created: d.Created,
		Attempts: d.Attempts, Status: d.Status, Error: d.Error}
	if d.State == store.Waiting {
		r.Next = &d.Due
	}
	return r
}

func newWebhooksListCmd() *cobra.Command {
	var d node.Deployment
	var key, state string
	var asJSON bool
	limit := 50
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List the deliveries of the last week, the newest first",
		Args:  noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			s, err := d.OpenStore(cmd.Context())
			if err != nil {
				return err
			}
			defer s.Close()
			id := ""
			if key != "" {
				found, err := findKey(cmd.Context(), s, key)
				if err != nil {
					return err
				}
				id = found.ID
			}
			list, err := s.Deliveries(cmd.Context(), id, store.DeliveryState(state), limit)
			if err != nil {
				return err
			}
			return printDeliveries(cmd, list, asJSON)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&key, "key", "", "only those of this key, named by its id or name")
	flags.Var(choiceFlag{&state, []string{"waiting", "delivered", "failed"}}, "state", "only those in this state")
	flags.Var(intFlag{&limit, 1, 10_000}, "limit", "how many to list")
	flags.BoolVar(&asJSON, "json", false, "print the deliveries as a JSON array")
	commandLineOnly(cmd, "key", "state", "limit")
	addDatabaseFlags(cmd, &d)
	return cmd
}

func printDeliveries(cmd *cobra.Command, list []store.Delivery, asJSON bool) error {
	out := cmd.OutOrStdout()
	if asJSON {
		records := []deliveryRecord{}
		for _, d := range list {
			records = append(records, newDeliveryRecord(d))
		}
		return writeJSON(out, "deliveries", records)
	}
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "ID\tEVENT\tRENDER\tCREATED\tSTATE\tATTEMPTS\tNEXT\tURL\tERROR")
	for _, d := range list {
		next := "-"
		if d.State == store.Waiting {
			next = d.Due.Format("2006-01-02 15:04")
		}
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\t%d\t%s\t%s\t%s\n", d.ID, d.Event, d.RenderID, d.Created.Format("2006-01-02 15:04"), d.State, d.Attempts, next,
			console.Printable(d.URL), cmp.Or(console.Printable(d.Error), "-"))
	}
	return table.Flush()
}

func newWebhooksResendCmd() *cobra.Command {
	var d node.Deployment
	cmd := &cobra.Command{
		Use:   "resend ID ...",
		Short: "Send deliveries again",
		Long: `resend makes deliveries due now, with all their attempts, whether they have arrived, failed or wait. A running service
sends them within a second, with the same webhook-id.`,
		Example: `  mockup webhooks resend msg_123
  mockup webhooks list --state failed --json | jq -r '.[].id' | xargs mockup webhooks resend`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usageError(cmd, "name the deliveries to send again, as webhooks list prints them")
			}
			s, err := d.OpenStore(cmd.Context())
			if err != nil {
				return err
			}
			defer s.Close()
			for _, id := range args {
				if err := resend(cmd.Context(), s, id); err != nil {
					return err
				}
				fmt.Fprintln(cmd.OutOrStdout(), id)
			}
			return nil
		},
	}
	addDatabaseFlags(cmd, &d)
	return cmd
}

func resend(ctx context.Context, s *store.Store, id string) error {
	err := s.Resend(ctx, id, time.Now())
	switch {
	case errors.Is(err, store.ErrNotFound):
		return fmt.Errorf("there is no delivery %q; mockup webhooks list shows them", id)
	case errors.Is(err, store.ErrExpired):
		return fmt.Errorf("delivery %s cannot be sent again: its job has expired or was deleted", id)
	}
	return err
}

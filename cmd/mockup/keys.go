package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"text/tabwriter"
	"time"
	"unicode"

	"github.com/spf13/cobra"

	"mockup/internal/api/node"
	"mockup/internal/api/store"
	"mockup/internal/console"
	"mockup/internal/wording"
)

func newKeysCmd() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "keys",
		Short: "Create and manage the API keys of a render service",
		Long: `keys creates, lists, suspends and revokes the API keys of a service that mockup serve runs. It changes the service's
records, whether the service is running or not. Changes take effect with the next request.`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usageError(cmd, "say what to do: create, list, suspend, resume or revoke")
			}
			return unknownCommand(cmd, args[0])
		},
	}
	cmd.AddCommand(withSettings(
		newKeysCreateCmd(),
		newKeysListCmd(),
		newKeyStateCmd("suspend", store.Suspended, "Refuse a key until it is resumed"),
		newKeyStateCmd("resume", store.Active, "Accept a suspended key again"),
		newKeyStateCmd("revoke", store.Revoked, "Refuse a key permanently"),
	)...)
	return cmd
}

// keyRecord is a key as --json prints it.
type keyRecord struct {
	ID       string         `json:"id"`
	Name     string         `json:"name"`
	Key      string         `json:"key"` // its beginning; all of it only when it is created
	State    store.KeyState `json:"state"`
	Created  time.Time      `json:"created"`
	LastUsed *time.Time     `json:"lastUsed,omitempty"`
	Webhook  string         `json:"webhook,omitempty"`
}

func newKeyRecord(k store.Key) keyRecord {
	r := keyRecord{ID: k.ID, Name: k.Name, Key: k.Prefix, State: k.State, Created: k.Created, Webhook: k.Webhook}
	if !k.LastUsed.IsZero() {
		r.LastUsed = &k.LastUsed
	}
	return r
}

func newKeysCreateCmd() *cobra.Command {
	var d node.Deployment
	var name string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "create --name NAME",
		Short: "Create a key and print it once",
		Example: `  mockup keys create --name ci
  MOCKUP_API_KEY=$(mockup keys create --name ci --quiet) mockup submit chat.yaml --server http://127.0.0.1:8080`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usageError(cmd, "keys create takes no arguments; name the key with --name")
			}
			if err := checkKeyName(cmd, name); err != nil {
				return err
			}
			s, err := d.CreateStore(cmd.Context())
			if err != nil {
				return err
			}
			defer s.Close()
			key, secret, err := s.CreateKey(cmd.Context(), name, time.Now())
			if err != nil {
				return err
			}
			return printNewKey(cmd, key, secret, asJSON)
		},
	}
	cmd.Flags().StringVar(&name, "name", "", "what the key is for; the list shows it")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the key with its record as JSON")
	addDatabaseFlags(cmd, &d)
	return cmd
}

func checkKeyName(cmd *cobra.Command, name string) error {
	switch {
	case strings.TrimSpace(name) == "":
		return usageError(cmd, "name the key with --name, such as the program that will use it")
	case len(name) > 100:
		return usageError(cmd, "--name: found %d bytes; allowed are 100", len(name))
	case strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }):
		return usageError(cmd, "--name: found %q; allowed are printable characters", name)
	}
	return nil
}

func printNewKey(cmd *cobra.Command, key store.Key, secret string, asJSON bool) error {
	if asJSON {
		record := newKeyRecord(key)
		record.Key = secret
		return writeJSON(cmd.OutOrStdout(), "key", record)
	}
	if !isQuiet(cmd) {
		fmt.Fprintf(cmd.ErrOrStderr(), "mockup: this is the only time that the key %s (%s) is shown; keep it safe\n", key.Name, key.ID)
	}
	_, err := fmt.Fprintln(cmd.OutOrStdout(), secret)
	return err
}

func newKeysListCmd() *cobra.Command {
	var d node.Deployment
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List all keys with the beginning of each",
		Args:  noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			s, err := d.OpenStore(cmd.Context())
			if err != nil {
				return err
			}
			defer s.Close()
			keys, err := s.Keys(cmd.Context())
			if err != nil {
				return err
			}
			return printKeys(cmd, keys, asJSON)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the keys as a JSON array")
	addDatabaseFlags(cmd, &d)
	return cmd
}

func printKeys(cmd *cobra.Command, keys []store.Key, asJSON bool) error {
	out := cmd.OutOrStdout()
	if asJSON {
		records := []keyRecord{}
		for _, k := range keys {
			records = append(records, newKeyRecord(k))
		}
		return writeJSON(out, "keys", records)
	}
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "ID\tNAME\tKEY\tSTATE\tCREATED\tLAST USED\tWEBHOOK")
	for _, k := range keys {
		used := "never"
		if !k.LastUsed.IsZero() {
			used = k.LastUsed.Format("2006-01-02 15:04")
		}
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\t%s\t%s\n", k.ID, console.Printable(k.Name), k.Prefix, k.State, k.Created.Format("2006-01-02 15:04"), used,
			cmp.Or(console.Printable(k.Webhook), "-"))
	}
	return table.Flush()
}

func newKeyStateCmd(verb string, state store.KeyState, short string) *cobra.Command {
	var d node.Deployment
	cmd := &cobra.Command{
		Use:   verb + " ID|NAME",
		Short: short,
		Args:  oneKey,
		RunE: func(cmd *cobra.Command, args []string) error {
			return withKey(cmd, d, args[0], func(ctx context.Context, s *store.Store, key store.Key) error {
				err := s.SetKeyState(ctx, key.ID, state)
				if errors.Is(err, store.ErrRevoked) {
					return fmt.Errorf("key %s (%s) is revoked permanently; create another with: mockup keys create --name NAME", key.Name, key.ID)
				}
				if err != nil {
					return err
				}
				_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s (%s): %s\n", console.Printable(key.Name), key.ID, state)
				return err
			})
		},
	}
	addDatabaseFlags(cmd, &d)
	return cmd
}

// oneKey checks the arguments of a command for one key.
func oneKey(cmd *cobra.Command, args []string) error {
	if len(args) != 1 {
		return usageError(cmd, "name one key by its id or name, as keys list prints them")
	}
	return nil
}

// withKey calls f with the records of a service and one of its keys.
func withKey(cmd *cobra.Command, d node.Deployment, name string, f func(context.Context, *store.Store, store.Key) error) error {
	s, err := d.OpenStore(cmd.Context())
	if err != nil {
		return err
	}
	defer s.Close()
	key, err := findKey(cmd.Context(), s, name)
	if err != nil {
		return err
	}
	return f(cmd.Context(), s, key)
}

// findKey finds a key by its id, or by its name if only one key has it.
func findKey(ctx context.Context, s *store.Store, wanted string) (store.Key, error) {
	keys, err := s.Keys(ctx)
	if err != nil {
		return store.Key{}, err
	}
	var named []store.Key
	var names []string
	for _, k := range keys {
		if k.ID == wanted {
			return k, nil
		}
		if k.Name == wanted {
			named = append(named, k)
		}
		names = append(names, k.Name)
	}
	switch len(named) {
	case 1:
		return named[0], nil
	case 0:
		return store.Key{}, fmt.Errorf("there is no key with the id or name %q%s; mockup keys list shows them", wanted, wording.DidYouMean(wanted, names))
	}
	return store.Key{}, fmt.Errorf("%d keys are named %q; name one by its id, which mockup keys list shows", len(named), wanted)
}

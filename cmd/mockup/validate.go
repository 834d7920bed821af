package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"mockup/internal/inputs"
	"mockup/internal/schema"
)

func newValidateCmd() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "validate FILE|DIR|- ...",
		Short: "Check payloads and show everything that is wrong with them",
		Long: `validate checks payloads in JSON or YAML. It prints every violation as

  file:line:column: path: message (rule)

and exits with 0 if all payloads are valid, with 3 if one is not, and with 1 if one cannot be
read. A folder stands for all .json, .yaml and .yml files in it, and - for the standard input.`,
		Example: `  mockup validate chat.yaml
  mockup validate --json payloads/ | jq .
  mockup init posts | mockup validate -`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usageError(cmd, "name a file or a folder to check, or - for the standard input")
			}
			v := &validation{cmd: cmd, asJSON: asJSON, found: schema.Diagnostics{}}
			for _, arg := range args {
				if err := v.argument(arg); err != nil {
					return err
				}
			}
			return v.finish()
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the violations as a JSON array")
	return cmd
}

// validation is one run of the command over any number of payloads.
type validation struct {
	cmd        *cobra.Command
	asJSON     bool
	found      schema.Diagnostics
	payloads   int
	invalid    int
	unreadable int
}

// argument checks what one argument stands for. Its error ends the run; what cannot be read is counted instead.
func (v *validation) argument(arg string) error {
	if arg == "-" {
		return v.payload("stdin", ".", func() ([]byte, error) { return readInput(v.cmd.Context(), v.cmd.InOrStdin()) })
	}
	files := []string{arg}
	if info, err := os.Stat(arg); err == nil && info.IsDir() {
		if files, err = inputs.Files(arg, nil); err != nil {
			v.fail(err)
			return nil
		}
	}
	for _, file := range files {
		if err := v.payload(file, filepath.Dir(file), func() ([]byte, error) { return readFile(v.cmd.Context(), file) }); err != nil {
			return err
		}
	}
	return nil
}

func (v *validation) payload(name, folder string, read func() ([]byte, error)) error {
	data, err := read()
	if stopped := v.cmd.Context().Err(); stopped != nil {
		return stopped
	}
	if err != nil {
		v.fail(err)
		return nil
	}
	_, found := schema.Decode(data, schema.Options{Filename: name, AllowPaths: true, CheckPath: inputs.CheckImage(folder)})
	v.payloads++
	if found.HasErrors() {
		v.invalid++
	}
	v.found = append(v.found, found...)
	if v.asJSON {
		return nil
	}
	return printDiagnostics(v.cmd, v.cmd.OutOrStdout(), found)
}

// fail tells about something that cannot be read. The others are still checked.
func (v *validation) fail(err error) {
	v.unreadable++
	fmt.Fprintln(v.cmd.ErrOrStderr(), "mockup: "+printable(err.Error()))
}

func (v *validation) finish() error {
	if v.asJSON {
		if err := writeJSON(v.cmd.OutOrStdout(), "diagnostics", v.found); err != nil {
			return err
		}
	}
	if !isQuiet(v.cmd) && v.payloads > 0 {
		fmt.Fprintln(v.cmd.ErrOrStderr(), v.summary())
	}
	switch {
	case v.unreadable > 0:
		return &exitError{code: exitFailed}
	case v.invalid > 0:
		return &exitError{code: exitInvalid}
	}
	return nil
}

func (v *validation) summary() string {
	text := fmt.Sprintf("%s: %d valid", plural(v.payloads, "payload"), v.payloads-v.invalid)
	if v.invalid > 0 {
		text += fmt.Sprintf(", %d invalid", v.invalid)
	}
	var counts []string
	if n := len(v.found.Errors()); n > 0 {
		counts = append(counts, plural(n, "error"))
	}
	if n := len(v.found.Warnings()); n > 0 {
		counts = append(counts, plural(n, "warning"))
	}
	if len(counts) > 0 {
		text += " (" + strings.Join(counts, ", ") + ")"
	}
	return text
}

func plural(n int, word string) string {
	if n != 1 {
		word += "s"
	}
	return fmt.Sprintf("%d %s", n, word)
}

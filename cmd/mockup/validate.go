package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"mockup/internal/console"
	"mockup/internal/inputs"
	"mockup/internal/render"
	"mockup/internal/render/scene"
	"mockup/internal/schema"
)

func newValidateCmd() *cobra.Command {
	var asJSON bool
	var version string
	cmd := &cobra.Command{
		Use:   "validate FILE|DIR|- ...",
		Short: "Check payloads and print all violations",
		Long: `validate checks payloads in JSON or YAML. It prints every violation, and every warning that does not need the picture
to be drawn, as

  file:line:column: path: message (rule)

and exits with 0 if all payloads are valid, with 3 if one is invalid, and with 1 if one cannot be read. A folder stands
for all .json, .yaml and .yml files in it, and - for the standard input.

With --interface v1 it refuses the fields that go beyond the v1 interface, which other services may not know.`,
		Example: `  mockup validate chat.yaml
  mockup validate --interface v1 chat.yaml
  mockup validate --json payloads/ | jq .
  mockup init posts | mockup validate -`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usageError(cmd, "name a file or a folder to check, or - for the standard input")
			}
			if version != "" && version != "v1" {
				return usageError(cmd, "--interface %s: there is no such interface; allowed: v1", version)
			}
			v := &validation{cmd: cmd, asJSON: asJSON, v1: version == "v1", found: schema.Diagnostics{}}
			for _, arg := range args {
				if err := v.argument(arg); err != nil {
					return err
				}
			}
			return v.finish()
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the violations as a JSON array")
	cmd.Flags().StringVar(&version, "interface", "", "refuse fields that this interface does not have: v1")
	return cmd
}

// validation is one run of the command over any number of payloads.
type validation struct {
	cmd        *cobra.Command
	asJSON     bool
	v1         bool // fields beyond the v1 interface are refused
	checker    render.Checker
	found      schema.Diagnostics
	payloads   int
	invalid    int
	unreadable int
}

// argument checks the payloads of one argument. An error ends the run; a file that cannot be read is only counted.
func (v *validation) argument(arg string) error {
	if arg == "-" {
		return v.payload("stdin", ".", func() ([]byte, error) { return inputs.ReadStream(v.cmd.Context(), v.cmd.InOrStdin()) })
	}
	info, err := os.Stat(arg)
	if err != nil || !info.IsDir() {
		return v.payload(arg, inputs.Folder(arg), func() ([]byte, error) { return inputs.ReadPayload(v.cmd.Context(), arg) })
	}
	found, err := inputs.Files(arg, nil)
	if err != nil {
		v.fail(err)
		return nil
	}
	for _, file := range found {
		if err := v.payload(file, filepath.Dir(file), func() ([]byte, error) { return inputs.ReadFile(file) }); err != nil {
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
	doc, found := schema.Read(data, schema.Options{
		Filename: name, AllowPaths: true, CheckPath: inputs.CheckFile(folder), V1: v.v1,
		MaxListed: 1000, // the default is meant for the answers of a service
	})
	if doc != nil {
		warnings, err := v.checker.Warnings(v.cmd.Context(), render.Job{Payload: doc.Payload})
		if err != nil {
			v.fail(fmt.Errorf("%s: %w", name, err))
		}
		for _, w := range warnings {
			found = append(found, placed(w, doc, name))
		}
	}
	v.payloads++
	if found.HasErrors() {
		v.invalid++
	}
	v.found = append(v.found, found...)
	if v.asJSON {
		return nil
	}
	return console.Console{W: v.cmd.OutOrStdout(), Quiet: isQuiet(v.cmd)}.Diagnostics(found)
}

// placed returns a warning of the engine with the place of the field that its message begins with, if it begins with one.
func placed(w scene.Warning, doc *schema.Document, file string) schema.Diagnostic {
	d := schema.Diagnostic{File: file, Line: 1, Col: 1, Code: schema.Code(w.Code), Message: w.Message, Severity: schema.SeverityWarning}
	if namesField(w) {
		path, message, _ := strings.Cut(w.Message, ": ")
		d.Path, d.Pointer, d.Message = path, "/"+strings.ReplaceAll(path, ".", "/"), message
		d.Line, d.Col = doc.Place(d.Pointer)
	}
	return d
}

// namesField reports whether the message of a warning begins with the path of a field.
func namesField(w scene.Warning) bool {
	path, _, ok := strings.Cut(w.Message, ": ")
	return ok && !strings.Contains(path, " ")
}

// fail prints the error of something that cannot be read. The others are still checked.
func (v *validation) fail(err error) {
	v.unreadable++
	consoleOf(v.cmd).Error("%v", err)
}

func (v *validation) finish() error {
	if v.asJSON {
		if err := writeJSON(v.cmd.OutOrStdout(), "diagnostics", v.found); err != nil {
			return err
		}
	}
	if v.payloads > 0 {
		consoleOf(v.cmd).Line("%s", v.summary())
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
	text := fmt.Sprintf("%s: %d valid", console.Plural(v.payloads, "payload"), v.payloads-v.invalid)
	if v.invalid > 0 {
		text += fmt.Sprintf(", %d invalid", v.invalid)
	}
	var counts []string
	if n := len(v.found.Errors()); n > 0 {
		counts = append(counts, console.Plural(n, "error"))
	}
	if n := len(v.found.Warnings()); n > 0 {
		counts = append(counts, console.Plural(n, "warning"))
	}
	if len(counts) > 0 {
		text += " (" + strings.Join(counts, ", ") + ")"
	}
	return text
}

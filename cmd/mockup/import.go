package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"mockup/internal/console"
	"mockup/internal/importing"
	"mockup/internal/importing/parse"
	"mockup/internal/schema"
	"mockup/internal/usage"
	"mockup/internal/wording"
)

func newImportCmd() *cobra.Command {
	var opts importing.Options
	var order string
	cmd := &cobra.Command{
		Use:   "import FILE|DIR|-",
		Short: "Turn a real conversation into a payload",
		Long: `import reads a conversation that an app has exported, or a script written by hand, and writes it as a payload in YAML, with
its pictures in a folder media beside it. It prints the payload's path.

It reads the exports of WhatsApp, Telegram, Slack, Messenger, Instagram, ChatGPT and Claude, those of DiscordChatExporter,
imessage-exporter and SMS Backup & Restore, and scripts such as

  Mia: are you up?
  [10:42] Noah: yes

What a payload cannot carry is counted and named. The words belong to those who wrote them: --anonymize replaces names, faces,
numbers, addresses and links by invented ones. See docs/import.md and docs/honest-use.md.`,
		Example: `  mockup import --anonymize "WhatsApp Chat with Noah.zip" --me Mia --last 30
  mockup import result.json --chat Noah --since 2026-03-01 -o noah.yaml
  mockup import script.txt --me Mia -o - | mockup render - -o chat.png`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usageError(cmd, "name one export, a file or a folder, or - for the standard input")
			}
			opts.Source, opts.In, opts.DateOrder = args[0], cmd.InOrStdin(), parse.DateOrder(order)
			return namingHelp(cmd, runImport(cmd, opts))
		},
	}
	flags := cmd.Flags()
	flags.BoolVar(&opts.Anonymize, "anonymize", false, "replace names, faces, numbers, addresses and links by invented ones, and blur pictures")
	flags.StringVar(&opts.Me, "me", "", "your name in the conversation, where the export does not say who you are")
	flags.StringVar(&opts.Chat, "chat", "", "title of the conversation, or a part of it, where the export has several")
	flags.IntVar(&opts.Last, "last", 0, "import only this number of messages, the newest")
	flags.Var(rangeFlag{&opts.First, &opts.Final}, "messages", "import only messages of these numbers, such as 10..30")
	flags.Var(momentFlag{&opts.Since, false}, "since", "import only messages from this day or time on, such as 2026-03-01 or 2026-03-01T18:00")
	flags.Var(momentFlag{&opts.Until, true}, "until", "import only messages up to the end of this day, or up to this time")
	flags.StringVarP(&opts.Platform, "platform", "p", "", "app to imitate (default: the app of the export)")
	complete(cmd, "platform", completePlatform(schema.Chats, schema.AI))
	flags.Var(choiceFlag{&opts.Format, parse.Formats()}, "from-format", "format of the export (default: it is recognised)")
	flags.Var(choiceFlag{&order, []string{"dmy", "mdy", "ymd", "ydm"}}, "date-order", "order of day, month and year in dates such as 3/4/26 (default: it is found out)")
	flags.Var(zoneFlag{&opts.Zone}, "timezone", "zone that times are shown in, such as Europe/Berlin (default: that of the export, or else UTC)")
	flags.StringVarP(&opts.Output, "output", "o", "", "new file to write, in JSON if its name ends in .json, or - for the standard output (default: a name after the conversation)")
	commandLineOnly(cmd, "anonymize", "me", "chat", "last", "messages", "since", "until", "platform", "from-format", "date-order", "timezone", "output")
	return cmd
}

// runImport imports, and prints the result. It asks for what is missing, if somebody is there to answer.
func runImport(cmd *cobra.Command, opts importing.Options) error {
	if opts.Last < 0 {
		return usage.Errorf("--last: found %d; allowed are numbers above 0", opts.Last)
	}
	if err := checkPayloadName(cmd, opts.Output); err != nil {
		return err
	}
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400) // little is kept of what is read, and the collector would run hundreds of times a second
	}
	result, err := importing.Import(cmd.Context(), opts)
	var choice *importing.Choice
	for errors.As(err, &choice) && opts.Source != "-" && console.IsTerminal(cmd.InOrStdin()) && consoleOf(cmd).Watched() {
		answer, failed := ask(cmd.Context(), cmd.ErrOrStderr(), cmd.InOrStdin(), choice)
		if failed != nil {
			return failed
		}
		if choice.Flag == "--me" {
			opts.Me = answer
		} else {
			opts.Chat = answer
		}
		result, err = importing.Import(cmd.Context(), opts)
	}
	if errors.As(err, &choice) {
		return usage.Errorf("%v", choice)
	}
	if err != nil {
		return err
	}
	return printImport(cmd, opts, result)
}

// ask asks a question on the terminal. The answer is a number of the list, or a name.
func ask(ctx context.Context, out io.Writer, in io.Reader, choice *importing.Choice) (string, error) {
	for i, option := range choice.Options {
		fmt.Fprintf(out, "%3d  %s\n", i+1, wording.Printable(option))
	}
	fmt.Fprintf(out, "%s. Number or name: ", strings.ToUpper(choice.Text[:1])+choice.Text[1:])
	answered := make(chan string, 1)
	go func() {
		line, _ := bufio.NewReader(in).ReadString('\n') // the end of the input is an empty answer
		answered <- strings.TrimSpace(line)
	}()
	select {
	case <-ctx.Done():
		return "", context.Cause(ctx)
	case answer := <-answered:
		if n, err := strconv.Atoi(answer); err == nil && n >= 1 && n <= len(choice.Options) {
			return choice.Answers[n-1], nil
		}
		if answer == "" {
			return "", usage.Errorf("%v", choice)
		}
		return answer, nil
	}
}

// printImport prints the path or the payload, and what the user should know.
func printImport(cmd *cobra.Command, opts importing.Options, result *importing.Result) error {
	if err := consoleOf(cmd).Diagnostics(result.Warnings); err != nil {
		return err
	}
	consoleOf(cmd).Line("%s imported", console.Plural(result.Messages, "message"))
	if len(result.LeftOut) > 0 {
		consoleOf(cmd).Line("left out: %s", strings.Join(result.LeftOut, ", "))
	}
	if !opts.Anonymize && result.Real {
		consoleOf(cmd).Line("these are the words of real people: ask them before you show it, or import it with --anonymize")
	}
	if result.Path != "" {
		fmt.Fprintln(cmd.OutOrStdout(), result.Path)
		return nil
	}
	if _, err := cmd.OutOrStdout().Write(result.Data); err != nil {
		return fmt.Errorf("write payload: %w", err)
	}
	return nil
}

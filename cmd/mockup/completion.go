package main

import (
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"mockup/internal/schema"
)

// completeValues lets shells complete the values of flags that take one of a few words, in a command and those below it.
func completeValues(cmd *cobra.Command) {
	cmd.Flags().VisitAll(func(flag *pflag.Flag) {
		if choice, ok := flag.Value.(choiceFlag); ok {
			complete(cmd, flag.Name, cobra.FixedCompletions(choice.allowed, cobra.ShellCompDirectiveNoFileComp))
		}
	})
	for _, child := range cmd.Commands() {
		completeValues(child)
	}
}

// complete lets shells complete the value of a flag.
func complete(cmd *cobra.Command, flag string, values cobra.CompletionFunc) {
	_ = cmd.RegisterFlagCompletionFunc(flag, values) // the flag exists, and has no other
}

// completeType completes an argument that is a type.
func completeType(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	var names []string
	for _, t := range schema.Types() {
		names = append(names, string(t))
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

// completePlatform completes a platform of the type that is the first argument, or of any of these types.
func completePlatform(types ...schema.Type) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
		of := types
		if len(args) > 0 && slices.Contains(types, schema.Type(args[0])) {
			of = []schema.Type{schema.Type(args[0])}
		}
		var names []string
		for _, t := range of {
			names = append(names, schema.Platforms(t)...)
		}
		slices.Sort(names)
		return slices.Compact(names), cobra.ShellCompDirectiveNoFileComp
	}
}

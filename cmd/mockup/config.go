package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/spf13/viper"

	"mockup/internal/inputs"
	"mockup/internal/schema"
)

// configFile is the name of configuration files: the project's in the working directory, and the user's own.
const configFile = inputs.ConfigFile

// withSettings lets commands take their flags from the environment and from configuration files, too.
func withSettings(cmds ...*cobra.Command) []*cobra.Command {
	for _, cmd := range cmds {
		cmd.PreRunE = func(cmd *cobra.Command, _ []string) error { return applySettings(cmd) }
	}
	return cmds
}

// applySettings sets the flags that the command line leaves out by MOCKUP_… of the environment, then by the file of
// --config or the project's, then by the user's own. A value is checked as if it had been given as a flag.
func applySettings(cmd *cobra.Command) error {
	sources, err := sources(cmd)
	if err != nil {
		return err
	}
	cmd.Flags().VisitAll(func(flag *pflag.Flag) {
		if err != nil || flag.Changed || !isSetting(flag) {
			return
		}
		if _, failed := setFrom(flag, sources); failed != nil {
			err = usageError(cmd, "%v", failed)
		}
	})
	if err == nil {
		warnOfVariables(cmd)
	}
	return err
}

// sources are the places that settings come from, the strongest first.
func sources(cmd *cobra.Command) ([]source, error) {
	env := environment()
	files, err := configFiles(cmd, env)
	return append([]source{env}, files...), err
}

// setFrom gives a flag the value that the first of the sources has, and says where it is from.
func setFrom(flag *pflag.Flag, sources []source) (from string, err error) {
	for _, s := range sources {
		if value := s.values.Get(flag.Name); value != nil {
			from = s.label(flag.Name)
			if err := setFlag(flag, value); err != nil {
				return from, fmt.Errorf("%s: %w", from, err)
			}
			return from, nil
		}
	}
	return "default", nil
}

// warnOfVariables remarks on variables that look misspelt. Others of the prefix may belong to another program.
func warnOfVariables(cmd *cobra.Command) {
	known := []string{variable("config")}
	for _, name := range settingNames(cmd.Root()) {
		known = append(known, variable(name))
	}
	for _, pair := range os.Environ() {
		name, value, _ := strings.Cut(pair, "=")
		if value == "" || !strings.HasPrefix(name, variable("")) || slices.Contains(known, name) {
			continue
		}
		if near := schema.DidYouMean(name, known); near != "" {
			warn(cmd, "there is no setting %s%s", name, near)
		}
	}
}

// isSetting tells a flag that may be set elsewhere from those about the command line itself.
func isSetting(flag *pflag.Flag) bool {
	return flag.Name != "help" && flag.Name != "version" && flag.Name != "config" && flag.Annotations[notSetting] == nil
}

// notSetting marks flags that are about one run.
const notSetting = "not a setting"

// commandLineOnly keeps flags of a command from being set elsewhere.
func commandLineOnly(cmd *cobra.Command, names ...string) {
	for _, name := range names {
		cmd.Flags().Lookup(name).Annotations = map[string][]string{notSetting: {}}
	}
}

// setFlag gives a flag the value that a source holds.
func setFlag(flag *pflag.Flag, value any) error {
	var text string
	switch v := value.(type) {
	case string, bool, int, float64:
		text = fmt.Sprint(v)
	case time.Time: // what YAML takes for one
		text = v.Format(time.RFC3339Nano)
	default:
		return errors.New("found a list or a mapping; write one value")
	}
	if err := flag.Value.Set(text); err != nil {
		return fmt.Errorf("found %q; %w", text, wordError(flag, err))
	}
	return nil
}

// wordError replaces the flag library's error about a value that is neither true nor false.
func wordError(flag *pflag.Flag, err error) error {
	if flag.Value.Type() == "bool" {
		return errors.New("allowed are true and false")
	}
	return err
}

// source is a place that settings come from.
type source struct {
	values *viper.Viper
	label  func(key string) string // names a setting as the user wrote it
}

func environment() source {
	v := viper.New()
	v.SetEnvPrefix("mockup")
	v.SetEnvKeyReplacer(strings.NewReplacer("-", "_"))
	v.AutomaticEnv()
	return source{v, variable}
}

// variable is the environment's name of a setting.
func variable(key string) string {
	return "MOCKUP_" + strings.ToUpper(strings.ReplaceAll(key, "-", "_"))
}

// configFiles reads the configuration files that there are, the strongest first.
func configFiles(cmd *cobra.Command, env source) ([]source, error) {
	named, err := cmd.Flags().GetString("config")
	if err != nil {
		return nil, fmt.Errorf("read flags: %w", err)
	}
	if named == "" {
		named = env.values.GetString("config")
	}
	own := userConfigFile()
	var files []source
	switch {
	case named != "":
		files, err = addConfig(cmd, files, named)
	case exists(configFile) && !sameFile(configFile, own):
		if files, err = addConfig(cmd, files, configFile); err == nil {
			err = checkProject(cmd, files[0].values, own)
		}
	}
	if err == nil && exists(own) {
		files, err = addConfig(cmd, files, own)
	}
	return files, err
}

// userConfigFile is where users keep their own settings; "" if they have no home.
func userConfigFile() string {
	folder, err := os.UserConfigDir()
	if err != nil {
		return ""
	}
	return filepath.Join(folder, "mockup", configFile)
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return name != "" && !errors.Is(err, fs.ErrNotExist)
}

// addConfig reads one file. Every key must be a setting of some command.
func addConfig(cmd *cobra.Command, files []source, name string) ([]source, error) {
	v := viper.New()
	v.SetConfigFile(name)
	v.SetConfigType("yaml")
	if err := v.ReadInConfig(); err != nil {
		var parse viper.ConfigParseError
		if errors.As(err, &parse) {
			return nil, usageError(cmd, "read configuration %s: not valid YAML: %v", name, parse.Unwrap())
		}
		return nil, fmt.Errorf("read configuration %s: %w", name, withoutPath(err))
	}
	if v.InConfig("mockupType") {
		return nil, usageError(cmd, "%s is a payload, but %s is the name of the configuration; give it another name", name, configFile)
	}
	known := settingNames(cmd.Root())
	for key := range v.AllSettings() {
		if !slices.Contains(known, key) {
			return nil, usageError(cmd, "%s: there is no setting %q%s", name, key, schema.DidYouMean(key, known))
		}
	}
	return append(files, source{v, func(key string) string { return name + ": " + key }}), nil
}

// settingNames are the settings of all commands: one file serves them all.
func settingNames(root *cobra.Command) []string {
	var names []string
	eachSetting(root, func(flag *pflag.Flag) { names = append(names, flag.Name) })
	return names
}

// eachSetting visits the settings of a command and of those below it.
func eachSetting(cmd *cobra.Command, visit func(*pflag.Flag)) {
	cmd.LocalFlags().VisitAll(func(flag *pflag.Flag) {
		if isSetting(flag) {
			visit(flag)
		}
	})
	for _, child := range cmd.Commands() {
		eachSetting(child, visit)
	}
}

// checkProject refuses what a file that comes along with a downloaded folder must not decide: which program is run,
// how well it is locked in, which files are read and overwritten, and who gets the payloads, the keys and the outputs.
func checkProject(cmd *cobra.Command, values *viper.Viper, own string) error {
	for _, key := range []string{"chromium", "no-sandbox", "ffmpeg", "emoji-font", "output", "server", "api-key",
		"database", "storage", "signing-secret"} {
		if !values.InConfig(key) {
			continue
		}
		return usageError(cmd, "%s: %s cannot be set by a file that is merely found in the working directory; use --%s, %s, --config FILE or your own %s",
			configFile, key, key, variable(key), own)
	}
	return nil
}

package main

import (
	"bytes"
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
	"go.yaml.in/yaml/v3"

	"mockup/internal/files"
	"mockup/internal/inputs"
	"mockup/internal/wording"
)

// configFile is the name of configuration files: the project's in the working directory, and the user's own.
const configFile = inputs.ConfigFile

// maxConfig bounds a configuration file, in bytes.
const maxConfig = 1 << 20

// withSettings lets the environment and configuration files set the flags of commands.
func withSettings(cmds ...*cobra.Command) []*cobra.Command {
	for _, cmd := range cmds {
		cmd.PreRunE = func(cmd *cobra.Command, _ []string) error { return applySettings(cmd) }
	}
	return cmds
}

// applySettings sets the flags that the command line leaves out. A value comes from MOCKUP_… of the environment, or else
// from the file of --config or of the project, or else from the user's own file. It is checked like the value of a flag.
func applySettings(cmd *cobra.Command) error {
	sources, err := sources(cmd)
	if err != nil {
		return err
	}
	cmd.Flags().VisitAll(func(flag *pflag.Flag) {
		if err != nil || flag.Changed || !isSetting(flag) {
			return
		}
		from, failed := setFrom(flag, sources)
		if failed != nil {
			err = usageError(cmd, "%v", failed)
		}
		if from != fromDefault {
			_ = cmd.Flags().SetAnnotation(flag.Name, setBy, []string{from}) // it exists
		}
	})
	if err == nil {
		warnOfVariables(cmd)
	}
	return err
}

// setBy is the annotation of a flag that says what has set it, if it is not the command line.
const setBy = "set by"

// settingName names a setting in messages as the user wrote it, such as --addr, MOCKUP_ADDR or "mockup.yaml: addr".
func settingName(cmd *cobra.Command, name string) string {
	if from := cmd.Flags().Lookup(name).Annotations[setBy]; from != nil {
		return from[0]
	}
	return "--" + name
}

// sources are the places that settings come from, the strongest first.
func sources(cmd *cobra.Command) ([]source, error) {
	env := environment()
	configs, err := configFiles(cmd, env)
	return append([]source{env}, configs...), err
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
	return fromDefault, nil
}

// fromDefault is where settings are from that nobody has set.
const fromDefault = "default"

// warnOfVariables warns of variables that look misspelt. Others with the prefix may belong to another program.
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
		if near := wording.DidYouMean(name, known); near != "" {
			consoleOf(cmd).Warn("there is no setting %s%s", name, near)
		}
	}
}

// isSetting reports whether a flag may be set by the environment or a file.
func isSetting(flag *pflag.Flag) bool {
	return flag.Name != "help" && flag.Name != "version" && flag.Name != "config" && flag.Annotations[notSetting] == nil
}

// notSetting marks flags that are only given on a command line.
const notSetting = "not a setting"

// commandLineOnly marks flags of a command that neither the environment nor a file sets.
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
	case time.Time: // YAML reads dates as such
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
	var configs []source
	switch {
	case named != "":
		configs, err = addConfig(cmd, configs, named)
	case exists(configFile) && !inputs.SameFile(configFile, own):
		if configs, err = addConfig(cmd, configs, configFile); err == nil {
			err = checkProject(cmd, configs[0].values, own)
		}
	}
	if err == nil && exists(own) {
		configs, err = addConfig(cmd, configs, own)
	}
	return configs, err
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
func addConfig(cmd *cobra.Command, configs []source, name string) ([]source, error) {
	data, err := files.Read(name, maxConfig)
	if err != nil {
		return nil, fmt.Errorf("read configuration %s: %w", name, files.Reason(err))
	}
	v := viper.New()
	v.SetConfigType("yaml")
	if err := v.ReadConfig(bytes.NewReader(data)); err != nil {
		var parse viper.ConfigParseError
		if errors.As(err, &parse) {
			err = parse.Unwrap()
		}
		return nil, configError(cmd, name, data, err)
	}
	if v.InConfig("mockupType") {
		return nil, usageError(cmd, "%s is a payload, but %s is the name of the configuration; give it another name", name, configFile)
	}
	known := settingNames(cmd.Root())
	for key := range v.AllSettings() {
		if !slices.Contains(known, key) {
			return nil, usageError(cmd, "%s: there is no setting %q%s", name, key, wording.DidYouMean(key, known))
		}
	}
	return append(configs, source{v, func(key string) string { return name + ": " + key }}), nil
}

// configError says why a file cannot be read as settings.
func configError(cmd *cobra.Command, name string, data []byte, err error) error {
	var typed *yaml.TypeError
	if !errors.As(err, &typed) {
		return usageError(cmd, "read configuration %s: not valid YAML: %v", name, err)
	}
	var document yaml.Node
	if yaml.Unmarshal(data, &document) == nil && document.Content[0].Kind != yaml.MappingNode {
		return usageError(cmd, "%s: found no settings; write each on a line of its own, such as workers: 2", name)
	}
	return usageError(cmd, "%s: %s; write each setting once", name, strings.Join(typed.Errors, "; "))
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

// checkProject refuses the settings that a file of a downloaded folder must not decide: which program is run and whether
// it has a sandbox, which files are read and overwritten, who gets the payloads, the keys and the outputs, and who
// reaches a service and may use it.
func checkProject(cmd *cobra.Command, values *viper.Viper, own string) error {
	for _, key := range []string{"chromium", "no-sandbox", "ffmpeg", "emoji-font", "output", "root", "server", "api-key",
		"data", "database", "storage", "signing-secret", "addr", "public-url", "cors-origin", "metrics-addr", "webhook-hosts"} {
		if !values.InConfig(key) {
			continue
		}
		return usageError(cmd, "%s: %s cannot be set by the file in the working directory, which others may have written; use --%s, %s, --config FILE or your own %s",
			configFile, key, key, variable(key), own)
	}
	return nil
}

package main

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/viper"

	"mockup/internal/render"
	"mockup/internal/render/browser"
)

// configFile is read from the working directory when it is there.
const configFile = "mockup.yaml"

// loadConfig returns the settings of a command: its flags, then MOCKUP_… of the environment, then the
// configuration file, then the flags' defaults.
func loadConfig(cmd *cobra.Command) (*viper.Viper, error) {
	v := viper.New()
	v.SetEnvPrefix("mockup")
	v.SetEnvKeyReplacer(strings.NewReplacer("-", "_"))
	v.AutomaticEnv()
	if err := v.BindPFlags(cmd.Flags()); err != nil {
		return nil, fmt.Errorf("read flags: %w", err)
	}
	file, err := cmd.Flags().GetString("config")
	if err != nil {
		return nil, fmt.Errorf("read flags: %w", err)
	}
	if file == "" {
		if _, err := os.Stat(configFile); errors.Is(err, os.ErrNotExist) {
			return v, nil
		}
		file = configFile
	}
	v.SetConfigFile(file)
	v.SetConfigType("yaml")
	if err := v.ReadInConfig(); err != nil {
		return nil, fmt.Errorf("read configuration %s: %w", file, err)
	}
	return v, nil
}

// addEngineFlags adds the flags of every command that draws.
func addEngineFlags(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.String("chromium", "", "Chromium to draw with (default: the first one found)")
	flags.Bool("no-sandbox", false, "run Chromium without its sandbox (always so as root)")
	flags.String("emoji-font", "", "font file to draw emoji with, or system for the one of this machine (default: Noto Color Emoji)")
	flags.Duration("timeout", 20*time.Second, "how long Chromium may take for one step")
	flags.String("renderer-version", "", "accept only payloads of this rendererVersion")
}

// engineOptions reads the flags of addEngineFlags.
func engineOptions(v *viper.Viper) render.Options {
	return render.Options{
		Chromium: v.GetString("chromium"), NoSandbox: v.GetBool("no-sandbox") || browser.NeedsNoSandbox(),
		EmojiFont: v.GetString("emoji-font"), Timeout: v.GetDuration("timeout"),
	}
}

package browser

import (
	"os"
	"strings"
)

// flags of every start.
func flags(opts Options, smallSharedMemory bool) []string {
	args := []string{
		"--remote-debugging-pipe",
		"--headless",
		// A screenshot waits for the next frame; without these two a capture waits for a 60 Hz tick as well.
		"--disable-frame-rate-limit", "--disable-gpu-vsync",
		// The compositor in the browser process saves one hand-over of the pixels; the network service, which has
		// nothing to do here, saves a process and a tenth of the time to the first picture.
		"--in-process-gpu", "--enable-features=NetworkServiceInProcess2",
		// The same pixels everywhere: no hinting of the host, no colour profile of the host, grey antialiasing.
		"--font-render-hinting=none", "--disable-lcd-text", "--force-color-profile=srgb",
		// What lies at the edge of a part that is drawn anew would depend on what was drawn before.
		"--disable-partial-raster",
		"--hide-scrollbars", "--mute-audio",
		// No network, in depth: no name resolves, a dead proxy takes even loopback, and WebRTC, which would send
		// its datagrams past any proxy, may not.
		"--host-resolver-rules=MAP * ~NOTFOUND", "--proxy-server=127.0.0.1:9", "--proxy-bypass-list=<-loopback>",
		"--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
		"--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-quic",
		"--disable-domain-reliability", "--disable-client-side-phishing-detection", "--no-pings",
		"--no-first-run", "--no-default-browser-check", "--disable-default-apps", "--disable-extensions",
		"--disable-breakpad", "--disable-crash-reporter", "--disable-logging",
		"--disable-features=Translate,MediaRouter,OptimizationHints,BackForwardCache,PaintHolding",
		"--disable-background-timer-throttling", "--disable-renderer-backgrounding",
		"--use-mock-keychain", "--password-store=basic",
	}
	if opts.WebGL {
		// Chromium's own software renderer, on every machine: a graphics card would draw other pixels.
		args = append(args, "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--disable-gpu-compositing")
	} else {
		args = append(args, "--disable-gpu")
	}
	if opts.NoSandbox {
		args = append(args, "--no-sandbox")
	}
	if smallSharedMemory {
		args = append(args, "--disable-dev-shm-usage")
	}
	return args
}

// NeedsNoSandbox reports whether Chromium refuses to start unless its sandbox is off, as it does for root.
// Whether to go on without it is the caller's decision.
func NeedsNoSandbox() bool { return os.Geteuid() == 0 }

// environment returns what Chromium may know of ours: where to find things and how to write, and no secrets.
// LD_LIBRARY_PATH and CHROME_DEVEL_SANDBOX are there because a Chromium that needs them does not start without.
func environment(hostFonts bool) []string {
	allowed := []string{
		"PATH", "HOME", "LANG", "TMPDIR", "XDG_RUNTIME_DIR", "LD_LIBRARY_PATH", "CHROME_DEVEL_SANDBOX",
		"SYSTEMROOT", "TEMP", "TMP", "USERPROFILE", "LOCALAPPDATA", // Windows
	}
	prefixes := []string{"LC_"}
	if hostFonts {
		prefixes = append(prefixes, "FONTCONFIG_", "XDG_")
	}
	env := []string{}
	for _, entry := range os.Environ() {
		name, _, _ := strings.Cut(entry, "=")
		if matches(name, allowed, strings.EqualFold) || matches(name, prefixes, strings.HasPrefix) {
			env = append(env, entry)
		}
	}
	return env
}

func matches(name string, patterns []string, match func(name, pattern string) bool) bool {
	for _, pattern := range patterns {
		if match(name, pattern) {
			return true
		}
	}
	return false
}

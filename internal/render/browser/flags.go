package browser

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"mockup/internal/render/process"
)

// flags of every start.
func flags(opts Options, controlsFrames, smallSharedMemory bool) []string {
	args := append(frameFlags(controlsFrames),
		"--remote-debugging-pipe=cbor",
		"--headless",
		// The compositor in the browser process saves one copy of the pixels; the network service there, which has
		// nothing to do, saves a process and a tenth of the time to the first picture.
		"--in-process-gpu", "--enable-features=NetworkServiceInProcess2",
		// The same pixels everywhere: no hinting of the host, no colour profile of the host, grey antialiasing.
		"--font-render-hinting=none", "--disable-lcd-text", "--force-color-profile=srgb",
		// With it, the edge of a part that is drawn again depends on what was drawn before.
		"--disable-partial-raster",
		"--hide-scrollbars", "--mute-audio",
		// No network, in three ways: no name resolves, every request, even to loopback, goes to a proxy that is not
		// there, and WebRTC may not send its datagrams without a proxy.
		"--host-resolver-rules=MAP * ~NOTFOUND", "--proxy-server=127.0.0.1:9", "--proxy-bypass-list=<-loopback>",
		"--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
		"--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-quic",
		"--disable-domain-reliability", "--disable-client-side-phishing-detection", "--no-pings",
		"--no-first-run", "--no-default-browser-check", "--disable-default-apps", "--disable-extensions",
		"--disable-breakpad", "--disable-crash-reporter", "--disable-logging",
		"--disable-features=Translate,MediaRouter,OptimizationHints,BackForwardCache,PaintHolding",
		"--disable-background-timer-throttling", "--disable-renderer-backgrounding",
		"--use-mock-keychain", "--password-store=basic",
	)
	if opts.WebGL {
		// Chromium's own software renderer, on every machine: a graphics card would draw other pixels.
		args = append(args, "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--disable-gpu-compositing")
	} else {
		// Without its own renderer for 3D, which nothing uses, Chromium starts with a tenth less work.
		args = append(args, "--disable-gpu", "--disable-software-rasterizer")
	}
	if opts.NoSandbox {
		// The zygotes are processes from which those of sandboxed pages are forked. The only page starts sooner without: Chromium
		// starts with an eighth less work.
		args = append(args, "--no-sandbox", "--no-zygote")
	}
	if smallSharedMemory {
		args = append(args, "--disable-dev-shm-usage")
	}
	return args
}

// NeedsNoSandbox reports whether Chromium refuses to start unless its sandbox is off, as it does for root.
// Whether to go on without it is the caller's decision.
func NeedsNoSandbox() bool { return os.Geteuid() == 0 }

// environment returns what Chromium may see of our environment. CHROME_DEVEL_SANDBOX is part of it because a Chromium that
// needs it does not start without.
func environment(hostFonts bool) []string {
	more := []string{"CHROME_DEVEL_SANDBOX"}
	if hostFonts {
		more = append(more, "FONTCONFIG_*", "XDG_*")
	}
	return process.Environment(more...)
}

// Command returns what decides how Chromium is started with these options: its path, its flags and its environment. Where programs
// are found is not a part of that.
func Command(opts Options) ([]string, error) {
	bin, err := Find(opts.Bin)
	if err != nil {
		return nil, err
	}
	if bin, err = filepath.Abs(bin); err != nil {
		return nil, err
	}
	command := append([]string{bin}, flags(opts, controlsFrames(bin, opts), SmallSharedMemory())...)
	for _, variable := range slices.Sorted(slices.Values(environment(opts.HostFonts))) {
		if name, _, _ := strings.Cut(variable, "="); name != "PATH" {
			command = append(command, variable)
		}
	}
	return command, nil
}

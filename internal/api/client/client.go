// Package client speaks to a render service: it submits payloads, waits for videos and downloads what was drawn. It
// works with every deployment of the interface: fields it does not know are skipped, and those a deployment may leave
// out are not relied on.
package client

import (
	"cmp"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"time"
)

// Options configure a Client. In numbers and durations zero means the default.
type Options struct {
	Server string // base address of the service, such as https://mockups.example.com
	Key    string // API key; it goes to the server only, never to another host

	Attempts int           // of one exchange that the service or the way to it breaks; default 7, the waits between them half a minute in all
	Patience time.Duration // bound on one submission, from the first attempt to the finished render; default 10 min
	Idle     time.Duration // how long a download may stand still before it is resumed; default 30 s

	Notice    func(text string) // told why something is waited for; may be nil
	Transport http.RoundTripper // default: one of its own, with the proxy of the environment
}

// Client is a connection to a service. It is safe for concurrent use; Close ends its connections.
type Client struct {
	opts  Options
	base  *url.URL
	api   *http.Client // carries the key, and leaves the server for nothing
	files *http.Client // follows downloads to where they are
}

// New returns a client. It connects to nothing yet.
func New(opts Options) (*Client, error) {
	base, err := parseServer(opts.Server)
	if err != nil {
		return nil, err
	}
	opts.Key = strings.TrimSpace(opts.Key)
	if strings.ContainsFunc(opts.Key, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return nil, errors.New("the API key holds a character that keys do not have; copy it again, in one piece")
	}
	opts.Attempts = cmp.Or(opts.Attempts, 7)
	opts.Patience = cmp.Or(opts.Patience, 10*time.Minute)
	opts.Idle = cmp.Or(opts.Idle, 30*time.Second)
	if opts.Notice == nil {
		opts.Notice = func(string) {}
	}
	if opts.Transport == nil {
		opts.Transport = newTransport()
	}
	c := &Client{opts: opts, base: base}
	c.api = &http.Client{Transport: opts.Transport, CheckRedirect: c.stay}
	c.files = &http.Client{Transport: opts.Transport, CheckRedirect: c.follow}
	return c, nil
}

func newTransport() *http.Transport {
	dialer := &net.Dialer{Timeout: 15 * time.Second}
	return &http.Transport{
		Proxy: http.ProxyFromEnvironment, DialContext: dialer.DialContext, TLSHandshakeTimeout: 15 * time.Second,
		ForceAttemptHTTP2: true, MaxIdleConnsPerHost: 8, IdleConnTimeout: time.Minute,
	}
}

// Close ends idle connections.
func (c *Client) Close() { c.api.CloseIdleConnections() }

// parseServer checks the base address of a service.
func parseServer(server string) (*url.URL, error) {
	const form = "write it like https://mockups.example.com"
	base, err := url.Parse(server)
	switch {
	case err != nil || base.Scheme != "https" && base.Scheme != "http" || base.Hostname() == "":
		return nil, fmt.Errorf("%q is not the address of a service; %s", server, form)
	case base.User != nil:
		return nil, fmt.Errorf("the address of the service must not hold a name or password; %s", form)
	case base.RawQuery != "" || base.Fragment != "":
		return nil, fmt.Errorf("%q has something after its path; %s", server, form)
	}
	base.Path = strings.TrimSuffix(base.Path, "/")
	return base, nil
}

// InTheClear reports whether others on the way can read what goes to the service, the key included.
func (c *Client) InTheClear() bool { return c.base.Scheme == "http" && !isLoopback(c.base.Hostname()) }

// isLoopback reports whether a host is this machine.
func isLoopback(host string) bool {
	addr, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && addr.Unmap().IsLoopback()
}

// address returns the address of a path of the interface.
func (c *Client) address(path string) string { return c.base.String() + path }

// sameOrigin reports whether an address belongs to the service itself, and the key may go there.
func (c *Client) sameOrigin(u *url.URL) bool {
	return u.Scheme == c.base.Scheme && strings.EqualFold(u.Hostname(), c.base.Hostname()) && port(u) == port(c.base)
}

func port(u *url.URL) string {
	if u.Port() != "" {
		return u.Port()
	}
	return map[string]string{"http": "80", "https": "443"}[u.Scheme]
}

// place is where an address leads, without its path and query, which may be secret.
func place(u *url.URL) string {
	if u.Port() != "" {
		return u.Scheme + "://" + net.JoinHostPort(u.Hostname(), u.Port())
	}
	return u.Scheme + "://" + u.Host
}

// maxRedirects is as many as browsers' tools follow by default.
const maxRedirects = 10

// errRedirect is a redirect that is not followed. It would not be followed the next time, either.
type errRedirect struct{ text string }

func (e *errRedirect) Error() string { return e.text }

// stay refuses redirects of requests with the key: to another host it must not go, and a submission that became a GET
// would be none.
func (c *Client) stay(next *http.Request, past []*http.Request) error {
	next.Header.Del("Referer")
	switch {
	case !c.sameOrigin(next.URL):
		return &errRedirect{fmt.Sprintf("it redirects to %s, where the API key is not sent; if that is the service, give it as --server", place(next.URL))}
	case next.Method != past[0].Method:
		return &errRedirect{"it redirects in a way that would lose the payload; check --server"}
	case len(past) >= maxRedirects:
		return &errRedirect{"it redirects in circles; check --server"}
	}
	return nil
}

// follow lets downloads go to other hosts, without the key. Signed addresses stay out of the Referer.
func (c *Client) follow(next *http.Request, past []*http.Request) error {
	next.Header.Del("Referer")
	if !c.sameOrigin(next.URL) {
		next.Header.Del("Authorization")
	}
	if len(past) >= maxRedirects {
		return &errRedirect{"the download redirects in circles"}
	}
	return c.checkFile(next.URL)
}

// checkFile refuses addresses of downloads that are none, or that give up the encryption of the service's own.
func (c *Client) checkFile(u *url.URL) error {
	switch {
	case u.Scheme != "https" && u.Scheme != "http" || u.Hostname() == "":
		return &errRedirect{"the download's address is neither https nor http"}
	case u.Scheme == "http" && c.base.Scheme == "https":
		return &errRedirect{fmt.Sprintf("the download leads from https to %s, which is not encrypted", place(u))}
	}
	return nil
}

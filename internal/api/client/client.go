// Package client uses a render service: it submits payloads, waits for videos and downloads the results. It works with
// every deployment of the interface: it ignores unknown fields, and does without those that a deployment may leave out.
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

	"mockup/internal/api/wire"
)

// Options configure a Client. In numbers and durations zero means the default.
type Options struct {
	Server string // base address of the service, such as https://mockups.example.com
	Key    string // API key; it is sent to the server only, never to another host

	Attempts        int           // of one request that fails because of the service or the network; default 7, with waits of half a minute in all
	Timeout         time.Duration // of one submission, from the first attempt to the finished render, or of one Status; default 10 min
	DownloadTimeout time.Duration // of one download with all its attempts; default 1 h
	IdleTimeout     time.Duration // after which a download that receives nothing is resumed; default 30 s
	MaxFile         int64         // bytes of a file that is downloaded; default wire.MaxFile

	Notice    func(text string) // called with the reason whenever the client waits before another attempt; may be nil
	Transport http.RoundTripper // default: a new one, with the proxy of the environment
}

// Client sends requests to a service. It is safe for concurrent use. Close ends its connections.
type Client struct {
	opts  Options
	base  *url.URL
	api   *http.Client // for requests with the key; never follows a redirect to another host
	files *http.Client // for downloads; follows redirects to other hosts, without the key
}

// New returns a client. It does not connect yet.
func New(opts Options) (*Client, error) {
	base, err := parseServer(opts.Server)
	if err != nil {
		return nil, err
	}
	opts.Key = strings.TrimSpace(opts.Key)
	if strings.ContainsFunc(opts.Key, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return nil, errors.New("the API key contains a character that keys cannot have; copy it again, in one piece")
	}
	opts.Attempts = cmp.Or(opts.Attempts, 7)
	opts.Timeout = cmp.Or(opts.Timeout, 10*time.Minute)
	opts.DownloadTimeout = cmp.Or(opts.DownloadTimeout, time.Hour)
	opts.IdleTimeout = cmp.Or(opts.IdleTimeout, 30*time.Second)
	opts.MaxFile = cmp.Or(opts.MaxFile, wire.MaxFile)
	if opts.Notice == nil {
		opts.Notice = func(string) {}
	}
	if opts.Transport == nil {
		opts.Transport = newTransport()
	}
	c := &Client{opts: opts, base: base}
	c.api = &http.Client{Transport: opts.Transport, CheckRedirect: c.checkAPIRedirect}
	c.files = &http.Client{Transport: opts.Transport, CheckRedirect: c.checkFileRedirect}
	return c, nil
}

func newTransport() *http.Transport {
	dialer := &net.Dialer{Timeout: 15 * time.Second}
	return &http.Transport{
		Proxy: http.ProxyFromEnvironment, DialContext: dialer.DialContext, TLSHandshakeTimeout: 15 * time.Second,
		ForceAttemptHTTP2: true, MaxIdleConnsPerHost: 8, IdleConnTimeout: time.Minute, MaxResponseHeaderBytes: 64 << 10,
	}
}

// Close ends idle connections.
func (c *Client) Close() { c.api.CloseIdleConnections() }

// parseServer checks the base address of a service.
func parseServer(server string) (*url.URL, error) {
	const form = "write it like https://mockups.example.com, or http://127.0.0.1:8080 on this machine"
	base, err := url.Parse(server)
	switch {
	case err != nil || base.Scheme != "https" && base.Scheme != "http" || base.Hostname() == "":
		return nil, fmt.Errorf("%q is not the address of a service; %s", server, form)
	case base.User != nil:
		return nil, fmt.Errorf("the address of the service must not contain a user name or password; %s", form)
	case base.RawQuery != "" || base.Fragment != "":
		return nil, fmt.Errorf("%q has a query or fragment, which the address of a service cannot have; %s", server, form)
	case strings.Contains(base.Path+"/", "/api/v1/"):
		return nil, fmt.Errorf("%q leads into the service; name the address before /api/v1", server)
	}
	base.Path = strings.TrimSuffix(base.Path, "/")
	return base, nil
}

// InTheClear reports whether the connection to the service is not encrypted and others can read what is sent, including
// the key.
func (c *Client) InTheClear() bool { return c.base.Scheme == "http" && !isLoopback(c.base.Hostname()) }

// isLoopback reports whether a host name means this machine.
func isLoopback(host string) bool {
	addr, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && addr.Unmap().IsLoopback()
}

// address returns the address of a path of the interface.
func (c *Client) address(path string) string { return c.base.String() + path }

// sameOrigin reports whether an address belongs to the service itself, so that the key may be sent there.
func (c *Client) sameOrigin(u *url.URL) bool {
	return u.Scheme == c.base.Scheme && strings.EqualFold(u.Hostname(), c.base.Hostname()) && port(u) == port(c.base)
}

func port(u *url.URL) string {
	if u.Port() != "" {
		return u.Port()
	}
	return map[string]string{"http": "80", "https": "443"}[u.Scheme]
}

// origin returns scheme and host of an address. Path and query are left out of messages, because they may be secret.
func origin(u *url.URL) string {
	if u.Port() != "" {
		return u.Scheme + "://" + net.JoinHostPort(u.Hostname(), u.Port())
	}
	return u.Scheme + "://" + u.Host
}

// maxRedirects is the number of redirects that net/http follows by default.
const maxRedirects = 10

// redirectError is the error of an address or a redirect that is never followed, however often it is tried.
type redirectError struct{ text string }

func (e *redirectError) Error() string { return e.text }

// checkAPIRedirect refuses redirects of requests with the key to other hosts, and redirects that would turn a submission
// into a GET without the payload.
func (c *Client) checkAPIRedirect(next *http.Request, past []*http.Request) error {
	next.Header.Del("Referer")
	switch {
	case !c.sameOrigin(next.URL):
		return &redirectError{fmt.Sprintf("it redirects to %s, where the API key is not sent; if that is the service, give it as --server", origin(next.URL))}
	case next.Method != past[0].Method:
		return &redirectError{"it redirects in a way that would lose the payload; check --server"}
	case len(past) >= maxRedirects:
		return &redirectError{fmt.Sprintf("it redirects more than %d times; check --server", maxRedirects)}
	}
	return nil
}

// checkFileRedirect lets downloads follow redirects to other hosts, without the key. The Referer is removed, because it
// would contain a signed address.
func (c *Client) checkFileRedirect(next *http.Request, past []*http.Request) error {
	next.Header.Del("Referer")
	if !c.sameOrigin(next.URL) {
		next.Header.Del("Authorization")
	}
	if len(past) >= maxRedirects {
		return &redirectError{fmt.Sprintf("the download redirects more than %d times", maxRedirects)}
	}
	return c.checkFileAddress(next.URL)
}

// checkFileAddress refuses addresses of downloads that are neither https nor http, and unencrypted ones of a service that
// is itself encrypted.
func (c *Client) checkFileAddress(u *url.URL) error {
	switch {
	case u.Scheme != "https" && u.Scheme != "http" || u.Hostname() == "":
		return &redirectError{"the download's address is neither https nor http"}
	case u.Scheme == "http" && c.base.Scheme == "https":
		return &redirectError{fmt.Sprintf("the download leads from https to %s, which is not encrypted", origin(u))}
	}
	return nil
}

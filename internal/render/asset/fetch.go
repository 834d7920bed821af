package asset

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"mockup/internal/publicnet"
)

// acceptImages is the Accept header, for hosts that offer several formats. SVG, which takes longer to check and to draw, comes last.
const acceptImages = "image/avif,image/webp,image/png,image/jpeg,image/gif,image/svg+xml;q=0.9"

// newTransport returns the transport that all fetches of a loader share. Bodies stay as they were sent: an
// unpacked body would not be bounded by what was transferred, and images do not get smaller by gzip.
func newTransport(opts Options) *http.Transport {
	dialer := &net.Dialer{Timeout: opts.Timeout, Resolver: opts.hooks.resolver}
	proxy := http.ProxyFromEnvironment
	if opts.Public {
		// A proxy would look up names and connect in our place, where nothing can be checked.
		proxy = nil
		dialer.ControlContext = publicnet.Guard(func(addr netip.Addr) error {
			if opts.hooks.check(addr) != nil {
				return notPublic() // which does not say what a name resolves to: it may be a name of the inner network
			}
			return nil
		})
	}
	return &http.Transport{
		Proxy:                  proxy,
		DialContext:            dialer.DialContext,
		TLSClientConfig:        &tls.Config{RootCAs: opts.hooks.roots, MinVersion: tls.VersionTLS12},
		TLSHandshakeTimeout:    2 * opts.Timeout, // for a connection that nobody waits for any more; the load ends earlier, and says so
		IdleConnTimeout:        30 * time.Second,
		MaxIdleConnsPerHost:    parallel,
		MaxResponseHeaderBytes: 64 << 10,
		DisableCompression:     true,
		ForceAttemptHTTP2:      true,
	}
}

// notPublic is the refusal of a name that leads to no public address, whether it exists or not.
func notPublic() *refusal {
	return &refusal{"the host does not exist, or is not at a public address; " + givePublic}
}

// refusal is a rule or limit that a file breaks. Its text is the whole message.
type refusal struct{ reason string }

func (r *refusal) Error() string { return r.reason }

// fetch returns the body at an https URL.
func (l *Loader) fetch(ctx context.Context, value string, k kind) ([]byte, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, l.opts.Timeout, fmt.Errorf(
		"not loaded in the %s that %s %s may take; use a smaller %[3]s or a faster host", l.opts.Timeout, k.article, k.one))
	defer cancel()
	target, err := url.Parse(value)
	if err != nil {
		// The parser's message quotes the URL, secrets included.
		return nil, errors.New("it is not a valid URL; check it and escape spaces and percent signs")
	}
	response, err := l.follow(ctx, target, k)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("the host answered %d %s instead of %s %s; check that the address opens without signing in",
			response.StatusCode, http.StatusText(response.StatusCode), k.article, k.one)
	}
	if response.ContentLength > k.maxBytes {
		return nil, tooLarge(k.maxBytes)
	}
	data, err := readAtMost(response.Body, k.maxBytes)
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, fmt.Errorf("the connection ended after %d bytes: %w; try again later", len(data), err)
	}
	if err != nil {
		return nil, explain(ctx, err)
	}
	return data, nil
}

// follow sends the request and follows redirects. The rules for the first address hold for all of them. http.Client is not
// used for it: it sends each host the address that led there, with its query, and quotes addresses in errors.
func (l *Loader) follow(ctx context.Context, target *url.URL, k kind) (*http.Response, error) {
	for hops := 0; ; hops++ {
		if err := l.checkURL(target); err != nil {
			if hops > 0 {
				return nil, fmt.Errorf("it redirects to %s: %w", showURL(target), err)
			}
			return nil, err
		}
		response, err := l.get(ctx, target, k)
		if lookup := (*net.DNSError)(nil); l.opts.Public && errors.As(err, &lookup) && lookup.IsNotFound {
			return nil, notPublic() // so that nobody finds out which names the inner network has
		}
		if err != nil {
			return nil, explain(ctx, err)
		}
		if !redirects(response.StatusCode) {
			return response, nil
		}
		response.Body.Close()
		if hops >= max(0, l.opts.MaxRedirects) {
			return nil, fmt.Errorf("it redirects more than %d times; give the final address", hops)
		}
		location := response.Header.Get("Location")
		next, err := target.Parse(location)
		if location == "" || err != nil {
			return nil, errors.New("it redirects to nowhere; give the final address")
		}
		target = next
	}
}

// get sends one request.
func (l *Loader) get(ctx context.Context, target *url.URL, k kind) (*http.Response, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, target.String(), nil)
	if err != nil {
		return nil, errors.New("it is not a valid URL")
	}
	request.Header.Set("Accept", k.accept)
	request.Header.Set("User-Agent", "mockup")
	return l.transport.RoundTrip(request)
}

// redirects reports whether an HTTP status sends the client elsewhere.
func redirects(status int) bool {
	switch status {
	case http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther,
		http.StatusTemporaryRedirect, http.StatusPermanentRedirect:
		return true
	}
	return false
}

// checkURL checks an address by the rules that need no look-up. What a host name resolves to is checked by publicnet.Guard.
func (l *Loader) checkURL(u *url.URL) error {
	host := u.Hostname()
	switch {
	case u.Scheme != "https":
		return fmt.Errorf("only https is loaded, not %s; give an https URL", shorten(u.Scheme))
	case u.User != nil:
		return errors.New("user names and passwords in addresses are not sent; give an address without them")
	case host == "":
		return errors.New("the address has no host; check it")
	case l.opts.Public && !l.opts.hooks.anyPort && u.Port() != "" && u.Port() != "443":
		return fmt.Errorf("port %s is not allowed, only 443; %s", u.Port(), givePublic)
	}
	addr, err := netip.ParseAddr(host)
	if err != nil {
		if endsInNumber(host) {
			return errors.New("the host is neither a name nor a dotted IP address; check the address")
		}
		return nil
	}
	if l.opts.Public {
		return l.opts.hooks.check(addr)
	}
	return nil
}

// endsInNumber reports whether some resolvers would read a host as a number: 2130706433, 0x7f.1 and 127.1 are
// spellings of 127.0.0.1 to them. No top-level domain is numeric.
func endsInNumber(host string) bool {
	host = strings.TrimSuffix(host, ".")
	last := strings.ToLower(host[strings.LastIndexByte(host, '.')+1:])
	if hex, ok := strings.CutPrefix(last, "0x"); ok {
		return strings.Trim(hex, "0123456789abcdef") == ""
	}
	return last != "" && strings.Trim(last, "0123456789") == ""
}

// readAtMost reads all of r, or fails with a refusal if that is more than limit bytes. Lengths announced by
// the sender are not trusted.
func readAtMost(r io.Reader, limit int64) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, limit+1))
	if int64(len(data)) > limit {
		return nil, tooLarge(limit)
	}
	return data, err
}

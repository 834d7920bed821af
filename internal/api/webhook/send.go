package webhook

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"time"

	"mockup/internal/publicnet"
	"mockup/internal/version"
)

// attemptTimeout is how long a webhook may take to answer. The specification suggests 15 to 30 seconds.
const attemptTimeout = 15 * time.Second

// errNotPublic is the error of a host that is not reached, whether it exists or not.
var errNotPublic = errors.New("the host is not at a public address")

// NewTransport returns a transport that connects to public addresses only, and uses no proxy, which would connect in its
// place.
func NewTransport() http.RoundTripper {
	dialer := &net.Dialer{Timeout: attemptTimeout, ControlContext: publicnet.Guard(func(addr netip.Addr) error {
		if publicnet.Kind(addr) != "" {
			return errNotPublic
		}
		return nil
	})}
	return &http.Transport{
		DialContext: dialer.DialContext, TLSClientConfig: &tls.Config{MinVersion: tls.VersionTLS12}, TLSHandshakeTimeout: attemptTimeout,
		IdleConnTimeout: 30 * time.Second, MaxResponseHeaderBytes: 64 << 10, ForceAttemptHTTP2: true,
	}
}

// post sends a body with headers, and returns the status of the answer. A redirect is an answer like others. The answer's
// body is not read: nobody needs it.
func post(ctx context.Context, transport http.RoundTripper, address string, header http.Header, body []byte) (status int, err error) {
	ctx, cancel := context.WithTimeoutCause(ctx, attemptTimeout, fmt.Errorf("there was no answer within %s", attemptTimeout))
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, address, bytes.NewReader(body))
	if err != nil {
		return 0, err
	}
	request.Header = header
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("User-Agent", "mockup/"+version.String())
	response, err := transport.RoundTrip(request)
	switch {
	case errors.Is(err, errNotPublic):
		return 0, errNotPublic
	case err != nil && ctx.Err() != nil:
		return 0, context.Cause(ctx)
	case err != nil:
		return 0, err
	}
	_, _ = io.CopyN(io.Discard, response.Body, 4<<10) // so that the connection may be used again
	return response.StatusCode, response.Body.Close()
}

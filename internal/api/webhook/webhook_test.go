package webhook

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

// The reference library accepts what is signed, with each of the secrets, and refuses anything else.
func TestSign(t *testing.T) {
	t.Parallel()
	secrets := []string{NewSecret(), NewSecret()}
	body := []byte(`{"type":"render.completed","data":{"text":"å ☕ 😀"}}`)
	header := http.Header{}
	if err := sign(header, secrets, "msg_1", time.Now(), body); err != nil {
		t.Fatal(err)
	}
	verify := func(secret string, body []byte, header http.Header) error {
		reference, err := standardwebhooks.NewWebhook(secret)
		if err != nil {
			t.Fatal(err)
		}
		return reference.Verify(body, header)
	}
	for _, secret := range secrets {
		if err := verify(secret, body, header); err != nil {
			t.Error(err)
		}
	}
	if verify(NewSecret(), body, header) == nil || verify(secrets[0], append(body, ' '), header) == nil {
		t.Error("another secret or another body is accepted")
	}
	other := header.Clone()
	other.Set(headerID, "msg_2")
	if verify(secrets[0], body, other) == nil {
		t.Error("another id is accepted")
	}
	old := http.Header{}
	if err := sign(old, secrets, "msg_1", time.Now().Add(-time.Hour), body); err != nil || verify(secrets[0], body, old) == nil {
		t.Errorf("an old attempt is accepted; %v", err)
	}
	if err := sign(header, []string{"whsec_%"}, "msg_1", time.Now(), body); err == nil {
		t.Error("a damaged secret is used")
	}
}

// The attempts are spread over a day, and not exactly.
func TestDelay(t *testing.T) {
	t.Parallel()
	var day, shortest, longest time.Duration
	attempts := 1
	for ; ; attempts++ {
		wait, more := delay(attempts)
		if !more {
			break
		}
		exact := delays()[attempts-1]
		day, shortest, longest = day+exact, exact, exact
		for range 1000 {
			wait, _ = delay(attempts)
			shortest, longest = min(shortest, wait), max(longest, wait)
		}
		if shortest < exact*9/10 || longest > exact*11/10 || longest-shortest < exact/10 {
			t.Errorf("after attempt %d: %v to %v around %v", attempts, shortest, longest, exact)
		}
	}
	if day < 20*time.Hour || day > 28*time.Hour || attempts < 5 {
		t.Errorf("%d attempts over %v", attempts, day)
	}
}

func TestCheckURL(t *testing.T) {
	t.Parallel()
	for _, address := range []string{"https://hooks.example.com", "https://hooks.example.com:8443/a/b?c=d", "https://8.8.8.8/x"} {
		if err := CheckURL(address); err != nil {
			t.Errorf("%s: %v", address, err)
		}
	}
	for _, address := range []string{
		"", "http://hooks.example.com/", "hooks.example.com", "//hooks.example.com", "https://", "https:///x", "https://a:b@hooks.example.com/", "https://hooks.example.com/#x",
		"https://hooks.example.com/ä", "https://hooks.example.com/a b", "https://hooks.example.com/\n", "https://127.0.0.1/", "https://[::1]/", "https://[::ffff:10.0.0.1]/",
		"https://169.254.169.254/", "file:///etc/passwd", "https://hooks.example.com/" + strings.Repeat("x", maxAddress), "https://%zz/",
	} {
		if CheckURL(address) == nil {
			t.Errorf("%q is accepted", address)
		}
	}
}

func TestIsAllowed(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		address, hosts string
		want           bool
	}{
		{"https://hooks.example.com/x", "hooks.example.com", true}, {"https://HOOKS.example.com:443/x", "Hooks.Example.com", true},
		{"https://hooks.example.com/x", "", false}, {"https://other.example.com/x", "hooks.example.com", false},
		{"https://hooks.example.com.evil.test/x", "hooks.example.com", false}, {"https://hooks.example.com@evil.test/x", "hooks.example.com", false},
		{"https://a.example.com/x", "*.example.com", true}, {"https://a.b.example.com/x", "*.example.com", true}, {"https://example.com/x", "*.example.com", false},
		{"https://evilexample.com/x", "*.example.com", false}, {"https://any.test/x", "*", true}, {"https://any.test:8443/x", "*", false},
		{"https://hooks.example.com:8443/x", "hooks.example.com", false}, {"https://hooks.example.com:8443/x", "hooks.example.com:8443", true},
		{"https://b.example.org/x", "hooks.example.com,*.example.org", true},
	} {
		hosts := strings.Split(c.hosts, ",")
		if got := IsAllowed(c.address, hosts); got != c.want {
			t.Errorf("%s with %s: %v", c.address, c.hosts, got)
		}
		for _, host := range hosts {
			if err := CheckHost(host); (err == nil) != (host != "") {
				t.Errorf("%q: %v", host, err)
			}
		}
	}
	for _, host := range []string{"*example.com", "a.*.com", "https://example.com", "example.com/x", "**", "a b", "a@b", "*:*"} {
		if CheckHost(host) == nil {
			t.Errorf("%q is accepted", host)
		}
	}
}

// receiver is an endpoint that counts the requests that reach it.
func receiver(t *testing.T, answer http.HandlerFunc) (*httptest.Server, *int) {
	t.Helper()
	var count int
	server := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		count++
		_, _ = io.Copy(io.Discard, r.Body)
		answer(w, r)
	}))
	t.Cleanup(server.Close)
	return server, &count
}

// The transport of the service reaches no private address, whatever name leads there.
func TestTransportReachesPublicAddressesOnly(t *testing.T) {
	t.Parallel()
	server, count := receiver(t, func(http.ResponseWriter, *http.Request) {})
	_, port, _ := strings.Cut(strings.TrimPrefix(server.URL, "https://"), ":")
	for _, host := range []string{"127.0.0.1", "localhost", "[::ffff:127.0.0.1]", "127.1"} {
		_, err := post(t.Context(), NewTransport(), "https://"+host+":"+port+"/", http.Header{}, nil)
		if err == nil || host != "127.1" && !errors.Is(err, errNotPublic) {
			t.Errorf("%s: %v", host, err)
		}
	}
	if *count > 0 {
		t.Errorf("%d requests have arrived", *count)
	}
}

// A redirect is an answer, and a hanging endpoint is left.
func TestPost(t *testing.T) {
	t.Parallel()
	target, reached := receiver(t, func(http.ResponseWriter, *http.Request) {})
	redirecting, _ := receiver(t, func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, target.URL, http.StatusTemporaryRedirect)
	})
	status, err := post(t.Context(), redirecting.Client().Transport, redirecting.URL, http.Header{}, nil)
	if status != http.StatusTemporaryRedirect || err != nil || *reached > 0 {
		t.Errorf("%d, %v; %d requests have been redirected", status, err, *reached)
	}
	release := make(chan struct{})
	hanging, _ := receiver(t, func(http.ResponseWriter, *http.Request) { <-release })
	defer close(release)
	ctx, cancel := context.WithTimeoutCause(t.Context(), time.Second, errors.New("long enough"))
	defer cancel()
	if _, err := post(ctx, hanging.Client().Transport, hanging.URL, http.Header{}, nil); err == nil || !strings.Contains(err.Error(), "long enough") {
		t.Errorf("%v", err)
	}
}

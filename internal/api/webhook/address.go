package webhook

import (
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"strings"

	"mockup/internal/publicnet"
)

// maxAddress is the most bytes that the address of a webhook may have.
const maxAddress = 2000

// CheckURL refuses an address that cannot be a webhook's. What a host name leads to is checked when an event is sent.
func CheckURL(text string) error {
	if len(text) > maxAddress || strings.ContainsFunc(text, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return fmt.Errorf("a webhook's address has at most %d characters, all of them printable ASCII; escape others with %%", maxAddress)
	}
	u, err := url.Parse(text)
	switch {
	case err != nil || u.Scheme != "https" || u.Hostname() == "":
		return errors.New("a webhook's address is an https URL, such as https://hooks.example.com/mockups")
	case u.User != nil || u.Fragment != "":
		return errors.New("a webhook's address has no user name, password or fragment")
	}
	if addr, err := netip.ParseAddr(u.Hostname()); err == nil && publicnet.Kind(addr) != "" {
		return fmt.Errorf("%s is not a public address", u.Hostname())
	}
	return nil
}

// CheckHost checks an entry of a list of allowed hosts: a name, *. and a name for all names below it, or * for all; with
// a port other than 443 if it needs one.
func CheckHost(entry string) error {
	u, err := url.Parse("https://" + strings.Replace(entry, "*", "any", 1))
	if err != nil || u.Hostname() == "" || u.Host != strings.Replace(entry, "*", "any", 1) || strings.Contains(strings.TrimPrefix(entry, "*"), "*") ||
		strings.HasPrefix(entry, "*") && entry != "*" && !strings.HasPrefix(entry, "*.") {
		return fmt.Errorf("found %q; write hosts like hooks.example.com, *.example.com or hooks.example.com:8443, or * for all", entry)
	}
	return nil
}

// IsAllowed reports whether the host of an address is on a list.
func IsAllowed(address string, hosts []string) bool {
	u, err := url.Parse(address)
	if err != nil {
		return false
	}
	host := strings.ToLower(u.Hostname())
	if port := u.Port(); port != "" && port != "443" {
		host += ":" + port
	}
	for _, allowed := range hosts {
		allowed = strings.ToLower(allowed)
		below, isPattern := strings.CutPrefix(allowed, "*")
		switch {
		case allowed == "*" && !strings.Contains(host, ":"), allowed == host:
			return true
		case isPattern && below != "" && strings.HasSuffix(host, below):
			return true
		}
	}
	return false
}

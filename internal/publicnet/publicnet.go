// Package publicnet says which internet addresses are public, so that a service can be kept from reaching into the network
// that it runs in.
package publicnet

import (
	"context"
	"net/netip"
	"syscall"
)

// specialRanges are the addresses that no public host has. Sources: the IANA special-purpose registries
// for IPv4 and IPv6, the ranges that carry an IPv4 address inside (a way around the others), and Azure's
// platform address, which is a public one by its number only.
var specialRanges = [...]struct{ prefix, kind string }{
	{"0.0.0.0/8", "unspecified"},
	{"10.0.0.0/8", "private"},
	{"100.64.0.0/10", "carrier-grade NAT"},
	{"127.0.0.0/8", "loopback"},
	{"168.63.129.16/32", "cloud metadata"},
	{"169.254.0.0/16", "link-local"},
	{"172.16.0.0/12", "private"},
	{"192.0.0.0/24", "reserved"},
	{"192.0.2.0/24", "documentation"},
	{"192.88.99.0/24", "translated"},
	{"192.168.0.0/16", "private"},
	{"198.18.0.0/15", "benchmark"},
	{"198.51.100.0/24", "documentation"},
	{"203.0.113.0/24", "documentation"},
	{"224.0.0.0/4", "multicast"},
	{"240.0.0.0/4", "reserved"},

	{"::/128", "unspecified"},
	{"::1/128", "loopback"},
	{"::/96", "translated"},
	{"64:ff9b::/96", "translated"},
	{"64:ff9b:1::/48", "translated"},
	{"100::/64", "discard-only"},
	{"2001::/32", "translated"},
	{"2001::/23", "reserved"},
	{"2001:db8::/32", "documentation"},
	{"2002::/16", "translated"},
	{"3ffe::/16", "reserved"},
	{"3fff::/20", "documentation"},
	{"fc00::/7", "private"},
	{"fe80::/10", "link-local"},
	{"fec0::/10", "site-local"},
	{"ff00::/8", "multicast"},
}

// globalUnicast holds all IPv6 addresses handed out so far. The rest is refused, named above or not.
const globalUnicast = "2000::/3"

// Kind returns why an address is not on the public internet, such as "private" or "loopback"; "" if it is.
func Kind(addr netip.Addr) string {
	// Contains is false for mapped and for zoned addresses, so both have to be made plain first.
	addr = addr.Unmap().WithZone("")
	for _, special := range specialRanges {
		if contains(special.prefix, addr) {
			return special.kind
		}
	}
	if !addr.Is4() && !contains(globalUnicast, addr) {
		return "reserved"
	}
	return ""
}

// contains reports whether addr lies in prefix.
func contains(prefix string, addr netip.Addr) bool {
	p, err := netip.ParsePrefix(prefix)
	return err == nil && p.Contains(addr)
}

// Guard returns a ControlContext of a net.Dialer that checks the address of a socket just before it connects. Nothing can
// come between this check and its use: neither a name that resolves differently the second time nor a redirect.
func Guard(check func(netip.Addr) error) func(context.Context, string, string, syscall.RawConn) error {
	return func(_ context.Context, _, address string, _ syscall.RawConn) error {
		target, err := netip.ParseAddrPort(address)
		if err != nil {
			return err
		}
		return check(target.Addr())
	}
}

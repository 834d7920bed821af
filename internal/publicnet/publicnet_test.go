package publicnet

import (
	"net/netip"
	"testing"
)

func TestSpecialRangesParse(t *testing.T) {
	for _, special := range specialRanges {
		if _, err := netip.ParsePrefix(special.prefix); err != nil {
			t.Error(err)
		}
	}
	if _, err := netip.ParsePrefix(globalUnicast); err != nil {
		t.Error(err)
	}
}

func TestPublic(t *testing.T) {
	for _, text := range []string{
		"1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255",
		"128.0.0.1", "169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0", "192.167.255.255",
		"192.169.0.0", "198.17.255.255", "198.20.0.0", "223.255.255.255", "168.63.129.17",
		"2001:4860:4860::8888", "2606:4700:4700::1111", "2a00:1450:4001::1", "2001:200::1", "::ffff:8.8.8.8",
	} {
		if kind := Kind(netip.MustParseAddr(text)); kind != "" {
			t.Errorf("%s: %s", text, kind)
		}
	}
}

func TestNotPublic(t *testing.T) {
	for text, want := range map[string]string{
		"127.0.0.1": "loopback", "::1": "loopback", "::ffff:127.0.0.1": "loopback", "10.0.0.1": "private", "fd00::1": "private",
		"169.254.169.254": "link-local", "168.63.129.16": "cloud metadata", "64:ff9b::7f00:1": "translated", "fe80::1%lo": "link-local",
		"4000::1": "reserved", "0.0.0.0": "unspecified",
	} {
		if kind := Kind(netip.MustParseAddr(text)); kind != want {
			t.Errorf("%s: %q, want %q", text, kind, want)
		}
	}
}

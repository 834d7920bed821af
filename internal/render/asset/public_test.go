package asset

import (
	"strings"
	"testing"
)

// The real loader, without hooks, must refuse each of these without a packet leaving the machine.
func TestPublicRefusesLiterals(t *testing.T) {
	hosts := []string{
		"0.0.0.0", "0.1.2.3", "10.0.0.1", "10.255.255.255", "100.64.0.1", "100.100.100.200", "127.0.0.1", "127.0.0.1:443",
		"127.255.255.254", "168.63.129.16", "169.254.169.254", "169.254.170.2", "172.16.0.1", "172.31.255.255", "192.0.0.192",
		"192.0.2.1", "192.88.99.1", "192.168.0.1", "198.18.0.1", "198.19.255.255", "198.51.100.1", "203.0.113.1", "224.0.0.1",
		"239.255.255.255", "240.0.0.1", "255.255.255.255",
		"[::]", "[::1]", "[::1]:443", "[0:0:0:0:0:0:0:1]", "[::127.0.0.1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::FFFF:169.254.169.254]",
		"[::ffff:0:127.0.0.1]", "[64:ff9b::7f00:1]", "[64:ff9b::169.254.169.254]", "[64:ff9b:1::1]", "[100::1]", "[2001::1]",
		"[2001:0:4136:e378:8000:63bf:3fff:fdd2]", "[2001:10::1]", "[2001:db8::1]", "[2002:7f00:1::]", "[2002:a9fe:a9fe::1]",
		"[3ffe::1]", "[3fff::1]", "[4000::1]", "[fc00::1]", "[fd00:ec2::254]", "[fe80::1]", "[fe80::1%25lo]", "[::1%25lo]", "[fec0::1]", "[ff02::1]",
		"2130706433", "0x7f000001", "0x7f.0.0.1", "0x7f.1", "127.1", "127.0.1", "0177.0.0.1", "017700000001", "127.0.0.0x1", "127.0.0.1.",
		"localhost",
	}
	loader := New(Options{Public: true})
	defer loader.Close()
	var refs []Ref
	for _, host := range hosts {
		refs = append(refs, Ref{"f", "https://" + host + "/a.png"})
	}
	for _, other := range []string{
		"http://2130706433/", "http://127.0.0.1/", "HTTP://127.0.0.1/", "file:///etc/passwd", "FILE:///etc/passwd", "File:/etc/passwd",
		"gopher://127.0.0.1/", "ftp://127.0.0.1/", "javascript:alert(1)", "blob:https://a/b", "//127.0.0.1/a.png", "/etc/passwd",
		"../a.png", `\\127.0.0.1\a.png`, "https:///a.png", "https:a.png", "https://[::1/a.png", "https://a:b@8.8.8.8/", "https://@8.8.8.8/",
		`https://8.8.8.8\@127.0.0.1/`, "https://8.8.8.8:22/", "https://8.8.8.8:8443/", "https://%31%32%37.0.0.1/", "https://１２７.0.0.1/", "",
	} {
		refs = append(refs, Ref{"f", other})
	}
	images, _, err := loader.Load(t.Context(), refs)
	failures, ok := err.(Errors)
	if !ok || len(failures) != len(refs) || images != nil {
		t.Fatalf("%d of %d refused, %d images: %v", len(failures), len(refs), len(images), err)
	}
	for i, failure := range failures {
		text := failure.Error()
		for _, dialled := range []string{"refused;", "timeout", "not loaded in", "unreachable", "name does not exist", "looked up", "certificate"} {
			if strings.Contains(text, dialled) {
				t.Errorf("%s was dialled or looked up: %v", refs[i].Value, text)
			}
		}
		if testing.Verbose() {
			t.Log(text)
		}
	}
}

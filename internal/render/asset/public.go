package asset

import (
	"fmt"
	"net/netip"

	"mockup/internal/publicnet"
)

// givePublic is the next step for an address that is refused.
const givePublic = "give a public https URL or a base64 data URL"

// checkPublic refuses an address that is not on the public internet.
func checkPublic(addr netip.Addr) error {
	if kind := publicnet.Kind(addr); kind != "" {
		return &refusal{fmt.Sprintf("%s is not a public address (%s); %s", addr.Unmap().WithZone(""), kind, givePublic)}
	}
	return nil
}

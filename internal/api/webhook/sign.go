// Package webhook reports the ends of renders to addresses of clients, by Standard Webhooks 1.0
// (https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md).
//
// The store records an event in the transaction that ends a render, so none is lost. A Dispatcher in each process that serves
// takes the events that are due, one attempt at a time, over a day (dispatch.go). It connects to public addresses only
// (send.go).
package webhook

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// secretPrefix begins every secret that signs webhooks.
const secretPrefix = "whsec_"

// The headers of a request to a webhook.
const (
	headerID        = "webhook-id"
	headerTimestamp = "webhook-timestamp" // Unix seconds of the attempt
	headerSignature = "webhook-signature" // a signature for each secret, with spaces between them
)

// NewSecret returns a secret of 32 random bytes. The specification asks for 24 to 64.
func NewSecret() string {
	var key [32]byte
	_, _ = rand.Read(key[:]) // never fails
	return secretPrefix + base64.StdEncoding.EncodeToString(key[:])
}

// sign sets the headers of a request: the id of its message, the time and the signatures of the body with the secrets.
func sign(h http.Header, secrets []string, id string, now time.Time, body []byte) error {
	seconds := strconv.FormatInt(now.Unix(), 10)
	var signatures []string
	for _, secret := range secrets {
		key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, secretPrefix))
		if err != nil {
			return errors.New("a webhook secret of the API key is damaged; make a new one with: mockup webhooks rotate KEY")
		}
		mac := hmac.New(sha256.New, key)
		fmt.Fprintf(mac, "%s.%s.%s", id, seconds, body)
		signatures = append(signatures, "v1,"+base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	}
	h.Set(headerID, id)
	h.Set(headerTimestamp, seconds)
	h.Set(headerSignature, strings.Join(signatures, " "))
	return nil
}

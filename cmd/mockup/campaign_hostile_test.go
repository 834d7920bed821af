//go:build linux && campaign

package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"mockup/internal/api/wire"
	"mockup/internal/schema"
)

// Damaged and hostile payloads and image addresses get an answer; the service goes on, loads nothing private, and its
// memory does not grow.
func TestCampaignHostile(t *testing.T) {
	f := newSite(t)
	counts := newTally(t)
	for range hostileBodies/50 + 1 { // each may send 60 requests a minute
		f.keys = append(f.keys, f.newKey(t))
	}
	p := f.serve(t)
	var bodies [][]byte
	for _, kind := range schema.Types() {
		for _, platform := range schema.Platforms(kind) {
			sample, err := schema.Sample(kind, schema.SampleOptions{Platform: platform})
			if err != nil {
				t.Fatal(err)
			}
			var value any
			if err := yaml.Unmarshal(sample, &value); err != nil {
				t.Fatal(err)
			}
			body, err := json.Marshal(value)
			if err != nil {
				t.Fatal(err)
			}
			bodies = append(bodies, body)
		}
	}
	for n := range hostileBodies {
		change := damageValue
		if n%2 == 0 {
			change = changeTexts
		}
		body := damage(bodies[rand.IntN(len(bodies))], change)
		status, answer := f.do(t, f.request(t, 0, http.MethodPost, wire.RenderPath, f.keys[n%len(f.keys)], string(body)))
		if counts.add(fmt.Sprint("damaged payloads were answered by ", status)); status == http.StatusInternalServerError || status == 0 {
			t.Errorf("status %d: %s\n%s", status, answer, body)
		}
	}
	checkOutput(t, "serve", p.log.String())
	p.stop(t)
	f.checkNothingLeft(t)
}

// privateAddresses are places that a service must not load.
var privateAddresses = []string{
	"https://127.0.0.1/a.png", "https://[::1]/a.png", "https://169.254.169.254/latest/meta-data/", "https://localhost/a.png", "https://10.0.0.1/a.png",
	"https://0x7f000001/a.png", "https://2130706433/", "http://example.com/a.png", "file:///etc/passwd", "/etc/passwd", "../../etc/passwd",
	"data:image/png;base64,iVBORw0KGgo=", "data:image/svg+xml;base64,PHN2Zy8+", "https://[fe80::1%25eth0]/", "https://user:pass@localhost/", "javascript:alert(1)",
}

// hostileTexts are values that have broken programs, and addresses of privateAddresses.
var hostileTexts = append([]string{
	"", "\x00", "\u202e\u202d", strings.Repeat("a", 100_000), strings.Repeat("\u0301", 5000), "<script>alert(1)</script>", "{{.}}", "${x}", "'\"><img src=x>",
	strings.Repeat("@", 5000), strings.Repeat("[", 5000), strings.Repeat("```", 2000), strings.Repeat("👩‍👩‍👧", 3000), "\ufffe\uffff", "1e999", "-1", "2026-13-45T99:99:99Z",
}, privateAddresses...)

// damage changes a payload as a mistaken or hostile client might.
func damage(body []byte, change func(any) any) []byte {
	var value any
	if err := json.Unmarshal(body, &value); err != nil {
		return body
	}
	for range 1 + rand.IntN(3) {
		value = change(value)
	}
	out, err := json.Marshal(value)
	if err != nil {
		return body
	}
	if rand.IntN(40) == 0 {
		out[rand.IntN(len(out))] = byte(rand.IntN(256))
	}
	return out
}

// shownFields are fields whose texts are drawn as they are.
var shownFields = []string{"text", "content", "name", "title", "subject", "body", "model", "username", "question", "headline", "senderName", "description"}

// changeTexts replaces some of the texts that are drawn, so that the payload stays valid in most cases.
func changeTexts(value any) any {
	switch v := value.(type) {
	case map[string]any:
		for key, old := range v {
			if _, isText := old.(string); isText && slices.Contains(shownFields, key) && rand.IntN(3) == 0 {
				v[key] = hostileTexts[rand.IntN(len(hostileTexts))]
			} else {
				v[key] = changeTexts(old)
			}
		}
	case []any:
		for i := range v {
			v[i] = changeTexts(v[i])
		}
	}
	return value
}

// damageValue replaces one value at a random depth, in most cases by another text where it is a text.
func damageValue(value any) any {
	inside := rand.IntN(50) > 0
	switch v := value.(type) {
	case map[string]any:
		if len(v) > 0 && inside {
			keys := slices.Sorted(maps.Keys(v))
			key := keys[rand.IntN(len(keys))]
			v[key] = damageValue(v[key])
			return v
		}
	case []any:
		if rand.IntN(8) == 0 {
			return slices.Repeat(v, 1+rand.IntN(20))
		}
		if len(v) > 0 && inside {
			i := rand.IntN(len(v))
			v[i] = damageValue(v[i])
			return v
		}
	case string:
		if inside {
			return hostileTexts[rand.IntN(len(hostileTexts))]
		}
	}
	odd := []any{nil, rand.Float64() * 1e18, -rand.IntN(1000), []any{map[string]any{}}, true, false, "", map[string]any{"a": nil}}
	return odd[rand.IntN(len(odd))]
}

//go:build unix

package warm

import (
	"bufio"
	"context"
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"mockup/internal/render"
	"mockup/internal/render/browser"
	"mockup/internal/render/process/processtest"
	"mockup/internal/schema"
)

const drawn = `mockupType: notifications
platform: ios
renderKind: image
resolutionScale: 1x
rendererVersion: mockup-chromium-v1
props:
  platform: ios
  notifications: [{id: n, title: Harbour, text: "Soup is ready", icon: icon.svg}]
`

const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4" cy="4" r="4" fill="red"/></svg>`

// readIcon is a folder that holds the icon.
func readIcon(_ context.Context, file string) ([]byte, error) {
	if file != "icon.svg" {
		return nil, os.ErrNotExist
	}
	return []byte(icon), nil
}

// A helper draws what a renderer draws, with the files that the command reads. It declines what cannot be drawn, and while it works for
// another; and it draws again when a command has gone in the middle of a picture.
func TestDraw(t *testing.T) {
	runtimeFolder(t)
	_, ended := serve(t, t.Context(), time.Hour)
	r := newRenderer(t)
	identity, err := r.Identity()
	if err != nil {
		t.Fatal(err)
	}
	if !Present(identity) || Present("0123456789abcdef") {
		t.Error("the helper's identity is not the one that is present")
	}
	payload, found := schema.Decode([]byte(drawn), schema.Options{AllowPaths: true})
	if payload == nil {
		t.Fatal(found)
	}
	want, err := r.Render(t.Context(), render.Job{Payload: payload, Read: readIcon})
	if err != nil {
		t.Fatal(err)
	}
	request := func(d Drawing, read func(context.Context, string) ([]byte, error)) (*render.Result, error) {
		return Draw(t.Context(), identity, d, 5*time.Minute, read)
	}
	good := Drawing{Payload: []byte(drawn), Name: "lock.yaml"}
	same := func(when string) {
		t.Helper()
		got, err := request(good, readIcon)
		if err != nil || got.SHA256 != want.SHA256 || string(got.Data) != string(want.Data) {
			t.Errorf("%s: the helper draws another picture than the renderer (%v)", when, err)
		}
	}
	unused := func() bool {
		running, err := Running()
		return err == nil && len(running) == 1 && !running[0].InUse
	}
	processtest.Until(t, "the helper is not in use", unused) // the renderer has borrowed its browser
	same("first")
	for name, d := range map[string]Drawing{
		"an invalid payload":          {Payload: []byte("mockupType: chats"), Name: "chat.yaml"},
		"another version of payloads": {Payload: []byte(drawn), Name: "lock.yaml", Version: "mockup-chromium-v0"},
	} {
		if _, err := request(d, readIcon); !errors.Is(err, errDeclined) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := request(good, func(context.Context, string) ([]byte, error) { return nil, os.ErrNotExist }); !errors.Is(err, errDeclined) {
		t.Errorf("a file that is missing: %v", err)
	}
	borrowed, err := browser.Borrow(t.Context(), Dial(identity), browser.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := request(good, readIcon); !errors.Is(err, errDeclined) {
		t.Errorf("while its browser is lent: %v", err)
	}
	borrowed.Close()
	processtest.Until(t, "the helper is not in use", unused)
	gone, leave := context.WithCancel(t.Context())
	_, err = Draw(gone, identity, good, 5*time.Minute, func(ctx context.Context, _ string) ([]byte, error) {
		leave()
		return nil, ctx.Err()
	})
	if err == nil {
		t.Error("a command that is gone got a picture")
	}
	processtest.Until(t, "the helper is not in use", unused)
	same("last")
	if _, err := Stop(); err != nil {
		t.Error(err)
	}
	<-ended
	if _, err := request(good, readIcon); !errors.Is(err, errDeclined) {
		t.Errorf("without a helper: %v", err)
	}
}

// No message is believed that says that it has less than nothing, or more than any message has.
func TestExchangeLimits(t *testing.T) {
	for _, text := range []string{`{"Size":-1}`, `{"Size":1e12}`, `{"Size":9223372036854775807}`, `{"Size":3}` + "\nx", "hello", ""} {
		x := &exchange{in: bufio.NewReader(strings.NewReader(text + "\n"))}
		if m, err := x.receive(); err == nil {
			t.Errorf("%q is a message of %d bytes", text, m.Size)
		}
	}
}

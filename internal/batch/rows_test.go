package batch

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"mockup/internal/render"
	"mockup/internal/render/browser"
	"mockup/internal/schema"
)

const rowChat = `mockupType: chats
platform: whatsapp
renderKind: image
resolutionScale: 1x
rendererVersion: mockup-chromium-v1
props:
  platform: whatsapp
  sender: { id: me, name: Mia }
  receivers: [{ id: you, name: "${name}" }]
  messages:
    - { id: m1, userId: you, type: text, timestamp: "2026-05-15T16:21:00Z", text: "Hi Mia, it is ${name}" }
    - { id: m2, userId: me, type: text, timestamp: "2026-05-15T16:22:00Z", text: "${text}" }
`

// drawRows draws rows of a name and a text with some browsers, and returns the pictures' bytes by row.
func drawRows(t *testing.T, rows []string, browsers int) map[string][]byte {
	t.Helper()
	folder := t.TempDir()
	data := "name,text\n"
	for _, row := range rows {
		data += row + "\n"
	}
	for name, content := range map[string]string{"p/chat.yaml": rowChat, "rows.csv": data} {
		if err := write(filepath.Join(folder, name), []byte(content)); err != nil {
			t.Fatal(err)
		}
	}
	p, err := plan(t, folder, Options{Inputs: []string{"p"}, Data: "rows.csv"})
	if err != nil {
		t.Fatal(err)
	}
	r, err := render.New(render.Options{Workers: browsers, NoSandbox: browser.NeedsNoSandbox(), Timeout: 5 * time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if err := (&Runner{Draw: p.Engine(r), Jobs: browsers}).Run(t.Context(), p); err != nil {
		t.Fatal(err)
	}
	pictures := map[string][]byte{}
	for i, item := range p.Items {
		picture, err := os.ReadFile(item.Output)
		if item.State != Rendered || err != nil {
			t.Fatalf("%s is %s: %v %v %v", item.Name, item.State, item.Err, item.Found, err)
		}
		pictures[rows[i]] = picture
	}
	return pictures
}

// A row of data gives the same bytes after any other rows, alone, and in any browser, although only what differs is drawn.
func TestRowsGiveTheSameBytes(t *testing.T) {
	t.Parallel()
	var rows []string
	for i, text := range []string{"ok", "gate 2", "gate 11", "I will bring the bread and the cheese and you the wine as always", "👍🏽", "مرحبا", "gate 3"} {
		rows = append(rows, fmt.Sprintf("%s,%s", []string{"Ana", "Bartholomew"}[i%2], text))
	}
	together := drawRows(t, rows, 1)
	backwards := slices.Clone(rows)
	slices.Reverse(backwards)
	for row, picture := range drawRows(t, backwards, 2) {
		if !bytes.Equal(picture, together[row]) {
			t.Errorf("%q has other bytes behind other rows", row)
		}
	}
	for _, row := range rows[1:3] {
		if !bytes.Equal(drawRows(t, []string{row}, 1)[row], together[row]) {
			t.Errorf("%q has other bytes alone", row)
		}
	}
}

// Rows are drawn as pictures that are alike: only what differs from the row before.
func TestRowsAreRedrawn(t *testing.T) {
	t.Parallel()
	row := drawRows(t, []string{"Ana,ok"}, 1)["Ana,ok"]
	p, found := schema.Decode([]byte(strings.NewReplacer("${name}", "Ana", "${text}", "ok").Replace(rowChat)), schema.Options{})
	if p == nil {
		t.Fatal(found.Err())
	}
	r, err := render.New(render.Options{Workers: 1, NoSandbox: browser.NeedsNoSandbox(), Timeout: 5 * time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for _, redraw := range []bool{true, false} {
		result, err := r.Render(t.Context(), render.Job{Payload: p, Still: render.Still{Redraw: redraw}})
		if err != nil {
			t.Fatal(err)
		}
		if same := bytes.Equal(result.Data, row); same != redraw {
			t.Errorf("the row has the bytes of a picture with Redraw = %v: %v", redraw, same)
		}
	}
}

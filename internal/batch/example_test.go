package batch_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"mockup/internal/batch"
	"mockup/internal/output"
)

const payload = `
mockupType: contribution-chart
renderKind: image
resolutionScale: 1x
rendererVersion: mockup-chromium-v1
props: {levels: [0, 1, 2, 3, 4]}
`

// folder makes a folder of payloads. The caller removes it.
func folder(payloads ...string) string {
	folder, err := os.MkdirTemp("", "mockup-example-*")
	if err != nil {
		log.Fatal(err)
	}
	for _, name := range payloads {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(payload), 0o600); err != nil {
			log.Fatal(err)
		}
	}
	return folder
}

// A plan lists the outputs of all payloads. Values that are varied multiply them.
func ExampleNewPlan() {
	payloads := folder("garden.yaml", "kitchen.yaml")
	defer os.RemoveAll(payloads)
	years, err := batch.ParseAxis("year=2025,2026")
	if err != nil {
		log.Fatal(err)
	}
	plan, err := batch.NewPlan(context.Background(), batch.Options{
		Inputs: []string{payloads}, Output: "pictures", Set: []batch.Axis{years},
	})
	if err != nil {
		log.Fatal(err)
	}
	for _, item := range plan.Items {
		fmt.Println(filepath.ToSlash(item.Output), item.State)
	}
	// Output:
	// pictures/garden-2025.png planned
	// pictures/garden-2026.png planned
	// pictures/kitchen-2025.png planned
	// pictures/kitchen-2026.png planned
}

// A runner draws what the record of the output folder does not know yet. Plan.Engine returns the Draw that uses
// Chromium; this one only writes a word.
func ExampleRunner() {
	payloads := folder("garden.yaml")
	defer os.RemoveAll(payloads)
	pictures := filepath.Join(payloads, "pictures")
	draw := func(_ context.Context, item *batch.Item, _ func(done, total int)) (batch.Drawn, error) {
		out, err := output.New(item.Output)
		if err == nil {
			_, err = out.Write([]byte("picture"))
		}
		return batch.Drawn{State: batch.Rendered, Size: 7}, err
	}
	for range 2 {
		if err := run(payloads, pictures, draw); err != nil {
			log.Fatal(err)
		}
	}
	// Output:
	// garden.png: rendered (new)
	// garden.png: up-to-date
}

func run(payloads, pictures string, draw batch.Draw) error {
	ctx := context.Background()
	plan, err := batch.NewPlan(ctx, batch.Options{
		Inputs: []string{payloads}, Output: pictures,
		Identity: func(context.Context, bool) (string, error) { return "example", nil },
	})
	if err != nil {
		return err
	}
	record, err := batch.OpenRecord(ctx, pictures, func() { fmt.Println("another batch draws into the folder") })
	if err != nil {
		return err
	}
	defer record.Close()
	if err := plan.Compare(ctx, record, false); err != nil {
		return err
	}
	runner := batch.Runner{Draw: draw, Jobs: 1, Record: record}
	if err := runner.Run(ctx, plan); err != nil {
		return err
	}
	for _, item := range plan.Items {
		line := fmt.Sprintf("%s: %s", filepath.Base(item.Output), item.State)
		if item.Reason != "" {
			line += " (" + item.Reason + ")"
		}
		fmt.Println(line)
	}
	return nil
}

// An axis is a field of the payloads and the values that it takes.
func ExampleParseAxis() {
	axis, err := batch.ParseAxis(`platform=whatsapp,imessage`)
	fmt.Println(axis.Path, axis.Values, err)
	// Output: platform [whatsapp imessage] <nil>
}

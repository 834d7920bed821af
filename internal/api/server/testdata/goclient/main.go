// A client of Go that is generated from the document: go run . SERVER KEY. It prints what it did.
package main

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"os"
)

func main() {
	log.SetFlags(0)
	ctx := context.Background()
	client, err := NewClientWithResponses(os.Args[1], WithRequestEditorFn(func(_ context.Context, r *http.Request) error {
		r.Header.Set("Authorization", "Bearer "+os.Args[2])
		return nil
	}))
	check(err)

	var payload Mockup
	check(payload.FromDashboardChart(DashboardChart{
		RenderKind: "image", ResolutionScale: "1x", RendererVersion: "mockup-chromium-v1",
		Props: DashboardProps{Points: []float64{1200, 16777217.25}},
	}))
	checked, err := client.ValidateWithResponse(ctx, nil, payload)
	check(err)
	fmt.Println("valid", checked.JSON200.Valid, len(checked.JSON200.Errors))

	drawn, err := client.RenderWithResponse(ctx, nil, payload)
	check(err)
	fmt.Println("drawn", drawn.JSON200.Format, drawn.JSON200.Width > 0)

	wait := 30
	job, err := client.GetExportWithResponse(ctx, drawn.JSON200.Id, &GetExportParams{Wait: &wait})
	check(err)
	done, err := job.JSON200.AsCompletedJob()
	check(err)
	fmt.Println("job", done.Sha256 == drawn.JSON200.Sha256)

	file, err := client.DownloadWithResponse(ctx, done.Id, nil)
	check(err)
	fmt.Println("file", int64(len(file.Body)) == done.SizeBytes)

	page, err := client.ListExportsWithResponse(ctx, nil)
	check(err)
	listed, err := page.JSON200.Jobs[0].AsCompletedJob()
	check(err)
	fmt.Println("list", listed.Id == done.Id, page.JSON200.Jobs[0].ExpiresAt.After(page.JSON200.Jobs[0].CreatedAt), page.JSON200.NextCursor == nil)

	deleted, err := client.DeleteExportWithResponse(ctx, done.Id, nil)
	check(err)
	gone, err := client.GetExportWithResponse(ctx, done.Id, nil)
	check(err)
	fmt.Println("deleted", deleted.StatusCode(), gone.JSON404.Error.Code)

	var event OnRenderCompletedJSONRequestBody // what a receiver of webhooks reads
	check(event.Data.FromCompletedJob(done))
	reported, err := event.Data.AsCompletedJob()
	check(err)
	fmt.Println("event", reported.Id == done.Id)
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

package main

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// How large the heap becomes before it is collected first, in MB. A picture is mostly drawn before that, and a short video, too:
// collections until then would be a fifth of our processor time for a picture, and a tenth for a video. What libraries need before main
// is nearly always too little for a collection, of which a test makes sure.
const pictureHeap, videoHeap = 32, 96

// collector is how the memory of this program is collected first: as for a picture, until it turns out to draw a video.
var collector runtime.Cleanup

// How much the heap grows, in percent of what is in use, until it is collected again. Nearly all memory of a video is pixels, which the
// collector does not scan. Of a helper 5 MB are in use: with the growth of a picture it would collect for nearly every second one, which
// takes 2 ms.
const pictureGrowth, videoGrowth, helperGrowth = 100, 40, 400

// collectFirstAt has memory collected first when the heap has a size in MB, and then whenever it has grown by a percentage. It does nothing
// if the environment says when. The result's Stop leaves the percentage as it is then.
func collectFirstAt(heap, growth int) runtime.Cleanup {
	if os.Getenv("GOGC") != "" {
		return runtime.Cleanup{}
	}
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	debug.SetGCPercent(growthTo(heap, live[0].Value.Uint64(), growth))
	unreachable := &struct{ p *int }{} // from here on, so the first collection finds it
	return runtime.AddCleanup(unreachable, func(percent int) { debug.SetGCPercent(percent) }, growth)
}

// growthTo is the percentage by which a heap with so many bytes in use grows to a size in MB, but growth at least. Go collects no heap that
// is smaller than this percentage of 4 MB.
func growthTo(heap int, live uint64, growth int) int {
	const mb = 1 << 20
	percent := heap * 100 / 4
	if live > 4*mb {
		percent = (heap*mb - int(live)) / int(live/100)
	}
	return max(percent, growth)
}

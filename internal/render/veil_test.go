package render

import (
	"testing"

	"mockup/internal/schema"
)

// A prompt that leads stands at the upper edge of the thread. What is above it, such as the icons below the answer before, is all
// behind the opaque part of the veil, where the app has no glass there.
func TestVeilCoversWhatIsAboveThePrompt(t *testing.T) {
	t.Parallel()
	const script = `() => {
		const of = (selector) => getComputedStyle(document.querySelector(selector));
		const opaque = parseFloat(of(".veil.top").getPropertyValue("--veil-top")) / 100 * parseFloat(of(".veil.top").height);
		return opaque - (parseFloat(of(".thread").paddingTop) - parseFloat(of(".turns > * + *").marginTop));
	}`
	for _, platform := range []string{"gemini", "grok", "perplexity"} {
		p := samplePayload(t, schema.AI, platform)
		p.RenderKind = schema.Image
		var covered float64
		layOutPage(t, Shared, p, script, nil, &covered)
		if covered < -1 {
			t.Errorf("%s: the last %.1f pixels above the prompt show", platform, -covered)
		}
	}
}

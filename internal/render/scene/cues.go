package scene

import (
	"time"

	"mockup/internal/render/scene/pace"
	"mockup/internal/render/storyboard"
)

// frameCues returns the cues of the time before anything happens and of the time when nothing happens any more.
func frameCues(intro time.Duration, plan pace.Plan) []storyboard.Cue {
	var cues []storyboard.Cue
	if intro > 0 {
		cues = append(cues, storyboard.Cue{End: intro, Kind: storyboard.CueHold})
	}
	if plan.Rest < plan.Back {
		cues = append(cues, storyboard.Cue{At: plan.Rest, End: plan.Back, Kind: storyboard.CueHold})
	}
	return cues
}

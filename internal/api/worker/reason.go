package worker

import (
	"errors"

	"mockup/internal/api/jobs"
	"mockup/internal/render"
	"mockup/internal/render/asset"
	"mockup/internal/render/browser"
	"mockup/templates"
)

// unexplained is said of faults of the service, which its log tells of.
const unexplained = "the service could not render it; try again later, and tell its operator the id if it fails again"

// Reason words the error of a render for whoever asked for it: without paths and addresses of this machine. final says
// that the payload is at fault, and that another attempt would end the same; a server may then call it invalid.
func Reason(err error) (text string, final bool) {
	var images asset.Errors
	var missing *templates.MissingError
	var size *render.SizeError
	switch {
	case errors.As(err, &images):
		return images.Error(), true
	case errors.As(err, &missing):
		return missing.Error(), true
	case errors.As(err, &size):
		return size.Error(), true
	case errors.Is(err, jobs.ErrDeadline):
		return "the video was not finished within " + jobs.Deadline.String() + "; shorten it, or choose a smaller resolutionScale", false
	case errors.Is(err, browser.ErrHung):
		return "drawing took too long; try again later, with less content or a smaller resolutionScale", false
	}
	return unexplained, false
}

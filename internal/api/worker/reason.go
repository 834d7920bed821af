package worker

import (
	"errors"

	"mockup/internal/api/jobs"
	"mockup/internal/render"
	"mockup/internal/render/asset"
	"mockup/internal/render/browser"
	"mockup/internal/render/phone"
	"mockup/internal/render/scene"
	"mockup/templates"
)

// internalReason is the reason given for faults of the service itself. The log has the details.
const internalReason = "the service could not render it; try again later, and report the id to its operator if it fails again"

// Reason words the error of a render for the owner of the payload, without paths and addresses of this machine. final
// means that the payload is at fault and that another attempt would fail in the same way.
func Reason(err error) (text string, final bool) {
	var images asset.Errors
	var missing *templates.MissingError
	var size *render.SizeError
	var conflict *scene.ConflictError
	switch {
	case errors.As(err, &images):
		return images.Error(), !images.Temporary()
	case errors.As(err, &missing):
		return missing.Error(), true
	case errors.As(err, &size):
		return size.Error(), true
	case errors.As(err, &conflict):
		return conflict.Error(), true
	case errors.Is(err, phone.ErrUnfinished):
		return "the phone is drawn for this cameraPosition for the first time, which takes some seconds, or longer on a busy machine; send it again", false
	case errors.Is(err, jobs.ErrDeadline):
		return "the video was not finished within " + jobs.Deadline.String() + "; shorten it, or choose a smaller resolutionScale", false
	case errors.Is(err, browser.ErrHung):
		return "drawing took too long; try again later, with less content or a smaller resolutionScale", false
	}
	return internalReason, false
}

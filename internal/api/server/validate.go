package server

import (
	"context"
	"net/http"
	"strings"

	"mockup/internal/api/store"
	"mockup/internal/api/wire"
	"mockup/internal/pattern"
	"mockup/internal/render"
	"mockup/internal/render/scene"
	"mockup/internal/schema"
)

// postValidate answers whether a payload can be rendered, without drawing it and without loading its images.
func (s *Server) postValidate(w http.ResponseWriter, r *http.Request, key store.Key) error {
	body, release, err := s.takeBody(w, r, key)
	if err != nil {
		return err
	}
	defer release()
	var result wire.Validation
	err = s.intake.decode(r.Context(), key.ID, func(ctx context.Context) (err error) {
		result, err = s.validate(ctx, body)
		return err
	})
	if err != nil {
		return err
	}
	answer(w, http.StatusOK, result)
	return nil
}

// validate checks a payload. The error is not the payload's.
func (s *Server) validate(ctx context.Context, body []byte) (wire.Validation, error) {
	payload, found := schema.Decode(body, s.decoding())
	result := wire.Validation{Errors: detailsOf(found.Errors()), Warnings: detailsOf(found.Warnings())}
	if payload == nil {
		return result, nil
	}
	job := render.Job{Payload: payload}
	warnings, err := s.checker.Warnings(ctx, job)
	if err == nil {
		err = s.checker.Check(ctx, job)
	}
	if err != nil {
		if result.Errors = contentDetails(err); len(result.Errors) == 0 {
			return result, err
		}
	}
	for _, warning := range warnings {
		result.Warnings = append(result.Warnings, warningDetail(warning))
	}
	result.Valid = len(result.Errors) == 0
	return result, nil
}

// aboutField finds the field that a warning of the scene begins with.
var aboutField = pattern.Lazy(`^((?:props|video|canvas|cameraPath)(?:\.\w+)*): `)

// warningDetail describes a warning of the scene. One of the whole picture has no path.
func warningDetail(warning scene.Warning) wire.Detail {
	detail := wire.Detail{Code: warning.Code, Message: warning.Message}
	if found := aboutField().FindStringSubmatch(warning.Message); found != nil {
		detail.Path, detail.Pointer = found[1], "/"+strings.ReplaceAll(found[1], ".", "/")
		detail.Message = warning.Message[len(found[0]):]
	}
	return detail
}

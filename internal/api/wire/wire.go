// Package wire holds what travels between clients and the render service: bodies, codes and limits of version 1 of the
// interface. Server and client both use it, so that they cannot drift apart.
package wire

import "mockup/internal/schema"

// Addresses of version 1.
const (
	RenderPath   = "/api/v1/render"
	AliasPath    = "/api/v1/chat/render"
	ExportsPath  = "/api/v1/exports/" // + id, and + id + "/download"
	DownloadPath = "/exports/"        // + id + "/download": the second address of a download
)

// MaxBody is the size of a payload that a render request may have, in bytes.
const MaxBody = 10 << 20

// Status is the state of a job.
type Status string

// The states: a picture is answered completed; a video begins as rendering.
const (
	Rendering Status = "rendering"
	Completed Status = "completed"
	Failed    Status = "failed"
)

// Job is the record of a render. What a state does not have is left out.
type Job struct {
	ID              string      `json:"id"`
	Status          Status      `json:"status"`
	RenderKind      schema.Kind `json:"renderKind"`
	Format          string      `json:"format,omitempty"`      // of a completed one: png, mp4 or webm
	DownloadURL     string      `json:"downloadUrl,omitempty"` // of a completed one: signed, short-lived
	SizeBytes       int64       `json:"sizeBytes,omitempty"`
	StatusURL       string      `json:"statusUrl,omitempty"` // of a video, when it is accepted
	Progress        *float64    `json:"progress,omitempty"`  // 0 to 1, while rendering
	Error           string      `json:"error,omitempty"`     // of a failed one
	Width           int         `json:"width,omitempty"`     // device pixels
	Height          int         `json:"height,omitempty"`
	DurationSeconds float64     `json:"durationSeconds,omitempty"` // of a video
	SHA256          string      `json:"sha256,omitempty"`          // of the file, hexadecimal
	Warnings        []Warning   `json:"warnings,omitempty"`
}

// Warning is something the user should know about a picture that was drawn all the same.
type Warning struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

// ErrorBody is the body of every answer that is not a success.
type ErrorBody struct {
	Error Error `json:"error"`
}

// Error says what was wrong with a request.
type Error struct {
	Code    Code     `json:"code"`
	Message string   `json:"message"`
	Details []Detail `json:"details,omitempty"` // of validation_failed
}

// Detail is one violation of the payload's rules.
type Detail struct {
	Path    string `json:"path"`    // dotted, as props.messages.0.userId
	Pointer string `json:"pointer"` // JSON Pointer
	Code    string `json:"code"`    // the rule
	Message string `json:"message"`
}

// Code is the stable name of an error.
type Code string

// The codes with the HTTP statuses they come with.
const (
	ValidationFailed     Code = "validation_failed"      // 400, and 413 for a body over MaxBody
	InvalidCredentials   Code = "invalid_credentials"    // 401
	SubscriptionInactive Code = "subscription_inactive"  // 403
	NotFound             Code = "not_found"              // 404
	MethodNotAllowed     Code = "method_not_allowed"     // 405
	UnsupportedMediaType Code = "unsupported_media_type" // 415
	IdempotencyMismatch  Code = "idempotency_mismatch"   // 422
	RateLimited          Code = "rate_limited"           // 429
	InternalError        Code = "internal_error"         // 500
	Overloaded           Code = "overloaded"             // 503
)

// Headers beyond HTTP's own.
const (
	IdempotencyKey     = "Idempotency-Key"
	RequestID          = "X-Request-Id"
	RateLimitLimit     = "X-RateLimit-Limit"
	RateLimitRemaining = "X-RateLimit-Remaining"
	RateLimitReset     = "X-RateLimit-Reset" // Unix seconds
)

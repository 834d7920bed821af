// Package wire defines what clients and the render service exchange in version 1 of the interface: addresses, bodies,
// error codes and limits. Server and client share it, so that they cannot drift apart.
package wire

import (
	"time"

	"mockup/internal/schema"
)

// Addresses of version 1.
const (
	RenderPath   = "/api/v1/render"
	AliasPath    = "/api/v1/chat/render"
	ExportsPath  = "/api/v1/exports/" // + id, and + id + "/download" or "/cues"
	DownloadPath = "/exports/"        // + id + "/download": the second address of a download
)

// Addresses beyond version 1.
const (
	ListPath     = "/api/v1/exports"
	ValidatePath = "/api/v1/validate"
)

// The parameters of requests beyond version 1.
const (
	WaitParam   = "wait"   // of a job: seconds to wait for its end, at most MaxWait
	LimitParam  = "limit"  // of the list: jobs in a page, at most MaxPage
	CursorParam = "cursor" // of the list: NextCursor of the page before

	QualityParam = "quality" // of a render: as --quality of the command line, and so the next two
	FPSParam     = "fps"
	MatteParam   = "matte"

	MaxWait     = 60
	MaxPage     = 100
	DefaultPage = 20
)

// MaxBody is the largest body of a render request, in bytes.
const MaxBody = 10 << 20

// MaxFile is the largest file that the service makes and a client downloads, in bytes.
const MaxFile = 2 << 30

// Status is the state of a job.
type Status string

// The states. A picture is completed when it is answered; a video begins as rendering.
const (
	Rendering Status = "rendering"
	Completed Status = "completed"
	Failed    Status = "failed"
)

// Job is the record of a render. Fields that do not apply to its state are left out.
type Job struct {
	ID              string      `json:"id"`
	Status          Status      `json:"status"`
	RenderKind      schema.Kind `json:"renderKind"`
	Format          string      `json:"format,omitempty"`          // completed: png, mp4 or webm; beyond version 1 what Accept asks for
	DownloadURL     string      `json:"downloadUrl,omitempty"`     // completed: signed and short-lived
	CuesURL         string      `json:"cuesUrl,omitempty"`         // completed video: what happens when; signed and short-lived
	SizeBytes       int64       `json:"sizeBytes,omitempty"`       // completed
	StatusURL       string      `json:"statusUrl,omitempty"`       // accepted video, and every job of an event
	Progress        *float64    `json:"progress,omitempty"`        // rendering: 0 to 1
	Error           string      `json:"error,omitempty"`           // failed: the reason
	Width           int         `json:"width,omitempty"`           // completed: device pixels
	Height          int         `json:"height,omitempty"`          // completed: device pixels
	DurationSeconds float64     `json:"durationSeconds,omitempty"` // completed video
	SHA256          string      `json:"sha256,omitempty"`          // completed: of the file, hexadecimal
	Warnings        []Warning   `json:"warnings,omitempty"`        // completed
}

// Page is a part of the list of a key's jobs, the newest first.
type Page struct {
	Jobs       []ListedJob `json:"jobs"`
	NextCursor string      `json:"nextCursor,omitempty"` // of the next page; missing on the last one
}

// ListedJob is a job with its times.
type ListedJob struct {
	Job
	CreatedAt time.Time `json:"createdAt"`
	ExpiresAt time.Time `json:"expiresAt"` // when the job and its file are deleted
}

// Validation says whether a payload can be rendered.
type Validation struct {
	Valid    bool     `json:"valid"`
	Errors   []Detail `json:"errors"`   // why it cannot
	Warnings []Detail `json:"warnings"` // what is not drawn as the payload says
}

// Event reports the end of a render to a webhook, by Standard Webhooks 1.0 (https://www.standardwebhooks.com).
type Event struct {
	Type      EventType `json:"type"`
	Timestamp time.Time `json:"timestamp"` // when the render ended
	Data      Job       `json:"data"`      // with statusUrl
}

// EventType is what an event reports.
type EventType string

// The types of events.
const (
	RenderCompleted EventType = "render.completed"
	RenderFailed    EventType = "render.failed"
)

// Warning is something the user should know about a render that was completed nevertheless.
type Warning struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

// ErrorBody is the body of every answer that reports an error.
type ErrorBody struct {
	Error Error `json:"error"`
}

// Error says what was wrong with a request.
type Error struct {
	Code    Code     `json:"code"`
	Message string   `json:"message"`
	Details []Detail `json:"details,omitempty"` // only with validation_failed
}

// Detail is one violation of the payload's rules, or a warning about a field.
type Detail struct {
	Path    string `json:"path"`    // dotted, such as props.messages.0.userId
	Pointer string `json:"pointer"` // JSON Pointer
	Code    string `json:"code"`    // name of the rule
	Message string `json:"message"`
}

// Code is the stable name of an error.
type Code string

// The codes and their HTTP statuses.
const (
	ValidationFailed     Code = "validation_failed"      // 400, and 413 for a body over MaxBody
	InvalidCredentials   Code = "invalid_credentials"    // 401
	SubscriptionInactive Code = "subscription_inactive"  // 403
	NotFound             Code = "not_found"              // 404
	MethodNotAllowed     Code = "method_not_allowed"     // 405
	NotAcceptable        Code = "not_acceptable"         // 406; beyond version 1
	UnsupportedMediaType Code = "unsupported_media_type" // 415
	IdempotencyMismatch  Code = "idempotency_mismatch"   // 422
	RateLimited          Code = "rate_limited"           // 429
	InternalError        Code = "internal_error"         // 500
	Overloaded           Code = "overloaded"             // 503
)

// WebhookURL is a header beyond version 1: where the end of a render is reported to, instead of the webhook of the API key.
const WebhookURL = "Webhook-Url"

// Headers that HTTP itself does not define.
const (
	IdempotencyKey     = "Idempotency-Key"
	RequestID          = "X-Request-Id"
	RateLimitLimit     = "X-RateLimit-Limit"
	RateLimitRemaining = "X-RateLimit-Remaining"
	RateLimitReset     = "X-RateLimit-Reset" // Unix seconds
)

// Package aws takes the place of a part of the AWS library; see go.mod.
package aws

// Config is nothing.
type Config struct{}

//go:build !unix

package scratch

// isAlive has no cheap answer here: a folder too many does less harm than one too few.
func isAlive(int) bool { return true }

//go:build !linux

package scratch

// CanMake reports false: only Linux has files without a name.
func CanMake(string) bool { return false }

package templates

import (
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"sync"
)

// Fingerprint is a hash of everything that is embedded: templates, fonts, icons and page script. It takes 20 ms, once.
var Fingerprint = sync.OnceValues(func() (string, error) {
	sum := sha256.New()
	err := fs.WalkDir(files, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := files.ReadFile(path)
		if err != nil {
			return err
		}
		content := sha256.Sum256(data)
		sum.Write([]byte(path + "\x00"))
		sum.Write(content[:])
		return nil
	})
	return hex.EncodeToString(sum.Sum(nil)[:8]), err
})

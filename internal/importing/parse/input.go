package parse

import (
	"archive/zip"
	"cmp"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"mockup/internal/files"
	"mockup/internal/scratch"
	"mockup/internal/wording"
)

// Limits of what is read.
const (
	maxFiles = 300_000 // of a folder or an archive
	maxBytes = 8 << 30 // of one file
	maxDepth = 12      // folders within each other
	// Text and JSON are packed to a tenth or a fiftieth. An archive that unpacks to more than this many times its size, and
	// to more than smallEnough, is made to fill the machine.
	maxRatio    = 250
	smallEnough = 64 << 20
)

// store is where the files of an export are: a folder or an archive.
type store interface {
	// open opens a file by its name, with slashes. Its size is -1 where it is not known.
	open(name string) (io.ReadCloser, int64, error)
	// names lists the files.
	names() ([]string, error)
	close() error
}

// input is an export as it lies on the disk.
type input struct {
	name  string   // as the user named it, for messages
	title string   // the name of the file, folder or archive without its ending; empty for the standard input
	files []string // that may hold conversations, sorted
	store
	unread error                // of the first file that could not be opened to recognise the export
	begins map[string]jsonBegin // of the files that have been looked at, by their names
}

// openInput opens what the user named. The name - stands for in.
func openInput(ctx context.Context, name string, in io.Reader) (*input, error) {
	if name == "-" {
		return openStream(ctx, in)
	}
	info, err := os.Stat(name)
	if err != nil {
		return nil, fmt.Errorf("read export %s: %w%s", name, files.Reason(err), near(name))
	}
	base := filepath.Base(name)
	switch {
	case info.IsDir():
		found := &input{name: name, title: base}
		found.store, err = openFolder(name)
		if err == nil {
			found.files, err = found.names()
		}
		return found, named(name, err)
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("read export %s: it is neither a file nor a folder; name the export, or - for the standard input", name)
	}
	return openFile(name, strings.TrimSuffix(base, filepath.Ext(base)))
}

// near suggests another name for a file that is not there.
func near(name string) string {
	entries, err := os.ReadDir(filepath.Dir(name))
	if err != nil {
		return ""
	}
	var names []string
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	return wording.DidYouMean(filepath.Base(name), names)
}

// named puts the name of the export before an error.
func named(name string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("read export %s: %w", name, err)
}

// openFile opens an archive, or a file together with the folder it is in, where its pictures are.
func openFile(name, title string) (*input, error) {
	head, err := files.ReadHead(name, 4)
	if err != nil {
		return nil, fmt.Errorf("read export %s: %w", name, files.Reason(err))
	}
	if len(head) == 0 {
		return nil, named(name, errors.New("it is empty"))
	}
	found := &input{name: name, title: title}
	if string(head) == "PK\x03\x04" || string(head) == "PK\x05\x06" {
		found.store, err = openArchive(name)
		if err == nil {
			found.files, err = found.names()
		}
		return found, named(name, err)
	}
	found.files = []string{filepath.Base(name)}
	found.store, err = openFolder(filepath.Dir(name))
	return found, named(name, err)
}

// openStream keeps what comes from the standard input in a temporary file, since exports are read more than once.
func openStream(ctx context.Context, in io.Reader) (*input, error) {
	folder, err := scratch.Folder("import")
	if err != nil {
		return nil, fmt.Errorf("read export: %w", err)
	}
	name := filepath.Join(folder.Path, "export")
	if err := spool(ctx, name, in); err != nil {
		return nil, errors.Join(fmt.Errorf("read export from the standard input: %w", err), folder.Remove())
	}
	found, err := openFile(name, "")
	if err != nil {
		return nil, errors.Join(fmt.Errorf("read export from the standard input: %w", errors.Unwrap(err)), folder.Remove())
	}
	found.name = "stdin"
	found.store = &temporary{found.store, folder}
	return found, nil
}

// spool copies a stream into a file until ctx ends.
func spool(ctx context.Context, name string, in io.Reader) error {
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	done := make(chan error, 1)
	go func() {
		n, err := io.Copy(file, io.LimitReader(in, maxBytes+1))
		if err == nil && n > maxBytes {
			err = &files.TooLarge{Limit: maxBytes}
		}
		done <- errors.Join(err, file.Close())
	}()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// temporary is a store in a folder that goes away with it.
type temporary struct {
	store
	folder *scratch.Item
}

func (t *temporary) close() error { return errors.Join(t.store.close(), t.folder.Remove()) }

// folder is a store whose files cannot lead out of it, not even by links.
type folder struct{ *os.Root }

func openFolder(name string) (store, error) {
	root, err := os.OpenRoot(name)
	if err != nil {
		return nil, files.Reason(err)
	}
	return folder{root}, nil
}

func (f folder) open(name string) (io.ReadCloser, int64, error) {
	name = filepath.FromSlash(name)
	info, err := f.Stat(name)
	if err != nil {
		return nil, 0, files.Reason(err)
	}
	if !info.Mode().IsRegular() { // to open a pipe would wait for its writer
		return nil, 0, files.ErrNotRegular
	}
	file, err := f.Open(name)
	if err != nil {
		return nil, 0, files.Reason(err)
	}
	return file, info.Size(), nil
}

func (f folder) names() ([]string, error) {
	var found []string
	err := fs.WalkDir(f.FS(), ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (strings.HasPrefix(entry.Name(), ".") && name != "." || strings.Count(name, "/") >= maxDepth):
			return fs.SkipDir
		case entry.Type().IsRegular() && !strings.HasPrefix(entry.Name(), "."):
			found = append(found, name)
		}
		if len(found) > maxFiles {
			return fmt.Errorf("it holds more than %d files; name the folder or file of one export", maxFiles)
		}
		return nil
	})
	return found, err
}

func (f folder) close() error { return f.Root.Close() }

// archive is a zip file.
type archive struct {
	reader *zip.ReadCloser
	byName map[string]*zip.File
}

func openArchive(name string) (store, error) {
	reader, err := zip.OpenReader(name)
	if err != nil {
		return nil, fmt.Errorf("it is no whole zip archive (%w); export or download it again", err)
	}
	a := &archive{reader, map[string]*zip.File{}}
	if err := a.index(); err != nil {
		return nil, errors.Join(err, reader.Close())
	}
	return a, nil
}

// index checks the entries of the archive. Nothing is ever unpacked under a name that the archive gives.
func (a *archive) index() error {
	if len(a.reader.File) > maxFiles {
		return fmt.Errorf("the archive holds more than %d files, as no export does", maxFiles)
	}
	for _, entry := range a.reader.File {
		name := strings.ReplaceAll(entry.Name, "\\", "/") // some programs on Windows write them so
		switch {
		case !filepath.IsLocal(filepath.FromSlash(strings.TrimSuffix(name, "/"))):
			return fmt.Errorf("the archive holds %s, which leads out of it; no export has such a file", wording.Quote(entry.Name))
		case a.byName[name] != nil:
			return fmt.Errorf("the archive holds %s twice; export it again", wording.Quote(entry.Name))
		}
		a.byName[name] = entry
	}
	return nil
}

func (a *archive) open(name string) (io.ReadCloser, int64, error) {
	entry := a.byName[name]
	switch {
	case entry == nil:
		return nil, 0, fs.ErrNotExist
	case !entry.Mode().IsRegular():
		return nil, 0, fmt.Errorf("%w but a link or a folder", files.ErrNotRegular)
	case entry.Flags&1 != 0:
		return nil, 0, errors.New("it is encrypted; unpack the archive with its password and name the folder")
	case entry.UncompressedSize64 > maxBytes:
		return nil, 0, &files.TooLarge{Limit: maxBytes}
	case entry.UncompressedSize64 > smallEnough && entry.UncompressedSize64/maxRatio > entry.CompressedSize64:
		return nil, 0, fmt.Errorf("it unpacks to %d bytes from %d, more than %d times as many, which no export does", entry.UncompressedSize64, entry.CompressedSize64, maxRatio)
	}
	content, err := entry.Open()
	if err != nil {
		return nil, 0, err
	}
	size := int64(entry.UncompressedSize64)
	return &limited{io.LimitReader(content, size), content}, size, nil
}

// limited reads no more than the size that an archive gives for a file.
type limited struct {
	io.Reader
	content io.Closer
}

func (l *limited) Close() error { return l.content.Close() }

func (a *archive) names() ([]string, error) {
	var found []string
	for name, entry := range a.byName {
		base := path.Base(name)
		if entry.Mode().IsRegular() && !strings.HasPrefix(base, ".") && !strings.HasPrefix(name, "__MACOSX/") {
			found = append(found, name)
		}
	}
	slices.Sort(found)
	return found, nil
}

func (a *archive) close() error { return a.reader.Close() }

// has reports whether the export holds a file.
func (in *input) has(name string) bool {
	if name == "" || !filepath.IsLocal(filepath.FromSlash(name)) {
		return false
	}
	content, _, err := in.open(name)
	if err != nil {
		return false
	}
	return content.Close() == nil
}

// head returns the first bytes of a file, at most headSize; none if it cannot be read.
func (in *input) head(name string) []byte {
	content, _, err := in.open(name)
	if err != nil {
		in.unread = cmp.Or(in.unread, in.inFile(name, err))
		return nil
	}
	defer content.Close()
	head, _ := io.ReadAll(io.LimitReader(content, headSize)) // what could be read shows enough
	return head
}

// headSize is how much of a file is looked at to recognise it.
const headSize = 256 << 10

// openSeekable opens a file that is read in another order than its own. That of an archive is unpacked into a temporary file.
func (in *input) openSeekable(ctx context.Context, name string) (io.ReadSeekCloser, error) {
	content, _, err := in.open(name)
	if err != nil {
		return nil, err
	}
	if file, ok := content.(io.ReadSeekCloser); ok {
		return file, nil
	}
	defer content.Close()
	folder, err := scratch.Folder("import")
	if err != nil {
		return nil, err
	}
	path := filepath.Join(folder.Path, "file")
	err = spool(ctx, path, content)
	if err == nil {
		var file *os.File
		if file, err = os.Open(path); err == nil {
			return &unpacked{file, folder}, nil
		}
	}
	return nil, errors.Join(err, folder.Remove())
}

// unpacked is a file in a folder that goes away with it.
type unpacked struct {
	*os.File
	folder *scratch.Item
}

func (u *unpacked) Close() error { return errors.Join(u.File.Close(), u.folder.Remove()) }

// content opens the content of an attachment.
func (in *input) content(a Attachment) (io.ReadCloser, error) {
	file, _, err := in.open(a.Path)
	if err != nil || a.length == 0 {
		return file, err
	}
	if seeker, ok := file.(io.Seeker); ok {
		_, err = seeker.Seek(a.at, io.SeekStart)
	} else {
		_, err = io.CopyN(io.Discard, file, a.at)
	}
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return &limited{base64.NewDecoder(base64.StdEncoding, io.LimitReader(file, a.length)), file}, nil
}

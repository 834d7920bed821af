package batch

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"mockup/internal/render"
	"mockup/internal/render/encode"
	"mockup/internal/schema"
)

// Options say what a batch is made of.
type Options struct {
	Inputs []string  // files, folders, patterns, or - for Stdin
	Stdin  io.Reader // payloads as JSON, one on a line
	Output string    // folder
	Skip   []string  // files and folders that are no payloads though they may stand among them

	Set  []Axis // values to vary, in place of the batch file's of the same path
	Name string // template of the outputs' names; empty: the batch file's, or one that tells the variants apart
	Data string // CSV or JSON file with rows; empty: the batch file's, if any

	RendererVersion string // accept only payloads of it; empty: of any
	Placeholder     bool   // draw a placeholder for images that cannot be had
	Now             time.Time
	FPS             int            // of videos
	Quality         encode.Quality // of videos

	// Identity names what draws pictures or videos: render.Identity, or a service. Compare asks for it.
	Identity func(ctx context.Context, video bool) (string, error)
}

// maxItems bounds a batch, so that variants times rows cannot fill the memory.
const maxItems = 100_000

// Plan is what there is to make.
type Plan struct {
	Items []*Item // in the order of the inputs, and sorted within a folder
	opts  Options
}

// NewPlan finds the payloads, multiplies them by variants and rows, checks all of them and names their outputs. It
// writes nothing. What is wrong with a payload is in its items; the error of a batch that is itself wrong, for instance
// since two outputs would have one name, is a *Misuse.
func NewPlan(ctx context.Context, opts Options) (*Plan, error) {
	f := &finder{opts: opts, files: map[string]*File{}}
	sources, err := f.find()
	if err != nil {
		return nil, err
	}
	p := &Plan{opts: opts}
	m := multiplier{opts: opts, rows: map[string][]*row{}}
	for _, s := range sources {
		items, err := m.items(s)
		if err != nil {
			return nil, err
		}
		if p.Items = append(p.Items, items...); len(p.Items) > maxItems {
			return nil, misuse("this makes more than %d outputs; vary fewer values, or take fewer rows", maxItems)
		}
	}
	if err := m.checkUse(); err != nil {
		return nil, err
	}
	if err := p.examine(ctx); err != nil {
		return nil, err
	}
	return p, errors.Join(p.checkNames(), p.checkOverwrite())
}

// multiplier makes items of sources.
type multiplier struct {
	opts Options
	rows map[string][]*row // by file
	used bool              // the rows of opts.Data have been
}

// items returns a source's items.
func (m *multiplier) items(s *source) ([]*Item, error) {
	file := s.spec
	if file == nil {
		file = &File{}
	}
	axes := merge(file.Variants, m.opts.Set)
	rows, err := m.rowsFor(s, file, axes)
	if err != nil {
		return nil, err
	}
	if combinations(axes, maxItems)*len(rows) > maxItems {
		return nil, misuse("%s: this makes more than %d outputs; vary fewer values, or take fewer rows", s.name, maxItems)
	}
	names := defaultNaming(axes, rows[0] != nil)
	for _, template := range []string{file.Name, m.opts.Name} {
		if template != "" {
			if names, err = parseNaming(template); err != nil {
				return nil, err
			}
		}
	}
	var items []*Item
	for _, settings := range product(axes) {
		for _, r := range rows {
			items = append(items, newItem(s, settings, varied(axes, settings), r, names))
		}
	}
	return items, nil
}

// rowsFor returns the rows that a source is filled with: one that is nil if it asks for none.
func (m *multiplier) rowsFor(s *source, file *File, axes []Axis) ([]*row, error) {
	name := file.Data
	if m.opts.Data != "" {
		name = m.opts.Data
	}
	if name == "" {
		return []*row{nil}, nil
	}
	data, err := s.read()
	if err != nil || !asksForRows(data, axes) { // what cannot be read is told of when it is examined
		return []*row{nil}, nil
	}
	m.used = true
	rows, known := m.rows[name]
	if !known {
		if rows, err = readRows(name); err != nil {
			return nil, err
		}
		m.rows[name] = rows
	}
	return rows, nil
}

// asksForRows reports whether a payload, or what is set in it, has a placeholder.
func asksForRows(data []byte, axes []Axis) bool {
	const begin = "${"
	if bytes.Contains(data, []byte(begin)) {
		return true
	}
	for _, axis := range axes {
		for _, value := range axis.Values {
			if text, ok := value.(string); ok && strings.Contains(text, begin) {
				return true
			}
		}
	}
	return false
}

// checkUse refuses data that no payload asks for.
func (m *multiplier) checkUse() error {
	if m.opts.Data == "" || m.used {
		return nil
	}
	if _, err := readRows(m.opts.Data); err != nil {
		return err
	}
	return misuse("%s: no payload has a ${column} that it could fill", m.opts.Data)
}

func newItem(s *source, settings, apart []schema.Setting, r *row, names naming) *Item {
	i := &Item{Name: s.name, File: s.name, State: Planned, source: s, set: settings, row: r, naming: names}
	var labels []string
	for _, setting := range apart {
		labels = append(labels, fmt.Sprintf("%s=%v", setting.Path, setting.Value))
	}
	if r != nil {
		labels = append(labels, fmt.Sprintf("row %d", r.number))
	}
	i.Label = strings.Join(labels, ", ")
	if s.file == "" {
		i.Name = fmt.Sprintf("%s:%d", s.name, s.line+1)
	}
	if i.Label != "" {
		i.Name += " (" + i.Label + ")"
	}
	return i
}

// examine reads and checks all payloads, names their outputs and computes their keys but for the engine.
func (p *Plan) examine(ctx context.Context) error {
	files := &sums{}
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	for _, item := range p.Items {
		group.Go(func() error {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			return item.examine(p.opts, files)
		})
	}
	return group.Wait()
}

func (i *Item) examine(opts Options, files *sums) error {
	doc, found, err := i.read(opts)
	i.Found = found
	switch {
	case err != nil:
		i.State, i.Err = Failed, err
		return nil
	case doc == nil:
		i.State = Invalid
		return nil
	}
	i.Video = doc.RenderKind == schema.Video
	name, err := i.name(i.naming, doc.Payload)
	if err != nil {
		return err
	}
	i.rel = name + "." + render.Job{Payload: doc.Payload}.Format()
	i.Output = filepath.Join(opts.Output, filepath.FromSlash(i.rel))
	return i.identify(doc, opts, files)
}

// nameEngine completes the keys. What draws videos is only asked for where there are some.
func (p *Plan) nameEngine(ctx context.Context) error {
	engines := map[bool]string{}
	for _, item := range p.Items {
		if item.State != Planned {
			continue
		}
		if engines[item.Video] == "" {
			identity, err := p.opts.Identity(ctx, item.Video)
			if err != nil {
				return err
			}
			engines[item.Video] = identity
		}
		item.key.Engine = engines[item.Video]
	}
	return nil
}

// checkNames refuses outputs of one name; names that differ in case only are one on some systems.
func (p *Plan) checkNames() error {
	taken := map[string]*Item{}
	var clashes []string
	for _, item := range p.Items {
		if item.Output == "" {
			continue
		}
		folded := strings.ToLower(item.rel)
		if first, ok := taken[folded]; ok {
			clashes = append(clashes, fmt.Sprintf("%s and %s would both be written as %s", first.Name, item.Name, item.Output))
			continue
		}
		taken[folded] = item
	}
	const most = 10
	switch n := len(clashes); {
	case n == 0:
		return nil
	case n > most:
		clashes = append(clashes[:most], fmt.Sprintf("and %d more", n-most))
	}
	return misuse("%s; tell them apart by their names or with --name", strings.Join(clashes, "\n"))
}

// checkOverwrite refuses outputs in the place of an image that is drawn.
func (p *Plan) checkOverwrite() error {
	images := map[string]string{}
	for _, item := range p.Items {
		for _, image := range item.images {
			if images[image] == "" {
				images[image] = realPath(image)
			}
		}
	}
	drawn := map[string]bool{}
	for _, path := range images {
		drawn[path] = true
	}
	for _, item := range p.Items {
		if item.Output != "" && drawn[realPath(item.Output)] {
			return misuse("%s would overwrite %s, an image that payloads show; name another folder with -o", item.Name, item.Output)
		}
	}
	return nil
}

// realPath returns where a path leads, links followed.
func realPath(name string) string {
	if path, err := filepath.EvalSymlinks(name); err == nil {
		name = path
	}
	if path, err := filepath.Abs(name); err == nil {
		name = path
	}
	return name
}

// Compare decides which of the planned items are up to date. With force none is.
func (p *Plan) Compare(ctx context.Context, r *Record, force bool) error {
	if err := p.nameEngine(ctx); err != nil {
		return err
	}
	for _, item := range p.Items {
		if item.State != Planned {
			continue
		}
		if item.Reason = r.stale(item); force {
			item.Reason = "forced"
		}
		if item.Reason == "" {
			item.State = UpToDate
		}
	}
	return nil
}

// Count returns how many items have each state.
func (p *Plan) Count() map[State]int {
	counts := map[State]int{}
	for _, item := range p.Items {
		counts[item.State]++
	}
	return counts
}

// Payloads returns how many payloads the items are made of.
func (p *Plan) Payloads() int {
	seen := map[*source]bool{}
	for _, item := range p.Items {
		seen[item.source] = true
	}
	return len(seen)
}

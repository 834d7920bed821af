package batch

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image/color"
	"io"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"mockup/internal/render"
	"mockup/internal/render/cues"
	"mockup/internal/render/encode"
	"mockup/internal/schema"
	"mockup/internal/usage"
)

// Options say what a batch draws, and how.
type Options struct {
	Inputs []string  // files, folders, patterns, or - for Stdin
	Stdin  io.Reader // payloads as JSON, one on a line
	Output string    // folder
	Skip   []string  // files and folders among the payloads that are not payloads

	Set  []Axis // fields to vary; they replace those of a batch file with the same path
	Name string // template of the outputs' names; empty: the batch file's, or {name} with what differs between variants
	Data string // CSV or JSON file with rows; empty: the batch file's, if any

	RendererVersion string         // accept only payloads of it; empty: of any
	Placeholder     bool           // draw a placeholder for images that cannot be loaded
	Now             time.Time      // see render.Job
	Format          string         // of the outputs, see render.Job.As; the axis "format" takes precedence
	Remote          bool           // a service draws, which makes fewer formats
	FPS             int            // of videos
	Quality         encode.Quality // of videos, and of pictures whose format has some
	Matte           *color.NRGBA   // see render.Job
	Cues            cues.Format    // write the cues of videos beside them; empty: write none
	Stems           bool           // write the tracks of the sound of videos beside them

	// Identity returns what draws pictures or videos, for Compare: render.Identity, or the name of a service.
	Identity func(ctx context.Context, video bool) (string, error)
}

// maxItems bounds a batch: without it, variants times rows could fill the memory.
const maxItems = 100_000

// Plan is what there is to make.
type Plan struct {
	Items []*Item // in the order of the inputs, and sorted within a folder
	opts  Options
}

// NewPlan finds the payloads, multiplies them by variants and rows, checks all of them and names their outputs. It
// writes nothing. Violations of a payload are in its items. The error is a *usage.Error if the batch cannot be carried out
// as it was asked for, for instance because two outputs would have the same name.
func NewPlan(ctx context.Context, opts Options) (*Plan, error) {
	f := &finder{ctx: ctx, opts: opts, specs: map[string]*File{}}
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
			return nil, usage.Errorf("this makes more than %d outputs; vary fewer values, or take fewer rows", maxItems)
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

// multiplier makes the items of each source.
type multiplier struct {
	opts Options
	rows map[string][]*row // by file
	used bool              // some payload asks for the rows of opts.Data
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
		return nil, usage.Errorf("%s: this makes more than %d outputs; vary fewer values, or take fewer rows", s.name, maxItems)
	}
	names := defaultName(axes, rows[0] != nil)
	for _, template := range []string{file.Name, m.opts.Name} {
		if template != "" {
			if names, err = parseName(template); err != nil {
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

// rowsFor returns the rows that fill the placeholders of a source, or a single nil if it has no placeholders.
func (m *multiplier) rowsFor(s *source, file *File, axes []Axis) ([]*row, error) {
	name := file.Data
	if m.opts.Data != "" {
		name = m.opts.Data
	}
	if name == "" {
		return []*row{nil}, nil
	}
	data, err := s.read()
	if err != nil || !asksForRows(data, axes) { // an error of reading appears again in examine
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

// asksForRows reports whether a payload, or a value that is set in it, has a placeholder ${column}.
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

// checkUse refuses --data if no payload has a placeholder.
func (m *multiplier) checkUse() error {
	if m.opts.Data == "" || m.used {
		return nil
	}
	if _, err := readRows(m.opts.Data); err != nil {
		return err
	}
	return usage.Errorf("%s: no payload has a ${column} to fill", m.opts.Data)
}

func newItem(s *source, settings, apart []schema.Setting, r *row, names nameTemplate) *Item {
	i := &Item{Name: s.name, File: s.name, State: Planned, source: s, row: r, naming: names}
	i.takeSettings(settings)
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

// examine reads and checks all payloads, names their outputs and computes their keys, except for the engine.
func (p *Plan) examine(ctx context.Context) error {
	checksums := &fileSums{}
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	for _, item := range p.Items {
		group.Go(func() error {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			return item.examine(p.opts, checksums)
		})
	}
	return group.Wait()
}

func (i *Item) examine(opts Options, checksums *fileSums) error {
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
	if err := i.chooseFormat(doc, opts); err != nil {
		return err
	}
	name, err := i.name(i.naming, doc.Payload)
	if err != nil {
		return err
	}
	i.rel = name + i.format.Suffix()
	i.Output = filepath.Join(opts.Output, filepath.FromSlash(i.rel))
	if i.Video && opts.Cues != "" {
		i.Cues = filepath.Join(opts.Output, filepath.FromSlash(name+"."+string(opts.Cues)))
	}
	if i.Video && opts.Stems {
		i.Stems = filepath.Join(opts.Output, filepath.FromSlash(name+stemSuffix))
	}
	return i.identify(doc, opts, checksums)
}

// nameEngine completes the keys. If what draws videos is missing, as ffmpeg may be, videos have no engine and fail when
// they are drawn, but pictures are drawn.
func (p *Plan) nameEngine(ctx context.Context) error {
	planned := map[bool][]*Item{} // by Item.Video
	for _, item := range p.Items {
		if item.State == Planned {
			planned[item.Video] = append(planned[item.Video], item)
		}
	}
	for _, video := range []bool{false, true} {
		if len(planned[video]) == 0 {
			continue
		}
		identity, err := p.opts.Identity(ctx, video)
		if err != nil && (!video || len(planned[false]) == 0) {
			return err
		}
		for _, item := range planned[video] {
			item.key.Engine = identity
		}
	}
	return nil
}

// checkNames refuses outputs with the same name. Names that differ only in case are the same on some systems.
func (p *Plan) checkNames() error {
	taken := map[string]*Item{}
	var clashes []string
	for _, item := range p.Items {
		if item.Output == "" {
			continue
		}
		for _, file := range item.files() {
			folded := strings.ToLower(file)
			if first, ok := taken[folded]; ok {
				clashes = append(clashes, fmt.Sprintf("%s and %s would both be written as %s", first.Name, item.Name, file))
				break
			}
			taken[folded] = item
		}
	}
	const most = 10
	switch n := len(clashes); {
	case n == 0:
		return nil
	case n > most:
		clashes = append(clashes[:most], fmt.Sprintf("and %d more", n-most))
	}
	return usage.Errorf("%s; give them different names with --name", strings.Join(clashes, "\n"))
}

// checkOverwrite refuses outputs that would overwrite an image of a payload, and cues that would overwrite a payload.
func (p *Plan) checkOverwrite() error {
	payloads := map[string]bool{}
	for _, item := range p.Items {
		if p.opts.Cues != "" && item.source.file != "" {
			payloads[realPath(item.source.file)] = true
		}
	}
	for _, item := range p.Items {
		if item.Cues != "" && payloads[realPath(item.Cues)] {
			return usage.Errorf("the cues of %s would overwrite the payload %s; name another folder with -o", item.Name, item.Cues)
		}
	}
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
			return usage.Errorf("%s would overwrite %s, a file that payloads use; name another folder with -o", item.Name, item.Output)
		}
		for _, name := range render.StemFiles() {
			if path := filepath.Join(item.Stems, name); item.Stems != "" && drawn[realPath(path)] {
				return usage.Errorf("the tracks of %s would overwrite %s, a file that payloads use; name another folder with -o", item.Name, path)
			}
		}
	}
	return nil
}

// stemSuffix follows the name of a video in that of the folder with its tracks.
const stemSuffix = "-sound"

// files lists what is written for an item.
func (i *Item) files() []string {
	list := []string{i.Output}
	for _, more := range []string{i.Cues, i.Stems} {
		if more != "" {
			list = append(list, more)
		}
	}
	return list
}

// realPath returns the absolute path to which a path leads, following links.
func realPath(name string) string {
	if path, err := filepath.EvalSymlinks(name); err == nil {
		name = path
	}
	if path, err := filepath.Abs(name); err == nil {
		name = path
	}
	return name
}

// Compare sets the state of planned items that are up to date, and the reason of the others. With force, none is up to
// date.
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

// Payloads returns how many payloads the items come from.
func (p *Plan) Payloads() int {
	seen := map[*source]bool{}
	for _, item := range p.Items {
		seen[item.source] = true
	}
	return len(seen)
}

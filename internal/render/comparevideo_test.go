package render

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/png"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"mockup/internal/longtest"
	"mockup/internal/render/browser"
	"mockup/internal/render/composite"
	"mockup/internal/render/diff"
	"mockup/internal/render/storyboard"
	"mockup/internal/render/video"
	"mockup/internal/schema"
	"mockup/templates"
)

// The parts of the pixels in which a composited frame may differ visibly from Chromium's own picture of the same
// moment: the edges of what is blurred or scaled. The most that is seen is less than 0.1 %: a reader's face
// that fades.
const (
	pixelTolerance  = 0.002
	streamTolerance = 0.0005 // of a moment at which text is written
	tableTolerance  = 0.0015 // the line between two rows of a table is drawn with either, where it lies between pixels: 0.11 % are seen
	albumTolerance  = 0.006  // while an album moves, the edges of up to seven photos lie between pixels; the most seen is 0.44 %
	homeTolerance   = 0.006  // while a home screen comes, so do the edges of its icons and names: 0.44 % are seen, and 0.31 % of the chroma samples
)

// The part of the chroma samples that may be off by more than chromaLevels. Colour that moved by whole pixels, while luma
// moves by fractions, would be more: 0.3 % of a picture with two sent bubbles. The most that is seen is 0.15 %, of emoji,
// pictures and links that are scaled.
const (
	chromaTolerance = 0.002
	chromaLevels    = 12
)

// videoExamples lists the examples that are compared: of every platform its videos, or its first example where it
// has none, and some others that move in a way of their own. Two seconds each.
func videoExamples(t *testing.T) []string {
	files := []string{
		"../../examples/chats/scripts.yaml", "../../examples/chats/whatsapp-group-dark.yaml", "../../examples/ai/chatgpt-code-dark.yaml",
		"../../examples/ai/chatgpt-images.yaml", "../../examples/stories/instagram-canvas.yaml", "../../examples/comment-popup/mixed.yaml",
		"../../examples/comment-popup/coming-and-going.yaml",
	}
	for _, kind := range schema.Types() {
		if !slices.Contains(schema.Kinds(kind), schema.Video) {
			continue
		}
		for _, platform := range templates.Available(string(kind)) {
			example := "../../examples/" + string(kind) + "/" + platform
			videos, err := filepath.Glob(example + "-*video*.yaml")
			if err != nil {
				t.Fatal(err)
			}
			if len(videos) == 0 {
				videos = []string{example + ".yaml"}
			}
			files = append(files, videos...)
		}
	}
	return files
}

func compareVideo(t *testing.T, r *Renderer, file string, change func(*schema.Payload)) {
	t.Helper()
	compareVideoWithin(t, r, file, 0, change)
}

// compareVideoWithin does the same with a tolerance of its own where that is larger than the usual one.
func compareVideoWithin(t *testing.T, r *Renderer, file string, tolerance float64, change func(*schema.Payload)) {
	t.Helper()
	eachMoment(t, r, file, change, func(m moment) {
		reportFrame(t, file, m.frame, m.got, m.want, max(m.tolerance, tolerance))
		if !m.composition.Alpha { // where little of a colour is there, it is as good as any other
			compareChroma(t, m.frame, m.gotChroma, m.wantChroma, max(chromaTolerance, m.tolerance))
		}
		if m.still {
			compareEdges(t, m.geometry.View.Rect(), m.frame, m.got, m.want)
		}
	})
}

// moment is a frame of a video, and what the page shows in the same pose.
type moment struct {
	compared
	frame                 int
	composition           *composite.Composition
	geometry              *storyboard.Geometry
	got, want             *image.NRGBA
	gotChroma, wantChroma *image.Gray
}

// eachMoment calls check for moments of a payload's video.
func eachMoment(t *testing.T, r *Renderer, file string, change func(*schema.Payload), check func(moment)) {
	t.Helper()
	ctx := context.Background()
	payload := filePayload(t, file)
	payload.RenderKind, payload.ResolutionScale = schema.Video, "1x"
	if change != nil {
		change(payload)
	}
	if payload.StandsStill() {
		t.Skip("its only layer is the page as it is")
	}
	doc, err := r.buildDocument(ctx, Job{Payload: payload, Dir: filepath.Dir(file)})
	if err != nil {
		t.Fatal(err)
	}
	err = r.pool.use(ctx, func(ctx context.Context, b *browser.Browser) error {
		run := videoRun{doc: doc, job: Job{Payload: payload}, result: &Result{}}
		defer run.close()
		if err := run.layOut(ctx, b); err != nil {
			return err
		}
		if err := run.video.Capture(ctx, b, nil); err != nil {
			return err
		}
		if err := addPose(ctx, b); err != nil {
			return err
		}
		defer run.playFilms(ctx).Close()
		moments := momentsOf(doc.scene.Storyboard)
		times := slices.Sorted(maps.Keys(moments))
		chroma, err := drawnChroma(run.video.Composition(), times)
		if err != nil {
			return err
		}
		for i, at := range times {
			browser.Renew(ctx)
			m := moment{compared: moments[at], frame: momentFrame(at), composition: run.video.Composition(), geometry: run.video.Geometry, gotChroma: chroma[i]}
			if m.got, err = composite.Draw(m.composition, m.frame); err != nil {
				return err
			}
			if m.want, m.wantChroma, err = posedPage(ctx, b, &run, time.Duration(m.frame)*time.Second/30); err != nil {
				return err
			}
			check(m)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// compareChroma compares the Cb and Cr of a frame with those of the page.
func compareChroma(t *testing.T, frame int, got, want *image.Gray, tolerance float64) {
	t.Helper()
	off := 0
	for i := range got.Pix {
		if d := int(got.Pix[i]) - int(want.Pix[i]); d > chromaLevels || d < -chromaLevels {
			off++
		}
	}
	if part := float64(off) / float64(len(got.Pix)); part > tolerance {
		t.Errorf("frame %d: %.3f %% of the chroma samples are off, allowed are %.3f %%", frame, 100*part, 100*tolerance)
	}
}

// addPose adds mockup.pose to the page.
func addPose(ctx context.Context, b *browser.Browser) error {
	script, err := os.ReadFile("testdata/pose.js")
	if err != nil {
		return err
	}
	return b.Call(ctx, "() => { "+string(script)+" }", nil, nil)
}

// compareEdges compares the corners of what the sprites are seen through, and its upper part, which may fade out: they
// are too little of the frame to be felt in it. In a corner Chromium covers pixels at the edge more than once where one
// thing lies on another, which is 8 % of the corner; nothing cut off at all is 20 %.
func compareEdges(t *testing.T, view image.Rectangle, frame int, got, want *image.NRGBA) {
	t.Helper()
	const corner, fade = 10, 110
	far := view.Max.Sub(image.Pt(corner, corner))
	for _, edge := range []struct {
		name string
		at   image.Rectangle
		most float64
	}{
		{"upper left corner", image.Rectangle{Min: view.Min, Max: view.Min.Add(image.Pt(corner, corner))}, 0.12},
		{"upper right corner", image.Rect(far.X, view.Min.Y, view.Max.X, view.Min.Y+corner), 0.12},
		{"lower left corner", image.Rect(view.Min.X, far.Y, view.Min.X+corner, view.Max.Y), 0.12},
		{"lower right corner", image.Rectangle{Min: far, Max: view.Max}, 0.12},
		{"upper part", image.Rect(view.Min.X, view.Min.Y, view.Max.X, view.Min.Y+fade), 0.01},
	} {
		if part := diff.Compare(want.SubImage(edge.at), got.SubImage(edge.at), diff.Options{}).Fraction; part > edge.most {
			t.Errorf("frame %d: %.1f %% of the %s of what the items are seen through differ", frame, 100*part, edge.name)
		}
	}
}

// compared is a moment of a video that is compared: what may differ, and whether all is at rest.
type compared struct {
	tolerance float64
	still     bool
}

// momentsOf picks moments of a video: just before steps, when all is at rest, and shortly after, when things move.
func momentsOf(board *storyboard.Storyboard) map[time.Duration]compared {
	rest, motion := compared{pixelTolerance, true}, compared{pixelTolerance, false}
	moments := map[time.Duration]compared{0: rest, board.Length - time.Second/30: rest}
	for _, draft := range board.Drafts[:min(2, len(board.Drafts))] {
		moments[(draft.From+draft.To)/2] = motion
		moments[draft.To-100*time.Millisecond] = rest
	}
	for _, step := range board.Steps {
		if step.Keyboard != "" {
			moments[step.At+130*time.Millisecond] = motion
			moments[step.At+800*time.Millisecond] = motion
		}
	}
	rooms := 0 // for reactions
	for _, step := range board.Steps {
		if rooms < 4 && step.Seen > step.At {
			moments[step.At+100*time.Millisecond] = motion
			rooms++
		}
	}
	for i := 1; i <= 4 && len(board.Steps) > 0; i++ {
		step := i * (len(board.Steps) - 1) / 4
		moments[board.Steps[step].At+100*time.Millisecond] = motion
		if step > 0 && board.Steps[step].At-board.Steps[step-1].At > time.Second {
			moments[board.Steps[step].At-50*time.Millisecond] = rest
		}
	}
	for _, step := range board.Steps {
		if slices.ContainsFunc(step.Put, func(item int) bool { return board.Items[item].Enter == "zoom" }) {
			moments[step.At+100*time.Millisecond] = compared{homeTolerance, false}
		}
	}
	parts := time.Duration(6) // of a text that is written
	if longtest.On() {
		parts = 20
	}
	for _, step := range board.Steps {
		for _, item := range step.Put {
			if board.Items[item].Stream == 0 {
				continue
			}
			for i := time.Duration(1); i < parts; i++ {
				moments[step.At+board.Items[item].Stream*i/parts] = compared{streamTolerance, false}
			}
		}
	}
	leaveOut(moments, board)
	return moments
}

// compareChats compares the videos that a change makes of the example of each chat app with their pages; all but typical apps in long tests only.
func compareChats(t *testing.T, change func(*schema.Payload), typical ...string) {
	t.Helper()
	for _, platform := range templates.Available("chats") {
		t.Run(platform, func(t *testing.T) {
			if !slices.Contains(typical, platform) {
				longtest.Only(t)
			}
			t.Parallel()
			compareVideo(t, Shared, "../../examples/chats/"+platform+".yaml", change)
		})
	}
}

// leaveOut takes the moments out at which a notification goes up: on the page it is gone as soon as it goes. Moments at which the list
// makes room for a look that is not seen yet, which the page has already, give way to one at which it is seen.
func leaveOut(moments map[time.Duration]compared, board *storyboard.Storyboard) {
	for _, step := range board.Steps {
		if slices.Contains(step.Drop, "banner") {
			maps.DeleteFunc(moments, func(at time.Duration, _ compared) bool { return at >= step.At && at < step.At+time.Second/2 })
		}
		count := len(moments)
		maps.DeleteFunc(moments, func(at time.Duration, _ compared) bool { return at >= step.At && at < step.Seen })
		if len(moments) < count {
			moments[step.Seen+time.Second/30] = compared{pixelTolerance, false}
		}
	}
}

// drawnChroma returns the Cb and Cr that the encoder is given at moments in order, one below the other.
func drawnChroma(composition *composite.Composition, moments []time.Duration) (chroma []*image.Gray, err error) {
	those := *composition
	those.Frames = len(moments)
	those.Pose = func(i int, poses []composite.Pose) { composition.Pose(momentFrame(moments[i]), poses) }
	w, h := those.Width, those.Height
	err = composite.Compose(context.Background(), &those, func(data []byte, times int) error {
		picture := image.NewGray(image.Rect(0, 0, w/2, h))
		copy(picture.Pix, data[w*h:])
		chroma = append(chroma, slices.Repeat([]*image.Gray{picture}, times)...)
		return nil
	})
	return chroma, err
}

// momentFrame is the frame that is shown at a time.
func momentFrame(at time.Duration) int {
	return int(at * 30 / time.Second)
}

// posedPage poses the page itself and returns its picture, and what drawnChroma would return of it.
func posedPage(ctx context.Context, b *browser.Browser, run *videoRun, at time.Duration) (*image.NRGBA, *image.Gray, error) {
	transparent := run.doc.payload.Transparent()
	if err := b.SetTransparent(ctx, transparent); err != nil {
		return nil, nil, err
	}
	if err := b.Call(ctx, "mockup.pose", pagePoses(run.video, at), nil); err != nil {
		return nil, nil, err
	}
	screenshot, err := b.Screenshot(ctx)
	if err != nil {
		return nil, nil, err
	}
	picture, err := png.Decode(bytes.NewReader(screenshot))
	if err != nil {
		return nil, nil, err
	}
	size := run.video.Size()
	sprite := composite.NewSprite(size, nil)
	sprite.Fill(picture, image.Rectangle{Max: size})
	composition := composite.Composition{
		Width: size.X, Height: size.Y, Frames: 1, Alpha: transparent, Layers: []composite.Layer{{Sprite: sprite}},
		Pose: func(_ int, poses []composite.Pose) { poses[0] = composite.At(0, 0) },
	}
	shown, err := composite.Draw(&composition, 0)
	if err != nil {
		return nil, nil, err
	}
	chroma, err := drawnChroma(&composition, make([]time.Duration, 1))
	if err != nil {
		return nil, nil, err
	}
	return shown, chroma[0], nil
}

// pageMoment is a moment of a video as testdata/pose.js takes it.
type pageMoment struct {
	Step     int        `json:"step"`
	Poses    []pagePose `json:"poses"`
	Parts    []pagePose `json:"parts"`
	Pieces   []pagePose `json:"pieces"`
	Narrowed float64    `json:"narrowed"` // how much narrower than on the page that is on each side
	Down     float64    `json:"down"`     // how far below its place on the page stands what rises with the keyboard
}

// pagePose puts one sprite, part or piece where it is at a moment. Lengths are device pixels.
type pagePose struct {
	Sprite  int        `json:"sprite"`
	X       float64    `json:"x"` // of a part: away from its place
	Y       float64    `json:"y"`
	Scale   float64    `json:"scale"`
	Rotate  float64    `json:"rotate"` // of a part: degrees
	Pivot   [2]float64 `json:"pivot"`
	Opacity float64    `json:"opacity"`
	Clip    [4]float64 `json:"clip"`   // cut off at the top, right, bottom and left
	Cut     float64    `json:"cut"`    // of a part: device pixels off its right side
	Ground  bool       `json:"ground"` // of a piece: it shows the card of code without letters
	Unlike  int        `json:"unlike"` // of a piece: the sprite of which it shows only what differs; -1: it shows all

	Hides []storyboard.Box `json:"hides"` // of a piece: words of the sprite, of which it shows only their ground
}

func pagePoses(v *video.Video, at time.Duration) pageMoment {
	g := v.Geometry
	sprites, parts := len(g.Sprites), len(g.Parts)
	poses := make([]composite.Pose, sprites+parts+len(v.Timeline.Pieces()))
	v.Timeline.Poses(at, poses)
	m := pageMoment{Step: stepAt(v.Board, at), Poses: []pagePose{}, Parts: []pagePose{}, Pieces: []pagePose{}}
	for _, step := range v.Board.Steps[:m.Step+1] {
		switch step.Keyboard {
		case "up":
			m.Down = float64(g.Rise)
		case "down":
			m.Down = 0
		}
	}
	m.Down -= v.Timeline.Risen(at)
	m.Narrowed = v.Timeline.Narrowed(at)
	for i, p := range poses[:sprites] {
		if key := v.Board.Items[g.Sprites[i].Item].Key; key == storyboard.ComposerKey || key == storyboard.StripKey { // the page makes them narrower
			p.X = math.Round(p.X + m.Narrowed)
		}
		if p.Visible {
			m.Poses = append(m.Poses, spritePose(i, p))
		}
	}
	for i, p := range poses[sprites+parts:] {
		if owner := v.Timeline.Pieces()[i]; p.Visible && owner < sprites {
			piece := spritePose(owner, p)
			if other, compares := v.Timeline.Unlike(sprites + parts + i); compares {
				piece.Unlike = other
			}
			_, piece.Ground = v.Timeline.Row(sprites + parts + i)
			piece.Hides = v.Timeline.Hides(sprites + parts + i)
			m.Pieces = append(m.Pieces, piece)
		}
	}
	for i, p := range poses[sprites : sprites+parts] {
		of, home := poses[g.Parts[i].Sprite], g.Parts[i].Offset
		pose := pagePose{Scale: 1, Rotate: p.Rotate, Cut: p.Clip.Right, X: p.X - of.X - float64(home[0]), Y: p.Y - of.Y - float64(home[1])}
		if of.Opacity > 0 {
			pose.Opacity, pose.Scale = p.Opacity/of.Opacity, p.Scale/of.Scale
		}
		if !p.Visible {
			pose.Opacity = 0
		}
		m.Parts = append(m.Parts, pose)
	}
	return m
}

// stepAt is the index of the step that shows at a time, or -1 before the first.
func stepAt(board *storyboard.Storyboard, at time.Duration) int {
	i := len(board.Steps) - 1
	for i >= 0 && board.Steps[i].At > at {
		i--
	}
	return i
}

func spritePose(sprite int, p composite.Pose) pagePose {
	return pagePose{
		Sprite: sprite, X: p.X, Y: p.Y, Scale: p.Scale, Pivot: [2]float64{p.PivotX, p.PivotY}, Opacity: p.Opacity,
		Clip: [4]float64{p.Clip.Top, p.Clip.Right, p.Clip.Bottom, p.Clip.Left}, Unlike: -1,
	}
}

// reportFrame compares a frame with the page, and keeps the pictures where they differ.
func reportFrame(t *testing.T, file string, frame int, got, want *image.NRGBA, tolerance float64) {
	t.Helper()
	result := diff.Compare(want, got, diff.Options{})
	if result.Fraction <= tolerance {
		return
	}
	name := strings.NewReplacer("../../examples/", "video-", "/", "-", ".yaml", "").Replace(file)
	for kind, picture := range map[string]image.Image{"got": got, "want": want, "marked": result.Picture} {
		var data bytes.Buffer
		if err := png.Encode(&data, picture); err != nil {
			t.Fatal(err)
		}
		target := fmt.Sprintf("testdata/golden/%s-%d-%s.diff.png", name, frame, kind)
		if err := os.WriteFile(target, data.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	t.Errorf("frame %d: %.2f %% of the pixels differ, allowed are %.2f %%; see testdata/golden/%s-%d-*.diff.png",
		frame, 100*result.Fraction, 100*tolerance, name, frame)
}

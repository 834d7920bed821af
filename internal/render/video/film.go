package video

import (
	"image"
	"image/draw"
	"time"

	"mockup/internal/render/composite"
	"mockup/internal/render/storyboard"
)

// FilmFrames gives the frames of a film by their numbers: Y, Cb and Cr, one plane after the other and each of one size. They are
// valid until the next call.
type FilmFrames func(film Film, number int) ([]byte, error)

// Film is a video file that plays in sprites. The looks of a message show the same one.
type Film struct {
	Ref   string      // the payload's value
	Size  image.Point // of its frames, both even
	First int         // the frame of the video in which it begins
}

// film is a film that plays in a sprite. The sprite is captured twice, with black and with white where the film is: black is
// what lies over the film, and the difference is how much of the film shows, which may be part of a pixel at a round corner.
type film struct {
	Film
	box       image.Rectangle // where it plays, from the corner of what is captured
	dark, lit *region
	over      *composite.Sprite // what lies over the film and around it
	playing   *composite.Sprite
	alpha     []byte // of the film, 0 to 255 for each pixel of the box; nil until it is known
}

// filmMargin is how far a film reaches below what lies around it, in pixels. At its edge half a sample of its colours lies there.
const filmMargin = 1

// plays reports whether a film plays in a sprite: one that could not be loaded does not.
func (v *Video) plays(box *storyboard.FilmBox) bool {
	return box != nil && v.Board.Films[box.Number].Ref != ""
}

// PlayFilms says where the frames of films come from.
func (v *Video) PlayFilms(frames FilmFrames) { v.filmFrames = frames }

// addFilm adds a sprite in which a film plays: the film, and what lies over it and around it. It reports false, and adds nothing,
// where none plays.
func (a *arranger) addFilm(sprite int, cell image.Rectangle, bleed int, through opening) bool {
	if !a.plays(a.Geometry.Sprites[sprite].Film) {
		return false
	}
	film := a.newFilm(sprite, cell, bleed)
	if film == nil {
		return false
	}
	layer := composite.Layer{Mask: through.mask, Clip: through.clip}
	origin := film.dark.area.Min.Sub(cell.Min)
	for _, of := range []struct {
		picture *composite.Sprite
		role    role
	}{
		{film.playing, role{pose: sprite, origin: origin.Add(film.box.Min), film: film}}, {film.over, role{pose: sprite, origin: origin}},
	} {
		layer.Sprite = of.picture
		a.layers, a.roles = append(a.layers, layer), append(a.roles, of.role)
	}
	return true
}

// newFilm has a sprite captured in which a film plays; nil if nothing of the film is inside what is captured.
func (a *arranger) newFilm(sprite int, cell image.Rectangle, bleed int) *film {
	plays := a.Geometry.Sprites[sprite].Film
	area := cell.Inset(-bleed).Intersect(image.Rectangle{Max: a.dark.size})
	box := plays.Box.Rect().Add(cell.Min.Sub(area.Min)).Intersect(image.Rectangle{Max: area.Size()})
	if box.Empty() {
		return nil
	}
	f := &film{box: box.Inset(-filmMargin)}
	f.Film = Film{a.Board.Films[plays.Number].Ref, image.Pt((box.Dx()+1)&^1, (box.Dy()+1)&^1), a.beginning(sprite)}
	f.dark, _ = a.dark.region(area)
	f.lit, _ = a.lit.region(area)
	f.over = composite.NewSprite(area.Size(), func() error { return a.look(f) })
	f.playing = composite.NewFilm(f.box.Size(), func(number int) error { return a.fillFilm(f, number) })
	f.dark.sprite, f.lit.sprite = f.over, f.over
	return f
}

// beginning is the frame in which the film of a sprite begins. What comes back at the end of a loop never begins, since the next
// round shows the film's first frame.
func (a *arranger) beginning(sprite int) int {
	if a.Board.Items[a.Geometry.Sprites[sprite].Item].Again {
		return a.Frames()
	}
	from := a.Board.Films[a.Geometry.Sprites[sprite].Film.Number].From
	return int((from*time.Duration(a.opts.FPS) + time.Second - 1) / time.Second)
}

// fillFilm fills a film with one of its frames.
func (v *Video) fillFilm(f *film, number int) error {
	if f.alpha == nil {
		if err := v.look(f); err != nil {
			return err
		}
	}
	planes, err := v.filmFrames(f.Film, number)
	if err != nil {
		return err
	}
	f.playing.FillPlanes(planes, f.Size, filmMargin, f.alpha)
	return nil
}

// look finds out from the two pictures of a film what lies over it, and how much of it shows.
func (v *Video) look(f *film) error {
	dark, err := v.regionPicture(f.dark)
	if err != nil {
		return err
	}
	lit, err := v.regionPicture(f.lit)
	if err != nil {
		return err
	}
	f.alpha = make([]byte, f.box.Dx()*f.box.Dy())
	for y := range f.box.Dy() {
		for x := range f.box.Dx() {
			at := f.box.Min.Add(image.Pt(x, y))
			i := dark.PixOffset(at.X, at.Y)
			f.alpha[y*f.box.Dx()+x] = split(dark.Pix[i:i+4], lit.Pix[i:i+4])
		}
	}
	f.over.Fill(dark, dark.Rect)
	return nil
}

// split takes a pixel that was drawn over black and over white, and leaves what is drawn over the film. It returns the alpha of
// the film at that pixel, which is 255 where all of it is covered. All colours are multiplied by alpha.
func split(dark, lit []byte) (alpha byte) {
	shows := 0 // how much of the film is seen
	for i := range 3 {
		shows += int(lit[i]) - int(dark[i])
	}
	shows = max(0, (shows+1)/3)
	through := min(255, shows+255-int(dark[3])) // how much is seen of what lies below: the film, and what is below that
	for i := range 3 {
		dark[i] = min(dark[i], byte(255-through))
	}
	dark[3] = byte(255 - through)
	if through == 0 {
		return 255
	}
	return byte(min(255, (shows*255+through/2)/through))
}

// regionPicture is what a region shows, once it is captured, with colours multiplied by alpha.
func (v *Video) regionPicture(r *region) (*image.RGBA, error) {
	if err := v.wait(r.tile); err != nil {
		return nil, err
	}
	straight := image.NewNRGBA(image.Rectangle{Max: r.area.Size()})
	err := r.tile.rows(func(y int, pix []byte, channels int) {
		if y < r.area.Min.Y || y >= r.area.Max.Y {
			return
		}
		row := straight.Pix[straight.PixOffset(0, y-r.area.Min.Y):][:4*r.area.Dx()]
		for x := range r.area.Dx() {
			row[4*x+3] = 255
			copy(row[4*x:], pix[(r.area.Min.X-r.tile.area.Min.X+x)*channels:][:channels])
		}
	})
	picture := image.NewRGBA(straight.Rect)
	draw.Draw(picture, picture.Rect, straight, image.Point{}, draw.Src)
	return picture, err
}

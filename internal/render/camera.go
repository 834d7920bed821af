package render

import (
	"cmp"
	"context"
	"fmt"
	"image"
	"image/draw"
	"slices"

	"golang.org/x/sync/errgroup"

	"mockup/internal/render/browser"
	"mockup/internal/render/composite"
)

// maxAhead is how many pixels of sprites are made before the video begins, while the browser takes the next picture.
// That is all of an ordinary video; of a long one the rest stays in its PNGs until it is shown.
const maxAhead = 16 << 20

// camera takes the pictures of planes that sprites are cut from: first all sprites are named, then it shoots.
type camera struct {
	ctx     context.Context
	browser *browser.Browser
	size    image.Point // of the viewport, device pixels
	shelf   *shelf
	planes  []*plane
	ahead   int // pixels
	lab     errgroup.Group
}

// plane is a part of the page that is pictured by itself.
type plane struct {
	name  string
	size  image.Point
	white bool // taken on white, not on nothing
	cuts  []*cut
}

// cut is a sprite and where on its plane it is cut out.
type cut struct {
	sprite *composite.Sprite
	area   image.Rectangle
	strip  *strip
}

// strip is what is pictured at once of a plane: as much as the viewport shows, or one taller sprite.
type strip struct {
	area  image.Rectangle
	shots []shot // one below the other, each as high as the viewport
	cuts  []*cut
}

// plane is a plane that the viewport shows whole.
func (c *camera) plane(name string) *plane { return c.add(&plane{name: name, size: c.size}) }

// sheet is one that is as tall as what stands on it.
func (c *camera) sheet(name string) *plane {
	return c.add(&plane{name: name, size: image.Pt(c.size.X, maxSheet)})
}

func (c *camera) add(p *plane) *plane {
	c.planes = append(c.planes, p)
	return p
}

// cut returns the sprite that an area of the plane shows, and the area without what lies beside the plane. Of one that
// lies beside it altogether there is no sprite.
func (p *plane) cut(area image.Rectangle) (*composite.Sprite, image.Rectangle) {
	area = area.Intersect(image.Rectangle{Max: p.size})
	if area.Empty() {
		return nil, area
	}
	part := &cut{area: area}
	part.sprite = composite.LateSprite(area.Size(), func() error { return part.strip.develop() })
	p.cuts = append(p.cuts, part)
	return part.sprite, area
}

// whole returns the sprite of a whole plane.
func (p *plane) whole() *composite.Sprite {
	sprite, _ := p.cut(image.Rectangle{Max: p.size})
	return sprite
}

// strips shares the plane's sprites out among pictures of a height.
func (p *plane) strips(height int) []*strip {
	var all []*strip
	slices.SortStableFunc(p.cuts, func(a, b *cut) int { return cmp.Compare(a.area.Min.Y, b.area.Min.Y) })
	for _, part := range p.cuts {
		if n := len(all); n == 0 || part.area.Max.Y > all[n-1].area.Max.Y {
			top, tall := part.area.Min.Y, (part.area.Dy()+height-1)/height
			if p.size.Y == height {
				top = 0
			}
			all = append(all, &strip{area: image.Rect(0, top, p.size.X, top+tall*height)})
		}
		part.strip = all[len(all)-1]
		part.strip.cuts = append(part.strip.cuts, part)
	}
	return all
}

// shoot takes all pictures. The first sprites are made of them meanwhile, which takes half as long.
func (c *camera) shoot() error {
	err := c.take()
	if failed := c.lab.Wait(); err == nil {
		err = failed
	}
	return err
}

func (c *camera) take() error {
	for _, p := range c.planes {
		if len(p.cuts) == 0 {
			continue
		}
		if err := c.browser.Clear(c.ctx, !p.white); err != nil {
			return err
		}
		for _, s := range p.strips(c.size.Y) {
			for y := s.area.Min.Y; y < s.area.Max.Y; y += c.size.Y {
				browser.Renew(c.ctx)
				data, err := c.browser.Plane(c.ctx, p.name, y)
				if err != nil {
					return err
				}
				shot, err := c.shelf.put(data)
				if err != nil {
					return err
				}
				s.shots = append(s.shots, shot)
			}
			if c.ahead += s.area.Dx() * s.area.Dy(); c.ahead <= maxAhead {
				c.lab.Go(s.develop)
			}
		}
	}
	return nil
}

// develop makes the strip's sprites.
func (s *strip) develop() error {
	picture, err := s.picture()
	if err != nil {
		return fmt.Errorf("read a picture of the page: %w", err)
	}
	for _, part := range s.cuts {
		part.sprite.Fill(picture, part.area.Sub(s.area.Min))
	}
	return nil
}

// picture decodes the strip's PNGs and joins them.
func (s *strip) picture() (image.Image, error) {
	if len(s.shots) == 1 {
		return s.shots[0].decode()
	}
	whole := image.NewNRGBA(image.Rectangle{Max: s.area.Size()})
	height := s.area.Dy() / len(s.shots)
	for i, shot := range s.shots {
		part, err := shot.decode()
		if err != nil {
			return nil, err
		}
		draw.Draw(whole, image.Rect(0, i*height, s.area.Dx(), (i+1)*height), part, image.Point{}, draw.Src)
	}
	return whole, nil
}

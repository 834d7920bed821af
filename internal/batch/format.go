package batch

import (
	"fmt"
	"image/color"

	"mockup/internal/render/encode"
	"mockup/internal/render/format"
	"mockup/internal/schema"
	"mockup/internal/usage"
)

// formatAxis is the axis that is no field of the payload: the format of the output.
const formatAxis = "format"

// takeSettings sets the values of the payload's fields, and the format.
func (i *Item) takeSettings(settings []schema.Setting) {
	for _, s := range settings {
		if s.Path == formatAxis {
			i.wanted = fmt.Sprint(s.Value)
		} else {
			i.set = append(i.set, s)
		}
	}
}

// chooseFormat decides on the format of the item's output, and checks that it has the rate and the quality of the batch. The
// error is a *usage.Error.
func (i *Item) chooseFormat(doc *schema.Document, opts Options) (err error) {
	wanted := opts.Format
	if i.wanted != "" {
		wanted = i.wanted
	}
	if i.format, err = format.Choose(wanted, "", i.Video, doc.Transparent()); err != nil {
		return usage.Errorf("%s: %v", i.Name, err)
	}
	if opts.Remote {
		if err := i.format.CheckService(); err != nil {
			return usage.Errorf("%s: %v", i.Name, err)
		}
	}
	if i.format.Scale == format.NoScale {
		return nil
	}
	if err := opts.Quality.Check(i.format); err != nil {
		return usage.Errorf("%s: %v", i.Name, err)
	}
	return nil
}

// quality is the quality of an item, if its format has some.
func (p *Plan) quality(item *Item) encode.Quality {
	if item.format.Scale == format.NoScale {
		return ""
	}
	return p.opts.Quality
}

// matte is the matte of an item whose format takes one.
func (p *Plan) matte(item *Item) *color.NRGBA {
	if item.format.Name == format.JPEG || item.format.Name == format.GIF {
		return p.opts.Matte
	}
	return nil
}

// mediaType is what a service is asked for; empty for the payload's usual format.
func (i *Item) mediaType(doc *schema.Document) string {
	if i.format.Name == format.Default(i.Video, doc.Transparent()).Name {
		return ""
	}
	return i.format.MediaType
}

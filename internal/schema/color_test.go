package schema

import (
	"image/color"
	"testing"
)

func TestParseColor(t *testing.T) {
	for in, want := range map[string]color.NRGBA{
		"#fff":                        {255, 255, 255, 255},
		"#F80c":                       {255, 136, 0, 204},
		"#6C4DF6":                     {0x6c, 0x4d, 0xf6, 255},
		"#6c4df680":                   {0x6c, 0x4d, 0xf6, 128},
		" Teal ":                      {0, 128, 128, 255},
		"RebeccaPurple":               {0x66, 0x33, 0x99, 255},
		"lightgoldenrodyellow":        {250, 250, 210, 255},
		"transparent":                 {},
		"rgb(1,2,3)":                  {1, 2, 3, 255},
		"rgb( 1 2 3 )":                {1, 2, 3, 255},
		"rgba(1, 2, 3, .5)":           {1, 2, 3, 128},
		"rgb(100% 0% 50% / 25%)":      {255, 0, 128, 64},
		"rgb(300, -5, 1e2)":           {255, 0, 100, 255},
		"hsl(120, 100%, 25%)":         {0, 128, 0, 255},
		"hsl(-120 100 50)":            {0, 0, 255, 255},
		"hsla(0.5turn 100% 50% / 0)":  {0, 255, 255, 0},
		"hsl(200grad, 100%, 50%)":     {0, 255, 255, 255},
		"hsl(3.14159265rad 100% 50%)": {0, 255, 255, 255},
		"hsl(204deg 88% 53%)":         {30, 156, 241, 255},
	} {
		got, err := ParseColor(in)
		if err != nil || got != want {
			t.Errorf("%s: got %v, %v; want %v", in, got, err, want)
		}
	}
	for _, in := range []string{"", "#", "#12", "#12345", "#ggg", "#+12", "blu", "rgb", "rgb()", "rgb(1,2)", "rgb(1,2,3,4,5)", "rgb(1 2)",
		"rgb(1 2 3 4)", "rgb(1,2,3", "rgb(a,b,c)", "rgb(inf,0,0)", "rgb(nan,0,0)", "rgb(0x1p2,0,0)", "rgb(1_0,0,0)", "hsl(50% 1% 1%)",
		"hsl(1e308turn 1% 1%)", "hsl(1e999 1% 1%)", "url(x)", "var(--x)", "red;color:blue", "expression(1)", "rgb(1,2,3) url(x)", "</style>"} {
		if got, err := ParseColor(in); err == nil {
			t.Errorf("%q: got %v, want an error", in, got)
		}
	}
}

func TestFormatColor(t *testing.T) {
	for want, in := range map[string]color.NRGBA{"#010aff": {1, 10, 255, 255}, "#01020300": {1, 2, 3, 0}} {
		got := FormatColor(in)
		if back, err := ParseColor(got); got != want || err != nil || back != in {
			t.Errorf("%v: got %s, and back %v, %v", in, got, back, err)
		}
	}
}

func TestBackgrounds(t *testing.T) {
	for name, want := range map[string]string{"white": "#ffffff", "black": "#000000", "brand": Accent, "green": "#00b140", "purple": "#8b5cf6", "#ABC": "#aabbcc"} {
		canvas, err1 := CanvasBackground(name).NRGBA()
		popup, err2 := PopupBackground(name).NRGBA()
		if err1 != nil || err2 != nil || FormatColor(canvas) != want || FormatColor(popup) != want {
			t.Errorf("%s: got %v, %v, %v, %v", name, canvas, popup, err1, err2)
		}
	}
	if c, err := PopupBackground("transparent").NRGBA(); err != nil || c.A != 0 {
		t.Errorf("transparent: got %v, %v", c, err)
	}
	for _, name := range []string{"", "transparent", "red", "rgb(1,2,3)", "White"} {
		if c, err := CanvasBackground(name).NRGBA(); err == nil {
			t.Errorf("%q: got %v, want an error", name, c)
		}
	}
	if c, ok := Wallpaper("#123").NRGBA(); !ok || FormatColor(c) != "#112233" {
		t.Errorf("wallpaper: got %v, %v", c, ok)
	}
	if _, ok := Wallpaper("https://x.example/").NRGBA(); ok {
		t.Error("an address is a colour")
	}
}

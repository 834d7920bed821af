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

// The colours of CSS level 4 are those that Chromium draws, to a rounding.
func TestParseColorLevel4(t *testing.T) {
	for in, want := range map[string]color.NRGBA{
		"hwb(194 0% 0%)":                              {0, 195, 255, 255},
		"hwb(90deg 20% 30% / 0.5)":                    {116, 179, 52, 128},
		"hwb(0 60% 60%)":                              {128, 128, 128, 255},
		"hwb(1turn 10 20)":                            {204, 26, 26, 255},
		"lab(29.2345% 39.3825 20.0664)":               {125, 35, 41, 255},
		"lab(52.2345% 40.1645 59.9971)":               {198, 93, 6, 255},
		"lab(60 -60 50)":                              {0, 169, 42, 255},
		"lab(100% 0 0)":                               {255, 255, 255, 255},
		"lab(50% 50% -50% / 25%)":                     {175, 68, 227, 64},
		"lch(29.2345% 44.2 27)":                       {125, 35, 41, 255},
		"lch(67.5345% 42.5 258.2 / 0.5)":              {98, 171, 239, 128},
		"lch(50% 100% 40deg)":                         {255, 0, 0, 255},
		"lch(50 150 130)":                             {0, 149, 0, 255},
		"oklab(40.101% 0.1147 0.0453)":                {125, 35, 41, 255},
		"oklab(0.59686 -0.100976 0.119252)":           {95, 145, 15, 255},
		"oklab(100% 0 0)":                             {255, 255, 255, 255},
		"oklab(.7 50% -25%)":                          {235, 92, 216, 255},
		"oklch(40.1% 0.123 21.57)":                    {125, 36, 41, 255},
		"oklch(59.69% 0.156 49.77)":                   {198, 93, 7, 255},
		"oklch(0.7 0.4 150)":                          {0, 214, 0, 255},
		"oklch(70% 50% 0.25turn / .4)":                {207, 148, 0, 102},
		"oklch(none none none)":                       {0, 0, 0, 255},
		"color(srgb 0.1 50% 1)":                       {26, 128, 255, 255},
		"color(srgb-linear 0.5 0.2 0.1)":              {188, 124, 89, 255},
		"color(display-p3 1 0.5 0)":                   {255, 118, 0, 255},
		"color(display-p3 0.4 0.6 0.2 / 50%)":         {86, 155, 24, 128},
		"color(a98-rgb 0.44091 0.49971 0.37408)":      {106, 128, 93, 255},
		"color(prophoto-rgb 0.36589 0.41717 0.31333)": {106, 128, 94, 255},
		"color(rec2020 0.42210 0.47580 0.35605)":      {114, 135, 101, 255},
		"color(xyz 0.1 0.2 0.3)":                      {0, 147, 145, 255},
		"color(xyz-d50 0.2005 0.14089 0.4472)":        {118, 84, 205, 255},
		"color(xyz-d65 0.21661 0.14602 0.59452)":      {118, 84, 205, 255},
		"color(srgb 0.5 none 2)":                      {128, 0, 255, 255},
		"rgb(none 10 20)":                             {0, 10, 20, 255},
		"hsl(none 50% 50%)":                           {191, 64, 64, 255},
		"rgb(50% 128 0)":                              {128, 128, 0, 255},
	} {
		got, err := ParseColor(in)
		near := func(a, b uint8) bool { return max(a, b)-min(a, b) <= 1 }
		if err != nil || !near(got.R, want.R) || !near(got.G, want.G) || !near(got.B, want.B) || got.A != want.A {
			t.Errorf("%s: got %v, %v; want %v", in, got, err, want)
		}
	}
	for _, in := range []string{"lab(1, 2, 3)", "hwb(1 2)", "hwb(50% 1% 1%)", "oklch(.5 .1 20%)", "color(srgb 1 2)", "color(1 2 3)", "color(cmyk 1 2 3)",
		"color()", "color(srgb)", "lch(a b c)", "oklab(1 2 3 4)", "rgb(none, 0, 0)", "lab(1e999 0 0)", "lab(from red l a b)", "color-mix(in srgb, red, blue)"} {
		if got, err := ParseColor(in); err == nil {
			t.Errorf("%q: got %v, want an error", in, got)
		}
	}
	for _, in := range []string{"lab(50 1e308 -1e308)", "oklch(1 1e308 45)", "color(xyz 1e308 -1e308 1e308)", "color(prophoto-rgb 1e308 0 0)"} {
		if _, err := ParseColor(in); err != nil {
			t.Errorf("%s: %v", in, err)
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
		canvas, err1 := CanvasBackground{Color: name}.NRGBA()
		popup, err2 := PopupBackground(name).NRGBA()
		if err1 != nil || err2 != nil || FormatColor(canvas) != want || FormatColor(popup) != want {
			t.Errorf("%s: got %v, %v, %v, %v", name, canvas, popup, err1, err2)
		}
	}
	if c, err := PopupBackground("transparent").NRGBA(); err != nil || c.A != 0 {
		t.Errorf("transparent: got %v, %v", c, err)
	}
	for _, name := range []string{"", "transparent", "red", "rgb(1,2,3)", "White"} {
		if c, err := (CanvasBackground{Color: name}).NRGBA(); err == nil {
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

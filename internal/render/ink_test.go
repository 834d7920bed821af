package render

import (
	"fmt"
	"reflect"
	"testing"

	"mockup/internal/schema"
)

// screenInk returns the colours of status bar and home indicator and, where it is a plain colour, that of what lies behind
// each.
const screenInk = `() => {
	const plain = (box) => { // what is seen at the middle of a box behind it
		const { left, top, width, height } = box.getBoundingClientRect();
		const below = document.elementsFromPoint(left + width / 2, top + height / 2).filter((element) => !element.closest(".statusbar, .home, .island"));
		for (const element of below) {
			const { backgroundColor, backgroundImage, opacity } = getComputedStyle(element);
			if (backgroundImage !== "none" || opacity !== "1" || element.matches("canvas, svg *")) return "";
			if (backgroundColor.startsWith("rgb(")) return backgroundColor;
			if (!backgroundColor.endsWith(", 0)")) return "";
		}
		return "";
	};
	const found = [];
	const add = (name, box, ink) => box && found.push({ name, ink: ink(getComputedStyle(box)), ground: plain(box) });
	const rgb = (color) => {
		const context = new OffscreenCanvas(1, 1).getContext("2d");
		context.fillStyle = color;
		context.fillRect(0, 0, 1, 1);
		return [...context.getImageData(0, 0, 1, 1).data].join();
	};
	add("status bar", document.querySelector(".statusbar"), ({ color }) => rgb(color));
	add("home indicator", document.querySelector(".home"), ({ backgroundColor }) => rgb(backgroundColor));
	const light = (color) => color.split(",").slice(0, 3).reduce((sum, value, i) => sum + value * [0.299, 0.587, 0.114][i], 0);
	return found.map(({ ground, ...bar }) => ({ ...bar, apart: ground ? Math.abs(light(bar.ink) - light(rgb(ground))) : 255 }));
}`

// Status bar and home indicator are black or white, as iOS draws them, and stand out from what lies behind them: from bars
// and, where no bar is, from the wallpaper.
func TestScreenInk(t *testing.T) {
	t.Parallel()
	r := Shared
	everyLook(t, func(t *testing.T, p *schema.Payload) {
		chat, isChat := p.Props.(*schema.ChatProps)
		if isChat && chat.GroupChatSettings != nil {
			t.Skip("the bars are those of a chat of two")
		}
		for _, look := range []struct {
			dark      bool
			wallpaper schema.Wallpaper
		}{{false, ""}, {true, ""}, {false, "#1c2733"}, {true, "#f3e6d4"}} {
			if look.wallpaper != "" && !isChat {
				continue
			}
			if look.wallpaper != "" {
				chat.ChatWallpaper = &look.wallpaper
			}
			if field := reflect.ValueOf(p.Props).Elem().FieldByName("DarkMode"); field.IsValid() {
				field.SetBool(look.dark)
			}
			checkInk(t, r, p, fmt.Sprintf("%+v", look))
		}
	})
}

func checkInk(t *testing.T, r *Renderer, p *schema.Payload, name string) {
	t.Helper()
	var found []struct {
		Name, Ink string
		Apart     float64 // lightness of the bar less that of what lies behind it, 0 to 255
	}
	layOutPage(t, r, p, screenInk, nil, &found)
	for _, bar := range found {
		switch {
		case bar.Ink == "0,0,0,0": // iOS has hidden it
		case bar.Ink != "0,0,0,255" && bar.Ink != "255,255,255,255":
			t.Errorf("%s: the %s is neither black nor white but %s", name, bar.Name, bar.Ink)
		case bar.Apart < 100:
			t.Errorf("%s: the %s is %s on a ground only %.0f apart", name, bar.Name, bar.Ink, bar.Apart)
		}
	}
}

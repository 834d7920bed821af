package render

import (
	"slices"
	"strings"
	"testing"

	"mockup/internal/longtest"
	"mockup/internal/schema"
)

// onWallpaper returns every text of a chat, the dots of somebody who types, the marks of what was sent, and those on discs
// beside messages, with its contrast to what lies behind it, as WCAG 2 defines it, and whether the wallpaper is what lies behind it. Texts on a gradient or a picture of their own are left out.
const onWallpaper = `(wallpaper) => {
	const context = new OffscreenCanvas(1, 1).getContext("2d", { colorSpace: "srgb", willReadFrequently: true });
	const parse = (color) => {
		context.clearRect(0, 0, 1, 1);
		context.fillStyle = color;
		context.fillRect(0, 0, 1, 1);
		const [red, green, blue, alpha] = context.getImageData(0, 0, 1, 1).data;
		return { rgb: [red, green, blue], alpha: alpha / 255 };
	};
	const over = (back, { rgb, alpha }, opacity = 1) => back.map((value, i) => value + (rgb[i] - value) * alpha * opacity);
	const light = (rgb) => rgb.map((value) => value / 255).map((value) => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
		.reduce((sum, value, i) => sum + value * [0.2126, 0.7152, 0.0722][i], 0);
	const chat = document.querySelector(".chat");
	const washed = parseFloat(getComputedStyle(document.querySelector(".wallpaper"), "::after").opacity);
	const { top, bottom } = document.querySelector(".wallpaper").getBoundingClientRect();
	const found = [];
	const stands = (data, parentElement, ink) => {
		const box = parentElement.getBoundingClientRect();
		if (!data.trim() || parentElement.matches(".reaction i") || !box.width || // emoji have colours of their own
			box.bottom < top || box.top > bottom) return;
		const layers = [];
		let [opacity, painted] = [1, false];
		for (let box = parentElement; box !== chat && !box.matches(".presences"); box = box.parentElement) { // which stand above the footer
			const style = getComputedStyle(box);
			painted ||= style.backgroundImage !== "none" || box.querySelector(":scope > .ground") || style.visibility !== "visible" || style.display === "none";
			layers.unshift(parse(style.backgroundColor));
			opacity *= parseFloat(style.opacity);
		}
		if (painted) return;
		const back = layers.reduce((back, layer) => over(back, layer), parse(wallpaper).rgb);
		const [low, high] = [light(back), light(over(back, parse(ink), opacity))].sort((a, b) => a - b);
		found.push({ text: data.trim(), onFilm: !!parentElement.closest(".message")?.querySelector(".film"), contrast: (high + 0.05) / (low + 0.05), bare: layers.every(({ alpha }) => alpha < 0.4), number: parentElement.matches(".reaction b"),
			washed: document.querySelector(".washed") ? washed : 0, shadow: getComputedStyle(parentElement).textShadow !== "none", initials: !!parentElement.closest(".avatar") });
	};
	const texts = document.createTreeWalker(chat, NodeFilter.SHOW_TEXT);
	while (texts.nextNode()) stands(texts.currentNode.data, texts.currentNode.parentElement, getComputedStyle(texts.currentNode.parentElement).color);
	for (const dot of chat.querySelectorAll(".dots i")) stands("a dot", dot.parentElement, getComputedStyle(dot).backgroundColor);
	for (const mark of chat.querySelectorAll(":is(.meta, .state, .thread .disc) svg[stroke=currentColor]")) stands("a mark", mark.parentElement, getComputedStyle(mark).color);
	return found;
}`

type standing struct {
	Text         string
	Contrast     float64
	Bare, Shadow bool
	Number       bool    // it says how many reactions there are
	Initials     bool    // they stand on the disc of an avatar
	OnFilm       bool    // it belongs to a GIF or a video, and may stand on its picture
	Washed       float64 // how much of the wallpaper the page's colour covers, 0 to 1
}

// The least contrasts are those of the faintest texts that apps set themselves: Snapchat's blue names have 2.5 on white, and a
// button that cannot be tapped yet, on its own ground, 1.4. A mark is larger than the strokes of a letter.
const leastBare, leastMark, leastGrounded = 2.5, 2, 1.35

// faint tells whether a text is hard to read.
func (s standing) faint() bool {
	least := leastBare
	if s.Text == "a mark" {
		least = leastMark
	}
	return (s.Bare || s.Number) && s.Contrast < least || s.Contrast < leastGrounded
}

// hardWallpapers returns colours of wallpapers with the mode, dark or not, whose usual inks are hard to read on them: the
// two hardest, and in the long tests two more.
func hardWallpapers() map[string]bool {
	colours := map[string]bool{"#1c2733": false, "#f3e6d4": true}
	if longtest.On() {
		colours["#5b6b4a"], colours["#b9c6d3"] = true, false
	}
	return colours
}

// What stands on a wallpaper can be read, whatever its colour and the theme.
func TestLegibleOnWallpapers(t *testing.T) {
	t.Parallel()
	r := Shared
	for _, platform := range SomePlatforms(t, schema.Chats) {
		t.Run(platform, func(t *testing.T) {
			for _, look := range []struct {
				wallpaper   string
				dark, group bool
			}{
				{"#1c2733", false, false}, {"#5b6b4a", false, true}, {"#5b6b4a", true, false},
				{"#b9c6d3", false, false}, {"#b9c6d3", true, true}, {"#f3e6d4", true, false},
			} {
				p := papered(t, platform, look.wallpaper, look.dark)
				if props := p.Props.(*schema.ChatProps); look.group {
					asGroup(props)
				}
				for _, text := range standingOn(t, r, p, look.wallpaper) {
					if text.faint() {
						t.Errorf("%+v: %q has the contrast %.2f", look, text.Text, text.Contrast)
					}
				}
			}
		})
	}
}

// On a picture, of which nobody knows how bright it is, texts have a shadow, or the picture is washed out.
func TestLegibleOnPictures(t *testing.T) {
	t.Parallel()
	r := Shared
	for _, platform := range SomePlatforms(t, schema.Chats) {
		p := papered(t, platform, "../media/photos/city-night.jpg", false)
		for _, text := range standingOn(t, r, p, "#fff") {
			if text.Bare && !text.Shadow && text.Washed < .7 {
				t.Errorf("%s: %q stands on the bare picture, which is washed out by %.2f", platform, text.Text, text.Washed)
			}
			if text.Initials && text.Shadow {
				t.Errorf("%s: the initials %q have a shadow", platform, text.Text)
			}
		}
	}
}

// dividers returns, of the lines beside and below dates and beside the words above unread messages, how bright and how opaque they are.
const dividers = `() => {
	const context = new OffscreenCanvas(1, 1).getContext("2d", { colorSpace: "srgb", willReadFrequently: true }), lines = [];
	for (const element of document.querySelectorAll(".date, .unread")) {
		for (const { borderTopWidth, borderTopColor, borderBottomWidth, borderBottomColor, content } of [null, "::before", "::after"].map((part) => getComputedStyle(element, part))) {
			if (content === "none" || borderTopWidth + borderBottomWidth === "0px0px") continue;
			context.clearRect(0, 0, 1, 1);
			context.fillStyle = borderTopWidth === "0px" ? borderBottomColor : borderTopColor;
			context.fillRect(0, 0, 1, 1);
			const [red, green, blue, alpha] = context.getImageData(0, 0, 1, 1).data;
			if (alpha > 0) lines.push({ bright: (red + green + blue) / 765, alpha: alpha / 255 });
		}
	}
	return { lines, washed: !!document.querySelector(".washed") };
}`

// Lines between messages are seen on a picture as well: they are white there, as the texts are, unless the picture is washed out.
func TestDividersOnPictures(t *testing.T) {
	t.Parallel()
	type page struct {
		Lines  []struct{ Bright, Alpha float64 }
		Washed bool
	}
	r, lines := Shared, 0
	for _, platform := range SomePlatforms(t, schema.Chats) {
		p := papered(t, platform, "../media/photos/desert-dunes.jpg", true)
		props := p.Props.(*schema.ChatProps)
		props.Messages[len(props.Messages)-1].Unread, props.MobileView = true, false
		var on, without page
		layOutPage(t, r, p, dividers, nil, &on)
		props.ChatWallpaper = nil
		layOutPage(t, r, p, dividers, nil, &without)
		if len(on.Lines) != len(without.Lines) {
			t.Errorf("%s has %d lines on a picture and %d without", platform, len(on.Lines), len(without.Lines))
		}
		for _, line := range on.Lines {
			if !on.Washed && (line.Bright < .95 || line.Alpha < .4) {
				t.Errorf("%s has a line with the brightness %.2f and the opacity %.2f", platform, line.Bright, line.Alpha)
			}
		}
		lines += len(on.Lines)
	}
	if longtest.On() && lines < 8 {
		t.Errorf("only %d lines found", lines)
	}
}

// barColors lists the colours of all that is in the bars that hide what is behind them, but for what stands above them.
const barColors = `() => {
	const opaque = [...document.querySelectorAll(".header, .footer")].filter((bar) => getComputedStyle(bar).backgroundColor.startsWith("rgb("));
	return opaque.flatMap((bar) => [bar, ...bar.querySelectorAll("*:not(.presences, .presences *)")]).map((element) => {
		const { color, backgroundColor } = getComputedStyle(element);
		return element.className + " " + color + " on " + backgroundColor;
	});
}`

// Bars that hide the wallpaper keep the colours of the theme.
func TestBarsKeepTheme(t *testing.T) {
	t.Parallel()
	r := Shared
	seen := 0
	for _, platform := range SomePlatforms(t, schema.Chats) {
		for wallpaper, dark := range map[string]bool{"#1c2733": false, "#f3e6d4": true} {
			p := papered(t, platform, wallpaper, dark)
			var got, want []string
			layOutPage(t, r, p, barColors, nil, &got)
			p.Props.(*schema.ChatProps).ChatWallpaper = nil
			layOutPage(t, r, p, barColors, nil, &want)
			if !slices.Equal(got, want) && platform != "custom" { // its theme is the payload's
				t.Errorf("%s on %s, dark %v: the bars have the colours\n%q, want\n%q", platform, wallpaper, dark, got, want)
			}
			seen += len(got)
		}
	}
	if seen < longtest.Least(500) {
		t.Errorf("the bars have %d elements: what should have been compared was not", seen)
	}
}

// papered is the sample of a platform with a wallpaper.
func papered(t *testing.T, platform, wallpaper string, dark bool) *schema.Payload {
	p := samplePayload(t, schema.Chats, platform)
	props, value := p.Props.(*schema.ChatProps), schema.Wallpaper(wallpaper)
	props.ChatWallpaper, props.DarkMode, props.ShowReceiver = &value, dark, true
	if schema.Shows(schema.Chats, platform, "typing") {
		props.Receivers[0].Presence = "typing"
	}
	if last := &props.Messages[len(props.Messages)-1]; schema.Shows(schema.Chats, platform, "reactions") {
		me, other := props.Sender.ID, props.Receivers[0].ID
		last.Reactions = []schema.Reaction{{Emoji: "❤️", By: []string{other}}, {Emoji: "👍", By: []string{me, other}}}
	}
	return p
}

// The ground of the words below a message that could not be sent ends where they do.
func TestUndeliveredOnWallpapers(t *testing.T) {
	t.Parallel()
	const beside = `() => {
		const words = document.querySelector(".undelivered"), range = document.createRange();
		if (!words) return 0;
		range.selectNodeContents(words);
		return words.getBoundingClientRect().width - range.getBoundingClientRect().width;
	}`
	for _, platform := range SomePlatforms(t, schema.Chats) {
		p, wallpaper := markedChat(t, platform), schema.Wallpaper("#1c2733")
		p.Props.(*schema.ChatProps).ChatWallpaper = &wallpaper
		var wider float64
		if layOutPage(t, Shared, p, beside, nil, &wider); wider > 32 {
			t.Errorf("%s: it is %.0f wider than they are", platform, wider)
		}
	}
}

func standingOn(t *testing.T, r *Renderer, p *schema.Payload, wallpaper string) (found []standing) {
	t.Helper()
	layOutPage(t, r, p, onWallpaper, wallpaper, &found)
	if len(found) < 3 {
		t.Errorf("%s: only %d texts found", p.Platform, len(found))
	}
	return found
}

// On Signal the name above a conversation has an arrow if it is a person's, which is as easy to see as the name.
func TestArrowBehindNameOnSignal(t *testing.T) {
	t.Parallel()
	const arrow = `() => {
		const image = getComputedStyle(document.querySelector(".called span")).backgroundImage, data = image.match(/base64,([^"]+)/);
		return data ? atob(data[1]) : image;
	}`
	for _, test := range []struct {
		wallpaper   string
		dark, group bool
		want        string
	}{
		{want: "#3b3b3b"}, {dark: true, want: "#b9b9b9"}, {wallpaper: "#223344", want: "#fff"}, {wallpaper: "#eeddcc", dark: true, want: "#3b3b3b"}, {group: true, want: "none"},
	} {
		p := samplePayload(t, schema.Chats, "signal")
		props := p.Props.(*schema.ChatProps)
		if props.DarkMode = test.dark; test.wallpaper != "" {
			value := schema.Wallpaper(test.wallpaper)
			props.ChatWallpaper = &value
		}
		if test.group {
			asGroup(props)
		}
		var got string
		if layOutPage(t, Shared, p, arrow, nil, &got); !strings.Contains(got, test.want) {
			t.Errorf("%+v: the arrow is %s", test, got)
		}
	}
}

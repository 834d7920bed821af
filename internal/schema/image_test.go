package schema

import (
	"slices"
	"strings"
	"testing"
)

func TestCheckImage(t *testing.T) {
	const service, anywhere = 1, 2 // who accepts it: the command line only, or both
	for in, accepted := range map[string]int{
		"https://x.example/a.png?b=c#d":                anywhere,
		"HTTPS://x.example":                            anywhere,
		"data:image/png;base64,iVBORw0KGgo=":           anywhere,
		"DATA:IMAGE/svg+xml;charset=utf-8;base64,PHN2": anywhere,
		"a.png":                      service,
		"../art/ü b.png":             service,
		"/srv/a.png":                 service,
		`C:\a.png`:                   service,
		"data.png":                   service,
		"":                           0,
		"http://x.example/a.png":     0,
		"https:///a.png":             0,
		"https://":                   0,
		"https:a.png":                0,
		"https://x.example/\n":       0,
		"//x.example/a.png":          0,
		"javascript:alert(1)":        0,
		"JavaScript:alert(1)":        0,
		" javascript:alert(1)":       0,
		"vbscript:x":                 0,
		"file:///etc/passwd":         0,
		"ftp://x.example/a.png":      0,
		"blob:https://x.example":     0,
		"about:blank":                0,
		"data:image/png,abc":         0,
		"data:text/html;base64,PGI+": 0,
		"data:image/;base64,AAAA":    0,
		"data:;base64,AAAA":          0,
		"data:image/png;base64,":     0,
		"data:image/png;base64,!!!!": 0,
		"data:image/png;base64,AAA":  0,
		"data:image/png;base64":      0,
		"a\x00.png":                  0,
	} {
		for by, allowPaths := range map[int]bool{service: true, anywhere: false} {
			err := imageFiles.check(allowPaths)(in)
			if want := accepted >= by; (err == nil) != want {
				t.Errorf("%q, paths allowed %v: got %v, want accepted %v", in, allowPaths, err, want)
			}
		}
	}
}

func TestSplitDataURL(t *testing.T) {
	media, data, err := imageFiles.splitDataURL("Data:Image/PNG;name=a;base64,QUJD")
	if media != "image/png" || data != "QUJD" || err != nil {
		t.Errorf("got %s, %s, %v", media, data, err)
	}
}

func TestImages(t *testing.T) {
	p, found := Decode([]byte(`{"mockupType": "chats", "platform": "telegram", "renderKind": "image", "resolutionScale": "2x",
"rendererVersion": "mockup-x-v1", "props": {"platform": "telegram", "sender": {"id": "a", "name": "A", "image": "a.png"},
"receivers": [{"id": "b", "name": "B"}, {"id": "c", "name": "C", "image": "c.png"}], "conversationType": "group-chat",
"groupChatSettings": {"name": "G", "image": "g.png"}, "chatWallpaper": "w.png", "messages": [{"id": "m", "userId": "a",
"type": "image", "timestamp": "2026-03-01T09:41:00Z", "images": [{"id": "i", "filename": "f", "data": "d.png", "thumbnail": "t.png",
"mimeType": "m", "size": 1}]}]}}`), Options{AllowPaths: true})
	if found.HasErrors() {
		t.Fatal(found)
	}
	var got []string
	for path, ref := range p.Images() {
		got = append(got, path+" "+string(*ref))
		*ref = "data:" + *ref
	}
	want := []string{"props.sender.image a.png", "props.receivers.1.image c.png", "props.messages.0.images.0.data d.png",
		"props.messages.0.images.0.thumbnail t.png", "props.groupChatSettings.image g.png", "props.chatWallpaper w.png"}
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	props := p.Props.(*ChatProps)
	if *props.ChatWallpaper != "data:w.png" || props.Messages[0].Images[0].Data != "data:d.png" {
		t.Error("an image was not replaced through its pointer")
	}
	for range p.Images() {
		break // must not go on
	}
	*props.ChatWallpaper = "#fff"
	for path := range p.Images() {
		if strings.HasSuffix(path, "chatWallpaper") {
			t.Error("a colour is taken for an image")
		}
	}
}

// Audio files are found beside images, and only data URLs of audio are accepted for them.
func TestAudio(t *testing.T) {
	text := payload(AI, "chatgpt", "video", "model: M", "messages:",
		"- { id: a, role: user, content: hi, narration: a.wav }", "- { id: b, role: assistant, content: hi, narration: 'data:audio/mpeg;base64,AAAA' }") +
		"video: { soundtrack: { file: m.mp3 } }\n"
	p, found := Decode([]byte(text), Options{AllowPaths: true})
	if found.HasErrors() {
		t.Fatal(found)
	}
	var got []string
	for field, ref := range p.Audio() {
		got = append(got, field+" "+string(*ref))
		*ref = "x"
	}
	if want := []string{"props.messages.0.narration a.wav", "props.messages.1.narration data:audio/mpeg;base64,AAAA", "video.soundtrack.file m.mp3"}; !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	if s := p.Video.Soundtrack; s.File != "x" || s.Volume != 0.3 || !s.Loop || !s.Duck {
		t.Errorf("the soundtrack is %+v", s)
	}
	for range p.Audio() {
		break // must not go on
	}
	for in, want := range map[string]string{
		"a.wav":                            "a.wav",
		"https://x.example/a.mp3":          "",
		"http://x.example/a.mp3":           "audio files are loaded over https only",
		"data:image/png;base64,iVBORw0KGg": "is not an audio file; write data:audio/<type>;base64,<data>",
		"data:audio/wav;base64,":           "holds no data",
		"":                                 "an audio file must not be empty",
		"file:///etc/passwd":               "allowed: an https URL or a base64 audio data URL",
	} {
		err := audioFiles.check(false)(in)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", in, err, want)
		}
	}
}

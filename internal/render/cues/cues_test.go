package cues

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"time"

	"mockup/internal/render/storyboard"
)

func sample() List {
	ms := func(n int) time.Duration { return time.Duration(n) * time.Millisecond }
	return List{Length: ms(9000), FPS: 30, Cues: []storyboard.Cue{
		{At: 0, End: ms(1200), Kind: storyboard.CueOpen, ID: "a", Sender: "Mia <3", Text: "Are you\n\n  there?\x07"},
		{At: ms(1233), End: ms(2000), Kind: storyboard.CueTyping, ID: "b", Sender: "Leo"},
		{At: ms(2000), End: ms(3_723_004), Kind: storyboard.CueArrive, ID: "b", Sender: "Leo", Text: "a --> b & <c>"},
		{At: ms(2500), End: ms(2500), Kind: storyboard.CueArrive, ID: "c", Text: "too short to be seen"},
		{At: ms(8000), End: ms(9000), Kind: storyboard.CueHold},
	}}
}

func TestEncode(t *testing.T) {
	for format, want := range map[Format]string{
		SRT: "1\n00:00:00,000 --> 00:00:01,200\nAre you\nthere?\n\n2\n00:00:02,000 --> 01:02:03,004\na → b & <c>\n\n",
		VTT: "WEBVTT\n\n00:00:00.000 --> 00:00:01.200\n<v Mia &lt;3>Are you\nthere?\n\n00:00:02.000 --> 01:02:03.004\n<v Leo>a --&gt; b &amp; &lt;c&gt;\n\n",
	} {
		got, err := sample().Encode(format)
		if err != nil || string(got) != want {
			t.Errorf("%s:\n%s%v, want\n%s", format, got, err, want)
		}
	}
}

func TestEncodeJSON(t *testing.T) {
	data, err := sample().Encode(JSON)
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		LengthSeconds float64
		FPS           int
		Cues          []map[string]any
	}
	if err := json.Unmarshal(data, &got); err != nil || got.LengthSeconds != 9 || got.FPS != 30 || len(got.Cues) != 5 {
		t.Fatalf("%s: %v", data, err)
	}
	if c := got.Cues[1]; c["t"] != 1.233 || c["end"] != 2.0 || c["kind"] != "typing" || c["id"] != "b" || c["sender"] != "Leo" || c["text"] != nil {
		t.Errorf("the second cue is %v", c)
	}
	if data, _ := (List{FPS: 30}).Encode(JSON); !strings.Contains(string(data), `"cues": []`) {
		t.Errorf("no cues are %s", data)
	}
}

func TestFormatOf(t *testing.T) {
	for file, want := range map[string]Format{"a.json": JSON, "b/c.SRT": SRT, "x.vtt": VTT, "srt": "", "a.txt": ""} {
		if got, err := FormatOf(file); got != want || (err == nil) != (want != "") {
			t.Errorf("%s is %q, %v; want %q", file, got, err, want)
		}
	}
}

// What is kept as JSON comes back as it was.
func TestDecode(t *testing.T) {
	want := sample()
	data, err := want.Encode(JSON)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := Decode(data); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%v, %+v, want %+v", err, got, want)
	}
	if _, err := Decode([]byte("[")); err == nil {
		t.Error("half a file is read")
	}
}

package asset

import (
	"encoding/base64"
	"encoding/binary"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// wavFile returns a WAV file with so many bytes of silence.
func wavFile(size int) []byte {
	order := binary.LittleEndian
	b := append([]byte("RIFF"), order.AppendUint32(nil, uint32(36+size))...)
	b = append(b, "WAVEfmt \x10\x00\x00\x00\x01\x00\x01\x00\x80\xbb\x00\x00\x00\x77\x01\x00\x02\x00\x10\x00data"...)
	return append(order.AppendUint32(b, uint32(size)), make([]byte, size)...)
}

// Audio files come from the same places as images, through the same guard.
func TestLoadAudio(t *testing.T) {
	file := wavFile(4800)
	s := newSite(t, func(w http.ResponseWriter, r *http.Request) {
		if got := r.Header.Get("Accept"); got != "audio/*" {
			t.Errorf("sent Accept: %s", got)
		}
		switch r.URL.Path {
		case "/gone.mp3":
			http.NotFound(w, r)
		case "/large.wav":
			w.Header().Set("Content-Length", "60000000")
		default:
			w.Write(file)
		}
	})
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.wav"), file, 0o600); err != nil {
		t.Fatal(err)
	}
	data := "data:audio/wav;base64," + base64.StdEncoding.EncodeToString(file)
	opts := s.public()
	for value, want := range map[string]string{
		s.URL + "/a.wav":         "",
		data:                     "",
		s.URL + "/gone.mp3":      "answered 404 Not Found instead of an audio file",
		s.URL + "/large.wav":     "it is larger than the 50 MiB allowed",
		"a.wav":                  "files are not read here; give an https URL or a base64 data URL",
		"https://10.0.0.1/a.wav": "not a public address",
		"data:audio/wav,abc":     `write "data:audio/mpeg;base64,"`,
		"http://example.com/a":   `addresses that start with "http:" are not loaded`,
		"file:///etc/passwd":     "are not loaded",
	} {
		loader := New(opts)
		loaded, _, err := loader.LoadAudio(t.Context(), []Ref{{"props.messages.1.narration", value}})
		loader.Close()
		if want == "" {
			if err != nil || loaded[value].Format != WAV || string(loaded[value].File) != string(file) || loaded[value].MediaType() != "audio/wav" {
				t.Errorf("%.60s: %v", value, err)
			}
			continue
		}
		if err == nil || !strings.HasPrefix(err.Error(), "load audio file props.messages.1.narration") || !strings.Contains(err.Error(), want) {
			t.Errorf("%.60s: %v, want %q", value, err, want)
		}
	}
	local := New(Options{Dir: dir, Placeholder: true})
	defer local.Close()
	loaded, warnings, err := local.LoadAudio(t.Context(), []Ref{{"f", "a.wav"}, {"g", "none.wav"}})
	if err != nil || len(loaded) != 1 || len(warnings) != 1 || !strings.HasPrefix(warnings[0].String(), "g: load audio file (none.wav): ") || !strings.HasSuffix(warnings[0].String(), "; it is left out") {
		t.Errorf("%v, %d loaded, warnings %v", err, len(loaded), warnings)
	}
}

// What a file says about its length is read without decoding it.
func TestLengthOf(t *testing.T) {
	flac := append([]byte("fLaC\x00\x00\x00\x22"), make([]byte, 34)...)
	binary.BigEndian.PutUint64(flac[18:], 44100<<44|1<<41|15<<36|88200)
	mp3 := make([]byte, 400)
	copy(mp3, "\xff\xfb\x90\x00")
	copy(mp3[36:], "Xing\x00\x00\x00\x01")
	binary.BigEndian.PutUint32(mp3[44:], 100)
	tagged := append([]byte("ID3\x04\x00\x00\x00\x00\x00\x05tag  "), mp3...)
	for name, tc := range map[string]struct {
		file   []byte
		format Format
		want   time.Duration
	}{
		"flac":            {flac, FLAC, 2 * time.Second},
		"short flac":      {flac[:20], FLAC, 0},
		"mp3":             {mp3, MP3, 115200 * time.Second / 44100},
		"mp3 with a tag":  {tagged, MP3, 115200 * time.Second / 44100},
		"mp3 without it":  {mp3[:40], MP3, 0},
		"only a tag":      {tagged[:15], MP3, 0},
		"a tag too long":  {[]byte("ID3\x04\x00\x00\x7f\x7f\x7f\x7f"), MP3, 0},
		"absurdly long":   {append(append([]byte{}, flac[:21]...), 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0), FLAC, 0},
		"of another kind": {mp3, WAV, 0},
	} {
		if got := lengthOf(tc.file, tc.format); got != tc.want {
			t.Errorf("%s: %v, want %v", name, got, tc.want)
		}
	}
}

// However a file is cut, it is refused or read, and never the cause of a crash.
func FuzzInspectAudio(f *testing.F) {
	f.Add(wavFile(100))
	f.Add([]byte("OggS\x00\x02\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x01\x02ab"))
	f.Add([]byte("fLaC\x00\x00\x00\x22" + strings.Repeat("\x12", 34)))
	f.Add([]byte("ID3\x04\x00\x00\x00\x00\x00\x02ab\xff\xfb\x90\x00" + strings.Repeat("Xing", 20)))
	f.Add([]byte("\x00\x00\x00\x10ftypM4A \x00\x00\x00\x00\x00\x00\x00\x08moov"))
	f.Fuzz(func(t *testing.T, data []byte) {
		audio, err := inspectAudio(data)
		if err == nil && (audio.Format == "" || audio.Length < 0) {
			t.Errorf("%+v is no audio file", audio)
		}
	})
}

package pace

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"mockup/internal/schema"
)

func number(f float64) *float64 { return &f }

// chat returns the beats of messages that take a second to type and three to read.
func chat(timings ...*schema.Timing) []Beat {
	beats := make([]Beat, len(timings))
	for i, t := range timings {
		beats[i] = Beat{Lead: Flexible(300 * time.Millisecond), Typing: Flexible(time.Second), Hold: Flexible(3 * time.Second), Letters: 48}
		beats[i].Give(t)
	}
	return beats
}

// times writes when the signs of beats come and when they are there: "0.3-1.3 3.3-4.3".
func times(plan Plan) string {
	var list []string
	for _, m := range plan.Moments {
		list = append(list, fmt.Sprintf("%.4g-%.4g", m.Sign.Seconds(), m.At.Seconds()))
	}
	return strings.Join(list, " ")
}

func TestPlan(t *testing.T) {
	second := Flexible(time.Second)
	for name, tc := range map[string]struct {
		timings []*schema.Timing
		opts    Options
		opens   bool
		want    string
		length  float64
	}{
		"nothing":                          {nil, Options{Intro: time.Second, Outro: second}, false, "", 2},
		"one":                              {[]*schema.Timing{nil}, Options{Outro: second}, false, "0.3-1.3", 5.3},
		"each when the one before is read": {[]*schema.Timing{nil, nil, nil}, Options{Outro: second}, false, "0.3-1.3 3.3-4.3 6.3-7.3", 11.3},
		"the first is there":               {[]*schema.Timing{nil, nil}, Options{Outro: second}, true, "0-0 2-3", 7},
		"an intro":                         {[]*schema.Timing{nil, nil}, Options{Intro: 2 * time.Second, Outro: second}, true, "0-0 4-5", 9},
		"an end of its own":                {[]*schema.Timing{nil}, Options{Outro: Span{4 * time.Second, true}, Factor: 2}, false, "0.6-2.6", 12.6},
		"twice as fast":                    {[]*schema.Timing{nil, nil}, Options{Factor: 0.5, Outro: second}, false, "0.15-0.65 1.65-2.15", 4.15},
		"a loop":                           {[]*schema.Timing{nil}, Options{Outro: second, Loop: true}, false, "0.3-1.3", 6},
		"a time":                           {[]*schema.Timing{nil, {At: number(6)}, nil}, Options{Outro: second}, false, "0.3-1.3 5-6 8-9", 13},
		"a time that hurries":              {[]*schema.Timing{nil, nil, {At: number(3)}}, Options{Outro: second}, false, "0.1233-0.5342 1.356-1.767 2.589-3", 7},
		"a delay":                          {[]*schema.Timing{nil, {Delay: number(0.5)}}, Options{Outro: second}, false, "0.3-1.3 1.8-2.8", 6.8},
		"no typing":                        {[]*schema.Timing{nil, {Typing: number(0)}}, Options{Outro: second}, false, "0.3-1.3 4.3-4.3", 8.3},
		"long typing":                      {[]*schema.Timing{nil, {Typing: number(5)}}, Options{Outro: second}, false, "0.3-1.3 1.6-6.6", 10.6},
		"a hold":                           {[]*schema.Timing{{Hold: number(6)}, nil}, Options{Outro: second}, false, "0.3-1.3 6.3-7.3", 11.3},
		"a hold shorter than typing":       {[]*schema.Timing{{Hold: number(0.8)}, nil}, Options{Outro: second}, false, "0.3-1.3 1.6-2.1", 6.1},
		"a hold and a delay":               {[]*schema.Timing{{Hold: number(2)}, {Delay: number(1.5), Typing: number(1)}}, Options{Outro: second}, false, "0.3-1.3 2.8-3.8", 7.8},
		"no hold at all":                   {[]*schema.Timing{{Hold: number(0)}, nil}, Options{Outro: second}, false, "0.3-1.3 1.35-1.4", 5.4},
		"a length":                         {[]*schema.Timing{nil, nil}, Options{Outro: second, Length: 4150 * time.Millisecond}, false, "0.15-0.65 1.65-2.15", 4.15},
		"a length that slows down":         {[]*schema.Timing{nil, nil}, Options{Outro: second, Length: 16600 * time.Millisecond}, false, "0.6-2.6 6.6-8.6", 16.6},
		"a length much too long":           {[]*schema.Timing{nil}, Options{Outro: second, Length: time.Minute}, false, "0.9-3.9", 60},
		"a length with a time":             {[]*schema.Timing{nil, {At: number(6)}}, Options{Outro: second, Length: 8 * time.Second}, false, "0.15-0.65 5.5-6", 8},
	} {
		t.Run(name, func(t *testing.T) {
			beats := chat(tc.timings...)
			if tc.opens {
				beats[0].Opens = true
			}
			plan := New(beats, tc.opts)
			if got := times(plan); got != tc.want || fmt.Sprintf("%.4g", plan.Length.Seconds()) != fmt.Sprintf("%.4g", tc.length) {
				t.Errorf("%s in %.4g s, want %s in %.4g s", got, plan.Length.Seconds(), tc.want, tc.length)
			}
			for i, m := range plan.Moments {
				if m.Sign > m.At || m.At > m.Whole || m.Whole > m.Next || i > 0 && m.Sign < plan.Moments[i-1].Whole {
					t.Errorf("beat %d is out of order: %+v after %+v", i, m, plan.Moments[max(i-1, 0)])
				}
			}
		})
	}
}

// An answer is there with its first words; what is behind comes once it is whole.
func TestPlanAnswer(t *testing.T) {
	answer := Beat{Lead: Flexible(time.Second), Typing: Flexible(2 * time.Second), Writing: Flexible(4 * time.Second), Hold: Flexible(3 * time.Second)}
	beats := append(chat(nil), answer, chat(nil)[0])
	plan := New(beats, Options{})
	if want := (Moment{Sign: 2300 * time.Millisecond, At: 4300 * time.Millisecond, Whole: 8300 * time.Millisecond, Next: 11300 * time.Millisecond}); plan.Moments[1] != want {
		t.Errorf("the answer is %+v, want %+v", plan.Moments[1], want)
	}
	beats[1].GiveAnswer(&schema.Timing{Delay: number(1), Typing: number(2), Hold: number(5)})
	plan = New(beats, Options{})
	if want := (Moment{Sign: 1800 * time.Millisecond, At: 2300 * time.Millisecond, Whole: 4300 * time.Millisecond, Next: 9300 * time.Millisecond}); plan.Moments[1] != want {
		t.Errorf("with times of its own the answer is %+v, want %+v", plan.Moments[1], want)
	}
}

// Whatever is left out, no video is longer than an hour unless every message would be there for less than a tenth of a
// second, and a video that is hurried for it says so.
func TestPlanBounds(t *testing.T) {
	for n, want := range map[int]time.Duration{1000: 0, 2000: time.Hour, 40000: 0} {
		plan := New(chat(make([]*schema.Timing, n)...), Options{})
		if want > 0 && (plan.Length > want || plan.Length < want*99/100) {
			t.Errorf("%d messages take %v, want %v", n, plan.Length, want)
		}
		if (plan.Hurried > 0) != (n > 1000) {
			t.Errorf("%d messages are hurried: %v", n, plan.Hurried)
		}
	}
}

func TestTooFast(t *testing.T) {
	beats := chat(nil, &schema.Timing{Hold: number(1)}, nil)
	plan := New(beats, Options{Outro: Flexible(time.Second)})
	list, rates := plan.TooFast(beats)
	if !reflect.DeepEqual(list, []int{1}) || !reflect.DeepEqual(rates, []float64{48}) {
		t.Errorf("too fast are %v at %v, want the second at 48 letters a second", list, rates)
	}
	beats[1].Shown = true // it is read while it is typed
	if list, _ := plan.TooFast(beats); len(list) > 0 {
		t.Errorf("too fast are %v", list)
	}
}

// Long messages are running text. None is too fast at the paces that have a name, and every letter takes time.
func TestReadingMessage(t *testing.T) {
	for _, pace := range []schema.Pace{"slow", "normal", "fast"} {
		before := time.Duration(0)
		for letters := 1; letters <= 5000; letters++ {
			read := time.Duration(float64(ReadingMessage(letters, 0, pace)) * Factor(pace, MessageRate))
			if rate := float64(letters) / read.Seconds(); rate > FastRate || read < before {
				t.Fatalf("%s: %d letters are read in %v, which is %.1f a second; one less in %v", pace, letters, read, rate, before)
			}
			before = read
		}
	}
	if got, want := ReadingMessage(200, 0, ""), 12500*time.Millisecond; got != want {
		t.Errorf("200 letters are read in %v, want %v", got, want)
	}
	if got, want := ReadingMessage(200+220, 1, ""), 24500*time.Millisecond; got != want {
		t.Errorf("420 letters and a picture are read in %v, want %v", got, want)
	}
}

func TestReading(t *testing.T) {
	for _, tc := range []struct {
		text     string
		pictures int
		want     time.Duration
	}{
		{"", 0, 0}, {"ok", 0, 1200 * time.Millisecond}, {strings.Repeat("a", 16), 0, 1200 * time.Millisecond}, {strings.Repeat("a", 48), 0, 3 * time.Second},
		{strings.Repeat("a", 480), 0, 30 * time.Second}, {"", 2, 4 * time.Second}, {strings.Repeat("a", 48), 1, 5 * time.Second},
		{strings.Repeat("早", 24), 0, 3 * time.Second}, {strings.Repeat("👩‍👩‍👧", 24), 0, 3 * time.Second}, {strings.Repeat("é", 48), 0, 3 * time.Second},
	} {
		if got := Reading(Letters(tc.text), tc.pictures, MessageRate); got != tc.want {
			t.Errorf("%q with %d pictures is read in %v, want %v", tc.text, tc.pictures, got, tc.want)
		}
	}
}

func TestFactor(t *testing.T) {
	for _, tc := range []struct {
		pace schema.Pace
		rate float64
		want float64 // letters a second
	}{
		{"", MessageRate, 16}, {"normal", MessageRate, 16}, {"slow", MessageRate, 12}, {"fast", MessageRate, 22}, {"40", MessageRate, 40},
		{"normal", AnswerRate, 22}, {"slow", AnswerRate, 16.5}, {"fast", AnswerRate, 24}, {"8", AnswerRate, 8},
	} {
		if got := tc.rate / Factor(tc.pace, tc.rate); got < tc.want-1e-6 || got > tc.want+1e-6 {
			t.Errorf("pace %q is %g letters a second, want %g", tc.pace, got, tc.want)
		}
	}
}

// Of a text that is cut behind some lines, only what stands in them is read.
func TestLettersIn(t *testing.T) {
	for text, want := range map[string]int{
		"": 0, "one line": 8, "日本": 4, strings.Repeat("é", 70): 60, "a\nb\nc\nd": 3, strings.Repeat("x", 25) + "\n" + strings.Repeat("y", 90): 45,
	} {
		if got := LettersIn(text, 3, 20); got != want {
			t.Errorf("%q has %d letters in three lines of 20, want %d", text, got, want)
		}
	}
}

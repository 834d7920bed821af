package pace

import (
	"reflect"
	"testing"
	"time"

	"mockup/internal/schema"
)

// spoken returns the beats of chat with voices of so many seconds.
func spoken(voices []float64, timings ...*schema.Timing) []Beat {
	beats := chat(timings...)
	for i, v := range voices {
		beats[i].Voice = seconds(v)
	}
	return beats
}

// A beat stays at least for as long as its voice and a tenth of a second more, at any pace.
func TestVoices(t *testing.T) {
	second := Flexible(time.Second)
	for name, tc := range map[string]struct {
		voices  []float64
		timings []*schema.Timing
		opts    Options
		opens   bool
		want    string
		length  float64
	}{
		"shorter than its text": {[]float64{1, 2}, []*schema.Timing{nil, nil}, Options{Outro: second}, false, "0.3-1.3 3.3-4.3", 8.3},
		"longer than its text":  {[]float64{5, 0}, []*schema.Timing{nil, nil}, Options{Outro: second}, false, "0.3-1.3 5.4-6.4", 10.4},
		"the last one":          {[]float64{0, 5}, []*schema.Timing{nil, nil}, Options{Outro: second}, false, "0.3-1.3 3.3-4.3", 10.4},
		"it does not hurry":     {[]float64{5, 0}, []*schema.Timing{nil, nil}, Options{Outro: second, Factor: 0.5}, false, "0.15-0.65 5.25-5.75", 7.75},
		"behind the intro":      {[]float64{5, 0}, []*schema.Timing{nil, nil}, Options{Intro: 2 * time.Second, Outro: second}, true, "0-0 6.1-7.1", 11.1},
		"to fit a length":       {[]float64{5, 0}, []*schema.Timing{nil, nil}, Options{Outro: second, Length: 8 * time.Second}, false, "0.1642-0.7113 5.264-5.811", 8},
		"a time that waits":     {[]float64{5, 0}, []*schema.Timing{nil, {At: number(9)}}, Options{Outro: second}, false, "0.3-1.3 8-9", 13},
		"a time that hurries":   {[]float64{5, 0}, []*schema.Timing{nil, {At: number(5.3)}}, Options{Outro: second}, false, "0.04615-0.2 5.146-5.3", 9.3},
	} {
		t.Run(name, func(t *testing.T) {
			beats := spoken(tc.voices, tc.timings...)
			beats[0].Opens = tc.opens
			if c := FindConflict(beats, tc.opts); c != nil {
				t.Fatalf("%+v", c)
			}
			plan := New(beats, tc.opts)
			if got := times(plan); got != tc.want || (plan.Length-seconds(tc.length)).Abs() > time.Millisecond {
				t.Errorf("%s in %v, want %s in %v s", got, plan.Length, tc.want, tc.length)
			}
			for _, v := range plan.Voices(beats) {
				if next := plan.Moments[v.Beat].Next; next < v.To+voicePause-time.Microsecond || v.To-v.From != beats[v.Beat].Voice {
					t.Errorf("the voice of beat %d is heard from %v to %v, and the next one is there at %v", v.Beat, v.From, v.To, next)
				}
			}
		})
	}
}

// Times that leave no room for a voice are found before anything is planned.
func TestFindConflict(t *testing.T) {
	ms := func(n int) time.Duration { return time.Duration(n) * time.Millisecond }
	for name, tc := range map[string]struct {
		voices  []float64
		timings []*schema.Timing
		opts    Options
		want    *Conflict
	}{
		"no voice, whatever the times": {[]float64{0, 0}, []*schema.Timing{nil, {At: number(0)}}, Options{}, nil},
		"a hold that is long enough":   {[]float64{2, 0}, []*schema.Timing{{Hold: number(2.1)}, nil}, Options{}, nil},
		"a hold that is not":           {[]float64{2, 0}, []*schema.Timing{{Hold: number(2)}, nil}, Options{}, &Conflict{0, true, ms(2000), ms(2100)}},
		"a time that is late enough":   {[]float64{2, 0}, []*schema.Timing{nil, {At: number(2.1)}}, Options{}, nil},
		"a time that is not":           {[]float64{2, 0}, []*schema.Timing{nil, {At: number(2)}}, Options{}, &Conflict{1, false, ms(2000), ms(2100)}},
		"several voices":               {[]float64{2, 3, 0}, []*schema.Timing{{At: number(1)}, nil, {At: number(6)}}, Options{}, &Conflict{2, false, ms(6000), ms(6200)}},
		"a length that is too short":   {[]float64{2, 3}, []*schema.Timing{nil, nil}, Options{Length: ms(5000)}, &Conflict{-1, false, ms(5000), ms(5200)}},
		"a length with its end":        {[]float64{2, 3}, []*schema.Timing{nil, nil}, Options{Length: ms(6000), Intro: ms(500), Outro: Span{ms(500), true}}, &Conflict{-1, false, ms(6000), ms(6200)}},
		"a length that is long enough": {[]float64{2, 3}, []*schema.Timing{nil, nil}, Options{Length: ms(5200)}, nil},
	} {
		if got := FindConflict(spoken(tc.voices, tc.timings...), tc.opts); !reflect.DeepEqual(got, tc.want) {
			t.Errorf("%s: %+v, want %+v", name, got, tc.want)
		}
	}
}

// The voice of an answer is heard while it is written.
func TestVoiceOfAnswer(t *testing.T) {
	beats := []Beat{{Writing: Flexible(2 * time.Second), Hold: Flexible(time.Second), Voice: 5 * time.Second}, {}}
	plan := New(beats, Options{})
	if m := plan.Moments; m[0].Whole != 2*time.Second || m[1].At != 5100*time.Millisecond {
		t.Errorf("the answer is whole at %v, and what follows comes at %v; want 2 s, 5.1 s", m[0].Whole, m[1].At)
	}
}

// Nothing has a sign before a recording has ended, whatever times the payload gives, and times that leave room for the recording are kept.
func TestRecordings(t *testing.T) {
	for name, tc := range map[string]struct {
		timings []*schema.Timing
		opts    Options
		want    string
	}{
		"at its pace":           {[]*schema.Timing{nil, nil}, Options{}, "0.3-1.3 6.62-7.62"},
		"twice as fast":         {[]*schema.Timing{nil, nil}, Options{Factor: 0.5}, "0.15-0.65 5.81-6.31"},
		"a long time to type":   {[]*schema.Timing{nil, {Typing: number(4)}}, Options{}, "0.3-1.3 6.62-10.62"},
		"the same, but faster":  {[]*schema.Timing{nil, {Typing: number(4)}}, Options{Factor: 0.5}, "0.15-0.65 5.65-7.81"},
		"a delay that is short": {[]*schema.Timing{nil, {Delay: number(1)}}, Options{}, "0.3-1.3 6.62-7.62"},
		"a delay that is long":  {[]*schema.Timing{nil, {Delay: number(8)}}, Options{}, "0.3-1.3 9.3-10.3"},
		"a time":                {[]*schema.Timing{nil, {At: number(9)}}, Options{}, "0.3-1.3 8-9"},
		"a time right after it": {[]*schema.Timing{nil, {At: number(6.5)}}, Options{}, "0.1718-0.7443 5.927-6.5"},
		"a hold":                {[]*schema.Timing{{Hold: number(5.2)}, nil}, Options{}, "0.3-1.3 6.3-6.5"},
	} {
		beats := spoken([]float64{5, 0}, tc.timings...)
		beats[0].Played = true
		if c := FindConflict(beats, tc.opts); c != nil {
			t.Errorf("%s: %+v", name, c)
		}
		if got := times(New(beats, tc.opts)); got != tc.want {
			t.Errorf("%s: %s, want %s", name, got, tc.want)
		}
	}
}

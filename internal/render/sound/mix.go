package sound

import (
	"bytes"
	"context"
	"encoding/binary"
	"io"
	"math"
	"slices"
	"sync"
)

const (
	// Loudness is that of a mix with voices or music, in LUFS, and of each voice in it. It is what video platforms play at
	// without making it quieter.
	Loudness = -16.0

	// ceiling is the true peak of such a mix, 1.5 dB below full scale: codecs add some tenths of a decibel.
	ceiling = 0.8414

	// mostLimited is how far above the ceiling the peaks of voices and music may be before they are limited, as a factor: 9.5 dB. More
	// would be heard as distortion.
	mostLimited = 3

	// mostSpoken is how much louder than Loudness voices become where they are seldom heard: 4 dB. More would press them, as
	// their peaks have to be limited.
	mostSpoken = 1.585

	// mostRaised is how much louder in relation to voices music between them may become, for the loudness of the whole: 10 dB.
	// With music of a third of a voice's volume the whole has it then, also where many keys are heard; quieter music stays quiet.
	mostRaised = 3.162
)

// Score is what is heard in a video, and when.
type Score struct {
	Frames  int // length of the video: samples of each channel
	Effects []Placed
	Voices  []Voice
	Music   *Music // nil: none
}

// Empty reports whether nothing is heard.
func (s Score) Empty() bool {
	return len(s.Effects) == 0 && len(s.Voices) == 0 && s.Music == nil
}

// Mix is the sound of a video. Effects alone are mono. They are as loud as they are made, with voices and music too, but for those that
// somebody speaks over or that music would hide: what is so short has no loudness that could be measured. With voices or music the mix is
// stereo, and has the loudness Loudness. Where voices are seldom heard, music between them is louder in relation to them than below them.
type Mix struct {
	score  Score
	tracks []namedTrack

	mu    sync.Mutex
	level *level // nil until it is known
}

type namedTrack struct {
	name  string
	track track
}

// level is what is done with voices and music.
type level struct {
	rest    float64 // gain of music while nobody speaks
	spoken  float64 // gain of voices, not above rest
	limited bool    // the true peaks would be too high
}

// even is the level with the same gain for both.
func even(gain float64) level { return level{rest: gain, spoken: gain} }

// below is the gain of music while somebody speaks: half way, so that music which is raised gives way by less than it is raised.
func (l level) below() float64 { return math.Sqrt(l.rest * l.spoken) }

// New mixes a score; nil if nothing is heard.
func New(s Score) *Mix {
	if s.Empty() {
		return nil
	}
	m := &Mix{score: s}
	if len(s.Effects) > 0 {
		m.tracks = append(m.tracks, namedTrack{"effects", newEffects(s.Effects, s.Voices, s.Music)})
	}
	if len(s.Voices) > 0 {
		m.tracks = append(m.tracks, namedTrack{"voice", newVoices(s.Voices)})
	}
	if s.Music != nil {
		m.tracks = append(m.tracks, namedTrack{"music", newMusic(*s.Music, s.Frames, s.Effects, s.Voices)})
	}
	return m
}

// Channels is the number of channels: 1, or 2 with voices or music.
func (m *Mix) Channels() int {
	if len(m.score.Voices) == 0 && m.score.Music == nil {
		return 1
	}
	return 2
}

// PCM returns the samples as 16-bit little-endian PCM, those of two channels in turns. It computes while it is read, and
// reading fails once the context is done.
func (m *Mix) PCM(ctx context.Context) io.Reader { return &pcm{ctx: ctx, mix: m, tracks: m.tracks} }

// Stem is one track of a mix, as loud as it is in there. Together they are the mix, but for what is done about peaks that
// come from several tracks.
type Stem struct {
	Name string    // effects, voice or music
	Size int64     // bytes
	WAV  io.Reader // a file
}

// Stems returns the tracks. They are read as PCM's samples are.
func (m *Mix) Stems(ctx context.Context) []Stem {
	var stems []Stem
	for _, t := range m.tracks {
		size, wav := m.wav(&pcm{ctx: ctx, mix: m, tracks: []namedTrack{t}})
		stems = append(stems, Stem{t.name, size, wav})
	}
	return stems
}

// WAV returns the whole as a file, which is read as PCM's samples are, and its size in bytes.
func (m *Mix) WAV(ctx context.Context) (size int64, file io.Reader) { return m.wav(m.PCM(ctx)) }

// wav puts the header of a file before samples of the mix.
func (m *Mix) wav(samples io.Reader) (size int64, file io.Reader) {
	data := 2 * int64(m.Channels()) * int64(m.score.Frames)
	return wavHeader + data, io.MultiReader(m.header(data), samples)
}

// rounds is how often the gain is corrected for what the limiter takes away, at most.
const rounds = 4

// Settle finds the level of the mix, which takes as long as reading it a few times. Without this call the first reader
// does it.
func (m *Mix) Settle(ctx context.Context) error {
	_, err := m.settled(ctx)
	return err
}

// settled returns the level of the mix, which is found once.
func (m *Mix) settled(ctx context.Context) (level, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.level == nil {
		l := m.settle(ctx)
		if ctx.Err() != nil {
			return level{}, context.Cause(ctx)
		}
		m.level = &l
	}
	return *m.level, nil
}

// settle finds the level of a mix: that of Loudness, or a lower one where its peaks would have to be limited too much, or where music is
// very quiet. What it returns for a context that is done means nothing.
func (m *Mix) settle(ctx context.Context) level {
	if m.Channels() == 1 {
		return even(1)
	}
	loudness, peak := m.measure(ctx, even(1), false)
	if math.IsInf(loudness, 0) {
		return even(1)
	}
	gain, most := decibels(Loudness-loudness), m.most(peak)
	l := most.within(gain)
	if len(m.score.Effects) == 0 && peak*gain <= ceiling && l == even(gain) {
		return l
	}
	l.limited = peak*l.spoken > ceiling // no gain is less
	for range rounds {
		loudness, peak = m.measure(ctx, l, true)
		if peak > ceiling {
			l.limited = true
			loudness, _ = m.measure(ctx, l, true)
		}
		off := Loudness - loudness
		next := most.within(l.rest * decibels(off))
		if math.Abs(off) < 0.05 || next.rest == l.rest {
			break
		}
		next.limited = l.limited
		l = next
	}
	return l
}

// most returns the highest level of a mix with a true peak. Music that does not give way to voices keeps its distance to them.
func (m *Mix) most(peak float64) level {
	gain := max(1, mostLimited*ceiling/peak)
	if len(m.score.Voices) == 0 {
		return even(gain)
	}
	gain = min(gain, mostSpoken)
	if m.score.Music != nil && !m.score.Music.Duck {
		return even(gain)
	}
	return level{rest: gain * mostRaised, spoken: gain}
}

// within returns the level with a gain where that is not above the highest level l.
func (l level) within(gain float64) level {
	return level{rest: min(gain, l.rest), spoken: min(gain, l.spoken)}
}

// measure returns the loudness of the mix at a level, in LUFS, with or without effects, and its true peak, unless that is limited.
func (m *Mix) measure(ctx context.Context, l level, effects bool) (loudness, peak float64) {
	meter, found := newMeter(), [2]peaks{}
	p := &pcm{mix: m}
	for _, t := range m.tracks {
		if effects || t.name != "effects" {
			p.tracks = append(p.tracks, t)
		}
	}
	p.begin(l)
	for p.at < m.score.Frames && ctx.Err() == nil {
		left, right := p.block()
		meter.add(left, right)
		for i := 0; i < len(left) && !l.limited; i++ {
			peak = max(peak, found[0].next(left[i], peak), found[1].next(right[i], peak))
		}
	}
	return meter.loudness(), peak
}

// blockFrames is how much is computed at once.
const blockFrames = Rate / 10

// pcm computes the samples of tracks.
type pcm struct {
	ctx     context.Context
	mix     *Mix
	tracks  []namedTrack
	begun   bool
	level   level
	limiter *limiter // nil: none
	fed     int      // frames that were taken from the tracks
	at      int      // frames that were returned
	left    [blockFrames]float64
	right   [blockFrames]float64
	buffer  []byte
	pending []byte // of the buffer, to be read
}

// begin sets the level, and fills the limiter, whose samples come later.
func (p *pcm) begin(l level) {
	p.begun, p.level = true, l
	if l.limited {
		p.limiter = newLimiter(ceiling)
		p.compute(limiterDelay)
	}
}

// compute takes frames from the tracks, silence behind their end.
func (p *pcm) compute(frames int) (left, right []float64) {
	left, right = p.left[:frames], p.right[:frames]
	clear(left)
	clear(right)
	if n := min(frames, p.mix.score.Frames-p.fed); n > 0 {
		for _, t := range p.tracks {
			t.track.add(p.level, p.fed, left[:n], right[:n])
		}
	}
	for i := 0; i < len(left) && p.limiter != nil; i++ {
		left[i], right[i] = p.limiter.next(left[i], right[i])
	}
	p.fed += frames
	return left, right
}

// block returns the next frames.
func (p *pcm) block() (left, right []float64) {
	n := min(blockFrames, p.mix.score.Frames-p.at)
	p.at += n
	return p.compute(n)
}

// Read reads samples.
func (p *pcm) Read(to []byte) (int, error) {
	if p.ctx.Err() != nil {
		return 0, context.Cause(p.ctx)
	}
	if !p.begun {
		l, err := p.mix.settled(p.ctx)
		if err != nil {
			return 0, err
		}
		p.begin(l)
	}
	if len(p.pending) == 0 {
		if p.at == p.mix.score.Frames {
			return 0, io.EOF
		}
		p.fill()
	}
	n := copy(to, p.pending)
	p.pending = p.pending[n:]
	return n, nil
}

// fill writes the next block into the buffer.
func (p *pcm) fill() {
	left, right := p.block()
	p.buffer = p.buffer[:0]
	for i := range left {
		p.buffer = appendSample(p.buffer, left[i])
		if p.mix.Channels() == 2 {
			p.buffer = appendSample(p.buffer, right[i])
		}
	}
	p.pending = p.buffer
}

func appendSample(to []byte, v float64) []byte {
	v = max(-1, min(1, v))
	return binary.LittleEndian.AppendUint16(to, uint16(int16(math.Round(v*math.MaxInt16))))
}

// wavHeader is the size of a WAV file's header.
const wavHeader = 44

// header returns the header of a WAV file with so many bytes of samples.
func (m *Mix) header(data int64) io.Reader {
	channels := m.Channels()
	order := binary.LittleEndian
	h := slices.Concat([]byte("RIFF"), order.AppendUint32(nil, uint32(wavHeader-8+data)), []byte("WAVEfmt "))
	h = order.AppendUint32(h, 16)
	h = order.AppendUint16(h, 1) // PCM
	h = order.AppendUint16(h, uint16(channels))
	h = order.AppendUint32(h, Rate)
	h = order.AppendUint32(h, uint32(Rate*2*channels))
	h = order.AppendUint16(h, uint16(2*channels))
	h = order.AppendUint16(h, 16)
	h = append(h, "data"...)
	h = order.AppendUint32(h, uint32(data))
	return bytes.NewReader(h)
}

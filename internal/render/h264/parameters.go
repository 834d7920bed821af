package h264

import "errors"

// parameters are what slice headers depend on, from the parameter sets of a stream.
type parameters struct {
	known       bool
	numberBits  int  // of frame_num
	macroblocks uint // of a picture

	set        uint // pic_parameter_set_id
	isCABAC    bool
	qp         int  // of a slice without a difference
	canDeblock bool // slices say whether they are deblocked

	noNumbers bool // the order of pictures is that of the stream
}

// Errors of streams that cannot be dealt with.
var (
	errHeader      = errors.New("a header of the stream is damaged")
	errOrder       = errors.New("the stream orders its pictures in a way that leaves no room for repeated ones: encode it without B frames")
	errInterlaced  = errors.New("the stream is interlaced")
	errMatrices    = errors.New("the stream has scaling matrices or colours at full resolution")
	errWeights     = errors.New("the stream has weighted prediction: encode it with weightp=0")
	errSlices      = errors.New("the stream has several slices in a picture, or groups of slices: encode it without sliced threads")
	errRedundant   = errors.New("the stream has redundant pictures")
	errUnreferable = errors.New("the stream has pictures that no other may refer to: encode it without B frames")
)

// profileHigh is the first profile whose parameter sets know colours at full resolution; ours is no other above it.
const profileHigh = 100

// readSPS reads a sequence parameter set (7.3.2.1.1).
func (p *parameters) readSPS(payload []byte) error {
	r := &bitReader{data: payload[1:]}
	profile := r.u(8)
	r.u(16) // constraints, level
	r.ue()  // its id
	if profile >= profileHigh {
		subsampling := r.ue()
		r.ue() // bit depth of Y
		r.ue() // bit depth of Cb and Cr
		r.flag()
		if matrices := r.flag(); matrices || subsampling != 1 {
			return errMatrices
		}
	}
	p.numberBits = int(r.ue()) + 4
	if order := r.ue(); order != 2 {
		return errOrder
	}
	r.ue() // reference frames
	r.flag()
	p.macroblocks = (r.ue() + 1) * (r.ue() + 1)
	if onlyFrames := r.flag(); !onlyFrames {
		return errInterlaced
	}
	if r.ended || p.numberBits > 16 || p.macroblocks > 1<<20 {
		return errHeader
	}
	return nil
}

// readPPS reads a picture parameter set (7.3.2.2).
func (p *parameters) readPPS(payload []byte) error {
	r := &bitReader{data: payload[1:]}
	p.set = r.ue()
	r.ue() // the sequence parameter set
	p.isCABAC = r.flag()
	r.flag() // order of bottom fields
	if groups := r.ue(); groups != 0 {
		return errSlices
	}
	r.ue() // references of P slices
	r.ue() // references of B slices
	if weights := r.u(3); weights != 0 {
		return errWeights
	}
	p.qp = 26 + r.se()
	r.se() // SP slices
	r.se() // Cb and Cr
	p.canDeblock = r.flag()
	r.flag() // constrained intra prediction
	if redundant := r.flag(); redundant {
		return errRedundant
	}
	if r.ended {
		return errHeader
	}
	p.known = true
	return nil
}

// renumber adds to a picture's frame_num, in place, and returns the new one. The header begins with the first macroblock,
// the kind of slice and the parameter set (7.3.3).
func (p *parameters) renumber(payload []byte, add uint) (number uint, err error) {
	if !p.known || p.numberBits == 0 {
		return 0, errNoParameters
	}
	if payload[0]>>5 == 0 {
		return 0, errUnreferable
	}
	r := &bitReader{data: payload, at: 8}
	if first := r.ue(); first != 0 {
		return 0, errSlices
	}
	if kind := r.ue(); kind%5 == 1 {
		return 0, errOrder
	}
	r.ue()
	at := r.at
	number = r.u(p.numberBits) + add
	if r.ended {
		return 0, errHeader
	}
	for i := range p.numberBits {
		bit, mask := byte(number>>(p.numberBits-1-i))&1, byte(0x80)>>((at+i)%8)
		payload[(at+i)/8] &^= mask
		payload[(at+i)/8] |= bit * mask
	}
	return number, nil
}

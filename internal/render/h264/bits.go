package h264

import "math/bits"

// bitReader reads the codes of a header (9.1). Behind the end it reads zeros, and says so in ended.
type bitReader struct {
	data  []byte
	at    int // bits
	ended bool
}

// u reads an unsigned number of n bits.
func (r *bitReader) u(n int) uint {
	value := uint(0)
	for range n {
		value <<= 1
		if r.at/8 >= len(r.data) {
			r.ended = true
			continue
		}
		value |= uint(r.data[r.at/8]>>(7-r.at%8)) & 1
		r.at++
	}
	return value
}

func (r *bitReader) flag() bool { return r.u(1) == 1 }

// ue reads an unsigned number as an Exp-Golomb code.
func (r *bitReader) ue() uint {
	zeros := 0
	for !r.ended && zeros < 32 && !r.flag() {
		zeros++
	}
	return 1<<zeros - 1 + r.u(zeros)
}

// se reads a signed number as an Exp-Golomb code.
func (r *bitReader) se() int {
	code := r.ue()
	if code%2 == 1 {
		return int(code/2) + 1
	}
	return -int(code / 2)
}

// bitWriter writes the codes of a header.
type bitWriter struct {
	data []byte
	used int // bits
}

// u writes the lowest n bits of a number.
func (w *bitWriter) u(n int, value uint) {
	for i := n - 1; i >= 0; i-- {
		if w.used%8 == 0 {
			w.data = append(w.data, 0)
		}
		w.data[w.used/8] |= byte(value>>i&1) << (7 - w.used%8)
		w.used++
	}
}

func (w *bitWriter) ue(value uint) {
	length := bits.Len(value + 1)
	w.u(length-1, 0)
	w.u(length, value+1)
}

func (w *bitWriter) se(value int) {
	if value > 0 {
		w.ue(uint(2*value - 1))
		return
	}
	w.ue(uint(-2 * value))
}

// align fills the last byte with ones or zeros.
func (w *bitWriter) align(bit uint) {
	for w.used%8 != 0 {
		w.u(1, bit)
	}
}

package h264

// skipQP is the quantisation parameter that slices without residuals say they have. With it the probability of a skipped
// macroblock begins high.
const skipQP = 51

// skipped is a P slice that skips every macroblock, so that it repeats the frame before it (8.4.1.1): motion vectors are 0
// where no neighbour has another. It may be referred to. Only the lowest bits of number are written.
func (p *parameters) skipped(number uint) []byte {
	w := &bitWriter{}
	w.u(8, 2<<5|kindSlice)
	w.ue(0)                   // first macroblock
	w.ue(5)                   // all slices of the picture are P
	w.ue(p.set)               //
	w.u(p.numberBits, number) // frame_num
	w.u(1, 1)                 // the number of references follows
	w.ue(0)                   // it is 1
	w.u(1, 0)                 // in their usual order
	w.u(1, 0)                 // the oldest reference goes
	if p.isCABAC {            //
		w.ue(0) // cabac_init_idc
	} //
	w.se(skipQP - p.qp) //
	if p.canDeblock {   //
		w.ue(1) // not deblocked
	}
	if p.isCABAC {
		w.align(1)
		skipByCABAC(w, p.macroblocks)
	} else {
		w.ue(p.macroblocks) // mb_skip_run
		w.u(1, 1)           // end of the unit
	}
	w.align(0)
	return w.data
}

// The state of the context of mb_skip_flag at skipQP, by which all neighbours are skipped too or missing: preCtxState of
// context 11 is 23*51/16 + 33 = 106 (tables 9-13 and 9-33), hence state 106-64, in which a skip is the more probable value.
const (
	firstState = 42
	lastState  = 62
)

// leastRange is the range of the less probable value in the states from firstState on, by the quarter of the range (table 9-44).
var leastRange = [...][4]uint{
	{16, 20, 23, 27}, {15, 19, 22, 25}, {14, 18, 21, 24}, {14, 17, 20, 23}, {13, 16, 19, 22}, {12, 15, 18, 21}, {12, 14, 17, 20},
	{11, 14, 16, 19}, {11, 13, 15, 18}, {10, 12, 15, 17}, {10, 12, 14, 16}, {9, 11, 13, 15}, {9, 11, 12, 14}, {8, 10, 12, 14},
	{8, 9, 11, 13}, {7, 9, 11, 12}, {7, 9, 10, 12}, {7, 8, 10, 11}, {6, 8, 9, 11}, {6, 7, 9, 10}, {6, 7, 8, 9},
}

// skipByCABAC writes that every macroblock is skipped, with the arithmetic coder of 9.3.4.2. Each decision is the more
// probable one, so the lower end of its interval stays 0 until the end of the slice.
func skipByCABAC(w *bitWriter, macroblocks uint) {
	state, interval := firstState, uint(510)
	begun := false // the first bit that the coder puts out is left out
	narrow := func(by uint) {
		for interval -= by; interval < 256; interval <<= 1 {
			if begun {
				w.u(1, 0)
			}
			begun = true
		}
	}
	for i := range macroblocks {
		narrow(leastRange[state-firstState][interval>>6&3]) // mb_skip_flag
		state = min(state+1, lastState)
		if i < macroblocks-1 {
			narrow(2) // the slice goes on
		}
	}
	// The slice ends: the interval is the upper 2 of the range, 7 bits of its lower end go out, then the last three, of which
	// the last is the end of the unit (9.3.4.5).
	low := interval - 2
	for i := range 8 {
		if begun || i > 0 {
			w.u(1, low>>(9-i)&1)
		}
	}
	w.u(2, low&3|1)
}

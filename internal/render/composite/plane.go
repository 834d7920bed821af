package composite

import (
	"encoding/binary"
	"math/bits"
)

// Functions that work on rows of bytes. Where a factor is the same for the whole row, they work on eight pixels at once, as
// two words of four 16-bit lanes. Rows given together are at least as long as dst, and dst may be one of them.

const (
	evenBytes = 0x00ff00ff00ff00ff
	laneHalf  = 0x0080008000800080
	allOpaque = 0xffffffffffffffff
)

// blendRow draws premultiplied src over dst.
func blendRow(dst, src, alpha []byte) {
	n := len(dst)
	src, alpha = src[:n], alpha[:n]
	i := 0
	for ; i+8 <= n; i += 8 {
		switch a := binary.LittleEndian.Uint64(alpha[i:]); {
		case a == 0:
		case a == allOpaque:
			copy8(dst[i:], src[i:])
		case a == bits.RotateLeft64(a, 8):
			blendEven(dst[i:i+8], src[i:i+8], byte(a))
		default:
			blend8((*[8]byte)(dst[i:]), (*[8]byte)(src[i:]), (*[8]byte)(alpha[i:]))
		}
	}
	for ; i < n; i++ {
		dst[i] = blend(dst[i], src[i], alpha[i])
	}
}

// copy8 copies eight bytes, without the call that copy makes.
func copy8(dst, src []byte) {
	binary.LittleEndian.PutUint64(dst, binary.LittleEndian.Uint64(src))
}

func blend8(d, s, a *[8]byte) {
	d[0] = blend(d[0], s[0], a[0])
	d[1] = blend(d[1], s[1], a[1])
	d[2] = blend(d[2], s[2], a[2])
	d[3] = blend(d[3], s[3], a[3])
	d[4] = blend(d[4], s[4], a[4])
	d[5] = blend(d[5], s[5], a[5])
	d[6] = blend(d[6], s[6], a[6])
	d[7] = blend(d[7], s[7], a[7])
}

// blendEven blends eight pixels that have the same alpha.
func blendEven(dst, src []byte, a byte) {
	d, s, keep := binary.LittleEndian.Uint64(dst), binary.LittleEndian.Uint64(src), keepOf(a)
	even := ((d&evenBytes)*keep + laneHalf) >> 8 & evenBytes
	odd := ((d>>8&evenBytes)*keep + laneHalf) &^ evenBytes
	binary.LittleEndian.PutUint64(dst, s+(even|odd)) // no lane exceeds a byte
}

// blend is s + d*(255-a)/255 with the factor in 1/256: 256-a below one half, 255-a above, which leaves d alone under
// nothing, replaces it under opaque, and never exceeds 255.
func blend(d, s, a byte) byte {
	return s + byte((uint64(d)*keepOf(a)+128)>>8)
}

// keepOf is what is kept of the pixel below alpha a, in 1/256.
func keepOf(a byte) uint64 { return 256 - uint64(a) - uint64(a>>7) }

// scaleRow makes dst = src*k/256, k up to 256.
func scaleRow(dst, src []byte, k int) {
	n := len(dst)
	src = src[:n]
	f := uint64(k)
	i := 0
	for ; i+8 <= n; i += 8 {
		s := binary.LittleEndian.Uint64(src[i:])
		even := ((s&evenBytes)*f + laneHalf) >> 8 & evenBytes
		odd := ((s>>8&evenBytes)*f + laneHalf) &^ evenBytes
		binary.LittleEndian.PutUint64(dst[i:], even|odd)
	}
	for ; i < n; i++ {
		dst[i] = byte((uint64(src[i])*f + 128) >> 8)
	}
}

// lerpRow makes dst = a*(256-f)/256 + b*f/256.
func lerpRow(dst, a, b []byte, f int) {
	n := len(dst)
	a, b = a[:n], b[:n]
	g, f64 := uint64(256-f), uint64(f)
	i := 0
	for ; i+8 <= n; i += 8 {
		p, q := binary.LittleEndian.Uint64(a[i:]), binary.LittleEndian.Uint64(b[i:])
		even := ((p&evenBytes)*g + (q&evenBytes)*f64 + laneHalf) >> 8 & evenBytes
		odd := ((p>>8&evenBytes)*g + (q>>8&evenBytes)*f64 + laneHalf) &^ evenBytes
		binary.LittleEndian.PutUint64(dst[i:], even|odd)
	}
	for ; i < n; i++ {
		dst[i] = byte((uint64(a[i])*g + uint64(b[i])*f64 + 128) >> 8)
	}
}

// halveRows makes each pixel of dst the mean of four pixels of two rows.
func halveRows(dst, a, b []byte) {
	n := len(dst)
	a, b = a[:2*n], b[:2*n]
	i := 0
	for ; i+4 <= n; i += 4 {
		p, q := binary.LittleEndian.Uint64(a[2*i:]), binary.LittleEndian.Uint64(b[2*i:])
		sum := p&evenBytes + p>>8&evenBytes + q&evenBytes + q>>8&evenBytes + 2*0x0001000100010001
		sum = sum >> 2 & evenBytes
		sum = (sum | sum>>8) & 0x0000ffff0000ffff
		binary.LittleEndian.PutUint32(dst[i:], uint32(sum|sum>>16))
	}
	for ; i < n; i++ {
		dst[i] = byte((int(a[2*i]) + int(a[2*i+1]) + int(b[2*i]) + int(b[2*i+1]) + 2) >> 2)
	}
}

// fill8 sets eight pixels to a value.
func fill8(dst []byte, value byte) {
	binary.LittleEndian.PutUint64(dst, uint64(value)*0x0101010101010101)
}

// mulRow makes dst = src*m/255.
func mulRow(dst, src, m []byte) {
	n := len(dst)
	src, m = src[:n], m[:n]
	i := 0
	for ; i+8 <= n; i += 8 {
		switch binary.LittleEndian.Uint64(m[i:]) {
		case 0:
			clear(dst[i : i+8])
		case allOpaque:
			copy8(dst[i:], src[i:])
		default:
			for j := i; j < i+8; j++ {
				dst[j] = mul(src[j], m[j])
			}
		}
	}
	for ; i < n; i++ {
		dst[i] = mul(src[i], m[i])
	}
}

// mul is a*b/255, rounded.
func mul(a, b byte) byte {
	t := uint32(a)*uint32(b) + 128
	return byte((t + t>>8) >> 8)
}

// divideRow makes dst = src*255/alpha, at most top, and zero where there is no alpha.
func divideRow(dst, src, alpha []byte, zero, top byte) {
	n := len(dst)
	src, alpha = src[:n], alpha[:n]
	zeros := uint64(zero) * 0x0101010101010101
	i := 0
	for ; i+8 <= n; i += 8 {
		switch binary.LittleEndian.Uint64(alpha[i:]) {
		case 0:
			binary.LittleEndian.PutUint64(dst[i:], zeros)
		case allOpaque:
			copy8(dst[i:], src[i:])
		default:
			for j := i; j < i+8; j++ {
				dst[j] = divide(src[j], alpha[j], zero, top)
			}
		}
	}
	for ; i < n; i++ {
		dst[i] = divide(src[i], alpha[i], zero, top)
	}
}

func divide(v, alpha, zero, top byte) byte {
	switch a := uint32(alpha); a {
	case 0:
		return zero
	case 255:
		return v
	default:
		return byte(min(max((uint32(v)*255+a/2)/a, blackY), uint32(top)))
	}
}

// stretchRow reads src at pos, pos+step, … (in 1/65536 pixels, between pixels by straight lines).
// Most of what is stretched has one colour: eight pixels that are read from equal ones are filled at once.
func stretchRow(dst, src []byte, pos, step int64) {
	for len(dst) >= 8 {
		first, last := int(pos>>16), int((pos+7*step)>>16)+1
		if first+8 <= len(src) && last-first < 16 {
			all := binary.LittleEndian.Uint64(src[first:])
			if all == bits.RotateLeft64(all, 8) && all == binary.LittleEndian.Uint64(src[max(last-7, first):]) {
				binary.LittleEndian.PutUint64(dst, all)
				dst, pos = dst[8:], pos+8*step
				continue
			}
		}
		stretch(dst[:8], src, pos, step)
		dst, pos = dst[8:], pos+8*step
	}
	stretch(dst, src, pos, step)
}

func stretch(dst, src []byte, pos, step int64) {
	for x := range dst {
		i := pos >> 16
		f := uint32(pos>>8) & 255
		dst[x] = byte((uint32(src[i])*(256-f) + uint32(src[i+1])*f + 128) >> 8)
		pos += step
	}
}

package schema

import "math"

// The conversions are those of https://www.w3.org/TR/css-color-4/#color-conversion-code.

// vector holds the three channels of a colour.
type vector [3]float64

type matrix [3]vector

func (m matrix) times(v vector) (out vector) {
	for i, row := range m {
		out[i] = row[0]*v[0] + row[1]*v[1] + row[2]*v[2]
	}
	return out
}

// each applies f to every channel.
func (v vector) each(f func(float64) float64) vector { return vector{f(v[0]), f(v[1]), f(v[2])} }

// hslToRGB converts a hue in degrees and the rest from 0 to 1.
func hslToRGB(hue, sat, light float64) vector {
	channel := func(n float64) float64 {
		k := math.Mod(n+hue/30, 12)
		if k < 0 {
			k += 12
		}
		return light - sat*min(light, 1-light)*max(-1, min(k-3, 9-k, 1))
	}
	return vector{channel(0), channel(8), channel(4)}
}

// hwbToRGB converts a hue in degrees and the rest from 0 to 1.
func hwbToRGB(hue, white, black float64) vector {
	if white+black >= 1 {
		gray := white / (white + black)
		return vector{gray, gray, gray}
	}
	return hslToRGB(hue, 1, .5).each(func(v float64) float64 { return v*(1-white-black) + white })
}

// polar converts lightness, chroma and a hue in degrees to lightness and the two axes.
func polar(light, chroma, hue float64) vector {
	sin, cos := math.Sincos(hue * math.Pi / 180)
	chroma = max(0, chroma)
	return vector{light, chroma * cos, chroma * sin}
}

// labToRGB converts CIE Lab, which is relative to D50.
func labToRGB(lab vector) vector {
	const kappa, epsilon = 24389.0 / 27, 216.0 / 24389
	y := (lab[0] + 16) / 116
	f := vector{lab[1]/500 + y, y, y - lab[2]/200}
	xyz := f.each(func(v float64) float64 {
		if cube := v * v * v; cube > epsilon {
			return cube
		}
		return (116*v - 16) / kappa
	})
	white := vector{0.3457 / 0.3585, 1, (1 - 0.3457 - 0.3585) / 0.3585}
	return xyzToRGB(d50ToD65().times(vector{xyz[0] * white[0], xyz[1] * white[1], xyz[2] * white[2]}))
}

func oklabToRGB(lab vector) vector {
	lms := matrix{
		{1, 0.3963377773761749, 0.2158037573099136},
		{1, -0.1055613458156586, -0.0638541728258133},
		{1, -0.0894841775298119, -1.2914855480194092},
	}.times(lab).each(func(v float64) float64 { return v * v * v })
	return xyzToRGB(matrix{
		{1.2268798758459243, -0.5578149944602171, 0.2813910456659647},
		{-0.0405757452148008, 1.1122868032803170, -0.0717110580655164},
		{-0.0763729366746601, -0.4214933324022432, 1.5869240198367816},
	}.times(lms))
}

// spaceToRGB converts the channels of color() in the space that it names; the result is false for an unknown one.
func spaceToRGB(space string, v vector) (rgb vector, known bool) {
	switch space {
	case "srgb":
		return v, true
	case "srgb-linear":
		return v.each(encodeSRGB), true
	case "display-p3":
		return xyzToRGB(matrix{
			{608311.0 / 1250200, 189793.0 / 714400, 198249.0 / 1000160},
			{35783.0 / 156275, 247089.0 / 357200, 198249.0 / 2500400},
			{0, 32229.0 / 714400, 5220557.0 / 5000800},
		}.times(v.each(decodeSRGB))), true
	case "a98-rgb":
		return xyzToRGB(matrix{
			{573536.0 / 994567, 263643.0 / 1420810, 187206.0 / 994567},
			{591459.0 / 1989134, 6239551.0 / 9945670, 374412.0 / 4972835},
			{53769.0 / 1989134, 351524.0 / 4972835, 4929758.0 / 4972835},
		}.times(v.each(power(563.0 / 256)))), true
	case "prophoto-rgb":
		return xyzToRGB(d50ToD65().times(matrix{
			{0.79776664490064230, 0.13518129740053308, 0.03134773412839220},
			{0.28807482881940130, 0.71183523424187300, 0.00008993693872564},
			{0, 0, 0.82510460251046020},
		}.times(v.each(decodeProPhoto)))), true
	case "rec2020":
		return xyzToRGB(matrix{
			{63426534.0 / 99577255, 20160776.0 / 139408157, 47086771.0 / 278816314},
			{26158966.0 / 99577255, 472592308.0 / 697040785, 8267143.0 / 139408157},
			{0, 19567812.0 / 697040785, 295819943.0 / 278816314},
		}.times(v.each(decodeRec2020))), true
	case "xyz", "xyz-d65":
		return xyzToRGB(v), true
	case "xyz-d50":
		return xyzToRGB(d50ToD65().times(v)), true
	}
	return vector{}, false
}

// xyzToRGB converts XYZ relative to D65 to sRGB.
func xyzToRGB(xyz vector) vector {
	return matrix{
		{12831.0 / 3959, -329.0 / 214, -1974.0 / 3959},
		{-851781.0 / 878810, 1648619.0 / 878810, 36519.0 / 878810},
		{705.0 / 12673, -2585.0 / 12673, 705.0 / 667},
	}.times(xyz).each(encodeSRGB)
}

// d50ToD65 adapts XYZ from one white to the other.
func d50ToD65() matrix {
	return matrix{
		{0.955473421488075, -0.02309845494876471, 0.06325924320057072},
		{-0.0283697093338637, 1.0099953980813041, 0.021041441191917323},
		{0.012314014864481998, -0.020507649298898964, 1.330365926242124},
	}
}

func encodeSRGB(v float64) float64 {
	if math.Abs(v) > 0.0031308 {
		return math.Copysign(1.055*math.Pow(math.Abs(v), 1/2.4)-0.055, v)
	}
	return 12.92 * v
}

func decodeSRGB(v float64) float64 {
	if math.Abs(v) <= 0.04045 {
		return v / 12.92
	}
	return math.Copysign(math.Pow((math.Abs(v)+0.055)/1.055, 2.4), v)
}

func decodeProPhoto(v float64) float64 {
	if math.Abs(v) <= 16.0/512 {
		return v / 16
	}
	return power(1.8)(v)
}

func decodeRec2020(v float64) float64 {
	const alpha, beta = 1.09929682680944, 0.018053968510807
	if math.Abs(v) < beta*4.5 {
		return v / 4.5
	}
	return math.Copysign(math.Pow((math.Abs(v)+alpha-1)/alpha, 1/0.45), v)
}

// power returns the function that raises to a power and keeps the sign.
func power(exponent float64) func(float64) float64 {
	return func(v float64) float64 { return math.Copysign(math.Pow(math.Abs(v), exponent), v) }
}

package sfnt

// Box returns a font that draws nothing but the box of a missing character. Its only character is the space.
func Box(family string) []byte {
	const em, width, rise, fall, line = 1000, 600, 700, 0, 60
	var name []byte // UTF-16
	for _, r := range family {
		name = append(name, Pack(uint16(r))...)
	}
	// Two rectangles: the outer one goes round clockwise, the inner one the other way and so is a hole.
	box := Pack(int16(2), int16(line), int16(fall), int16(width-line), int16(rise), uint16(3), uint16(7), uint16(0), "\x01\x01\x01\x01\x01\x01\x01\x01",
		[]int16{line, 0, width - 2*line, 0, 2*line - (width - line), width - 4*line, 0, 4*line - width},
		[]int16{fall, rise - fall, 0, fall - rise, line, 0, rise - fall - 2*line, 0})
	if len(box)%2 > 0 {
		box = append(box, 0)
	}
	end := uint16(len(box) / 2)
	return File(Tables{
		"head": Pack(uint32(0x10000), uint32(0x10000), uint32(0), uint32(0x5F0F3CF5), uint16(11), uint16(em), make([]byte, 16), int16(0), int16(fall), int16(width), int16(rise), uint16(0), uint16(8), int16(2), int32(0)),
		"hhea": Pack(uint32(0x10000), int16(900), int16(-200), int16(0), uint16(width), int16(0), int16(0), int16(width), int16(1), make([]byte, 14), uint16(2)),
		"maxp": Pack(uint32(0x10000), uint16(2), uint16(8), uint16(2), make([]byte, 4), uint16(1), make([]byte, 16)),
		"OS/2": Pack(uint16(4), int16(width), uint16(400), uint16(5), make([]byte, 50), "NONE", uint16(0x40), uint16(' '), uint16(' '), int16(900), int16(-200), int16(0), uint16(900), uint16(200), make([]byte, 8), int16(500), int16(rise), uint16(0), uint16(' '), uint16(1)),
		"hmtx": Pack(uint16(width), int16(line), uint16(250), int16(0)),
		"cmap": Pack(uint32(1), uint16(3), uint16(10), uint32(12), uint32(12<<16), uint32(28), uint32(0), uint32(1), uint32(' '), uint32(' '), uint32(1)),
		"name": Pack(uint16(0), uint16(1), uint16(18), uint16(3), uint16(1), uint16(0x409), uint16(1), uint16(len(name)), uint16(0), name),
		"post": Pack(uint32(0x30000), make([]byte, 28)),
		"glyf": box, "loca": Pack(uint16(0), end, end),
	}, 0)
}

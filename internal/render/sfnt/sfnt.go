// Package sfnt writes font files in the format of TrueType and OpenType: https://learn.microsoft.com/typography/opentype/spec.
package sfnt

import (
	"encoding/binary"
	"fmt"
	"maps"
	"slices"
)

// Tables are the tables of a font, under their tags of four characters.
type Tables map[string][]byte

// File joins tables to a font file, or to the part of a collection that begins at an offset.
func File(tables Tables, offset int) []byte {
	power, log := 1, 0 // the greatest power of two that is no more than the number of tables
	for ; 2*power <= len(tables); power *= 2 {
		log++
	}
	directory := Pack(uint32(0x10000), uint16(len(tables)), uint16(16*power), uint16(log), uint16(16*(len(tables)-power)))
	var body []byte
	for _, tag := range slices.Sorted(maps.Keys(tables)) {
		data := tables[tag]
		padded := append(slices.Clone(data), make([]byte, (4-len(data)%4)%4)...)
		var sum uint32
		for word := range slices.Chunk(padded, 4) {
			sum += binary.BigEndian.Uint32(word)
		}
		directory = append(directory, Pack(tag, sum, uint32(offset+12+16*len(tables)+len(body)), uint32(len(data)))...)
		body = append(body, padded...)
	}
	return append(directory, body...)
}

// Pack writes values one behind the other: texts, and numbers of a fixed size with their highest byte first.
func Pack(values ...any) []byte {
	var out []byte
	for _, value := range values {
		if text, ok := value.(string); ok {
			value = []byte(text)
		}
		packed, err := binary.Append(out, binary.BigEndian, value)
		if err != nil {
			panic(fmt.Sprintf("sfnt: %v", err)) // a value without a fixed size: an error of the caller
		}
		out = packed
	}
	return out
}

package browser

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"unicode/utf16"
)

// DevTools messages are JSON or, with --remote-debugging-pipe=cbor, Chromium's kind of CBOR (RFC 8949), which it uses inside. To
// turn the megabyte of a screenshot into JSON takes it some milliseconds, and us as many to read it. Each map and array is of
// indefinite length and lies in an envelope, which is tag 24 and a byte string whose length has four bytes. A byte string
// elsewhere is a text in UTF-16, with tag 22 it is data.
const (
	envelope     = "\xd8\x18\x5a"
	envelopeHead = len(envelope) + 4

	tagEnvelope = 24
	tagData     = 22

	deepest = 600     // levels of maps, arrays and their envelopes, as in Chromium
	largest = 1 << 30 // bytes of a message
)

// The major types of items that are used, and the items that have a byte of their own.
const (
	majorUnsigned, majorNegative, majorBytes, majorText, majorTag = 0, 1, 2, 3, 6

	openArray, openMap, endOfItems           = 0x9f, 0xbf, 0xff
	itemFalse, itemTrue, itemNull, beginReal = 0xf4, 0xf5, 0xf6, 0xfb
)

// errMessage is the cause of all errors about what a message holds.
var errMessage = errors.New("not a DevTools message")

// toCBOR returns a JSON message as CBOR. given returns the data that a text stands for, which takes its place; any other
// text stands for itself.
func toCBOR(message []byte, given func(text string) (data []byte, ok bool)) ([]byte, error) {
	tokens := json.NewDecoder(bytes.NewReader(message))
	tokens.UseNumber()
	out := make([]byte, 0, len(message)+256)
	var open []int // envelopes
	for {
		token, err := tokens.Token()
		if err == io.EOF && len(open) == 0 {
			return out, nil
		}
		if err != nil {
			return nil, err
		}
		switch v := token.(type) {
		case json.Delim:
			switch v {
			case '{', '[':
				first := byte(openMap)
				if v == '[' {
					first = openArray
				}
				open = append(open, len(out))
				out = append(append(out, envelope+"\x00\x00\x00\x00"...), first)
			default:
				out = append(out, endOfItems)
				last := len(open) - 1
				binary.BigEndian.PutUint32(out[open[last]+len(envelope):], uint32(len(out)-open[last]-envelopeHead))
				open = open[:last]
			}
		case string:
			if data, ok := given(v); ok {
				out = append(appendHead(append(out, majorTag<<5|tagData), majorBytes, uint32(len(data))), data...)
			} else {
				out = append(appendHead(out, majorText, uint32(len(v))), v...)
			}
		case json.Number:
			out = appendNumber(out, v)
		case bool:
			simple := map[bool]byte{false: itemFalse, true: itemTrue}
			out = append(out, simple[v])
		default:
			out = append(out, itemNull)
		}
	}
}

// appendNumber appends a number, as a whole one only where it has 32 bits.
func appendNumber(out []byte, number json.Number) []byte {
	if n, err := strconv.ParseInt(string(number), 10, 32); err == nil {
		if n < 0 {
			return appendHead(out, majorNegative, uint32(-1-n))
		}
		return appendHead(out, majorUnsigned, uint32(n))
	}
	f, _ := number.Float64() // the decoder has checked its form; what is too large is infinite
	return binary.BigEndian.AppendUint64(append(out, beginReal), math.Float64bits(f))
}

// appendHead appends the beginning of an item: its major type and its number or length.
func appendHead(out []byte, major byte, n uint32) []byte {
	major <<= 5
	switch {
	case n < 24:
		return append(out, major|byte(n))
	case n < 1<<8:
		return append(out, major|24, byte(n))
	case n < 1<<16:
		return binary.BigEndian.AppendUint16(append(out, major|25), uint16(n))
	}
	return binary.BigEndian.AppendUint32(append(out, major|26), n)
}

// readMessage reads one message, which it returns in its envelope.
func readMessage(in io.Reader) ([]byte, error) {
	var head [envelopeHead]byte
	if _, err := io.ReadFull(in, head[:]); err != nil {
		return nil, err
	}
	length := binary.BigEndian.Uint32(head[len(envelope):])
	if string(head[:len(envelope)]) != envelope || length > largest {
		return nil, fmt.Errorf("%w: it begins with %x", errMessage, head)
	}
	message := make([]byte, envelopeHead+int(length))
	_, err := io.ReadFull(in, message[copy(message, head[:]):])
	return message, err
}

// toJSON returns a CBOR message as JSON. Data is given to hold, and the string that this returns stands in its place.
func toJSON(message []byte, hold func(data []byte) string) ([]byte, error) {
	c := converter{in: message, hold: hold}
	if err := c.value(0); err != nil {
		return nil, err
	}
	if len(c.in) > 0 {
		return nil, fmt.Errorf("%w: %d bytes follow it", errMessage, len(c.in))
	}
	return c.out, nil
}

// converter turns CBOR into JSON.
type converter struct {
	in, out []byte
	hold    func(data []byte) string
}

// value converts one value.
func (c *converter) value(depth int) error {
	first, n, err := c.head()
	if err != nil {
		return err
	}
	switch {
	case depth > deepest:
		return fmt.Errorf("%w: it has more than %d levels", errMessage, deepest)
	case first == openMap || first == openArray:
		return c.items(first == openMap, depth+1)
	case first == itemFalse || first == itemTrue:
		c.out = strconv.AppendBool(c.out, first == itemTrue)
		return nil
	case first == itemNull:
		c.out = append(c.out, "null"...)
		return nil
	case first == beginReal:
		return c.append(math.Float64frombits(n))
	}
	switch first >> 5 {
	case majorUnsigned:
		c.out = strconv.AppendUint(c.out, n, 10)
		return nil
	case majorNegative:
		return c.append(-1 - float64(n))
	case majorBytes, majorText:
		return c.text(first>>5 == majorBytes, n)
	case majorTag:
		return c.tagged(n, depth)
	}
	return fmt.Errorf("%w: it has an item that begins with %x", errMessage, first)
}

// head takes the beginning of an item: its first byte, and its number, length, tag or the bits of a double.
func (c *converter) head() (first byte, n uint64, err error) {
	start, err := c.take(1)
	if err != nil {
		return 0, 0, err
	}
	first = start[0]
	switch short := first & 31; {
	case short < 24:
		return first, uint64(short), nil
	case short < 28:
		digits, err := c.take(1 << (short - 24))
		for _, digit := range digits {
			n = n<<8 | uint64(digit)
		}
		return first, n, err
	}
	if first != openMap && first != openArray {
		return first, 0, fmt.Errorf("%w: it has an item that begins with %x", errMessage, first)
	}
	return first, 0, nil
}

// take takes some bytes.
func (c *converter) take(n uint64) ([]byte, error) {
	if n > uint64(len(c.in)) {
		return nil, fmt.Errorf("%w: it is cut off", errMessage)
	}
	taken := c.in[:n]
	c.in = c.in[n:]
	return taken, nil
}

// append appends a value as JSON.
func (c *converter) append(v any) error {
	text, err := json.Marshal(v)
	c.out = append(c.out, text...)
	return err
}

// text converts a text.
func (c *converter) text(wide bool, length uint64) error {
	text, err := c.take(length)
	if err != nil || !wide {
		return errors.Join(err, c.append(string(text)))
	}
	units := make([]uint16, len(text)/2)
	for i := range units {
		units[i] = binary.LittleEndian.Uint16(text[2*i:])
	}
	return c.append(string(utf16.Decode(units)))
}

// tagged converts what is in an envelope, and takes data away.
func (c *converter) tagged(tag uint64, depth int) error {
	first, length, err := c.head()
	switch {
	case err != nil:
		return err
	case first>>5 != majorBytes || tag != tagEnvelope && tag != tagData:
		return fmt.Errorf("%w: it has the tag %d before %x", errMessage, tag, first)
	case tag == tagEnvelope:
		return c.value(depth + 1)
	}
	data, err := c.take(length)
	if err != nil {
		return err
	}
	return c.append(c.hold(data))
}

// items converts the items of a map or an array.
func (c *converter) items(keyed bool, depth int) error {
	open, shut := byte('['), byte(']')
	if keyed {
		open, shut = '{', '}'
	}
	for between := open; ; between = ',' {
		if len(c.in) > 0 && c.in[0] == endOfItems {
			if between == open {
				c.out = append(c.out, open)
			}
			c.in, c.out = c.in[1:], append(c.out, shut)
			return nil
		}
		c.out = append(c.out, between)
		if keyed {
			if err := c.key(); err != nil {
				return err
			}
		}
		if err := c.value(depth); err != nil {
			return err
		}
	}
}

// key converts the key of an item of a map.
func (c *converter) key() error {
	first, length, err := c.head()
	if err != nil {
		return err
	}
	if first>>5 != majorText {
		return fmt.Errorf("%w: it has a key that begins with %x", errMessage, first)
	}
	err = c.text(false, length)
	c.out = append(c.out, ':')
	return err
}

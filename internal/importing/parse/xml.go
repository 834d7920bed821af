package parse

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"html"
	"io"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf16"
)

// xmlTag is a start tag, or the end tag of an element with content.
type xmlTag struct {
	name       string            // "/mms" for an end
	closed     bool              // the element has no content
	attributes map[string]string // those that are kept
	file       string
	at, length int64 // where the value of the attribute data is, which is not kept
}

// xmlTags reads the tags of a file.
type xmlTags struct {
	ctx    context.Context
	reader *bufio.Reader
	offset int64
	file   io.Closer
	count  int
	pair   *regexp.Regexp // two numbers of surrogates, which stand for one character
}

func (in *input) openTags(ctx context.Context, name string) (*xmlTags, error) {
	content, _, err := in.open(name)
	if err != nil {
		return nil, err
	}
	pair := regexp.MustCompile(`&#(5[5-7]\d{3});&#(5[5-7]\d{3});`)
	return &xmlTags{ctx: ctx, reader: bufio.NewReaderSize(content, 256<<10), file: content, pair: pair}, nil
}

// isKept reports whether the value of an attribute is kept.
func isKept(attribute string) bool {
	switch attribute {
	case "address", "date", "type", "body", "sub", "contact_name", "msg_box", "status", "ct", "cl", "fn", "name", "text":
		return true
	}
	return false
}

// Limits of a tag.
const (
	maxName       = 200     // bytes
	maxKept       = 1 << 20 // bytes of a value
	maxAttributes = 500
)

// next returns the next tag; the error is io.EOF after the last.
func (x *xmlTags) next() (*xmlTag, error) {
	for {
		if x.count++; x.count%1024 == 0 && x.ctx.Err() != nil {
			return nil, context.Cause(x.ctx)
		}
		if _, err := x.until('<', 0); err != nil {
			return nil, err
		}
		head, err := x.reader.Peek(3)
		switch {
		case len(head) == 0:
			return nil, err
		case string(head) == "!--":
			err = x.skipComment()
		case head[0] == '?', head[0] == '!':
			_, err = x.until('>', 0)
		default:
			return x.tag()
		}
		if err != nil {
			return nil, err
		}
	}
}

// until reads up to and with a byte, and returns what was before it, of which it keeps so many bytes. More than those are an
// error, unless none is kept.
func (x *xmlTags) until(end byte, most int) ([]byte, error) {
	var kept []byte
	for {
		part, err := x.reader.ReadSlice(end)
		x.offset += int64(len(part))
		if most > 0 {
			if kept = append(kept, part...); len(kept) > most {
				return nil, fmt.Errorf("at byte %d: a value is longer than %d bytes, as in no backup", x.offset, most)
			}
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if err == nil && most > 0 {
			kept = kept[:len(kept)-1]
		}
		return kept, err
	}
}

func (x *xmlTags) skipComment() error {
	for dashes := 0; ; {
		c, err := x.read()
		switch {
		case err != nil:
			return err
		case c == '>' && dashes >= 2:
			return nil
		case c == '-':
			dashes++
		default:
			dashes = 0
		}
	}
}

func (x *xmlTags) read() (byte, error) {
	c, err := x.reader.ReadByte()
	if err == nil {
		x.offset++
	}
	return c, err
}

// tag reads a tag whose "<" has been read.
func (x *xmlTags) tag() (*xmlTag, error) {
	t := &xmlTag{attributes: map[string]string{}}
	c, err := x.read()
	if err != nil {
		return nil, err
	}
	if t.name, c, err = x.word(c); err != nil {
		return nil, err
	}
	for range maxAttributes {
		if c, err = x.behindBlanks(c); err != nil {
			return nil, err
		}
		if c == '/' {
			t.closed = true
			if c, err = x.read(); err != nil {
				return nil, err
			}
		}
		if c == '>' {
			return t, nil
		}
		if err = x.attribute(c, t); err != nil {
			return nil, err
		}
		if c, err = x.read(); err != nil {
			return nil, err
		}
	}
	return nil, fmt.Errorf("at byte %d: an element has more than %d attributes, as in no backup", x.offset, maxAttributes)
}

// attribute reads an attribute whose first byte is c.
func (x *xmlTags) attribute(c byte, t *xmlTag) error {
	name, c, err := x.word(c)
	if err == nil {
		c, err = x.behindBlanks(c)
	}
	if err == nil && c == '=' {
		if c, err = x.read(); err == nil {
			c, err = x.behindBlanks(c)
		}
	}
	if err != nil {
		return err
	}
	if c != '"' && c != '\'' {
		return fmt.Errorf("at byte %d: the attribute %q has no value in quotes; the file is damaged", x.offset, name)
	}
	if !isKept(name) {
		at := x.offset
		_, err := x.until(c, 0)
		if name == "data" {
			t.at, t.length = at, x.offset-1-at
		}
		return err
	}
	value, err := x.until(c, maxKept)
	t.attributes[name] = x.unescape(string(value))
	return err
}

// word reads a name whose first byte is c, and returns the byte behind it.
func (x *xmlTags) word(c byte) (string, byte, error) {
	word := make([]byte, 0, 24)
	for first := true; first || !endsWord(c); first = false {
		if word = append(word, c); len(word) > maxName {
			return "", 0, fmt.Errorf("at byte %d: a name is longer than %d bytes; the file is damaged", x.offset, maxName)
		}
		var err error
		if c, err = x.read(); err != nil {
			return "", 0, err
		}
	}
	return string(word), c, nil
}

// endsWord reports whether a byte is no part of a name.
func endsWord(c byte) bool {
	switch c {
	case ' ', '\t', '\r', '\n', '=', '>', '/', '"', '\'', '<':
		return true
	}
	return false
}

// behindBlanks returns c, or the first byte behind the blanks that begin with it.
func (x *xmlTags) behindBlanks(c byte) (byte, error) {
	var err error
	for err == nil && (c == ' ' || c == '\t' || c == '\r' || c == '\n') {
		c, err = x.read()
	}
	return c, err
}

// unescape replaces entities.
func (x *xmlTags) unescape(s string) string {
	if !strings.Contains(s, "&") {
		return strings.ToValidUTF8(s, "\ufffd")
	}
	s = x.pair.ReplaceAllStringFunc(s, func(found string) string {
		numbers := x.pair.FindStringSubmatch(found)
		high, _ := strconv.Atoi(numbers[1])
		low, _ := strconv.Atoi(numbers[2])
		return string(utf16.DecodeRune(rune(high), rune(low)))
	})
	return strings.ToValidUTF8(html.UnescapeString(s), "\ufffd")
}

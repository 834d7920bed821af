package parse

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding/unicode/utf32"
	"golang.org/x/text/transform"

	utf16 "golang.org/x/text/encoding/unicode"
)

// maxLine bounds a line of text, in bytes. Messengers take much shorter messages.
const maxLine = 1 << 20

// lines reads a text file line by line.
type lines struct {
	ctx    context.Context
	reader *bufio.Reader
	close  func() error
	number int // of the line that was read last
}

// openLines opens a text file of the export, in UTF-8, or with a mark in UTF-16.
func (in *input) openLines(ctx context.Context, name string) (*lines, error) {
	content, _, err := in.open(name)
	if err != nil {
		return nil, err
	}
	return &lines{ctx: ctx, reader: bufio.NewReaderSize(decoded(content), 64<<10), close: content.Close}, nil
}

// decoded turns text with a byte order mark into UTF-8 without it.
func decoded(r io.Reader) io.Reader {
	buffered := bufio.NewReader(r)
	head, _ := buffered.Peek(4) // an error comes again when the text is read
	switch {
	case bytes.HasPrefix(head, []byte("\xef\xbb\xbf")):
		_, _ = buffered.Discard(3)
	case bytes.HasPrefix(head, []byte("\xff\xfe\x00\x00")):
		return transform.NewReader(buffered, utf32.UTF32(utf32.LittleEndian, utf32.UseBOM).NewDecoder())
	case bytes.HasPrefix(head, []byte("\xff\xfe")), bytes.HasPrefix(head, []byte("\xfe\xff")):
		return transform.NewReader(buffered, utf16.UTF16(utf16.LittleEndian, utf16.UseBOM).NewDecoder())
	}
	return buffered
}

// next returns the next line without its end. It is valid until the next call. The error is io.EOF after the last line.
func (l *lines) next() ([]byte, error) {
	l.number++
	if l.number%4096 == 0 && l.ctx.Err() != nil {
		return nil, context.Cause(l.ctx)
	}
	line, err := l.reader.ReadSlice('\n')
	if errors.Is(err, bufio.ErrBufferFull) {
		line, err = l.long(line)
	}
	switch {
	case err != nil && (!errors.Is(err, io.EOF) || len(line) == 0):
		return nil, err
	case !utf8.Valid(line):
		return nil, fmt.Errorf("line %d is not text in UTF-8; export it again, or save it as UTF-8", l.number)
	}
	return bytes.TrimSuffix(bytes.TrimSuffix(line, []byte("\n")), []byte("\r")), nil
}

// long reads the rest of a line that is larger than the buffer.
func (l *lines) long(start []byte) ([]byte, error) {
	line := bytes.Clone(start)
	for {
		more, err := l.reader.ReadSlice('\n')
		line = append(line, more...)
		if len(line) > maxLine {
			return nil, fmt.Errorf("line %d is longer than %d bytes, as in no export", l.number, maxLine)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, err
		}
	}
}

// headLines returns the lines at the beginning of a file of text; none for anything else. Text that is damaged is still
// recognised, so that reading it can say where.
func (in *input) headLines(name string) []string {
	head := in.head(name)
	if end := bytes.LastIndexByte(head, '\n'); len(head) == headSize && end >= 0 { // the last line is cut
		head = head[:end]
	}
	data, err := io.ReadAll(decoded(bytes.NewReader(head)))
	if err != nil || bytes.IndexByte(data, 0) >= 0 {
		return nil
	}
	return strings.Split(strings.ReplaceAll(strings.ToValidUTF8(string(data), "\ufffd"), "\r\n", "\n"), "\n")
}

// digitOf returns the value of a decimal digit of any script that the apps write times in.
func digitOf(r rune) (int, bool) {
	switch {
	case r >= '0' && r <= '9':
		return int(r - '0'), true
	case r < 0x660 || !unicode.IsDigit(r):
		return 0, false
	}
	for _, zero := range []rune{0x660, 0x6f0, 0x966, 0x9e6, 0xe50, 0xff10} { // Arabic, Persian, Devanagari, Bengali, Thai, full width
		if r >= zero && r <= zero+9 {
			return int(r - zero), true
		}
	}
	return 0, false
}

// isMark reports whether a character only says in which direction the others run, or shows nothing at all.
func isMark(r rune) bool {
	return r >= 0x61c && isRareMark(r)
}

func isRareMark(r rune) bool {
	return r == 0x200e || r == 0x200f || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 || r == 0x61c || r == 0xfeff || r == 0x200b
}

// withoutMarks drops these characters.
func withoutMarks(s string) string {
	if strings.IndexFunc(s, isMark) < 0 {
		return s
	}
	return strings.Map(func(r rune) rune {
		if isMark(r) {
			return -1
		}
		return r
	}, s)
}

// clock returns the time of a date and an hour of the day, and false if there is no such one. half is 1 for the morning
// and 2 for the afternoon where hours go to twelve, else 0.
func clock(year, month, day, hour, minute, second, half int) (time.Time, bool) {
	switch {
	case half == 2 && hour < 12:
		hour += 12
	case half == 1 && hour == 12:
		hour = 0
	}
	switch {
	case year < 70:
		year += 2000
	case year < 100:
		year += 1900
	case year > 2400: // of the Buddhist calendar
		year -= 543
	}
	t := time.Date(year, time.Month(month), day, hour, minute, second, 0, time.UTC)
	const first = 1970 // smaller ones are of another calendar
	valid := year >= first && t.Year() == year && int(t.Month()) == month && t.Day() == day && hour < 24 && minute < 60 && second < 61
	return t, valid
}

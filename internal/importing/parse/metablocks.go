package parse

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// The files of Messenger and Instagram have the newest message first, and that of an encrypted chat has all of them. So that
// these can be passed on in their order without being held, a first reading notes where blocks of messages begin, and
// these are read from the last to the first.

// metaBlock is how many messages are held at a time, which is how many most files have.
const metaBlock = 10_000

// file passes the messages of a file on, the last in it first.
func (r *metaReader) file(ctx context.Context, name string, emit emit) error {
	begins, err := r.blocks(ctx, name)
	if err != nil || len(begins) < 2 {
		return err
	}
	content, err := r.in.openSeekable(ctx, name)
	if err != nil {
		return err
	}
	defer content.Close()
	for i := len(begins) - 2; i >= 0; i-- {
		messages, err := r.block(ctx, content, begins[i], begins[i+1], i == 0)
		if err != nil {
			return fmt.Errorf("behind byte %d: %w", begins[i], err)
		}
		for _, m := range slices.Backward(messages) {
			if err := emit(m); err != nil {
				return err
			}
		}
	}
	return nil
}

// blocks reads what a file says of its conversation, and returns where the blocks of its messages begin, and the end of the
// last. There are none in a file without messages.
func (r *metaReader) blocks(ctx context.Context, name string) (begins []int64, err error) {
	f, err := r.in.openJSON(ctx, name)
	if err != nil {
		return nil, err
	}
	defer f.close()
	r.header, r.current = metaHeader{}, name
	err = f.object(func(member string) error {
		if member != "messages" {
			return r.header.member(f, member)
		}
		count := 0
		err := f.array(func() error {
			if count%metaBlock == 0 {
				begins = append(begins, f.at())
			}
			count++
			return f.skip()
		})
		if count > 0 && err == nil {
			begins = append(begins, f.at()-int64(len("]")))
		}
		return err
	})
	return begins, err
}

// block returns the messages between two places of a file. All but the first block begin with a comma.
func (r *metaReader) block(ctx context.Context, content io.ReadSeeker, from, to int64, first bool) ([]Message, error) {
	if _, err := content.Seek(from, io.SeekStart); err != nil {
		return nil, err
	}
	before := "[null"
	if first {
		before = "["
	}
	b := &budget{ctx: ctx, reader: io.MultiReader(strings.NewReader(before), io.LimitReader(content, to-from), strings.NewReader("]"))}
	b.reset()
	f := &jsonFile{Decoder: jsontext.NewDecoder(b, lenient()), budget: b}
	var messages []Message
	err := f.array(func() error {
		if f.PeekKind() == 'n' {
			return f.skip()
		}
		var m metaMessage
		if err := f.decode(&m); err != nil {
			return err
		}
		messages = append(messages, r.message(&m))
		return nil
	})
	return messages, err
}

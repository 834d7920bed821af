package browser

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/go-rod/rod/lib/proto"
)

// scriptError is an exception of the page script. The page can be used again after it.
type scriptError struct{ message string }

func (e *scriptError) Error() string { return "page script: " + e.message }

// Call calls a JavaScript function on the page, such as "mockup.show" or "(x) => x + 1", with arg as JSON. It
// awaits what the function returns and decodes it into result, unless that is nil.
func (b *Browser) Call(ctx context.Context, function string, arg, result any) error {
	return b.within(ctx, "call page", func() error { return b.call(function, arg, result) })
}

func (b *Browser) call(function string, arg, result any) error {
	// Parentheses allow a function expression as well, and do not part a method from its object.
	expression := bytes.NewBufferString("(" + function + ")(")
	argument := json.NewEncoder(expression)
	argument.SetEscapeHTML(false) // seven bytes instead of one for each < and > of markup
	if err := argument.Encode(arg); err != nil {
		return err
	}
	expression.WriteByte(')')
	value, err := b.evaluate(expression.String())
	if err != nil || result == nil {
		return err
	}
	return json.Unmarshal(value, result)
}

// evaluate awaits the value of an expression and returns it as JSON.
func (b *Browser) evaluate(expression string) ([]byte, error) {
	sign := b.pipe.give(expression)
	defer b.pipe.drop(sign)
	res, err := proto.RuntimeEvaluate{Expression: sign, AwaitPromise: true, ReturnByValue: true}.Call(b.page)
	if err != nil {
		return nil, err
	}
	if e := res.ExceptionDetails; e != nil {
		return nil, b.exception(e)
	}
	return []byte(res.Result.Value.JSON("", "")), nil
}

// exception returns an exception as an error: a scriptError if the page is still there.
func (b *Browser) exception(e *proto.RuntimeExceptionDetails) error {
	message := e.Text
	if e.Exception != nil && e.Exception.Description != "" {
		message = e.Exception.Description
	}
	res, err := proto.RuntimeEvaluate{Expression: `typeof mockup === "object"`, ReturnByValue: true}.Call(b.page)
	if err != nil {
		return err
	}
	if !res.Result.Value.Bool() {
		return fmt.Errorf("the page is gone: %s", message)
	}
	return &scriptError{message}
}

// WithLimit returns a context under which calls fail with ErrHung once the limit has passed.
func WithLimit(ctx context.Context, limit time.Duration) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(ctx)
	timer := time.AfterFunc(limit, func() {
		cancel(fmt.Errorf("%w: not within %v; --timeout allows more", ErrHung, limit))
	})
	renew := func() { timer.Reset(limit) }
	return context.WithValue(ctx, limitKey{}, renew), func() { timer.Stop(); cancel(nil) }
}

// limitKey is the key under which a context of WithLimit holds the function that begins its limit anew.
type limitKey struct{}

// Renew begins the limit of a context of WithLimit anew: another picture has as long as the first.
func Renew(ctx context.Context) {
	if renew, ok := ctx.Value(limitKey{}).(func()); ok && ctx.Err() == nil {
		renew()
	}
}

// within runs one exchange with Chromium. When ctx ends first, Chromium is killed, which ends the exchange: nobody
// knows what the page holds after half an exchange. It is also killed after every error but an exception of the script.
func (b *Browser) within(ctx context.Context, what string, exchange func() error) error {
	if ctx.Err() != nil {
		return fmt.Errorf("%s: %w", what, context.Cause(ctx))
	}
	b.working.Store(true)
	defer b.working.Store(false)
	stop := context.AfterFunc(ctx, func() { b.cancel(context.Cause(ctx)) })
	err := exchange()
	if !stop() {
		<-b.ctx.Done()
	}
	if err == nil {
		return nil
	}
	var exception *scriptError
	if !errors.As(err, &exception) {
		err = b.giveUp(err)
	}
	return fmt.Errorf("%s: %w", what, err)
}

// giveUp ends a browser that cannot be used after err, and returns the cause: behind a broken pipe that is the end of
// Chromium, which is noticed a moment later.
func (b *Browser) giveUp(err error) error {
	if errors.Is(err, ErrCrashed) {
		select {
		case <-b.ctx.Done():
		case <-time.After(time.Second):
		}
	}
	b.cancel(err)
	return context.Cause(b.ctx)
}

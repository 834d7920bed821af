//go:build bench

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"sync"
	"time"

	"mockup/internal/api/client"
	"mockup/internal/api/wire"
	"mockup/internal/render"
	"mockup/internal/render/browser"
	"mockup/internal/schema"
)

const (
	serveWorkers = 2 // browsers, of the service as of the engine alone
	serveRounds  = 5
	roundStills  = 40

	overloadQueue   = 8
	overloadClients = 40
	overloadTime    = 10 * time.Second

	memoryRequests = 2000
)

// serve measures the HTTP service against the engine alone.
func serve(ctx context.Context) error {
	example, err := readBody(ctx, "examples/chats/whatsapp.yaml", "examples/chats")
	if err != nil {
		return err
	}
	if err := throughput(ctx, example); err != nil {
		return err
	}
	text, err := readBody(ctx, "examples/chats/imessage-sms.yaml", "")
	if err != nil {
		return err
	}
	if err := overload(ctx, text); err != nil {
		return err
	}
	small, err := readBody(ctx, "examples/contribution-chart/contribution-chart.yaml", "")
	if err != nil {
		return err
	}
	return memory(ctx, small)
}

// readBody returns an example as the body of a request.
func readBody(ctx context.Context, path, folder string) ([]byte, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	doc, found := schema.Read(data, schema.Options{Filename: path, AllowPaths: true})
	if doc == nil {
		return nil, found.Err()
	}
	return client.Body(ctx, doc, folder)
}

// throughput measures pictures of one, four and sixteen clients, in turns with as many callers of the engine.
func throughput(ctx context.Context, body []byte) error {
	engine, err := render.New(render.Options{Workers: serveWorkers, Public: true, NoSandbox: browser.NeedsNoSandbox()})
	if err != nil {
		return err
	}
	defer engine.Close()
	s, err := startService(ctx, "--workers", strconv.Itoa(serveWorkers))
	if err != nil {
		return err
	}
	defer s.stop()
	direct := func() error { // decodes the same bytes
		payload, found := schema.Decode(body, schema.Options{})
		if payload == nil {
			return found.Err()
		}
		_, err := engine.Render(ctx, render.Job{Payload: payload})
		return err
	}
	sent := func() error { return s.send(ctx, body) }
	for _, work := range []func() error{direct, sent} { // starts browsers, loads fonts
		if _, _, err := together(serveWorkers, 4*serveWorkers, work); err != nil {
			return err
		}
	}
	fmt.Printf("pictures over HTTP, whatsapp example at 2x, %d browsers, in rounds of %d\n", serveWorkers, roundStills)
	for _, clients := range []int{1, 4, 16} {
		var alone, served, answers series
		for range serveRounds {
			_, took, err := together(clients, roundStills, direct)
			if err != nil {
				return err
			}
			alone = append(alone, took)
			each, took, err := together(clients, roundStills, sent)
			if err != nil {
				return err
			}
			served, answers = append(served, took), append(answers, each...)
		}
		fmt.Printf("  %2d clients: %5.1f stills/s, engine alone %5.1f; an answer takes %.0f ms (p99 %.0f)\n", clients,
			roundStills/served.median().Seconds(), roundStills/alone.median().Seconds(), ms(answers.median()), ms(answers.at(0.99)))
		ratio("rate of the service / rate of the engine", alone.median(), served.median(), ">= 0.9")
	}
	return nil
}

// together does work count times in all with n concurrent callers. It returns the time of each and of all.
func together(n, count int, work func() error) (each series, all time.Duration, err error) {
	next := make(chan int, count)
	for i := range count {
		next <- i
	}
	close(next)
	var mu sync.Mutex
	var callers sync.WaitGroup
	began := time.Now()
	for range n {
		callers.Go(func() {
			for range next {
				started := time.Now()
				failure := work()
				mu.Lock()
				each = append(each, time.Since(started))
				if failure != nil {
					err = failure
				}
				mu.Unlock()
			}
		})
	}
	callers.Wait()
	return each, time.Since(began), err
}

// overload sends from far more clients than can wait. Each tries again a quarter of a second after it was refused.
func overload(ctx context.Context, body []byte) error {
	s, err := startService(ctx, "--workers", strconv.Itoa(serveWorkers), "--queue", strconv.Itoa(overloadQueue))
	if err != nil {
		return err
	}
	defer s.stop()
	var mu sync.Mutex
	var accepted, refused series
	var clients sync.WaitGroup
	end := time.Now().Add(overloadTime)
	for range overloadClients {
		clients.Go(func() {
			for time.Now().Before(end) && ctx.Err() == nil {
				began := time.Now()
				status, failure := s.post(ctx, body)
				took := time.Since(began)
				mu.Lock()
				switch {
				case status == http.StatusServiceUnavailable:
					refused = append(refused, took)
				case failure != nil:
					err = failure
				default:
					accepted = append(accepted, took)
				}
				mu.Unlock()
				if status == http.StatusServiceUnavailable {
					time.Sleep(250 * time.Millisecond)
				}
			}
		})
	}
	clients.Wait()
	if err != nil || ctx.Err() != nil {
		return err
	}
	fmt.Printf("overload: %d clients, a chat of texts, %d browsers, %d may wait, %v\n", overloadClients, serveWorkers, overloadQueue, overloadTime)
	fmt.Printf("  drawn      %v\n", accepted)
	if len(refused) == 0 {
		return errors.New("no request was refused")
	}
	fmt.Printf("  refused    %v, p99 %.1f ms   goal <= 50 ms\n", refused, ms(refused.at(0.99)))
	return nil
}

// memory samples the service's memory over many requests, without that of Chromium, which is replaced now and then.
func memory(ctx context.Context, body []byte) error {
	s, err := startService(ctx, "--workers", strconv.Itoa(serveWorkers))
	if err != nil {
		return err
	}
	defer s.stop()
	fmt.Printf("memory of the service over %d small pictures of 4 clients\n", memoryRequests)
	const parts = 10
	var sizes []float64
	for done := range parts + 1 {
		if _, _, err := together(4, memoryRequests/parts, func() error { return s.send(ctx, body) }); err != nil {
			return err
		}
		size := resident(s.command.Process.Pid)
		sizes = append(sizes, float64(size))
		if done == 0 {
			fmt.Printf("  after the first %d:", memoryRequests/parts)
		}
		fmt.Printf(" %d", size)
	}
	fmt.Println(" MB")
	fmt.Printf("  %-52s %6.2f   goal about 1\n", "memory at the end / memory at the beginning", sizes[parts]/sizes[0])
	return nil
}

// send requests a picture.
func (s *service) send(ctx context.Context, body []byte) error {
	_, err := s.post(ctx, body)
	return err
}

// post sends a payload. Any answer but a picture is an error.
func (s *service) post(ctx context.Context, body []byte) (status int, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, s.url+wire.RenderPath, bytes.NewReader(body))
	if err != nil {
		return 0, err
	}
	request.Header.Set("Authorization", "Bearer "+s.key())
	request.Header.Set("Content-Type", "application/json")
	answer, err := s.web.Do(request)
	if err != nil {
		return 0, err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err == nil && answer.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s: %s", answer.Status, text)
	}
	return answer.StatusCode, err
}

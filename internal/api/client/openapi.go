package client

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"time"
)

// Bounds of asking for the OpenAPI document, which nothing depends on.
const (
	openAPITime = 10 * time.Second
	maxOpenAPI  = 8 << 20 // bytes; ours has 200 KB
)

// OpenAPI returns the OpenAPI document of the service, in JSON. Services of the v1 interface need not have one, so that an
// error is no reason to give up.
func (c *Client) OpenAPI(ctx context.Context) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, openAPITime)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.address("/openapi.json"), nil)
	if err != nil {
		return nil, err
	}
	c.sign(req)
	resp, err := c.api.Do(req)
	if err != nil {
		return nil, fmt.Errorf("read the OpenAPI document of the service: %w", err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("read the OpenAPI document of the service: the answer is %s", resp.Status)
	}
	data, err := io.ReadAll(io.LimitReader(resp.Body, maxOpenAPI))
	if err != nil {
		return nil, fmt.Errorf("read the OpenAPI document of the service: %w", err)
	}
	return data, nil
}

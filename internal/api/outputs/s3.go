package outputs

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"strconv"
	"strings"

	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/smithy-go"
	gocloudaws "gocloud.dev/aws"
	"gocloud.dev/blob/s3blob"
)

// pathStyle is the parameter that decides whether the bucket's name is in the path of a request or in its host name.
// Services other than AWS's rarely have host names for buckets.
const pathStyle = "use_path_style"

func openBucket(ctx context.Context, address string) (*Outputs, error) {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.Path != "" {
		return nil, fmt.Errorf("open storage: found %s; write a bucket as s3://BUCKET?region=REGION, with &endpoint=URL for services other than AWS's", address)
	}
	query := u.Query()
	inPath := query.Has("endpoint")
	if text := query.Get(pathStyle); text != "" {
		if inPath, err = strconv.ParseBool(text); err != nil {
			return nil, fmt.Errorf("open storage %s: %s: found %q; allowed are true and false", address, pathStyle, text)
		}
	}
	query.Del(pathStyle)
	config, err := gocloudaws.V2ConfigFromURLParams(ctx, query)
	if err != nil {
		return nil, fmt.Errorf("open storage %s: %w", address, err)
	}
	client := s3.NewFromConfig(config, func(o *s3.Options) {
		o.UsePathStyle = inPath
		o.DisableLogOutputChecksumValidationSkipped = true // it would be logged for every file that was uploaded in parts, as most videos are
	})
	bucket, err := s3blob.OpenBucket(ctx, client, u.Host, &s3blob.Options{RequestChecksumCalculation: config.RequestChecksumCalculation})
	if err != nil {
		return nil, fmt.Errorf("open storage %s: %w", address, err)
	}
	return &Outputs{bucket: bucket}, nil
}

// shortCause returns the cause of an error whose own text also lists the request and the number of attempts.
func shortCause(err error) error {
	var api smithy.APIError
	var dial *net.OpError
	switch {
	case errors.As(err, &api):
		return fmt.Errorf("%s: %s", api.ErrorCode(), api.ErrorMessage())
	case strings.Contains(err.Error(), "get credentials"):
		return errors.New("there are no credentials; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY")
	case errors.As(err, &dial):
		return fmt.Errorf("the service cannot be reached: %w", dial)
	}
	return err
}

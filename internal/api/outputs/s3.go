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

// pathStyle is the parameter that says whether a bucket's name is in the path of a request, and not in its host name.
// Services other than AWS's rarely answer to names of buckets.
const pathStyle = "use_path_style"

func openBucket(ctx context.Context, address string) (*Outputs, error) {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.Path != "" {
		return nil, fmt.Errorf("open storage: %s is no bucket; give s3://BUCKET?region=REGION, for other services than AWS's with &endpoint=URL", address)
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
		o.DisableLogOutputChecksumValidationSkipped = true // of files in parts, which is most videos
	})
	bucket, err := s3blob.OpenBucket(ctx, client, u.Host, &s3blob.Options{RequestChecksumCalculation: config.RequestChecksumCalculation})
	if err != nil {
		return nil, fmt.Errorf("open storage %s: %w", address, err)
	}
	return &Outputs{bucket: bucket}, nil
}

// plainly takes the cause out of an error that also tells at length what was asked, and how often.
func plainly(err error) error {
	var said smithy.APIError
	var dial *net.OpError
	switch {
	case errors.As(err, &said):
		return fmt.Errorf("%s: %s", said.ErrorCode(), said.ErrorMessage())
	case strings.Contains(err.Error(), "get credentials"):
		return errors.New("there are no credentials; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY")
	case errors.As(err, &dial):
		return fmt.Errorf("the service cannot be reached: %w", dial)
	}
	return err
}

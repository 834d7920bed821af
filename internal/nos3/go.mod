// The library for ffmpeg can upload what ffmpeg writes to S3, for which it brings the first AWS library, whose support has ended. mockup
// has no use for that: files for S3 go through internal/api/outputs. This module takes its place (go.mod). It has just what that
// library names, and uploads nothing. Without the AWS library the program is 7 MB smaller, and each command starts 2 ms sooner.
module github.com/aws/aws-sdk-go

go 1.26.0

// Package warp shows a flat picture on a plane in space: each pixel of the picture that is made takes its place on the
// source from a homography, and its value from the source's pixels around there, filtered by a sinc that is as wide as
// what the pixel reaches over. So nothing flickers where the plane turns away, and nothing blurs where it faces you.
//
// Where each pixel comes from is worked out once (New) for all frames of a video, as is its filter. Drawing is 16
// products a sample, four at a time in the lanes of a word.
package warp

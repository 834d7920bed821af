// Package warp draws a flat picture, the source, as it is seen on a plane in space. A homography maps each pixel of the new
// picture to a place on the source. Its value comes from the source's pixels around there, filtered by a sinc that is as
// wide as the pixel's footprint on the source. So nothing flickers where the plane turns away, and nothing blurs where it
// faces the camera.
//
// The place and the filter of each pixel are computed once (New) for all frames of a video, or for each frame where the plane
// turns (NewTurning). Drawing takes 16 products a sample, four at a time in the lanes of a word, and none where all pixels are
// equal.
package warp

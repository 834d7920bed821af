// Package composite draws the frames of a video from layers: sprites, which are pictures of page elements taken once,
// that move, fade, scale, turn or are uncovered.
//
// A Composition lists the layers and gives their poses. Compose draws its frames into a few frame buffers: a sequencer poses
// the layers, draws what has changed, and bakes the layers that will not change any more into a base. A frame that equals
// the one before is held, and emitted again from the same buffer.
//
// Most frames equal the one before, so only damaged rectangles are drawn again, and everything is kept in the form that
// the encoder reads: planar Y'CbCr (BT.709, limited range: Y 16..235, Cb and Cr 16..240), multiplied by alpha. Blending is
// affine, so blending there equals blending in RGB up to rounding:
//
//	out = sprite + below*(255-alpha)/255
//
// A frame is 4:2:0. Each of its chroma samples is the plain mean of the four pixels it covers, as common converters do
// (H.264 says nothing by default and players assume the sample half a pixel further left; no one sees the difference on
// a screen picture). A sprite keeps one half-resolution copy of its chroma for each way in which it can lie on the
// frame's chroma grid, made when first needed, so that drawing chroma is drawing a smaller picture.
//
// What is approximate, and where: two edges that meet inside one chroma sample (a sprite's and a mask's, or those of two
// layers) are blended by their mean coverage, and a clip that cuts a chroma sample in two counts for the whole sample.
// Luma, which carries the detail, is exact. While a layer lies between whole pixels its luma is bilinear and its
// chroma snaps to the nearest whole pixel.
package composite

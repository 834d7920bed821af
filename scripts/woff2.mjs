// Reads from a WOFF2 file which characters the font really has. The ranges that web font packages declare are those of
// a script, not of the font, so neither a font plan nor a report of missing glyphs can rest on them.
// Formats: WOFF File Format 2.0, sections 4 and 5; OpenType 1.9, "cmap".
import { brotliDecompressSync } from "node:zlib";

const knownTags =
  "cmap head hhea hmtx maxp name OS/2 post cvt fpgm glyf loca prep CFF VORG EBDT EBLC gasp hdmx kern LTSH PCLT VDMX vhea vmtx BASE GDEF GPOS GSUB EBSC JSTF MATH CBDT CBLC COLR CPAL SVG sbix acnt avar bdat bloc bsln cvar fdsc feat fmtx fvar gvar hsty just lcar mort morx opbd prop trak Zapf Silf Glat Gloc Feat Sill".split(" ");

// Returns the code points of a font, sorted.
export function codePoints(woff2) {
  const cmap = table(woff2, "cmap");
  const found = new Set();
  for (let i = 0; i < cmap.readUInt16BE(2); i++) {
    const at = cmap.readUInt32BE(4 + 8 * i + 4);
    const format = cmap.readUInt16BE(at);
    if (format === 4) readFormat4(cmap.subarray(at), found);
    if (format === 12) readFormat12(cmap.subarray(at), found);
  }
  return [...found].sort((a, b) => a - b);
}

// Returns the data of a table that WOFF2 stores as it is.
function table(woff2, wanted) {
  let at = 48;
  let offset = 0;
  let found;
  for (let i = 0; i < woff2.readUInt16BE(12); i++) {
    const flags = woff2[at++];
    let tag = knownTags[flags & 63];
    if ((flags & 63) === 63) {
      tag = woff2.toString("latin1", at, at + 4).trim();
      at += 4;
    }
    let length;
    [length, at] = base128(woff2, at);
    const version = flags >> 6;
    if (tag === "glyf" || tag === "loca" ? version === 0 : version !== 0) [length, at] = base128(woff2, at);
    if (tag === wanted) found = [offset, offset + length];
    offset += length;
  }
  if (!found) throw new Error(`no ${wanted} table`);
  return brotliDecompressSync(woff2.subarray(at, at + woff2.readUInt32BE(20))).subarray(...found);
}

function base128(data, at) {
  let value = 0;
  for (;;) {
    const byte = data[at++];
    value = value * 128 + (byte & 127);
    if (byte < 128) return [value, at];
  }
}

function readFormat4(data, found) {
  const segments = data.readUInt16BE(6) / 2;
  const end = 14;
  const start = end + 2 * segments + 2;
  const delta = start + 2 * segments;
  const range = delta + 2 * segments;
  for (let i = 0; i < segments; i++) {
    const first = data.readUInt16BE(start + 2 * i);
    const offset = data.readUInt16BE(range + 2 * i);
    for (let c = first; c <= data.readUInt16BE(end + 2 * i) && c < 0xffff; c++) {
      let glyph = c;
      if (offset !== 0) glyph = data.readUInt16BE(range + 2 * i + offset + 2 * (c - first)) || -data.readUInt16BE(delta + 2 * i);
      if ((glyph + data.readUInt16BE(delta + 2 * i)) % 0x10000 !== 0) found.add(c);
    }
  }
}

function readFormat12(data, found) {
  for (let i = 0; i < data.readUInt32BE(12); i++) {
    const last = data.readUInt32BE(16 + 12 * i + 4);
    for (let c = data.readUInt32BE(16 + 12 * i); c <= last; c++) found.add(c);
  }
}

// Writes code points as a CSS unicode-range.
export function unicodeRange(points) {
  const ranges = [];
  for (const c of points) {
    const last = ranges.at(-1);
    if (last && last[1] === c - 1) last[1] = c;
    else ranges.push([c, c]);
  }
  const hex = (c) => c.toString(16).toUpperCase();
  return ranges.map(([from, to]) => (from === to ? `U+${hex(from)}` : `U+${hex(from)}-${hex(to)}`)).join(",");
}

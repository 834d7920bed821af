package render

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"

	"mockup/internal/schema"
)

// Version is the version of this software.
const Version = "0.1.0"

// software names this software in the provenance of what it makes.
const software = "mockup " + Version

// field is one entry of a picture's provenance metadata.
type field struct{ key, value string }

// metadata says where a picture comes from: the software, the word mockup, and the payload's hash.
func metadata(p *schema.Payload) []field {
	return []field{
		{"Software", software},
		{"Description", "mockup"},
		{"Payload-SHA256", p.SHA256},
	}
}

// addMetadata inserts tEXt chunks behind a PNG's header.
// PNG (Third Edition) section 5.3: length, type, data, CRC of type and data; IHDR is 13 bytes long.
func addMetadata(png []byte, fields []field) ([]byte, error) {
	const header = 8 + 4 + 4 + 13 + 4
	if len(png) < header || !bytes.HasPrefix(png, []byte("\x89PNG\r\n\x1a\n")) {
		return nil, errors.New("add metadata: not a PNG")
	}
	out := make([]byte, 0, len(png)+256)
	out = append(out, png[:header]...)
	for _, f := range fields {
		chunk := []byte("tEXt" + f.key + "\x00" + f.value)
		out = binary.BigEndian.AppendUint32(out, uint32(len(chunk)-4))
		out = append(out, chunk...)
		out = binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(chunk))
	}
	return append(out, png[header:]...), nil
}

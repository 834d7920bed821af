package render

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"hash/crc32"

	"mockup/internal/schema"
	"mockup/internal/version"
	"mockup/templates"
)

// software names this software in the provenance of what it makes.
func software() string { return "mockup " + version.String() }

// field is one entry of a picture's provenance metadata.
type field struct{ key, value string }

// metadata says where a picture comes from: the software, the word mockup, whether its content was imported, and the hash of
// the canonical payload.
func metadata(doc *document) []field {
	description := "mockup"
	if doc.payload.Provenance == schema.Imported {
		description += ", " + schema.Imported
	}
	return []field{
		{"Software", software()},
		{"Description", description},
		{"Payload-SHA256", doc.payloadSHA256},
	}
}

// Canonical returns the canonical form of a job's payload, see [schema.Payload.Canonical]. Its SHA-256 is in the metadata of
// what Renderer.Render makes of the job. The files that are shown or heard are loaded; nothing is drawn.
func Canonical(ctx context.Context, job Job) ([]byte, error) {
	images, audio, set := newImages(job.Placeholder), newAudio(), templates.Set{}
	if _, err := buildScene(ctx, job, &set, images, audio); err != nil {
		return nil, err
	}
	if err := images.load(ctx, job, false); err != nil {
		return nil, err
	}
	if err := audio.load(ctx, job, false); err != nil {
		return nil, err
	}
	return images.canonical(job.Payload, audio)
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

// Package provenance says in a file where its content comes from: the software, the word mockup, whether the content was
// imported, and the hash of the canonical payload.
package provenance

import (
	"bytes"
	"encoding/binary"
	"encoding/xml"
	"errors"
	"fmt"
	"hash/crc32"
)

// Record is the provenance of a picture or a video.
type Record struct {
	Software      string // name and version
	PayloadSHA256 string // of the canonical payload, in hexadecimal
	Imported      bool   // the content is from a real conversation
}

// Description is the word mockup, and what else a viewer should know.
func (r Record) Description() string {
	if r.Imported {
		return "mockup, imported"
	}
	return "mockup"
}

// Payload names the hash of the payload.
func (r Record) Payload() string { return "Payload-SHA256: " + r.PayloadSHA256 }

// Comment is all of the record on one line.
func (r Record) Comment() string { return r.Description() + "; " + r.Software + "; " + r.Payload() }

// Chunks are the text entries of a PNG, ready to be written before its pixels.
// PNG (Third Edition) section 5.3: length, type, data, CRC of type and data.
func (r Record) Chunks() []byte {
	var out []byte
	for _, entry := range [][2]string{{"Software", r.Software}, {"Description", r.Description()}, {"Payload-SHA256", r.PayloadSHA256}} {
		chunk := []byte("tEXt" + entry[0] + "\x00" + entry[1])
		out = binary.BigEndian.AppendUint32(out, uint32(len(chunk)-4))
		out = append(out, chunk...)
		out = binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(chunk))
	}
	return out
}

// PNG returns a PNG with the record behind its header, which is 13 bytes long.
func (r Record) PNG(png []byte) ([]byte, error) {
	const header = 8 + 4 + 4 + 13 + 4
	if len(png) < header || !bytes.HasPrefix(png, []byte("\x89PNG\r\n\x1a\n")) {
		return nil, errors.New("add metadata: not a PNG")
	}
	chunks := r.Chunks()
	out := make([]byte, 0, len(png)+len(chunks))
	out = append(out, png[:header]...)
	out = append(out, chunks...)
	return append(out, png[header:]...), nil
}

// xmp is the record as an XMP packet (ISO 16684-1).
func (r Record) xmp() []byte {
	text := func(s string) string {
		var out bytes.Buffer
		_ = xml.EscapeText(&out, []byte(s)) // which writes into memory
		return out.String()
	}
	return fmt.Appendf(nil, `<?xpacket begin="`+"\ufeff"+`" id="W5M0MpCehiHzreSzNTczkc9d"?>`+
		`<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">`+
		`<rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/">`+
		`<xmp:CreatorTool>%s</xmp:CreatorTool><dc:identifier>%s</dc:identifier>`+
		`<dc:description><rdf:Alt><rdf:li xml:lang="x-default">%s</rdf:li></rdf:Alt></dc:description>`+
		`</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="r"?>`,
		text(r.Software), text(r.Payload()), text(r.Description()))
}

// JPEG returns a JPEG with the record in an APP1 segment behind its first segment, which says that it is a JFIF file.
func (r Record) JPEG(jpeg []byte) ([]byte, error) {
	if len(jpeg) < 6 || !bytes.HasPrefix(jpeg, []byte("\xff\xd8\xff")) {
		return nil, errors.New("add metadata: not a JPEG")
	}
	at := 2
	if jpeg[3] == 0xe0 {
		at = 4 + int(binary.BigEndian.Uint16(jpeg[4:]))
	}
	if at > len(jpeg) {
		return nil, errors.New("add metadata: the JPEG is damaged")
	}
	body := append([]byte("http://ns.adobe.com/xap/1.0/\x00"), r.xmp()...)
	out := append([]byte{}, jpeg[:at]...)
	out = append(out, 0xff, 0xe1)
	out = binary.BigEndian.AppendUint16(out, uint16(2+len(body)))
	out = append(out, body...)
	return append(out, jpeg[at:]...), nil
}

// AVIF returns an AVIF file with the record in a box of its own at the end, as XMP has it for ISO base media files (ISO
// 16684-3, a uuid box).
func (r Record) AVIF(avif []byte) []byte {
	uuid := "\xbe\x7a\xcf\xcb\x97\xa9\x42\xe8\x9c\x71\x99\x94\x91\xe3\xaf\xac"
	body := append([]byte("uuid"+uuid), r.xmp()...)
	out := binary.BigEndian.AppendUint32(bytes.Clone(avif), uint32(4+len(body)))
	return append(out, body...)
}

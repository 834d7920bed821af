// Package schema is the render payload: its Go types, its strict decoder and its JSON Schema.
//
// The struct tags of the types are the single source. [JSONSchema] reflects them; [Decode] parses JSON or YAML
// into a tree that knows where everything was written, checks the tree against that schema and against the
// rules that span several fields, fills in the schema's defaults and returns a typed [Payload]. Whatever is
// wrong is reported in one pass as [Diagnostics], each with its place in the file.
package schema

// Values as text, in the notation of what is around them.
import { parse } from "yaml";
import type { Value } from "./model";
import { isFields } from "./model";

export interface Notation { json: boolean }

// Writes a value in one line.
export function inline(value: Value, notation: Notation): string {
  if (Array.isArray(value)) return value.length === 0 ? "[]" : `[${value.map((item) => inline(item, notation)).join(", ")}]`;
  if (isFields(value)) {
    const fields = Object.entries(value).map(([key, field]) => `${name(key, notation)}: ${inline(field, notation)}`);
    return fields.length === 0 ? "{}" : `{ ${fields.join(", ")} }`;
  }
  return typeof value === "string" ? text(value, notation) : JSON.stringify(value);
}

// Writes an object as lines of YAML, the first of which stands behind what is there already.
export function block(value: { [key: string]: Value }, indent: string): string {
  return Object.entries(value).map(([key, field]) => `${key}: ${inline(field, { json: false })}`).join("\n" + indent);
}

export function name(key: string, { json }: Notation): string {
  return json ? JSON.stringify(key) : text(key, { json });
}

// Words that need no quotes in YAML, nor between the braces of YAML.
const plain = /^\p{L}[\p{L}\p{N}_./+-]*(?: [\p{L}\p{N}_./+-]+)*$/u;

function text(value: string, { json }: Notation): string {
  if (!json && plain.test(value) && !/^(y|n|yes|no|on|off|true|false|null)$/i.test(value) && parse(value) === value) return value;
  // Line breaks of Unicode and byte order marks would be read as such.
  return JSON.stringify(value).replace(/[\u007f-\u009f\u2028\u2029\ufeff]/g, (c) => "\\u" + c.charCodeAt(0).toString(16).padStart(4, "0"));
}

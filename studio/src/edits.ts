// Edits of a payload's text that leave everything else as it was written: comments, order, quotes, indentation. Each takes a text
// and returns the new one. An edit that would not give what was wanted, as may happen in unusual YAML, is made by the YAML library
// instead, which keeps comments and writes the rest in its own way.
import { isAlias, isMap, isSeq } from "yaml";
import { endOf, keyOf, Model, pairOf, rangeOf, read } from "./model";
import type { Fields, Node, Pair, Path, Value, YAMLMap, YAMLSeq } from "./model";
import { isFields } from "./model";
import { block, inline, name } from "./write";

// Sets a field. Objects on the way are made where they are missing.
export function set(text: string, path: Path, value: Value): string {
  return checked(text, (wanted) => put(wanted, path, value), (model) => setIn(model, path, value), (model) => model.document.setIn(path, value));
}

// Removes a field or an item.
export function remove(text: string, path: Path): string {
  if (read(text).get(path) === undefined) return text;
  return checked(text, (wanted) => drop(wanted, path), (model) => removeIn(model, path), (model) => void model.document.deleteIn(path));
}

// Puts an item into a list, before the one of that index.
export function insert(text: string, list: Path, index: number, value: Value): string {
  const items = read(text).get(list);
  if (!Array.isArray(items)) return set(text, list, [value]);
  const wanted = (all: Value) => void (at(all, list) as Value[]).splice(index, 0, value);
  return checked(text, wanted, (model) => insertIn(model, list, index, value), (model) => {
    model.document.setIn(list, items.toSpliced(index, 0, value));
  });
}

// Moves an item of a list to another index.
export function move(text: string, list: Path, from: number, to: number): string {
  const items = read(text).get(list);
  if (!Array.isArray(items) || from === to) return text;
  const wanted = (all: Value) => {
    const moved = at(all, list) as Value[];
    moved.splice(to, 0, ...moved.splice(from, 1));
  };
  return checked(text, wanted, (model) => moveIn(model, list, from, to), (model) => {
    model.document.setIn(list, items.toSpliced(from, 1).toSpliced(to, 0, items[from]!));
  });
}

// Makes an edit, and makes it in the other way unless that gives what is wanted.
function checked(text: string, change: (value: Value) => void, edit: (model: Model) => string | null, otherwise: (model: Model) => void): string {
  const model = read(text), wanted = structuredClone(model.value);
  change(wanted);
  const edited = edit(model);
  if (edited !== null) {
    const result = read(edited);
    if (result.document.errors.length <= model.document.errors.length && same(result.value, wanted)) return edited;
  }
  if (model.isJSON) return JSON.stringify(wanted, null, 2) + "\n";
  const fresh = new Model(text);
  otherwise(fresh);
  return fresh.document.toString({ lineWidth: 0 });
}

export function same(a: Value | undefined, b: Value | undefined): boolean {
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((item, i) => same(item, b[i]));
  if (isFields(a) && isFields(b)) {
    const keys = Object.keys(a);
    return keys.length === Object.keys(b).length && keys.every((key) => key in b && same(a[key], b[key]));
  }
  return a === b;
}

const at = (value: Value, path: Path): Value => path.reduce<Value>((below, step) => (below as Fields)[step] as Value, value);

function put(value: Value, path: Path, field: Value): void {
  let below = value as Fields;
  for (const step of path.slice(0, -1)) below = (below[step] ??= {}) as Fields;
  below[path.at(-1)!] = field;
}

function drop(value: Value, path: Path): void {
  const parent = at(value, path.slice(0, -1));
  if (Array.isArray(parent)) parent.splice(Number(path.at(-1)), 1);
  else delete (parent as Fields)[path.at(-1)!];
}

const splice = (text: string, from: number, to: number, by: string): string => text.slice(0, from) + by + text.slice(to);
const lineStart = (text: string, at: number): number => text.lastIndexOf("\n", at - 1) + 1;
const indentAt = (text: string, at: number): string => " ".repeat(at - lineStart(text, at));
// Where the line of what ends there ends; a block of text ends behind its line break.
function lineEnd(text: string, end: number): number {
  if (end > 0 && text[end - 1] === "\n") return end - 1;
  const at = text.indexOf("\n", end);
  return at < 0 ? text.length : at;
}

function setIn(model: Model, path: Path, value: Value): string | null {
  const parent = model.follow(model.node(path.slice(0, -1)));
  if (parent === null) return path.length > 1 ? setIn(model, path.slice(0, -1), { [path.at(-1)!]: value }) : null;
  if (isMap(parent)) {
    const pair = pairOf(parent, String(path.at(-1)));
    return pair ? replaceValue(model, parent, pair, value) : addPair(model, parent, String(path.at(-1)), value);
  }
  if (isSeq(parent)) {
    const item = parent.items[Number(path.at(-1))] as Node | undefined;
    return item ? splice(model.text, rangeOf(item)[0], endOf(item), inline(value, { json: model.isJSON })) : null;
  }
  return null;
}

function replaceValue(model: Model, map: YAMLMap, pair: Pair, value: Value): string {
  const { text } = model, node = pair.value as Node | null;
  const [from, to] = [rangeOf(node)[0], endOf(node)];
  if (!node || from === to || (!isAlias(node) && text.slice(from, to).trim() === "")) {
    const colon = text.indexOf(":", rangeOf(pair.key)[1]);
    return splice(text, colon + 1, colon + 1, " " + inline(value, { json: model.isJSON }));
  }
  if (!map.flow && Array.isArray(value) && value.length > 0 && value.every(isFields) && isSeq(node) && node.items.length === 0) {
    return splice(text, from, to, blockList(value, indentAt(text, rangeOf(pair.key)[0]) + "  ").trimEnd());
  }
  const rest = text.slice(from, to).endsWith("\n") ? "\n" : "";
  return splice(text, from, to, inline(value, { json: model.isJSON }) + rest);
}

const blockList = (items: Fields[], indent: string): string => items.map((item) => `\n${indent}- ${inline(item, { json: false })}`).join("");

// Adds a field to an object: before its first long list, and else at its end.
function addPair(model: Model, map: YAMLMap, key: string, value: Value): string | null {
  const { text } = model, notation = { json: model.isJSON };
  const list = map.items.findIndex((pair) => isSeq(pair.value) && pair.value.items.some((item) => isMap(item)));
  const before = list > 0 && !(Array.isArray(value) && value.some(isFields)) ? list : map.items.length;
  const last = map.items[before - 1] as Pair | undefined;
  if (!last) return map.flow ? splice(text, rangeOf(map)[0], rangeOf(map)[1], inline({ [key]: value }, notation)) : null;
  const indent = indentAt(text, rangeOf(last.key)[0]);
  if (map.flow) {
    const many = text.slice(...rangeOf(map).slice(0, 2) as [number, number]).includes("\n");
    return splice(text, endOf(last), endOf(last), `,${many ? "\n" + lineIndent(text, rangeOf(last.key)[0]) : " "}${name(key, notation)}: ${inline(value, notation)}`);
  }
  const written = Array.isArray(value) && value.length > 0 && value.every(isFields) ? blockList(value, indent + "  ") : " " + inline(value, notation);
  const end = lineEnd(text, endOf(last));
  return splice(text, end, end, `\n${indent}${name(key, notation)}:${written}`);
}

const lineIndent = (text: string, at: number): string => /^\s*/.exec(text.slice(lineStart(text, at), at))![0];

function removeIn(model: Model, path: Path): string | null {
  const { text } = model, parent = model.follow(model.node(path.slice(0, -1)));
  if (isSeq(parent)) {
    const index = Number(path.at(-1));
    if (parent.flow) return removeFlow(text, rangeOf(parent), parent.items.map(spanOf), index, "[]");
    if (parent.items.length === 1) return null;
    const all = segments(model, parent);
    return text.slice(0, all[index]!.from) + text.slice(all[index]!.to);
  }
  if (!isMap(parent)) return null;
  const index = parent.items.findIndex((pair) => keyOf(pair) === String(path.at(-1)));
  if (parent.flow) return removeFlow(text, rangeOf(parent), parent.items.map(spanOf), index, "{}");
  if (parent.items.length === 1) return null;
  const pair = parent.items[index] as Pair, from = rangeOf(pair.key)[0], start = lineStart(text, from);
  if (text.slice(start, from).trim() !== "") { // behind the hyphen of an item
    return splice(text, from, rangeOf((parent.items[index + 1] as Pair).key)[0], "");
  }
  return splice(text, start, Math.min(lineEnd(text, endOf(pair)) + 1, text.length), "");
}

const spanOf = (item: unknown) => {
  const first = item && typeof item === "object" && "key" in item ? (item as Pair).key : item;
  return { from: rangeOf(first)[0], to: endOf(item as Node | Pair) };
};

function removeFlow(text: string, whole: [number, number, number], items: { from: number; to: number }[], index: number, empty: string): string {
  if (items.length === 1) return splice(text, whole[0], whole[1], empty);
  if (index === items.length - 1) return splice(text, items[index - 1]!.to, items[index]!.to, "");
  return splice(text, items[index]!.from, items[index + 1]!.from, "");
}

// The lines of each item of a list. Comments between two items belong to the second, and those before the first to the list.
function segments(model: Model, list: YAMLSeq): { from: number; to: number }[] {
  const { text } = model;
  let from = lineStart(text, rangeOf(list)[0]);
  return list.items.map((item) => {
    const to = Math.min(lineEnd(text, endOf(item as Node)) + 1, text.length);
    const segment = { from, to };
    from = to;
    return segment;
  });
}

function insertIn(model: Model, path: Path, index: number, value: Value): string | null {
  const { text } = model, list = model.follow(model.node(path)), notation = { json: model.isJSON };
  if (!isSeq(list)) return null;
  if (list.items.length === 0) return setIn(model, path, [value]);
  const beside = list.items[Math.max(0, index - 1)] as Node;
  if (list.flow) {
    const gap = text.slice(rangeOf(list)[0], rangeOf(list)[1]).includes("\n") ? "\n" + lineIndent(text, rangeOf(beside)[0]) : " ";
    if (index === 0) return splice(text, rangeOf(beside)[0], rangeOf(beside)[0], `${inline(value, notation)},${gap}`);
    return splice(text, endOf(beside), endOf(beside), `,${gap}${inline(value, notation)}`);
  }
  const hyphen = text.lastIndexOf("-", rangeOf(beside)[0] - 1), indent = indentAt(text, hyphen);
  const lines = isMap(beside) && !beside.flow && isFields(value) ? block(value, indent + "  ") : inline(value, notation);
  if (index === 0) return splice(text, lineStart(text, hyphen), lineStart(text, hyphen), `${indent}- ${lines}\n`);
  const end = lineEnd(text, endOf(beside));
  return splice(text, end, end, `\n${indent}- ${lines}`);
}

function moveIn(model: Model, path: Path, from: number, to: number): string | null {
  const { text } = model, list = model.follow(model.node(path));
  if (!isSeq(list)) return null;
  const spans = list.flow ? list.items.map(spanOf) : segments(model, list);
  const order = spans.map((_, i) => i);
  order.splice(to, 0, ...order.splice(from, 1));
  let result = text.slice(0, spans[0]!.from);
  order.forEach((source, i) => {
    const { from, to } = spans[source]!;
    const piece = text.slice(from, to);
    result += list.flow ? piece + text.slice(spans[i]!.to, spans[i + 1]?.from ?? spans[i]!.to) : piece.endsWith("\n") ? piece : piece + "\n";
  });
  const rest = text.slice(spans.at(-1)!.to);
  return text.endsWith("\n") || rest !== "" || list.flow ? result + rest : result.slice(0, -1);
}

// What changed between two texts, as one replacement.
export function difference(was: string, now: string): { from: number; to: number; insert: string } {
  let from = 0;
  const most = Math.min(was.length, now.length);
  while (from < most && was[from] === now[from]) from++;
  let end = 0;
  while (end < most - from && was[was.length - 1 - end] === now[now.length - 1 - end]) end++;
  return { from, to: was.length - end, insert: now.slice(from, now.length - end) };
}


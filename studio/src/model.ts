// The payload as a tree with places in its text. JSON is read as YAML, which it nearly is.
import { isAlias, isMap, isScalar, isSeq, parseDocument } from "yaml";
import type { Document, Node, Pair, Scalar, YAMLMap, YAMLSeq } from "yaml";

export type Step = string | number;
export type Path = Step[];
export interface Span { from: number; to: number }

// Values as JSON has them.
export type Value = null | boolean | number | string | Value[] | { [key: string]: Value };
export type Fields = { [key: string]: Value };

export const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null && !Array.isArray(value);

export const dotted = (path: Path): string => path.join(".");
export const steps = (path: string): Path => (path === "" ? [] : path.split(".").map((step) => (/^\d+$/.test(step) ? Number(step) : step)));

// A text that is read. Where it is broken, the tree has what could be read.
export class Model {
  readonly document: Document.Parsed;
  readonly value: Fields;

  constructor(readonly text: string) {
    this.document = parseDocument(text, { merge: false, uniqueKeys: false, strict: false, logLevel: "silent" });
    this.value = this.plain();
  }

  private plain(): Fields {
    try {
      const value: unknown = this.document.toJS({ maxAliasCount: 1000 });
      return isFields(value) ? value : {};
    } catch {
      return {};
    }
  }

  // Whether the text is JSON, which has quotes around names.
  get isJSON(): boolean {
    return /^\s*\{\s*(["}]|$)/.test(this.text);
  }

  get broken(): boolean {
    return this.document.errors.length > 0;
  }

  get(path: Path): Value | undefined {
    let value: Value | undefined = this.value;
    for (const step of path) {
      if (typeof value !== "object" || value === null) return undefined;
      value = (value as { [key: string]: Value })[step];
    }
    return value;
  }

  // The node of a value; aliases on the way are followed, the last one is not.
  node(path: Path): Node | null {
    let node = this.document.contents as Node | null;
    for (const step of path) {
      node = this.follow(node);
      if (isMap(node)) node = (pairOf(node, String(step))?.value as Node) ?? null;
      else if (isSeq(node)) node = (node.items[Number(step)] as Node) ?? null;
      else return null;
    }
    return node;
  }

  follow(node: Node | null): Node | null {
    return isAlias(node) ? (node.resolve(this.document) as Node | null) ?? null : node;
  }

  // Where a field stands, with its name; the nearest thing around it if it is not written.
  span(path: Path): Span {
    for (let length = path.length; length > 0; length--) {
      const parent = this.follow(this.node(path.slice(0, length - 1)));
      const step = path[length - 1]!;
      if (isMap(parent)) {
        const pair = pairOf(parent, String(step));
        if (pair) return { from: rangeOf(pair.key)[0], to: endOf(pair) };
      } else if (isSeq(parent) && parent.items[Number(step)]) {
        const item = parent.items[Number(step)] as Node;
        return { from: rangeOf(item)[0], to: endOf(item) };
      }
    }
    return { from: 0, to: 0 };
  }

  // The path of what stands at a place in the text.
  pathAt(at: number): Path {
    const path: Path = [];
    let node = this.document.contents as Node | null;
    for (;;) {
      if (isMap(node)) {
        const pair = node.items.find((pair) => rangeOf(pair.key)[0] <= at && at <= endOf(pair));
        if (!pair) return path;
        path.push(keyOf(pair));
        node = pair.value as Node | null;
      } else if (isSeq(node)) {
        const index = node.items.findIndex((item) => rangeOf(item)[0] <= at && at <= endOf(item as Node));
        if (index < 0) return path;
        path.push(index);
        node = node.items[index] as Node;
      } else return path;
    }
  }
}

// The model of a text. Large texts take a second to read, so that of the last two texts is kept: an edit compares them.
let recent: Model[] = [];
export function read(text: string): Model {
  const known = recent.find((one) => one.text === text) ?? new Model(text);
  recent = [known, ...recent.filter((one) => one !== known)].slice(0, 2);
  return known;
}

export const keyOf = (pair: Pair): string => String(isScalar(pair.key) ? pair.key.value : pair.key);
export const pairOf = (map: YAMLMap, key: string): Pair | undefined => map.items.find((pair) => keyOf(pair) === key);
export const rangeOf = (node: unknown): [number, number, number] => (node as Node | null)?.range ?? [0, 0, 0];

// Where the last value in a node ends: ranges of collections may reach over comments behind them.
export function endOf(node: Node | Pair | null): number {
  if (node && "key" in node) {
    const value = node.value as Node | null;
    return value && endOf(value) > 0 ? endOf(value) : rangeOf(node.key)[1];
  }
  if (isMap(node) && !node.flow && node.items.length > 0) return endOf(node.items.at(-1) as Pair);
  if (isSeq(node) && !node.flow && node.items.length > 0) return endOf(node.items.at(-1) as Node);
  return rangeOf(node)[1];
}

export type { Node, Pair, Scalar, YAMLMap, YAMLSeq };

// What tells an object from others like it: its name, or the first of its values that people can read.
export const summary = (value: unknown): string => (isFields(value) ? String(value["name"] ?? value["subject"]
  ?? Object.entries(value).filter(([key, one]) => typeof one !== "object" && !/id$/i.test(key)).map(([, one]) => one).slice(0, 2).join(" · ")) : "");

// Completion of fields, choices, platforms and ids, from the schema and the payload itself.
import type { Completion, CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import { isMap, visit } from "yaml";
import { isFields, keyOf, Model } from "./model";
import type { Node, Pair, Path, Value } from "./model";
import { choices } from "./schema";
import type { Field } from "./schema";
import type { Session } from "./session";

const mark = "zzcursor";

// Completes what stands at the cursor. A word is put there to see, by reading the text with it, whether a name or a value is
// wanted, and of which field.
export function complete(session: Session, context: CompletionContext): CompletionResult | null {
  const { state, pos } = context;
  const word = context.matchBefore(/[\p{L}\p{N}_.:-]*/u);
  const from = word?.from ?? pos, line = state.doc.lineAt(pos);
  const before = state.sliceDoc(0, from), behind = state.sliceDoc(pos);
  const quoted = /["']$/.test(before);
  if (/^\s*#/.test(line.text.slice(0, pos - line.from)) || (/\p{L}+:$/u.test(state.sliceDoc(from, pos)))) return null;
  const placed = new Model(before + (session.model.isJSON && !quoted ? `"${mark}"` : mark) + behind.replace(/^[\p{L}\p{N}_-]*/u, ""));
  const target = find(placed);
  if (!target) return null;
  const options = target.name ? fieldNames(session, placed, target.path, behind, quoted) : values(session, target.path, quoted);
  return options.length === 0 ? null : { from, options, validFor: /^[\p{L}\p{N}_.-]*$/u };
}

interface Target { path: Path; name: boolean } // of the object that wants a name, or of the field that wants a value

function find(model: Model): Target | null {
  let target: Target | null = null;
  const path: Path = [];
  visit(model.document, {
    Scalar(key, node, ancestors) {
      if (!String(node.value).includes(mark) && !String(node.source ?? "").includes(mark)) return undefined;
      path.push(...pathOf([...ancestors, node] as (Node | Pair)[], key === "key"));
      target = { path, name: key === "key" || !isPairValue(key) && isLoneWord(ancestors as (Node | Pair)[]) };
      return visit.BREAK;
    },
  });
  return target;
}

const isPairValue = (key: number | string | null) => key === "value";
// A word alone where an object is wanted becomes a value that is no object.
const isLoneWord = (ancestors: (Node | Pair)[]) => ancestors.length === 1;

function pathOf(chain: (Node | Pair)[], isKey: boolean): Path {
  const path: Path = [];
  chain.forEach((node, i) => {
    const next = chain[i + 1];
    if (!next) return;
    if ("items" in node && Array.isArray(node.items) && !isMap(node)) path.push((node.items as unknown[]).indexOf(next));
    if ("key" in node && !(isKey && next === chain.at(-1))) path.push(keyOf(node as Pair));
  });
  return path;
}

function fieldNames(session: Session, model: Model, path: Path, behind: string, quoted: boolean): Completion[] {
  const there = model.get(path);
  const taken = isFields(there) ? Object.keys(there) : [];
  const json = session.model.isJSON, colon = /^["']?\s*:/.test(behind) ? "" : ": ";
  const required = session.schema.at(path)?.required ?? [];
  return session.schema.fields(path).filter(([name]) => !taken.includes(name)).map(([name, field]) => ({
    label: name,
    apply: quoted ? name : json ? `"${name}"${colon}` : name + colon,
    detail: detail(field),
    info: field.description,
    boost: required.includes(name) ? 1 : 0,
  }));
}

function detail(field: Field): string {
  if (field.enum) return field.enum.length > 4 ? `${field.enum.length} choices` : field.enum.join(" | ");
  return field.default !== undefined ? `${field.kind} = ${JSON.stringify(field.default)}` : field.kind;
}

function values(session: Session, path: Path, quoted: boolean): Completion[] {
  const field = session.schema.at(path);
  if (!field) return [];
  const json = session.model.isJSON;
  const written = (value: Value) => (typeof value === "string" && json && !quoted ? JSON.stringify(value) : String(value));
  const ids = idsFor(session, path);
  return [
    ...choices(field).map((value) => ({ label: String(value), apply: written(value), info: field.description })),
    ...ids.map(({ id, name }) => ({ label: id, apply: written(id), detail: name })),
  ];
}

// The people that a field such as userId may name, or the messages that one such as replyTo may.
export function idsFor(session: Session, path: Path): { id: string; name: string }[] {
  const field = path.at(-1);
  if (field === "replyTo" || field === "scrollTo") return messagesFor(session, path);
  if (typeof field !== "string" || field === "id" || !/(id|^by|^who)$/i.test(field)) return [];
  const people: { id: string; name: string }[] = [];
  const look = (value: Value) => {
    if (Array.isArray(value)) value.forEach(look);
    else if (isFields(value)) {
      if (typeof value["id"] === "string" && typeof value["name"] === "string") people.push({ id: value["id"], name: value["name"] });
      Object.values(value).forEach(look);
    }
  };
  look(session.model.get(["props"]) ?? null);
  return people;
}

// The messages before a field, or all of them if it is in none.
function messagesFor(session: Session, path: Path): { id: string; name: string }[] {
  const all = session.model.get(["props", "messages"]), end = typeof path[2] === "number" ? path[2] : undefined;
  return (Array.isArray(all) ? all : []).slice(0, end).flatMap((one, i) =>
    isFields(one) && typeof one["id"] === "string" ? [{ id: one["id"], name: `${i + 1}: ${String(one["text"] ?? one["content"] ?? one["type"] ?? "")}` }] : []);
}

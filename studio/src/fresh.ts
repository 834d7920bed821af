// What new items of lists and new objects begin with: what the schema requires, so that they can be drawn at once.
import { insert, remove, set } from "./edits";
import { isFields } from "./model";
import type { Fields, Path, Value } from "./model";
import type { Field } from "./schema";
import type { Session } from "./session";

const mains = ["text", "content", "body", "message", "title", "data", "caption", "name", "filename", "emoji", "image"];

// The field of an item that is shown while the item is folded, and the one that says whose it is.
export const mainField = (session: Session, path: Path): string | null => mains.find((name) => session.schema.at([...path, name])) ?? null;
export const sideField = (session: Session, path: Path): string | null =>
  ["userId", "role", "senderId"].find((name) => session.schema.at([...path, name])) ?? null;

// A new item of a list: the next id, the other side, a minute later.
export function newItem(session: Session, path: Path, list: Value[]): Fields {
  const here = [...path, list.length], item = newObject(session, here, list);
  const text = mainField(session, here);
  if (text && !isImage(session.schema.at([...here, text])) && item[text] === undefined && (item["type"] === undefined || item["type"] === "text")) item[text] = "…";
  const side = sideField(session, here), status = side && statusOf(list, side, item[side]);
  if (status) item["status"] = status;
  return item;
}

const isImage = (field: Field | null) => field?.kind === "Image";

// An object with what is required of it, in a list or by itself.
function newObject(session: Session, here: Path, list: Value[] = []): Fields {
  const last = list.findLast(isFields), item: Fields = {};
  for (const name of session.schema.at(here)?.required ?? []) item[name] = newValue(session, [...here, name], last, list);
  if (here.at(-1) === "sticker") item["emoji"] = "👍"; // or an image, as the schema cannot say
  return item;
}

// The state of the last message of a side that has one: received ones have none.
export const statusOf = (list: Value[], side: string, by: Value | undefined): Value | undefined =>
  list.findLast((one) => isFields(one) && one[side] === by && one["status"] !== undefined)?.["status" as never];

function newValue(session: Session, path: Path, last: Fields | undefined, list: Value[]): Value {
  const name = String(path.at(-1)), item = path.slice(0, -1), field = session.schema.at(path)!;
  if (name === "id") return nextId(String(last?.["id"] ?? String(item.at(-2)).charAt(0) + "0"), list);
  if (name === sideField(session, item)) return otherSide(session, item.slice(0, -1), last?.[name]);
  if (name === "by") return [otherSide(session, path.slice(0, 2), session.model.get([...path.slice(0, 3), "userId"]))];
  if (name === "emoji") return "👍";
  if (/Instant/.test(field.kind)) return later(String(last?.[name] ?? ""));
  if (name === "type" && field.enum) return field.enum[0]!;
  if (field.type === "array" && session.schema.at([...path, 0])?.kind === "object") return Array.from({ length: field.minItems ?? 0 }, (_, i) => newObject(session, [...path, i]));
  const shown = /^(text|content|body|message|title|caption|name|question)$/.test(name) ? name === "name" ? "New" : "…" : undefined;
  return shown ?? last?.[name] ?? field.default ?? field.enum?.[0] ?? field.examples?.[0] ?? byType(name, field);
}

const byType = (name: string, field: Field): Value =>
  field.type === "number" || field.type === "integer" ? (/seconds$/i.test(name) ? 10 : 0) : field.type === "boolean" ? false : field.type === "array" ? [] : "…";

export function nextId(last: string, list: Value[]): string {
  const taken = new Set(list.filter(isFields).map((item) => item["id"]));
  const [, stem, number] = /^(.*?)(\d*)$/.exec(last)!;
  for (let n = Number(number || "1") + 1; ; n++) if (!taken.has(stem + String(n))) return stem + String(n);
}

function later(instant: string): string {
  const date = new Date(instant);
  return new Date((Number.isNaN(date.getTime()) ? Date.UTC(2026, 2, 6, 8, 30) : date.getTime()) + 60_000).toISOString().replace(".000Z", "Z");
}

// Those who can write: the sender and the first of the others, or the roles of the schema.
export function sides(session: Session, path: Path): string[] {
  const field = session.schema.at([...path, 0, sideField(session, [...path, 0]) ?? ""]);
  if (field?.enum) return field.enum.map(String);
  const me = session.model.get(["props", "sender", "id"]), others = session.model.get(["props", "receivers"]);
  return [me, ...(Array.isArray(others) ? others.map((one) => (isFields(one) ? one["id"] : null)) : [])].filter((id) => typeof id === "string");
}

function otherSide(session: Session, path: Path, side: Value | undefined): string {
  const all = sides(session, path);
  return all.find((one) => one !== side) ?? all[0] ?? "";
}

// The objects of an item of which it has one at most, by its type, as a poll or a call.
export const kindsOf = (session: Session, item: Path): string[] =>
  (session.schema.at([...item, "type"])?.enum ?? []).map(String).filter((kind) => session.schema.at([...item, kind])?.kind === "object");

// The object that an item is all about; null if it is about its text or its images.
export function kindOf(session: Session, item: Path): string | null {
  const type = String(session.model.get([...item, "type"]));
  return kindsOf(session, item).includes(type) ? type : null;
}

// Makes an item one of another type: with the object that this type needs, and without that of the type before.
export function setType(session: Session, item: Path, type: string): void {
  const was = kindOf(session, item), kinds = kindsOf(session, item), needsText = /^(text|mixed)$/.test(type);
  session.edit((text) => {
    let changed = set(text, [...item, "type"], type);
    if (was) changed = remove(changed, [...item, was]);
    if (kinds.includes(type)) changed = set(changed, [...item, type], newObject(session, [...item, type]));
    const said = session.model.get([...item, "text"]);
    if (needsText) return said === undefined ? set(changed, [...item, "text"], session.model.get([...item, "poll", "question"]) ?? "…") : changed;
    if (type === "poll" && said !== undefined) changed = set(changed, [...item, "poll", "question"], said);
    return said === "…" || type === "poll" ? remove(changed, [...item, "text"]) : changed;
  });
}

// Adds an item like the last one to a list.
export const addItem = (session: Session, path: Path, list: Value[]): void =>
  session.edit((text) => insert(text, path, list.length, newItem(session, path, list)));

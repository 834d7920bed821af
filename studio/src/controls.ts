// Controls of the form: one for each kind of value in the schema.
import * as api from "./api";
import { idsFor } from "./completion";
import { dateControl, isDate } from "./dates";
import { h, iconButton, notify, segmented, select, toggle } from "./dom";
import type { Choice } from "./dom";
import { remove, set } from "./edits";
import { dotted } from "./model";
import type { Path, Value } from "./model";
import { choices, fieldName, label } from "./schema";
import type { Field } from "./schema";
import type { Session } from "./session";

// A control, and what makes it show the value of the payload.
export interface Control { element: HTMLElement; update: () => void }

// Writes a value from a control, or removes the field if the value is undefined.
export function write(session: Session, path: Path, value: Value | undefined): void {
  session.edit((text) => (value === undefined ? remove(text, path) : writeBoth(text, path, value)));
}

// The platform stands twice in a payload: at the top and in props.
function writeBoth(text: string, path: Path, value: Value): string {
  const changed = set(text, path, value);
  return path.join(".") === "platform" ? set(changed, ["props", "platform"], value) : changed;
}

// The control of a field, which writes the value unless something else is to be done with what is chosen.
export function control(session: Session, path: Path, field: Field, required: boolean, choose?: (chosen: string) => void): Control {
  const name = fieldName(path);
  const value = () => session.model.get(path);
  const change = (to: Value | undefined) => write(session, path, to);
  const people = idsFor(session, path);
  if (field.type === "boolean") return switchControl(name, path, field, value, change);
  if (people.length > 0 && field.type === "array") return groupControl(name, people, value, change);
  if (people.length > 0) return choiceControl(name, people.map(({ id, name }) => ({ value: id, label: name })), field, required, value, change);
  const chosen = choose ? (to: Value | undefined) => choose(String(to)) : change;
  if (field.enum) return choiceControl(name, field.enum.map((one) => ({ value: String(one), label: pretty(String(one)) })), field, required, value, chosen);
  if (field.type === "number" || field.type === "integer") return numberControl(name, field, value, change);
  if (isDate(field.kind)) return dateControl(session, name, field.kind, value, change);
  if (/^(Image|ChatWallpaper|Wallpaper)$/.test(field.kind)) return imageControl(session, name, value, change);
  if (/Color|Background$/.test(field.kind)) return colourControl(name, field, value, change);
  if (field.type === "array") return listControl(name, field, value, change);
  if (field.kind === "TimeZone") return zoneControl(name, field, value, change);
  return textControl(name, path, field, value, change);
}

// A name as apps write it.
export function pretty(value: string): string {
  const known: { [name: string]: string } = {
    whatsapp: "WhatsApp", imessage: "iMessage", linkedin: "LinkedIn", microsoftTeams: "Microsoft Teams", x: "X", wechat: "WeChat", msn: "MSN", line: "LINE",
    tiktok: "TikTok", onlyfans: "OnlyFans", chatgpt: "ChatGPT", ios: "iOS", youtube: "YouTube", gif: "GIF", mixed: "Text and pictures", "apple-mail": "Apple Mail", ai: "AI chats",
    "comment-popup": "Comment pop-ups", "contribution-chart": "Contribution chart", "dashboard-chart": "Dashboard chart",
  };
  return known[value] ?? (/^\d/.test(value) ? value : label(value));
}

function switchControl(name: string, _path: Path, field: Field, value: () => Value | undefined, change: (to: Value | undefined) => void): Control {
  const element = toggle(name, (on) => change(on === (field.default ?? false) && value() !== undefined && field.default !== undefined ? undefined : on));
  return { element, update: () => element.setAttribute("aria-checked", String(value() ?? field.default ?? false)) };
}

function choiceControl(name: string, options: Choice[], field: Field, required: boolean, value: () => Value | undefined, change: (to: Value | undefined) => void): Control {
  if (options.length <= 3 && options.every((option) => option.label.length <= 12) && (required || field.default !== undefined)) {
    const { element, set } = segmented(name, options, (chosen) => change(chosen));
    return { element, update: () => set(String(value() ?? field.default ?? "")) };
  }
  const none = required ? [] : [{ value: "", label: field.default === undefined ? "—" : `${pretty(String(field.default))} (default)` }];
  const element = select(name, [...none, ...options.filter((option) => required || option.value !== field.default)], (chosen) => change(chosen === "" ? undefined : chosen));
  return { element, update: () => {
    const shown = String(value() ?? "");
    element.value = !required && shown === field.default ? "" : shown;
  } };
}

// Several of a few, as the people who voted.
function groupControl(name: string, options: { id: string; name: string }[], value: () => Value | undefined, change: (to: Value | undefined) => void): Control {
  const chosen = () => { const now = value(); return Array.isArray(now) ? now : []; };
  const boxes = options.map(({ id }) => h("input", { type: "checkbox", value: id, on: {
    change: (event) => change((event.target as HTMLInputElement).checked ? [...chosen(), id] : chosen().filter((one) => one !== id)),
  } }));
  const element = h("div", { class: "checks", role: "group", "aria-label": name }, options.map((option, i) => h("label", {}, boxes[i]!, option.name)));
  return { element, update: () => boxes.forEach((box) => (box.checked = chosen().includes(box.value))) };
}

function numberControl(name: string, field: Field, value: () => Value | undefined, change: (to: Value | undefined) => void): Control {
  const element = h("input", { type: "number", "aria-label": name, step: "any", min: field.minimum, max: field.maximum, placeholder: String(field.default ?? ""), on: {
    input: () => {
      if (element.value === "") change(undefined);
      else if (Number.isFinite(element.valueAsNumber)) change(element.valueAsNumber);
    },
  } });
  return { element, update: () => { if (element !== document.activeElement) element.value = value() === undefined ? "" : String(value()); } };
}

// Text that runs over several lines in pictures gets a box that grows.
const long = /^(text|body|content|caption|description|prompt|title|input|thinking|subject|bio)$/i;

function textControl(name: string, path: Path, field: Field, value: () => Value | undefined, change: (to: Value | undefined) => void): Control {
  if (long.test(String(path.at(-1)))) return areaControl(name, value, change);
  const hint = /^(Audio|Video)$/.test(field.kind) ? "file or address" : String(field.default ?? field.examples?.[0] ?? "");
  const element = h("input", { type: "text", "aria-label": name, spellcheck: "false", placeholder: hint, on: {
    input: () => change(element.value === "" ? undefined : element.value),
  } });
  return { element, update: () => { if (element !== document.activeElement || element.value === "") element.value = String(value() ?? ""); } };
}

// A time zone is chosen among those that the browser knows.
function zoneControl(name: string, field: Field, value: () => Value | undefined, change: (to: Value | undefined) => void): Control {
  const list = h("datalist", { id: "time-zones" }, ["UTC", ...Intl.supportedValuesOf("timeZone")].map((one) => h("option", { value: one })));
  const { element: input, update } = textControl(name, [], field, value, change);
  input.setAttribute("list", list.id);
  return { element: h("div", { class: "zone" }, input, list), update };
}

export function areaControl(name: string, value: () => Value | undefined, change: (to: Value | undefined) => void): Control {
  const fit = () => {
    element.style.height = "0";
    element.style.height = element.scrollHeight + 2 + "px";
  };
  const element = h("textarea", { rows: 1, "aria-label": name, on: { input: () => { change(element.value); fit(); } } });
  new ResizeObserver(fit).observe(element);
  return { element, update: () => {
    if (element.value !== String(value() ?? "") && element !== document.activeElement) {
      element.value = String(value() ?? "");
      fit();
    }
  } };
}

function colourControl(name: string, field: Field, value: () => Value | undefined, change: (to: Value | undefined) => void): Control {
  const list = "choices-" + name.replace(/\s/g, "-"), known = choices(field).map(String);
  const well = h("input", { type: "color", "aria-label": name + ", chosen by eye", on: { input: () => { text.value = well.value; change(well.value); } } });
  const text = h("input", { type: "text", "aria-label": name, list, spellcheck: "false", placeholder: String(field.default ?? known[0] ?? ""), on: {
    input: () => change(text.value === "" ? undefined : text.value),
  } });
  const element = h("div", { class: "colour" }, well, text, h("datalist", { id: list }, known.map((one) => h("option", { value: one }))));
  return { element, update: () => {
    const now = String(value() ?? "");
    if (text !== document.activeElement) text.value = now;
    if (/^#[0-9a-f]{6}$/i.test(now)) well.value = now;
  } };
}

// A list of plain values is written with commas.
function listControl(name: string, field: Field, value: () => Value | undefined, change: (to: Value | undefined) => void): Control {
  const numbers = field.items?.type === "number" || field.items?.type === "integer" || (field.items?.$ref ?? "").endsWith("Level");
  const element = h("textarea", { rows: 2, "aria-label": name, placeholder: "separated by commas", on: {
    input: () => {
      const words = element.value.split(/[,\n]/).map((word) => word.trim()).filter((word) => word !== "");
      change(words.length === 0 ? undefined : numbers ? words.map(Number).filter(Number.isFinite) : words);
    },
  } });
  return { element, update: () => {
    const now = value();
    if (element !== document.activeElement) element.value = Array.isArray(now) ? now.join(", ") : "";
  } };
}

// An image: a path, an address, or a file that is chosen, dropped or pasted and put beside the payload.
function imageControl(session: Session, name: string, value: () => Value | undefined, change: (to: Value | undefined) => void): Control {
  const take = async (file: File) => {
    const added = await addImage(session, file);
    if (added) change(added.path);
  };
  const picture = h("img", { alt: "", on: { error: () => picture.removeAttribute("src") } });
  const text = h("input", { type: "text", "aria-label": name, spellcheck: "false", placeholder: "file or address", on: {
    input: () => change(text.value === "" ? undefined : text.value),
    paste: (event) => {
      const file = imageOf(event.clipboardData);
      if (file) { event.preventDefault(); void take(file); }
    },
  } });
  const chooser = fileChooser((file) => void take(file));
  const element = h("div", { class: "image", on: {
    dragover: (event) => event.preventDefault(),
    drop: (event) => {
      const file = imageOf(event.dataTransfer);
      if (file) { event.preventDefault(); event.stopPropagation(); void take(file); }
    },
  } }, picture, text, iconButton("imagePlus", "Choose a picture for " + name.toLowerCase(), () => chooser.click()), chooser);
  return { element, update: () => {
    const now = String(value() ?? "");
    if (text !== document.activeElement) text.value = now.startsWith("data:") ? `picture in the payload (${Math.round(now.length / 1365)} kB)` : now;
    showImage(session, picture, now);
  } };
}

// Shows an image of the payload. Those of other machines are not loaded here, the engine does that.
export function showImage(session: Session, picture: HTMLImageElement, value: string): void {
  const source = value === "" || /^https?:|^#/.test(value) ? "" : value.startsWith("data:") ? value : api.address("image", { name: session.name, path: value });
  if (picture.getAttribute("src") !== source) source === "" ? picture.removeAttribute("src") : picture.setAttribute("src", source);
}

export function fileChooser(take: (file: File) => void): HTMLInputElement {
  const element = h("input", { type: "file", accept: "image/*", class: "hidden", tabindex: -1, "aria-hidden": "true", on: {
    change: () => {
      if (element.files?.[0]) take(element.files[0]);
      element.value = "";
    },
  } });
  return element;
}

// The first image of what is dropped or pasted.
export function imageOf(data: DataTransfer | null): File | null {
  return [...(data?.files ?? [])].find((file) => file.type.startsWith("image/")) ?? null;
}

// Puts an image beside the payload, as a file.
export async function addImage(session: Session, file: File): Promise<api.AddedImage | null> {
  try {
    const added = await api.addImage(session.name, file);
    notify(`The picture is kept in the folder, as ${added.path}.`);
    return added;
  } catch (error) {
    notify((error as Error).message, "error");
    return null;
  }
}

export const rowId = (path: Path) => "field-" + dotted(path).replaceAll(".", "-");

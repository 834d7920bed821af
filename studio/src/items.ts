// Lists of objects in the form: messages, people, slides. Items are added, moved, deleted and filled in; a message changes sides
// and gets pictures.
import { addImage, areaControl, control, fileChooser, imageOf, pretty, rowId, showImage, write } from "./controls";
import { button, h, icon, iconButton } from "./dom";
import { insert, move, remove, set } from "./edits";
import type { Form } from "./form";
import { addItem, kindOf, mainField, nextId, sideField, sides, statusOf } from "./fresh";
import { dotted, isFields, summary } from "./model";
import type { Fields, Path, Value } from "./model";
import { fieldName } from "./schema";
import type { Field } from "./schema";
import type { Session } from "./session";

export function listEditor(session: Session, form: Form, path: Path, field: Field): HTMLElement {
  const items = session.model.get(path), list = Array.isArray(items) ? items : [];
  const one = singular(fieldName(path)).toLowerCase();
  const takesFile = session.schema.at([...path, 0, "data"]) !== null, chooser = fileChooser((file) => void addPicture(session, path.slice(0, -1), file));
  const element = h("div", { class: "list", "data-path": dotted(path), role: "group", "aria-label": fieldName(path) },
    h("div", { class: "head" }, h("h3", { title: field.description }, fieldName(path), h("small", {}, String(list.length)))),
    h("p", { class: "found" }),
    h("ol", {}, list.map((item, i) => itemEditor(session, form, [...path, i], isFields(item) ? item : {}, list.length, one))),
    button(`Add ${article(one)} ${one}`, () => (takesFile ? chooser.click() : add(session, form, path, list)), { class: "button add" }, icon("plus")), chooser);
  dropTarget(session, element, path);
  return element;
}

const singular = (name: string): string => name.replace(/ies$/, "y").replace(/s$/, "");
const article = (word: string): string => (/^[aeiou]/.test(word) ? "an" : "a");

// Adds an item like the last one.
function add(session: Session, form: Form, path: Path, list: Value[]): void {
  addItem(session, path, list);
  const here = [...path, list.length];
  form.open.add(dotted(path));
  form.update();
  const text = document.getElementById(rowId(here))?.querySelector("textarea");
  text?.focus();
  text?.select(); // what is typed takes the place of the dots
}

function itemEditor(session: Session, form: Form, path: Path, item: Fields, count: number, one: string): HTMLElement {
  const index = Number(path.at(-1)), list = path.slice(0, -1), id = dotted(path), open = form.open.has(id);
  const kind = kindOf(session, path), main = mainOf(session, path, kind), side = sideField(session, path), all = side ? sides(session, list) : [];
  const outgoing = side !== null && item[side] === all[0];
  const name = `${one} ${index + 1}`;
  const more = iconButton(open ? "chevronDown" : "settings", open ? `Fold ${name}` : `All fields of ${name}`, () => form.toggle(id), { "aria-expanded": String(open) });
  const element = h("li", { class: "item" + (side ? (outgoing ? " out" : " in") : ""), id: rowId(path), "data-path": id },
    handle(session, form, list, index, count, name),
    h("div", { class: "body" },
      h("div", { class: "line" },
        main && form.add(mainControl(session, path, main, `Text of ${name}`, item, side === "userId" ? () => next(session, form, path) : undefined)),
        !main && h("button", { type: "button", class: "fold", on: { click: () => form.toggle(id) } }, kind ? pretty(kind) : summary(item) || name),
        h("div", { class: "tools" },
          side && all.length > 1 && iconButton("arrowLeftRight", `Change the side of ${name}`, () => flip(session, path, side, all)),
          !kind && session.schema.at([...path, "images"]) && pictureButton(session, path, name), more,
          iconButton("trash", `Delete ${name}`, () => session.edit((text) => remove(text, path))))),
      Array.isArray(item["images"]) && pictures(session, [...path, "images"], item["images"], name),
      h("p", { class: "found" }),
      open && h("div", { class: "rows" }, form.fieldRows(path, main?.length === 1 ? main : []))));
  dropTarget(session, element, list, path);
  return element;
}

// Goes on to the next message, or to a new one behind the last.
function next(session: Session, form: Form, path: Path): void {
  const list = path.slice(0, -1), items = session.model.get(list), all = Array.isArray(items) ? items : [];
  const below = Number(path.at(-1)) + 1;
  if (below < all.length) form.reveal([...list, below]);
  else add(session, form, list, all);
}

// The way to what an item says: its main field, or that of the object that it is all about, as the question of a poll.
function mainOf(session: Session, path: Path, kind: string | null): string[] | null {
  const name = kind ? ["question", "name"].find((one) => session.schema.at([...path, kind, one])) : mainField(session, path);
  return name ? [...(kind ? [kind] : []), name] : null;
}

// The text of an item. Enter ends that of a chat's message, as in the apps.
function mainControl(session: Session, parent: Path, main: string[], name: string, item: Fields, enter?: () => void) {
  const path = [...parent, ...main], field = session.schema.at(path)!;
  if (!/^(text|content|body|message|title|caption|question)$/.test(String(path.at(-1)))) return control(session, path, field, true);
  const area = areaControl(name, () => session.model.get(path), (value) => {
    const hasImages = Array.isArray(item["images"]) && item["images"].length > 0;
    session.edit((text) => {
      if (main.length > 1 || !/^(text|image|mixed|undefined)$/.test(String(item["type"]))) return set(text, path, value ?? "");
      if (session.schema.at([...parent, "images"]) === null || value !== "") return set(withType(session, text, parent, hasImages ? "mixed" : "text"), path, value ?? "");
      return hasImages ? withType(session, remove(text, path), parent, "image") : set(text, path, "");
    });
  });
  area.element.addEventListener("keydown", (event) => {
    if (!enter || event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    enter();
  });
  return area;
}

// Sets what a message holds, where messages say so.
function withType(session: Session, text: string, item: Path, type: string): string {
  return session.schema.at([...item, "type"])?.enum?.includes(type) ? set(text, [...item, "type"], type) : text;
}

export function flip(session: Session, path: Path, side: string, all: string[]): void {
  const now = session.model.get([...path, side]), next = all[(all.indexOf(String(now)) + 1) % all.length]!;
  const list = session.model.get(path.slice(0, -1)), status = Array.isArray(list) ? statusOf(list, side, next) : undefined;
  session.edit((text) => {
    const flipped = set(text, [...path, side], next), own = [...path, "status"];
    return status !== undefined ? set(flipped, own, status) : next === all[0] ? flipped : remove(flipped, own); // only own messages have a state
  });
}

// Items are dragged by the handle, or moved with the arrow keys while it has the focus.
function handle(session: Session, form: Form, list: Path, index: number, count: number, name: string): HTMLElement {
  const shift = (to: number) => {
    if (to < 0 || to >= count || to === index) return;
    session.edit((text) => move(text, list, index, to));
    form.update();
    document.getElementById(rowId([...list, to]))?.querySelector<HTMLElement>(".grip")?.focus();
  };
  const element = iconButton("grip", `Move ${name} with the arrow keys, or drag it`, () => undefined, { class: "tool grip" });
  element.addEventListener("keydown", (event) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    shift(index + step);
  });
  element.addEventListener("pointerdown", (event) => drag(event, element, shift));
  return element;
}

function drag(event: PointerEvent, grip: HTMLElement, shift: (to: number) => void): void {
  const item = grip.closest("li")!, items = [...item.parentElement!.children] as HTMLElement[], began = event.clientY;
  let target = items.indexOf(item);
  grip.setPointerCapture(event.pointerId);
  item.classList.add("dragged");
  const moved = ({ clientY }: PointerEvent) => {
    item.style.translate = `0 ${clientY - began}px`;
    const over = items.findIndex((one) => one !== item && clientY >= one.getBoundingClientRect().top && clientY <= one.getBoundingClientRect().bottom);
    if (over >= 0) target = over;
    items.forEach((one, i) => one.classList.toggle("over", i === target && one !== item));
  };
  const ended = () => {
    grip.removeEventListener("pointermove", moved);
    item.classList.remove("dragged");
    item.style.translate = "";
    items.forEach((one) => one.classList.remove("over"));
    shift(target);
  };
  grip.addEventListener("pointermove", moved);
  grip.addEventListener("pointerup", ended, { once: true });
  grip.addEventListener("pointercancel", ended, { once: true });
}

function pictureButton(session: Session, path: Path, name: string): HTMLElement {
  const chooser = fileChooser((file) => void addPicture(session, path, file));
  return h("span", {}, iconButton("imagePlus", `Add a picture to ${name}`, () => chooser.click()), chooser);
}

// Puts a picture into a message.
export async function addPicture(session: Session, path: Path, file: File): Promise<void> {
  const added = await addImage(session, file);
  if (!added) return;
  const images = session.model.get([...path, "images"]), list = Array.isArray(images) ? images : [];
  const image = { id: nextId(String(list.findLast(isFields)?.["id"] ?? "p0"), list), filename: added.filename, data: added.path, mimeType: added.mimeType, size: added.size };
  const words = session.model.get([...path, "text"]);
  session.edit((text) => {
    const typed = set(text, [...path, "type"], typeof words === "string" && words !== "" && words !== "…" ? "mixed" : "image");
    return insert(words === "…" ? remove(typed, [...path, "text"]) : typed, [...path, "images"], list.length, image);
  });
}

function pictures(session: Session, path: Path, images: Value[], name: string): HTMLElement {
  return h("ul", { class: "pictures" }, images.map((image, i) => {
    const shown = h("img", { alt: isFields(image) ? String(image["filename"] ?? "") : "" });
    showImage(session, shown, isFields(image) ? String(image["data"] ?? "") : "");
    return h("li", {}, shown, iconButton("x", `Remove picture ${i + 1} of ${name}`, () => removePicture(session, path, i, images.length)));
  }));
}

function removePicture(session: Session, path: Path, index: number, count: number): void {
  const message = path.slice(0, -1);
  if (count > 1) return write(session, [...path, index], undefined);
  const words = session.model.get([...message, "text"]);
  session.edit((text) => {
    const bare = set(remove(text, path), [...message, "type"], "text");
    return typeof words === "string" && words !== "" ? bare : set(bare, [...message, "text"], "…");
  });
}

// Takes pictures that are dropped or pasted: into an item, or into a new one at the end of the list.
function dropTarget(session: Session, element: HTMLElement, list: Path, item?: Path): void {
  const takes = session.schema.at([...list, 0, "images"]) !== null;
  if (!takes) return;
  const take = (event: Event, data: DataTransfer | null) => {
    const file = imageOf(data);
    if (!file) return;
    event.preventDefault();
    event.stopPropagation();
    void dropPicture(session, list, file, item);
  };
  element.addEventListener("dragover", (event) => event.preventDefault());
  element.addEventListener("drop", (event) => take(event, event.dataTransfer));
  element.addEventListener("paste", (event) => take(event, event.clipboardData));
}

// Puts a picture into a message, or into a new one at the end.
export async function dropPicture(session: Session, list: Path, file: File, item?: Path): Promise<void> {
  if (item) return addPicture(session, item, file);
  const items = session.model.get(list), all = Array.isArray(items) ? items : [];
  addItem(session, list, all);
  await addPicture(session, [...list, all.length], file);
}

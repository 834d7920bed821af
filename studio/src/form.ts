// The payload as a form. What it has follows from the schema, so that every field is there, also of types and fields to come.
import { control, write } from "./controls";
import type { Control } from "./controls";
import { button, h, icon, iconButton } from "./dom";
import { kindOf, kindsOf, setType } from "./fresh";
import { listEditor } from "./items";
import { dotted, isFields, summary } from "./model";
import type { Path } from "./model";
import { fieldName } from "./schema";
import type { Field, Schema } from "./schema";
import type { Session } from "./session";

// Fields that have a place of their own in the studio, or that nobody changes.
const elsewhere = new Set(["mockupType", "rendererVersion", "$schema", "props.platform"]);

export class Form {
  private controls: Control[] = [];
  private shape = "";
  private begun: Schema | null = null; // of which what is unfolded in the beginning is
  readonly open = new Set<string>(); // sections and items that are unfolded

  constructor(private readonly session: Session, private readonly container: HTMLElement, private readonly showCode: () => void) {
    this.fold();
  }

  // Shows the payload. Controls are kept while the payload has the same shape, so that the one in use stays in use.
  update(): void {
    const shape = this.shapeOf();
    if (shape !== this.shape) {
      this.shape = shape;
      this.rebuild();
    }
    this.controls.forEach((one) => one.update());
    this.showFound();
  }

  toggle(section: string): void {
    if (!this.open.delete(section)) this.open.add(section);
    this.update();
  }

  // Unfolds the object that everything is in, as that of a post.
  private begin(required: { path: Path; field: Field }[]): void {
    this.begun = this.session.schema;
    if (required.length === 1 && required[0]!.field.kind === "object") this.open.add(dotted(required[0]!.path));
  }

  // Folds all but the sections that are open in the beginning.
  fold(): void {
    this.open.clear();
    this.open.add("content").add("look");
    this.begun = null;
  }

  add(one: Control): HTMLElement {
    this.controls.push(one);
    return one.element;
  }

  // What the arrangement of the form depends on: names of fields and lengths of lists, not their values.
  private shapeOf(): string {
    const walk = (value: unknown): unknown =>
      Array.isArray(value) ? value.map((item) => (isFields(item) ? walk(item) : 0)).join() + value.length
        : isFields(value) ? Object.entries(value).map(([key, field]) => [key, isFields(field) || Array.isArray(field) ? walk(field) : key === "id" || key === "type" ? field : ""]) : "";
    const { mockupType, platform, renderKind } = this.session.model.value;
    return JSON.stringify([this.session.model.broken, walk(this.session.model.value), mockupType, platform, renderKind, [...this.open], this.session.schema.at([])?.title]);
  }

  private rebuild(): void {
    const focused = document.activeElement?.closest("[data-path]")?.getAttribute("data-path");
    const inside = this.container.contains(document.activeElement) ? (document.activeElement?.getAttribute("aria-label") ?? "") : null;
    const scrolled = this.container.scrollTop;
    this.controls = [];
    this.container.replaceChildren(...(this.session.model.broken ? [this.unreadable()] : this.sections()));
    this.container.scrollTop = scrolled;
    if (inside !== null && focused) {
      const row = this.container.querySelector<HTMLElement>(`[data-path="${CSS.escape(focused)}"]`);
      const again = row?.querySelector<HTMLElement>(`[aria-label="${CSS.escape(inside)}"]`);
      this.controls.forEach((one) => one.update());
      again?.focus();
      if (again instanceof HTMLInputElement && again.type === "text") again.setSelectionRange(again.value.length, again.value.length);
    }
  }

  // Says why there is no form of a text that cannot be read.
  private unreadable(): HTMLElement {
    return h("div", { class: "unreadable" }, h("p", {}, "The form cannot show this payload, as its code has an error."), button("Show the code", this.showCode));
  }

  private sections(): HTMLElement[] {
    const { schema } = this.session;
    const isList = (field: Field) => field.type === "array" && (field.items?.$ref !== undefined && !/Level$/.test(field.items.$ref));
    const props = schema.fields(["props"]).filter(([name]) => !elsewhere.has("props." + name));
    const top = schema.fields([]).filter(([name]) => !elsewhere.has(name) && name !== "props");
    const paths = (fields: [string, Field][], under: Path) => fields.map(([name, field]) => ({ path: [...under, name], field }));
    const content = paths(props, ["props"]).filter(({ field }) => isList(field) || (field.kind === "object"));
    const look = paths(props, ["props"]).filter(({ field }) => !isList(field) && field.kind !== "object");
    const required = schema.at(["props"])?.required ?? [];
    if (this.begun !== schema) this.begin(content.filter(({ path }) => required.includes(String(path.at(-1)))));
    const needed = ({ path }: { path: Path }) => required.includes(String(path.at(-1)));
    content.sort((a, b) => weight(a.field, a.path, needed(a)) - weight(b.field, b.path, needed(b)));
    return [
      this.section("content", "Content", [
        ...look.filter(needed).map(({ path, field }) => this.row(path, field, true)),
        ...content.map(({ path, field }) => (isList(field) ? listEditor(this.session, this, path, field) : this.group(path, field, needed({ path })))),
      ]),
      this.section("look", "Appearance", look.filter((one) => !needed(one)).map(({ path, field }) => this.row(path, field, false))),
      this.section("output", "Picture and video", paths(top, []).map(({ path, field }) =>
        field.kind === "object" ? this.group(path, field, false) : this.row(path, field, (schema.at([])?.required ?? []).includes(String(path[0]))))),
    ];
  }

  private section(id: string, title: string, children: HTMLElement[]): HTMLElement {
    const open = this.open.has(id);
    return h("section", { class: "section" },
      h("h2", {}, h("button", { type: "button", "aria-expanded": String(open), on: { click: () => this.toggle(id) } }, icon(open ? "chevronDown" : "chevronRight"), title)),
      open && h("div", { class: "rows" }, children));
  }

  // The fields of an object, folded unless it is open. An object that is not there is made when a field of it is set.
  group(path: Path, field: Field, required: boolean): HTMLElement {
    const id = dotted(path), open = this.open.has(id), there = isFields(this.session.model.get(path));
    const title = fieldName(path);
    const fold = h("button", { type: "button", class: "fold", "aria-expanded": String(open), title: field.description, on: { click: () => this.toggle(id) } },
      icon(open ? "chevronDown" : "chevronRight"), title, !open && h("small", {}, there ? summary(this.session.model.get(path)) : "not set"));
    const drop = there && !required && iconButton("x", "Remove " + title.toLowerCase(), () => write(this.session, path, undefined));
    return h("div", { class: "group", "data-path": id }, h("div", { class: "head" }, fold, drop), open && h("div", { class: "rows" }, this.fieldRows(path)));
  }

  // Rows of the fields of an object. Of the objects of which its type says which it has, that one is shown, and what is there
  // nevertheless.
  fieldRows(path: Path, without: string[] = []): HTMLElement[] {
    const { schema, model } = this.session, required = schema.at(path)?.required ?? [], kinds = kindsOf(this.session, path), kind = kindOf(this.session, path);
    const idle = (name: string) => (name === "images" && kind !== null) || (kinds.includes(name) && name !== kind);
    const shown = ([name]: [string, Field]) => !without.includes(name) && (!idle(name) || model.get([...path, name]) !== undefined);
    const rank = ([name]: [string, Field]) => (name === "id" ? 3 : name === kind ? 1 : kind !== null && /^(userId|type)$/.test(name) ? 0 : 2); // few people care for ids
    return schema.fields(path).filter(shown).sort((a, b) => rank(a) - rank(b)).map(([name, field]) => {
      const here = [...path, name];
      if (field.kind === "object") return this.group(here, field, required.includes(name));
      if (field.type === "array" && field.items?.$ref && !/Level$/.test(field.items.$ref)) return listEditor(this.session, this, here, field);
      return this.row(here, field, required.includes(name));
    });
  }

  row(path: Path, field: Field, required: boolean): HTMLElement {
    const ofItem = path.at(-1) === "type" && typeof path.at(-2) === "number";
    const one = control(this.session, path, field, required, ofItem ? (type) => this.setType(path, type) : undefined);
    this.controls.push(one);
    const reset = required ? null : iconButton("x", "Remove " + fieldName(path).toLowerCase(), () => write(this.session, path, undefined), { class: "tool reset" });
    if (reset) this.controls.push({ element: reset, update: () => (reset.hidden = this.session.model.get(path) === undefined) });
    return h("div", { class: "row", "data-path": dotted(path) },
      h("span", { class: "name", title: field.description }, fieldName(path)), h("div", { class: "value" }, one.element, reset), h("p", { class: "found" }));
  }

  // Makes an item one of another type, and unfolds what it has now.
  private setType(path: Path, type: string): void {
    const item = path.slice(0, -1);
    this.open.add(dotted([...item, type]));
    setType(this.session, item, type);
  }

  // Shows what the validator says below the fields that it is about.
  showFound(): void {
    this.container.querySelectorAll(".found").forEach((place) => (place.textContent = ""));
    for (const { path, message, severity } of this.session.result?.found ?? []) {
      const place = this.container.querySelector(`[data-path="${CSS.escape(path)}"]`)?.querySelector(".found");
      if (!place) continue;
      place.textContent = message;
      place.className = "found " + severity;
    }
  }

  // Puts the focus on a field. What is around it is unfolded if the field is not there otherwise, but for the text of an item,
  // which an item shows always.
  reveal(path: Path): void {
    const main = /^(text|content|body|message|title|caption|name|filename)$/.test(String(path.at(-1)));
    const shown = main && typeof path.at(-2) === "number" ? path.slice(0, -1) : path;
    this.open.add("content");
    if (this.find(shown) === null) for (let i = 2; i < path.length; i++) this.open.add(dotted(path.slice(0, i)));
    this.update();
    for (let length = shown.length; length > 0; length--) {
      const row = this.find(shown.slice(0, length));
      if (!row) continue;
      row.scrollIntoView({ block: "nearest" });
      (row.querySelector<HTMLElement>("textarea, input:not([type=file]), select") ?? row.querySelector<HTMLElement>("button"))?.focus({ preventScroll: true });
      return;
    }
  }

  private find(path: Path): HTMLElement | null {
    return this.container.querySelector(`[data-path="${CSS.escape(dotted(path))}"]`);
  }
}

// What every payload has comes first, lists that grow long behind the others, and objects that most payloads lack at the end.
const weight = (field: Field, path: Path, required: boolean): number =>
  field.type === "array" ? (/^(messages|comments|slides|notifications|emails)$/.test(String(path.at(-1))) ? 3 : 2) : required ? 1 : 4;

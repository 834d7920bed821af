// Elements without a framework.
import arrowLeftRight from "lucide-static/icons/arrow-left-right.svg";
import ban from "lucide-static/icons/ban.svg";
import box from "lucide-static/icons/box.svg";
import check from "lucide-static/icons/check.svg";
import chevronDown from "lucide-static/icons/chevron-down.svg";
import chevronLeft from "lucide-static/icons/chevron-left.svg";
import chevronRight from "lucide-static/icons/chevron-right.svg";
import copy from "lucide-static/icons/copy.svg";
import download from "lucide-static/icons/download.svg";
import filePlus from "lucide-static/icons/file-plus.svg";
import folderOpen from "lucide-static/icons/folder-open.svg";
import grip from "lucide-static/icons/grip-vertical.svg";
import imagePlus from "lucide-static/icons/image-plus.svg";
import link from "lucide-static/icons/link.svg";
import moon from "lucide-static/icons/moon.svg";
import more from "lucide-static/icons/ellipsis.svg";
import pause from "lucide-static/icons/pause.svg";
import pencil from "lucide-static/icons/pencil.svg";
import play from "lucide-static/icons/play.svg";
import plus from "lucide-static/icons/plus.svg";
import redo from "lucide-static/icons/redo-2.svg";
import repeat from "lucide-static/icons/repeat.svg";
import reply from "lucide-static/icons/reply.svg";
import save from "lucide-static/icons/save.svg";
import settings from "lucide-static/icons/sliders-horizontal.svg";
import smartphone from "lucide-static/icons/smartphone.svg";
import sun from "lucide-static/icons/sun.svg";
import trash from "lucide-static/icons/trash-2.svg";
import undo from "lucide-static/icons/undo-2.svg";
import variants from "lucide-static/icons/layout-grid.svg";
import x from "lucide-static/icons/x.svg";

const icons = {
  arrowLeftRight, ban, box, check, chevronDown, chevronLeft, chevronRight, copy, download, filePlus, folderOpen, grip, imagePlus, link, moon, more, pause,
  pencil, play, plus, redo, repeat, reply, save, settings, smartphone, sun, trash, undo, variants, x,
};
export type Icon = keyof typeof icons;

export function icon(name: Icon): SVGElement {
  const holder = document.createElement("template");
  holder.innerHTML = icons[name].replace(/<!--.*?-->/s, "").trim(); // of the bundle, no foreign text
  const svg = holder.content.firstElementChild as SVGElement;
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  return svg;
}

type Child = Node | string | null | undefined | false | Child[];
type Listeners = { [kind in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[kind]) => void };
export type Properties = { [name: string]: string | number | boolean | null | undefined | Listeners };

// Makes an element. Properties are attributes; "on" has listeners.
export function h<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, properties: Properties = {}, ...children: Child[]): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name === "on") {
      for (const [kind, listener] of Object.entries(value as Listeners)) element.addEventListener(kind, listener as EventListener);
    } else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, String(value));
  }
  append(element, children);
  return element;
}

function append(element: Element, children: Child[]): void {
  for (const child of children) {
    if (Array.isArray(child)) append(element, child);
    else if (child !== null && child !== undefined && child !== false) element.append(child);
  }
}

// A button with an icon, whose name is read out and shown as a tip.
export function iconButton(name: Icon, title: string, click: (event: MouseEvent) => void, properties: Properties = {}): HTMLButtonElement {
  return h("button", { type: "button", class: "tool", title, "aria-label": title, on: { click }, ...properties }, icon(name));
}

export function button(text: string, click: () => void, properties: Properties = {}, ...before: Child[]): HTMLButtonElement {
  return h("button", { type: "button", class: "button", on: { click: () => click() }, ...properties }, ...before, text);
}

// A choice among a few, as buttons side by side.
export function segmented(name: string, options: { value: string; label: string }[], change: (value: string) => void) {
  const buttons = options.map(({ value, label }) =>
    h("button", { type: "button", role: "radio", "data-value": value, on: { click: () => change(value) } }, label));
  const group = h("div", { class: "segmented", role: "radiogroup", "aria-label": name, on: {
    keydown: (event) => {
      const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
      if (!step) return;
      event.preventDefault();
      const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
      const next = buttons[(at + step + buttons.length) % buttons.length]!;
      next.focus();
      next.click();
    },
  } }, buttons);
  return { element: group, set(value: string) {
    for (const [i, one] of buttons.entries()) {
      const chosen = options[i]!.value === value;
      one.setAttribute("aria-checked", String(chosen));
      one.tabIndex = chosen || (i === 0 && !options.some((option) => option.value === value)) ? 0 : -1;
    }
  } };
}

// A switch with its name.
export function toggle(name: string, change: (on: boolean) => void, properties: Properties = {}): HTMLButtonElement {
  const element = h("button", { type: "button", class: "switch", role: "switch", "aria-checked": "false", "aria-label": name, ...properties }, h("i"));
  element.addEventListener("click", () => change(element.getAttribute("aria-checked") !== "true"));
  return element;
}

export interface Choice { value: string; label: string }

export function select(name: string, options: Choice[], change: (value: string) => void, properties: Properties = {}): HTMLSelectElement {
  return h("select", { "aria-label": name, ...properties, on: { change: (event) => change((event.target as HTMLSelectElement).value) } },
    options.map(({ value, label }) => h("option", { value }, label)));
}

// Shows a dialog until it is closed. The first button with the class "primary" is what Enter presses.
export function dialog(title: string, className: string, ...content: Child[]): HTMLDialogElement {
  const close = iconButton("x", "Close", () => element.close());
  const element = h("dialog", { class: "dialog " + className, "aria-label": title, on: {
    close: () => {
      const left = [...element.querySelectorAll(".note")];
      element.remove();
      if (left.length > 0) notes().append(...left);
    },
    pointerdown: (event) => { if (event.target === element && isBeside(event, element.getBoundingClientRect())) element.close(); },
  } }, h("header", {}, h("h2", {}, title), close), ...content);
  document.body.append(element);
  element.showModal();
  return element;
}

// Whether a press is beside a dialog: gaps in it are parts of it.
const isBeside = ({ clientX: x, clientY: y }: PointerEvent, { left, right, top, bottom }: DOMRect): boolean => x < left || x > right || y < top || y > bottom;

// Says something for a moment, or until it is dismissed if there is something to do.
export function notify(text: string, kind: "info" | "error" = "info", ...actions: [string, () => void][]): () => void {
  const element = h("div", { class: "note " + kind, role: kind === "error" ? "alert" : "status" }, h("span", {}, text));
  const remove = () => element.remove();
  for (const [label, action] of actions) element.append(button(label, () => { remove(); action(); }, { class: "button small" }));
  if (actions.length > 0 || kind === "error") element.append(iconButton("x", "Dismiss", remove));
  else setTimeout(remove, 4000);
  notes().append(element);
  return remove;
}

// Where notes stand: in the dialog that is open, as nothing else can be used or is read out then.
function notes(): HTMLElement {
  const host = [...document.querySelectorAll<HTMLElement>("dialog[open]")].at(-1) ?? document.body;
  const there = host.querySelector<HTMLElement>(":scope > .notes");
  if (there) return there;
  const made = h("div", { class: "notes" });
  host.append(made);
  return made;
}

// The menu of a message in the picture: reactions, a reply, marks of the app, the other side, delete.
import { h, icon, iconButton } from "./dom";
import type { Icon } from "./dom";
import { insert, remove, set } from "./edits";
import { newItem, sides } from "./fresh";
import { flip } from "./items";
import { isFields } from "./model";
import type { Fields, Path, Value } from "./model";
import type { Session } from "./session";

const emoji = ["❤️", "👍", "😂", "😮", "😢", "🙏"];
const list: Path = ["props", "messages"];

// The message that a field belongs to; null if it is about something else.
export const messageOf = (path: Path): Path | null => (path[0] === "props" && path[1] === "messages" && typeof path[2] === "number" ? path.slice(0, 3) : null);

export class MessageMenu {
  readonly button = iconButton("more", "Menu of the message", () => this.openAt(this.button.getBoundingClientRect()), { class: "tool more", "aria-haspopup": "menu", hidden: true });
  readonly element = h("div", { class: "menu", role: "menu", popover: "auto", on: { keydown: (event) => this.key(event) } });
  private message: Path = [];

  constructor(private readonly session: Session, private readonly choose: (path: Path) => void) {}

  // Takes the message that is marked in the picture, or null if none is.
  take(message: Path | null): void {
    this.button.hidden = message === null;
    if (!message) return;
    this.message = message;
    const name = `Menu of message ${Number(message[2]) + 1}`;
    this.button.title = name;
    this.button.setAttribute("aria-label", name);
    this.element.setAttribute("aria-label", name);
  }

  // Opens the menu beside a place on the screen, for the message that was taken.
  openAt(place: { left: number; bottom: number }): void {
    if (this.button.hidden) return;
    this.element.replaceChildren(...this.items());
    this.element.showPopover();
    const { width, height } = this.element.getBoundingClientRect();
    this.element.style.left = `${Math.max(8, Math.min(place.left, innerWidth - width - 8))}px`;
    this.element.style.top = `${Math.max(8, Math.min(place.bottom + 4, innerHeight - height - 8))}px`;
    this.buttons[0]?.focus();
  }

  get isOpen(): boolean {
    return this.element.matches(":popover-open");
  }

  private get buttons(): HTMLButtonElement[] {
    return [...this.element.querySelectorAll("button")];
  }

  private items(): HTMLElement[] {
    const { session, message } = this, item = session.model.get(message), fields = isFields(item) ? item : {};
    const { shows } = session.mockupType, platform = String(session.model.value["platform"]);
    const has = (name: string) => session.schema.at([...message, name]) !== null && (shows[platform]?.includes(name) ?? true);
    const side = ["userId", "role"].find((name) => session.schema.at([...message, name])), all = side ? sides(session, list) : [];
    return [
      has("reactions") && h("div", { class: "reactions", role: "group", "aria-label": "Reactions" }, emoji.map((one) => this.reaction(one, fields))),
      has("replyTo") && this.item("reply", "Reply", () => this.reply(fields)),
      has("edited") && this.mark("pencil", "Edited", "edited", fields),
      has("deleted") && this.mark("ban", "Deleted for everyone", "deleted", fields),
      side && all.length > 1 && this.item("arrowLeftRight", "Change the side", () => flip(session, message, side, all)),
      this.item("trash", "Delete the message", () => session.edit((text) => remove(text, message))),
    ].filter((one) => one instanceof HTMLElement);
  }

  private item(name: Icon, text: string, act: () => void, properties: { [name: string]: string } = {}): HTMLElement {
    return h("button", { type: "button", role: "menuitem", tabindex: -1, ...properties, on: { click: () => { this.element.hidePopover(); act(); } } }, icon(name), text);
  }

  private mark(name: Icon, text: string, field: string, item: Fields): HTMLElement {
    const on = item[field] === true, path = [...this.message, field];
    return this.item(name, text, () => this.session.edit((was) => (on ? remove(was, path) : set(was, path, true))), { role: "menuitemcheckbox", "aria-checked": String(on) });
  }

  // A reaction of somebody else than the author, put on the message or taken away.
  private reaction(one: string, item: Fields): HTMLElement {
    const { session, message } = this, path = [...message, "reactions"];
    const there = Array.isArray(item["reactions"]) ? item["reactions"] : [];
    const index = there.findIndex((reaction) => isFields(reaction) && reaction["emoji"] === one);
    const by = sides(session, list).find((id) => id !== item["userId"]) ?? "";
    const change = () => session.edit((text) =>
      index < 0 ? insert(text, path, there.length, { emoji: one, by: [by] }) : there.length > 1 ? remove(text, [...path, index]) : remove(text, path));
    return h("button", { type: "button", role: "menuitemcheckbox", tabindex: -1, "aria-checked": String(index >= 0), "aria-label": `React with ${one}`,
      on: { click: () => { this.element.hidePopover(); change(); } } }, one);
  }

  // Adds a message at the end that answers this one, and goes to its text.
  private reply(item: Fields): void {
    const { session } = this, items = session.model.get(list), all: Value[] = Array.isArray(items) ? items : [];
    const by = sides(session, list).find((id) => id !== item["userId"]) ?? item["userId"] ?? "";
    session.edit((text) => insert(text, list, all.length, { ...newItem(session, list, all), userId: by, replyTo: item["id"] ?? "" }));
    this.choose([...list, all.length, "text"]);
  }

  // The arrow keys move among the items, as in other menus.
  private key(event: KeyboardEvent): void {
    const { buttons } = this, at = buttons.indexOf(document.activeElement as HTMLButtonElement), last = buttons.length - 1;
    const inRow = (i: number) => buttons.at(i)!.closest(".reactions") !== null;
    const row = inRow(at), firstBelow = buttons.findIndex((_, i) => !inRow(i));
    const next = { Home: 0, End: last, ArrowRight: at + 1, ArrowLeft: at - 1, ArrowDown: row ? firstBelow : at + 1,
      ArrowUp: row ? last : inRow(at - 1) ? 0 : at - 1 }[event.key];
    event.stopPropagation(); // the keys of the timeline are others
    if (event.key === "Tab") this.element.hidePopover();
    if (next === undefined) return;
    event.preventDefault();
    buttons[(next + buttons.length) % buttons.length]?.focus();
  }
}

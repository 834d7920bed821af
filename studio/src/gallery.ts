// The gallery: payloads of the folder, and a sample of each type and platform, by picture.
import * as api from "./api";
import { pretty } from "./controls";
import { dialog, h } from "./dom";
import type { Session } from "./session";

// What is done with what is chosen.
export interface Choosing { file: (name: string) => Promise<void>; sample: (type: string, platform: string) => Promise<void> }

export function galleryDialog(session: Session, files: api.FileInfo[], choosing: Choosing): void {
  let opening = false; // a second click of a double click opens nothing
  const close = (open: () => Promise<void>) => () => {
    if (opening) return;
    opening = true;
    void open().then(() => box.close()).finally(() => (opening = false)); // nothing is typed into what it takes the place of
  };
  const own = files.map(({ name, modified }) => {
    const slash = name.lastIndexOf("/") + 1;
    return card(name, [h("span", {}, name.slice(slash)), slash > 0 && h("small", {}, name.slice(0, slash - 1))], api.address("thumbnail/file", { name, modified }), close(() => choosing.file(name)));
  });
  const samples = session.types.map(({ name, platforms }) => shelf("gallery-" + name, pretty(name), "", (platforms.length > 0 ? platforms : [""]).map((platform) =>
    card(pretty(platform || name), [pretty(platform || name)], api.address("thumbnail/sample", { type: name, platform }), close(() => choosing.sample(name, platform))))));
  const shelves = [...(own.length > 0 ? [shelf("gallery-files", "In this folder", session.folder, own)] : []), ...samples];
  const nothing = h("p", { class: "nothing", role: "status" });
  const all = h("div", { class: "shelf", on: { keydown: (event) => walk(event, all) } }, shelves, nothing);
  const search = h("input", { type: "search", "aria-label": "Search", placeholder: "Search", autofocus: true, spellcheck: "false", on: {
    input: () => {
      nothing.textContent = filter(shelves, search.value) ? "" : `Nothing is called “${search.value.trim()}”.`;
      all.scrollTop = 0;
    },
    keydown: (event) => {
      const first = { Enter: () => visible(all)[0]?.click(), ArrowDown: () => visible(all)[0]?.focus() }[event.key];
      if (!first) return;
      event.preventDefault(); // the focus moves, and the key is not for what gets it
      first();
    },
  } });
  const jumps = shelves.map((one) => h("button", { type: "button", on: { click: () => one.scrollIntoView() } }, one.getAttribute("aria-label")));
  const box = dialog("Start from", "gallery", h("div", { class: "shelves" }, h("div", { class: "aside" }, search, h("nav", { "aria-label": "Types" }, jumps)), all));
}

function shelf(id: string, title: string, more: string, cards: HTMLElement[]): HTMLElement {
  return h("section", { id, "aria-label": title }, h("h3", {}, title, more !== "" && h("small", {}, more)), h("div", { class: "cards" }, cards));
}

// What can be chosen. A payload that cannot be drawn has no picture.
function card(name: string, label: (string | false | HTMLElement)[], source: string, choose: () => void): HTMLElement {
  const picture = h("img", { src: source, alt: "", loading: "lazy", on: { error: () => picture.replaceWith(h("span", { class: "none" }, "No picture")) } });
  return h("button", { type: "button", class: "card", title: name, "aria-label": name, on: { click: choose } }, h("span", { class: "thumb" }, picture), h("span", { class: "label" }, label));
}

// Hides what lacks one of the words, and returns whether something is left.
function filter(shelves: HTMLElement[], text: string): boolean {
  const words = text.toLowerCase().split(/\s+/).filter((word) => word !== "");
  for (const one of shelves) {
    const title = (one.getAttribute("aria-label") ?? "").toLowerCase(), cards = [...one.querySelectorAll<HTMLElement>(".card")];
    for (const card of cards) card.hidden = !words.every((word) => `${title} ${card.title}`.toLowerCase().includes(word));
    one.hidden = cards.every((card) => card.hidden);
  }
  return shelves.some((one) => !one.hidden);
}

const visible = (all: HTMLElement): HTMLElement[] => [...all.querySelectorAll<HTMLElement>(".card")].filter((card) => card.checkVisibility());

// The arrow keys go from card to card.
function walk(event: KeyboardEvent, all: HTMLElement): void {
  const cards = visible(all), at = cards.indexOf(document.activeElement as HTMLElement);
  if (at < 0) return;
  const here = cards[at]!.getBoundingClientRect();
  const beside = (card: HTMLElement) => Math.abs(card.getBoundingClientRect().left - here.left) < here.width / 2;
  const next = { ArrowLeft: () => cards[at - 1], ArrowRight: () => cards[at + 1], ArrowUp: () => cards.slice(0, at).findLast(beside), ArrowDown: () => cards.slice(at + 1).find(beside) }[event.key];
  if (!next) return;
  event.preventDefault();
  next()?.focus();
}

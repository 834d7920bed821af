// The page: puts the parts together and passes on what happens.
import { redo, redoDepth, undo, undoDepth } from "@codemirror/commands";
import { EditorView } from "@codemirror/view";
import * as api from "./api";
import { button, h, icon, iconButton, notify, segmented, select } from "./dom";
import { loadCode, newState, showFound, updateLanguage } from "./editor";
import { exportDialog } from "./export";
import { Files } from "./files";
import { applyFix, spanOf, suggestion } from "./fix";
import { Form } from "./form";
import { steps } from "./model";
import type { Path } from "./model";
import { Player } from "./player";
import { Previewing } from "./previewing";
import { QuickControls } from "./quick";
import { Session } from "./session";
import { copyLink, copyPicture, fromLink, variantsDialog } from "./share";
import { Stage } from "./stage";
import { Timeline } from "./timeline";

const session = new Session();
const previewing = new Previewing(session);
const codePane = h("div", { class: "code", role: "tabpanel", "aria-label": "Code" });
const formPane = h("div", { class: "form", role: "tabpanel", "aria-label": "Form", tabindex: -1 });
const form = new Form(session, formPane, () => show("code"));
const stage = new Stage(session, choose);
const player = new Player(session, ({ picture, places }) => stage.draw(picture, places), () => {
  timeline.update();
  if (player.playing !== stage.playing) stage.play(player.playing);
});
const timeline: Timeline = new Timeline(session, player, choose);
const quick = new QuickControls(session);
const files = new Files(session, openText);
const taking = { session, picture: () => stage.blob };

let view: "form" | "code" = localStorage.getItem("view") === "code" ? "code" : "form";
const tabs = segmented("View of the payload", [{ value: "form", label: "Form" }, { value: "code", label: "Code" }], (to) => show(to as typeof view));
const title = h("button", { type: "button", class: "file", title: "Start from, or open", on: { click: () => void files.gallery() } });
const saveButton = iconButton("save", "Save (Ctrl S)", () => void files.save());
const undoButton = iconButton("undo", "Undo (Ctrl Z)", () => undo(session.view));
const redoButton = iconButton("redo", "Redo (Ctrl Shift Z)", () => redo(session.view));
const problems = h("div", { class: "problems", role: "status" });
const facts = h("span", { class: "facts", title: "Size of the picture as it is shown here, and how long the engine took for it" });
const autosave = h("input", { type: "checkbox", on: { change: () => {
  files.autosave = autosave.checked;
  localStorage.setItem("autosave", autosave.checked ? "on" : "off");
  files.keep();
} } });

function page(): HTMLElement[] {
  const zoom = select("Zoom", [{ value: "fit", label: "Fit" }, { value: "1", label: "100 %" }, { value: "2", label: "200 %" }], (value) => {
    stage.setZoom(value === "fit" ? "fit" : (Number(value) as 1 | 2));
    previewing.scale = scaleFor(stage.zoom);
    previewing.schedule(0);
  });
  autosave.checked = files.autosave;
  return [
    h("header", { class: "bar" },
      h("span", { class: "brand" }, h("img", { src: "icon.svg", alt: "", width: 20, height: 20 }), "mockup studio"),
      title, saveButton, undoButton, redoButton,
      h("span", { class: "spring" }),
      button("Start from", () => void files.gallery(), { title: "Start from (Ctrl O)" }, icon("filePlus")),
      button("Variants", () => variantsDialog(taking), { title: "Variants" }, icon("variants")),
      iconButton("link", "Copy a link that has the payload in it", () => void copyLink(taking)),
      iconButton("copy", "Copy the picture", () => void copyPicture(taking)),
      iconButton("sun", "Studio light or dark", switchTheme),
      button("Export", () => exportDialog(session, stage.pictureScale), { class: "button primary" }, icon("download"))),
    h("main", { class: "work" },
      h("section", { class: "source", "aria-label": "Payload" },
        h("div", { class: "tabs" }, tabs.element, h("label", { class: "autosave" }, autosave, "Save as I type")),
        formPane, codePane, problems),
      splitter(),
      h("section", { class: "stage", "aria-label": "Picture" },
        h("div", { class: "stage-bar" }, quick.element, h("span", { class: "spring" }), facts, zoom),
        stage.element, timeline.element)),
  ];
}

// The border between the payload and the picture, which can be moved.
function splitter(): HTMLElement {
  const root = document.documentElement, saved = Number(localStorage.getItem("split"));
  const place = (share: number) => {
    const kept = Math.min(Math.max(share, 24), 70);
    root.style.setProperty("--split", kept + "%");
    element.setAttribute("aria-valuenow", String(Math.round(kept)));
    localStorage.setItem("split", String(kept));
  };
  const element = h("div", { class: "splitter", role: "separator", tabindex: 0, "aria-label": "Width of the payload", "aria-orientation": "vertical", "aria-valuemin": 24, "aria-valuemax": 70, on: {
    pointerdown: (event) => element.setPointerCapture(event.pointerId),
    pointermove: (event) => { if (element.hasPointerCapture(event.pointerId)) place((100 * event.clientX) / innerWidth); },
    keydown: (event) => {
      const step = { ArrowLeft: -2, ArrowRight: 2 }[event.key];
      if (step) place(Number(element.getAttribute("aria-valuenow")) + step);
    },
  } });
  place(saved || 44);
  return element;
}

function show(to: typeof view): void {
  view = to;
  localStorage.setItem("view", view);
  tabs.set(view);
  formPane.hidden = view !== "form";
  codePane.hidden = view !== "code";
  if (view === "form") form.update();
  else void loadCode(session).then(() => session.view.requestMeasure(), (error: unknown) => notify((error as Error).message, "error"));
}

// Goes to what was clicked in the picture or in the timeline.
function choose(path: Path): void {
  if (view === "code") session.reveal(path);
  else form.reveal(path);
}

function switchTheme(): void {
  const dark = getComputedStyle(document.documentElement).getPropertyValue("--is-dark").trim() === "1";
  setTheme(dark ? "light" : "dark");
}

function setTheme(theme: string | null): void {
  if (!theme) return;
  document.documentElement.dataset["theme"] = theme;
  localStorage.setItem("theme", theme);
}

// The smallest scale at which the picture has a pixel for each of the screen.
function scaleFor(zoom: Stage["zoom"]): string {
  const pixels = devicePixelRatio * (zoom === "fit" ? 1 : zoom);
  stage.pictureScale = pixels <= 1.25 ? 1 : pixels <= 2.5 ? 2 : 4;
  return stage.pictureScale + "x";
}

let fresh = true; // no picture of the open text has been shown yet

function openText(text: string, file: api.TextFile | null): void {
  fresh = true;
  form.fold();
  Object.assign(session, { name: file?.name ?? "", revision: file?.revision ?? "", saved: file?.text ?? "", at: 0 });
  session.view.setState(newState(session, text, changed));
  session.tell("file");
  changed();
}

function changed(): void {
  files.keep();
  void session.updateSchema();
  updateLanguage(session);
  previewing.schedule();
  session.tell("text");
}

function updateBar(): void {
  title.replaceChildren(h("span", {}, session.name || "Untitled"), h("small", {}, session.name === "" ? "not saved" : session.dirty ? "changed" : "saved"));
  title.setAttribute("aria-label", `${session.name || "Untitled"}, ${session.dirty ? "not saved" : "saved"}. Open another.`);
  saveButton.disabled = !session.dirty && session.name !== "";
  undoButton.disabled = undoDepth(session.view.state) === 0;
  redoButton.disabled = redoDepth(session.view.state) === 0;
  document.title = `${session.dirty ? "• " : ""}${session.name || "Untitled"} – mockup studio`;
}

async function showPreview(): Promise<void> {
  const { result } = session;
  if (!result) return;
  showFound(session, result.found);
  form.showFound();
  listProblems(result);
  const errors = result.found.filter((one) => one.severity === "error");
  stage.say(result.failure ?? (result.picture ? "" : errors.length === 1 ? "One thing has to be put right before this can be drawn." : errors.length > 1 ? `${errors.length} things have to be put right before this can be drawn.` : ""));
  if (result.picture) {
    fresh = false;
    await stage.draw(result.picture, result.places ?? []);
    if (session.result !== result) return; // the picture of a newer text is drawn
    const { mockupType, platform } = session.model.value;
    stage.describe(`Picture of the payload: ${[mockupType, platform].filter(Boolean).join(", ")}`);
    facts.textContent = `${result.width} × ${result.height}  ·  ${Math.round(result.took)} ms`;
  } else if (fresh) {
    stage.clear(); // it has the picture of another payload
    facts.textContent = "";
  }
  if (result.picture || fresh) {
    player.open(result.playback ?? null);
    timeline.open(result.playback ?? null);
  }
  previewing.done();
  session.tell("picture");
}

// Lists what the validator says, with a way to each place.
function listProblems(result: api.Preview): void {
  const all = [...result.found.map((one) => ({ ...one, go: true })), ...result.warnings.map((one) => ({ ...one, path: "", severity: "warning" as const, line: 1, column: 1, go: false }))];
  problems.hidden = all.length === 0;
  problems.replaceChildren(h("ul", {}, all.map((one) => {
    const fix = suggestion(one);
    return h("li", { class: one.severity },
      h("button", { type: "button", disabled: !one.go, on: { click: () => (one.path === "" ? showLine(one) : choose(steps(one.path))) } }, one.path && h("b", {}, one.path), one.message),
      fix !== null && button(`Change to ${fix}`, () => applyFix(session, one), { class: "button small" }));
  })));
}

// Shows the line of a finding that is about no field: of text that is not read at all.
function showLine(one: api.Found): void {
  show("code");
  session.view.dispatch({ selection: { anchor: spanOf(session, one).from }, scrollIntoView: true });
  session.view.focus();
}

// Marks in the picture what the cursor or the focus is on.
function followFocus(): void {
  formPane.addEventListener("focusin", (event) => stage.showPath(steps((event.target as HTMLElement).closest("[data-path]")?.getAttribute("data-path") ?? "")));
  formPane.addEventListener("focusout", (event) => {
    const to = event.relatedTarget;
    if (!(to instanceof Node && (formPane.contains(to) || stage.element.contains(to)))) stage.showPath([]);
  });
  document.addEventListener("selectionchange", () => {
    if (session.view.hasFocus) stage.showPath(session.model.pathAt(session.view.state.selection.main.head));
  });
}

const isTyping = (target: EventTarget | null) => target instanceof HTMLElement && target.closest("input:not([type=range]), textarea, select, [contenteditable=true], dialog") !== null;

function keys(event: KeyboardEvent): void {
  const command = event.ctrlKey || event.metaKey, key = event.key.toLowerCase();
  const inCode = event.target instanceof HTMLElement && event.target.closest(".cm-editor") !== null;
  if (command && key === "s") return act(event, () => void (event.shiftKey ? files.saveAs() : files.save()));
  if (command && key === "e") return act(event, () => exportDialog(session, stage.pictureScale));
  if (command && key === "o") return act(event, () => void files.gallery());
  if (command && key === "z" && !inCode) return act(event, () => void (event.shiftKey ? redo(session.view) : undo(session.view)));
  if (command || event.altKey || isTyping(event.target) || timeline.element.hidden) return;
  const second = Math.round(player.length > 0 ? (session.result?.playback?.fps ?? 30) : 30);
  const actions: { [key: string]: () => void } = {
    arrowleft: () => player.step(event.shiftKey ? -second : -1), arrowright: () => player.step(event.shiftKey ? second : 1),
    home: () => player.step(-player.length), end: () => player.step(player.length),
    j: () => player.shuttle(-1), k: () => player.shuttle(0), l: () => player.shuttle(1),
  };
  if (event.target instanceof HTMLButtonElement && key === " ") return;
  const action = key === " " ? () => player.toggle() : actions[key];
  if (action) act(event, action);
}

function act(event: Event, action: () => void): void {
  event.preventDefault();
  action();
}

async function begin(): Promise<void> {
  setTheme(localStorage.getItem("theme"));
  document.body.replaceChildren(...page());
  session.view = new EditorView({ parent: codePane });
  session.on("text", () => { updateBar(); quick.update(); if (view === "form") form.update(); });
  session.on("file", updateBar);
  session.on("schema", () => { if (view === "form") form.update(); });
  session.on("preview", () => void showPreview());
  session.on("busy", () => stage.element.setAttribute("aria-busy", String(session.busy)));
  followFocus();
  document.addEventListener("keydown", keys);
  window.addEventListener("beforeunload", (event) => { if (session.dirty && !storable()) event.preventDefault(); });
  previewing.scale = scaleFor("fit");
  const found = await api.start();
  Object.assign(session, { types: found.types, formats: found.formats, folder: found.folder });
  files.list = found.files;
  const shared = await fromLink();
  const draft = files.draftOf("");
  session.view.setState(newState(session, "", changed));
  if (shared !== null) files.create(shared);
  else if (found.file !== "") await files.load(found.file);
  else if (draft) files.create(draft.text);
  else files.create(await api.sample("chats", "whatsapp"));
  show(view);
  document.body.dataset["ready"] = "yes";
  if (shared !== null || found.file !== "" || draft) return;
  formPane.focus(); // which has the focus again when something is chosen
  void files.gallery();
}

// Whether what is not saved survives the page.
const storable = () => files.draftOf(session.name)?.text === session.text;

// What tests and people who look for a fault can look at.
Object.assign(globalThis, { studio: { session, player, files, stage } });

begin().catch((error: unknown) => notify((error as Error).message, "error"));


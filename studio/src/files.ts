// Files and drafts: where a text comes from and where it goes.
import * as api from "./api";
import { button, dialog, h, notify } from "./dom";
import { galleryDialog } from "./gallery";
import type { Session } from "./session";

// Opens a text in the editor, with a history of its own.
export type Open = (text: string, file: api.TextFile | null) => void;

const draftKey = (session: Session, name = session.name) => `draft ${session.folder} ${name}`;

interface Draft { text: string; revision: string }

export class Files {
  autosave = localStorage.getItem("autosave") === "on";
  list: api.FileInfo[] = [];
  private events: EventSource | null = null;
  private saving = false;
  private conflict: (() => void) | null = null;
  private failure: (() => void) | null = null; // takes away what was said of the last attempt to save
  private timer = 0;

  constructor(private readonly session: Session, private readonly open: Open) {}

  // Keeps what is not saved, so that it survives a reload; and saves it, if that was asked for.
  keep(): void {
    const { session } = this, draft: Draft = { text: session.text, revision: session.revision };
    try {
      if (session.dirty) localStorage.setItem(draftKey(session), JSON.stringify(draft));
      else localStorage.removeItem(draftKey(session));
    } catch {
      // The browser keeps nothing, or no more than it has.
    }
    clearTimeout(this.timer);
    if (this.autosave && session.name !== "" && session.dirty && !this.conflict) this.timer = window.setTimeout(() => void this.save(), 600);
  }

  draftOf(name: string): Draft | null {
    const text = localStorage.getItem(draftKey(this.session, name));
    return text === null ? null : (JSON.parse(text) as Draft);
  }

  // Opens a file of the folder, with what was not saved of it.
  async load(name: string): Promise<void> {
    try {
      this.show(await api.file(name));
    } catch (error) {
      notify((error as Error).message, "error");
    }
  }

  private show(file: api.TextFile): void {
    const draft = this.draftOf(file.name);
    this.dismissConflict();
    this.open(file.text, file);
    this.watch();
    if (!draft || draft.text === file.text) return;
    this.session.replace(draft.text);
    if (draft.revision !== file.revision) this.showConflict(file);
    else notify("Changes that were not saved are back.", "info", ["Discard them", () => this.session.replace(file.text)]);
  }

  // Opens a text that is in no file yet. Undo brings back one that was never saved.
  create(text: string): void {
    this.dismissConflict();
    if (this.session.name === "" && this.session.text !== "") return this.session.replace(text);
    this.open(text, null);
    this.watch();
  }

  async save(name = this.session.name): Promise<void> {
    const { session } = this;
    if (name === "") return this.saveAs();
    if (this.saving) return;
    this.saving = true;
    this.failure?.();
    const text = session.text;
    try {
      const answer = await api.save(name, name === session.name ? session.revision : "", text);
      if ("conflict" in answer) {
        if (name === session.name) this.showConflict(answer.conflict);
        else notify(`${name} exists already. Choose another name.`, "error");
        return;
      }
      localStorage.removeItem(draftKey(session));
      Object.assign(session, { name, revision: answer.saved.revision, saved: text });
      this.dismissConflict();
      this.watch();
      this.keep();
      session.tell("file");
      this.list = await api.files();
    } catch (error) {
      this.failure = notify(`${name} is not saved, but kept in this browser: ${(error as Error).message}`, "error");
    } finally {
      this.saving = false;
    }
  }

  saveAs(): void {
    const { mockupType, platform } = this.session.model.value;
    const stem = [mockupType, platform].filter((one) => typeof one === "string").join("-") || "mockup";
    const taken = new Set(this.list.map((file) => file.name)), end = this.session.model.isJSON ? ".json" : ".yaml";
    let suggested = this.session.name || stem + end;
    for (let n = 2; taken.has(suggested); n++) suggested = `${stem}-${n}${end}`;
    const name = h("input", { type: "text", "aria-label": "Name of the file", value: suggested, spellcheck: "false", autofocus: true });
    const save = () => {
      box.close();
      void this.save(/\.(ya?ml|json)$/.test(name.value) ? name.value : name.value + end);
    };
    name.addEventListener("keydown", (event) => { if (event.key === "Enter") { event.preventDefault(); save(); } });
    const box = dialog("Save as", "narrow", h("p", {}, `In ${this.session.folder}`), name, h("footer", {}, button("Save", save, { class: "button primary" })));
    name.select();
  }

  // Follows what other programs do to the file.
  watch(): void {
    this.events?.close();
    const { name, revision } = this.session;
    this.events = new EventSource(api.address("events", { name, revision }));
    this.events.addEventListener("file", (event) => this.changedOutside(JSON.parse((event as MessageEvent<string>).data) as api.TextFile));
    this.events.addEventListener("files", (event) => (this.list = JSON.parse((event as MessageEvent<string>).data) as api.FileInfo[]));
  }

  private changedOutside(file: api.TextFile): void {
    const { session } = this;
    if (file.name !== session.name || file.revision === session.revision) return;
    if (session.dirty && file.text !== session.text) return this.showConflict(file);
    session.revision = file.revision;
    session.saved = file.text;
    session.replace(file.text);
    session.tell("file");
    notify(`${file.name} was changed by another program and is shown as it is now.`);
  }

  // Lets the user decide between the file and the text. Nothing is overwritten meanwhile.
  private showConflict(file: api.TextFile): void {
    const { session } = this;
    this.dismissConflict();
    const take = (text: string) => {
      Object.assign(session, { revision: file.revision, saved: file.text });
      this.conflict = null;
      session.replace(text);
      session.tell("file");
      this.watch();
      this.keep();
    };
    const mine = session.text;
    this.conflict = notify(`${file.name} was changed by another program, and you have changes that are not saved.`, "error",
      ["Show the file", () => take(file.text)], ["Keep mine", () => take(session.text || mine)]);
  }

  private dismissConflict(): void {
    this.conflict?.();
    this.conflict = null;
  }

  // Lets the user choose a payload of the folder, or a sample.
  async gallery(): Promise<void> {
    this.list = await api.files().catch(() => this.list);
    const sample = async (type: string, platform: string) => {
      try {
        this.create(await api.sample(type, platform));
      } catch (error) {
        notify((error as Error).message, "error");
      }
    };
    galleryDialog(this.session, this.list, { file: (name) => this.load(name), sample });
  }
}

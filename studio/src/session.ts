// What is being edited: one text, in a file or not yet in one. Code and form are two views of it, and its history is the
// editor's, so that undo takes back whatever changed it.
import type { EditorView } from "@codemirror/view";
import * as api from "./api";
import { difference } from "./edits";
import { read } from "./model";
import type { Model, Path } from "./model";
import { Schema } from "./schema";

export type Topic = "text" | "preview" | "file" | "busy" | "schema" | "picture";

export class Session {
  view!: EditorView;
  name = ""; // of the file; empty: there is none yet
  revision = ""; // of the file when it was read or written
  saved = ""; // its text then
  types: api.TypeInfo[] = [];
  formats: api.Format[] = [];
  folder = "";
  schema = new Schema({});
  result: api.Preview | null = null;
  busy = false;
  at = 0; // seconds, of a video

  private readonly listeners = new Map<Topic, Set<() => void>>();
  private type = "";
  private readonly schemas = new Map<string, Schema>();

  on(topic: Topic, listener: () => void): void {
    this.listeners.set(topic, (this.listeners.get(topic) ?? new Set()).add(listener));
  }

  tell(topic: Topic): void {
    this.listeners.get(topic)?.forEach((listener) => listener());
  }

  get text(): string {
    return this.view.state.doc.toString();
  }

  get model(): Model {
    return read(this.text);
  }

  get dirty(): boolean {
    return this.text !== this.saved;
  }

  get mockupType(): api.TypeInfo {
    const name = this.model.value["mockupType"];
    return this.types.find((type) => type.name === name) ?? this.types[0]!;
  }

  // Changes the text by what makes a new one of it.
  edit(change: (text: string) => string): void {
    const was = this.text, now = change(was);
    if (now === was) return;
    const changes = difference(was, now);
    this.view.dispatch({ changes, userEvent: "input.form", scrollIntoView: false });
  }

  // Shows another text, which is a change like any other, so that undo brings the old one back.
  replace(text: string): void {
    this.edit(() => text);
  }

  // Puts the cursor at a field.
  reveal(path: Path, focus = true): void {
    const { from } = this.model.span(path);
    this.view.dispatch({ selection: { anchor: from }, scrollIntoView: true });
    if (focus) this.view.focus();
  }

  // Loads the schema of the type that the text names now.
  async updateSchema(): Promise<void> {
    const { name } = this.mockupType;
    if (name === this.type) return;
    this.type = name;
    let schema = this.schemas.get(name);
    if (!schema) {
      schema = new Schema(await api.schema(name));
      this.schemas.set(name, schema);
    }
    if (this.type !== name) return;
    this.schema = schema;
    this.tell("schema");
  }
}

// The editor, which holds the text and its history. While the form is shown nobody sees it, and it has no more than that.
import { history, historyKeymap } from "@codemirror/commands";
import { Compartment, EditorState } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";
import type { Found } from "./api";
import { steps } from "./model";
import type { Session } from "./session";

const more = new Compartment();
let code: typeof import("./code") | null = null;

// The state of an editor that shows a text, without a history. change is called after each change of the text.
export function newState(session: Session, text: string, change: () => void): EditorState {
  const nonce = document.querySelector("script")?.nonce ?? "";
  return EditorState.create({ doc: text, extensions: [
    EditorView.cspNonce.of(nonce),
    history(),
    keymap.of(historyKeymap),
    more.of(code?.features(session, text) ?? []),
    EditorView.contentAttributes.of({ "aria-label": "Payload as code", "aria-description": "Escape, then Tab, leads out of the editor" }),
    EditorView.updateListener.of((update) => { if (update.docChanged) change(); }),
  ] });
}

// Loads what the editor has while the code is shown.
export async function loadCode(session: Session): Promise<void> {
  if (code) return;
  code = await import("./code");
  session.view.dispatch({ effects: more.reconfigure(code.features(session, session.text)) });
  showFound(session, session.result?.found ?? []);
}

// Highlights the notation that the text is in.
export const updateLanguage = (session: Session): void => code?.updateLanguage(session);

// Underlines what the validator has found.
export const showFound = (session: Session, found: Found[]): void => code?.showFound(session, found);

// Where a finding stands: the validator says where it begins, in characters.
export function spanOf(session: Session, { line, column, path }: Found): { from: number; to: number } {
  const { doc } = session.view.state;
  const place = doc.line(Math.min(Math.max(line, 1), doc.lines));
  const characters = Array.from(place.text).slice(0, column - 1).join("");
  const from = Math.min(place.from + characters.length, place.to);
  const node = session.model.node(steps(path));
  const rest = doc.sliceString(from, place.to);
  let length = (/^("(\\.|[^"\\])*"|'([^']|'')*'|[^\s,\]}:#][^,\]}:#]*)/.exec(rest)?.[0] ?? rest.slice(0, 1)).trimEnd().length;
  if (node?.range && node.range[0] === from) length = Math.min(node.range[1], place.to) - from;
  return { from, to: Math.min(from + Math.max(length, 1), doc.length) };
}

// What the validator thinks was meant.
export function suggestion({ message }: Found): string | null {
  const quoted = /did you mean ("(?:\\.|[^"\\])*")\?/.exec(message)?.[1];
  return quoted === undefined ? null : (JSON.parse(quoted) as string);
}

export function applyFix(session: Session, one: Found): void {
  const { from, to } = spanOf(session, one), wanted = suggestion(one);
  if (wanted === null) return;
  const quote = /^["']/.exec(session.view.state.sliceDoc(from, from + 1))?.[0] ?? "";
  session.view.dispatch({ changes: { from, to, insert: quote + wanted + quote }, userEvent: "input.fix" });
}

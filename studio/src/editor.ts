// The editor, which holds the text and its history. While the form is shown nobody sees it, and it has no more than that.
import { history, historyKeymap } from "@codemirror/commands";
import { Compartment, EditorState } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";
import type { Found } from "./api";
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

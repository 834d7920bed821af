// What the editor has while the code is shown: colours, completion, and marks of what the validator and the schema know. It is loaded
// once it is wanted.
import { autocompletion } from "@codemirror/autocomplete";
import { indentWithTab } from "@codemirror/commands";
import { json } from "@codemirror/lang-json";
import { yaml } from "@codemirror/lang-yaml";
import { HighlightStyle, indentUnit, language as languageOf, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, setDiagnostics } from "@codemirror/lint";
import type { Diagnostic } from "@codemirror/lint";
import { Compartment } from "@codemirror/state";
import type { Extension } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { basicSetup } from "codemirror";
import type { Found } from "./api";
import { complete } from "./completion";
import { applyFix, spanOf, suggestion } from "./fix";
import type { Session } from "./session";

const colours = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: "var(--code-name)" },
  { tag: [tags.string, tags.content], color: "var(--code-text)" },
  { tag: [tags.number, tags.bool, tags.null, tags.keyword, tags.atom], color: "var(--code-value)" },
  { tag: [tags.comment, tags.lineComment], color: "var(--code-comment)", fontStyle: "italic" },
  { tag: [tags.punctuation, tags.separator, tags.squareBracket, tags.brace], color: "var(--code-mark)" },
]);

const look = EditorView.theme({
  "&": { height: "100%", fontSize: "13px", color: "var(--ink)", backgroundColor: "var(--panel)" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.6", overflow: "auto" },
  ".cm-content": { padding: "10px 0", caretColor: "var(--accent)" },
  ".cm-gutters": { backgroundColor: "var(--panel)", color: "var(--faint)", border: "none" },
  ".cm-activeLine": { backgroundColor: "var(--line-now)" },
  ".cm-activeLineGutter": { backgroundColor: "var(--line-now)", color: "var(--soft)" },
  "&.cm-focused": { outline: "none" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": { backgroundColor: "var(--selection)" },
  ".cm-cursor": { borderLeftColor: "var(--accent)", borderLeftWidth: "2px" },
  ".cm-tooltip": { backgroundColor: "var(--raised)", color: "var(--ink)", border: "1px solid var(--line)", borderRadius: "8px", boxShadow: "var(--shadow)", overflow: "hidden" },
  ".cm-tooltip-autocomplete > ul": { fontFamily: "var(--mono)", maxHeight: "15em" },
  ".cm-tooltip-autocomplete > ul > li": { padding: "4px 10px !important" },
  ".cm-tooltip-autocomplete > ul > li[aria-selected]": { backgroundColor: "var(--accent)", color: "var(--on-accent)" },
  ".cm-completionDetail": { fontStyle: "normal", opacity: ".7" },
  ".cm-completionInfo": { maxWidth: "320px !important", padding: "8px 12px !important", fontFamily: "var(--ui)", lineHeight: "1.45" },
  ".cm-diagnostic": { padding: "8px 12px", fontFamily: "var(--ui)", maxWidth: "480px" },
  ".cm-diagnosticAction": { backgroundColor: "var(--accent)", color: "var(--on-accent)", borderRadius: "6px", padding: "3px 10px", marginLeft: "10px", font: "inherit" },
  ".cm-panels": { backgroundColor: "var(--panel)", color: "var(--ink)" },
  ".cm-panels input, .cm-panels button": { font: "inherit" },
});

const language = new Compartment();
const notation = (text: string) => (/^\s*[{[]\s*(["}\]]|$)/.test(text) ? json() : yaml());

export const features = (session: Session, text: string): Extension => [
  basicSetup,
  keymap.of([indentWithTab]),
  indentUnit.of("  "),
  language.of(notation(text)),
  autocompletion({ override: [(context) => complete(session, context)], icons: false }),
  lintGutter(),
  syntaxHighlighting(colours),
  look,
  EditorView.lineWrapping,
];

// Highlights the notation that the text is in.
export function updateLanguage(session: Session): void {
  const wanted = notation(session.text);
  if (wanted.language.name !== session.view.state.facet(languageOf)?.name) {
    session.view.dispatch({ effects: language.reconfigure(wanted) });
  }
}

// Underlines what the validator has found.
export function showFound(session: Session, found: Found[]): void {
  const { state } = session.view;
  session.view.dispatch(setDiagnostics(state, found.map((one) => diagnostic(session, one))));
}

function diagnostic(session: Session, one: Found): Diagnostic {
  const { from, to } = spanOf(session, one);
  const actions = suggestion(one) === null ? [] : [{ name: `Change to ${suggestion(one)}`, apply: () => applyFix(session, one) }];
  return { from, to, severity: one.severity, message: one.message, source: one.code, actions };
}

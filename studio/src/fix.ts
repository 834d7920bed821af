// What the validator has found: where it stands in the text, and what mends it.
import type { Found } from "./api";
import { steps } from "./model";
import type { Session } from "./session";

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

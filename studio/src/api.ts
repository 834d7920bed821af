// The studio's server. All addresses are relative to that of the page, which has the secret.
import type { Value } from "./model";

export interface Found { path: string; line: number; column: number; code: string; message: string; severity: "error" | "warning" }
export interface Warning { code: string; message: string }
export interface Place { path: string; x: number; y: number; width: number; height: number }
export interface Cue { t: number; end: number; kind: string; id?: string; sender?: string; text?: string }
export interface Playback { id: string; frames: number; fps: number; frame: number; sound: boolean; cues: Cue[] }
export interface Preview {
  found: Found[];
  warnings: Warning[];
  failure?: string;
  width?: number;
  height?: number;
  places?: Place[];
  playback?: Playback;
  format?: string; // of the file where nobody chooses one
  took: number;
  picture: Blob | null;
}
export interface FileInfo { name: string; modified: number }
export interface TextFile { name: string; text: string; revision: string }
export interface TypeInfo { name: string; kinds: string[]; platforms: string[]; shows: { [platform: string]: string[] } }
export interface Format { name: string; video: boolean; rates: number[]; qualities: string[]; numbers: boolean }
export interface Start { folder: string; file: string; files: FileInfo[]; types: TypeInfo[]; formats: Format[]; watch: boolean }
export interface AddedImage { path: string; filename: string; mimeType: string; size: number }
export interface Settings { [path: string]: string | boolean }

export function address(path: string, query: { [name: string]: string | number | undefined } = {}, settings: Settings = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) parameters.append(name, String(value));
  for (const [name, value] of Object.entries(settings)) parameters.append("set", `${name}=${value}`);
  const text = parameters.toString();
  return "api/" + path + (text === "" ? "" : "?" + text);
}

// What was asked of a playback that another has taken the place of.
export class Gone extends Error {}

// Asks the server. An answer that is no success becomes an error with the server's words.
async function ask(url: string, init?: RequestInit): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(url, init);
  } catch (error) {
    if (init?.signal?.aborted) throw error;
    throw new Error("The studio does not answer. Was it ended in the terminal?");
  }
  if (answer.ok || answer.status === 409) return answer;
  const body = (await answer.json().catch(() => ({}))) as { error?: string };
  const text = body.error ?? `The studio answered with ${answer.status}.`;
  throw answer.status === 410 ? new Gone(text) : new Error(text);
}

const json = async <T>(url: string, init?: RequestInit): Promise<T> => (await ask(url, init)).json() as Promise<T>;

export const start = () => json<Start>(address("start"));
export const schema = (type: string) => json<{ [key: string]: Value }>(address("schema/" + type));
export const files = () => json<FileInfo[]>(address("files"));
export const file = (name: string) => json<TextFile>(address("file", { name }));
export const sample = async (type: string, platform: string) => (await ask(address("sample", { type, platform }))).text();

// Writes a payload. If the file is another one by now, nothing is written, and what it holds is returned as a conflict.
export async function save(name: string, revision: string, text: string): Promise<{ saved: TextFile } | { conflict: TextFile }> {
  const answer = await ask(address("file", { name, revision }), { method: "PUT", body: text });
  const body = (await answer.json()) as TextFile;
  return answer.status === 409 ? { conflict: body } : { saved: body };
}

export const addImage = (name: string, image: File) =>
  json<AddedImage>(address("image", { name, file: image.name }), { method: "POST", body: image });

export async function preview(name: string, text: string, at: number, settings: Settings): Promise<Preview> {
  const answer = await ask(address("preview", { name, at }, settings), { method: "POST", body: text });
  return pictured<Preview>(answer);
}

// Reads what the server says of a picture, and the picture behind it.
async function pictured<T extends { picture: Blob | null }>(answer: Response): Promise<T> {
  const bytes = new Uint8Array(await answer.arrayBuffer()), end = bytes.indexOf(10);
  const head = JSON.parse(new TextDecoder().decode(bytes.subarray(0, end))) as T;
  head.picture = bytes.length > end + 1 ? new Blob([bytes.subarray(end + 1)], { type: "image/png" }) : null;
  return head;
}

export interface Frame { picture: Blob; places: Place[] }
export const frame = async (playback: string, n: number) => pictured<Frame>(await ask(address(`playback/${playback}/${n}`)));
export const sound = async (playback: string) => (await ask(address(`playback/${playback}/sound`))).arrayBuffer();

export interface Progress { done?: number; total?: number; id?: string; name?: string; size?: number; error?: string }

// Exports a payload, and reports progress until the file is there.
export async function exportFile(query: { [name: string]: string | number | undefined }, text: string, settings: Settings,
  progress: (line: Progress) => void, signal: AbortSignal): Promise<{ url: string; name: string; size: number }> {
  const answer = await ask(address("export", query, settings), { method: "POST", body: text, signal });
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    const lines = (rest + (value ?? "")).split("\n");
    rest = lines.pop()!;
    for (const line of lines) {
      const step = JSON.parse(line) as Progress;
      if (step.error) throw new Error(step.error);
      if (step.id) return { url: address("export/" + step.id), name: step.name!, size: step.size ?? 0 };
      progress(step);
    }
    if (done) throw new Error("The export ended early.");
  }
}

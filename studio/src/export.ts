// Export: the file that the engine would write on the command line, and the command for it.
import * as api from "./api";
import { pretty } from "./controls";
import { button, dialog, h, select } from "./dom";
import type { Choice } from "./dom";
import type { Session } from "./session";
import { copyText } from "./share";

// What is chosen. Options that are not for the format are empty.
interface Options { kind: string; format: string; scale: string; fps: string; quality: string; at: string }

const titles: { [format: string]: string } = {
  png: "PNG", jpeg: "JPEG", webp: "WebP", avif: "AVIF", mp4: "MP4 (H.264)", webm: "WebM (VP9)", gif: "GIF", apng: "APNG",
  mov: "MOV (ProRes 4444, with transparency)", prores: "MOV (ProRes 422 HQ)", "png-sequence": "PNG files, in a ZIP",
};
const choicesOf = (values: (string | number)[]): Choice[] => values.map((value) => ({ value: String(value), label: pretty(String(value)) }));

// The controls of the dialog. What they offer depends on the format.
class Controls {
  private readonly session: Session;
  private readonly kind: string; // of the payload
  private readonly what: HTMLSelectElement;
  private readonly format = select("Format", [], () => this.update());
  private readonly scale: HTMLSelectElement;
  private readonly fps = select("Frames per second", [], () => undefined);
  private readonly quality = select("Quality", [], () => this.update());
  private readonly number = h("input", { type: "number", "aria-label": "Quality from 1 to 100", min: 1, max: 100, value: 80 });
  readonly element: HTMLElement;
  private readonly rows = new Map<HTMLElement, HTMLElement>();

  // changed is told when something else is chosen.
  constructor(session: Session, pictureScale: number, changed: () => void) {
    this.session = session;
    this.kind = String(session.model.value["renderKind"] ?? "image");
    const { kinds } = session.mockupType;
    const offered = this.kind === "video" ? ["video", "at"] : ["image", "video"].filter((one) => one === this.kind || kinds.includes(one));
    this.what = select("What", offered.map((value) => ({ value, label: whats[value]! })), () => this.update());
    this.scale = select("Scale", ["1x", "2x", "4x"].map((value) => ({ value, label: value + pixels(session, pictureScale, parseInt(value)) })), () => undefined);
    this.scale.value = usualScale(session);
    const row = (name: string, ...controls: HTMLElement[]) => {
      const element = h("div", { class: "row" }, h("span", { class: "name" }, name), h("div", { class: "value" }, ...controls));
      this.rows.set(controls[0]!, element);
      return element;
    };
    this.element = h("div", { class: "rows" }, row("What", this.what), row("Format", this.format), row("Scale", this.scale),
      row("Frames per second", this.fps), row("Quality", this.quality, this.number));
    this.rows.get(this.what)!.hidden = offered.length === 1;
    this.update();
    this.element.addEventListener("change", changed);
  }

  // Whether the file is a video.
  private get video(): boolean {
    return this.what.value === "video";
  }

  // The format of the file where nobody chooses one.
  private get usual(): string {
    if (!this.video) return "png";
    return this.kind === "video" ? this.session.result?.format ?? "mp4" : "mp4";
  }

  private get chosen(): api.Format | undefined {
    return this.session.formats.find((one) => one.name === this.format.value && one.video === this.video);
  }

  private update(): void {
    const formats = this.session.formats.filter((one) => one.video === this.video);
    offer(this.format, formats.map(({ name }) => ({ value: name, label: titles[name] ?? name })), this.usual);
    const { rates = [], qualities = [], numbers = false } = this.chosen ?? {};
    offer(this.fps, choicesOf(rates), usualRate(this.format.value));
    offer(this.quality, [...choicesOf(qualities), ...(numbers ? [{ value: "number", label: "A number" }] : [])], "standard");
    this.rows.get(this.fps)!.hidden = rates.length === 0;
    this.rows.get(this.quality)!.hidden = qualities.length === 0;
    this.number.hidden = this.quality.value !== "number";
  }

  // What the server is asked for.
  get options(): Options {
    const quality = this.quality.value === "number" ? String(Math.min(Math.max(Math.round(Number(this.number.value)) || 1, 1), 100)) : this.quality.value;
    const at = this.what.value === "at" ? moment(this.session.at) : "";
    return { kind: at === "" ? this.what.value : this.kind, format: this.format.value, scale: this.scale.value, fps: this.fps.value, quality, at };
  }

  // The command that writes the same file. Only a batch draws a payload as the other kind.
  get command(): string {
    const { session } = this, { kind, at, ...options } = this.options, other = kind !== this.kind;
    const usual: { [name: string]: string } = { format: this.usual, scale: usualScale(session), fps: usualRate(options.format), quality: "standard" };
    const flags = Object.entries({ at: at && at + "s", ...options }).filter(([name, value]) => value !== "" && value !== usual[name]);
    const written = flags.map(([name, value]) => (other && name === "scale" ? `--set resolutionScale=${value}` : `--${name} ${quote(value)}`));
    return [other ? "mockup batch" : "mockup render", quote(session.name || "mockup.yaml"), ...(other ? [`--set renderKind=${kind}`] : []), ...written].join(" ");
  }
}

const whats: { [what: string]: string } = { image: "A picture", video: "A video", at: "A picture of this moment" };
const quote = (word: string) => (/^[\w./:@%+=-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);
const usualScale = (session: Session): string => String(session.model.value["resolutionScale"] ?? "2x");
const usualRate = (format: string): string => (format === "gif" ? "25" : "30");
const moment = (seconds: number): string => String(Math.round(seconds * 1000) / 1000);

// Fills a choice, and keeps what is chosen if it is still there.
function offer(element: HTMLSelectElement, options: Choice[], usual: string): void {
  const chosen = element.value;
  element.replaceChildren(...options.map(({ value, label }) => h("option", { value }, label)));
  element.value = options.some(({ value }) => value === chosen) ? chosen : options.some(({ value }) => value === usual) ? usual : options[0]?.value ?? "";
}

// The size of the picture at a scale, as far as it follows from the preview's.
function pixels(session: Session, pictureScale: number, scale: number): string {
  const { width, height } = session.result ?? {};
  if (!width || !height) return "";
  const factor = session.model.get(["canvas", "size"]) === undefined ? scale / pictureScale : 1;
  return `  ·  ${Math.round(width * factor)} × ${Math.round(height * factor)}`;
}

// Shows the dialog. The scale is that of the preview.
export function exportDialog(session: Session, pictureScale: number): void {
  const controls = new Controls(session, pictureScale, () => {
    if (!running) [progress.hidden, state.textContent] = [true, ""]; // which are about the file before
  });
  const progress = h("progress", { max: 1, value: 0, "aria-label": "Progress", hidden: true });
  const state = h("p", { class: "state", role: "status" });
  let running: AbortController | null = null;
  const go = button("Export", () => void run(), { class: "button primary", autofocus: true });
  const cancel = button("Cancel", () => running?.abort(), { class: "button", hidden: true });
  const run = async () => {
    const own = (running = new AbortController());
    [go.disabled, cancel.hidden, progress.hidden] = [true, false, false];
    progress.removeAttribute("value");
    [state.textContent, state.className] = ["Drawing…", "state"];
    const { scale, kind, ...query } = controls.options;
    try {
      const file = await api.exportFile({ name: session.name, ...query }, session.text, { resolutionScale: scale, renderKind: kind }, ({ done, total }) => {
        progress.max = total ?? 1;
        progress.value = done ?? 0;
        state.textContent = `${done} of ${total} frames`;
      }, own.signal);
      h("a", { href: file.url, download: file.name }).click();
      state.textContent = `${file.name}, ${size(file.size)}, is in your downloads.`;
      progress.value = progress.max;
    } catch (error) {
      if (!own.signal.aborted) state.className = "state error";
      state.textContent = own.signal.aborted ? "Cancelled. Nothing was written." : (error as Error).message;
      progress.hidden = true;
    }
    [running, go.disabled, cancel.hidden] = [null, false, true];
  };
  const box = dialog("Export", "narrow", controls.element, progress, state,
    h("footer", {}, button("Copy the command", () => void copyCommand(session, controls.command)), cancel, go));
  box.addEventListener("close", () => running?.abort());
  box.addEventListener("pointerdown", (event) => { if (running) event.stopImmediatePropagation(); }, { capture: true }); // a click beside the dialog ends no export
}

const size = (bytes: number): string => (bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`);

async function copyCommand(session: Session, text: string): Promise<void> {
  const unsaved = session.name === "" ? " Save the payload first." : session.dirty ? " It draws what is saved." : "";
  await copyText(text, `Copied: ${text}.${unsaved}`);
}

// What leaves the studio besides files: the picture, variants, and a link.
import * as api from "./api";
import { pretty } from "./controls";
import { button, dialog, h, notify } from "./dom";
import { set } from "./edits";
import type { Session } from "./session";

export interface Taking { session: Session; picture: () => Blob | null }

export async function copyText(text: string, said: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notify(said);
  } catch {
    const field = h("textarea", { rows: 3, readonly: true, "aria-label": "To copy" });
    field.value = text;
    dialog("Copy this", "narrow", field);
    field.select();
  }
}

export async function copyPicture({ picture }: Taking): Promise<void> {
  const blob = picture();
  if (!blob) return;
  try {
    await navigator.clipboard.write([new ClipboardItem({ "image/png": blob })]);
    notify("The picture is on the clipboard.");
  } catch (error) {
    notify(`The browser does not let the picture be copied: ${(error as Error).message}`, "error");
  }
}

// Packs a text into letters for an address, and unpacks it.
export async function pack(text: string): Promise<string> {
  const bytes = new Uint8Array(await new Response(new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"))).arrayBuffer());
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

export async function unpack(packed: string): Promise<string> {
  const bytes = Uint8Array.from(atob(packed.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  const most = 10 << 20, reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return text;
    if ((text += value).length > most) throw new Error("it is larger than a payload may be");
  }
}

// A link has the payload in its fragment, which no server sees. It begins with the usual address, so that it opens in another's
// studio: the part behind # can be put behind the address of any.
export async function copyLink({ session }: Taking): Promise<void> {
  const local = /(^|\s)(image|avatar|data|icon|thumbnail):\s*["']?(?!https?:|data:)[^\s"',}]+\.(png|jpe?g|webp|gif|svg)/im.test(session.text);
  const link = location.href.replace(/#.*$/, "") + "#p=" + (await pack(session.text));
  await copyText(link, `The link is copied; the part behind # opens in any studio.${local ? " Pictures that are files are not in it." : ""}`);
}

// The payload of a link.
export async function fromLink(): Promise<string | null> {
  const packed = /^#p=([\w-]+)$/.exec(location.hash)?.[1];
  if (!packed) return null;
  history.replaceState(null, "", location.pathname);
  try {
    return await unpack(packed);
  } catch (error) {
    notify(`The link holds no payload: ${(error as Error).message}.`, "error");
    return null;
  }
}

// Variants: the payload on each platform, light and dark, beside each other.
export function variantsDialog({ session }: Taking): void {
  const platforms = session.mockupType.platforms, dark = session.schema.at(["props", "darkMode"]) !== null;
  const all = (platforms.length > 0 ? platforms : [""]).flatMap((platform) => (dark ? [false, true] : [null]).map((mode) => ({ platform, mode })));
  const sheet = h("div", { class: "cards variants" });
  const box = dialog("Variants", "gallery", sheet, h("footer", {}, button("Save the sheet", () => void saveSheet(sheet), { class: "button primary" })));
  let open = true;
  box.addEventListener("close", () => (open = false));
  void (async () => {
    for (const { platform, mode } of all) {
      const settings: api.Settings = { resolutionScale: "1x", renderKind: "image" };
      if (platform) settings["platform"] = platform;
      if (mode !== null) settings["darkMode"] = mode;
      const name = pretty(platform || session.mockupType.name) + (mode ? ", dark" : "");
      const result = await api.preview(session.name, session.text, 0, settings).catch(() => null);
      if (!open) return;
      if (!result?.picture) continue; // this platform cannot show the payload
      const source = URL.createObjectURL(result.picture);
      sheet.append(h("button", { type: "button", class: "card", on: { click: () => { box.close(); adopt(session, platform, mode); } } },
        h("span", { class: "thumb" }, h("img", { src: source, alt: name })), h("span", {}, name)));
    }
  })();
  box.addEventListener("close", () => sheet.querySelectorAll("img").forEach((img) => URL.revokeObjectURL(img.src)));
}

function adopt(session: Session, platform: string, mode: boolean | null): void {
  session.edit((text) => {
    const placed = platform ? set(set(text, ["platform"], platform), ["props", "platform"], platform) : text;
    return mode === null ? placed : set(placed, ["props", "darkMode"], mode);
  });
}

async function saveSheet(sheet: HTMLElement): Promise<void> {
  const images = [...sheet.querySelectorAll("img")].filter((img) => img.complete && img.naturalWidth > 0);
  if (images.length === 0) return;
  const columns = Math.min(images.length, 6), width = 300, gap = 24, heights = images.map((img) => Math.min((width * img.naturalHeight) / img.naturalWidth, 700));
  const row = Math.max(...heights), rows = Math.ceil(images.length / columns);
  const canvas = new OffscreenCanvas(columns * (width + gap) + gap, rows * (row + gap + 20) + gap), context = canvas.getContext("2d")!;
  context.fillStyle = "#e9ebee";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = "#333";
  context.font = "13px Inter";
  images.forEach((img, i) => {
    const [x, y] = [gap + (i % columns) * (width + gap), gap + Math.floor(i / columns) * (row + gap + 20)];
    context.drawImage(img, x, y, width, heights[i]!);
    context.fillText(img.alt, x, y + row + 16);
  });
  const url = URL.createObjectURL(await canvas.convertToBlob());
  h("a", { href: url, download: "variants.png" }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

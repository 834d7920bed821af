// The picture: drawn as the engine gave it, in the size of the screen's own pixels if there is room.
import type { Place } from "./api";
import { h } from "./dom";
import { imageOf } from "./controls";
import { set } from "./edits";
import { dropPicture } from "./items";
import { MessageMenu, messageOf } from "./menu";
import { dotted, steps } from "./model";
import type { Path } from "./model";
import type { Session } from "./session";

export type Zoom = "fit" | 1 | 2;

// The camera of payloads that name none, as the engine has it.
const usualCamera = [-1.15, 0.42, 2.25] as const;

export class Stage {
  readonly canvas = h("canvas", { class: "picture", role: "img", "aria-label": "Picture", tabindex: 0 });
  private readonly mark = h("div", { class: "mark", hidden: true });
  private readonly ghost = h("div", { class: "ghost", hidden: true, "aria-hidden": "true" }, h("i"));
  readonly message = h("div", { class: "stage-message", hidden: true, role: "status" });
  private readonly menu: MessageMenu;
  private marked = ""; // path of what is marked
  private followed: Path = []; // what the cursor or the focus is on
  readonly element: HTMLElement;
  blob: Blob | null = null;
  places: Place[] = [];
  playing = false;
  zoom: Zoom = "fit";

  constructor(private readonly session: Session, private readonly choose: (path: Path) => void) {
    this.menu = new MessageMenu(session, choose);
    this.element = h("div", { class: "view", "aria-busy": "false" },
      h("div", { class: "holder" }, this.canvas, this.mark, this.menu.button), this.ghost, this.message, this.menu.element);
    new ResizeObserver(() => this.fit()).observe(this.element);
    this.canvas.addEventListener("pointermove", (event) => this.hover(event));
    const leave = (event: PointerEvent) => this.leave(event);
    this.canvas.addEventListener("pointerleave", leave);
    this.menu.button.addEventListener("pointerleave", leave);
    this.canvas.addEventListener("keydown", (event) => this.key(event));
    this.canvas.addEventListener("contextmenu", (event) => this.openMenu(event));
    this.canvas.addEventListener("pointerdown", (event) => { if (this.turns) this.turn(event); });
    this.canvas.addEventListener("click", (event) => this.press(event));
    this.element.addEventListener("dragover", (event) => event.preventDefault());
    this.element.addEventListener("drop", (event) => this.take(event, event.dataTransfer));
    document.addEventListener("paste", (event) => {
      if (!(event.target instanceof HTMLElement && event.target.closest("input, textarea, .list"))) this.take(event, event.clipboardData);
    });
  }

  private drawn = 0; // pictures that were given to draw

  // Shows a picture, in which fields of the payload are seen at places; unless a newer one is given before it is decoded.
  async draw(picture: Blob, places: Place[]): Promise<void> {
    const number = ++this.drawn, bitmap = await createImageBitmap(picture);
    if (number !== this.drawn) return bitmap.close();
    [this.blob, this.places] = [picture, places];
    if (this.canvas.width !== bitmap.width || this.canvas.height !== bitmap.height) {
      [this.canvas.width, this.canvas.height] = [bitmap.width, bitmap.height];
      this.fit();
    }
    const context = this.canvas.getContext("2d")!;
    context.clearRect(0, 0, bitmap.width, bitmap.height);
    context.drawImage(bitmap, 0, 0);
    bitmap.close();
    if (this.mark.hidden) this.showPath(this.followed); // it may be seen only now
    else this.markAgain();
  }

  // Shows nothing, for a payload of which there is no picture yet.
  clear(): void {
    this.drawn++;
    [this.blob, this.places] = [null, []];
    [this.canvas.width, this.canvas.height] = [0, 0];
    this.canvas.removeAttribute("style");
    this.show(undefined);
  }

  // Marks what is marked, where it is seen now.
  private markAgain(): void {
    if (!this.mark.hidden) this.show(this.places.find(({ path }) => path === this.marked));
  }

  // Says why there is no newer picture.
  say(text: string): void {
    this.message.textContent = text;
    this.message.hidden = text === "";
    this.canvas.classList.toggle("stale", text !== "");
  }

  // Says whether a video plays. Nothing is marked meanwhile.
  play(playing: boolean): void {
    this.playing = playing;
    this.show(undefined);
  }

  describe(text: string): void {
    this.canvas.setAttribute("aria-label", text);
  }

  setZoom(zoom: Zoom): void {
    this.zoom = zoom;
    this.fit();
  }

  // Device pixels of the picture for one pixel of the page.
  private get density(): number {
    return this.canvas.width / Math.max(this.canvas.getBoundingClientRect().width, 1);
  }

  private fit(): void {
    const { width, height } = this.canvas, scale = this.pictureScale;
    if (width === 0) return;
    const [naturalWidth, naturalHeight] = [width / scale, height / scale];
    const room = { width: this.element.clientWidth - 48, height: this.element.clientHeight - 48 };
    const factor = this.zoom === "fit" ? Math.min(1, room.width / naturalWidth, room.height / naturalHeight) : this.zoom;
    this.canvas.style.width = `${naturalWidth * factor}px`;
    this.canvas.style.height = `${naturalHeight * factor}px`;
    this.markAgain();
  }

  pictureScale = 1; // of the previews, device pixels for a CSS pixel

  private placeAt(event: MouseEvent): Place | undefined {
    const box = this.canvas.getBoundingClientRect(), density = this.density;
    const [x, y] = [(event.clientX - box.left) * density, (event.clientY - box.top) * density];
    const hit = this.places.filter((place) => x >= place.x && x < place.x + place.width && y >= place.y && y < place.y + place.height);
    return hit.sort((a, b) => a.width * a.height - b.width * b.height)[0];
  }

  private hover(event: PointerEvent): void {
    if (this.menu.isOpen) return;
    const place = event.buttons === 0 ? this.placeAt(event) : undefined;
    this.canvas.classList.toggle("over", place !== undefined);
    this.show(place);
  }

  private leave(event: PointerEvent): void {
    const to = event.relatedTarget;
    if (to !== this.canvas && to !== this.menu.button && !this.menu.isOpen) this.show(undefined);
  }

  // The arrow keys go from message to message. Enter leads to its text.
  private key(event: KeyboardEvent): void {
    const messages = this.places.filter(({ path }) => messageOf(steps(path)));
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (event.key === "Enter" && this.marked !== "") this.choose(steps(this.marked));
    else if (step && messages.length > 0) {
      const at = messages.findIndex(({ path }) => path === this.marked);
      this.show(messages[at < 0 ? (step > 0 ? 0 : messages.length - 1) : Math.min(Math.max(at + step, 0), messages.length - 1)]);
    } else return;
    event.preventDefault();
  }

  // Opens the menu of the message under the pointer or, by the keyboard, of the one that is marked.
  private openMenu(event: MouseEvent): void {
    const byMouse = event.button === 2;
    const place = this.turns || (!byMouse && this.marked !== "") ? undefined : this.placeAt(event);
    if (place && messageOf(steps(place.path))) this.show(place);
    if (this.menu.button.hidden) return;
    event.preventDefault();
    this.menu.openAt(byMouse ? { left: event.clientX, bottom: event.clientY } : this.menu.button.getBoundingClientRect());
  }

  private show(wanted: Place | undefined): void {
    const place = this.playing ? undefined : wanted;
    this.mark.hidden = place === undefined;
    this.marked = place?.path ?? "";
    this.menu.take(place ? messageOf(steps(place.path)) : null);
    if (!place) return;
    const density = this.density;
    Object.assign(this.mark.style, {
      left: `${place.x / density + this.canvas.offsetLeft}px`, top: `${place.y / density + this.canvas.offsetTop}px`,
      width: `${place.width / density}px`, height: `${place.height / density}px`,
    });
    this.placeButton(place);
  }

  // Puts the button of the menu beside a message, on the side that has room, or else into its corner.
  private placeButton(place: Place): void {
    const { density, canvas, menu } = this, size = 28, [from, to] = [place.x / density, (place.x + place.width) / density];
    const left = to + size <= canvas.offsetWidth ? to : from >= size ? from - size : to - size;
    Object.assign(menu.button.style, { left: `${left + canvas.offsetLeft}px`, top: `${place.y / density + canvas.offsetTop}px` });
  }

  // Marks where a field is seen, as the cursor or the focus moves there.
  showPath(path: Path): void {
    this.followed = path;
    for (let length = path.length; length > 2; length--) {
      const here = dotted(path.slice(0, length));
      const place = this.places.find((one) => one.path === here || one.path.startsWith(here + "."));
      if (place) return this.show(place);
    }
    this.show(undefined);
  }

  private press(event: MouseEvent): void {
    const place = this.turns ? undefined : this.placeAt(event);
    if (place) this.choose(steps(place.path));
  }

  // Whether a drag turns the picture.
  private get turns(): boolean {
    return this.session.model.value["render3D"] === true;
  }

  // Turns the 3D phone. A frame shows how it will stand; the phone is drawn once it is let go, as that takes seconds.
  private turn(event: PointerEvent): void {
    const now = this.session.model.get(["cameraPosition"]);
    const [x, y, z] = Array.isArray(now) && now.length === 3 ? (now as number[]) as [number, number, number] : usualCamera;
    const distance = Math.hypot(x, y, z), from = { side: Math.atan2(x, z), up: Math.asin(y / distance) };
    const began = { x: event.clientX, y: event.clientY }, most = 1.25;
    let [side, up] = [from.side, from.up];
    const turned = (event: PointerEvent) => {
      side = Math.min(Math.max(from.side - (event.clientX - began.x) / 180, -most), most);
      up = Math.min(Math.max(from.up + (event.clientY - began.y) / 180, -most), most);
      this.ghost.hidden = false;
      (this.ghost.firstElementChild as HTMLElement).style.transform = `rotateX(${-up}rad) rotateY(${-side}rad)`;
    };
    this.canvas.setPointerCapture(event.pointerId);
    this.canvas.addEventListener("pointermove", turned);
    this.canvas.addEventListener("lostpointercapture", () => {
      this.canvas.removeEventListener("pointermove", turned);
      this.ghost.hidden = true;
      if (side === from.side && up === from.up) return;
      const camera = [Math.sin(side) * Math.cos(up), Math.sin(up), Math.cos(side) * Math.cos(up)].map((part) => Math.round(part * distance * 100) / 100);
      this.session.edit((text) => set(text, ["cameraPosition"], camera));
    }, { once: true });
  }

  // A picture that is dropped on a message goes into it; elsewhere it is a new message.
  private take(event: DragEvent | ClipboardEvent, data: DataTransfer | null): void {
    const file = imageOf(data), list = ["props", "messages"];
    if (!file || !this.session.schema.at([...list, 0, "images"])) return;
    event.preventDefault();
    const under = event instanceof DragEvent ? this.placeAt(event) : undefined;
    const item = under?.path.startsWith("props.messages.") ? steps(under.path).slice(0, 3) : undefined;
    void dropPicture(this.session, list, file, item);
  }
}

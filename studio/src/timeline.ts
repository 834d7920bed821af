// The timeline of a video: what is seen and heard when. A scrubber shows the exact frame; an event that is dragged gets a time.
import type { Cue, Playback } from "./api";
import { h, icon, iconButton, select } from "./dom";
import { remove, set } from "./edits";
import { isFields } from "./model";
import type { Path, Value } from "./model";
import type { Player } from "./player";
import type { Session } from "./session";

const lanes: { name: string; kinds: string[] }[] = [
  { name: "Shown", kinds: ["open", "send", "arrive", "pop", "slide", "write"] },
  { name: "Typing", kinds: ["typing", "draft"] },
];

// What happens, in words.
const kinds: { [kind: string]: string } = {
  open: "there from the start", send: "sent", arrive: "arrives", pop: "pops up", slide: "slide", write: "is written", typing: "typing…", draft: "being typed",
};

export class Timeline {
  private readonly ruler = h("input", { type: "range", class: "scrubber", min: 0, max: 0, step: 1, "aria-label": "Moment of the video", on: {
    input: () => {
      const frame = Number(this.ruler.value);
      this.player.stop();
      this.player.seek(frame);
    },
  } });
  private readonly clock = h("output", { class: "clock" });
  private readonly playButton = iconButton("play", "Play (space)", () => this.player.toggle());
  private readonly loopButton = iconButton("repeat", "Repeat", () => { this.player.loop = !this.player.loop; this.update(); }, { class: "tool flag" });
  private readonly speed = select("Speed", ["0.25", "0.5", "1", "2"].map((value) => ({ value, label: value + "×" })), (value) => this.player.start(Number(value)));
  private readonly head = h("div", { class: "playhead" });
  private readonly track = h("div", { class: "lanes" });
  private playback: Playback | null = null;
  readonly element = h("section", { class: "timeline", "aria-label": "Timeline", hidden: true },
    h("div", { class: "transport" },
      iconButton("chevronLeft", "Back one frame (left arrow)", () => this.player.step(-1)), this.playButton,
      iconButton("chevronRight", "On one frame (right arrow)", () => this.player.step(1)), this.loopButton, this.speed, this.clock),
    h("div", { class: "tracks" }, this.ruler, this.track, this.head));

  constructor(private readonly session: Session, private readonly player: Player, private readonly choose: (path: Path) => void) {
    this.speed.value = "1";
  }

  open(playback: Playback | null): void {
    this.element.hidden = playback === null;
    const changed = playback?.id !== this.playback?.id;
    this.playback = playback;
    if (playback && changed) {
      this.ruler.max = String(playback.frames - 1);
      this.track.replaceChildren(...lanes.map(({ name, kinds }) =>
        h("div", { class: "lane", role: "group", "aria-label": name }, playback.cues.filter((cue) => kinds.includes(cue.kind)).map((cue) => this.event(cue)))));
    }
    this.update();
  }

  update(): void {
    const { playback, player } = this;
    if (!playback) return;
    this.ruler.value = String(player.now);
    this.ruler.setAttribute("aria-valuetext", `${(player.now / playback.fps).toFixed(2)} seconds`);
    this.clock.textContent = `${time(player.now / playback.fps)} / ${time(playback.frames / playback.fps)}  ·  frame ${player.now}`;
    this.head.style.left = `${(100 * player.now) / Math.max(playback.frames - 1, 1)}%`;
    this.playButton.replaceChildren(icon(player.playing ? "pause" : "play"));
    this.playButton.setAttribute("aria-label", player.playing ? "Pause (space)" : "Play (space)");
    this.loopButton.setAttribute("aria-pressed", String(player.loop));
  }

  private event(cue: Cue): HTMLElement {
    const length = this.playback!.frames / this.playback!.fps, path = this.itemOf(cue);
    const kind = kinds[cue.kind] ?? cue.kind, words = (cue.text ?? "").trim() || kind;
    const element = h("button", { type: "button", class: `event ${cue.kind}`, title: `${cue.sender ? cue.sender + ": " : ""}${words} (${kind}, ${cue.t.toFixed(2)} s)`,
      "aria-label": `${kind} at ${cue.t.toFixed(2)} seconds: ${words}`, on: { click: () => {
        if (element.dataset["moved"]) return;
        this.player.stop();
        this.player.seek(Math.round(cue.t * this.playback!.fps));
        if (path) this.choose(path);
      } } }, words);
    element.style.left = `${(100 * cue.t) / length}%`;
    element.style.width = `${Math.max((100 * (cue.end - cue.t)) / length, 0.4)}%`;
    if (path && this.session.schema.at([...path, "timing", "at"])) this.makeDraggable(element, cue, path);
    return element;
  }

  // The message, slide or card that an event is about.
  private itemOf(cue: Cue): Path | null {
    if (!cue.id) return null;
    const props = this.session.model.value["props"];
    if (!isFields(props)) return null;
    for (const [name, list] of Object.entries(props)) {
      const index = Array.isArray(list) ? list.findIndex((item: Value) => isFields(item) && item["id"] === cue.id) : -1;
      if (index >= 0 && this.session.schema.at(["props", name, 0, "timing"])) return ["props", name, index];
    }
    return null;
  }

  private makeDraggable(element: HTMLElement, cue: Cue, path: Path): void {
    const length = this.playback!.frames / this.playback!.fps;
    const place = (at: number) => this.session.edit((text) => {
      const timed = set(text, [...path, "timing", "at"], Math.round(at * 20) / 20);
      return remove(timed, [...path, "timing", "delay"]); // the two exclude each other
    });
    element.addEventListener("keydown", (event) => {
      const step = event.altKey ? { ArrowLeft: -0.1, ArrowRight: 0.1 }[event.key] : undefined;
      if (step === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      place(Math.max(0, cue.t + step));
    });
    element.addEventListener("pointerdown", (down) => {
      const width = this.track.clientWidth;
      let at = cue.t;
      delete element.dataset["moved"];
      const moved = (event: PointerEvent) => {
        if (Math.abs(event.clientX - down.clientX) < 3 && !element.dataset["moved"]) return;
        element.dataset["moved"] = "yes";
        at = Math.max(0, cue.t + ((event.clientX - down.clientX) / width) * length);
        element.style.left = `${(100 * at) / length}%`;
      };
      element.setPointerCapture(down.pointerId);
      element.addEventListener("pointermove", moved);
      element.addEventListener("lostpointercapture", () => {
        element.removeEventListener("pointermove", moved);
        if (element.dataset["moved"]) place(at);
      }, { once: true });
    });
  }
}

const time = (seconds: number): string => `${Math.floor(seconds / 60)}:${(seconds % 60).toFixed(2).padStart(5, "0")}`;

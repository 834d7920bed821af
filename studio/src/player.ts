// Plays a video from its layers in memory: frames are drawn by the engine when they are wanted, so none is encoded.
import * as api from "./api";
import { notify } from "./dom";
import type { Session } from "./session";

export class Player {
  playing = false;
  rate = 1; // negative: backwards
  loop = false;
  private frame = 0;
  private shown = -1;
  private asked = -1;
  private film: api.Film | null = null;
  private began = { time: 0, frame: 0 };
  private audio: AudioContext | null = null;
  private track: { film: string; buffer: AudioBuffer } | null = null;
  private source: AudioBufferSourceNode | null = null;

  constructor(private readonly session: Session, private readonly draw: (frame: api.Frame) => Promise<void>, private readonly changed: () => void) {}

  get now(): number {
    return this.frame;
  }

  get length(): number {
    return this.film?.frames ?? 0;
  }

  // Takes the video of a preview, which shows one of its frames already.
  open(film: api.Film | null): void {
    if (!film) this.stop();
    if (film && film.id !== this.film?.id) {
      this.track = null;
      this.shown = film.frame;
      this.frame = Math.min(this.frame, film.frames - 1);
    }
    this.film = film;
    this.changed();
    if (film && this.frame !== film.frame) void this.fetch();
  }

  // Shows a frame.
  seek(frame: number): void {
    if (!this.film) return;
    this.frame = Math.min(Math.max(Math.round(frame), 0), this.film.frames - 1);
    this.session.at = this.frame / this.film.fps;
    this.began = { time: performance.now(), frame: this.frame };
    this.changed();
    void this.fetch();
    if (this.playing) void this.startSound();
  }

  step(frames: number): void {
    this.stop();
    this.seek(this.frame + frames);
  }

  // J, K and L: backwards, stop, forwards; once more is twice as fast.
  shuttle(direction: -1 | 0 | 1): void {
    if (direction === 0) this.stop();
    else this.start(this.playing && Math.sign(this.rate) === direction ? Math.sign(this.rate) * Math.min(Math.abs(this.rate) * 2, 8) : direction);
  }

  toggle(): void {
    if (this.playing) this.stop();
    else this.start(1);
  }

  start(rate: number): void {
    if (!this.film) return;
    if (rate > 0 && this.frame >= this.film.frames - 1) this.frame = 0;
    this.rate = rate;
    this.began = { time: performance.now(), frame: this.frame };
    void this.startSound();
    if (!this.playing) {
      this.playing = true;
      requestAnimationFrame(() => this.tick());
    }
    this.changed();
  }

  stop(): void {
    this.playing = false;
    this.source?.stop();
    this.source = null;
    this.changed();
  }

  private tick(): void {
    const { film } = this;
    if (!this.playing || !film) return;
    const passed = ((performance.now() - this.began.time) / 1000) * film.fps * this.rate;
    const wanted = Math.floor(this.began.frame + passed);
    if (wanted < 0 || wanted >= film.frames) {
      if (this.loop) {
        this.frame = wanted < 0 ? film.frames - 1 : 0;
        this.start(this.rate);
      } else {
        this.seek(wanted < 0 ? 0 : film.frames - 1);
        this.stop();
        return;
      }
    } else if (wanted !== this.frame) {
      this.frame = wanted;
      this.session.at = wanted / film.fps;
      this.changed();
      void this.fetch();
    }
    requestAnimationFrame(() => this.tick());
  }

  // Fetches the frame that is wanted, one at a time: those that come too late are left out.
  private async fetch(): Promise<void> {
    if (this.asked >= 0) return;
    while (this.film && this.shown !== this.frame) {
      const { film, frame } = this;
      this.asked = frame;
      try {
        const drawn = await api.frame(film.id, frame);
        if (this.film?.id !== film.id) continue;
        await this.draw(drawn);
        this.shown = frame;
      } catch (error) {
        if (error instanceof api.Gone) break; // the payload has changed: a preview is on its way
        this.stop();
        notify((error as Error).message, "error");
        break;
      } finally {
        this.asked = -1;
      }
    }
    this.session.tell("picture");
  }

  private async startSound(): Promise<void> {
    this.source?.stop();
    this.source = null;
    const { film } = this;
    if (!film?.sound || this.rate !== 1) return;
    this.audio ??= new AudioContext();
    if (this.track?.film !== film.id) {
      this.track = { film: film.id, buffer: await this.audio.decodeAudioData(await api.sound(film.id)) };
    }
    if (!this.playing || this.film?.id !== film.id) return;
    this.source = new AudioBufferSourceNode(this.audio, { buffer: this.track.buffer });
    this.source.connect(this.audio.destination);
    this.source.start(0, this.frame / film.fps);
  }
}

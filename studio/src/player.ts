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
  private playback: api.Playback | null = null;
  private began = { time: 0, frame: 0 };
  private audio: AudioContext | null = null;
  private track: { playback: string; buffer: AudioBuffer } | null = null;
  private source: AudioBufferSourceNode | null = null;

  constructor(private readonly session: Session, private readonly draw: (frame: api.Frame) => Promise<void>, private readonly changed: () => void) {}

  get now(): number {
    return this.frame;
  }

  get length(): number {
    return this.playback?.frames ?? 0;
  }

  // Takes the video of a preview, which shows one of its frames already.
  open(playback: api.Playback | null): void {
    if (!playback) this.stop();
    if (playback && playback.id !== this.playback?.id) {
      this.track = null;
      this.shown = playback.frame;
      this.frame = Math.min(this.frame, playback.frames - 1);
    }
    this.playback = playback;
    this.changed();
    if (playback && this.frame !== playback.frame) void this.fetch();
  }

  // Shows a frame.
  seek(frame: number): void {
    if (!this.playback) return;
    this.frame = Math.min(Math.max(Math.round(frame), 0), this.playback.frames - 1);
    this.session.at = this.frame / this.playback.fps;
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
    if (!this.playback) return;
    if (rate > 0 && this.frame >= this.playback.frames - 1) this.frame = 0;
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
    const { playback } = this;
    if (!this.playing || !playback) return;
    const passed = ((performance.now() - this.began.time) / 1000) * playback.fps * this.rate;
    const wanted = Math.floor(this.began.frame + passed);
    if (wanted < 0 || wanted >= playback.frames) {
      if (this.loop) {
        this.frame = wanted < 0 ? playback.frames - 1 : 0;
        this.start(this.rate);
      } else {
        this.seek(wanted < 0 ? 0 : playback.frames - 1);
        this.stop();
        return;
      }
    } else if (wanted !== this.frame) {
      this.frame = wanted;
      this.session.at = wanted / playback.fps;
      this.changed();
      void this.fetch();
    }
    requestAnimationFrame(() => this.tick());
  }

  // Fetches the frame that is wanted, one at a time: those that come too late are left out.
  private async fetch(): Promise<void> {
    if (this.asked >= 0) return;
    while (this.playback && this.shown !== this.frame) {
      const { playback, frame } = this;
      this.asked = frame;
      try {
        const drawn = await api.frame(playback.id, frame);
        if (this.playback?.id !== playback.id) continue;
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
    const { playback } = this;
    if (!playback?.sound || this.rate !== 1) return;
    this.audio ??= new AudioContext();
    if (this.track?.playback !== playback.id) {
      this.track = { playback: playback.id, buffer: await this.audio.decodeAudioData(await api.sound(playback.id)) };
    }
    if (!this.playing || this.playback?.id !== playback.id) return;
    this.source = new AudioBufferSourceNode(this.audio, { buffer: this.track.buffer });
    this.source.connect(this.audio.destination);
    this.source.start(0, this.frame / playback.fps);
  }
}

// Keeps the picture up to date: a moment after each change the text is sent, and while an answer is awaited only the latest
// text is kept.
import * as api from "./api";
import type { Session } from "./session";

const debounce = 30; // milliseconds

export class Previewing {
  private timer = 0;
  private pending = false;
  private running = false;
  private again = false;
  scale = "1x";

  constructor(private readonly session: Session) {}

  schedule(delay = debounce): void {
    clearTimeout(this.timer);
    this.pending = true;
    this.setBusy(true);
    this.timer = window.setTimeout(() => void this.run(), delay);
  }

  private async run(): Promise<void> {
    this.pending = false;
    if (this.running) {
      this.again = true;
      return;
    }
    this.running = true;
    try {
      this.session.result = await api.preview(this.session.name, this.session.text, this.session.at, { resolutionScale: this.scale });
    } catch (error) {
      this.session.result = { found: [], warnings: [], failure: String((error as Error).message), took: 0, picture: null };
    }
    this.running = false;
    this.session.tell("preview");
    if (this.again) {
      this.again = false;
      void this.run();
    }
  }

  // Says that the picture is drawn. Whether it shows an older text is known to screen readers and tests.
  done(): void {
    if (!this.pending && !this.running && !this.again) this.setBusy(false);
  }

  private setBusy(busy: boolean): void {
    if (this.session.busy === busy) return;
    this.session.busy = busy;
    this.session.tell("busy");
  }
}

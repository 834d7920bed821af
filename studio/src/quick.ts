// The controls above the picture that are wanted most. Each stands there if the schema has its field.
import { pretty, write } from "./controls";
import { button, h, icon, select } from "./dom";
import type { Choice } from "./dom";
import type { Path, Value } from "./model";
import type { Session } from "./session";

interface Quick { element: HTMLElement; update: () => void }

export class QuickControls {
  readonly element = h("div", { class: "quick", role: "toolbar", "aria-label": "Appearance of the picture" });
  private controls: Quick[] = [];

  constructor(private readonly session: Session) {
    session.on("schema", () => this.rebuild());
  }

  update(): void {
    this.controls.forEach((one) => one.update());
  }

  private rebuild(): void {
    const { session } = this, { kinds } = session.mockupType;
    this.controls = [];
    const platform = session.schema.at(["platform"])?.enum;
    if (platform) this.choice("Platform", ["platform"], platform.map((one) => ({ value: String(one), label: pretty(String(one)) })));
    if (kinds.length > 1) this.choice("Kind", ["renderKind"], kinds.map((one) => ({ value: one, label: one === "image" ? "Picture" : "Video" })));
    this.flag("moon", "Dark", ["props", "darkMode"]);
    this.appearance();
    this.flag("smartphone", "Frame", ["props", "showDeviceFrame"]);
    this.flag("box", "3D phone", ["render3D"], true, undefined, "3D");
    this.canvas();
    this.element.replaceChildren(...this.controls.map(({ element }) => element));
    this.update();
  }

  private choice(name: string, path: Path, options: Choice[]): void {
    const element = select(name, options, (value) => write(this.session, path, value));
    const unknown = h("option", { value: "", hidden: true }, "—"); // shown while the payload has none of the others
    element.append(unknown);
    this.controls.push({ element, update: () => {
      element.value = String(this.session.model.get(path) ?? "");
      if (element.selectedIndex < 0) element.value = "";
    } });
  }

  private flag(shown: "moon" | "smartphone" | "box", name: string, path: Path, on: Value = true, off: Value | undefined = undefined, short = name): void {
    if (!this.session.schema.at(path)) return;
    const value = () => this.session.model.get(path) === on;
    const element = button(short, () => write(this.session, path, value() ? off : on), { class: "tool flag named", title: name, "aria-label": name }, icon(shown));
    this.controls.push({ element, update: () => element.setAttribute("aria-pressed", String(value())) });
  }

  // Charts say theme: dark instead of darkMode.
  private appearance(): void {
    if (this.session.schema.at(["props", "theme"])?.enum?.includes("dark")) this.flag("moon", "Dark", ["props", "theme"], "dark");
  }

  private canvas(): void {
    const ratios = this.session.schema.at(["canvas", "aspectRatio"])?.enum;
    if (!ratios) return;
    const path = ["canvas", "aspectRatio"];
    const element = select("Canvas", [{ value: "", label: "No canvas" }, ...ratios.map((one) => ({ value: String(one), label: `Canvas ${String(one)}` }))],
      (value) => (value === "" ? write(this.session, ["canvas"], undefined) : write(this.session, path, value)));
    this.controls.push({ element, update: () => (element.value = String(this.session.model.get(path) ?? "")) });
  }
}

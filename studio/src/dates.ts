// Dates and times, which people choose as the picture shows them: in its time zone.
import { h } from "./dom";
import type { Value } from "./model";
import type { Session } from "./session";

const inputs: { [kind: string]: string } = { Instant: "datetime-local", Date: "date", Month: "month" };

// Whether fields of a kind are dates or times.
export const isDate = (kind: string): boolean => kind in inputs;

export function dateControl(session: Session, name: string, kind: string, value: () => Value | undefined, change: (to: Value) => void) {
  const zone = () => String(session.model.get(["props", "timezone"]) ?? "UTC"), instant = kind === "Instant";
  const element = h("input", { type: inputs[kind]!, "aria-label": name, on: {
    input: () => { // while somebody types, a part is missing, or digits of the year are
      if (/^[1-9]\d{3}-/.test(element.value)) change(instant ? fromWall(element.value, zone()) : element.value);
    },
  } });
  return { element, update: () => {
    const text = String(value() ?? "");
    if (instant) element.title = `In the time zone ${zone()}`;
    if (element !== document.activeElement || element.value === "") element.value = instant ? toWall(text, zone()) : text;
  } };
}

// What clocks of a time zone show at an instant, as browsers write it; "" if the text is none.
export function toWall(instant: string, zone: string): string {
  const moment = Date.parse(instant.replace(/T(\d):/, "T0$1:").replace(",", "."));
  return Number.isNaN(moment) ? "" : wall(moment, zone).replace(/:00$/, "");
}

// The instant at which clocks of a time zone show something.
export function fromWall(shown: string, zone: string): string {
  const target = Date.parse(shown + "Z"), ahead = (moment: number) => Date.parse(wall(moment, zone) + "Z") - moment;
  const moment = target - ahead(target - ahead(target)); // the first step may lead over a change of the clocks
  return new Date(moment).toISOString().replace(".000Z", "Z");
}

function wall(moment: number, zone: string): string {
  const style = { dateStyle: "short", timeStyle: "medium" } as const; // in Swedish, 2026-05-15 16:21:00
  try {
    return new Intl.DateTimeFormat("sv-SE", { ...style, timeZone: zone }).format(moment).replace(" ", "T");
  } catch { // no such time zone, which the validator says
    return new Intl.DateTimeFormat("sv-SE", { ...style, timeZone: "UTC" }).format(moment).replace(" ", "T");
  }
}

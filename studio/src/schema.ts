// The JSON Schema of a type of payloads, as forms and completion want it.
import type { Path, Value } from "./model";

export interface Node {
  $ref?: string;
  type?: string;
  const?: Value;
  enum?: Value[];
  examples?: Value[];
  oneOf?: Node[];
  properties?: { [name: string]: Node };
  required?: string[];
  items?: Node;
  description?: string;
  default?: Value;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  title?: string;
  $defs?: { [name: string]: Node };
}

// A field with its references followed. Its kind is the name of the definition, such as Image, or else its type.
export interface Field extends Node {
  kind: string;
}

export class Schema {
  constructor(private readonly root: Node) {}

  // The field at a path; null if there is none.
  at(path: Path): Field | null {
    let node: Field | null = this.follow(this.root);
    for (const step of path) {
      if (!node) return null;
      const below: Node | undefined = typeof step === "number" ? node.items : node.properties?.[step];
      node = below ? this.follow(below) : null;
    }
    return node;
  }

  // The fields of an object, in the order of the schema.
  fields(path: Path): [string, Field][] {
    const node = this.at(path);
    return Object.entries(node?.properties ?? {}).map(([name, field]) => [name, this.follow(field)]);
  }

  private follow(node: Node): Field {
    const name = node.$ref?.replace("#/$defs/", "");
    const target = name === undefined ? undefined : this.root.$defs?.[name];
    if (!target) return { ...node, kind: node.type ?? "any" };
    const scalar = !target.properties;
    return { ...target, ...node, kind: scalar ? name! : "object" };
  }
}

// What a text field may hold: the values of its choice, its examples, or both values of a switch.
export function choices(field: Field): Value[] {
  if (field.const !== undefined) return [field.const];
  if (field.enum) return field.enum;
  if (field.type === "boolean") return [true, false];
  const branch = field.oneOf?.flatMap((one) => one.enum ?? []);
  return branch && branch.length > 0 ? branch : field.examples ?? [];
}

// Names of fields that say too little by themselves.
const names: { [name: string]: string } = {
  userId: "From", senderId: "From", role: "From", type: "What it is", timestamp: "Date and time", replyTo: "Answer to", replyToStory: "Answer to a story",
  data: "Picture", mimeType: "Kind of file", by: "Who chose it", votes: "Number of votes", who: "Who it is about", gif: "GIF", link: "Preview of a link",
  event: "Line of the app", retype: "Typed first, then deleted", unread: "Unread from here on", failed: "Not sent", timing: "Timing in the video",
  durationSeconds: "Length in seconds", poster: "Picture", render3D: "3D phone", renderKind: "Picture or video",
  resolutionScale: "Scale", statusBarTime: "Time in the status bar", multiple: "Several answers", closed: "It is over",
};
// Names of moments and lengths, in objects that have them.
const timing: { [name: string]: string } = {
  at: "Seconds from the start", delay: "Seconds before it", hold: "Seconds that it stays", typing: "Seconds of typing", change: "Seconds until it changes",
  read: "Seconds until it is read", after: "Seconds until it comes", votesAfter: "Seconds until the votes", playAfter: "Seconds until it plays",
};

// What the form calls a field.
export function fieldName(path: Path): string {
  const name = String(path.at(-1)), parent = String(path.slice(0, -1).findLast((step) => typeof step === "string"));
  return names[name] ?? (/^(timing|reactions|poll|voice)$/.test(parent) ? timing[name] : undefined) ?? label(name);
}

// A name of a field as people read it: showDeviceFrame is "Show device frame".
export function label(name: string): string {
  const words = name.replace(/([a-z0-9])([A-Z])/g, "$1 $2").replace(/([A-Z]+)([A-Z][a-z])/g, "$1 $2").replace(/[-_]/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1).replace(/ [A-Z][a-z]/g, (word) => word.toLowerCase());
}

// Payloads that must not compile: each directive is an error itself if the line below it compiles.
import type { components } from "./api";

type Mockup = components["schemas"]["Mockup"];

const basics = { renderKind: "image", resolutionScale: "2x", rendererVersion: "mockup-chromium-v1" } as const;
const sender = { id: "ann", name: "Ann" };
const props = { platform: "whatsapp", sender, receivers: [], messages: [] } satisfies components["schemas"]["ChatProps"];

// @ts-expect-error: an unknown type
export const w1: Mockup = { mockupType: "letters", ...basics, props: {} };
// @ts-expect-error: no type
export const w2: Mockup = { ...basics, props: { points: [1, 2] } };
// @ts-expect-error: no props
export const w3: Mockup = { mockupType: "dashboard-chart", ...basics };
// @ts-expect-error: the props of another type
export const w4: Mockup = { mockupType: "dashboard-chart", ...basics, props: { levels: [1, 2] } };
// @ts-expect-error: an unknown top-level field
export const w5: Mockup = { mockupType: "dashboard-chart", ...basics, props: { points: [1, 2] }, extra: 1 };
// @ts-expect-error: an unknown field in props
export const w6: Mockup = { mockupType: "dashboard-chart", ...basics, props: { points: [1, 2], extra: 1 } };
// @ts-expect-error: a field in the wrong case
export const w7: Mockup = { mockupType: "dashboard-chart", RenderKind: "image", resolutionScale: "1x", rendererVersion: "mockup-chromium-v1", props: { points: [1, 2] } };
// @ts-expect-error: an unknown scale
export const w8: Mockup = { mockupType: "dashboard-chart", ...basics, resolutionScale: "3x", props: { points: [1, 2] } };
// @ts-expect-error: a video of a chart
export const w9: Mockup = { mockupType: "dashboard-chart", ...basics, renderKind: "video", props: { points: [1, 2] } };
// @ts-expect-error: a picture of a comment pop-up
export const w10: Mockup = { mockupType: "comment-popup", ...basics, renderKind: "image", props: { comments: [] } };
// @ts-expect-error: an unknown platform
export const w11: Mockup = { mockupType: "chats", platform: "pigeon", ...basics, props };
// @ts-expect-error: a platform where there is none
export const w12: Mockup = { mockupType: "dashboard-chart", platform: "whatsapp", ...basics, props: { points: [1, 2] } };
// @ts-expect-error: a number as a text
export const w13: Mockup = { mockupType: "dashboard-chart", ...basics, props: { points: ["1", "2"] } };
// @ts-expect-error: a text as a boolean
export const w14: Mockup = { mockupType: "chats", platform: "whatsapp", ...basics, props: { ...props, darkMode: "yes" } };
// @ts-expect-error: null
export const w15: Mockup = { mockupType: "chats", platform: "whatsapp", ...basics, props: { ...props, timezone: null } };
// @ts-expect-error: a chat without a sender
export const w16: Mockup = { mockupType: "chats", platform: "whatsapp", ...basics, props: { platform: "whatsapp", receivers: [], messages: [] } };
// @ts-expect-error: a receiver without an id
export const w17: Mockup = { mockupType: "chats", platform: "whatsapp", ...basics, props: { ...props, receivers: [{ name: "Bo" }] } };
// @ts-expect-error: an unknown type of message
export const w18: Mockup = { mockupType: "chats", platform: "whatsapp", ...basics, props: { ...props, messages: [{ id: "m", userId: "ann", type: "song", timestamp: "2026-05-16T18:21:00Z" }] } };
// @ts-expect-error: an unknown ratio of the canvas
export const w19: Mockup = { mockupType: "chats", platform: "whatsapp", ...basics, canvas: { aspectRatio: "2:1" }, props };
// @ts-expect-error: an array instead of a payload
export const w20: Mockup = [{ mockupType: "dashboard-chart", ...basics, props: { points: [1, 2] } }];

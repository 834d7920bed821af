// Payloads that must compile.
import type { components, paths } from "./api";

type Mockup = components["schemas"]["Mockup"];
type Job = components["schemas"]["CompletedJob"];
type Body = paths["/api/v1/render"]["post"]["requestBody"]["content"]["application/json"];

const basics = { renderKind: "image", resolutionScale: "2x", rendererVersion: "mockup-chromium-v1" } as const;
const sender = { id: "ann", name: "Ann" };
const message = { id: "m1", userId: "bo", type: "text", timestamp: "2026-05-16T18:21:00Z", text: "See you at the pool?" } as const;
const chat = { platform: "whatsapp", sender, receivers: [{ id: "bo", name: "Bo" }], messages: [message] } as const;

export const p1: Mockup = { mockupType: "chats", platform: "whatsapp", ...basics, props: { platform: "whatsapp", sender, receivers: [], messages: [] } };
export const p2: Mockup = { mockupType: "chats", platform: "whatsapp", ...basics, renderKind: "video", props: { ...chat, receivers: [...chat.receivers], messages: [message] } };
export const p3: Mockup = { mockupType: "chats", platform: "imessage", ...basics, render3D: true, cameraPosition: [0, 0, 3], props: { platform: "imessage", sender, receivers: [], messages: [], bubbleColor: "green" } };
export const p4: Mockup = { mockupType: "chats", platform: "slack", ...basics, canvas: { aspectRatio: "16:9", background: "brand", padding: 40 }, props: { platform: "slack", sender, receivers: [], messages: [], darkMode: true } };
export const p5: Mockup = { mockupType: "chats", platform: "telegram", ...basics, props: { platform: "telegram", sender, receivers: [], messages: [{ ...message, type: "image", images: [{ id: "i", filename: "a.png", data: "https://example.com/a.png", mimeType: "image/png", size: 9 }] }] } };
export const p6: Mockup = { mockupType: "ai", platform: "claude", ...basics, props: { platform: "claude", model: "Opus", messages: [{ id: "1", role: "user", content: "Which tea for the afternoon?" }] } };
export const p7: Mockup = { mockupType: "ai", platform: "chatgpt", ...basics, renderKind: "video", props: { platform: "chatgpt", model: "Auto", messages: [], darkMode: true } };
export const p8: Mockup = { mockupType: "stories", platform: "instagram", ...basics, props: { platform: "instagram", author: { username: "harbour.swim.club", verified: false }, slides: [{ id: "s1" }] } };
export const p9: Mockup = { mockupType: "stories", platform: "instagram", ...basics, renderKind: "video", props: { platform: "instagram", author: { username: "harbour.swim.club", verified: true }, slides: [{ id: "s1", image: "https://example.com/a.png" }] } };
export const p10: Mockup = { mockupType: "dashboard-chart", ...basics, props: { points: [1200, 1350, 1610, 2080] } };
export const p11: Mockup = { mockupType: "dashboard-chart", ...basics, resolutionScale: "4x", props: { points: [1, 2], comparePoints: [2, 1] } };
export const p12: Mockup = { mockupType: "contribution-chart", ...basics, props: { levels: [0, 1, 2, 3, 4] } };
export const p13: Mockup = { mockupType: "comment-popup", ...basics, renderKind: "video", props: { comments: [{ id: "c1", platform: "youtube", username: "ann", text: "Lovely!" }] } };
export const p14: Body = { mockupType: "dashboard-chart", ...basics, resolutionScale: "1x", props: { points: [1, 2, 3] } };
export const p15: Body = { $schema: "https://example.com/schema.json", mockupType: "contribution-chart", ...basics, props: { levels: [] } };

export function typeOf(payload: Mockup): string {
  return payload.mockupType === "chats" ? payload.props.sender.name : payload.mockupType;
}
export const p16: Mockup["mockupType"][] = ["chats", "ai", "stories", "notifications", "posts", "comments", "comment-popup", "emails", "contribution-chart", "dashboard-chart"];
export const p17 = (job: Job): string => job.downloadUrl + job.sizeBytes.toFixed();
export const p18 = (job: Job): string[] => (job.warnings ?? []).map((w) => w.code + w.message);
export const p19 = (error: components["schemas"]["Error"]): string | undefined => error.error.details?.[0]?.path;
export const p20: components["schemas"]["chats"]["resolutionScale"][] = ["1x", "2x", "4x"];

// A client that is generated from the document uses every address: node client.js SERVER KEY. It prints what it did.
import createClient from "openapi-fetch";
import type { components, paths } from "./api";

declare const process: { argv: string[] };
const [server, key] = process.argv.slice(2);
const client = createClient<paths>({ baseUrl: server, headers: { Authorization: `Bearer ${key}` } });

const payload: components["schemas"]["Mockup"] = {
  mockupType: "dashboard-chart", renderKind: "image", resolutionScale: "1x", rendererVersion: "mockup-chromium-v1", props: { points: [1200, 1350, 1610, 2080] },
};

function must<T>(what: string, { data, error, response }: { data?: T; error?: unknown; response: Response }): T {
  if (data === undefined || error !== undefined) throw new Error(`${what}: ${response.status} ${JSON.stringify(error)}`);
  return data;
}

const checked = must("validate", await client.POST("/api/v1/validate", { body: payload }));
console.log("valid", checked.valid, checked.errors.length);

const drawn = must("render", await client.POST("/api/v1/render", { body: payload, params: { header: { "Idempotency-Key": "once" } } }));
if (drawn.status !== "completed") throw new Error(drawn.status);
console.log("drawn", drawn.format, drawn.width > 0);

const job = must("getExport", await client.GET("/api/v1/exports/{id}", { params: { path: { id: drawn.id }, query: { wait: 30 } } }));
if (job.status !== "completed") throw new Error(job.status);
console.log("job", job.sha256 === drawn.sha256);

const file = must("download", await client.GET("/api/v1/exports/{id}/download", { params: { path: { id: drawn.id } }, parseAs: "arrayBuffer" }));
console.log("file", (file as ArrayBuffer).byteLength === drawn.sizeBytes);

const page = must("listExports", await client.GET("/api/v1/exports", { params: { query: { limit: 10 } } }));
console.log("list", page.jobs.map((listed) => listed.id === drawn.id && listed.expiresAt > listed.createdAt).join(), page.nextCursor);

const deleted = await client.DELETE("/api/v1/exports/{id}", { params: { path: { id: drawn.id } } });
const gone = await client.GET("/api/v1/exports/{id}", { params: { path: { id: drawn.id } } });
console.log("deleted", deleted.response.status, gone.error?.error.code);

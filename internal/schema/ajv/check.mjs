// Checks payloads with ajv in its strict mode, the strictest that it has. The standard input is
// {schemas: {name: schema}, cases: [{schema: name, payload}]}; the standard output lists, for every case, what is wrong
// with it: "" if it is valid.
import { readFileSync } from "node:fs";

import Ajv2020 from "ajv/dist/2020.js";

const { schemas, cases } = JSON.parse(readFileSync(0, "utf8"));
const checks = {};
for (const [name, schema] of Object.entries(schemas)) {
  new Ajv2020().compile(schema); // its default mode
  checks[name] = new Ajv2020({ strict: true }).compile(schema);
}
const results = cases.map(({ schema, payload }) => {
  const check = checks[schema];
  return check(payload) ? "" : check.errors.map((e) => `${e.instancePath} ${e.message}`).join("; ");
});
process.stdout.write(JSON.stringify(results));

// Copies the fonts and icons that the templates use, KaTeX and three.js, from node_modules into a folder that must not
// exist yet: node scripts/assets.mjs FOLDER LAST. scripts/setup makes it templates/assets, which the Go package embeds. Fonts
// are those of templates/fonts.json; icons are those a template names: {{icon "set/name"}}. LAST is the folder of the last
// time, if there is one: its fonts are used again as long as nothing has changed that they are made of.
import { createHash } from "node:crypto";
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { codePoints, unicodeRange } from "./woff2.mjs";

const templates = join(dirname(fileURLToPath(import.meta.url)), "..", "templates");
const modules = join(templates, "node_modules");
// Built on harfbuzzjs 0.4.6: later builds drop the colours of emoji.
const subsetFont = createRequire(join(templates, "package.json"))("subset-font");
const [assets, last] = process.argv.slice(2);

const iconSets = {
  fluent: (name) => `@fluentui/svg-icons/icons/${name}.svg`,
  f7: (name) => `framework7-icons/svg/${name}.svg`,
  ion: (name) => `ionicons/dist/svg/${name}.svg`,
  lucide: (name) => `lucide-static/icons/${name}.svg`,
  material: (name) => `@material-symbols/svg-400/outlined/${name}.svg`,
  "material-rounded": (name) => `@material-symbols/svg-400/rounded/${name}.svg`,
  phosphor: (name) => `@phosphor-icons/core/assets/${phosphorWeight(name)}/${name}.svg`,
  simple: (name) => `simple-icons/icons/${name}.svg`,
};

function phosphorWeight(name) {
  return ["thin", "light", "bold", "fill", "duotone"].find((weight) => name.endsWith("-" + weight)) ?? "regular";
}

const fontFace = /@font-face\s*{([^}]*)}/g;

// The faces of a sheet. Sheets name their family as they like; one that has several names them as fonts.json does.
function faces(css, family) {
  const all = [...css.matchAll(fontFace)].map(([, body]) => {
    const value = (property) => body.match(new RegExp(`${property}:\\s*([^;]+);`))?.[1].trim() ?? "";
    const path = body.match(/url\('?(?:\.\/)?([^')]+\.woff2)'?\)/)[1];
    return { family, path, file: basename(path).toLowerCase(), style: value("font-style"), weight: value("font-weight"), range: value("unicode-range"), name: value("font-family") };
  });
  const own = all.filter(({ name }) => name === `"${family}"`);
  return own.length > 0 ? own : all;
}

// The bounds of the ranges of a CSS unicode-range.
function bounds(range) {
  return range.split(",").map((item) => {
    const [from, to] = item.trim().replace(/^U\+/i, "").split("-").map((hex) => parseInt(hex, 16));
    return [from, to ?? from];
  });
}

function characters(range) {
  return bounds(range).flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i))).join("");
}

// The characters of a font that its sheet declares, and the font has: a font's "symbols" file may declare every
// symbol and hold next to none.
function coverage(font, declared) {
  const points = codePoints(font);
  if (declared === "") return unicodeRange(points);
  const ranges = bounds(declared);
  return unicodeRange(points.filter((c) => ranges.some(([from, to]) => from <= c && c <= to)));
}

// The faces of a family, with the data of their files: those of its style sheets, whose fonts are shared out among files by
// script, and those of its ranges. The files of a family with "cut" are cut from that file, because those of the sheets lack
// characters, or have emoji in a format that Chromium does not draw. The Latin files of a fallback are left out: Noto Sans
// Extended has all their letters.
async function familyFaces({ family, css = [], ranges = [], cut, fallback }) {
  const list = css.flatMap((sheet) =>
    faces(readFileSync(join(modules, sheet), "utf8"), family).map((face) => ({ ...face, source: join(modules, dirname(sheet), face.path) })),
  );
  for (const [i, range] of ranges.entries()) {
    list.push({ family, file: `${slug(family)}-range-${i}.woff2`, style: "normal", weight: "400", range });
  }
  const used = list.filter(({ file }) => !fallback || !/-latin(-ext)?-/.test(file));
  const whole = cut && readFileSync(join(modules, cut));
  const data = ({ source, range }) => (whole ? subsetFont(whole, characters(range), { targetFormat: "woff2" }) : readFileSync(source));
  return Promise.all(used.map(async (face) => ({ ...face, data: await data(face) })));
}

function slug(family) {
  return family.toLowerCase().replaceAll(" ", "-");
}

// The checksum of all that the fonts are made of.
function fontSources() {
  const hash = createHash("sha256");
  const scripts = ["assets.mjs", "woff2.mjs"].map((name) => join(dirname(fileURLToPath(import.meta.url)), name));
  for (const file of [...scripts, join(templates, "fonts.json"), join(templates, "package-lock.json")]) hash.update(readFileSync(file));
  return hash.digest("hex") + "\n";
}

// Copies or cuts the fonts, which takes half a minute, or takes over those of the last time.
async function collectFonts() {
  const record = (folder) => join(folder, ".fonts");
  const sources = fontSources();
  if (existsSync(record(last)) && readFileSync(record(last), "utf8") === sources) {
    for (const name of ["fonts", "faces.tsv", ".fonts"]) cpSync(join(last, name), join(assets, name), { recursive: true });
    return readdirSync(join(assets, "fonts")).length;
  }
  const count = await copyFonts();
  writeFileSync(record(assets), sources);
  return count;
}

async function copyFonts() {
  const out = join(assets, "fonts");
  mkdirSync(out, { recursive: true });
  const list = [];
  for (const declared of JSON.parse(readFileSync(join(templates, "fonts.json"), "utf8"))) {
    for (const { data, ...face } of await familyFaces(declared)) {
      const range = coverage(data, face.range);
      if (range === "") continue;
      const file = slug(face.family) + "-" + face.file.replace(slug(face.family) + "-", "");
      writeFileSync(join(out, file), data);
      list.push({ ...face, file, range });
    }
  }
  // If several files hold a character, the first one is taken: the smallest.
  list.sort((a, b) => statSync(join(out, a.file)).size - statSync(join(out, b.file)).size);
  const lines = list.map(({ family, file, style, weight, range }) => [family, file, style, weight, range].join("\t"));
  writeFileSync(join(assets, "faces.tsv"), lines.join("\n") + "\n");
  return list.length;
}

function templateFiles(dir) {
  return readdirSync(dir, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === "node_modules" || entry.name === "assets") return [];
    const path = join(dir, entry.name);
    if (entry.isDirectory()) return templateFiles(path);
    return /\.(html|yaml)$/.test(entry.name) ? [path] : [];
  });
}

function copyIcons() {
  const names = new Set();
  for (const file of templateFiles(templates)) {
    for (const [, name] of readFileSync(file, "utf8").matchAll(/\bicon\s+"([^"]+)"/g)) names.add(name);
  }
  mkdirSync(join(assets, "icons"), { recursive: true });
  writeFileSync(join(assets, "icons", ".keep"), "");
  for (const name of names) {
    const [set, icon] = name.split("/");
    if (!iconSets[set]) throw new Error(`icon "${name}": unknown set "${set}"; known: ${Object.keys(iconSets).join(", ")}`);
    const target = join(assets, "icons", set, basename(icon) + ".svg");
    mkdirSync(dirname(target), { recursive: true });
    copyFileSync(join(modules, iconSets[set](icon)), target);
  }
  return names.size;
}

// KaTeX is run by Go, with mhchem for chemistry, as one script that declares katex. Its style sheet joins that of the page:
// fonts come as all fonts do, and no font of the host stands in for what they lack.
function copyKatex() {
  const dist = join(modules, "katex", "dist");
  mkdirSync(join(assets, "katex"));
  const read = (file) => readFileSync(join(dist, file), "utf8");
  const script = `const katex = (() => {
const module = { exports: {} };
((exports) => {\n${read("katex.min.js")}\n})(module.exports);
((require, module, exports) => {\n${read("contrib/mhchem.min.js")}\n})(() => module.exports, { exports: {} }, {});
return module.exports;
})();\n`;
  writeFileSync(join(assets, "katex", "katex.js"), script);
  const css = read("katex.min.css")
    .replace(fontFace, "")
    .replace(/\bmath,Times New Roman,serif\b/, "var(--fallback)")
    .replace(/(font-family:KaTeX_\w+)/g, "$1,var(--fallback)");
  if (/serif\b(?!,)|url\(/i.test(css)) throw new Error("katex.css names fonts or files that copyKatex does not know");
  writeFileSync(join(assets, "katex", "katex.css"), css + "\n");
  return JSON.parse(readFileSync(join(modules, "katex", "package.json"), "utf8")).version;
}

// Three.js comes as two modules. The page takes no modules, as it loads nothing, so they become one script that
// declares THREE.
function bundleThree() {
  const read = (file) => readFileSync(join(modules, "three", "build", file), "utf8");
  const object = (list) => list.replace(/(\w+)\s+as\s+(\w+)/g, "$2: $1");
  const core = read("three.core.js").replace(/^export \{(.*)\};\s*$/ms, (_, list) => `return { ${object(list)} };`);
  const rest = read("three.module.js")
    .replace(/^import \{(.*?)\} from '\.\/three\.core\.js';$/ms, (_, list) => `const {${list.replace(/\s+as\s+/g, ": ")}} = core;`)
    .replace(/^export \{[^}]*\} from '\.\/three\.core\.js';$/ms, "")
    .replace(/^export \{(.*)\};\s*$/ms, (_, list) => `return { ...core, ${object(list)} };`);
  if (/^(import|export)\b/m.test(core + rest)) throw new Error("three.js has imports or exports that bundleThree does not know");
  const { version } = JSON.parse(readFileSync(join(modules, "three", "package.json"), "utf8"));
  mkdirSync(join(assets, "three"));
  const script = `const THREE = (() => {\n"use strict";\nconst core = (() => {\n${core}\n})();\n${rest}\n})();\n`;
  writeFileSync(join(assets, "three", "three.js"), script);
  writeFileSync(join(assets, "three", "version"), version + "\n");
  return version;
}

mkdirSync(assets);
console.error(`assets: ${await collectFonts()} font faces, ${copyIcons()} icons, KaTeX ${copyKatex()}, three.js ${bundleThree()}`);

// Copies the fonts and icons that the templates use, and three.js, from node_modules into a folder that must not exist
// yet: node scripts/assets.mjs FOLDER. scripts/setup makes it templates/assets, which the Go package embeds. Fonts are
// those of templates/fonts.json; icons are those a template names: {{icon "set/name"}}.
import { copyFileSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { codePoints, unicodeRange } from "./woff2.mjs";

const templates = join(dirname(fileURLToPath(import.meta.url)), "..", "templates");
const modules = join(templates, "node_modules");
const assets = process.argv[2];

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

function faces(css, family) {
  return [...css.matchAll(/@font-face\s*{([^}]*)}/g)].map(([, body]) => {
    const value = (property) => body.match(new RegExp(`${property}:\\s*([^;]+);`))?.[1].trim() ?? "";
    const file = body.match(/url\(\.\/files\/([^)]+\.woff2)\)/)[1];
    return { family, file, style: value("font-style"), weight: value("font-weight"), range: value("unicode-range") };
  });
}

// The characters of a file that its sheet declares, and the font has: a font's "symbols" file may declare every
// symbol and hold next to none.
function coverage(file, declared) {
  const ranges = declared.split(",").map((item) => {
    const [from, to] = item.trim().replace(/^U\+/i, "").split("-").map((hex) => parseInt(hex, 16));
    return [from, to ?? from];
  });
  const points = codePoints(readFileSync(file));
  return unicodeRange(declared === "" ? points : points.filter((c) => ranges.some(([from, to]) => from <= c && c <= to)));
}

function slug(family) {
  return family.toLowerCase().replaceAll(" ", "-");
}

function copyFonts() {
  const out = join(assets, "fonts");
  mkdirSync(out, { recursive: true });
  const list = [];
  for (const { family, css } of JSON.parse(readFileSync(join(templates, "fonts.json"), "utf8"))) {
    for (const sheet of css) {
      const dir = join(modules, dirname(sheet), "files");
      for (const face of faces(readFileSync(join(modules, sheet), "utf8"), family)) {
        const range = coverage(join(dir, face.file), face.range);
        if (range === "") continue;
        const file = slug(family) + "-" + face.file.replace(slug(family) + "-", "");
        copyFileSync(join(dir, face.file), join(out, file));
        list.push({ ...face, file, range });
      }
    }
  }
  // Of the files that hold a character, the first one is taken: the smallest.
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

// Three.js comes as two modules. The stage takes no modules, as it loads nothing, so they become one script that
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
console.error(`assets: ${copyFonts()} font faces, ${copyIcons()} icons, three.js ${bundleThree()}`);

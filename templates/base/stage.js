// The stage script. Go calls these functions; nothing else runs on the page.
"use strict";

globalThis.mockup = {
  // Replaces the picture and resolves once it is laid out, with fonts loaded and images decoded.
  async show({ html, css, fonts, fallback, scale }) {
    if (fonts) {
      const sheet = document.createElement("style");
      sheet.textContent = fonts;
      document.head.append(sheet);
    }
    const art = this.load(css);
    const stage = document.getElementById("stage");
    stage.removeAttribute("style");
    stage.style.setProperty("--fallback", fallback);
    document.documentElement.style.zoom = scale;
    document.getElementById("template-css").textContent = css;
    stage.innerHTML = html;
    await art;
    const broken = await this.settle(stage);
    this.hug(stage, scale);
    const clipped = [this.scroll(stage), this.fold(stage)].includes(true);
    this.ground(stage, scale);
    return { ...this.round(stage.firstElementChild, scale), clipped, broken };
  },

  // Gives the picture whole pixels: a part of one at its edge would show what lies behind.
  round(picture, scale) {
    const box = picture.getBoundingClientRect();
    const [width, height] = [box.width, box.height].map((size) => Math.ceil(size / scale - 0.01));
    picture.style.height = height + "px";
    return { width, height };
  },

  drawings: new Map(),

  // Loads the drawings that a style sheet names; they are kept for the next picture.
  async load(css) {
    for (const [, address] of css.matchAll(/url\((\/art\/[^)]+)\)/g)) {
      if (this.drawings.has(address)) continue;
      const drawing = new Image();
      drawing.src = address;
      this.drawings.set(address, drawing);
      await drawing.decode();
    }
  },

  // Waits for images and for every font that the layout asks for; a loaded font can ask for further ones.
  async settle(stage) {
    const broken = [];
    const images = [...stage.querySelectorAll("img")].map((img) =>
      img.decode().catch(() => broken.push(new URL(img.src).pathname)),
    );
    await Promise.all(images);
    do {
      void stage.offsetHeight;
      await document.fonts.ready;
    } while (document.fonts.status === "loading");
    return broken;
  },

  // Makes text that wraps no wider than its longest line, as bubbles are; CSS leaves such a box at its full width.
  hug(stage, scale) {
    const boxes = [...stage.querySelectorAll("[data-hug]")];
    const widths = boxes.map((box) => {
      const range = document.createRange();
      range.selectNodeContents(box);
      const { paddingLeft, paddingRight } = getComputedStyle(box);
      const padding = parseFloat(paddingLeft) + parseFloat(paddingRight);
      // A space that hangs over the end of a line can stick out of the box.
      return Math.min(range.getBoundingClientRect().width / scale + padding, box.getBoundingClientRect().width / scale);
    });
    boxes.forEach((box, i) => (box.style.width = Math.ceil(widths[i]) + "px"));
  },

  // Scrolls what opens at its end, and tells whether anything scrollable shows only a part.
  scroll(stage) {
    let clipped = false;
    for (const box of stage.querySelectorAll("[data-scroll]")) {
      if (box.scrollHeight <= box.clientHeight + 1) continue;
      clipped = true;
      if (box.dataset.scroll === "end") box.scrollTop = box.scrollHeight;
    }
    return clipped;
  },

  // Takes away, from the end, the items that do not fit into a box; the box says how many.
  fold(stage) {
    let clipped = false;
    for (const box of stage.querySelectorAll("[data-fold]")) {
      const items = [...box.querySelectorAll("[data-fold-item]")];
      while (items.length > 1 && box.scrollHeight > box.clientHeight + 1) {
        items.pop().hidden = true;
        box.dataset.fold = Number(box.dataset.fold) + 1;
        clipped = true;
      }
    }
    return clipped;
  },

  // Tells what shows a ground that is fixed to the screen how far above the screen's lower edge it stands.
  ground(stage, scale) {
    const bottom = stage.querySelector(".screen")?.getBoundingClientRect().bottom;
    for (const box of stage.querySelectorAll("[data-fixed]")) {
      box.style.setProperty("--b", (bottom - box.getBoundingClientRect().bottom) / scale + "px");
    }
  },

  // Puts the content into the middle of a larger surface.
  frame({ width, height, scale, background }) {
    document.documentElement.style.zoom = scale;
    const stage = document.getElementById("stage");
    Object.assign(stage.style, {
      width: width + "px", height: height + "px", background, display: "grid", placeItems: "center", overflow: "hidden",
    });
  },
};

// The stage script. Go calls these functions; nothing else runs on the page.
"use strict";

globalThis.mockup = {
  // Replaces the picture and resolves once it is laid out, with fonts loaded and images decoded.
  async show({ html, css, fonts, fresh, fallback, scale }) {
    if (fresh) document.querySelectorAll(".fonts").forEach((sheet) => sheet.remove());
    if (fonts) {
      const sheet = document.createElement("style");
      sheet.className = "fonts";
      sheet.textContent = fonts;
      document.head.append(sheet);
    }
    const art = this.load(css);
    const stage = document.getElementById("stage");
    stage.removeAttribute("style");
    stage.style.visibility = "hidden"; // nothing is painted before all is in its place: not twice, and always the same
    delete document.documentElement.dataset.plane;
    this.reel = null;
    stage.style.setProperty("--fallback", fallback);
    document.documentElement.style.zoom = scale;
    document.getElementById("template-css").textContent = css.replace(/\bimg\b/g, ":is(img, canvas)");
    stage.innerHTML = html;
    void stage.offsetHeight; // asks for the fonts, which are read while the drawings are
    await art;
    await this.settle(stage);
    this.hug(stage);
    const clipped = [this.scroll(stage), this.fold(stage)].includes(true);
    this.ground(stage);
    const broken = await this.draw(stage);
    stage.style.visibility = "";
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

  // Waits until images have their size, and for every font that the layout asks for; a loaded font can ask for further
  // ones.
  async settle(stage) {
    const late = [...stage.querySelectorAll("img")].filter((img) => !img.complete);
    await Promise.all(late.map((img) => new Promise((done) => (img.onload = img.onerror = done))));
    do {
      void stage.offsetHeight;
      await document.fonts.ready;
    } while (document.fonts.status === "loading");
  },

  bitmaps: new Map(),

  // Puts canvases of the same size and place where the images are, which the style sheets' rules for images meet too,
  // and returns the paths of those that are damaged. Left to itself, Chromium scales an image from whichever decoded
  // copy it has, so that the bytes of a picture would depend on chance. Decoding takes as long as it did, 25 ms for a
  // photo of 2 megapixels; scaling and copying take 1 to 3 ms an image, and the screenshot gets 5 to 20 ms quicker. The
  // bitmaps of the last picture are kept for the next, as a batch shows the same people.
  async draw(stage) {
    const known = this.bitmaps;
    this.bitmaps = new Map();
    const broken = [];
    const images = [...stage.querySelectorAll("img")].map((img) => ({ img, box: img.getBoundingClientRect() }));
    const drawn = images.map(async ({ img, box }) => {
      try {
        if (img.naturalWidth === 0) throw new Error("no image");
        if (box.width === 0 || box.height === 0) return;
        const part = this.part(img, box);
        const key = [img.src, ...part].join();
        if (!this.bitmaps.has(key)) this.bitmaps.set(key, known.get(key) ?? this.scaled(img, ...part));
        const zoom = img.currentCSSZoom;
        this.replace(img, await this.bitmaps.get(key), box.width / zoom, box.height / zoom);
      } catch {
        broken.push(new URL(img.src).pathname);
      }
    });
    await Promise.all(drawn);
    if (broken.length > 0) this.bitmaps.clear();
    return [...new Set(broken)];
  },

  // Tells which part of an image, in its own pixels, is seen in a box, and how large it is drawn; never larger than it
  // is: enlarging is no matter of chance.
  part(img, box) {
    let [width, height] = [img.naturalWidth, img.naturalHeight];
    if (getComputedStyle(img).objectFit === "cover") {
      const ratio = Math.max(box.width / width, box.height / height);
      width = Math.max(1, Math.round(box.width / ratio));
      height = Math.max(1, Math.round(box.height / ratio));
    }
    const [x, y] = [(img.naturalWidth - width) >> 1, (img.naturalHeight - height) >> 1];
    const size = [Math.min(width, Math.round(box.width)), Math.min(height, Math.round(box.height))];
    return [x, y, width, height, ...size.map((length) => Math.max(1, length))];
  },

  scaled(img, x, y, width, height, resizeWidth, resizeHeight) {
    return createImageBitmap(img, x, y, width, height, { resizeWidth, resizeHeight, resizeQuality: "high" });
  },

  replace(img, bitmap, width, height) {
    const canvas = document.createElement("canvas");
    Object.assign(canvas, { width: bitmap.width, height: bitmap.height, className: img.className });
    Object.assign(canvas.style, { width: width + "px", height: height + "px", objectFit: "fill" });
    canvas.getContext("2d").drawImage(bitmap, 0, 0);
    img.replaceWith(canvas);
  },

  // Makes text that wraps no wider than its longest line, as bubbles are; CSS leaves such a box at its full width.
  hug(stage) {
    const boxes = [...stage.querySelectorAll("[data-hug]")];
    const widths = boxes.map((box) => {
      const range = document.createRange();
      range.selectNodeContents(box);
      const { paddingLeft, paddingRight } = getComputedStyle(box);
      const padding = parseFloat(paddingLeft) + parseFloat(paddingRight);
      const zoom = box.currentCSSZoom;
      // A space that hangs over the end of a line can stick out of the box.
      return Math.min(range.getBoundingClientRect().width / zoom + padding, box.getBoundingClientRect().width / zoom);
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
  ground(stage) {
    const bottom = stage.querySelector(".screen")?.getBoundingClientRect().bottom;
    for (const box of stage.querySelectorAll("[data-fixed]")) {
      box.style.setProperty("--b", (bottom - box.getBoundingClientRect().bottom) / box.currentCSSZoom + "px");
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

// The page script. Go calls these functions; nothing else runs on the page.
"use strict";

globalThis.mockup = {
  // Begins to load the fonts and images of the next picture. Go answers for them, and other threads decode them, while the picture is sent
  // and its styles are computed.
  expect({ fonts, fresh, wanted, images, later }) {
    this.decodeAhead(images, later);
    if (fresh) {
      document.getElementById("root").replaceChildren(); // set in the new fonts at the old scale, it would decide on their optical sizes
      document.querySelectorAll(".fonts").forEach((sheet) => sheet.remove());
    }
    if (fonts) {
      const sheet = document.createElement("style");
      sheet.className = "fonts";
      sheet.textContent = fonts;
      document.head.append(sheet);
    }
    this.fonts = Promise.allSettled(wanted.map(([font, sample]) => document.fonts.load(font, sample)));
  },

  // Replaces the picture and resolves once it is laid out, with fonts loaded and images decoded. Without a style sheet, that of the
  // last picture stays. Where Chromium draws frames by itself, the picture is hidden until all is in its place, so that it is not
  // painted twice, and always the same.
  async show({ html, css, fallback, scale, grows, hidden }) {
    const art = this.setStyle(css);
    const root = document.getElementById("root");
    root.removeAttribute("style");
    if (hidden) root.style.visibility = "hidden";
    delete document.documentElement.dataset.capture;
    this.video = null;
    root.style.setProperty("--fallback", fallback);
    root.innerHTML = html;
    const targets = this.takeTargets(root);
    this.prepareTexts(root);
    const height = grows && scale !== 1 ? await this.heightAt1x(root, art) : null;
    await this.layOut(root, scale, art);
    const clipped = { scrolls: this.scroll(root, targets), folds: this.fold(root) };
    this.placeFixed(root);
    this.bend(root);
    const drawn = await this.drawImages(root);
    if (drawn.vectors.length === 0) root.style.visibility = "";
    return { ...this.roundSize(root.firstElementChild, scale, height), clipped, ...drawn };
  },

  expectedFrame: null, // resolves once it is there

  // Expects a frame that shows all that has changed until now.
  expectFrame() {
    this.expectedFrame = new Promise(requestAnimationFrame);
  },

  // Sets the style sheet, at once unless it names drawings that are not loaded yet.
  async setStyle(css) {
    if (css === null) return;
    const sheet = css.replace(/\bimg\b/g, ":is(img, canvas)"), drawing = /(?<=url\()\/art\/[^)]+/g;
    const late = new Set(sheet.match(drawing)).difference(this.drawings);
    if (late.size > 0) await Promise.all(Array.from(late, (address) => this.loadArt(address)));
    document.getElementById("template-css").textContent = sheet.replace(drawing, (address) => this.drawings.get(address).src);
  },

  // Lays the picture out at a scale, with its fonts and images.
  async layOut(root, scale, art) {
    document.documentElement.style.zoom = scale;
    await art;
    void getComputedStyle(root).color; // computes all styles, while fonts are decoded
    await this.fonts;
    await this.load(root);
    await this.adapt(root);
    this.veil(root);
    this.fit(root, true);
  },

  // Makes text dark where it stands on a bright picture ("data-adapt"). From the average of 160 on, dark text is more legible
  // than white text.
  async adapt(root) {
    const picture = root.querySelector("[data-adapt] img");
    if (!picture) return;
    const image = await this.decodedFrom(picture);
    const pixels = this.drawn(image, 0, 0, picture.naturalWidth, picture.naturalHeight, 16, 16);
    let [light, opaque] = [0, 0];
    for (let i = 0; i < pixels.length; i += 4) {
      light += 0.299 * pixels[i] + 0.587 * pixels[i + 1] + 0.114 * pixels[i + 2];
      opaque += pixels[i + 3] / 255;
    }
    root.firstElementChild.classList.toggle("dark", light <= 160 * opaque);
  },

  // Returns the height that the picture has at 1x. At another scale it may differ by a pixel or two, since Chromium rounds
  // lines and borders to whole device pixels; yet the picture is to have the same size times the scale. The class keeps the
  // instances of fonts apart from those of the other scale, see Font in package browser.
  async heightAt1x(root, art) {
    root.className = "measured";
    await this.layOut(root, 1, art);
    const [, height] = this.wholeSize(root.firstElementChild, 1);
    root.className = "";
    root.querySelectorAll("[data-hug]").forEach((box) => (box.style.width = ""));
    return height;
  },

  // Gives the picture whole pixels, and a height if there is one: a part of a pixel at its edge would show what lies behind.
  roundSize(picture, scale, fixedHeight) {
    const [width, ownHeight] = this.wholeSize(picture, scale);
    const height = fixedHeight ?? ownHeight;
    picture.style.height = height + "px";
    return { width, height };
  },

  wholeSize(picture, scale) {
    const box = picture.getBoundingClientRect();
    return [box.width, box.height].map((size) => Math.ceil(size / scale - 0.01));
  },

  // Waits until an image is loaded. Its method decode would wait for a frame, and there is none before the screenshot.
  loaded(img) {
    return new Promise((done, failed) => Object.assign(img, { onload: done, onerror: failed }));
  },

  drawings: new Map(),

  // Loads a drawing that a style sheet names, which is kept for the next picture. It becomes a data URL, since that is there as soon as the
  // style sheet is. An address is asked for by Chromium, once for backgrounds and once more for masks, and nothing tells when it has the
  // answer: a mask that came later than the picture left out all that it is the mask of.
  async loadArt(address) {
    const drawing = new Image(), reader = new FileReader();
    reader.readAsDataURL(await (await fetch(address)).blob());
    await this.loaded(reader);
    drawing.src = reader.result;
    await this.loaded(drawing);
    this.drawings.set(address, drawing);
  },

  // Waits until images have their size, and for every font that the layout asks for; a loaded font can ask for further
  // ones.
  async load(root) {
    const late = [...root.querySelectorAll("img")].filter((img) => !img.complete);
    await Promise.all(late.map((img) => new Promise((done) => (img.onload = img.onerror = done))));
    do {
      void root.offsetHeight;
      await document.fonts.ready;
    } while (document.fonts.status === "loading");
  },

  // Lets addresses and paths be broken where apps break them: behind slashes and hyphens, as in captures of WhatsApp,
  // Telegram, WeChat, Discord and Messages. Left to itself, Chromium breaks ASCII behind no slash, and fills each line up to
  // the last letter. A zero-width space draws nothing. Dates and fractions, with no letter beside a slash, stay whole.
  // Nothing is broken behind the hyphen between a Hebrew letter and a word of another script, as Unicode's rules of line
  // breaks want it (LB21a), which Chromium does not follow: a word joiner draws nothing, either.
  parted: (text) => text.replace(/\S+/g, (word) => {
    word = word.replace(/(?<=[\u05d0-\u05f2]\p{M}*[-\u2010])(?=[\p{L}\p{N}])(?!\p{Script=Hebrew})/gu, "\u2060");
    if (!/\p{L}\/|\/\p{L}/u.test(word)) return word;
    return word.replace(/(?<=[/-])(?=[\p{L}\p{N}_@~#&=$(])/gu, "\u200b");
  }),

  // Prepares texts for being broken into lines. Kerning makes Chromium shape a word once more for each of its lines: one of
  // 100,000 times the same letter took 49 s with it, and takes less than one without, where nobody would miss it.
  prepareTexts(root) {
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode;
      if (/\/|[\u05d0-\u05f2]\p{M}*[-\u2010]/u.test(text.data)) text.data = this.parted(text.data);
      if (/\S{1000}/.test(text.data)) text.parentElement.style.fontKerning = "none";
    }
    this.direct(root);
  },

  fonts: null, // settled once the fonts of the next picture are loaded
  decoded: new Map(), // images by address, those that were used last at the end: their bitmap, and what waits for it
  later: new Set(), // addresses of those that the items of a video show, which are drawn behind the document

  // Begins to decode images. What is done with files is done by other threads while the page is laid out; an element of the page
  // is decoded when it is drawn, by the page's only thread, one after the other.
  decodeAhead(addresses, later) {
    this.later = new Set(later);
    for (const address of [...addresses, ...later]) if (!this.decodedFor(address)) this.decoded.set(address, this.decode(address));
  },

  decode(address) {
    const image = {};
    const read = async () => createImageBitmap(await (await fetch(address)).blob());
    const refused = () => null; // the element says whether it is damaged
    image.ready = read().catch(refused).then((bitmap) => (image.bitmap = bitmap));
    return image;
  },

  // Returns an image that is decoded or about to be, which counts as used.
  decodedFor(address) {
    const image = this.decoded.get(address);
    if (image) this.decoded.delete(address), this.decoded.set(address, image);
    return image;
  },

  // Returns the best that an element of an image can be drawn from.
  async decodedFrom(img) {
    return (await this.decodedFor(img.src)?.ready) ?? img;
  },

  // Keeps the images that were used last for the next pictures, as a batch shows the same people and photos in other sizes, up to 12
  // million pixels of 4 bytes. All of a picture's images may be 100 MB.
  closeDecoded() {
    let pixels = 0;
    for (const [address, { bitmap }] of [...this.decoded].reverse()) {
      if (bitmap === undefined || this.later.has(address)) continue; // not there yet, or not drawn yet
      pixels += bitmap ? bitmap.width * bitmap.height : 0;
      if (bitmap && pixels <= 12e6) continue;
      bitmap?.close();
      this.decoded.delete(address);
    }
  },

  bitmaps: new Map(),

  // Puts canvases of the same size and place where the images are, which the style sheets' rules for images meet too,
  // and returns the paths of those that are damaged, and of those of vectors that drawVectors has to draw. Left to itself, Chromium
  // scales an image from whichever decoded copy it has, so that the bytes of a picture would depend on chance. Decoding takes
  // as long as it did, 25 ms for a photo of 2 megapixels; scaling and copying take 1 to 3 ms an image, and the screenshot
  // gets 5 to 20 ms quicker. The bitmaps of the last picture are kept for the next, as a batch shows the same people; those of a
  // video's document also while its items are drawn.
  async drawImages(root, items = false) {
    const known = this.bitmaps;
    this.bitmaps = new Map(items ? known : []);
    this.vectors = new Map();
    const broken = [];
    const images = [...root.querySelectorAll("img")].map((img) => {
      return { img, box: this.size(img), zoom: img.currentCSSZoom, path: new URL(img.src).pathname };
    });
    if (items) this.later.clear();
    const drawn = images.map(async ({ img, box, zoom, path }) => {
      try {
        if (img.naturalWidth === 0) throw new Error("no image");
        if (box.width === 0 || box.height === 0) return;
        const soft = this.softened(img, box), part = this.part(img, soft ?? box), key = [img.src, soft?.filter, ...part].join();
        if (!this.bitmaps.has(key) && known.has(key)) this.bitmaps.set(key, known.get(key));
        if (this.isVector(img) && !this.bitmaps.has(key)) {
          this.vectors.set(path, [...(this.vectors.get(path) ?? []), { img, box, zoom, part, key }]);
          return;
        }
        if (!this.bitmaps.has(key)) this.bitmaps.set(key, this.scaled(img, soft, ...part));
        this.replace(img, await this.bitmaps.get(key), box, zoom, soft);
      } catch {
        broken.push(path);
      }
    });
    await Promise.all(drawn);
    this.closeDecoded();
    if (broken.length > 0) this.bitmaps.clear();
    return { broken: [...new Set(broken)], vectors: [...this.vectors.keys()] };
  },

  // Images of vectors take nobody knows how long to draw. So their paths have nothing but their size at first, and Go has them
  // drawn one by one.
  isVector(img) {
    return img.src.endsWith(".svg");
  },

  // Draws an image of vectors where it is seen, and returns whether it can be drawn, and whether its fonts are late. Below
  // the image is a sample of each font, so many pixels high. Chromium shows text without its fonts after three seconds.
  async drawVector({ path, sample }) {
    const img = new Image(), began = performance.now(), places = this.vectors.get(path);
    img.crossOrigin = "anonymous"; // so that the canvas can be read
    img.src = "/vectors" + path;
    try {
      await this.loaded(img);
    } catch {
      return { whole: false };
    }
    for (let y = places[0].img.naturalHeight; y < img.naturalHeight; y += sample) {
      while (this.drawn(img, 0, y, sample, sample, sample, sample).every((value) => value === 0)) {
        await new Promise((done) => setTimeout(done, 2));
        if (performance.now() - began > 2500) return { late: true };
      }
    }
    for (const { img: place, box, zoom, part, key } of places) {
      if (!this.bitmaps.has(key)) {
        const [, , , , width, height] = part;
        this.bitmaps.set(key, await createImageBitmap(new ImageData(this.drawn(img, ...part), width, height)));
      }
      this.replace(place, await this.bitmaps.get(key), box, zoom);
    }
    this.vectors.delete(path);
    if (this.vectors.size === 0) document.getElementById("root").style.visibility = "";
    return { whole: true };
  },

  // Draws a part of an image in a size, and returns its pixels.
  drawn(img, x, y, width, height, drawnWidth, drawnHeight) {
    const context = new OffscreenCanvas(drawnWidth, drawnHeight).getContext("2d");
    context.drawImage(img, x, y, width, height, 0, 0, drawnWidth, drawnHeight);
    return context.getImageData(0, 0, drawnWidth, drawnHeight).data;
  },

  // Returns how large an image is drawn. The rectangle around one that is turned is larger.
  size(img) {
    const [around, style, zoom] = [img.getBoundingClientRect(), getComputedStyle(img), img.currentCSSZoom];
    const [width, height] = [parseFloat(style.width) * zoom, parseFloat(style.height) * zoom];
    return Math.abs(around.width - width) > 0.5 && around.width > 0 ? { width, height } : around;
  },

  // Returns which part of an image, in its own pixels, is seen in a box, and how large it is drawn; never larger than it
  // is, unless it is of vectors: enlarging is no matter of chance.
  part(img, box) {
    let [width, height] = [img.naturalWidth, img.naturalHeight];
    if (getComputedStyle(img).objectFit === "cover") {
      const ratio = Math.max(box.width / width, box.height / height);
      [width, height] = [box.width / ratio, box.height / ratio];
    }
    let size = [box.width, box.height];
    let place = [(img.naturalWidth - width) / 2, (img.naturalHeight - height) / 2];
    if (!this.isVector(img)) {
      [width, height] = [width, height].map((length) => Math.max(1, Math.round(length)));
      place = [(img.naturalWidth - width) >> 1, (img.naturalHeight - height) >> 1];
      size = [Math.min(width, Math.round(box.width)), Math.min(height, Math.round(box.height))];
    }
    return [...place, width, height, ...size.map((length) => Math.max(1, Math.round(length)))];
  },

  // Returns how large a blurred image is drawn, and with which filter; null for other images. Chromium would blur the element anew for
  // every frame, at its full size, which takes 100 ms and more. A blur of eight pixels leaves nothing that enlarging it would not show.
  // What the blur takes beyond the element is lost; style sheets put that out of view.
  softened(img, { width, height }) {
    const { filter } = getComputedStyle(img), [blur, radius] = /blur\(([\d.]+)px\)/.exec(filter) ?? [];
    if (!blur || this.isVector(img)) return null;
    const pixels = radius * img.currentCSSZoom, factor = Math.min(1, 8 / pixels);
    [width, height] = [width, height].map((length) => Math.max(1, Math.round(length * factor)));
    return { width, height, filter: filter.replace(blur, `blur(${pixels * factor}px)`) };
  },

  async scaled(img, soft, x, y, width, height, resizeWidth, resizeHeight) {
    const bitmap = await createImageBitmap(await this.decodedFrom(img), x, y, width, height, { resizeWidth, resizeHeight, resizeQuality: "high" });
    if (!soft) return bitmap;
    const canvas = new OffscreenCanvas(soft.width, soft.height), context = canvas.getContext("2d");
    context.filter = soft.filter;
    context.drawImage(bitmap, 0, 0, soft.width, soft.height);
    return canvas.transferToImageBitmap();
  },

  // Puts a canvas with a bitmap where an image is. A bitmap that is blurred has its filter already. Nothing here asks for styles, which
  // would be computed anew for each image.
  replace(img, bitmap, box, zoom, soft) {
    const canvas = document.createElement("canvas");
    Object.assign(canvas, { width: bitmap.width, height: bitmap.height, className: img.className });
    Object.assign(canvas.style, { width: box.width / zoom + "px", height: box.height / zoom + "px", objectFit: "fill", filter: soft ? "none" : "" });
    canvas.dataset.path = new URL(img.src).pathname;
    canvas.getContext("2d").drawImage(bitmap, 0, 0);
    img.replaceWith(canvas);
  },

  // Returns the elements that boxes are scrolled to. The marks before them go: style sheets would count them as elements.
  takeTargets(root) {
    return [...root.querySelectorAll("[data-scroll-to]")].map((mark) => {
      const target = mark.nextElementSibling;
      mark.remove();
      return target;
    });
  },

  // Scrolls what opens at its end or at one of its elements, and returns whether anything scrollable shows only a part. What
  // leads to its end shows if that is not seen.
  scroll(root, targets = []) {
    let clipped = false;
    const below = root.querySelector("[data-below]");
    for (const box of root.querySelectorAll("[data-scroll]")) {
      if (box.scrollHeight <= box.clientHeight + 1) continue;
      clipped = true;
      const target = targets.find((element) => box.contains(element));
      if (target) box.scrollTop = this.below(target) / box.currentCSSZoom;
      else if (box.dataset.scroll === "end") box.scrollTop = box.scrollHeight;
      if (below) below.hidden = box.scrollTop + box.clientHeight > box.scrollHeight - 1;
    }
    return clipped;
  },

  // Returns how far an element stands below the first one beside it, which bars leave free.
  below(element) {
    return element.getBoundingClientRect().top - element.parentElement.firstElementChild.getBoundingClientRect().top;
  },

  // Takes away, from the end, the items that do not fit into a box; the box says how many.
  fold(root) {
    let clipped = false;
    for (const box of root.querySelectorAll("[data-fold]")) {
      const items = [...box.querySelectorAll("[data-fold-item]")];
      while (items.length > 1 && box.scrollHeight > box.clientHeight + 1) {
        items.pop().hidden = true;
        box.dataset.fold = Number(box.dataset.fold) + 1;
        clipped = true;
      }
    }
    return clipped;
  },

  // Sets, on whatever shows a background that is fixed to the screen, how far above the screen's lower edge it stands.
  placeFixed(root) {
    const bottom = root.querySelector(".screen")?.getBoundingClientRect().bottom;
    for (const box of root.querySelectorAll("[data-fixed]")) {
      box.style.setProperty("--b", (bottom - box.getBoundingClientRect().bottom) / box.currentCSSZoom + "px");
    }
  },

  // Puts the content into the middle of a larger surface, or at a place of one whose size in device pixels is exact. Returns
  // whether the image behind it can be shown.
  async center({ width, height, scale, background, size, exact, place, image, shadow, radius }) {
    document.documentElement.style.zoom = scale;
    const root = document.getElementById("root");
    for (const element of root.querySelectorAll(":scope > .canvas-shadow, :scope > .canvas-image")) element.remove();
    const picture = root.firstElementChild;
    if (exact) [width, height] = size.map((side) => side / scale);
    Object.assign(root.style, {
      width: width + "px", height: height + "px", background, display: "grid", placeItems: exact ? "start" : "center", overflow: "hidden",
    });
    if (exact) [root.style.paddingLeft, root.style.paddingTop] = place.map((side) => side / scale + "px");
    if (radius) Object.assign(picture.style, { borderRadius: radius + "px", overflow: "hidden" });
    if (radius) picture.style.setProperty("--card-radius", radius + "px");
    if (shadow || image) root.style.position = picture.style.position = "relative"; // behind it lies what comes before it
    if (shadow) this.castShadow(root, picture, scale, shadow, radius);
    return !image || (await this.showBehind(root, scale, size, image));
  },

  // Casts a shadow of the picture on the surface. A phone's body has its own corners, and buttons that reach out of it. The card of a post has
  // its own corners too.
  castShadow(root, picture, scale, kind, radius) {
    const framed = root.querySelector(".device") !== null;
    const [surface, box] = [root, picture].map((element) => element.getBoundingClientRect());
    const [left, top, right, bottom] = [box.left - surface.left, box.top - surface.top, surface.right - box.right, surface.bottom - box.bottom];
    const inset = framed ? [1, 3] : [0, 0];
    const element = document.createElement("div");
    element.className = `canvas-shadow ${kind}`;
    element.style.inset = [top / scale + inset[0], right / scale + inset[1], bottom / scale + inset[0], left / scale + inset[1]].map((side) => side + "px").join(" ");
    const own = picture.querySelector(":scope > .screen");
    element.style.borderRadius = framed ? "78px" : radius ? radius + "px" : own && getComputedStyle(own).borderRadius;
    root.prepend(element);
  },

  lastBehind: null,

  // Shows an image behind everything, and returns whether it can be shown. The last one is kept for the next picture, as a batch shows one
  // behind all its rows.
  async showBehind(root, scale, [width, height], image) {
    const key = JSON.stringify([width, height, image]);
    if (this.lastBehind?.key !== key) {
      const canvas = await this.drawBehind(width, height, image);
      this.lastBehind = canvas && { key, canvas };
    }
    if (!this.lastBehind) return false;
    const { canvas } = this.lastBehind;
    Object.assign(canvas.style, { width: width / scale + "px", height: height / scale + "px" });
    root.prepend(canvas);
    return true;
  },

  // Returns a canvas with an image scaled, blurred and darkened here, so that it is always the same; null if the image is damaged. Only
  // what is seen of it is scaled: to enlarge all of a photo of 2 megapixels took 400 ms. What is blurred by more than eight pixels is blurred
  // on a smaller canvas, as in softened.
  async drawBehind(width, height, { src, contain, blur, dim }) {
    const canvas = document.createElement("canvas");
    Object.assign(canvas, { width, height, className: "canvas-image" });
    const context = canvas.getContext("2d"), soft = Math.min(1, 8 / blur);
    const part = soft < 1 ? new OffscreenCanvas(Math.round(width * soft), Math.round(height * soft)) : canvas;
    try {
      const image = await createImageBitmap(await (await fetch(src)).blob()); // other threads decode a file
      await this.spread(image, part, contain, blur * soft);
      image.close();
    } catch {
      return null;
    }
    if (part !== canvas) context.drawImage(part, 0, 0, width, height);
    context.fillStyle = `rgb(0 0 0 / ${dim})`;
    context.fillRect(0, 0, width, height);
    return canvas;
  },

  // Draws the middle of an image over a canvas, on black, blurred by so many pixels.
  async spread(image, canvas, contain, blur) {
    const { width, height } = canvas, context = canvas.getContext("2d");
    const sides = [[width, image.width], [height, image.height]];
    const ratio = Math[contain ? "min" : "max"](...sides.map(([side, natural]) => side / natural));
    const factor = contain ? ratio : ratio * (1 + (4 * blur) / Math.min(width, height)); // a blurred edge shows what is beyond
    const [[x, wide, drawnWidth], [y, high, drawnHeight]] = sides.map(([side, natural]) => this.middle((side + 6 * blur) / factor, natural, factor));
    const bitmap = await createImageBitmap(image, x, y, wide, high, { resizeWidth: drawnWidth, resizeHeight: drawnHeight, resizeQuality: "high" });
    context.fillRect(0, 0, width, height);
    if (blur) context.filter = `blur(${blur}px)`;
    context.drawImage(bitmap, Math.round((width - drawnWidth) / 2), Math.round((height - drawnHeight) / 2));
    context.filter = "none";
    bitmap.close();
  },

  // Returns where the middle of an image begins and how long it is, in its own whole pixels, if at least so much of it is seen, and how long
  // it is drawn.
  middle(seen, natural, factor) {
    const cut = Math.max(0, Math.floor((natural - seen) / 2));
    return [cut, natural - 2 * cut, Math.max(1, Math.round((natural - 2 * cut) * factor))];
  },
};

// The page script's part for videos. Go decides what moves and when. The page knows where everything stands, and shows
// what is captured, one capture layer at a time. Lengths that go to and fro are device pixels.
"use strict";

Object.assign(mockup, {
  // Takes all items that ever show; their elements are the sprites. Returns what drawImages does.
  async takeItems({ items, bleed, scale }) {
    const root = document.getElementById("root");
    const video = (this.video = { root, steps: [], scale, sprites: [], items: [], answering: root.querySelector('[data-slot="answering"]'), answered: null, shown: new Map(), away: new Set(), near: new Set(), slots: new Set(), windows: new Map() });
    root.style.setProperty("--bleed", Math.ceil(bleed * scale) / scale + "px"); // for slots whose sprites need room beside them
    for (const { slot, key, first, html } of items) {
      const fragment = document.createRange().createContextualFragment(html);
      this.prepareTexts(fragment);
      for (const readers of fragment.querySelectorAll(".readers")) readers.faces = readers.innerHTML; // before their images are drawn
      const item = { slot: root.querySelector(`[data-slot="${slot}"]`), key, joinsFirst: first, first: video.sprites.length };
      item.elements = [...fragment.children];
      item.inFront = item.slot.closest("[data-front]") !== null;
      item.bleed = Math.ceil((item.slot.dataset.bleed ?? bleed) * scale); // how far its sprites reach out of their boxes
      item.slot.bleed = item.bleed;
      item.window = item.inFront ? item.slot.closest("[data-window], .screen") : null;
      if (item.inFront) video.windows.set(item.window, null);
      item.slot.append(...item.elements);
      video.slots.add(item.slot);
      video.items.push(item);
      video.sprites.push(...item.elements);
    }
    for (const sprite of video.sprites) sprite.dataset.sprite = "";
    this.view().dataset.view = "";
    await this.load(root);
    this.fit(root, false);
    const drawn = await this.drawImages(root, true);
    this.copyParts(); // with the widths and images of the sprites
    this.reset();
    for (const slot of video.slots) slot.style.setProperty("--lines", 5); // a window is as large as it ever gets
    this.growWindows();
    this.reset();
    return drawn;
  },

  // Takes the next steps and returns, for each of them, where the sprites stand.
  measureSteps({ steps }) {
    const { video } = this;
    video.steps.push(...steps);
    return steps.map((step) => {
      this.applyStep(step);
      const positions = this.positions();
      this.growWindows();
      return positions;
    });
  },

  // Returns all that does not change from step to step: a storyboard's geometry without its positions.
  measure() {
    const { root, items, sprites, parts, windows } = this.video;
    const narrowing = this.narrowing();
    this.layOutSheet();
    if (narrowing.narrows) narrowing.middle = Math.max(narrowing.middle, this.wordsEnd() + narrowing.narrows);
    const onSheet = {
      sprites: items.flatMap(({ elements }, item) => elements.map((sprite) => this.measureSprite(sprite, item))),
      parts: parts.map(({ name, sprite, number, twin, copy, bleed }) => {
        const [cell, home] = [this.cell(twin), this.cell(copy)];
        return { name, sprite, number, cell, bleed, offset: [cell[0] - home[0], cell[1] - home[1]], count: this.countIn(twin) };
      }),
    };
    this.reset();
    return {
      ...onSheet, items: items.map(({ slot, first, bleed, window }) => ({ first, bleed, window: windows.get(window) ?? null, rises: this.rises(slot) })),
      view: this.box(this.view()), inner: this.inner(), masked: this.masked(this.view()), rounded: this.masked(root.querySelector(".screen")),
      front: root.querySelector("[data-front]") !== null,
      backdrops: [...root.querySelectorAll("[data-front], [data-front] *")]
        .flatMap((element) => this.backdrop(element, "backdrop"))
        .map(({ element, filter }) => ({
          box: this.box(element), filter, lens: this.lens(element), rises: this.rises(element), narrows: element.closest("[data-narrows]") !== null,
        })),
      rise: this.rise(), rising: this.reachOf("[data-rises]:not([data-narrows])"), bar: this.reachOf("[data-narrows]"), ...narrowing,
    };
  },

  // Returns a box outside of which nothing of some elements shows; null if there are none, or one has edges that depend on what is drawn.
  reachOf(selector) {
    const elements = [...this.video.root.querySelectorAll(selector)].flatMap((element) => [element, ...element.querySelectorAll("*")]);
    if (elements.some((element) => this.edged(element))) return null;
    const boxes = elements.map((element) => this.enclosing(element.getBoundingClientRect(), this.overhang(element))).filter((box) => box !== null);
    if (!boxes.length) return null;
    const side = (i, most) => most(...boxes.map((box) => box[i]));
    const [left, top] = [side(0, Math.min), side(1, Math.min)];
    return [left, top, side(2, Math.max) - left, side(3, Math.max) - top];
  },

  // Returns whether an element moves with the keyboard, or is a part of it.
  rises(element) {
    return element.closest("[data-rises], [data-slot=keyboard]") !== null;
  },

  // Returns how much higher the bar that rises with the keyboard stands while the keyboard is there.
  rise() {
    const bar = this.bar();
    if (!bar) return 0;
    const down = this.box(bar)[1];
    this.raise(true);
    const up = this.box(bar)[1];
    this.raise(false);
    return down - up;
  },

  // Returns the bar that rises with the keyboard.
  bar() {
    return this.video.root.querySelector("[data-rises]:has([data-slot=composer])");
  },

  // Marks the bar if it is narrower while the keyboard is away. Returns by how much on each side, and the middle of its composer.
  narrowing() {
    const bar = this.bar();
    const narrows = bar ? Math.round(parseFloat(getComputedStyle(bar).getPropertyValue("--narrows")) * this.video.scale) : 0;
    if (!narrows) return { narrows: 0, middle: 0 };
    bar.dataset.narrows = "";
    const [x, , width] = this.box(bar.querySelector("[data-slot=composer]"));
    return { narrows, middle: Math.round(x + width / 2) };
  },

  // Returns how far to the right the words of the empty fields on the sheet reach: where its halves part, none of them may stand.
  wordsEnd() {
    const words = this.video.root.querySelectorAll("[data-slot=composer] .field > span");
    return Math.max(0, ...[...words].map((word) => Math.ceil(word.getBoundingClientRect().right)));
  },

  raise(up) {
    this.video.root.querySelector(".picture").classList.toggle("keyed", up);
  },

  // Returns what there is to know of a sprite on the sprite sheet.
  measureSprite(sprite, item) {
    const all = [sprite, ...sprite.querySelectorAll("*")];
    const panes = all.flatMap((element) => this.backdrop(element, "pane"));
    return {
      item, cell: this.cell(sprite), edges: all.some((element) => this.edged(element)), grow: this.growing(sprite),
      bubble: this.bubble(sprite), beside: this.beside(sprite), ...this.uncovering(sprite), ...this.direction(sprite),
      fixed: sprite.querySelector("[data-fixed]") !== null, film: this.film(sprite), joins: "joins" in sprite.dataset,
      message: sprite.matches(".message"), face: sprite.matches(".face"), readers: sprite.faces ?? "",
      outlined: this.outlined(sprite), round: this.round(sprite), units: this.units(sprite),
      panes: panes.map(({ element, filter }) => ({ box: this.cell(element), filter, lens: this.lens(element) })),
    };
  },

  // Returns whether an element has edges that depend on how much of the page is drawn at once: images with round corners, except in
  // cards that cut them off with round corners of their own, and what is blurred.
  edged(element) {
    if (!element.matches("canvas, img")) return getComputedStyle(element).filter.includes("blur");
    let cuts = 0;
    for (let parent = element.parentElement; parent !== this.video.root; parent = parent.parentElement) {
      const { overflow, borderTopLeftRadius } = getComputedStyle(parent);
      if (overflow !== "visible" && parseFloat(borderTopLeftRadius) > 0) cuts++;
    }
    return cuts < 2;
  },

  // Returns how far the upper corners reach of what is answered, where that and the field below it are one: its lower corners are square.
  round(sprite) {
    const { borderTopLeftRadius, borderBottomLeftRadius } = getComputedStyle(sprite);
    if (!sprite.matches(".answering, .picked") || parseFloat(borderBottomLeftRadius) > 0) return 0;
    return Math.round(parseFloat(borderTopLeftRadius) * this.box(sprite)[3] / sprite.offsetHeight);
  },

  // Returns where a video plays in a sprite, from the sprite's upper left corner; null where none does.
  film(sprite) {
    const own = sprite.querySelector("[data-film] > :is(img, canvas)");
    if (!own) return null;
    const [[x, y], [left, top, width, height]] = [this.box(sprite), this.box(own)];
    return { number: Number(own.parentElement.dataset.film), box: [left - x, top - y, width, height] };
  },

  // Returns the element that the items are seen through.
  view() {
    const { items, root } = this.video;
    const slot = (items.find(({ inFront }) => !inFront) ?? items[0])?.slot;
    return slot?.closest("[data-scroll], [data-view]") ?? root.querySelector(".screen");
  },

  // Returns the box of the view without its padding, where what is written stands clear of the bars.
  inner() {
    const view = this.view();
    const [x, y, width, height] = this.box(view);
    const [top, bottom] = ["paddingTop", "paddingBottom"].map((side) => Math.round((parseFloat(getComputedStyle(view)[side]) || 0) * this.video.scale));
    return [x, y + top, width, height - top - bottom];
  },

  // Returns whether what is in an element is seen through more than a rectangle.
  masked(element) {
    for (; element !== this.video.root; element = element.parentElement) {
      const { maskImage, overflow, borderTopLeftRadius } = getComputedStyle(element);
      if (maskImage !== "none" || (overflow !== "visible" && parseFloat(borderTopLeftRadius) > 0)) return true;
    }
    return false;
  },

  // Grows the record of each window to all that it ever covers. Items whose slot is inside the front are seen through windows.
  growWindows() {
    for (const [element, reach] of this.video.windows) {
      const [x, y, width, height] = this.box(element);
      const [left, top, wide, high] = reach ?? [x, y, width, height];
      const corner = [Math.min(x, left), Math.min(y, top)];
      this.video.windows.set(element, [...corner, Math.max(x + width, left + wide) - corner[0], Math.max(y + height, top + high) - corner[1]]);
    }
  },

  // Returns an element's box in whole pixels: x, y, width and height.
  box(element) {
    const box = element.getBoundingClientRect();
    const [x, y] = [Math.round(box.left), Math.round(box.top)];
    return [x, y, Math.round(box.right) - x, Math.round(box.bottom) - y];
  },

  // Takes all items off the page again.
  reset() {
    const { root, sprites, slots, shown, away, near, copies } = this.video;
    this.raise(false);
    delete document.documentElement.dataset.capture;
    delete document.documentElement.dataset.films;
    shown.clear();
    away.clear();
    near.clear();
    this.dropSpacer();
    for (const slot of slots) slot.removeAttribute("style");
    for (const parent of root.querySelectorAll(".unclipped")) parent.classList.remove("unclipped");
    for (const { copy } of copies) copy.remove();
    for (const sprite of sprites) {
      for (const fixed of sprite.querySelectorAll("[data-fixed]")) fixed.removeAttribute("style");
      for (const parent of sprite.querySelectorAll(".unclipped")) parent.classList.remove("unclipped");
      sprite.classList.remove("unclipped");
      sprite.remove();
      sprite.hidden = false;
      sprite.style.marginTop = "";
    }
    this.makeRoomAbove();
  },

  // Goes one step on: an item replaces the one with its key, or joins its slot. What is far above stays away.
  applyStep({ put, drop, set, keyboard }) {
    const { items, shown, away, slots, root } = this.video;
    const remove = (item) => item.elements.forEach((element) => element.remove());
    for (const key of drop ?? []) {
      if (away.delete(key)) continue;
      remove(shown.get(key));
      shown.delete(key);
    }
    for (const index of put ?? []) {
      const item = items[index];
      const old = shown.get(item.key);
      if (away.has(item.key) || old === item) continue; // a look that is there stays
      if (old?.elements.length) old.elements[0].before(...item.elements);
      else item.slot[item.joinsFirst ? "prepend" : "append"](...item.elements);
      if (old) remove(old);
      shown.set(item.key, item);
    }
    if (!away.size) this.dropSpacer();
    if (keyboard) this.raise(keyboard === "up");
    this.makeRoomAbove();
    for (const [name, value] of Object.entries(set ?? {})) {
      for (const slot of slots) slot.style.setProperty(name, value);
    }
    for (const box of root.querySelectorAll("[data-fold]")) {
      box.dataset.fold = "";
      for (const item of box.querySelectorAll("[data-fold-item]")) item.hidden = false;
    }
    this.scroll(root);
    this.fold(root);
  },

  // Has the list of a chat make room for the message that is answered, whose height its text may decide.
  makeRoomAbove() {
    const { answering: slot, answered } = this.video;
    if (!slot || slot.firstElementChild === answered) return;
    this.video.answered = slot.firstElementChild;
    slot.closest(".chat")?.style.setProperty("--room", slot.getBoundingClientRect().height / slot.currentCSSZoom + "px");
  },

  dropSpacer() {
    this.video.spacer?.remove();
    this.video.spacer = null;
  },

  // Returns where the sprites stand now: those in view, up to a screen's height above, and those that were there a step
  // ago.
  positions() {
    const { shown, near } = this.video;
    const positions = [];
    const newestFirst = [...shown.values()].reverse();
    const far = [];
    this.video.near = new Set();
    let above = false;
    for (const item of [...newestFirst.filter((item) => item.inFront), ...newestFirst.filter((item) => !item.inFront)]) {
      if (above) {
        far.push(item);
        continue;
      }
      let bottom = Infinity;
      item.elements.forEach((element, i) => {
        const box = element.getBoundingClientRect();
        bottom = box.bottom;
        if (box.width && box.height) positions.push({ sprite: item.first + i, x: Math.round(box.left), y: Math.round(box.top) });
      });
      if (bottom >= -innerHeight) this.video.near.add(item.key);
      above = bottom < -innerHeight && !near.has(item.key);
    }
    this.takeAway(far.filter((item) => item.slot.closest('[data-scroll="end"]') !== null));
    return positions;
  },

  // Takes items off the page that are far above in a list that shows its end: they do not come back, and without them the
  // list is laid out in no time. A spacer keeps the place of the others, to a fraction of a pixel.
  takeAway(items) {
    const { video } = this;
    const enough = 24; // laying out the list anew costs more than a few items
    const elements = items.flatMap((item) => item.elements);
    if (items.length < enough || !elements.length) return;
    const { slot } = items[0];
    const first = [...slot.children].find((child) => child !== video.spacer && !elements.includes(child));
    const distance = () => first.getBoundingClientRect().top - slot.getBoundingClientRect().top;
    const was = distance();
    for (const item of items) {
      video.shown.delete(item.key);
      video.away.add(item.key);
    }
    elements.forEach((element) => element.remove());
    if (!video.spacer) slot.prepend((video.spacer = document.createElement("div")));
    video.spacer.style.flex = "none";
    const height = video.spacer.getBoundingClientRect().height + was - distance();
    video.spacer.style.height = (height + 1 / 256) / slot.currentCSSZoom + "px"; // Chromium cuts lengths off to 1/64 of a pixel
    this.scroll(video.root);
  },

  // Puts all sprites, and the copies with parts, on one tall sprite sheet, each with room around it and at a whole pixel.
  layOutSheet() {
    const { video } = this;
    this.reset();
    document.documentElement.dataset.capture = "sheet";
    for (const box of video.root.querySelectorAll("[data-fold]")) box.dataset.fold = "all";
    for (const { slot, elements } of video.items) slot.append(...elements);
    for (const { copy, sprite, slot } of video.copies) {
      slot.append(copy);
      this.copyImages(sprite, copy);
    }
    for (const fixed of video.root.querySelectorAll("[data-fixed]")) fixed.style.setProperty("--b", "0px");
    const cells = [...video.sprites, ...video.copies.map(({ copy }) => copy)];
    const inFront = new Set(video.items.filter((item) => item.inFront).map(({ slot }) => slot));
    let end = 0;
    const order = (one, other) => (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1);
    for (const slot of inFront) this.loosen(slot); // all before the first is measured, as each moves those around it
    for (const slot of new Set([...inFront, ...[...video.slots].sort(order)])) { // one slot moves those below it
      end = this.stack(slot, cells.filter((cell) => cell.parentElement === slot), end);
    }
  },

  // Returns the box of an element in a sprite, from the sprite's upper left corner.
  within(sprite, element) {
    const [[x, y], [left, top, width, height]] = [this.box(sprite), this.box(element)];
    return [left - x, top - y, width, height];
  },

  // Takes a slot out of what lies around it, at the width that it has there, and at the same part of a pixel.
  loosen(slot) {
    const { left, width } = slot.getBoundingClientRect();
    const zoom = slot.currentCSSZoom;
    Object.assign(slot.style, { position: "absolute", inset: "auto", width: width / zoom + "px", alignSelf: "start" });
    slot.style.marginLeft = (left - slot.getBoundingClientRect().left) / zoom + "px";
  },

  // Puts a slot's cells below each other, and the slot where the one before ends on the sheet. Returns where it ends.
  stack(slot, cells, end) {
    if (!cells.length) return end;
    cells[0].style.marginTop = "0";
    const boxes = cells.map((cell) => cell.getBoundingClientRect());
    const zooms = cells.map((cell) => cell.currentCSSZoom);
    let over = Math.ceil(boxes[0].top) - boxes[0].top;
    cells.forEach((cell, i) => {
      // Chromium cuts lengths off to 1/64 of a pixel, after many cells more than is left to chance.
      cell.style.marginTop = (2 * slot.bleed + over + 1 / 128) / zooms[i] + "px";
      over = Math.ceil(boxes[i].height) - boxes[i].height;
    });
    const top = Math.round(cells[0].getBoundingClientRect().top) - slot.bleed;
    slot.reach = end - top;
    return end + Math.round(cells.at(-1).getBoundingClientRect().bottom) + slot.bleed - top;
  },

  // Returns the place of an element on the sheet.
  cell(element) {
    const [x, y, width, height] = this.box(element);
    return [x, y + element.closest("[data-slot]").reach, width, height];
  },

  // Marks an element with a filtered backdrop, and returns it with its filter.
  backdrop(element, mark) {
    const { backdropFilter } = getComputedStyle(element);
    if (backdropFilter === "none") return [];
    element.dataset[mark] = "";
    return [{ element, filter: backdropFilter }];
  },

  // Shows one capture layer alone, and expects the frame that shows it. As large as the viewport are
  //
  //   back    all that lies behind the items
  //   front   what lies in front of them
  //   rising  what of the front moves with the keyboard
  //   bar     what of that becomes narrower as well
  //   shapes  the areas of the backdrops in front
  //   mask    what the items are seen through
  //   screen  the screen's shape
  //   paint   the background that is fixed to the screen
  //
  // and as tall as the sprite sheet, of which the part from an offset on is shown,
  //
  //   sheet   the sprites
  //   dark    the same, with black where videos play
  //   lit     the same, with white there
  //   panes   the areas of their backdrops
  //   fixed   what of them shows the fixed background
  showLayer({ name, offset }) {
    const { slots } = this.video;
    const root = document.documentElement;
    const sheets = ["sheet", "panes", "fixed"];
    const films = ["dark", "lit"].includes(name);
    const onSheet = films || sheets.includes(name);
    if (onSheet && !sheets.includes(root.dataset.capture)) this.layOutSheet();
    if (!onSheet) this.reset();
    root.dataset.capture = films ? "sheet" : name;
    root.dataset.films = films ? name : "";
    if (onSheet) for (const slot of slots) slot.style.transform = `translateY(${(slot.reach - offset) / slot.currentCSSZoom}px)`;
    if (name === "paint") this.showFixedBackground();
    this.expectFrame();
  },

  // Makes the fixed background of the first sprite that shows one fill the screen.
  showFixedBackground() {
    const { root } = this.video;
    const fixed = this.fixedBackground();
    if (!fixed) return;
    const [x, y, width, height] = this.box(root.querySelector(".screen")).map((size) => size / fixed.currentCSSZoom);
    for (let parent = fixed.parentElement; parent !== root; parent = parent.parentElement) parent.classList.add("unclipped");
    fixed.style.cssText = `position: fixed; inset: auto; left: ${x}px; top: ${y}px; width: ${width}px; height: ${height}px; --b: 0px; border-radius: 0; clip-path: none`;
  },

  // Puts the first item on the page of which something shows the fixed background, and returns that. An emoji that stands
  // alone has such an element, too, but does not show it.
  fixedBackground() {
    for (const { slot, elements } of this.video.items) {
      slot.append(...elements);
      const fixed = elements.flatMap((element) => [...element.querySelectorAll("[data-fixed]")]).find((element) => element.checkVisibility());
      if (fixed) return fixed;
      for (const element of elements) element.remove();
    }
    return null;
  },
});

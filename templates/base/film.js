// The stage script's part for videos. Go decides what moves and when; the page knows where everything stands, and
// hands over the pictures of what moves, one plane at a time. Sizes that go to and fro are device pixels.
"use strict";

Object.assign(mockup, {
  // Takes the items that ever show. Their elements are the sprites.
  async film({ items, scale, bleed }) {
    const stage = document.getElementById("stage");
    const reel = (this.reel = { stage, steps: [], scale, sprites: [], items: [], shown: new Map(), slots: new Set(), windows: new Map() });
    stage.style.setProperty("--bleed", Math.ceil(bleed * scale) / scale + "px"); // for slots whose sprites need room beside them
    for (const { slot, key, first, html } of items) {
      const fragment = document.createRange().createContextualFragment(html);
      const item = { slot: stage.querySelector(`[data-slot="${slot}"]`), key, first, at: reel.sprites.length };
      item.elements = [...fragment.children];
      item.before = item.slot.closest("[data-front]") !== null;
      item.bleed = Math.ceil((item.slot.dataset.bleed ?? bleed) * scale); // how far its sprites reach out of their boxes
      item.slot.bleed = item.bleed;
      item.window = item.before ? item.slot.closest("[data-window], .screen") : null;
      if (item.before) reel.windows.set(item.window, null);
      item.slot.append(...item.elements);
      reel.slots.add(item.slot);
      reel.items.push(item);
      reel.sprites.push(...item.elements);
    }
    for (const sprite of reel.sprites) sprite.dataset.sprite = "";
    this.view().dataset.view = "";
    this.parts();
    await this.settle(stage);
    this.hug(stage);
    const broken = await this.draw(stage);
    this.rewind();
    return broken;
  },

  // Walks through the next steps and tells where the sprites stand in each of them.
  walk({ steps }) {
    const { reel } = this;
    reel.steps.push(...steps);
    return steps.map((step) => {
      this.step(step);
      reel.boxes = this.measure();
      this.windows();
      return reel.boxes;
    });
  },

  // Tells of the sprites what does not change on their way.
  places() {
    const { reel } = this;
    const { stage } = reel;
    const first = reel.items.map((item) => item.at);
    const parts = reel.parts.map(({ name, sprite, number }) => ({ name, sprite, number }));
    const onSheet = { cells: this.sheet(), grow: this.growing(), panes: this.panes(), units: this.units() };
    this.rewind();
    const screen = stage.querySelector(".screen");
    return {
      first, parts, ...onSheet,
      bleeds: reel.items.map((item) => item.bleed), windows: reel.items.map((item) => reel.windows.get(item.window) ?? null),
      view: this.box(this.view()), inner: this.inner(), masked: this.masked(this.view()), rounded: this.masked(screen), backdrops: this.backdrops(),
      front: stage.querySelector("[data-front]") !== null,
      fixed: reel.sprites.flatMap((sprite, i) => (sprite.querySelector("[data-fixed]") ? [i] : [])),
    };
  },

  // Some sprites have parts that move by themselves, as the dots of a typing indicator. The parts are drawn on the
  // sheet once more, on copies of their sprites of which nothing else shows.
  parts() {
    const { reel } = this;
    reel.copies = [];
    reel.parts = [];
    reel.sprites.forEach((sprite, index) => {
      const own = [...sprite.querySelectorAll("[data-part]")];
      if (!own.length) return;
      const copy = sprite.cloneNode(true);
      delete copy.dataset.sprite;
      copy.dataset.copy = "";
      reel.copies.push({ copy, slot: reel.items.findLast((item) => item.at <= index).slot });
      const twins = copy.querySelectorAll("[data-part]");
      const count = {};
      own.forEach((element, i) => {
        const name = element.dataset.part;
        count[name] = (count[name] ?? -1) + 1;
        reel.parts.push({ name, sprite: index, number: count[name], element, twin: twins[i], copy });
      });
    });
  },

  // What the items are seen through.
  view() {
    const { items } = this.reel;
    const slot = (items.find(({ before }) => !before) ?? items[0])?.slot;
    return slot?.closest("[data-scroll], [data-view]") ?? this.reel.stage.querySelector(".screen");
  },

  // Tells whether what is in a box is seen through more than a rectangle.
  masked(box) {
    for (; box !== this.reel.stage; box = box.parentElement) {
      const { maskImage, overflow, borderTopLeftRadius } = getComputedStyle(box);
      if (maskImage !== "none" || (overflow !== "visible" && parseFloat(borderTopLeftRadius) > 0)) return true;
    }
    return false;
  },

  // Notes how far the windows reach through which items before the front are seen: all that they ever are.
  windows() {
    for (const [element, reach] of this.reel.windows) {
      const [x, y, width, height] = this.box(element);
      const [left, top, wide, high] = reach ?? [x, y, width, height];
      const corner = [Math.min(x, left), Math.min(y, top)];
      this.reel.windows.set(element, [...corner, Math.max(x + width, left + wide) - corner[0], Math.max(y + height, top + high) - corner[1]]);
    }
  },

  box(element) {
    const box = element.getBoundingClientRect();
    const [x, y] = [Math.round(box.left), Math.round(box.top)];
    return [x, y, Math.round(box.right) - x, Math.round(box.bottom) - y];
  },

  // Takes all items off the stage.
  rewind() {
    const { reel } = this;
    delete document.documentElement.dataset.plane;
    reel.at = 0;
    reel.shown.clear();
    for (const item of reel.items) item.away = false;
    for (const slot of reel.slots) slot.removeAttribute("style");
    for (const parent of reel.stage.querySelectorAll(".unclipped")) parent.classList.remove("unclipped");
    for (const { copy } of reel.copies) copy.remove();
    for (const copy of reel.stage.querySelectorAll("[data-piece]")) copy.remove();
    for (const ground of reel.sprites.flatMap((sprite) => [...sprite.querySelectorAll("[data-fixed]")])) ground.removeAttribute("style");
    for (const sprite of reel.sprites) {
      for (const parent of sprite.querySelectorAll(".unclipped")) parent.classList.remove("unclipped");
      sprite.classList.remove("unclipped");
      sprite.remove();
      sprite.hidden = false;
      sprite.style.marginTop = "";
    }
    this.rest();
  },

  // Undoes what poses did to the sprites.
  rest() {
    for (const sprite of this.reel.sprites) {
      if ("lifted" in sprite.dataset) sprite.hidden = true;
      delete sprite.dataset.lifted;
      for (const name of ["transform", "transform-origin", "opacity", "position", "inset", "clip-path"]) sprite.style.removeProperty(name);
    }
  },

  // Shows a sprite that is folded away, in no place, and tells where.
  lift(sprite) {
    sprite.hidden = false;
    sprite.dataset.lifted = "";
    Object.assign(sprite.style, { position: "absolute", inset: "0 0 auto" });
    return this.box(sprite);
  },

  // Goes one step on: an item takes the place of the one with its key, or joins its slot.
  step({ put, drop, set }) {
    const { items, shown, slots, stage } = this.reel;
    const leave = (item) => item.elements.forEach((element) => element.remove());
    for (const key of drop ?? []) {
      leave(shown.get(key));
      shown.delete(key);
    }
    for (const index of put ?? []) {
      const item = items[index];
      const old = shown.get(item.key);
      if (old?.away) item.away = true;
      else if (old?.elements.length) old.elements[0].before(...item.elements);
      else item.slot[item.first ? "prepend" : "append"](...item.elements);
      if (old) leave(old);
      shown.set(item.key, item);
    }
    for (const [name, value] of Object.entries(set ?? {})) {
      for (const slot of slots) slot.style.setProperty(name, value);
    }
    for (const box of stage.querySelectorAll("[data-fold]")) {
      box.dataset.fold = "";
      for (const item of box.querySelectorAll("[data-fold-item]")) item.hidden = false;
    }
    this.scroll(stage);
    this.fold(stage);
  },

  // Where the sprites stand now: those in view, up to a screen's height above, and those that were there a step ago.
  measure() {
    const boxes = [];
    const before = new Set((this.reel.boxes ?? []).map(([sprite]) => sprite));
    const shown = [...this.reel.shown.values()].filter((item) => !item.away).reverse();
    let above = false;
    for (const item of [...shown.filter((item) => item.before), ...shown.filter((item) => !item.before)]) {
      const { elements, at, slot } = item;
      if (above) {
        // What is far above in a list that shows its end does not come back; without it the list is laid out in no time.
        if ((item.away = slot.closest('[data-scroll="end"]') !== null)) elements.forEach((element) => element.remove());
        continue;
      }
      let bottom = Infinity;
      elements.forEach((element, i) => {
        const box = element.getBoundingClientRect();
        bottom = box.bottom;
        if (box.width && box.height) boxes.push([at + i, Math.round(box.left), Math.round(box.top)]);
      });
      above = bottom < -innerHeight && !before.has(at);
    }
    return boxes;
  },

  // Puts all sprites on one long sheet, each with room around it and at a whole pixel, and tells their cells: first the
  // sprites', then those of parts.
  sheet() {
    const { reel } = this;
    this.rewind();
    document.documentElement.dataset.plane = "sheet";
    for (const box of reel.stage.querySelectorAll("[data-fold]")) box.dataset.fold = "all";
    for (const { slot, elements } of reel.items) slot.append(...elements);
    for (const { copy, slot } of reel.copies) slot.append(copy);
    for (const ground of reel.stage.querySelectorAll("[data-fixed]")) ground.style.setProperty("--b", "0px");
    const cells = [...reel.sprites, ...reel.copies.map(({ copy }) => copy)];
    const before = new Set(reel.items.filter((item) => item.before).map(({ slot }) => slot));
    let end = 0;
    const order = (one, other) => (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1);
    for (const slot of new Set([...before, ...[...reel.slots].sort(order)])) { // one slot moves those below it
      if (before.has(slot)) this.loosen(slot);
      end = this.stack(slot, cells.filter((cell) => cell.parentElement === slot), end);
    }
    return [...reel.sprites.map((sprite) => this.cell(sprite)), ...reel.parts.map(({ twin, copy }) => [...this.cell(twin), ...this.cell(copy)])];
  },

  // Tells of the sprites that may grow when they come, what of them does: its left and right edge and its lower one,
  // from the sprite's upper left corner.
  growing() {
    return this.reel.sprites.flatMap((sprite, index) => {
      const own = sprite.querySelector("[data-grow]");
      if (!own) return [];
      const [[x, y], [left, top, width, height]] = [this.box(sprite), this.box(own)];
      return [[index, left - x, left + width - x, top + height - y]];
    });
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
    const { reel } = this;
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

  // The place of an element on the sheet.
  cell(element) {
    const [x, y, width, height] = this.box(element);
    return [x, y + element.closest("[data-slot]").reach, width, height];
  },

  // What shows through glass: the places and filters of front elements with a filtered backdrop.
  backdrops() {
    const panes = [...this.reel.stage.querySelectorAll("[data-front], [data-front] *")].flatMap((element) => this.glass(element, "backdrop"));
    return panes.map(({ element, filter }) => ({ box: this.box(element), filter }));
  },

  // The same for the sprites' elements, which stand on the sheet.
  panes() {
    return this.reel.sprites.flatMap((sprite, index) => {
      const panes = [sprite, ...sprite.querySelectorAll("*")].flatMap((element) => this.glass(element, "pane"));
      return panes.map(({ element, filter }) => ({ sprite: index, box: this.cell(element), filter }));
    });
  },

  glass(element, mark) {
    const { backdropFilter } = getComputedStyle(element);
    if (backdropFilter === "none") return [];
    element.dataset[mark] = "";
    return [{ element, filter: backdropFilter }];
  },

  // Shows one plane alone: "back" is all that lies behind the items, "front" what lies before them, "shapes" the areas
  // of the backdrops, "mask" what the items are seen through, "screen" the screen's shape, "paint" the ground that is fixed to the screen. "sheet" is a
  // strip of the sheet with the sprites, "panes" one with the areas of their backdrops, "fixed" one with the parts that
  // the fixed ground shows through.
  plane({ name, offset }) {
    const { reel } = this;
    const root = document.documentElement;
    const sheets = ["sheet", "panes", "fixed"];
    const onSheet = sheets.includes(name);
    if (onSheet && !sheets.includes(root.dataset.plane)) this.sheet();
    if (!onSheet) this.rewind();
    root.dataset.plane = name;
    if (onSheet) for (const slot of reel.slots) slot.style.transform = `translateY(${(slot.reach - offset) / slot.currentCSSZoom}px)`;
    if (name === "paint") this.paint();
  },

  // Lets the fixed ground of the first sprite that has one fill the screen.
  paint() {
    const { reel } = this;
    const item = reel.items.find(({ elements }) => elements.some((element) => element.querySelector("[data-fixed]")));
    item.slot.append(...item.elements);
    const ground = reel.stage.querySelector("[data-fixed]");
    const [x, y, width, height] = this.box(reel.stage.querySelector(".screen")).map((size) => size / ground.currentCSSZoom);
    for (let parent = ground.parentElement; parent !== reel.stage; parent = parent.parentElement) parent.classList.add("unclipped");
    ground.style.cssText = `position: fixed; inset: auto; left: ${x}px; top: ${y}px; width: ${width}px; height: ${height}px; --b: 0px`;
  },

  // Shows a moment: goes to a step, and puts sprites where they are then. What has no pose is out of sight.
  pose({ step, poses, parts, pieces }) {
    const { reel } = this;
    if (reel.at > step + 1 || document.documentElement.dataset.plane) this.rewind();
    this.rest();
    while (reel.at <= step) this.step(reel.steps[reel.at++]);
    const home = this.snap();
    for (const { sprite } of poses) if (reel.sprites[sprite].hidden) home.set(sprite, this.lift(reel.sprites[sprite]));
    for (const sprite of reel.sprites) sprite.style.opacity = 0;
    for (const { sprite, x, y, scale, pivot, opacity, clip } of poses) {
      const [left, top] = home.get(sprite);
      const moves = x !== left || y !== top || scale !== 1;
      const { style, currentCSSZoom: zoom } = reel.sprites[sprite];
      Object.assign(style, {
        opacity,
        clipPath: this.inset(clip, zoom),
        transformOrigin: pivot.map((p) => p / zoom + "px").join(" "),
        transform: moves ? `translate(${(x - left) / zoom}px, ${(y - top) / zoom}px) scale(${scale})` : "none",
      });
    }
    parts.forEach(({ x, y, scale, rotate, opacity, cut }, i) => {
      const { style, currentCSSZoom: zoom } = reel.parts[i].element;
      Object.assign(style, {
        opacity,
        transform: `translate(${x / zoom}px, ${y / zoom}px) rotate(${rotate}deg) scale(${scale})`,
        clipPath: cut ? `inset(0 ${cut / zoom}px 0 0)` : "none",
      });
    });
    this.pieces(pieces);
    this.ground(reel.stage);
  },

  // Moves the sprites to whole pixels, as they are on the sheet, and tells where they stand.
  snap() {
    const { reel } = this;
    const boxes = reel.sprites.map((sprite) => sprite.getBoundingClientRect());
    const zooms = reel.sprites.map((sprite) => sprite.currentCSSZoom);
    reel.sprites.forEach((sprite, i) => {
      const off = Math.round(boxes[i].top) - boxes[i].top;
      if (off) Object.assign(sprite.style, { position: "relative", top: off / zooms[i] + "px" });
    });
    return new Map(boxes.map((box, i) => [i, [Math.round(box.left), Math.round(box.top)]]));
  },
});

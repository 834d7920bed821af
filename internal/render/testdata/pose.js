// Shows a moment of a video on the page itself, as the compositor's counterpart: goes to a step, and puts the sprites
// where they are at that moment. What has no pose is out of sight. Added to the page script by the tests alone.
"use strict";

Object.assign(mockup, {
  pose({ step, poses, parts, pieces, down, narrowed }) {
    const { video } = this;
    video.at ??= 0;
    if (video.at > step + 1 || document.documentElement.dataset.capture) this.reset();
    if (!video.shown.size) video.at = 0;
    this.unpose();
    this.view().style.overflowAnchor = "none"; // Chromium would scroll what is moved back into view
    while (video.at <= step) {
      for (const box of video.root.querySelectorAll("[data-fold]")) this.folded = box.dataset.fold || this.folded;
      this.applyStep(video.steps[video.at++]);
    }
    for (const bar of video.root.querySelectorAll("[data-rises]")) {
      const between = !Number.isInteger(down);
      Object.assign(bar.style, { translate: `0 ${down / video.scale}px`, rotate: between ? "0.001deg" : "", willChange: between ? "transform" : "" });
    }
    for (const bar of video.root.querySelectorAll("[data-narrows]")) {
      for (const side of ["padding-left", "padding-right"]) {
        bar.style.removeProperty(side);
        bar.style.setProperty(side, parseFloat(getComputedStyle(bar).getPropertyValue(side)) + narrowed / video.scale + "px");
      }
    }
    const home = this.snapSprites();
    for (const { sprite } of [...poses, ...pieces]) if (!video.sprites[sprite].isConnected) home.set(sprite, this.bringBack(sprite));
    for (const { sprite } of poses) if (video.sprites[sprite].hidden) home.set(sprite, this.lift(video.sprites[sprite]));
    for (const sprite of video.sprites) sprite.style.opacity = 0;
    for (const { sprite, x, y, scale, pivot, opacity, clip } of poses) {
      const [left, top] = home.get(sprite);
      const moves = x !== left || y !== top || scale !== 1;
      const { style, currentCSSZoom: zoom } = video.sprites[sprite];
      Object.assign(style, {
        opacity,
        clipPath: this.inset(clip, zoom),
        transformOrigin: pivot.map((p) => p / zoom + "px").join(" "),
        willChange: moves ? "transform" : "auto",
        outline: moves ? this.edge : "none",
        transform: moves ? `translate(${(x - left) / zoom}px, ${(y - top) / zoom}px) scale(${scale}) ${this.unsnapped(x, y)}` : "none",
      });
    }
    parts.forEach(({ x, y, scale, rotate, opacity, cut }, i) => {
      const { style, currentCSSZoom: zoom } = video.parts[i].element;
      Object.assign(style, {
        opacity,
        transform: `translate(${x / zoom}px, ${y / zoom}px) rotate(${rotate}deg) scale(${scale})`,
        clipPath: cut ? `inset(0 ${cut / zoom}px 0 0)` : "none",
      });
    });
    // What stands beside a bubble is not cut off with it.
    const clipped = poses.filter(({ sprite, clip }) => clip.some(Boolean) && video.sprites[sprite].querySelector('[data-part="aside"]'));
    this.showPieces([...pieces, ...clipped.map((pose) => ({ ...pose, clip: [0, 0, 0, 0], unlike: -1, only: '[data-part="aside"]' }))], home);
    this.placeFixed(video.root);
  },

  // Puts the edge of what moves outside of what is seen, since Chromium does not draw the edges of layers smoothly.
  edge: "3px solid rgba(128, 128, 128, 0.003)",

  // Undoes what poses did to the sprites.
  unpose() {
    for (const copy of this.video.root.querySelectorAll("[data-piece]")) copy.remove();
    for (const sprite of this.video.sprites) {
      if ("gone" in sprite.dataset) sprite.remove();
      else if ("lifted" in sprite.dataset) sprite.hidden = true;
      delete sprite.dataset.gone;
      delete sprite.dataset.lifted;
      for (const name of ["transform", "transform-origin", "opacity", "position", "inset", "clip-path", "margin-left", "padding-left", "width", "outline"]) sprite.style.removeProperty(name);
    }
  },

  // Puts a sprite that is on its way out back on the page, in no place, and returns where.
  bringBack(index) {
    const { video } = this, sprite = video.sprites[index];
    const { slot } = video.items.findLast((item) => item.first <= index), pile = slot.closest('[data-fold=""]');
    if (pile && !pile.querySelector("[data-fold-item]")) pile.dataset.fold = this.folded ?? ""; // a pile is seen while all of it goes
    slot.append(sprite);
    sprite.dataset.gone = "";
    return this.lift(sprite);
  },

  // Shows a sprite that is folded away, in no place, and returns where.
  lift(sprite) {
    sprite.hidden = false;
    sprite.dataset.lifted = "";
    const list = sprite.parentElement, { position, paddingLeft, paddingRight } = getComputedStyle(list);
    if (position === "static") list.style.position = "relative"; // the sprite is as wide as the list, not as what is around that
    const larger = sprite.currentCSSZoom / list.currentCSSZoom; // messages that float are larger than their list
    const aside = parseFloat(getComputedStyle(sprite).left) || 0; // of its place in the list
    const [left, right] = [parseFloat(paddingLeft) / larger + aside, parseFloat(paddingRight) / larger - aside];
    Object.assign(sprite.style, { position: "absolute", inset: `0 ${right}px auto ${left}px` });
    const box = this.box(sprite);
    this.snapSide(sprite, sprite.getBoundingClientRect());
    return box;
  },

  // Moves the sprites to whole pixels, as they are on the sheet, and returns where they stand.
  snapSprites() {
    const { sprites } = this.video;
    const boxes = sprites.map((sprite) => sprite.getBoundingClientRect());
    const zooms = sprites.map((sprite) => sprite.currentCSSZoom);
    sprites.forEach((sprite, i) => {
      const off = Math.round(boxes[i].top) - boxes[i].top;
      if (off) Object.assign(sprite.style, { position: "relative", top: off / zooms[i] + "px" });
      this.snapSide(sprite, boxes[i]);
    });
    return new Map(boxes.map((box, i) => [i, [Math.round(box.left), Math.round(box.top)]]));
  },

  // Moves a sprite's edge to a whole pixel to the side, and nothing that is in it: Chromium draws what moves from whole pixels on.
  snapSide(sprite, { left, width }) {
    const zoom = sprite.currentCSSZoom, part = (left - Math.floor(left)) / zoom;
    const { marginLeft, paddingLeft } = getComputedStyle(sprite);
    if (part) Object.assign(sprite.style, { marginLeft: parseFloat(marginLeft) - part + "px", paddingLeft: parseFloat(paddingLeft) + part + "px", width: width / zoom + part + "px" });
  },

  // Shows pieces of sprites beside the sprites themselves: each on a copy of which the rest is cut off. What is in a copy lies at the same
  // part of a pixel to the side as in its sprite, of which home has the place. A piece that shows only what differs from another look covers
  // the parts of that look: it has them in the same poses. The ground of code is the card without its letters. Of one that hides words of its
  // sprite, only these are not seen; of one that shows only an element, all else.
  showPieces(pieces, home) {
    const { video } = this;
    const newest = new Map(); // copy of each sprite: the next one lies above it
    for (const { sprite, x, y, opacity, clip, unlike, ground, hides, only } of pieces) {
      const own = video.sprites[sprite], zoom = own.currentCSSZoom;
      const copy = own.cloneNode(true);
      const canvases = copy.querySelectorAll("canvas");
      own.querySelectorAll("canvas").forEach((canvas, i) => canvases[i].getContext("2d").drawImage(canvas, 0, 0));
      if (unlike >= 0) {
        const parts = video.sprites[unlike].querySelectorAll("[data-part]");
        copy.querySelectorAll("[data-part]").forEach((part, i) => (part.style.cssText = parts[i]?.style.cssText ?? "opacity: 0"));
      }
      if (ground) for (const code of copy.querySelectorAll(".code > pre")) code.style.visibility = "hidden";
      copy.dataset.piece = "";
      const { transform, paddingLeft } = own.style;
      own.style.transform = "none";
      const { left, width } = own.getBoundingClientRect();
      own.style.transform = transform;
      copy.style.cssText = `position: absolute; margin: 0; left: 0; top: 0; padding-left: ${paddingLeft}; width: ${width / zoom}px; opacity: ${opacity}; clip-path: ${this.inset(clip, zoom)}`;
      (newest.get(own) ?? own).after(copy);
      newest.set(own, copy);
      if (hides) this.hideWords(copy, hides);
      if (only) {
        copy.style.visibility = "hidden";
        copy.querySelector(only).style.visibility = "visible";
      }
      const from = copy.getBoundingClientRect();
      Object.assign(copy.style, { left: (Math.floor(x) + left - home.get(sprite)[0] - from.left) / zoom + "px", top: (Math.floor(y) - from.top) / zoom + "px" });
      if (x % 1 || y % 1) Object.assign(copy.style, { willChange: "transform", outline: this.edge, transform: `translate(${(x - Math.floor(x)) / zoom}px, ${(y - Math.floor(y)) / zoom}px) ${this.unsnapped(x, y)}` });
    }
  },

  // Hides what of a copy stands in some boxes of it: words and signs.
  hideWords(copy, boxes) {
    for (const element of copy.querySelectorAll("*")) {
      if (!element.matches("svg") && !this.says(element)) continue;
      const [x, y, width, height] = this.within(copy, element);
      const inside = ([left, top, wide, high]) => x + width / 2 > left && x + width / 2 < left + wide && y + height / 2 > top && y + height / 2 < top + high;
      if (!boxes.some(inside)) continue;
      if (element.matches("svg")) element.style.visibility = "hidden";
      else Object.assign(element.style, { color: "transparent", webkitTextFillColor: "transparent" });
    }
  },

  // What lies between pixels is turned by nothing that is seen, since Chromium draws text anew at whole pixels on all that
  // is not turned.
  unsnapped(x, y) {
    return Number.isInteger(x) && Number.isInteger(y) ? "" : "rotate(0.001deg)";
  },

  inset(clip, zoom) {
    const sides = clip.map((side) => (side > 0 ? side / zoom : -99) + "px"); // what reaches out is not cut
    return clip.some(Boolean) ? `inset(${sides.join(" ")})` : "none";
  },
});

// Parts of sprites that move by themselves in videos, as the dots of a typing indicator.
"use strict";

Object.assign(mockup, {
  // The parts are drawn on the sheet once more, on copies of their sprites of which nothing else shows. A part that reaches out
  // of its box has a copy for itself; parts that overlap are on different copies.
  copyParts() {
    const { video } = this;
    video.copies = [];
    video.parts = [];
    video.sprites.forEach((sprite, index) => {
      this.markQuotes(sprite);
      const own = [...sprite.querySelectorAll("[data-part]")];
      const count = {};
      const shared = []; // copies, each with the boxes of its parts
      own.forEach((element, i) => {
        const rim = this.rim(element);
        const box = element.getBoundingClientRect();
        const room = rim ? null : shared.find(({ boxes }) => !boxes.some((other) => this.overlap(box, other)));
        const copy = room?.copy ?? this.copyOf(sprite, index);
        if (room) room.boxes.push(box);
        else if (!rim) shared.push({ copy, boxes: [box] });
        const twin = copy.querySelectorAll("[data-part]")[i];
        twin.dataset.drawn = "";
        const name = element.dataset.part;
        count[name] = (count[name] ?? -1) + 1;
        video.parts.push({ name, sprite: index, number: count[name], element, twin, copy, bleed: Math.max(1, rim) });
      });
    });
  },

  // Makes what is answered a part of a sprite: above a bubble behind which it reaches, at whose corners it would be seen while that comes
  // before it, the picture at its right end, which would be seen as a strip while the bubble becomes wider, and the words and pictures above the composer, which go before the strip that they stand on.
  markQuotes(sprite) {
    for (const quote of sprite.querySelectorAll("[data-grow] > .answers > .quote")) if (this.reachesBehind(quote)) quote.dataset.part = "under";
    for (const picture of sprite.querySelectorAll("[data-grow].bubble .quote :is(canvas, img)")) if (this.atEnd(picture)) picture.dataset.part = "thumb";
    const strip = sprite.matches(".answering, .picked") ? [...sprite.children].flatMap((child) => (child.matches(".box, .answering") ? [...child.children] : child)) : [];
    for (const shown of strip) if (!shown.matches(".close, canvas, img") && shown.checkVisibility()) shown.dataset.part = "answered";
  },

  // Returns whether the picture of what is answered stands at the right end of that.
  atEnd(picture) {
    const [own, quote] = [picture, picture.closest(".quote")].map((element) => element.getBoundingClientRect());
    return own.width > 0 && own.left - quote.left > quote.right - own.right;
  },

  // Returns whether what is answered reaches behind the bubble that answers.
  reachesBehind(quote) {
    const bubble = quote.closest("[data-grow]").querySelector(":scope > .bubble");
    return bubble !== null && quote.getBoundingClientRect().bottom > bubble.getBoundingClientRect().top;
  },

  overlap(one, other) {
    return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
  },

  copyOf(sprite, index) {
    const { copies, items } = this.video;
    const copy = sprite.cloneNode(true);
    delete copy.dataset.sprite;
    copy.dataset.copy = "";
    copies.push({ copy, sprite, slot: items.findLast((item) => item.first <= index).slot });
    return copy;
  },

  // Draws the images of a sprite on its copy: a canvas is copied empty, and images of vectors are drawn late.
  copyImages(sprite, copy) {
    const twins = copy.querySelectorAll("img, canvas");
    sprite.querySelectorAll("img, canvas").forEach((own, i) => {
      if (!own.matches("canvas") || !own.width || !own.height) return;
      const canvas = own.cloneNode();
      canvas.getContext("2d").drawImage(own, 0, 0);
      twins[i].replaceWith(canvas);
      const part = this.video.parts.find(({ twin }) => twin === twins[i]);
      if (!part) return;
      part.twin = canvas;
      canvas.dataset.drawn = "";
    });
  },

  // Returns how far from the right side of a part that ends which is before its number, as the emoji in a pill of reactions; 0: it has no
  // number.
  countIn(part) {
    const before = part.querySelector(":scope > :has(+ b:last-child)");
    if (!before) return 0;
    const [x, , width] = this.within(part, before);
    return this.box(part)[2] - x - width;
  },

  // Returns how far the rings and shadows of an element and of what is in it reach out of their boxes.
  rim(element) {
    const styles = [element, ...element.querySelectorAll("*")].flatMap((own) => [null, "::after"].map((pseudo) => getComputedStyle(own, pseudo)));
    const reaches = styles.flatMap(({ boxShadow }) => boxShadow.split(/,(?![^(]*\))/).map((shadow) => {
      const [x, y, blur, spread] = Array.from(shadow.matchAll(/(-?[\d.]+)px/g), ([, length]) => Number(length));
      return shadow.includes("inset") || x === undefined ? 0 : Math.max(Math.abs(x), Math.abs(y)) + blur + spread;
    }));
    return Math.ceil(Math.max(...reaches) * element.currentCSSZoom);
  },
});

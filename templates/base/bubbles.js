// What of a sprite grows as a message comes in a video, and where its bubble and its words are.
"use strict";

Object.assign(mockup, {
  // Returns the box of what of a sprite grows when it comes, from the sprite's upper left corner; null if nothing does.
  growing(sprite) {
    const own = sprite.querySelector("[data-grow]");
    return own && this.within(sprite, own);
  },

  // Returns the box of the bubble of a sprite, from the sprite's upper left corner: the last one, to which reactions belong. Without
  // bubbles it is what stands last above the reactions, as a picture.
  bubble(sprite) {
    const own = sprite.querySelector("[data-grow]");
    if (!own) return null;
    const inside = own.matches(".bubble") ? [] : [...own.children].filter((child) => !child.matches(".reactions, .corner"));
    return this.within(sprite, [...own.querySelectorAll(".bubble")].at(-1) ?? inside.at(-1) ?? own);
  },

  // Returns whether the bubble of a sprite is an outline, as that of a deleted message may be.
  outlined(sprite) {
    const own = sprite.querySelector(".bubble");
    return own !== null && getComputedStyle(own).boxShadow.includes("inset");
  },

  // Returns whether something stands beside or above what of a sprite grows, as a face, a name or a time.
  beside(sprite) {
    const own = sprite.querySelector("[data-grow]");
    return own !== null && [...sprite.querySelectorAll("*")].some((element) => !own.contains(element) && (element.matches("canvas, img, svg") || this.says(element)));
  },

  // Returns the box of what of a sprite is uncovered as it grows out of a typing indicator, from the sprite's upper left corner: its bubbles,
  // pictures and cards, but not what is answered above them. It is null for a picture, a sticker or a recording without words, and for words
  // without a bubble. Also returns how much of that has no picture, at its sides and at its end: nothing if it is not one bubble, all if it has no
  // pictures; and where in that words stand.
  uncovering(sprite) {
    const shown = [...sprite.querySelectorAll("[data-grow].bubble, [data-grow] :is(.bubble, .pictures, .preview)")];
    const outer = shown.filter((element) => !shown.some((other) => other !== element && other.contains(element)));
    const worded = (element) => element.matches(".preview") || (element.querySelector(".text, .name, .filed, .where, .poll") && !this.bare(element));
    if (!outer.some(worded)) return { words: null, rims: [0, 0], texts: [] };
    const boxes = outer.map((element) => this.within(sprite, element));
    const [left, top] = [0, 1].map((i) => Math.min(...boxes.map((box) => box[i])));
    const [right, bottom] = [0, 1].map((i) => Math.max(...boxes.map((box) => box[i] + box[i + 2])));
    const pictures = outer.flatMap((element) => [...element.querySelectorAll("img, canvas")]).map((element) => this.within(sprite, element));
    const sides = Math.min(right - left, ...pictures.map(([x, , width]) => Math.min(x - left, right - x - width)));
    const end = Math.min(bottom - top, ...pictures.map(([, y, , height]) => bottom - y - height));
    const rims = outer.length > 1 ? [0, 0] : [sides, end];
    return { words: [left, top, right - left, bottom - top], rims, texts: outer.flatMap((element) => this.wordBoxes(sprite, element)) };
  },

  // Returns the boxes of the words in an element of a sprite, from the sprite's upper left corner, a pixel larger on each side.
  wordBoxes(sprite, element) {
    if (!element.checkVisibility()) return [];
    if (!this.says(element)) return [...element.children].flatMap((child) => this.wordBoxes(sprite, child));
    const words = document.createRange();
    words.selectNodeContents(element);
    const [[x, y], [left, top, width, height]] = [this.box(sprite), this.box(words)];
    return width && height ? [[left - x - 1, top - y - 1, width + 2, height + 2]] : [];
  },

  // Returns whether no bubble is seen around words, as around emoji that stand alone.
  bare(bubble) {
    const { backgroundColor, backgroundImage } = getComputedStyle(bubble);
    return backgroundColor === "rgba(0, 0, 0, 0)" && backgroundImage === "none" && !bubble.querySelector(".ground")?.checkVisibility();
  },

  // Returns whether an element has text of its own.
  says(element) {
    return [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
  },

  // Returns whether the words of a sprite begin at the right, and where in the sprite all ends that then still begins at the left above
  // them, as a name.
  direction(sprite) {
    const words = sprite.querySelector("[data-grow] .text:dir(rtl)");
    if (!words) return { reversed: false, head: 0 };
    const above = [...sprite.querySelectorAll("[data-grow] :dir(ltr)")].filter((element) => this.says(element) && element.compareDocumentPosition(words) === Node.DOCUMENT_POSITION_FOLLOWING);
    const ends = above.map((element) => this.within(sprite, element)).map(([, top, , height]) => top + height);
    return { reversed: true, head: Math.max(0, ...ends) };
  },
});

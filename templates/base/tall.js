// Letters that reach out of the line of a text which is cut off at its end.
"use strict";

Object.assign(mockup, {
  // Scripts whose marks stand lower or higher than those of Western letters: from Hebrew to Vedic signs, the presentation forms of Arabic,
  // the letters of Vietnamese, which have two marks, and marks that are characters of their own.
  tall: /[\u0300-\u036f\u0590-\u1cff\u1ea0-\u1eff\ufb1d-\ufdff\ufe70-\ufefc]/,

  // Shows such marks. The box of a line that ends in an ellipsis is as high as Latin letters need, and cuts off the dots of Arabic, the
  // vowels of Thai and the upper marks of Vietnamese; so does that of some lines, of which no others are cut off.
  showMarks(root) {
    if (!this.tall.test(root.textContent)) return;
    const seen = new Set([root]);
    for (const { node } of this.texts(root)) {
      if (!this.tall.test(node.data)) continue;
      for (let box = node.parentElement; !seen.has(box); box = box.parentElement) {
        seen.add(box);
        const { display, minWidth, overflowY, textOverflow, verticalAlign, webkitLineClamp } = getComputedStyle(box);
        const line = textOverflow === "ellipsis" || "shorten" in box.dataset;
        const fits = webkitLineClamp !== "none" && box.scrollHeight <= box.clientHeight; // lines of which none is cut off
        const lifts = display === "inline-block" && verticalAlign === "baseline"; // its baseline would be another
        if (overflowY !== "hidden" || !line && !fits || lifts) continue;
        box.style.overflow = "clip visible";
        if (minWidth === "auto") box.style.minWidth = 0; // as that of what hides its overflow
      }
    }
  },
});

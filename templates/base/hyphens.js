// Where words are broken.
"use strict";

Object.assign(mockup, {
  // Keeps words of Korean whole, as labels of iOS do since version 14; those that are longer than a line are broken still. A word joiner draws
  // nothing. Apps that break lines by themselves have "--syllables: 1" and go on behind any letter. Chinese and Japanese have no words to keep.
  keepWords(root) {
    for (const { node } of this.texts(root)) {
      if (!/\p{Script=Hangul}/u.test(node.data) || getComputedStyle(node.parentElement).getPropertyValue("--syllables")) continue;
      node.data = node.data.replace(/(?<=[\p{L}\p{N}])(?=\p{Script=Hangul})|(?<=\p{Script=Hangul})(?=[\p{L}\p{N}])/gu, "\u2060");
    }
  },

  // Puts soft hyphens where such words are broken, if the theme says so ("--hyphens: 1"), as Messages of iOS 26 does: each line is filled up
  // to a hyphen, and the word begins on a line of its own. Addresses keep the places at which they may be broken without one. Laid out once
  // more at another scale, a text gets the same hyphens.
  hyphenate(root) {
    for (const { node } of this.texts(root)) {
      if (!/[!-~\u00c0-\u024f]{16}/.test(node.data) || !getComputedStyle(node.parentElement).getPropertyValue("--hyphens")) continue;
      const block = this.block(node.parentElement), room = block.clientWidth - this.padding(block);
      const words = node.data.replaceAll("\u00ad", "").split(/(?<=[\s\u200b?!|-])/);
      node.data = words.map((word) => this.hyphenated(node, word, room)).join("");
    }
  },

  // Returns a word with soft hyphens, if it is longer than a line. Its end is left alone where it has thousands of letters.
  hyphenated(node, word, room) {
    const width = (letters) => this.ink(node, letters).width + letters.length * (parseFloat(getComputedStyle(node.parentElement).letterSpacing) || 0);
    let rest = word.slice(0, 4000), broken = "";
    if (rest.length < 16 || width(rest) <= room) return word;
    const letters = Array.from(new Intl.Segmenter().segment(rest), ({ segment }) => segment);
    while (letters.length > 1) {
      let [low, high] = [1, Math.min(letters.length, 200)];
      if (width(letters.slice(0, high).join("")) <= room) break;
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if (width(letters.slice(0, middle).join("") + "-") <= room) low = middle;
        else high = middle - 1;
      }
      broken += letters.splice(0, low).join("") + "\u00ad";
    }
    return broken + letters.join("") + word.slice(4000);
  },
});

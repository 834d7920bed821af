// The tint of glass over a wallpaper.
"use strict";

Object.assign(mockup, {
  // Tints the glass of cards ("data-veil") where the wallpaper behind them would leave too little contrast to their text, as iOS
  // does: --veil is how much black lies over the glass below white text, or white below black text. The brightest or the
  // darkest part counts, of a size that the blur of the glass leaves as it is.
  veil(root) {
    const stack = root.querySelector("[data-veil]");
    if (!stack) return;
    const light = root.firstElementChild.classList.contains("dark");
    const glass = (value) => (light ? value * 0.92 * 0.91 + 23 : Math.min(value * 1.03, 255) * 0.74 + 66);
    const linear = (value) => (value <= 10 ? value / 3294 : ((value / 255 + 0.055) / 1.055) ** 2.4);
    const contrast = (rgb, veil) => {
      const seen = rgb.map((value) => linear(glass(value) * (1 - veil) + (light ? 0 : 255 * veil)));
      const back = 0.2126 * seen[0] + 0.7152 * seen[1] + 0.0722 * seen[2];
      return light ? 1.05 / (back + 0.05) : (back + 0.05) / 0.05;
    };
    let veil = 0;
    const box = stack.getBoundingClientRect();
    const top = Math.max(stack.querySelector(".card")?.getBoundingClientRect().top ?? box.top, box.top); // a video's cards come later
    for (const rgb of this.behind(root, new DOMRect(box.left, top, box.width, box.bottom - top))) while (veil < 0.8 && contrast(rgb, veil) < 3.1) veil += 0.02;
    root.firstElementChild.style.setProperty("--veil", veil.toFixed(2));
  },

  // Returns the colours of the wallpaper behind a box: of 16 by 16 parts of a picture, or the only one.
  behind(root, box) {
    const wallpaper = root.querySelector(".wallpaper");
    const picture = wallpaper.querySelector("img, canvas");
    if (!picture) return [getComputedStyle(wallpaper).backgroundColor.match(/[\d.]+/g).slice(0, 3).map(Number)];
    const whole = wallpaper.getBoundingClientRect();
    const [width, height] = [picture.naturalWidth ?? picture.width, picture.naturalHeight ?? picture.height];
    const scale = Math.max(whole.width / width, whole.height / height); // object-fit: cover
    const x = (width - whole.width / scale) / 2 + (box.left - whole.left) / scale;
    const y = (height - whole.height / scale) / 2 + (box.top - whole.top) / scale;
    const pixels = this.drawn(picture, x, y, box.width / scale, box.height / scale, 16, 16);
    return Array.from({ length: 256 }, (_, i) => [...pixels.slice(4 * i, 4 * i + 3)]);
  },
});

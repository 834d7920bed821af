// The tint of cards over a wallpaper, and of their faint text.
"use strict";

Object.assign(mockup, {
  // How light cards are over a grey of a wallpaper, by their style: below white text, and below black text.
  cards: {
    glass: [(value) => value * 0.92 * 0.91 + 23, (value) => Math.min(value * 1.03, 255) * 0.74 + 66],
    classic: [(value) => value * 0.85 * 0.58 + 12, (value) => value * 0.44 + 132],
  },

  // Tints the glass of cards ("data-veil") where the wallpaper behind them would leave too little contrast to their text, as iOS
  // does: --veil is how much black lies over the glass below white text, or white below black text. The brightest or the
  // darkest part counts, of a size that the blur of the glass leaves as it is. Faint text is as strong as it must be there (--faint),
  // and on glass no stronger than 0.8, so that it stays fainter than the rest.
  veil(root) {
    const stack = root.querySelector("[data-veil]");
    if (!stack) return;
    const light = root.firstElementChild.classList.contains("dark");
    const card = this.cards[stack.dataset.veil][light ? 0 : 1];
    const linear = (value) => (value <= 10 ? value / 3294 : ((value / 255 + 0.055) / 1.055) ** 2.4);
    const luminance = (rgb) => 0.2126 * linear(rgb[0]) + 0.7152 * linear(rgb[1]) + 0.0722 * linear(rgb[2]);
    const contrast = (rgb, veil, strength) => {
      const back = rgb.map((value) => card(value) * (1 - veil) + (light ? 0 : 255 * veil));
      const text = back.map((value) => value * (1 - strength) + (light ? 255 * strength : 0));
      const [dark, bright] = [luminance(back), luminance(text)].sort((a, b) => a - b);
      return (bright + 0.05) / (dark + 0.05);
    };
    let [veil, faint] = [0, light ? 0.6 : 0.5];
    const box = stack.getBoundingClientRect();
    const top = Math.max(stack.querySelector(".card")?.getBoundingClientRect().top ?? box.top, box.top); // a video's cards come later
    const parts = this.behind(root, new DOMRect(box.left, top, box.width, box.bottom - top));
    const most = stack.dataset.veil === "glass" ? 0.8 : 0;
    for (const rgb of parts) while (veil < most && contrast(rgb, veil, 0.8) < 3.1) veil += 0.02;
    for (const rgb of parts) while (faint < 1 && contrast(rgb, veil, faint) < 3.1) faint += 0.02;
    root.firstElementChild.style.setProperty("--veil", veil.toFixed(2));
    root.firstElementChild.style.setProperty("--faint", Math.min(faint, 1).toFixed(2));
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

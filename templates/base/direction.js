// The direction of paragraphs.
"use strict";

Object.assign(mockup, {
  // Keeps links and mentions from giving a paragraph their direction, which is that of its first letter: a name or an address in Latin
  // letters decides nothing where others follow. A part with a direction of its own is left out by Chromium when it looks for that letter,
  // and has its @ or # before its word. Hashtags count as words.
  direct(root) {
    if (!this.fromRight.test(root.textContent)) return;
    const links = [...root.querySelectorAll("[dir=auto] a[class]")];
    for (const box of new Set(links.map((link) => link.closest("[dir]")))) {
      if (this.fromRight.test(box.textContent)) this.directIn(box);
    }
  },

  directIn(box) {
    let paragraph = { decided: false }; // the first one goes by the box
    const turned = [];
    for (const { node } of this.texts(box)) {
      if (node.parentElement.closest("[dir]") !== box) continue; // a box in this one
      const link = node.parentElement.closest("a"), deciding = link && !link.matches(".hashtag, .cashtag") ? this.fromRight : /[\p{L}\u200e\u200f]/u;
      let [leads, at] = [false, 0];
      node.data.split("\n").forEach((line, i) => {
        if (i > 0) paragraph = { decided: false, node, at };
        at += line.length + 1;
        if (paragraph.decided) return;
        const letter = deciding.exec(line);
        if (!letter) return void (paragraph.named ||= /\p{L}/u.test(line));
        paragraph.decided = leads = true;
        if (paragraph.named && paragraph.node && this.fromRight.test(letter[0])) turned.push(paragraph);
      });
      if (leads && link) link.style.unicodeBidi = "normal"; // in posts and comments all links are isolated
      else if (link) link.dir = "auto";
    }
    // Chromium orders a paragraph by its first letter outside of such parts, and aligns its lines by the first letter of all.
    for (const { node, at } of turned.reverse()) node.insertData(at, "\u200f");
    for (const link of box.querySelectorAll("a")) this.keepTogether(link);
  },

  // Keeps what is written directly behind a mention on its side, as ".makes" where "@noor.makes" mentions "@noor".
  keepTogether(link) {
    const rest = link.nextSibling, [joined] = /^[.'’-][\w.-]*\w/.exec(rest?.data ?? "") ?? [];
    if (!joined) return;
    rest.splitText(joined.length);
    const whole = document.createElement("bdi");
    link.before(whole);
    whole.append(link, rest);
  },
});

// What the pages do beyond links: light or dark, the menu of small screens, the search, the filter of the gallery, videos that
// play while they are seen, and buttons that copy code. Without it, all pages can be read.
"use strict";
{
  const root = document.documentElement;
  const up = document.currentScript.dataset.up;
  const stored = key => { try { return localStorage.getItem(key); } catch { return null; } };
  const store = (key, value) => { try { localStorage.setItem(key, value); } catch { /* the choice is not kept */ } };
  if (stored("theme")) root.dataset.theme = stored("theme");

  const changeTheme = () => {
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
    store("theme", root.dataset.theme);
  };

  // The index is loaded when somebody begins to search.
  let loading;
  const loadIndex = () => loading ??= new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = up + "search.js";
    script.onload = () => resolve(window.searchIndex.map(e => ({ ...e, title: (e.t + " " + (e.h ?? "")).toLowerCase(), text: e.x.toLowerCase() })));
    script.onerror = reject;
    document.head.append(script);
  });

  // Each word that occurs counts most. A title counts more than text, and the beginning of a word more than its middle.
  const score = (e, words) => {
    let sum = 0;
    for (const word of words) {
      const inTitle = e.title.indexOf(word), inText = e.text.indexOf(word);
      if (inTitle >= 0 || inText >= 0) sum += 100;
      if (inTitle >= 0) sum += (inTitle === 0 || /\W/.test(e.title[inTitle - 1]) ? 12 : 5) + (e.title === word ? 10 : 0) + (e.h ? 0 : 2);
      if (inText >= 0) sum += inText === 0 || /\W/.test(e.text[inText - 1]) ? 3 : 1;
    }
    return sum && sum - (e.p.startsWith("examples/") ? 4 : 0);
  };

  const marked = (text, words) => {
    const parts = document.createDocumentFragment();
    const pattern = new RegExp(words.map(w => w.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|"), "gi");
    let from = 0;
    for (const found of text.matchAll(pattern)) {
      parts.append(text.slice(from, found.index));
      const mark = document.createElement("mark");
      mark.textContent = found[0];
      parts.append(mark);
      from = found.index + found[0].length;
    }
    parts.append(text.slice(from));
    return parts;
  };

  const excerpt = (e, words) => {
    const at = Math.max(0, Math.min(...words.map(w => e.text.indexOf(w)).filter(i => i >= 0)) - 50);
    return Number.isFinite(at) ? (at > 0 ? "… " : "") + e.x.slice(at, at + 180) : e.x.slice(0, 180);
  };

  const row = (e, words) => {
    const item = document.createElement("li"), link = document.createElement("a"), name = document.createElement("b"), text = document.createElement("small");
    link.href = up + e.p;
    name.append(marked(e.h ? e.t + " › " + e.h : e.t, words));
    text.append(marked(excerpt(e, words), words));
    link.append(name, text);
    item.append(link);
    return item;
  };

  const setUpSearch = () => {
    const box = document.querySelector(".search"), input = box.querySelector("input"), list = box.querySelector(".results");
    let chosen = 0;
    const choose = at => {
      const items = [...list.querySelectorAll("li:not(.none)")];
      if (!items.length) return;
      chosen = (at + items.length) % items.length;
      items.forEach((item, i) => item.setAttribute("aria-selected", i === chosen));
      items[chosen].scrollIntoView({ block: "nearest" });
    };
    const update = async () => {
      const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
      if (!words.length) { list.hidden = true; return; }
      const index = await loadIndex();
      const found = index.map(e => [score(e, words), e]).filter(([s]) => s > 0).sort((a, b) => b[0] - a[0]).slice(0, 20);
      list.replaceChildren(...found.map(([, e]) => row(e, words)));
      if (!found.length) list.innerHTML = '<li class="none">Nothing found.</li>';
      list.hidden = false;
      choose(0);
    };
    input.addEventListener("input", update);
    input.addEventListener("focus", () => { loadIndex(); if (input.value) update(); });
    box.addEventListener("keydown", event => {
      if (event.key === "ArrowDown" || event.key === "ArrowUp") { event.preventDefault(); choose(chosen + (event.key === "ArrowDown" ? 1 : -1)); }
      if (event.key === "Enter") list.querySelector('[aria-selected="true"] a')?.click();
      if (event.key === "Escape") { list.hidden = true; input.blur(); }
    });
    list.addEventListener("click", () => { list.hidden = true; });
    document.addEventListener("click", event => { if (!box.contains(event.target)) list.hidden = true; });
    document.addEventListener("keydown", event => {
      if (event.key === "/" && !event.target.closest("input, textarea")) { event.preventDefault(); input.focus(); }
    });
  };

  const setUpFilter = () => {
    const box = document.querySelector(".filters");
    if (!box) return;
    const input = box.querySelector("input"), cards = [...document.querySelectorAll(".card")];
    box.hidden = false;
    const update = () => {
      const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
      for (const card of cards) card.hidden = !words.every(w => card.dataset.words.toLowerCase().includes(w));
      for (const part of document.querySelectorAll(".gallery-type")) part.hidden = !part.querySelector(".card:not([hidden])");
      box.querySelector(".count").textContent = cards.filter(c => !c.hidden).length + " of " + cards.length;
    };
    input.addEventListener("input", update);
    update();
  };

  const playWhileSeen = () => {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const seen = new IntersectionObserver(entries => {
      for (const { target, isIntersecting } of entries) if (isIntersecting) target.play().catch(() => {}); else target.pause();
    }, { threshold: .6 });
    for (const video of document.querySelectorAll("video[data-autoplay]")) seen.observe(video);
  };

  const addButtons = () => {
    for (const block of document.querySelectorAll("pre")) {
      const button = document.createElement("button");
      button.className = "copy";
      button.textContent = "Copy";
      button.addEventListener("click", async () => {
        await navigator.clipboard.writeText(block.querySelector("code").textContent);
        button.textContent = "Copied";
        setTimeout(() => { button.textContent = "Copy"; }, 1500);
      });
      block.append(button);
    }
    for (const heading of document.querySelectorAll("main h2[id], main h3[id]")) {
      const link = document.createElement("a");
      link.className = "anchor";
      link.href = "#" + heading.id;
      link.textContent = "#";
      link.ariaLabel = "Link to this heading";
      heading.append(link);
    }
  };

  document.addEventListener("DOMContentLoaded", () => {
    document.querySelector(".theme").addEventListener("click", changeTheme);
    const menu = document.querySelector(".menu"), pages = document.querySelector("nav");
    menu.addEventListener("click", () => menu.setAttribute("aria-expanded", pages.classList.toggle("open")));
    setUpSearch();
    setUpFilter();
    playWhileSeen();
    addButtons();
  });
}

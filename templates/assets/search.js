// Searches the index of the page's language. Texts and queries are folded alike.
"use strict";
(() => {
  const form = document.querySelector("form.search"), index = self.searchIndex;
  if (!form || !index) return;
  const lang = document.documentElement.lang, input = form.elements.q;
  const status = document.querySelector(".search-status"), list = document.querySelector(".search-results");
  const LETTERS = { ı: "i", ł: "l", ø: "o", đ: "d", ß: "ss", æ: "ae", œ: "oe", ٱ: "ا", ى: "ي", ة: "ه", "\u0901": "\u0902" };
  const segmenter = new Intl.Segmenter(lang, { granularity: "word" });
  const fold = (text) => text.toLocaleLowerCase(lang).normalize("NFD")
    .replace(/[\u0300-\u036f\u0640\u064b-\u065f\u0670\u093c\u00ad\u200b-\u200f\u2066-\u2069]/g, "")
    .replace(/[ıłøđßæœٱىة\u0901]/g, (letter) => LETTERS[letter])
    .replace(/^(?:[وف]?[بك]?ال|[وف]?لل)(?=.{3})/, "");
  // [folded, start, end] of each word; an apostrophe parts words, and Latin letters from an ending.
  const words = (text) => [...segmenter.segment(text.replace(/['’ʼ]/g, " "))].filter((s) => s.isWordLike)
    .map((s) => [fold(s.segment), s.index, s.index + s.segment.length]);

  const entries = [], vocabulary = new Map(), kin = new Map();
  for (const [url, sections] of index.pages) {
    sections.forEach(([heading, anchor, text], n) => {
      const at = entries.push({ url: anchor && n ? `${url}#${anchor}` : url, title: sections[0][0], heading, text }) - 1;
      for (const [weight, said] of [[n ? 3 : 5, heading], [1, text]]) {
        for (const [word] of words(said)) {
          const found = vocabulary.get(word) ?? vocabulary.set(word, new Map()).get(word);
          found.set(at, Math.max(weight, found.get(at) ?? 0));
        }
      }
    });
  }
  for (const family of index.families) {
    const folded = new Set(family.map(fold));
    for (const word of folded) kin.set(word, new Set([...(kin.get(word) ?? []), ...folded]));
  }

  // How well a word of the site answers a word of the query, from 0 to 1.
  function answers(word, asked, same) {
    if (word === asked) return 1;
    if (same?.has(word) || (asked.length > 1 && word.startsWith(asked))) return 0.8;
    let shared = 0;
    while (shared < word.length && word[shared] === asked[shared]) shared++;
    const most = Math.max(word.length, asked.length);
    return (shared > 3 && shared >= 0.6 * most) || (shared > 2 && shared === word.length && most < 7) ? 0.4 : 0;
  }

  function search(query) {
    const scores = new Map(), matched = new Set();
    for (const [asked] of words(query)) {
      const best = new Map();
      for (const [word, found] of vocabulary) {
        const quality = answers(word, asked, kin.get(asked));
        if (quality) matched.add(word);
        if (quality) for (const [at, weight] of found) best.set(at, Math.max(quality * weight, best.get(at) ?? 0));
      }
      const rare = Math.log(1 + entries.length / best.size);
      for (const [at, value] of best) scores.set(at, (scores.get(at) ?? 0) + value * rare);
    }
    const ordered = [...scores].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
    return [ordered.filter(([, score]) => score >= ordered[0][1] / 3).slice(0, 20), matched];
  }

  function excerpt(text, matched) {
    const all = words(text), first = all.findIndex(([word]) => matched.has(word));
    const shown = all.slice(Math.max(0, first - 8), Math.max(0, first - 8) + 30), parts = document.createElement("p");
    if (!shown.length) return parts;
    let at = shown[0][1];
    if (at) parts.append("… ");
    for (const [word, start, end] of shown) {
      parts.append(text.slice(at, start));
      const mark = document.createElement(matched.has(word) ? "mark" : "span");
      mark.append(text.slice(start, end));
      parts.append(mark.localName === "mark" ? mark : mark.textContent);
      at = end;
    }
    if (shown.at(-1) !== all.at(-1)) parts.append(" …");
    return parts;
  }

  function show(query) {
    const [found, matched] = search(query);
    list.replaceChildren(...found.map(([at]) => {
      const { url, title, heading, text } = entries[at];
      const item = document.createElement("li"), link = document.createElement("a");
      link.href = url;
      link.append(heading === title ? title : `${title} · ${heading}`);
      item.append(link, excerpt(text, matched));
      return item;
    }));
    const { found: some, none } = status.dataset;
    status.textContent = !query.trim() ? "" : found.length ? `${some} ${found.length}` : none;
  }

  let waiting;
  input.addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(show, 150, input.value); });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    history.replaceState(null, "", `?q=${encodeURIComponent(input.value)}`);
    show(input.value);
  });
  input.value = new URLSearchParams(location.search).get("q") ?? "";
  show(input.value);
})();

// The preview's part of a page: waits for changes, reloads, and shows problems beside their sentences.
"use strict";
(() => {
  const script = document.currentScript;
  const page = script.dataset.page;
  const language = page.split("/")[0];
  let version = script.dataset.version;
  let stream = null;
  let asked = 0;

  // where the reader was, kept over a reload: a sentence and how far from the top of the window it stood
  const KEY = `preview:${location.pathname}`;

  function currentPlace() {
    const marks = [...document.querySelectorAll("[data-message]")];
    const first = marks.find((mark) => mark.getBoundingClientRect().bottom > 0);
    if (!first || scrollY === 0) return { y: scrollY };
    return { y: scrollY, message: first.dataset.message, top: first.getBoundingClientRect().top };
  }

  function restorePlace(place) {
    const mark = place.message && marked(place.message);
    if (mark) scrollBy(0, mark.getBoundingClientRect().top - place.top);
    else scrollTo(0, place.y);
  }

  const kept = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  let place = kept ? JSON.parse(kept) : null;

  function reload() {
    sessionStorage.setItem(KEY, JSON.stringify(currentPlace()));
    location.reload();
  }

  // problems

  function marked(message) {
    return document.querySelector(`[data-message="${CSS.escape(message)}"]`);
  }

  function element(tag, name, ...children) {
    const made = document.createElement(tag);
    if (name) made.className = name;
    made.append(...children);
    return made;
  }

  function foreign(tag, text) {
    const words = element("bdi", "", text);
    words.dir = "auto";
    return element(tag, "", words);
  }

  function described(tag, problem, name) {
    const box = element(tag, `${name} preview-${problem.severity}`);
    box.lang = "en";
    box.dir = "ltr";
    box.dataset.code = problem.code;
    const at = [problem.path, problem.line, problem.column].filter(Boolean).join(":");
    const more = element("a", "", "explain");
    more.href = problem.explain;
    box.append(element("p", "", element("strong", "", `${problem.code} ${problem.name}`), " ", element("code", "", at), " ", more));
    const line = element("p", "");
    if (problem.said) line.append(foreign("q", problem.said), " ");
    line.append(problem.message);
    if (problem.true) line.append(" · true: ", foreign("strong", problem.true));
    box.append(line, element("p", "preview-fix", problem.fix));
    return box;
  }

  function beside(mark, box) {
    const around = mark.closest("p, li, td, th, dt, dd, caption, figcaption, h1, h2, h3, h4, h5, h6") || mark;
    mark.classList.add("preview-at");
    if (/^(P|H[1-6])$/.test(around.tagName)) {
      let last = around;
      while (last.nextElementSibling && last.nextElementSibling.matches(".preview-problem")) last = last.nextElementSibling;
      last.after(box);
    } else {
      around.append(box);
    }
  }

  function panel(problems, whole) {
    const box = element("aside", "preview-panel");
    box.lang = "en";
    box.dir = "ltr";
    const total = Object.values(whole.languages).reduce((sum, n) => sum + n, 0);
    const all = element("a", "");
    all.href = "/-/problems";
    if (whole.error) all.append(`The whole site could not be checked: ${whole.error}`);
    else if (!whole.checked) all.append("The whole site is being checked");
    else {
      const each = Object.entries(whole.languages).map(([name, n]) => `${name || "all languages"} ${n}`);
      all.append(total ? `Problems in the whole site: ${each.join(", ")}` : "No problems in the whole site");
      if (!whole.current) all.append(" (before the last change; being checked)");
    }
    const list = element("ul", "", ...problems.map((problem) => described("li", problem, "preview-above")));
    box.append(element("p", "", all), ...(problems.length ? [list] : []));
    if (!problems.length && !total) box.classList.add("preview-quiet");
    document.body.prepend(box);
  }

  async function showProblems() {
    if (page.startsWith("-/")) return;
    const mine = ++asked;
    let found;
    try {
      const answer = await fetch(`/-/problems/${page || "-"}.json`);
      found = await answer.json();
    } catch {
      return; // the server went away: the next change, or its return, asks again
    }
    if (mine !== asked || found.outdated) return;
    const settled = place || currentPlace();
    place = null;
    document.querySelectorAll(".preview-problem, .preview-panel").forEach((old) => old.remove());
    document.querySelectorAll(".preview-at").forEach((old) => old.classList.remove("preview-at"));
    const above = [...found.above];
    for (const problem of found.beside) {
      const mark = marked(problem.message_at);
      if (mark) beside(mark, described("div", problem, "preview-problem"));
      else above.push(problem);
    }
    // a page that cannot be shown lists what is in the way itself
    panel(document.body.classList.contains("preview-own") ? [] : above, found.whole);
    document.documentElement.dataset.problems = String(found.beside.length + above.length);
    restorePlace(settled);
  }

  // changes

  function otherLanguage(path) {
    const parts = path.split("/");
    return language !== "" && parts[0] === "locales" && parts[1] !== language;
  }

  function restyle() {
    for (const link of document.querySelectorAll('link[rel="stylesheet"]')) {
      if (!link.href.includes("/assets/")) continue;
      const fresh = link.cloneNode();
      fresh.href = `${link.href.split("?")[0]}?${version}`;
      fresh.addEventListener("load", () => link.remove(), { once: true });
      link.after(fresh);
    }
  }

  function changed(event) {
    const news = JSON.parse(event.data);
    version = news.version;
    const paths = news.paths;
    if (paths && paths.every((path) => path.startsWith("templates/assets/") && path.endsWith(".css"))) restyle();
    else if (paths && paths.every(otherLanguage)) showProblems();
    else reload();
  }

  function listen() {
    if (stream || document.hidden) return;
    stream = new EventSource(`/-/events?from=${version}`);
    stream.addEventListener("change", changed);
    stream.addEventListener("checked", () => (page === "-/problems" ? reload() : showProblems()));
  }

  // a browser opens few connections to one server: pages that nobody looks at hold none
  document.addEventListener("visibilitychange", () => {
    if (document.hidden && stream) {
      stream.close();
      stream = null;
    }
    listen();
  });

  listen();
  if (place) restorePlace(place);
  showProblems();
})();

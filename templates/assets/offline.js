// Keeps the pages of this language for when there is no network.
"use strict";
if ("serviceWorker" in navigator && location.protocol.startsWith("http")) {
  const root = new URL("../", document.currentScript.src);
  const { lang } = document.documentElement;
  navigator.serviceWorker.register(new URL("sw.js", root), { scope: root.pathname });
  navigator.serviceWorker.ready.then(({ active }) => active.postMessage(lang));
}

// Keeps a language's pages when one of them is visited. Pages come from the network while it answers, and else
// from what was kept; assets, whose names change with what they hold, from what was kept first.
"use strict";
const SCOPE = self.registration.scope;
const PAGES = `pages ${VERSION} ${SCOPE}`;
const ASSETS = `assets ${SCOPE}`;
const PATIENCE = 4000; // milliseconds that a page kept may wait for a newer one

const isAsset = (path) => path.startsWith("assets/");
const ours = (name) => name.endsWith(` ${SCOPE}`);
const pathOf = (url) => decodeURI(url.slice(SCOPE.length).split(/[?#]/)[0]);

// A response that was redirected may not answer for a page that was asked for under its own address.
async function plain(response) {
  return response.redirected ? new Response(await response.blob(), { headers: response.headers }) : response;
}

async function keep(lang) {
  const pages = await caches.open(PAGES);
  const assets = await caches.open(ASSETS);
  const wanted = [...(FILES[lang] ?? []), ...(FILES[""] ?? [])];
  await Promise.all(wanted.map(async (path) => {
    const cache = isAsset(path) ? assets : pages;
    const url = new URL(path, SCOPE).href;
    if (await cache.match(url)) return;
    const response = await fetch(url, { cache: isAsset(path) ? "default" : "no-cache" });
    if (response.ok) await cache.put(url, await plain(response));
  }));
  // A newer worker may have come meanwhile, and have deleted what this one kept.
  if (self.serviceWorker?.state === "redundant") await caches.delete(PAGES);
}

// The languages of which an earlier worker kept pages.
async function languages() {
  const found = new Set();
  for (const name of (await caches.keys()).filter((name) => ours(name) && name.startsWith("pages "))) {
    for (const { url } of await (await caches.open(name)).keys()) found.add(pathOf(url).split("/")[0]);
  }
  return [...found].filter((lang) => lang in FILES);
}

async function tidy() {
  const names = (await caches.keys()).filter(ours);
  await Promise.all(names.filter((name) => name !== PAGES && name !== ASSETS).map((name) => caches.delete(name)));
  const known = new Set(Object.values(FILES).flat());
  const assets = await caches.open(ASSETS);
  for (const request of await assets.keys()) if (!known.has(pathOf(request.url))) await assets.delete(request);
}

// What was kept under an address, also one that a server gives a page without its name or its ending.
async function kept(url) {
  const address = url.split(/[?#]/)[0];
  for (const ending of address.endsWith("/") ? ["index.html"] : ["", ".html", "/index.html"]) {
    const found = await caches.match(address + ending, { cacheName: PAGES });
    if (found) return found;
  }
}

async function asset(request) {
  const cache = await caches.open(ASSETS);
  const found = await cache.match(request.url);
  if (found) return found;
  const response = await fetch(request);
  if (response.ok) await cache.put(request.url, response.clone());
  return response;
}

async function page(request) {
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE)).then(() => kept(request.url));
  const network = fetch(request).then(async (response) => {
    const url = request.url.split(/[?#]/)[0];
    if (response.ok && !response.redirected && (await caches.match(url, { cacheName: PAGES }))) {
      const copy = response.clone();
      await (await caches.open(PAGES)).put(url, copy);
    }
    return response;
  });
  network.catch(() => {}); // it may fail when nobody waits for it any more
  try {
    return (await Promise.race([network, late])) ?? (await network);
  } catch (error) {
    const found = await kept(request.url);
    if (found) return found;
    throw error;
  }
}

self.addEventListener("install", (event) => {
  event.waitUntil(languages().then((found) => Promise.all(found.map(keep))).then(() => self.skipWaiting()));
});
self.addEventListener("activate", (event) => event.waitUntil(tidy().then(() => self.clients.claim())));
self.addEventListener("message", (event) => {
  const { installing, waiting } = self.registration;
  event.waitUntil(keep(event.data).then(() => installing || waiting ? undefined : tidy()));
});
self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(SCOPE)) return;
  if (isAsset(pathOf(request.url))) event.respondWith(asset(request));
  else if (request.mode === "navigate" && !/\.(?:zip|pdf|xml|txt)$/.test(pathOf(request.url))) event.respondWith(page(request));
});

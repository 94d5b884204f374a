/* Keeps the desk for days without a network: the pages that asked for it, their files, and the program.
   It is there once a reader has started the program. As long as there is a network, all comes from there;
   only the runtime, whose address has its version, comes from what is kept. */
const KEPT = "desk";
const ROOT = new URL("./", self.location.href).href;
const isRuntime = (url) => url.startsWith(`${ROOT}desk/runtime-`);

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("message", (event) => {
  const files = new Set(event.data.keep.filter((url) => url.startsWith(ROOT)));
  const keep = (cache) => Promise.all([...files].map((url) => keepOne(cache, url)));
  event.waitUntil(caches.open(KEPT).then(keep));
});

/* Asks for a file again, of what the browser itself keeps: a copy of the answer would stand in the memory
   of the page. */
async function keepOne(cache, url) {
  try {
    if (isRuntime(url) && await cache.match(url)) return;
    await forgetOthers(cache, url);
    await cache.add(new Request(url, { cache: "force-cache" }));
  } catch { /* no room, or gone: one file less */ }
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method === "GET" && request.url.startsWith(ROOT)) event.respondWith(answer(event));
});

async function answer(event) {
  const { request } = event;
  const cache = await caches.open(KEPT);
  const address = request.url.split("#")[0];
  const kept = await cache.match(address);
  if (kept && isRuntime(address)) return kept;
  try {
    const found = await fetch(request);
    // What is kept stays as new as what was seen last; nothing else is kept before a page asks for it.
    if (found.ok && found.status === 200 && kept) event.waitUntil(keepOne(cache, address));
    return found;
  } catch (error) {
    if (kept) return kept;
    throw error;
  }
}

/* A new runtime takes the place of the one before. */
async function forgetOthers(cache, address) {
  if (!isRuntime(address)) return;
  const folder = address.slice(0, address.lastIndexOf("/") + 1);
  for (const { url } of await cache.keys()) if (isRuntime(url) && !url.startsWith(folder)) await cache.delete(url);
}

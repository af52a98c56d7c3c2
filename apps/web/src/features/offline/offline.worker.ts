import { receivePushes } from '#src/lib/service-worker/receive-pushes.worker.ts';

/**
 * The service worker shows the offline page in place of a page that cannot be loaded:
 * docs/product.md#offline. It caches only the offline page and the files of this page. It also takes pushes.
 */
declare const self: ServiceWorkerGlobalScope;
// The build sets version and files (build/offline.ts).
declare const OFFLINE_VERSION: string;
declare const OFFLINE_FILES: readonly string[];

const PREFIX = 'offline-';
const CACHE = PREFIX + OFFLINE_VERSION;
const PAGE = '/offline.html';
/** Addresses that are not pages of the app. */
const NOT_THE_APP = /^\/(api|assets|docs|healthz|images|metrics|readyz|unsubscribe|webhooks)(\/|$)|\.\w+$/;

async function install(): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.addAll(OFFLINE_FILES.map((file) => new Request(file, { cache: 'reload' })));
  await self.skipWaiting();
}

async function activate(): Promise<void> {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  // With navigation preload, the request of a page starts while the worker starts.
  await self.registration.navigationPreload?.enable();
}

const stored = async (path: string): Promise<Response | undefined> => (await caches.open(CACHE)).match(path);

/** Returns the reply of the network, also with an error status. Without a reply it returns the offline page. */
async function openPage(event: FetchEvent): Promise<Response> {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch (error) {
    const page = await stored(PAGE);
    if (page) return page;
    throw error;
  }
}

receivePushes();
self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin || request.method !== 'GET') return;
  if (request.mode === 'navigate') {
    if (!NOT_THE_APP.test(pathname)) event.respondWith(openPage(event));
  } else if (OFFLINE_FILES.includes(pathname)) {
    // Names of assets contain a hash of the content, so a stored file is never outdated.
    event.respondWith(stored(pathname).then((file) => file ?? fetch(request)));
  }
});

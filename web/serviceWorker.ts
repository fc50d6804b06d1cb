/// <reference lib="webworker" />
import { CacheableResponsePlugin } from 'workbox-cacheable-response'
import { ExpirationPlugin } from 'workbox-expiration'
import { createHandlerBoundToURL, getCacheKeyForURL, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { CacheFirst, StaleWhileRevalidate } from 'workbox-strategies'
import { isTilePath } from './domain/basemapTiles.ts'
import { AREA_TILES_CACHE, ASSETS_CACHE, SEEN_TILES_CACHE } from './lib/cacheNames.ts'
import { reportUnhandledErrors } from './lib/errorReports.ts'
import { NOT_SCREENS } from './lib/notScreens.ts'

// The worker stores only what is the same for everybody: the built files and the basemap's public tiles. Requests with
// credentials pass it by, so it cannot hand one user's data to another.
declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: { url: string; revision: string | null }[] }

const DAY_SECONDS = 24 * 60 * 60
/** About 30 MB; a day of walking shows some hundred tiles. */
const MAX_SEEN_TILES = 3000
/** Two builds, and the chunk of Mapbox. */
const MAX_ASSETS = 400

reportUnhandledErrors()
precacheAndRoute(self.__WB_MANIFEST)

registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: NOT_SCREENS }))

registerRoute(
  ({ url, request }) => url.origin === location.origin && isTilePath(url.pathname) && isMapRequest(request),
  new StaleWhileRevalidate({
    cacheName: SEEN_TILES_CACHE,
    plugins: [
      // 204 is an empty tile.
      new CacheableResponsePlugin({ statuses: [200, 204] }),
      new ExpirationPlugin({ maxEntries: MAX_SEEN_TILES, maxAgeSeconds: 30 * DAY_SECONDS, purgeOnQuotaError: true }),
      {
        cachedResponseWillBeUsed: async ({ cachedResponse, request }) =>
          cachedResponse ?? (await caches.match(request, { cacheName: AREA_TILES_CACHE })) ?? null,
      },
    ],
  }),
)

// Files that are not precached: the chunk of Mapbox, and those of the previous build for tabs that still run it.
registerRoute(
  ({ url }) => url.origin === location.origin && url.pathname.startsWith('/assets/'),
  new CacheFirst({
    cacheName: ASSETS_CACHE,
    plugins: [
      new CacheableResponsePlugin({ statuses: [200] }),
      new ExpirationPlugin({ maxEntries: MAX_ASSETS, maxAgeSeconds: 60 * DAY_SECONDS, purgeOnQuotaError: true }),
    ],
  }),
)

self.addEventListener('install', (event) => event.waitUntil(keepPreviousAssets()))
// The first visit is served by the worker too, as soon as it is ready.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
self.addEventListener('message', (event) => {
  if ((event.data as { type?: string } | null)?.type === 'SKIP_WAITING') void self.skipWaiting()
})

/** Not for the download of an area, which reloads its tiles from the server and caches them itself. */
const isMapRequest = (request: Request) => !request.headers.has('Authorization') && request.cache !== 'reload'

/** Copies the files of the previous build, which the activation of this one removes, for tabs that still run it. */
async function keepPreviousAssets(): Promise<void> {
  const assets = await caches.open(ASSETS_CACHE)
  for (const name of await caches.keys()) {
    if (!name.startsWith('workbox-precache')) continue
    const precache = await caches.open(name)
    for (const request of await precache.keys()) {
      if (!new URL(request.url).pathname.startsWith('/assets/') || getCacheKeyForURL(request.url)) continue
      const response = await precache.match(request)
      if (response) await assets.put(request, response)
    }
  }
}

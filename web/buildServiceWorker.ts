import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { build, type Plugin } from 'vite'

/** The files that the service worker stores when it is installed. Mapbox is stored once a map has used it, because most installations have no token. */
const precached = ['index.html', 'favicon.svg', 'icon-*.png', 'manifest.webmanifest', 'assets/*.{js,css,woff2}']
const notPrecached = ['assets/mapbox-gl-*', 'assets/MapboxMap-*']

/** Builds `serviceWorker.ts` after the client, with the list of the files that it stores. */
export function buildServiceWorker(): Plugin {
  let folder: string
  let root: string
  return {
    name: 'service-worker',
    apply: 'build',
    configResolved(config) {
      root = config.root
      folder = path.resolve(root, config.build.outDir)
    },
    async closeBundle(error) {
      if (error) return
      await build({
        configFile: false,
        root,
        publicDir: false,
        logLevel: 'error',
        define: {
          'self.__WB_MANIFEST': JSON.stringify(listPrecached(folder)),
          'process.env.NODE_ENV': JSON.stringify('production'),
        },
        build: {
          outDir: folder,
          emptyOutDir: false,
          target: 'es2023',
          lib: {
            entry: 'serviceWorker.ts',
            name: 'serviceWorker',
            formats: ['iife'],
            fileName: () => 'serviceWorker.js',
          },
        },
      })
    },
  }
}

/** Names of assets contain a hash of the content; the others have it as their revision. */
function listPrecached(folder: string): { url: string; revision: string | null }[] {
  return globSync(precached, { cwd: folder, exclude: notPrecached })
    .map((file) => file.replaceAll(path.sep, '/'))
    .sort()
    .map((url) => ({ url, revision: url.startsWith('assets/') ? null : revisionOf(folder, url) }))
}

/**
 * The server writes two settings into the page, and into the revision of the page in the worker. Browsers therefore install
 * the worker again, with the new page, when one changes.
 */
function revisionOf(folder: string, url: string): string {
  const hash = createHash('sha256')
    .update(readFileSync(path.join(folder, url)))
    .digest('hex')
    .slice(0, 32)
  return url === 'index.html' ? `${hash}-minimum-password-length-6-sign-up-approval` : hash
}

import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { chunkGroups } from './chunks.ts'

const here = fileURLToPath(new URL('.', import.meta.url))
const server = `http://127.0.0.1:${process.env.PORT ?? '4000'}`

/**
 * Builds the app, or with `--mode explorer` the GraphQL explorer. They are separate builds, because a shared one would
 * move explorer libraries into the chunks of the app.
 */
export default defineConfig(({ mode }) => {
  const explorer = mode === 'explorer'
  return {
    root: explorer ? `${here}explorer` : here,
    base: explorer ? '/explorer/' : '/',
    resolve: { alias: { 'react-style-singleton': `${here}lib/styleSingleton.ts` } },
    plugins: [react(), tailwindcss(), ...(explorer ? [] : [serviceWorker()])],
    build: {
      outDir: explorer ? `${here}../dist/web/explorer` : `${here}../dist/web`,
      // The build script cleans the directory. Emptying it here would delete the other build.
      emptyOutDir: false,
      target: 'es2023',
      rollupOptions: {
        ...(explorer ? {} : { output: { codeSplitting: { groups: chunkGroups(here) } } }),
        // GraphiQL contains 'use client' directives, which only server rendering uses.
        onwarn: (warning, warn) => void (warning.code === 'MODULE_LEVEL_DIRECTIVE' || warn(warning)),
      },
      // The map library is one chunk of this size, loaded on /map only.
      chunkSizeWarningLimit: 1900,
      modulePreload: { polyfill: false },
    },
    server: {
      host: '127.0.0.1',
      proxy: {
        '/graphql': { target: server, ws: true },
        '/api': { target: server },
        '/client-errors': { target: server },
      },
    },
  }
})

/** The web app manifest, and the service worker with the list of files that it stores. */
function serviceWorker() {
  return VitePWA({
    strategies: 'injectManifest',
    srcDir: '.',
    filename: 'serviceWorker.ts',
    injectRegister: false,
    manifest: {
      id: '/',
      name: 'Porchlight',
      short_name: 'Porchlight',
      description: 'Property leads and door-to-door sales for home-service teams',
      start_url: '/',
      scope: '/',
      display: 'standalone',
      theme_color: '#f6f6f4',
      background_color: '#f6f6f4',
      icons: [
        { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
        { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
        { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      ],
    },
    injectManifest: {
      globPatterns: ['index.html', 'favicon.svg', 'assets/*.{js,css,woff2}'],
      // Mapbox is stored when a map used it: most installations have no token.
      globIgnores: ['assets/mapbox-gl-*', 'assets/MapboxMap-*'],
      manifestTransforms: [markServerSettings],
      rollupFormat: 'iife',
      // The worker's build takes no log level from the command line.
      buildPlugins: { vite: [{ name: 'quiet', config: () => ({ logLevel: 'error' }) }] },
    },
  })
}

/**
 * The server writes a setting into the page, and into the revision of the page in the worker. Browsers therefore install
 * the worker again, with the new page, when the setting changes.
 */
function markServerSettings<Entry extends { url: string; revision: string | null }>(entries: Entry[]) {
  const manifest = entries.map((entry) =>
    entry.url === 'index.html' ? { ...entry, revision: `${entry.revision}-minimum-password-length-6` } : entry,
  )
  return { manifest }
}

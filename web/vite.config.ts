import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { buildServiceWorker } from './buildServiceWorker.ts'
import { chunkGroups } from './chunks.ts'

/** The scripts name the chunks that they load later. A shorter hash makes those lists smaller. */
const chunkFileNames = 'assets/[name]-[hash:7].js'
const here = fileURLToPath(new URL('.', import.meta.url))
/** The package has no export condition for its production files, so a build would contain the warnings for developers. */
const routerFiles = `${here}../node_modules/react-router/dist/production`
const productionRouter = {
  'react-router/dom': `${routerFiles}/dom-export.mjs`,
  'react-router': `${routerFiles}/index.mjs`,
}
const server = `http://127.0.0.1:${process.env.PORT ?? '4000'}`

/**
 * Builds the app, or with `--mode explorer` the GraphQL explorer. They are separate builds, because a shared one would
 * move explorer libraries into the chunks of the app.
 */
export default defineConfig(({ command, mode }) => {
  const explorer = mode === 'explorer'
  return {
    root: explorer ? `${here}explorer` : here,
    base: explorer ? '/explorer/' : '/',
    cacheDir: `${here}../node_modules/.vite`,
    resolve: {
      alias: {
        'react-style-singleton': `${here}lib/styleSingleton.ts`,
        ...(command === 'build' && productionRouter),
      },
    },
    plugins: [react(), tailwindcss(), ...(explorer ? [] : [buildServiceWorker()])],
    build: {
      outDir: explorer ? `${here}../dist/web/explorer` : `${here}../dist/web`,
      // The build script cleans the directory. Emptying it here would delete the other build.
      emptyOutDir: false,
      target: 'es2023',
      rollupOptions: {
        ...(explorer ? {} : { output: { codeSplitting: { groups: chunkGroups(here) }, chunkFileNames } }),
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

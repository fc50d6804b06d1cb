import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const here = fileURLToPath(new URL('.', import.meta.url))
const server = `http://127.0.0.1:${process.env.PORT ?? '4000'}`

/**
 * The app; with `--mode explorer` the explorer of the GraphQL schema, which is built apart: as a second page of one
 * build its libraries would be shared with the app, and make the first script of everybody larger.
 */
export default defineConfig(({ mode }) => {
  const explorer = mode === 'explorer'
  return {
    root: explorer ? `${here}explorer` : here,
    base: explorer ? '/explorer/' : '/',
    plugins: [react(), tailwindcss()],
    build: {
      outDir: explorer ? `${here}../dist/web/explorer` : `${here}../dist/web`,
      // Whoever builds has removed what was there, and the explorer may be there before the app.
      emptyOutDir: false,
      target: 'es2023',
      // GraphiQL says 'use client' for servers that render; here everything is the client's.
      rollupOptions: { onwarn: (warning, tell) => void (warning.code === 'MODULE_LEVEL_DIRECTIVE' || tell(warning)) },
      // The map's own library is one chunk of this size, on /map alone.
      chunkSizeWarningLimit: 1900,
      modulePreload: { polyfill: false },
    },
    server: {
      host: '127.0.0.1',
      proxy: {
        '/graphql': { target: server, ws: true },
        '/api': { target: server },
      },
    },
  }
})

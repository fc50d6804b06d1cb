import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const here = fileURLToPath(new URL('.', import.meta.url))
const server = `http://127.0.0.1:${process.env.PORT ?? '4000'}`

export default defineConfig({
  root: here,
  plugins: [react(), tailwindcss()],
  build: {
    outDir: `${here}../dist/web`,
    emptyOutDir: true,
    target: 'es2023',
    // The explorer of the GraphQL schema is a page of its own, fetched by nobody else.
    rollupOptions: {
      input: { index: `${here}index.html`, explorer: `${here}explorer/index.html` },
      // GraphiQL says 'use client' for servers that render; here everything is the client's.
      onwarn: (warning, tell) => void (warning.code === 'MODULE_LEVEL_DIRECTIVE' || tell(warning)),
    },
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
})

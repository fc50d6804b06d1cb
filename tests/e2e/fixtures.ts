import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test as base } from '@playwright/test'
import { startServer } from '../support/server.ts'

/** Tests get a server with the demo town for each worker, so that concurrent tests do not see each other's changes. */
export const test = base.extend<object, { serverUrl: string }>({
  serverUrl: [
    // oxlint-disable-next-line eslint/no-empty-pattern -- Playwright requires a pattern
    async ({}, use) => {
      const dataDir = mkdtempSync(path.join(tmpdir(), 'porchlight-e2e-'))
      const server = await startServer({ env: { DATA_DIR: dataDir, WEBHOOK_ALLOW_LOOPBACK: 'on' } })
      process.env.BASE_URL = server.url
      await use(server.url)
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
    { scope: 'worker', auto: true, timeout: 150_000 },
  ],
  baseURL: ({ serverUrl }, provide) => provide(serverUrl),
})

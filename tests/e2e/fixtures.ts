import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type BrowserContext, test as base } from '@playwright/test'
import { startDemoServer } from './demoServer.ts'
import { emptyPage } from './signIn.ts'

interface WorkerFixtures {
  serverUrl: string
  profile: BrowserContext
}

/**
 * Each worker has a server with the demo town, so that concurrent tests do not see each other's changes, and a browser with one
 * profile, which reads and compiles the scripts once instead of for each test. What a test stores in it is deleted afterwards,
 * except for the cached scripts.
 */
export const test = base.extend<object, WorkerFixtures>({
  serverUrl: [
    // oxlint-disable-next-line eslint/no-empty-pattern -- Playwright requires a pattern
    async ({}, use) => {
      const server = await startDemoServer({ WEBHOOK_ALLOW_LOOPBACK: 'on' })
      process.env.BASE_URL = server.url
      await use(server.url)
      await server.stop()
    },
    { scope: 'worker', auto: true, timeout: 150_000 },
  ],
  baseURL: ({ serverUrl }, provide) => provide(serverUrl),
  profile: [
    async ({ playwright, launchOptions, serverUrl }, provide, { project }) => {
      const folder = mkdtempSync(path.join(tmpdir(), 'porchlight-profile-'))
      const { contextOptions, viewport, hasTouch, isMobile, serviceWorkers } = project.use
      const profile = await playwright.chromium.launchPersistentContext(folder, {
        ...launchOptions,
        ...contextOptions,
        ...{ viewport, hasTouch, isMobile, serviceWorkers },
        baseURL: serverUrl,
        locale: 'en-US',
      })
      // This page stays open, so that its process with the compiled scripts goes on.
      await profile.pages()[0]!.goto(emptyPage)
      await provide(profile)
      await profile.close()
      rmSync(folder, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 150_000 },
  ],
  browser: [({ profile }, provide) => provide(profile.browser()!), { scope: 'worker' }],
  context: async ({ profile, actionTimeout, navigationTimeout, serverUrl }, provide, info) => {
    profile.setDefaultTimeout(actionTimeout ?? 0)
    profile.setDefaultNavigationTimeout(navigationTimeout ?? 0)
    await provide(profile)
    // After a failed test, Playwright takes pictures of its pages and starts another worker.
    if (info.status === info.expectedStatus) await reset(profile, serverUrl)
  },
  page: async ({ context, contextOptions }, provide) => {
    const page = await context.newPage()
    await page.emulateMedia({ reducedMotion: contextOptions.reducedMotion ?? null })
    await provide(page)
  },
})

/** Closes the pages of a test and deletes what it has stored and set. */
async function reset(profile: BrowserContext, origin: string): Promise<void> {
  const [first, ...pages] = profile.pages()
  const others = profile
    .browser()!
    .contexts()
    .filter((context) => context !== profile)
  await Promise.all([...pages.map((page) => page.close()), ...others.map((context) => context.close())])
  await Promise.all([
    profile.unrouteAll({ behavior: 'ignoreErrors' }),
    profile.setOffline(false),
    profile.setGeolocation(null),
    profile.clearPermissions(),
    profile.clearCookies(),
  ])
  const session = await profile.newCDPSession(first!)
  await session.send('Storage.clearDataForOrigin', {
    origin,
    storageTypes: 'local_storage,indexeddb,cache_storage,service_workers,file_systems',
  })
  await session.detach()
}

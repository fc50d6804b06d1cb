import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type BrowserContext, test as base } from '@playwright/test'
import { startDemoServer } from './demoServer.ts'
import { graphicsArguments, mapScaleFactor } from './graphics.ts'
import { emptyPage } from './signIn.ts'

interface TestFixtures {
  /** Whether the tests show the map. */
  drawsMaps: boolean
}

interface WorkerFixtures {
  serverUrl: string
  /** Starts the browser for tests with or without maps, or returns the started one. */
  profiles: (drawsMaps: boolean) => Promise<BrowserContext>
}

/**
 * Each worker has a server with the demo town, so that concurrent tests do not see each other's changes, and a browser for maps and
 * one for all other screens. A browser reads and compiles the scripts once instead of for each test. What a test stores in it is
 * deleted afterwards, except for the cached scripts.
 */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  serverUrl: [
    // oxlint-disable-next-line eslint/no-empty-pattern -- Playwright requires a pattern
    async ({}, use) => {
      const server = await startDemoServer({ WEBHOOK_ALLOW_LOOPBACK: 'on', PARCEL_IMPORT: 'owners' })
      process.env.BASE_URL = server.url
      await use(server.url)
      await server.stop()
    },
    { scope: 'worker', auto: true, timeout: 150_000 },
  ],
  baseURL: ({ serverUrl }, provide) => provide(serverUrl),
  drawsMaps: [false, { option: true }],
  profiles: [
    async ({ playwright, launchOptions, serverUrl }, provide, { project }) => {
      const folder = mkdtempSync(path.join(tmpdir(), 'porchlight-profile-'))
      const { contextOptions, viewport, hasTouch, isMobile, serviceWorkers } = project.use
      const profiles = new Map<boolean, BrowserContext>()
      await provide(async (drawsMaps) => {
        const known = profiles.get(drawsMaps)
        if (known) return known
        const profile = await playwright.chromium.launchPersistentContext(path.join(folder, `${drawsMaps}`), {
          ...launchOptions,
          args: [...(launchOptions.args ?? []), ...graphicsArguments(drawsMaps)],
          ...contextOptions,
          ...{ viewport, hasTouch, isMobile, serviceWorkers },
          ...(drawsMaps && { deviceScaleFactor: mapScaleFactor }),
          baseURL: serverUrl,
          locale: 'en-US',
        })
        profiles.set(drawsMaps, profile)
        // A browser with a profile offers to install the app at a time of its own, which adds an entry to menus.
        await profile.addInitScript(() =>
          addEventListener('beforeinstallprompt', (event) => event.stopImmediatePropagation(), { capture: true }),
        )
        // This page stays open, so that its process with the compiled scripts goes on.
        await profile.pages()[0]!.goto(emptyPage)
        return profile
      })
      for (const profile of profiles.values()) await profile.close()
      rmSync(folder, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 150_000 },
  ],
  browser: [
    async ({ profiles }, provide) => provide((await profiles(false)).browser()!),
    { scope: 'worker', timeout: 150_000 },
  ],
  context: async ({ profiles, drawsMaps, actionTimeout, navigationTimeout, serverUrl }, provide, info) => {
    const profile = await profiles(drawsMaps)
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

import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import playwrightConfig from '../../playwright.config.ts'
import { createToken, execute } from './api.ts'
import { type Connection, openConnection } from './connection.ts'
import { type DemoServer, startDemoServer } from './demoServer.ts'
import { graphicsArguments, mapScaleFactor } from './graphics.ts'
import { password } from './signIn.ts'

/** A server of its own with a copy of the built client, a connection to it that can be cut, and phones. */
export interface DeviceTests {
  server: DemoServer
  connection: Connection
  /** The folder of the built client that the server has. */
  webDir: string
  /** Starts a browser with this profile, which another start has left, or with one in which only the app is installed. */
  startBrowser(profile?: string): Promise<Device>
  /** Sends a GraphQL request of a user to the server. A user has one session, because one with too many loses the oldest. */
  ask<Data>(email: string, query: string, variables?: Record<string, unknown>): Promise<Data>
  /** Closes the browsers and restores the connection. */
  reset(): Promise<void>
  close(): Promise<void>
}

/** A browser on a phone that keeps what it stores. */
export interface Device {
  profile: string
  context: BrowserContext
  page: Page
}

/** Starts the server for the tests of a file. */
export async function startDeviceTests(): Promise<DeviceTests> {
  const folder = mkdtempSync(path.join(tmpdir(), 'porchlight-device-'))
  const webDir = path.join(folder, 'web')
  cpSync('dist/web', webDir, { recursive: true })
  const server = await startDemoServer({ WEB_DIR: webDir })
  const connection = await openConnection(server.url)
  const contexts: BrowserContext[] = []
  const tokens = new Map<string, string>()
  const installed = path.join(folder, 'installed')
  let profiles = 0
  const { launchOptions = {} } = playwrightConfig.use ?? {}
  const launch = (profile: string) =>
    chromium.launchPersistentContext(profile, {
      ...launchOptions,
      args: [...(launchOptions.args ?? []), ...graphicsArguments(true)],
      viewport: { width: 390, height: 844 },
      deviceScaleFactor: mapScaleFactor,
      hasTouch: true,
      isMobile: true,
      reducedMotion: 'reduce',
      serviceWorkers: 'allow',
      baseURL: connection.url,
    })
  await installApp(await launch(installed))
  const reset = async () => {
    connection.restore()
    for (const context of contexts.splice(0)) await context.close().catch(() => undefined)
  }
  return {
    server,
    connection,
    webDir,
    ask: async (email, query, variables) => {
      const token = tokens.get(email) ?? (await createToken(email, password, server.url))
      tokens.set(email, token)
      return execute(query, variables, token, {}, server.url)
    },
    reset,
    startBrowser: async (existing) => {
      const profile = existing ?? path.join(folder, `profile-${(profiles += 1)}`)
      if (!existing) cpSync(installed, profile, { recursive: true })
      const context = await launch(profile)
      contexts.push(context)
      return { profile, context, page: context.pages()[0] ?? (await context.newPage()) }
    },
    close: async () => {
      await reset()
      await connection.close()
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Uses the app until its service worker has stored it, and closes the browser. */
async function installApp(context: BrowserContext): Promise<void> {
  const page = context.pages()[0]!
  await signInOnDevice(page, 'avery@maple-demo.example')
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('/login')
  await context.close()
}

/** Signs in on the sign-in screen, and waits until the service worker has stored the app. */
export async function signInOnDevice(page: Page, email: string): Promise<void> {
  await page.goto('/login')
  await submitSignIn(page, email)
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
}

/** Fills in the sign-in screen. */
export async function submitSignIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email Address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.waitForURL((url) => url.pathname !== '/login')
}

/** Ends the browser as a crash does: nothing is saved or closed. */
export async function killBrowser({ context, page }: Device): Promise<void> {
  const session = await context.newCDPSession(page)
  const closed = new Promise((resolve) => context.once('close', resolve))
  await session.send('Browser.crash').catch(() => undefined)
  await closed
}

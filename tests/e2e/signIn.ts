import { expect, type Browser, type Page } from '@playwright/test'
import { execute } from './api.ts'

export const password = 'porchlight'

/** A document of the app's origin without scripts. */
export const emptyPage = '/favicon.svg'

/** Signs in through the form and waits for the first screen. */
export async function signIn(page: Page, email: string): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email Address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).not.toHaveURL(/login/)
}

/** Opens a screen with a new session of the user, without the sign-in form. */
export async function openAs(page: Page, email: string, path: string): Promise<void> {
  const { login } = await execute<{ login: { accessToken: string; user: object } }>(
    `mutation ($email: String!, $password: String!) { login(email: $email, password: $password) {
      accessToken user { id email fullName role } } }`,
    { email, password },
  )
  const stored = { token: login.accessToken, user: JSON.stringify(login.user), loginTime: `${Date.now()}` }
  await page.goto(emptyPage)
  await page.evaluate((items) => {
    for (const storage of [localStorage, sessionStorage]) storage.clear()
    for (const [name, value] of Object.entries(items)) localStorage.setItem(name, value)
  }, stored)
  await page.goto(path)
}

/** Opens a screen for another user in a separate browser context on a wide screen. */
export async function openSession(browser: Browser, email: string, path: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await openAs(page, email, path)
  return page
}

/**
 * Collects errors and warnings of the page's console. Call it before the page loads; the returned function returns
 * them.
 */
export function collectConsoleErrors(page: Page): () => string[] {
  const messages: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !isExpected(message.text())) messages.push(message.text())
  })
  page.on('pageerror', (error) => messages.push(error.message))
  return () => messages
}

/**
 * Headless Chromium logs that it renders WebGL in software, and MapLibre that it rebuilds a style whose predecessor was
 * still loading, as on a slow machine. The configuration of the tests blocks service workers.
 */
function isExpected(text: string): boolean {
  return /GL Driver Message|software rendering|WebGL|Style is not done loading|Service Worker registration blocked/i.test(
    text,
  )
}

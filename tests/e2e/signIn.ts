import { expect, type Browser, type Page } from '@playwright/test'

export const password = 'porchlight'

/** Signs in by the form, as a person does, and waits for the first screen. */
export async function signIn(page: Page, email: string): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email Address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).not.toHaveURL(/login/)
}

/** Another person at another machine: a context of their own, signed in. */
export async function openSession(browser: Browser, email: string, options: { baseURL?: string } = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options })
  const page = await context.newPage()
  await signIn(page, email)
  return page
}

/** Fails the test when the page complains on its console. Call it first; the returned function says what was said. */
export function collectConsoleErrors(page: Page): () => string[] {
  const messages: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !isDriverMessage(message.text())) messages.push(message.text())
  })
  page.on('pageerror', (error) => messages.push(error.message))
  return () => messages
}

/** Headless Chromium draws WebGL in software and says so. */
function isDriverMessage(text: string): boolean {
  return /GL Driver Message|software rendering|WebGL/i.test(text)
}

import { expect as soon, type Locator, type Page, test } from '@playwright/test'
import { execute } from './api.ts'
import { password } from './signIn.ts'

/** A map is drawn in software here: a busy machine may take its time over a frame. */
const MAP_TIMEOUT = 30_000
export const expect = soon.configure({ timeout: MAP_TIMEOUT })

/** For tests on the map: patient, and without flights, which only cost frames. */
export function configureMapTests(): void {
  test.use({ actionTimeout: MAP_TIMEOUT, contextOptions: { reducedMotion: 'reduce' } })
  test.describe.configure({ timeout: 4 * MAP_TIMEOUT })
}

/** Opens a screen as somebody who has signed in already. */
export async function openAs(page: Page, email: string, path: string): Promise<void> {
  const { login } = await execute<{ login: { accessToken: string; user: object } }>(
    `mutation ($email: String!, $password: String!) { login(email: $email, password: $password) {
      accessToken user { id email fullName role } } }`,
    { email, password },
  )
  await page.addInitScript(({ accessToken, user }) => {
    localStorage.setItem('token', accessToken)
    localStorage.setItem('user', JSON.stringify(user))
    localStorage.setItem('loginTime', String(Date.now()))
  }, login)
  await page.goto(path)
}

declare global {
  interface Window {
    toastsSaid: Record<string, { from: number; to: number }>
  }
}

/**
 * Everything that toasts say, however shortly a busy machine leaves them on the screen, with the milliseconds from the
 * first to the last sight of each. Call it before the page is opened; the returned function tells.
 */
export async function collectToasts(page: Page): Promise<() => Promise<Record<string, number>>> {
  await page.addInitScript(() => {
    window.toastsSaid = {}
    const look = () => {
      for (const toast of document.querySelectorAll('[role=alert], [role=status]')) {
        const text = toast.textContent
        const now = performance.now()
        if (text) window.toastsSaid[text] = { from: window.toastsSaid[text]?.from ?? now, to: now }
      }
    }
    new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true })
    setInterval(look, 100)
  })
  return () =>
    page.evaluate(() =>
      Object.fromEntries(Object.entries(window.toastsSaid).map(([text, { from, to }]) => [text, to - from])),
    )
}

/** Types an address and searches for it. */
export async function searchFor(page: Page, address: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Address' }).fill(address)
  await page.getByRole('button', { name: 'Search', exact: true }).click()
}

/** Opens a saved house that is in view from the map's text form, as a keyboard does. */
export async function openPropertyInView(page: Page, streetNumber: string): Promise<void> {
  const list = page.getByRole('listbox', { name: /saved properties in view/i })
  const house = list.getByRole('option', { name: new RegExp(`^${streetNumber},`) })
  await house.waitFor({ state: 'attached' })
  const numbers = await list.getByRole('option').allInnerTexts()
  await list.focus()
  await page.keyboard.press('Home')
  for (let step = numbers.findIndex((one) => one.startsWith(`${streetNumber},`)); step > 0; step -= 1)
    await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
}

/** How many distinct colours the map shows: 1 when nothing was drawn, dozens when it was. */
export async function countMapColors(page: Page): Promise<number> {
  return countColors(page, page.locator('canvas.maplibregl-canvas'))
}

/** How many distinct colours a part of the page shows. */
export async function countColors(page: Page, part: Locator): Promise<number> {
  const picture = await part.screenshot()
  return page.evaluate(async (data) => {
    const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob())
    const canvas = new OffscreenCanvas(image.width, image.height)
    const context = canvas.getContext('2d')!
    context.drawImage(image, 0, 0)
    const { data: pixels } = context.getImageData(0, 0, image.width, image.height)
    const colors = new Set<number>()
    for (let at = 0; at < pixels.length; at += 4 * 7)
      colors.add((pixels[at]! << 16) | (pixels[at + 1]! << 8) | pixels[at + 2]!)
    return colors.size
  }, picture.toString('base64'))
}

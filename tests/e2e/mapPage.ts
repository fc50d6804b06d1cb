import { expect as baseExpect, type Locator, type Page } from '@playwright/test'
import { timeLimitFactor } from '../support/machineSpeed.ts'
import { test } from './fixtures.ts'

/** Maps are drawn by the processor here, so a frame may take long. */
const MAP_TIMEOUT = 20_000 * timeLimitFactor()
export const expect = baseExpect.configure({ timeout: MAP_TIMEOUT })

/** For tests with a map: a browser that draws it fast, and long timeouts. */
export function configureMapTests(): void {
  test.use({ actionTimeout: MAP_TIMEOUT, drawsMaps: true })
  test.describe.configure({ timeout: 5 * MAP_TIMEOUT })
}

declare global {
  interface Window {
    toastsSaid: Set<string>
  }
}

/**
 * Records every toast, however briefly it shows, without its buttons. Call it before the page loads; the returned function returns the texts in the
 * order in which they were first seen.
 */
export async function collectToasts(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    window.toastsSaid = new Set()
    const look = () => {
      for (const element of document.querySelectorAll('[role=alert], [role=status]')) {
        const copy = element.cloneNode(true) as Element
        for (const button of copy.querySelectorAll('button')) button.remove()
        if (copy.textContent) window.toastsSaid.add(copy.textContent)
      }
    }
    new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true })
    setInterval(look, 100)
  })
  return () => page.evaluate(() => [...window.toastsSaid])
}

/** Types an address and searches for it. */
export async function searchFor(page: Page, address: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Address' }).fill(address)
  await page.getByRole('button', { name: 'Search', exact: true }).click()
}

/** Opens a visible saved property by keyboard, from the map's listbox, by its number or its number and street. */
export async function openPropertyInView(page: Page, address: string): Promise<void> {
  const list = page.getByRole('listbox', { name: /saved properties in view/i })
  // Houses of two streets can have the same number.
  const wanted = list.getByRole('option', { name: new RegExp(`^${address}[ ,]`) }).first()
  // The next key on the way to the option. The list changes while the map is still moving, so the steps cannot be counted in advance.
  const readKey = () =>
    list.evaluate((element, start) => {
      const options = [...element.querySelectorAll('[role=option]')]
      const at = options.findIndex(({ textContent }) => new RegExp(`^${start}[ ,]`).test(textContent))
      const active = options.findIndex(({ id }) => id === element.getAttribute('aria-activedescendant'))
      if (at === -1) return 'Home'
      return at === active ? 'Enter' : at > active ? 'ArrowDown' : 'ArrowUp'
    }, address)
  await list.focus()
  await page.keyboard.press('Home')
  let key = ''
  while (key !== 'Enter') {
    await wanted.waitFor({ state: 'attached' })
    key = await readKey()
    await page.keyboard.press(key)
  }
}

/** The number of distinct colors on the map: 1 when nothing is drawn, dozens otherwise. */
export async function countMapColors(page: Page): Promise<number> {
  return countColors(page, page.locator('canvas.maplibregl-canvas'))
}

/** The number of distinct colors in a part of the page. */
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

import type { Page } from '@playwright/test'
import { test } from './fixtures.ts'
import { configureMapTests, expect, openPropertyInView } from './mapPage.ts'
import { openAs } from './signIn.ts'

configureMapTests()

const rep = 'riley@maple-demo.example'
const sheetWith = (page: Page, name: string) =>
  page.getByRole('region').filter({ has: page.getByRole('button', { name, exact: true }) })

test(
  'on a phone every target is 48 pixels large, and the sheet has no small text',
  { tag: '@phone' },
  async ({ page, context }) => {
    await openAs(page, rep, '/')
    await expect(page.getByRole('button', { name: /Start knocking|Back to the map/ })).toBeVisible()
    await expect(page.getByRole('link', { name: /^View / }).first()).toBeVisible()
    expect(await smallTargets(page, 'main, header')).toEqual([])

    await page.goto('/map')
    await openFirstHouse(page)
    expect(await smallTargets(page, '.over-map')).toEqual([])
    expect(await smallTexts(page, 'section[aria-label]')).toEqual([])
    await page.getByRole('button', { name: 'Show more' }).click()
    await expect(page.getByRole('region', { name: 'Door history' })).toBeInViewport()
    expect(await smallTargets(page, '.over-map')).toEqual([])
    expect(await smallTexts(page, 'section[aria-label]')).toEqual([])

    await context.setOffline(true)
    await page.getByRole('button', { name: 'Nobody home' }).click()
    await page.getByRole('button', { name: /1 waiting/ }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    expect(await smallTargets(page, '[role=dialog]')).toEqual([])
  },
)

test(
  'the sheet takes the focus and gives it back, shows all outcomes at half its height, and they stay where they are',
  { tag: '@phone' },
  async ({ page }) => {
    await openAs(page, rep, '/map')
    await test.step('the focus', async () => {
      await openFirstHouse(page)
      const focused = sheetWith(page, 'Dismiss')
      await expect(focused).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(focused).toBeHidden()
      await expect(page.getByRole('listbox', { name: /saved properties in view/i })).toBeFocused()
    })

    await openFirstHouse(page)
    const sheet = sheetWith(page, 'Show more')
    const offset = async () => {
      const [tile, top] = await Promise.all([
        page.getByRole('button', { name: 'Nobody home' }).boundingBox(),
        page.getByRole('link', { name: 'Directions' }).boundingBox(),
      ])
      return { below: Math.round(tile!.y - top!.y), height: Math.round(tile!.height) }
    }
    const atHalf = await offset()
    expect(atHalf.height).toBe(85)
    const outcomes = page.getByRole('group', { name: 'Log a knock' }).getByRole('button')
    await expect(outcomes).toHaveCount(8)
    const footer = await page.getByRole('button', { name: 'Go', exact: true }).boundingBox()
    const last = await outcomes.nth(7).boundingBox()
    expect(last!.y + last!.height).toBeLessThan(footer!.y)
    await sheet.getByRole('button', { name: 'Show more' }).click()
    await expect(page.getByRole('button', { name: 'Show less' })).toBeVisible()
    expect(await offset()).toEqual(atHalf)

    await test.step('a swipe that begins on an outcome raises it, and logs no knock', async () => {
      await page.getByRole('button', { name: 'Show less' }).click()
      await expect(page.getByRole('button', { name: 'Show more' })).toBeVisible()
      const tile = (await outcomes.nth(5).boundingBox())!
      await page.mouse.move(tile.x + 20, tile.y + 20)
      await page.mouse.down()
      await page.mouse.move(tile.x + 20, tile.y - 200, { steps: 4 })
      await page.mouse.up()
      await expect(page.getByRole('button', { name: 'Show less' })).toBeVisible()
      await expect(page.getByRole('button', { name: 'Undo', exact: true })).toHaveCount(0)
    })

    await test.step('the Tab key raises the sheet to what it hides, and scrolls nothing behind it', async () => {
      await page.getByRole('button', { name: 'Show less' }).click()
      await expect(page.getByRole('button', { name: 'Show more' })).toBeVisible()
      await outcomes.nth(7).focus()
      await page.keyboard.press('Tab')
      await expect(page.getByRole('button', { name: 'Show less' })).toBeVisible()
      const note = page.getByRole('textbox', { name: 'Add a note' })
      await expect(note).toBeFocused()
      await expect(note).toBeInViewport({ ratio: 1 })
      const scrolled = await page.locator('.over-map').evaluateAll((frames) => frames.map((frame) => frame.scrollTop))
      expect(Math.max(...scrolled)).toBe(0)
    })
  },
)

test('a link opens its house; Back closes it; a bad link says so', { tag: '@phone' }, async ({ page }) => {
  await openAs(page, rep, '/map')
  await openFirstHouse(page)
  await expect(page).toHaveURL(/at=[-\d.,]+&house=[\da-f-]+$/)
  const link = page.url()
  const parcel = page.getByText('Parcel ID')
  await expect(page.getByRole('button', { name: 'Go', exact: true })).toBeVisible()
  await page.goBack()
  await expect(parcel).toBeHidden()
  await expect(page).not.toHaveURL(/house=/)
  await page.goto('/leads')
  await page.goto(link)
  await expect(parcel).toBeVisible()
  await page.reload()
  await expect(parcel).toBeVisible()
  await page.goto('/map?house=6f9a1df2-0000-4000-8000-000000000000')
  await expect(page.getByText('This house was not found.', { exact: false })).toBeVisible()
  await expect(page).not.toHaveURL(/house=/)
})

test('on its side the sheet leaves half of the map free', { tag: '@phone' }, async ({ page }) => {
  await page.setViewportSize({ width: 844, height: 390 })
  await openAs(page, rep, '/map')
  await openFirstHouse(page)
  const box = await sheetWith(page, 'Dismiss').boundingBox()
  expect(box!.width).toBe(400)
  await expect(page.getByRole('button', { name: 'Nobody home' })).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('button', { name: 'Zoom in' })).toBeInViewport({ ratio: 1 })
})

test(
  'the location follows the rep within a session, and the rep is told so once',
  { tag: '@phone' },
  async ({ page, context }) => {
    await context.grantPermissions(['geolocation'])
    await context.setGeolocation({ latitude: 39.7665, longitude: -86.164, accuracy: 12 })
    await openAs(page, 'sky@maple-demo.example', '/map')
    const notice = page.getByRole('status').filter({ hasText: 'Your location is recorded with each knock' })
    await page.getByRole('button', { name: 'Start session' }).click()
    await expect(notice).toBeVisible()
    await notice.getByRole('button', { name: 'OK' }).click()
    await page.reload()
    await expect(page.getByRole('button', { name: /^Session: / })).toBeVisible()
    await expect(notice).toBeHidden()
  },
)

async function openFirstHouse(page: Page): Promise<void> {
  const first = page
    .getByRole('listbox', { name: /saved properties in view/i })
    .getByRole('option')
    .first()
  await first.waitFor({ state: 'attached' })
  await openPropertyInView(page, /^\d+/.exec(await first.innerText())![0])
  await expect(page.getByText('Parcel ID')).toBeVisible()
}

/** The visible controls below 48 pixels, with the area that an ::after adds around them. */
const smallTargets = (page: Page, within: string) =>
  page.evaluate((selector) => {
    const controls = [...document.querySelectorAll(selector)].flatMap((part) => [
      ...part.querySelectorAll<HTMLElement>('a, button, input, select, [role=button]'),
    ])
    return controls.flatMap((control) => {
      const { width, height } = control.getBoundingClientRect()
      const isShown = width > 1 && control.checkVisibility({ visibilityProperty: true, opacityProperty: true })
      if (!isShown || control.matches('form input, [inert] *')) return []
      const after = getComputedStyle(control, '::after')
      const margin = after.content !== 'none' && after.position === 'absolute' ? -Number.parseFloat(after.top) || 0 : 0
      const isLarge = Math.min(width, height) + 2 * margin >= 47.5
      return isLarge ? [] : [`${control.ariaLabel ?? control.textContent} ${width}×${height}`]
    })
  }, within)

/** The visible texts below 16 pixels. */
const smallTexts = (page: Page, within: string) =>
  page.evaluate((selector) => {
    const elements = [...document.querySelectorAll(`.over-map ${selector} *`)]
    return elements.flatMap((element) => {
      const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim())
      if (!hasText || element.closest('.sr-only') || !element.checkVisibility()) return []
      const size = Number.parseFloat(getComputedStyle(element).fontSize)
      return size < 16 ? [`${element.textContent} ${size}`] : []
    })
  }, within)

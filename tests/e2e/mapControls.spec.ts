import type { Locator, Page } from '@playwright/test'
import { createAccount, createToken } from './api.ts'
import { test } from './fixtures.ts'
import { configureMapTests, expect } from './mapPage.ts'
import { doorSheet } from './newStreet.ts'
import { saveProperty } from './saveProperty.ts'
import { openAs, password } from './signIn.ts'

configureMapTests()

const rep = 'controls@maple-demo.example'
const street = 'W 7th Demo St'

interface Box {
  x: number
  y: number
  width: number
  height: number
}

const boxOf = async (part: Locator): Promise<Box> => (await part.boundingBox())!
const areOver = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width &&
  one.x + one.width > other.x &&
  one.y < other.y + other.height &&
  one.y + one.height > other.y

/** The zoom of the map, which the URL names. */
const zoomOf = (page: Page) => Number(new URL(page.url()).searchParams.get('at')?.split(',')[2])

test(
  'on a phone the zoom is in the menu of the layers, a toast with Undo moves no control, and no sheet cuts the notice of the location',
  { tag: '@phone' },
  async ({ page, context }) => {
    await context.grantPermissions(['geolocation'])
    await context.setGeolocation({ latitude: 39.7735, longitude: -86.1691, accuracy: 12 })
    await createAccount(await createToken('parker@porchlight.example', password), {
      ...{ email: rep, fullName: 'Sample Controls', role: 'SALES_REP', tenant: 'Maple Demo Roofing', password },
    })
    const id = await saveProperty(rep, `613 ${street}`)
    await openAs(page, rep, `/map?house=${id}`)
    const heading = doorSheet(page).getByRole('heading', { level: 2 })
    await expect(heading).toHaveText(`613 ${street}`)
    const layers = page.getByRole('button', { name: 'Map type and zoom', exact: true })
    const locate = page.getByRole('button', { name: 'Center on my location', exact: true })

    await test.step('the zoom', async () => {
      await expect(layers).toBeVisible()
      await expect(page.getByRole('button', { name: /^Zoom/ })).toHaveCount(0)
      // The map opens at the property of the link, and comes closer.
      const before = 19
      await expect.poll(() => zoomOf(page)).toBeCloseTo(before, 1)
      await layers.click()
      await page.getByRole('menuitem', { name: 'Zoom In', exact: true }).click()
      await expect.poll(() => zoomOf(page)).toBeCloseTo(before + 1, 1)
      // The menu stays open for the next step.
      await page.getByRole('menuitem', { name: 'Zoom Out', exact: true }).click()
      await expect.poll(() => zoomOf(page)).toBeCloseTo(before, 1)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('menuitem')).toHaveCount(0)
    })

    await test.step('the toast', async () => {
      const before = [await boxOf(layers), await boxOf(locate)]
      await doorSheet(page).getByRole('button', { name: 'Interested', exact: true }).click()
      const toast = page.locator('[data-toast-bar]').filter({ hasText: 'Undo' })
      await expect(toast).toBeVisible()
      expect([await boxOf(layers), await boxOf(locate)]).toEqual(before)
      const box = await boxOf(toast)
      expect(before.filter((control) => areOver(control, box))).toEqual([])
      const { y } = await boxOf(doorSheet(page))
      expect(y - (box.y + box.height)).toBeGreaterThanOrEqual(8)
    })

    await test.step('the notice', async () => {
      await page.getByRole('button', { name: 'Start Session' }).click()
      const notice = page.getByRole('status').filter({ hasText: 'Your location is recorded with each knock' })
      for (const [width, height] of [
        [390, 844],
        [390, 800],
        [360, 800],
      ] as const) {
        await page.setViewportSize({ width, height })
        await expect(notice).toBeVisible()
        const overlapping = async () => {
          const box = await boxOf(notice)
          const others = await Promise.all([doorSheet(page), layers, locate].map(boxOf))
          return others.filter((other) => areOver(other, box))
        }
        await expect.poll(overlapping, `${width} × ${height}`).toEqual([])
      }
      await page.getByRole('button', { name: 'Show More' }).click()
      await expect(notice).toBeHidden()
      await page.getByRole('button', { name: 'Show Less' }).click()
      await expect(notice).toBeVisible()
      // There is no room for it beside this sheet.
      await page.setViewportSize({ width: 390, height: 740 })
      await expect(notice).toBeHidden()
      await page.getByRole('button', { name: 'Dismiss' }).click()
      await expect(notice).toBeVisible()
    })
  },
)

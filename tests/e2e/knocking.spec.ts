import type { Locator } from '@playwright/test'
import { createPhoto } from '../support/photos.ts'
import { createToken, execute } from './api.ts'
import { waitForDetails } from './deviceStorage.ts'
import { test } from './fixtures.ts'
import { configureMapTests, expect, openPropertyInView, searchFor } from './mapPage.ts'
import { saveProperty } from './saveProperty.ts'
import { openAs, password } from './signIn.ts'

configureMapTests()

const rep = 'morgan@maple-demo.example'
const owner = 'quinn@maple-demo.example'

test(
  'one tap logs one knock and opens the next door, and Back closes the sheet',
  { tag: '@phone' },
  async ({ page }) => {
    const address = '436 W 19th Demo St'
    await saveProperty(rep, address)
    await openAs(page, rep, '/map')
    await searchFor(page, address)
    const sheet = page.getByRole('region', { name: new RegExp(`^${address}`) })
    await expect(sheet.getByText('Next door', { exact: false })).toBeVisible()
    await sheet.getByRole('button', { name: 'Talked', exact: true }).evaluate((tile: HTMLElement) => {
      const { now } = Date
      const tappedAt = now()
      tile.click()
      setTimeout(() => {
        // However long a busy machine has taken.
        Date.now = () => tappedAt + 80
        tile.click()
        Date.now = now
      }, 80)
    })
    const next = page.getByRole('region', { name: /W 19th Demo St/ })
    await expect(sheet).toBeHidden()
    await expect(next).toBeVisible()
    await expect(next.getByText('Parcel ID')).toBeVisible()
    await expect.poll(() => knocksAt(address)).toEqual(['TALKED'])

    await page.goBack()
    await expect(next).toBeHidden()
    await expect(page).not.toHaveURL(/house=/)
  },
)

test(
  'a knock at an unsaved house saves it, with the photos that were not removed',
  { tag: '@phone' },
  async ({ page }) => {
    const address = '460 W 19th Demo St'
    await openAs(page, rep, '/map')
    await searchFor(page, address)
    await page.getByRole('dialog', { name: 'Quick Lead Creation' }).getByRole('button', { name: 'Close' }).click()
    const sheet = page.getByRole('region', { name: new RegExp(`^${address}`) })
    await expect(sheet.getByText('Not saved yet')).toBeVisible()

    await sheet.getByRole('button', { name: 'Show More' }).click()
    await sheet.getByLabel('Photo', { exact: true }).setInputFiles(await photosOfWidths(40, 60, 80))
    const waiting = sheet.getByRole('list', { name: 'Photos of the next outcome' })
    await expect.poll(() => widthsIn(waiting)).toEqual([40, 60, 80])
    await waiting.getByRole('button', { name: 'Remove photo 2 of 3' }).click()
    await expect.poll(() => widthsIn(waiting)).toEqual([40, 80])

    await sheet.getByRole('button', { name: 'Nobody home', exact: true }).click()
    await expect.poll(() => knocksAt(address)).toEqual(['NOBODY_HOME'])
    // The next door opens by itself.
    await expect(sheet).toBeHidden()
    await searchFor(page, address)
    const history = sheet.getByRole('region', { name: 'Door History' })
    await expect(history.getByRole('link', { name: /^Photo [12] of 2, taken at / })).toHaveCount(2)
    await expect.poll(() => widthsIn(history)).toEqual([40, 80])
  },
)

/** Photos that are told apart by their widths in pixels. */
const photosOfWidths = (...widths: number[]) =>
  Promise.all(
    widths.map(async (width) => ({
      ...{ name: `roof-${width}.jpg`, mimeType: 'image/jpeg' },
      buffer: await createPhoto().resize(width, 20, { fit: 'fill' }).toBuffer(),
    })),
  )

/** The widths in pixels of the photos in a part of the sheet; 0 for one that is not loaded yet. */
const widthsIn = (part: Locator) =>
  part.getByRole('img').evaluateAll((images) => images.map((image) => (image as HTMLImageElement).naturalWidth))

test('a house in view opens with its details without a connection', { tag: '@phone' }, async ({ page, context }) => {
  await openAs(page, owner, '/map')
  const first = page
    .getByRole('listbox', { name: /saved properties in view/i })
    .getByRole('option')
    .first()
  const house = await first.evaluate(({ id, textContent }) => ({
    id: id.slice(-36),
    address: textContent.split(',')[0]!,
  }))
  await waitForDetails(page, [house])
  // The parts of the sheet that the map loads in advance. No service worker keeps them here.
  await page.waitForFunction(() => {
    const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
    return ['StreetStrip', 'StreetSheet'].every((part) => loaded.some((name) => name.includes(part)))
  })
  await context.setOffline(true)
  await openPropertyInView(page, house.address)
  const sheet = page.getByRole('region', { name: new RegExp(`^${house.address}`) })
  await expect(sheet.getByText('Parcel ID')).toBeVisible()
})

/** The outcomes of the knocks at a house; empty if it is not saved. */
async function knocksAt(address: string): Promise<string[]> {
  const { properties } = await execute<{
    properties: { edges: { node: { address: string; knocks: { outcome: string }[] } }[] }
  }>(
    'query ($search: String!) { properties(filter: { search: $search }) { edges { node { address knocks { outcome } } } } }',
    { search: address },
    await createToken(rep, password),
  )
  const house = properties.edges.find(({ node }) => node.address.startsWith(address))
  return house?.node.knocks.map(({ outcome }) => outcome) ?? []
}

import type { Page } from '@playwright/test'
import { rectangleRing } from '../support/areas.ts'
import { findAccessibilityViolations } from './accessibility.ts'
import { createToken, execute } from './api.ts'
import { test } from './fixtures.ts'
import { configureMapTests, expect } from './mapPage.ts'
import { openAs, password } from './signIn.ts'

configureMapTests()

const owner = 'quinn@maple-demo.example'
const rep = 'riley@maple-demo.example'
const bounds = { west: -86.176, south: 39.763, east: -86.166, north: 39.77 }
const exterior = rectangleRing(bounds.west, bounds.south, bounds.east, bounds.north)
const hole = rectangleRing(-86.172, 39.7655, -86.17, 39.7675).reverse()
/** What `MapHandle.fit` leaves around an area, in pixels. */
const FIT_PADDING = 48

interface Listed {
  territories: {
    edges: { node: { id: string; name: string; doors: number; area: { type: string; coordinates: number[][][] } } }[]
  }
}
async function list() {
  const query = '{ territories { edges { node { id name doors area } } } }'
  const { territories } = await execute<Listed>(query, {}, await createToken(owner, password))
  return territories.edges.map(({ node }) => node)
}

test.afterEach(async () => {
  const token = await createToken(owner, password)
  for (const { id } of await list())
    await execute('mutation ($id: ID!) { archiveTerritory(id: $id) { id } }', { id }, token)
})

test(
  'an area keeps its hole while its outline is changed, and says what its rep loses',
  { tag: '@wide' },
  async ({ page }) => {
    const token = await createToken(owner, password)
    const { createTerritories } = await execute<{ createTerritories: { id: string }[] }>(
      'mutation ($input: [CreateTerritoryInput!]!) { createTerritories(input: $input) { id } }',
      { input: [{ name: 'Elm Park', color: 'TEAL', area: { type: 'Polygon', coordinates: [exterior, hole] } }] },
      token,
    )
    const { me } = await execute<{ me: { id: string } }>('{ me { id } }', {}, await createToken(rep, password))
    await execute(
      'mutation ($id: ID!, $userIds: [ID!]!) { assignTerritory(id: $id, userIds: $userIds) { id } }',
      { ...createTerritories[0], userIds: [me.id] },
      token,
    )
    await openAs(page, owner, '/territories')
    await expect(page.locator('canvas.maplibregl-canvas')).toBeVisible()
    await page.getByRole('button', { name: 'Actions for Elm Park' }).click()
    await page.getByRole('menuitem', { name: 'Change Area' }).click()
    await expect(page.getByText('The hole stays as it is. Click it to fill it.')).toBeVisible()
    await expect(page.getByText(/^[\d,]+ doors, \d+ saved, \d+ knocked$/)).toBeVisible()

    await dragCorner(page)
    const loss = page.getByText(/^Riley .* loses [\d,]+ doors, [\d,]+ of them open\.$/)
    await expect(loss).toBeVisible()
    expect(await findAccessibilityViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Use Area' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit Territory' })
    await expect(dialog.getByText(/^Riley .* loses [\d,]+ doors/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Save Territory' }).click()
    await expect(dialog).toBeHidden()
    const [changed] = await list()
    expect(changed?.area.coordinates[1]).toEqual(hole)
    expect(changed?.area.coordinates[0]).not.toEqual(exterior)

    await page.getByRole('button', { name: 'Actions for Elm Park' }).click()
    await page.getByRole('menuitem', { name: 'Change Area' }).click()
    await page.getByRole('button', { name: 'Fill Holes' }).click()
    await expect(page.getByText(/^Riley .* gains [\d,]+ doors, [\d,]+ of them open\.$/)).toBeVisible()
    await expect(page.getByText('The hole stays as it is.')).toBeHidden()
    await page.getByRole('button', { name: 'Use Area' }).click()
    await dialog.getByRole('button', { name: 'Save Territory' }).click()
    await expect(dialog).toBeHidden()
    const [filled] = await list()
    expect(filled?.area.coordinates).toHaveLength(1)
    expect(filled!.doors).toBeGreaterThan(changed!.doors)
  },
)

test(
  'an area is drawn around a ZIP code, and can be saved as if it were drawn by hand',
  { tag: '@wide' },
  async ({ page }) => {
    await openAs(page, owner, '/territories')
    await page.getByRole('button', { name: 'Draw Territory' }).click()
    await page.getByRole('button', { name: 'Around Doors...' }).click()
    await page.getByLabel('ZIP code', { exact: true }).last().fill('99999')
    await page.getByRole('button', { name: 'Draw Area' }).click()
    await expect(page.getByText('No door with the ZIP code 99999 is known.')).toBeVisible()
    expect(await findAccessibilityViolations(page)).toEqual([])
    await page.getByLabel('ZIP code', { exact: true }).last().fill('00043')
    await page.getByRole('button', { name: 'Draw Area' }).click()
    const count = page.getByText(/^[\d,]+ doors, \d+ saved, \d+ knocked$/)
    await expect(count).toBeVisible()
    await page.getByRole('button', { name: 'Use Area' }).click()
    const drawn = Number((await count.textContent())!.split(' ')[0]!.replace(',', ''))
    expect(drawn).toBeGreaterThan(200)
    const dialog = page.getByRole('dialog', { name: 'New Territory' })
    await dialog.getByLabel('Name').fill('Sampleton')
    await dialog.getByRole('button', { name: 'Save Territory' }).click()
    await expect(dialog).toBeHidden()
    expect(await list()).toMatchObject([{ name: 'Sampleton', doors: drawn }])
  },
)

test('an area is drawn around the block that is clicked', { tag: '@wide' }, async ({ page }) => {
  await openAs(page, owner, '/territories')
  const canvas = page.locator('canvas.maplibregl-canvas')
  await expect(canvas).toBeVisible()
  await page.getByRole('button', { name: 'Draw Territory' }).click()
  // The map has loaded.
  await expect(page.getByText('Draw an area', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Around Doors...' }).click()
  await page.getByText('Block', { exact: true }).click()
  await canvas.hover({ position: { x: 200, y: 200 } })
  await canvas.click({ position: { x: 200, y: 200 } })
  await expect(page.getByText(/^\d+ doors, \d+ saved, \d+ knocked$/)).toBeVisible()
  await page.getByRole('button', { name: 'Split Evenly' }).click()
  await expect(page.getByText(/^4 parts with|cannot be divided into 4 parts/)).toBeVisible()
})

/** Drags the northeast corner of the area toward its middle. The map is zoomed so that the area fills it. */
async function dragCorner(page: Page): Promise<void> {
  const canvas = page.locator('canvas.maplibregl-canvas')
  await canvas.hover()
  const { x, y, width, height } = (await canvas.boundingBox())!
  const middle = (bounds.south + bounds.north) / 2
  const aspect = ((bounds.east - bounds.west) * Math.cos((middle * Math.PI) / 180)) / (bounds.north - bounds.south)
  const half = Math.min((height - 2 * FIT_PADDING) / 2, (width - 2 * FIT_PADDING) / 2 / aspect)
  const corner = { x: x + width / 2 + half * aspect, y: y + height / 2 - half }
  await page.mouse.move(corner.x, corner.y)
  await page.mouse.down()
  await page.mouse.move(corner.x - half / 2, corner.y + half / 2, { steps: 8 })
  await page.mouse.up()
}

import type { Page } from '@playwright/test'
import { findAccessibilityViolations } from './accessibility.ts'
import { createToken, execute } from './api.ts'
import { test } from './fixtures.ts'
import { configureMapTests, expect } from './mapPage.ts'
import { openAs, password } from './signIn.ts'

configureMapTests()

const owner = 'quinn@maple-demo.example'
const rep = 'riley@maple-demo.example'
const square = (west: number, south: number, east: number, north: number) => {
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ]
  return { type: 'Polygon', coordinates: [ring] }
}
const elmPark = { name: 'Elm Park', color: 'TEAL', area: square(-86.176, 39.763, -86.166, 39.77) }

interface Listed {
  territories: { edges: { node: { id: string; name: string; doors: number } }[] }
}
const list = async (email = owner) => {
  const query = '{ territories { edges { node { id name doors } } } }'
  const { territories } = await execute<Listed>(query, {}, await createToken(email, password))
  return territories.edges.map(({ node }) => node)
}
async function create(input: object): Promise<void> {
  const mutation = 'mutation ($input: [CreateTerritoryInput!]!) { createTerritories(input: $input) { id } }'
  await execute(mutation, { input: [input] }, await createToken(owner, password))
}

test.afterEach(async () => {
  const token = await createToken(owner, password)
  for (const { id } of await list())
    await execute('mutation ($id: ID!) { archiveTerritory(id: $id) { id } }', { id }, token)
})

test('a territory is drawn, saved and assigned, and its rep has it', { tag: '@wide' }, async ({ page }) => {
  await create(elmPark)
  await openAs(page, owner, '/territories')
  const territories = page.getByRole('list', { name: 'Territories' })
  await expect(territories.getByRole('listitem')).toContainText(['Elm Park'])
  const canvas = page.locator('canvas.maplibregl-canvas')
  await expect(canvas).toBeVisible()
  expect(await findAccessibilityViolations(page)).toEqual([])

  await page.getByRole('button', { name: 'Draw Territory' }).click()
  const count = page.getByText(/^[\d,]+ doors, \d+ saved, \d+ knocked$/)
  await drawWithMouse(page)
  await expect(count).toBeVisible()
  await expect(page.getByText(/^Overlaps Elm Park by \d+ doors?\.$/)).toBeVisible()
  const drawn = Number((await count.textContent())!.split(' ')[0]!.replace(',', ''))
  expect(drawn).toBeGreaterThan(50)
  await page.getByRole('button', { name: 'Use Area' }).click()

  const dialog = page.getByRole('dialog', { name: 'New Territory' })
  await dialog.getByLabel('Name').fill('Oak Hill')
  await dialog.getByRole('button', { name: 'Save Territory' }).click()
  await expect(dialog).toBeHidden()
  await expect(territories.getByRole('listitem')).toContainText(['Elm Park', 'Oak Hill'])
  const saved = (await list()).find(({ name }) => name === 'Oak Hill')
  expect(saved?.doors).toBe(drawn)

  await page.getByRole('button', { name: 'Actions for Oak Hill' }).click()
  await page.getByRole('menuitem', { name: 'Assign...' }).click()
  const assigning = page.getByRole('dialog', { name: 'Assign Oak Hill' })
  await assigning.getByRole('checkbox', { name: 'Riley' }).first().check()
  expect(await findAccessibilityViolations(page)).toEqual([])
  await assigning.getByRole('button', { name: 'Assign', exact: true }).click()
  await expect(assigning).toBeHidden()
  await expect(territories.getByRole('listitem').nth(1)).toContainText('Riley')
  expect((await list(rep)).map(({ name }) => name)).toEqual(['Oak Hill'])

  await page.getByRole('button', { name: 'Actions for Oak Hill' }).click()
  await page.getByRole('menuitem', { name: 'Assign...' }).click()
  await assigning.getByRole('checkbox', { name: 'Riley' }).first().uncheck()
  await expect(assigning.getByText(/^Riley .* loses [\d,]+ doors, [\d,]+ of them open\.$/)).toBeVisible()
})

test(
  'a rep sees the own territory on the map, and nobody else is asked for it',
  { tag: '@phone' },
  async ({ page }) => {
    await create(elmPark)
    const read = page.waitForResponse(
      (response) =>
        response.url().endsWith('/graphql') && Boolean(response.request().postData()?.includes('TerritoriesOnMap')),
    )
    await openAs(page, rep, '/map?at=39.7665,-86.1710,15')
    expect(await (await read).json()).toMatchObject({ data: { territories: { edges: [] } } })
  },
)

/** Sets four corners around the middle of the map, and closes the area at the last one. */
async function drawWithMouse(page: Page): Promise<void> {
  const canvas = page.locator('canvas.maplibregl-canvas')
  await canvas.hover()
  const { x, y, width, height } = (await canvas.boundingBox())!
  const corners = [
    [0.35, 0.25],
    [0.65, 0.25],
    [0.65, 0.55],
    [0.35, 0.55],
  ].map(([right, down]) => [x + width * right!, y + height * down!] as const)
  for (const [atX, atY] of [...corners, corners.at(-1)!]) {
    await page.mouse.move(atX, atY, { steps: 3 })
    await page.mouse.click(atX, atY)
  }
}

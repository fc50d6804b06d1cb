import type { Page } from '@playwright/test'
import type { Polygon } from 'geojson'
import { rectangle } from '../support/areas.ts'
import { findAccessibilityViolations } from './accessibility.ts'
import { createToken, execute, operationOf } from './api.ts'
import { test } from './fixtures.ts'
import { configureMapTests, expect } from './mapPage.ts'
import { openAs, password } from './signIn.ts'

configureMapTests()

const owner = 'quinn@maple-demo.example'
const rep = 'riley@maple-demo.example'
/** The area that is drawn, in shares of the map's width and height. */
const drawnBounds = { west: 0.2, east: 0.8, north: 0.12, south: 0.55 }
/** Moves of a finger from one corner to the next. */
const STROKE_STEPS = 8
const elmPark = { name: 'Elm Park', color: 'TEAL', area: rectangle(-86.176, 39.763, -86.166, 39.77) }

interface Part {
  doors: number
}
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

test('a territory is drawn, saved and assigned, and its rep has it', async ({ page }, info) => {
  await create(elmPark)
  await openAs(page, owner, '/territories')
  const territories = page.getByRole('list', { name: 'Territories' })
  await expect(territories.getByRole('listitem')).toContainText(['Elm Park'])
  const canvas = page.locator('canvas.maplibregl-canvas')
  await expect(canvas).toBeVisible()
  expect(await findAccessibilityViolations(page)).toEqual([])

  await page.getByRole('button', { name: 'Draw Territory' }).click()
  const count = page.getByText(/^[\d,]+ doors, \d+ saved, \d+ knocked$/)
  // A stroke before the tool is loaded would be lost.
  await expect(page.getByText('Draw an area', { exact: true })).toBeVisible()
  if (info.project.name === 'phone') await drawWithFinger(page)
  else await drawWithMouse(page)
  await expect(count).toBeVisible()
  await expect(page.getByText(/^Overlaps Elm Park by \d+ doors?\.$/)).toBeVisible()
  await page.getByRole('button', { name: 'Use Area' }).click()
  // The button waits for the count of the finished area.
  const drawn = Number((await count.textContent())!.split(' ')[0]!.replace(',', ''))
  expect(drawn).toBeGreaterThan(50)

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
  'an area is split evenly and changed, and all of its parts are saved together',
  { tag: '@wide' },
  async ({ page }) => {
    await openAs(page, owner, '/territories')
    await page.getByRole('button', { name: 'Draw Territory' }).click()
    await expect(page.getByText('Draw an area', { exact: true })).toBeVisible()
    await drawWithMouse(page)
    await page.getByRole('button', { name: 'Split Evenly' }).click()
    await expect(page.getByText(/^4 parts with \d+ to \d+ doors each\.$/)).toBeVisible()
    const divided = page.waitForResponse((response) => {
      const request = response.request()
      return operationOf(request) === 'TerritorySplit' && request.postDataJSON().variables.parts === 3
    })
    await page.getByLabel('Number of parts').fill('3')
    const division = page.getByText(/^3 parts with \d+ to \d+ doors each\.$/)
    await expect(division).toBeVisible()
    const [fewest, most] = (await division.textContent())!.match(/\d+/g)!.slice(1).map(Number) as [number, number]
    expect(most / fewest).toBeLessThanOrEqual(1.1 / 0.9)
    expect(await findAccessibilityViolations(page)).toEqual([])
    expect(await list()).toEqual([])

    const { area } = (await divided).request().postDataJSON().variables as { area: Polygon }
    const { place, part, doors: moved } = await findMove(area, (await (await divided).json()).data.territorySplit)
    const parts = page.getByRole('list', { name: 'Doors of each part' }).getByRole('button')
    const evenly = await parts.allTextContents()
    await parts.nth(part - 1).click()
    await clickOnMap(page, place)
    const changed = moved.map((doors, n) => `${n + 1}: ${doors} doors`)
    await expect(parts).toHaveText(changed)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(parts).toHaveText(evenly)
    await clickOnMap(page, place)
    await expect(parts).toHaveText(changed)
    expect(await findAccessibilityViolations(page)).toEqual([])

    await page.getByLabel('Name before each number').fill('Elm Park')
    await page.getByRole('button', { name: 'Save All' }).click()
    const territories = page.getByRole('list', { name: 'Territories' })
    await expect(territories.getByRole('listitem')).toContainText(['Elm Park 1', 'Elm Park 2', 'Elm Park 3'])
    const saved = await list()
    expect(saved.map((territory) => territory.doors)).toEqual(moved)
  },
)

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

/** Four corners around the middle of the map, in pixels of the screen. The map stands still then. */
async function cornersOnMap(page: Page): Promise<[number, number][]> {
  const canvas = page.locator('canvas.maplibregl-canvas')
  await canvas.hover()
  const { x, y, width, height } = (await canvas.boundingBox())!
  const { west, east, north, south } = drawnBounds
  const corners = [
    [west, north],
    [east, north],
    [east, south],
    [west, south],
  ]
  return corners.map(([right, down]) => [x + width * right!, y + height * down!])
}

/** A place on the map, above the panel, whose doors can be moved to another part, and the doors of all parts afterwards. */
async function findMove(
  area: Polygon,
  parts: Part[],
): Promise<{ place: [number, number]; part: number; doors: number[] }> {
  const query = `query ($area: JSON!, $moves: [TerritoryMoveInput!]) {
    territorySplit(area: $area, parts: 3, moves: $moves) { doors } }`
  const token = await createToken(owner, password)
  const [lngs, lats] = [0, 1].map((axis) => area.coordinates[0]!.map((position) => position[axis]!))
  const between = (values: number[], share: number) => Math.min(...values) * (1 - share) + Math.max(...values) * share
  const { west, east, north, south } = drawnBounds
  const refusals = new Set<string>()
  for (let down = 0.37; down > north; down -= 0.02)
    for (let right = west + 0.02; right < east; right += 0.04)
      for (const part of [1, 2, 3]) {
        const point = {
          lng: between(lngs!, (right - west) / (east - west)),
          lat: between(lats!, (south - down) / (south - north)),
        }
        try {
          const moved = await execute<{ territorySplit: Part[] }>(query, { area, moves: [{ point, part }] }, token)
          const doors = moved.territorySplit.map((changed) => changed.doors)
          if (doors[part - 1]! > parts[part - 1]!.doors) return { place: [right, down], part, doors }
        } catch (error) {
          refusals.add((error as Error).message)
        }
      }
  throw new Error(`No doors can be moved: ${[...refusals].join(' ')}`)
}

async function clickOnMap(page: Page, [right, down]: [number, number]): Promise<void> {
  const { x, y, width, height } = (await page.locator('canvas.maplibregl-canvas').boundingBox())!
  await page.mouse.click(x + width * right, y + height * down)
}

/** Sets the corners, and closes the area at the last one. */
async function drawWithMouse(page: Page): Promise<void> {
  const corners = await cornersOnMap(page)
  for (const [x, y] of [...corners, corners.at(-1)!]) {
    await page.mouse.move(x, y, { steps: 3 })
    await page.mouse.click(x, y)
  }
}

/** Draws around the corners in one stroke. */
async function drawWithFinger(page: Page): Promise<void> {
  const [first, ...others] = await cornersOnMap(page)
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints })
  let [x, y] = first!
  await touch('touchStart', [{ x, y }])
  for (const [toX, toY] of [...others, first!]) {
    const [fromX, fromY] = [x, y]
    for (let step = 1; step <= STROKE_STEPS; step += 1) {
      x = fromX + ((toX - fromX) * step) / STROKE_STEPS
      y = fromY + ((toY - fromY) * step) / STROKE_STEPS
      await touch('touchMove', [{ x, y }])
    }
  }
  await touch('touchEnd', [])
  await session.detach()
}

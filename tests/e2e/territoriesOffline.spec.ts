import { rectangle } from '../support/areas.ts'
import { type DeviceTests, signInOnDevice, startDeviceTests } from './device.ts'
import { test } from './fixtures.ts'
import { countMapColors, expect } from './mapPage.ts'

const rep = 'riley@maple-demo.example'
const owner = 'quinn@maple-demo.example'
/** Half the width of the territory in degrees: more than the map shows around a door. */
const HALF_WIDTH = 0.004

let tests: DeviceTests
test.beforeAll(async () => {
  tests = await startDeviceTests()
})
test.afterEach(() => tests.reset())
test.afterAll(() => tests.close())

interface Door {
  id: string
  lat: number
  lng: number
}

async function readOwnDoors(): Promise<Door[]> {
  const query = '{ properties(first: 200) { edges { node { id lat lng } } } }'
  const { properties } = await tests.ask<{ properties: { edges: { node: Door }[] } }>(rep, query)
  return properties.edges.map(({ node }) => node)
}

async function assignTerritoryAround({ lat, lng }: Door): Promise<void> {
  const area = rectangle(lng - HALF_WIDTH, lat - HALF_WIDTH, lng + HALF_WIDTH, lat + HALF_WIDTH)
  const { createTerritories } = await tests.ask<{ createTerritories: { id: string }[] }>(
    owner,
    'mutation ($input: [CreateTerritoryInput!]!) { createTerritories(input: $input) { id } }',
    { input: [{ name: 'Elm Park', area }] },
  )
  const { me } = await tests.ask<{ me: { id: string } }>(rep, '{ me { id } }')
  await tests.ask(
    owner,
    'mutation ($id: ID!, $userIds: [ID!]!) { assignTerritory(id: $id, userIds: $userIds) { id } }',
    {
      id: createTerritories[0]!.id,
      userIds: [me.id],
    },
  )
}

/** The door of the territory that is farthest from its middle. */
function farthestIn(doors: readonly Door[], middle: Door): Door {
  const distance = ({ lat, lng }: Door) => Math.max(Math.abs(lat - middle.lat), Math.abs(lng - middle.lng))
  const inside = doors.filter((door) => distance(door) < HALF_WIDTH)
  return inside.reduce((far, door) => (distance(door) > distance(far) ? door : far))
}

test('a territory is saved with one tap, and worked without a connection', { tag: '@phone' }, async () => {
  const doors = await readOwnDoors()
  const middle = doors[0]!
  const door = farthestIn(doors, middle)
  await assignTerritoryAround(middle)
  const { page } = await tests.startBrowser()
  await signInOnDevice(page, rep)
  await page.goto(`/map?at=${middle.lat},${middle.lng},17.4`)
  await expect.poll(() => countMapColors(page)).toBeGreaterThan(50)
  await expect(page.getByRole('heading', { name: /^\d+ doors? in view/ })).toBeVisible()
  await page.getByRole('button', { name: 'Save this area for offline' }).click()
  const screen = page.getByRole('dialog', { name: 'Save for Offline' })
  await screen.getByRole('button', { name: 'Save Elm Park' }).click()
  await expect(screen.getByText(/^Saved \d+\.\d MB$/)).toBeVisible()
  await screen.getByRole('button', { name: 'Done' }).click()

  tests.connection.cut()
  await page.goto(`/map?house=${door.id}`)
  const choice = page.getByRole('button', { name: 'Left flyer', exact: true })
  await choice.hover()
  await choice.click()
  const waiting = page.getByRole('button', { name: /waiting/ })
  await expect(waiting).toHaveText('1 waiting')
  tests.connection.restore()
  await expect(waiting).toBeHidden()
  const query = 'query ($id: ID!) { property(id: $id) { knocks { outcome flags } } }'
  const readKnock = async () => {
    const { property } = await tests.ask<{ property: { knocks: object[] } }>(owner, query, { id: door.id })
    return property.knocks[0]
  }
  // Nothing is shown to wait while it is sent.
  await expect.poll(readKnock).toEqual({ outcome: 'LEFT_FLYER', flags: [] })
})

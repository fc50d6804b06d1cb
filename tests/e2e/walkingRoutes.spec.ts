import { rectangle } from '../support/areas.ts'
import { findAccessibilityViolations } from './accessibility.ts'
import { createAccount, createToken, execute } from './api.ts'
import { test } from './fixtures.ts'
import { configureMapTests, expect } from './mapPage.ts'
import { doorSheet, letTimePass } from './newStreet.ts'
import { saveProperty } from './saveProperty.ts'
import { openAs, password } from './signIn.ts'

configureMapTests()

const globalAdmin = 'parker@porchlight.example'
// A person of their own, whose open doors are only these.
const walker = 'route@maple-demo.example'
const doors = [
  '412 W 9th Demo St',
  '418 W 9th Demo St',
  '426 W 9th Demo St',
  '414 W 10th Demo St',
  '422 W 10th Demo St',
]

async function addRep(email: string, fullName: string): Promise<string> {
  await createAccount(await createToken(globalAdmin, password), {
    ...{ email, fullName, role: 'SALES_REP', tenant: 'Maple Demo Roofing', password },
  })
  return email
}

test(
  'a rep walks a route from door to door, skips a street, and plans one without a connection',
  { tag: '@phone' },
  async ({ page, context }) => {
    await createAccount(await createToken(globalAdmin, password), {
      ...{ email: walker, fullName: 'Sample Walker 0142', role: 'SALES_REP' },
      ...{ tenant: 'Maple Demo Roofing', password },
    })
    for (const door of doors) await saveProperty(walker, door)
    const passTime = await letTimePass(page)
    await openAs(page, walker, '/map?at=39.7717,-86.1735,17')
    const route = page.getByRole('region', { name: 'Walking route', exact: true })
    const button = page.getByRole('button', { name: 'Walk a route', exact: true })
    const heading = doorSheet(page).getByRole('heading', { level: 2 })
    await button.click()
    await expect(route.getByRole('heading')).toHaveText('5 doors left')
    await expect(route).toContainText(/ · about (10|15|20) min/)
    expect(await findAccessibilityViolations(page)).toEqual([])

    await route.getByRole('button', { name: 'Next Door' }).click()
    await expect(heading).toHaveText(/W (9|10)th Demo St$/)
    const first = await heading.innerText()
    // Before that, a knock would not know where to go on.
    await expect(doorSheet(page).getByRole('button', { name: 'Go', exact: true })).toBeVisible()
    await doorSheet(page).getByRole('button', { name: 'Nobody home', exact: true }).click()
    await expect(heading).not.toHaveText(first)
    await passTime(1_000)
    expect(doors).toContain(await heading.innerText())
    await doorSheet(page).getByRole('button', { name: 'Dismiss', exact: true }).click()
    await expect(route.getByRole('heading')).toHaveText('4 doors left')

    await route.getByRole('button', { name: /^Skip W (9|10)th Demo St$/ }).click()
    await expect(route.getByRole('heading')).toHaveText(/^[23] doors left$/)
    await route.getByRole('button', { name: 'End Route' }).click()
    await expect(route).toBeHidden()

    await context.setOffline(true)
    await button.click()
    await expect(route.getByRole('heading')).toHaveText('4 doors left')
    await context.setOffline(false)
  },
)

/** Gives a rep a territory around two houses of one street, and returns the place of the first. */
async function assignTerritoryAround(
  rep: string,
  [one, other]: [string, string],
): Promise<{ lat: number; lng: number }> {
  const tokens = {
    rep: await createToken(rep, password),
    owner: await createToken('quinn@maple-demo.example', password),
  }
  const locate = 'mutation ($address: String!) { locateProperty(input: { address: $address }) { draft { lat lng } } }'
  const place = async (address: string) =>
    (await execute<{ locateProperty: { draft: { lat: number; lng: number } } }>(locate, { address }, tokens.rep))
      .locateProperty.draft
  const [first, second] = [await place(one), await place(other)]
  const margin = 0.00005
  const [west, east] = [Math.min(first.lng, second.lng) - margin, Math.max(first.lng, second.lng) + margin]
  const [south, north] = [Math.min(first.lat, second.lat) - margin, Math.max(first.lat, second.lat) + margin]
  const { createTerritories } = await execute<{ createTerritories: { id: string }[] }>(
    'mutation ($input: [CreateTerritoryInput!]!) { createTerritories(input: $input) { id } }',
    { input: [{ name: 'New Area', area: rectangle(west, south, east, north) }] },
    tokens.owner,
  )
  const { me } = await execute<{ me: { id: string } }>('{ me { id } }', {}, tokens.rep)
  await execute(
    'mutation ($id: ID!, $userIds: [ID!]!) { assignTerritory(id: $id, userIds: $userIds) { id } }',
    { id: createTerritories[0]!.id, userIds: [me.id] },
    tokens.owner,
  )
  return first
}

test(
  'a rep walks a new territory past a house that is not saved, which the knock saves, and on without a connection',
  { tag: '@phone' },
  async ({ page, context }) => {
    const rep = await addRep('newarea@maple-demo.example', 'Sample Walker 0144')
    const [unsaved, saved] = ['442 W 9th Demo St', '448 W 9th Demo St']
    const { lat, lng } = await assignTerritoryAround(rep, [unsaved, saved])
    await saveProperty(rep, saved)
    const passTime = await letTimePass(page)
    await openAs(page, rep, `/map?at=${lat},${lng},18`)
    const route = page.getByRole('region', { name: 'Walking route', exact: true })
    const button = page.getByRole('button', { name: 'Walk a route', exact: true })
    const choice = page
      .getByRole('dialog', { name: 'Walk a Route' })
      .getByRole('button', { name: 'New Area', exact: true })
    const heading = doorSheet(page).getByRole('heading', { level: 2 })
    const nobodyHome = doorSheet(page).getByRole('button', { name: 'Nobody home', exact: true })
    await button.click()
    await choice.click()
    await expect(route.getByRole('heading')).toHaveText('2 doors left')

    await route.getByRole('button', { name: 'Next Door' }).click()
    await expect(heading).toHaveText(unsaved)
    await expect(doorSheet(page).getByText('Not saved yet')).toBeVisible()
    await expect(doorSheet(page).getByRole('button', { name: 'Go', exact: true })).toBeVisible()
    await nobodyHome.click()
    await expect(heading).toHaveText(saved)
    await passTime(1_000)
    await expect(doorSheet(page).getByText('Not saved yet')).toBeHidden()

    const waiting = page.getByRole('button', { name: /waiting/ })
    await expect(waiting).toBeHidden()
    await context.setOffline(true)
    await nobodyHome.click()
    await expect(waiting).toHaveText('1 waiting')
    await context.setOffline(false)
    await expect(waiting).toBeHidden()
    const query = '{ properties(first: 10) { edges { node { address knocks { outcome } } } } }'
    type Answer = { properties: { edges: { node: { address: string; knocks: { outcome: string }[] } }[] } }
    const token = await createToken(rep, password)
    const readKnocks = async () => {
      const { properties } = await execute<Answer>(query, {}, token)
      const knocks = properties.edges.map(({ node }) => [
        node.address.split(',')[0],
        node.knocks.map(({ outcome }) => outcome),
      ])
      return Object.fromEntries(knocks) as object
    }
    await expect.poll(readKnocks).toEqual({ [unsaved]: ['NOBODY_HOME'], [saved]: ['NOBODY_HOME'] })
  },
)

const allowNearestDoors = async (allow: boolean) =>
  execute(
    'mutation ($allow: Boolean!) { updateCompany(input: { allowNearestDoors: $allow }) { id } }',
    { allow },
    await createToken('quinn@maple-demo.example', password),
  )

test.describe('where the company lets its reps take doors', () => {
  test.beforeAll(() => allowNearestDoors(true))
  test.afterAll(() => allowNearestDoors(false))

  test(
    'a rep without a territory takes the nearest, walks them without a connection, and gives them back',
    { tag: '@phone' },
    async ({ page, context }) => {
      const rep = await addRep('nearest@maple-demo.example', 'Sample Walker 0143')
      await openAs(page, rep, '/map?at=39.7717,-86.1735,17')
      const route = page.getByRole('region', { name: 'Walking route', exact: true })
      const button = page.getByRole('button', { name: 'Walk a route', exact: true })
      const dialog = page.getByRole('dialog', { name: 'Walk a Route' })
      await button.click()
      await expect(dialog.getByText('Nobody else can take them until midnight.')).toBeVisible()
      expect(await findAccessibilityViolations(page)).toEqual([])
      await dialog.getByRole('button', { name: 'Take the Nearest 40 Doors' }).click()
      // Most doors of the demo town have been knocked at.
      await expect(route.getByRole('heading')).toHaveText(/^([2-9]|[1-4]\d) doors left$/)
      const left = await route.getByRole('heading').innerText()
      await expect(route).toContainText('Return tonight')
      expect(await findAccessibilityViolations(page)).toEqual([])
      await route.getByRole('button', { name: 'End Route' }).click()
      await expect(route).toBeHidden()

      await context.setOffline(true)
      await button.click()
      await expect(dialog.getByText(`${left}, return tonight`)).toBeVisible()
      await dialog.getByRole('button', { name: 'My Doors for Today' }).click()
      await expect(route.getByRole('heading')).toHaveText(left)
      await route.getByRole('button', { name: 'Give Back' }).click()
      await expect(page.getByText('Giving doors back needs a connection. Tonight they return')).toBeVisible()
      await context.setOffline(false)

      await route.getByRole('button', { name: 'Give Back' }).click()
      await expect(route).toBeHidden()
      await button.click()
      await expect(dialog.getByRole('button', { name: 'Take the Nearest 40 Doors' })).toBeVisible()
    },
  )
})

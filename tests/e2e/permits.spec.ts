import { TZDate } from '@date-fns/tz'
import { expect } from '@playwright/test'
import { format } from 'date-fns/format'
import { rectangle } from '../support/areas.ts'
import { findAccessibilityViolations } from './accessibility.ts'
import { createToken, execute } from './api.ts'
import { test } from './fixtures.ts'
import { openAs, password } from './signIn.ts'

const owner = 'quinn@maple-demo.example'
const rep = 'riley@maple-demo.example'
const elmPark = rectangle(-86.176, 39.763, -86.166, 39.77)

test.afterEach(async () => {
  const token = await createToken(owner, password)
  type Listed = { permits: { id: string }[]; territories: { edges: { node: { id: string } }[] } }
  const query = '{ permits { id } territories { edges { node { id } } } }'
  const { permits, territories } = await execute<Listed>(query, {}, token)
  for (const { id } of permits)
    await execute('mutation ($id: ID!) { deletePermit(id: $id) { message } }', { id }, token)
  for (const { node } of territories.edges)
    await execute('mutation ($id: ID!) { archiveTerritory(id: $id) { id } }', { id: node.id }, token)
})

test('an owner adds the permit of a city, and sees its hours', { tag: '@wide' }, async ({ page }) => {
  const mutation = 'mutation ($input: [CreateTerritoryInput!]!) { createTerritories(input: $input) { id } }'
  const territory = { name: 'Elm Park', color: 'TEAL', area: elmPark }
  await execute(mutation, { input: [territory] }, await createToken(owner, password))
  await openAs(page, owner, '/do-not-knock')
  await page.getByRole('radio', { name: 'Permits' }).click()
  await page.getByRole('button', { name: 'Add Permit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Permit' })
  await dialog.getByRole('textbox', { name: 'City' }).fill('Sample City')
  await dialog.getByRole('combobox', { name: 'Area' }).click()
  await page.getByRole('option', { name: 'Elm Park' }).click()
  await dialog.getByLabel('Last day').fill('2039-12-31')
  await dialog.getByLabel('Minutes before sunset').fill('30')
  await dialog.getByRole('checkbox', { name: 'Riley' }).first().check()
  expect(await findAccessibilityViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save Permit' }).click()
  await expect(dialog).toBeHidden()
  const permit = page.getByRole('list', { name: 'Permits' }).getByRole('listitem')
  await expect(permit).toContainText('Sample City')
  await expect(permit).toContainText('Mon–Sat, 9:00 AM – 8:00 PM, until 30 minutes before sunset')
  await expect(permit).toContainText('until Dec 31, 2039. 1 badge.')
  expect(await findAccessibilityViolations(page)).toEqual([])
})

test(
  'a rep without a valid permit outside the own area is asked before a knock, which is flagged, and sees when knocking ends',
  { tag: '@phone' },
  async ({ page }) => {
    const [owners, token] = [await createToken(owner, password), await createToken(rep, password)]
    type Read = {
      me: { id: string; tenant: { timeZone: string } }
      properties: { edges: { node: { id: string } }[] }
    }
    const read = '{ me { id tenant { timeZone } } properties(first: 1) { edges { node { id } } } }'
    const { me, properties } = await execute<Read>(read, {}, token)
    const { id } = properties.edges[0]!.node
    for (const hours of hoursUntil(Date.now() + 25 * 60_000, me.tenant.timeZone))
      await execute(
        'mutation ($input: PermitInput!) { savePermit(input: $input) { id } }',
        {
          input: {
            ...{
              city: 'Sample City',
              area: rectangle(-87, 39, -85, 41),
              validFrom: '2020-01-01',
              validTo: '2020-12-31',
            },
            ...hours,
          },
        },
        owners,
      )
    const mutation = 'mutation ($input: [CreateTerritoryInput!]!) { createTerritories(input: $input) { id } }'
    const territory = { name: 'Elm Park', color: 'TEAL', area: rectangle(-86.9, 40.1, -86.8, 40.2) }
    type Created = { createTerritories: { id: string }[] }
    const { createTerritories } = await execute<Created>(mutation, { input: [territory] }, owners)
    const assign = 'mutation ($id: ID!, $userIds: [ID!]!) { assignTerritory(id: $id, userIds: $userIds) { id } }'
    await execute(assign, { id: createTerritories[0]!.id, userIds: [me.id] }, owners)

    await openAs(page, rep, `/map?house=${id}`)
    const end = page.getByText(/^Knocking ends at \d+:\d\d [AP]M in Sample City, in \d+ minutes?$/)
    await expect(end).toBeVisible()
    const choice = page.getByRole('button', { name: 'Nobody home', exact: true })
    const question = page.getByRole('alert').filter({ hasText: 'You have no valid permit for Sample City.' })
    const tap = async () => {
      await choice.hover()
      await choice.click()
    }
    await tap()
    await expect(question).toContainText('This door is outside your area. Log ‘Nobody home’ anyway?')
    expect(await findAccessibilityViolations(page)).toEqual([])
    await question.getByRole('button', { name: 'Do Not Log' }).click()
    await tap()
    await expect(question).toContainText('Log ‘Nobody home’ anyway?')
    await expect(question).not.toContainText('outside your area')
    await question.getByRole('button', { name: 'Log It' }).click()
    await expect(question).toBeHidden()
    type Knocks = { property: { knocks: { outcome: string; flags: string[] }[] } }
    const query = 'query ($id: ID!) { property(id: $id) { knocks { outcome flags } } }'
    await expect
      .poll(async () => (await execute<Knocks>(query, { id }, token)).property.knocks[0])
      .toEqual({ outcome: 'NOBODY_HOME', flags: ['NO_PERMIT'] })

    await page.reload()
    await page.getByRole('button', { name: 'Show More' }).click()
    const history = page.getByRole('region', { name: 'Door History' })
    await expect(history.getByText('No valid permit for Sample City')).toBeVisible()
  },
)

/** The hours of the permits that allow knocking until this time: today's, and those of the next day if they go on past midnight. */
function hoursUntil(end: number, timeZone: string) {
  const [today, last] = [new TZDate(Date.now(), timeZone), new TZDate(end, timeZone)]
  const until = (day: TZDate, to: string) => ({ weekdays: [day.getDay() || 7], from: '00:00', to })
  const lastTime = format(last, 'HH:mm')
  if (last.getDay() === today.getDay()) return [until(today, lastTime)]
  return lastTime === '00:00' ? [until(today, '24:00')] : [until(today, '24:00'), until(last, lastTime)]
}

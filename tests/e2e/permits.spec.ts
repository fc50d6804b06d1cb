import { expect } from '@playwright/test'
import { findAccessibilityViolations } from './accessibility.ts'
import { createToken, execute, operationOf } from './api.ts'
import { test } from './fixtures.ts'
import { openAs, password } from './signIn.ts'

const owner = 'quinn@maple-demo.example'
const rep = 'riley@maple-demo.example'
const ring = [
  [-86.176, 39.763],
  [-86.166, 39.763],
  [-86.166, 39.77],
  [-86.176, 39.763],
]

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
  const territory = { name: 'Elm Park', color: 'TEAL', area: { type: 'Polygon', coordinates: [ring] } }
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

test('a rep without a valid permit is asked before a knock, which is flagged', { tag: '@phone' }, async ({ page }) => {
  const all = [
    [-87, 39],
    [-85, 39],
    [-85, 41],
    [-87, 41],
    [-87, 39],
  ]
  const area = { type: 'Polygon', coordinates: [all] }
  const input = { city: 'Sample City', area, validFrom: '2020-01-01', validTo: '2020-12-31' }
  await execute(
    'mutation ($input: PermitInput!) { savePermit(input: $input) { id } }',
    { input },
    await createToken(owner, password),
  )
  const token = await createToken(rep, password)
  type Read = { properties: { edges: { node: { id: string } }[] } }
  const { properties } = await execute<Read>('{ properties(first: 1) { edges { node { id } } } }', {}, token)
  const { id } = properties.edges[0]!.node
  const permitsRead = page.waitForResponse((response) => operationOf(response.request()) === 'Permits')
  await openAs(page, rep, `/map?house=${id}`)
  await (await permitsRead).finished()
  const choice = page.getByRole('button', { name: 'Nobody home', exact: true })
  await choice.hover()
  await choice.click()
  const question = page.getByRole('alert').filter({ hasText: 'You have no valid permit for Sample City.' })
  await expect(question).toContainText('Log ‘Nobody home’ anyway?')
  expect(await findAccessibilityViolations(page)).toEqual([])
  await question.getByRole('button', { name: 'Log It' }).click()
  await expect(question).toBeHidden()
  type Knocks = { property: { knocks: { outcome: string; flags: string[] }[] } }
  const query = 'query ($id: ID!) { property(id: $id) { knocks { outcome flags } } }'
  await expect
    .poll(async () => (await execute<Knocks>(query, { id }, token)).property.knocks[0])
    .toEqual({ outcome: 'NOBODY_HOME', flags: ['NO_PERMIT'] })
})

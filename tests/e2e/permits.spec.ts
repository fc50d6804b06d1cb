import { expect } from '@playwright/test'
import { findAccessibilityViolations } from './accessibility.ts'
import { createToken, execute } from './api.ts'
import { test } from './fixtures.ts'
import { openAs, password } from './signIn.ts'

const owner = 'quinn@maple-demo.example'
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

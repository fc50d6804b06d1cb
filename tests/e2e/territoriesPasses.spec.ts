import { rectangle } from '../support/areas.ts'
import { findAccessibilityViolations } from './accessibility.ts'
import { createToken, execute } from './api.ts'
import { expect } from '@playwright/test'
import { test } from './fixtures.ts'
import { openAs, password } from './signIn.ts'

const owner = 'quinn@maple-demo.example'
const rep = 'riley@maple-demo.example'

/** A square of some 20 meters around a place. */
function areaAround({ lat, lng }: { lat: number; lng: number }) {
  const size = 0.0001
  return rectangle(lng - size, lat - size, lng + size, lat + size)
}

test.afterEach(async () => {
  const token = await createToken(owner, password)
  const { passes, territories } = await execute<{
    passes: { edges: { node: { id: string } }[] }
    territories: { edges: { node: { id: string } }[] }
  }>('{ passes(filter: { running: true }) { edges { node { id } } } territories { edges { node { id } } } }', {}, token)
  for (const { node } of passes.edges) await execute('mutation ($id: ID!) { endPass(id: $id) { id } }', node, token)
  for (const { node } of territories.edges)
    await execute('mutation ($id: ID!) { archiveTerritory(id: $id) { id } }', node, token)
})

test('a pass counts the doors worked in it, and each figure opens its receipt', { tag: '@wide' }, async ({ page }) => {
  const [ownerToken, repToken] = [await createToken(owner, password), await createToken(rep, password)]
  // A house of its own, at which nobody has knocked.
  const place = { lat: 39.7402, lng: -86.1402 }
  const { createProperty } = await execute<{ createProperty: { id: string } }>(
    'mutation ($input: NewPropertyInput!) { createProperty(input: $input) { id } }',
    { input: { address: '1 Sample Pass', ...place } },
    repToken,
  )
  await execute(
    'mutation ($input: [CreateTerritoryInput!]!) { createTerritories(input: $input) { id } }',
    { input: [{ name: 'Elm Park', color: 'TEAL', area: areaAround(place) }] },
    ownerToken,
  )
  await openAs(page, owner, '/territories')
  await page.getByRole('link', { name: 'Passes' }).click()
  await page.getByRole('button', { name: 'Start Pass' }).click()
  const dialog = page.getByRole('dialog', { name: 'Start Pass' })
  await dialog.getByLabel('Name').fill('October hail')
  await expect(dialog.getByRole('checkbox', { name: 'Elm Park' })).toBeChecked()
  expect(await findAccessibilityViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Start Pass' }).click()
  await expect(dialog).toBeHidden()
  const row = page.getByRole('row').filter({ hasText: 'Elm Park' })
  await expect(row).toContainText('–')

  await execute(
    'mutation ($input: KnockInput!) { logKnock(input: $input) { eventId } }',
    { input: { propertyId: createProperty.id, outcome: 'TALKED' } },
    repToken,
  )
  await page.reload()
  await expect(row).toContainText('by Riley')
  await row.getByRole('button', { name: '1, Doors worked in Elm Park' }).click()
  const receipt = page.getByRole('dialog', { name: 'Doors worked in Elm Park' })
  await expect(receipt.getByRole('status', { name: 'Metric total' })).toContainText('1 ')
  await expect(receipt.getByRole('list', { name: 'Events' }).getByRole('listitem')).toHaveCount(1)
  expect(await findAccessibilityViolations(page)).toEqual([])
  await receipt.getByRole('button', { name: 'Done' }).click()

  await page.getByRole('button', { name: 'End Pass...' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End Pass' }).click()
  await expect(page.getByRole('combobox', { name: 'Pass' })).toContainText('October hail (ended)')
  await execute('mutation ($id: ID!) { deleteProperty(id: $id) { message } }', createProperty, ownerToken)
})

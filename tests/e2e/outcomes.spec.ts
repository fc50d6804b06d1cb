import type { Page } from '@playwright/test'
import { findAccessibilityViolations } from './accessibility.ts'
import { createToken, execute } from './api.ts'
import { test } from './fixtures.ts'
import { configureMapTests, expect } from './mapPage.ts'
import { openAs, openSession, password } from './signIn.ts'

configureMapTests()

const rep = 'riley@maple-demo.example'
const owner = 'quinn@maple-demo.example'
const ownNames = ['Dog in the yard', 'Wants a quote']

test.afterEach(async () => {
  const token = await createToken(owner, password)
  const { outcomes } = await execute<{ outcomes: { id: string; builtIn: boolean }[] }>(
    '{ outcomes { id builtIn } }',
    {},
    token,
  )
  for (const { id } of outcomes.filter(({ builtIn }) => !builtIn))
    await execute('mutation ($id: ID!) { retireOutcome(id: $id) { id } }', { id }, token)
})

test(
  'outcomes that an owner adds are knocked on a phone, offline too, and count as their meaning',
  { tag: '@phone' },
  async ({ page, browser, context }) => {
    const owners = await openSession(browser, owner, '/company-settings')
    await test.step('the owner adds them, and changes their order', async () => {
      for (const name of ownNames.toReversed()) await addOutcome(owners, name)
      const list = owners.getByRole('list', { name: 'Outcomes in use' })
      await expect(list.getByRole('listitem')).toContainText(['Wants a quote', 'Dog in the yard'])
      await owners.getByRole('button', { name: 'Move Dog in the yard up' }).click()
      await expect(list.getByRole('listitem')).toContainText(ownNames)
      expect(await findAccessibilityViolations(owners)).toEqual([])
    })

    const { repId, property } = await readRep()
    await owners.goto(`/reps/${repId}`)
    const interested = owners
      .getByRole('region', { name: 'Outcomes' })
      .getByRole('listitem')
      .filter({ hasText: /^Interested/ })
    await expect(interested).toBeVisible()
    const countOf = async () => Number(await interested.locator('.figures').first().textContent())
    const before = await countOf()

    await openAs(page, rep, `/map?house=${property.id}`)
    const group = page.getByRole('group', { name: 'Outcomes of the company' })
    await expect(group.getByRole('button')).toHaveText(ownNames)
    await test.step('with a connection', async () => {
      await group.getByRole('button', { name: 'Wants a quote' }).click()
      await expect(page.getByText(`Wants a quote · ${property.streetNumber}`)).toBeVisible()
      await expect(group.getByRole('button', { name: 'Wants a quote' })).toHaveAttribute('aria-pressed', 'true')
      expect(await findAccessibilityViolations(page)).toEqual([])
      await expect.poll(() => lastKnock(property.id)).toEqual({ outcome: 'INTERESTED', outcomeName: 'Wants a quote' })
    })
    await test.step('without a connection', async () => {
      await page.goto('/')
      await page.goto(`/map?house=${property.id}`)
      await expect(group.getByRole('button')).toHaveText(ownNames)
      await context.setOffline(true)
      await group.getByRole('button', { name: 'Dog in the yard' }).click()
      await expect(page.getByText(`Dog in the yard · ${property.streetNumber}`, { exact: false })).toBeVisible()
      await expect(page.getByRole('button', { name: /1 waiting/ })).toBeVisible()
      await context.setOffline(false)
      await expect
        .poll(() => lastKnock(property.id))
        .toEqual({ outcome: 'NOBODY_HOME', outcomeName: 'Dog in the yard' })
    })
    await test.step('the owner reads them by their meaning, and the names in the history', async () => {
      await owners.reload()
      await expect.poll(countOf).toBe(before + 1)
      await expect(owners.getByRole('list', { name: 'Interested, by own outcomes' })).toContainText('Wants a quote')
      await expect(owners.getByRole('region', { name: 'Recent Work' })).toContainText('Wants a quote')
    })
    await owners.context().close()
  },
)

async function addOutcome(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add Outcome' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  if (name === 'Wants a quote') {
    await dialog.getByRole('combobox', { name: 'Counts as' }).click()
    await page.getByRole('option', { name: 'Interested', exact: true }).click()
  }
  await dialog.getByRole('button', { name: 'Save Outcome' }).click()
  await expect(dialog).toBeHidden()
}

/** The rep's id, and a property of the rep. */
async function readRep() {
  const token = await createToken(rep, password)
  const query = '{ me { id } properties(first: 1) { edges { node { id streetNumber } } } }'
  type Read = { me: { id: string }; properties: { edges: { node: { id: string; streetNumber: string } }[] } }
  const { me, properties } = await execute<Read>(query, {}, token)
  return { repId: me.id, property: properties.edges[0]!.node }
}

async function lastKnock(id: string) {
  const token = await createToken(owner, password)
  const query = 'query ($id: ID!) { property(id: $id) { knocks(first: 1) { outcome outcomeName } } }'
  type Read = { property: { knocks: { outcome: string; outcomeName: string }[] } }
  return (await execute<Read>(query, { id }, token)).property.knocks[0]
}

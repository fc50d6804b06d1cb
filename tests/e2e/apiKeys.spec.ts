import { expect, type Page } from '@playwright/test'
import { findAccessibilityViolations } from './accessibility.ts'
import { execute } from './api.ts'
import { test } from './fixtures.ts'
import { collectConsoleErrors, openAs } from './signIn.ts'

const admin = 'robin@maple-demo.example'
const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 800

/** The table row of a key, or its card on a phone. */
const entry = (page: Page, name: string) =>
  isPhone(page) ? page.getByRole('listitem').filter({ hasText: name }) : page.getByRole('row').filter({ hasText: name })

async function openKeys(page: Page): Promise<void> {
  if (isPhone(page)) {
    await page.getByRole('button', { name: /menu/i }).first().click()
    await page.getByRole('link', { name: 'API Keys' }).click()
  } else {
    await page.getByRole('banner').getByRole('button', { name: 'Robin Sample' }).click()
    await page.getByRole('menuitem', { name: 'API Keys' }).click()
  }
  await expect(page.getByRole('heading', { name: 'API Keys', level: 1 })).toBeVisible()
}

test('a key is created, shown once, used, logged, and revoked after a confirmation', async ({ page }, { project }) => {
  // The test runs axe on several screens.
  test.slow()
  const consoleErrors = collectConsoleErrors(page)
  const name = `Warehouse export ${project.name} ${Date.now()}`
  await openAs(page, admin, '/')
  await openKeys(page)
  await page.getByRole('button', { name: 'Create API Key' }).click()
  const form = page.getByRole('dialog', { name: 'Create API Key' })
  await form.getByRole('button', { name: 'Create Key' }).click()
  await expect(form.getByText('Name is required')).toBeVisible()
  expect(await findAccessibilityViolations(page)).toEqual([])
  await form.getByLabel('Name').fill(name)
  await form.getByRole('button', { name: 'Create Key' }).click()

  const shown = page.getByRole('dialog', { name: 'Your New API Key' })
  const token = await shown.getByLabel('API Key').inputValue()
  expect(token).toMatch(/^plk_[\w-]{43}$/)
  expect(await findAccessibilityViolations(page)).toEqual([])
  // Esc must not close the dialog, because the key is not shown again.
  await page.keyboard.press('Escape')
  await expect(shown).toBeVisible()
  await shown.getByRole('button', { name: 'Done' }).click()
  await expect(entry(page, name)).toContainText('Read only')
  await expect(entry(page, name)).toContainText('Never used')
  expect(await page.content()).not.toContain(token)
  expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toContain(token)

  const { me } = await execute<{ me: { email: string } }>('{ me { email } }', {}, token)
  expect(me.email).toBe(admin)
  const change = 'mutation { logMapLoad(lat: 39.77, lng: -86.16, zoom: 18) { message } }'
  await expect(execute(change, {}, token)).rejects.toThrow('This API key is read-only.')
  await page.reload()
  await expect(entry(page, name)).not.toContainText('Never used')
  expect(await findAccessibilityViolations(page)).toEqual([])

  await page.goto('/activity')
  await expect(page.getByText(`by API key ${name}`).first()).toBeVisible()

  await openKeys(page)
  await page.getByRole('button', { name: `Revoke ${name}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(entry(page, name)).toBeVisible()
  await page.getByRole('button', { name: `Revoke ${name}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke Key' }).click()
  await expect(page.getByText('API key revoked')).toBeVisible()
  await expect(entry(page, name)).toBeHidden()
  await expect(execute('{ me { email } }', {}, token)).rejects.toThrow('unknown, expired or revoked')
  expect(consoleErrors()).toEqual([])
})

test('a full-access key expires on the chosen day', { tag: '@wide' }, async ({ page }, { project }) => {
  const name = `Field tablet ${project.name} ${Date.now()}`
  await openAs(page, admin, '/api-keys')
  await page.getByRole('button', { name: 'Create API Key' }).click()
  const form = page.getByRole('dialog', { name: 'Create API Key' })
  await form.getByLabel('Name').fill(name)
  await form.getByRole('radio', { name: /Full access/ }).click()
  await form.getByRole('combobox', { name: 'Expiry' }).click()
  await page.getByRole('option', { name: 'Until a date' }).click()
  await form.getByRole('button', { name: 'Create Key' }).click()
  await expect(form.getByText('Choose a day', { exact: true })).toBeVisible()
  const day = await page.evaluate(() => {
    const date = new Date()
    date.setDate(date.getDate() + 10)
    return [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((n) => String(n).padStart(2, '0')).join('-')
  })
  await form.getByLabel('Last Day').fill(day)
  await form.getByRole('button', { name: 'Create Key' }).click()
  const token = await page.getByLabel('API Key', { exact: true }).inputValue()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(entry(page, name)).toContainText('Full access')
  const change = 'mutation { logMapLoad(lat: 39.77, lng: -86.16, zoom: 18) { message } }'
  expect(await execute(change, {}, token)).toEqual({ logMapLoad: { message: 'Map load logged' } })
  await page.getByRole('button', { name: `Revoke ${name}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke Key' }).click()
  await expect(entry(page, name)).toBeHidden()
})

test(
  'the explorer runs queries and subscriptions and shows the schema, without console errors',
  { tag: '@wide' },
  async ({ page }) => {
    // Only on the wide screen: the explorer is not made for phones.
    test.slow()
    const consoleErrors = collectConsoleErrors(page)
    await openAs(page, admin, '/graphql')
    const run = async (operation: string) => {
      const item = page.getByRole('menuitem', { name: operation })
      // The button opens a menu of the operations once the editor has parsed them; before, it would run all of them.
      const menu = page.getByRole('button', { name: /execute query/i }).and(page.locator('[aria-haspopup="menu"]'))
      await expect(async () => {
        if (!(await item.isVisible())) await menu.click()
        await item.click({ timeout: 2_000 })
      }).toPass()
    }
    const answer = page.locator('.result-window')
    await run('WhoAmI')
    await expect(answer).toContainText('Maple Demo Roofing')

    await run('Board')
    await expect(page.getByRole('button', { name: /stop query/i })).toBeVisible()
    const token = await page.evaluate(() => localStorage.getItem('token') ?? '')
    const { properties } = await execute<{ properties: { edges: { node: { id: string } }[] } }>(
      '{ properties(first: 1) { edges { node { id } } } }',
      {},
      token,
    )
    await expect(async () => {
      await execute(
        'mutation ($id: ID!) { logKnock(input: { propertyId: $id, outcome: NOBODY_HOME }) { eventId } }',
        { id: properties.edges[0]!.node.id },
        token,
      )
      await expect(answer).toContainText('leaderboardChanged', { timeout: 1_000 })
    }).toPass()
    await page.getByRole('button', { name: /stop query/i }).click()

    await page
      .getByRole('button', { name: /documentation explorer/i })
      .first()
      .click()
    await page.getByRole('link', { name: 'Query', exact: true }).click()
    await expect(page.getByText('Read operations.', { exact: false })).toBeVisible()
    expect(consoleErrors()).toEqual([])
  },
)

test('the explorer sends a visitor to the sign-in screen', { tag: '@wide' }, async ({ page }) => {
  await page.goto('/graphql')
  await expect(page.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/login')
  await expect(page.getByLabel('API key')).toBeVisible()
})

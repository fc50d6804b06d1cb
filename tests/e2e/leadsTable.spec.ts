import { expect, type Page } from '@playwright/test'
import { findAccessibilityViolations } from './accessibility.ts'
import { execute, createToken } from './api.ts'
import { expectStreets, seedLeads } from './seedLeads.ts'
import { test } from './fixtures.ts'
import { collectConsoleErrors, openAs, password } from './signIn.ts'

const admin = 'robin@maple-demo.example'
const rep = 'casey@maple-demo.example'

const rowOf = (page: Page, text: string) => page.locator('tbody tr').filter({ hasText: text })

test('the table is used by keyboard: rows, ranges, open, search', { tag: '@wide' }, async ({ page }, { retry }) => {
  const consoleErrors = collectConsoleErrors(page)
  const street = `Keyboard Test Ln ${retry || ''}`.trim()
  const streets = ['71', '72', '73', '74'].map((number) => `${number} ${street}`)
  await seedLeads(
    rep,
    streets.map((name) => ({ street: name, tag: 'STORM' })),
  )
  await openAs(page, admin, `/leads?search=${encodeURIComponent(street)}`)
  await expectStreets(page, streets.toReversed())
  await page.keyboard.press('ArrowDown')
  await expect(rowOf(page, streets[3]!)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('x')
  await expect(page.getByText('1 selected')).toBeVisible()
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(page.getByText('3 selected')).toBeVisible()
  await expect(rowOf(page, streets[0]!)).toBeFocused()
  await page.keyboard.press(' ')
  await expect(page.getByText('2 selected')).toBeVisible()
  expect(await findAccessibilityViolations(page)).toEqual([])

  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/lead=/)
  await expect(rowOf(page, streets[0]!)).toHaveAttribute('aria-current', 'true')
  await page.keyboard.press('ArrowUp')
  await expect(rowOf(page, streets[1]!)).toHaveAttribute('aria-current', 'true')
  await page.keyboard.press('Escape')
  await expect(page).not.toHaveURL(/lead=/)
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox', { name: 'Search address or owner' })).toBeFocused()
  expect(consoleErrors()).toEqual([])
})

test('columns are hidden and shown, and stay so', { tag: '@wide' }, async ({ page }) => {
  await openAs(page, admin, '/leads')
  const header = (name: string) => page.getByRole('columnheader', { name })
  await expect(header('Created')).toBeVisible()
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Created' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Updated' }).click()
  await page.keyboard.press('Escape')
  await expect(header('Created')).toBeHidden()
  await page.reload()
  await expect(header('Updated')).toBeVisible()
  await expect(header('Created')).toBeHidden()
  await header('Updated').getByRole('button').click()
  await expect(header('Updated')).toHaveAttribute('aria-sort', 'descending')
  await expect(page).toHaveURL(/sort=-updated_at/)
})

test('a change of many leads is undone, each to its own value', { tag: '@wide' }, async ({ page }, { retry }) => {
  const street = `Undo Test Ln ${retry || ''}`.trim()
  const ids = await seedLeads(rep, [
    { street: `81 ${street}`, tag: 'STORM', priority: 'HIGH' },
    { street: `82 ${street}`, tag: 'GUTTER' },
    { street: `83 ${street}`, tag: 'CONCRETE' },
  ])
  const token = await createToken(admin, password)
  const read = async () => {
    const { leads } = await execute<{ leads: { edges: { node: { tag: string; priority: string } }[] } }>(
      `query ($ids: [ID!]) { leads(filter: { ids: $ids }, orderBy: { field: ADDRESS }) { edges { node { tag priority } } } }`,
      { ids },
      token,
    )
    return leads.edges.map(({ node }) => `${node.tag} ${node.priority}`)
  }
  await openAs(page, admin, `/leads?search=${encodeURIComponent(street)}`)
  await page.getByRole('checkbox', { name: 'Select All leads' }).click()
  await page.getByRole('button', { name: 'Change Priority' }).click()
  await page.getByRole('menuitem', { name: 'High Priority' }).click()
  await expect(page.getByText('Lead priority updated')).toBeVisible()
  expect(await read()).toEqual(['STORM HIGH', 'GUTTER HIGH', 'CONCRETE HIGH'])
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByText('Change undone')).toBeVisible()
  expect(await read()).toEqual(['STORM HIGH', 'GUTTER NORMAL', 'CONCRETE NORMAL'])
})

test('a filter is added and removed as a chip', async ({ page }) => {
  await openAs(page, admin, '/leads')
  await page.getByRole('button', { name: 'Add filter' }).click()
  await page.getByRole('menuitem', { name: 'Created' }).press('ArrowRight')
  await page.getByRole('menuitem', { name: 'Last 7 days' }).click()
  await expect(page).toHaveURL(/created=7/)
  await expect(
    page
      .getByText(/^[\d,]+ of [\d,]+ leads$/)
      .or(page.getByText('Last 7 days'))
      .first(),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Remove filter: Created Last 7 days' }).click()
  await expect(page).toHaveURL(/\/leads$/)
})

import { readFileSync } from 'node:fs'
import { expect, type Download, type Page } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import { findAccessibilityViolations } from './accessibility.ts'
import { createToken, execute } from './api.ts'
import { test } from './fixtures.ts'
import { openAs, password } from './signIn.ts'

test.slow()

const owner = 'quinn@maple-demo.example'

/** Starts the export of the open list and returns what the browser downloaded. */
async function exportList(page: Page, title: string): Promise<Download> {
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: title })
  await expect(dialog.getByRole('switch', { name: 'For Excel' })).toBeChecked()
  expect(await findAccessibilityViolations(page)).toEqual([])
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Export' }).click()
  const file = await download
  await expect(dialog.getByText(/^Kept until /)).toBeVisible()
  return file
}

test(
  'an owner exports the leads that the list shows, and finds the file again under Imports and Exports',
  { tag: '@wide' },
  async ({ page }) => {
    await openAs(page, owner, '/leads?status=NEW')
    const file = await exportList(page, 'Export Leads')
    expect(file.suggestedFilename()).toMatch(/^leads-.*\.csv$/)
    const text = readFileSync(await file.path(), 'utf8')
    expect(text.startsWith('\ufeffid,')).toBe(true)
    expect(text).not.toMatch(/,completed,/)
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).first().click()

    await page.goto('/jobs')
    const first = page.locator('tbody tr').first()
    await expect(first).toContainText('Export of leads')
    await expect(first).toContainText(/[\d,]+ rows/)
    expect(await findAccessibilityViolations(page)).toEqual([])
    const again = page.waitForEvent('download')
    await first.getByRole('button', { name: 'Download' }).click()
    expect(readFileSync(await (await again).path(), 'utf8')).toBe(text)
  },
)

/** An order of each list that is not its first one: in the address, as a query of the list, and the id in its file. */
const orders = [
  {
    title: 'Export Leads',
    path: '/leads?sort=address',
    query: '{ list: leads(first: 50, orderBy: { field: ADDRESS }) { edges { node { key: id } } } }',
    column: 'id',
  },
  {
    title: 'Export Properties',
    path: '/properties?sort=-owner',
    query: '{ list: properties(first: 50, orderBy: { field: OWNER, direction: DESC }) { edges { node { key: id } } } }',
    column: 'id',
  },
  {
    title: 'Export Users',
    path: '/users?sort=name',
    query: '{ list: users(first: 50, orderBy: { field: NAME }) { edges { node { key: id } } } }',
    column: 'id',
  },
  {
    title: 'Export Activity',
    path: '/activity?span=all&sort=time',
    query:
      '{ list: activityLog(first: 50, orderBy: { field: TIME, direction: ASC }) { edges { node { key: eventId } } } }',
    column: 'event_id',
  },
]

for (const { title, path, query, column } of orders)
  test(`${title}: the rows of the file are in the order of the list`, { tag: '@wide' }, async ({ page }) => {
    await openAs(page, owner, path)
    const file = await exportList(page, title)
    const rows: Record<string, string>[] = parse(readFileSync(await file.path()), { columns: true, bom: true })
    const { list } = await execute<{ list: { edges: { node: { key: string } }[] } }>(
      query,
      {},
      await createToken(owner, password),
    )
    expect(list.edges.length).toBeGreaterThan(5)
    expect(rows.slice(0, list.edges.length).map((row) => row[column])).toEqual(list.edges.map(({ node }) => node.key))
  })

test('an export that is closed while it runs is announced on another screen', { tag: '@phone' }, async ({ page }) => {
  await openAs(page, owner, '/jobs')
  await page.getByRole('button', { name: 'Export Everything' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export Everything' })
  // Closed within the page, because the export can end before a key of the test arrives.
  await page.evaluate(() => {
    const observer = new MutationObserver(() => {
      const shown = [...document.querySelectorAll('[role=dialog]')].find((one) =>
        /You can close this/.test(one.textContent),
      )
      if (!shown) return
      observer.disconnect()
      shown.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))
    })
    observer.observe(document.body, { childList: true, subtree: true, characterData: true })
  })
  await dialog.getByRole('button', { name: 'Export' }).click()
  await expect(dialog).toBeHidden()
  const toast = page.getByText('Export of everything is ready')
  await expect(toast).toBeVisible()
  const download = page.waitForEvent('download')
  await page.locator('[data-toast]').getByRole('button', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toMatch(/^everything-.*\.zip$/)
})

test('a rep is offered no export', { tag: '@wide' }, async ({ page }) => {
  await openAs(page, 'riley@maple-demo.example', '/properties')
  await expect(page.getByRole('heading', { name: 'Properties' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Export' })).toBeHidden()
  await page.goto('/jobs')
  await expect(page).not.toHaveURL(/jobs/)
})

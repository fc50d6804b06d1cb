import { readFileSync } from 'node:fs'
import { expect, type Download, type Page } from '@playwright/test'
import { findAccessibilityViolations } from './accessibility.ts'
import { test } from './fixtures.ts'
import { openAs } from './signIn.ts'

test.use({ actionTimeout: 30_000 })
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

test('an owner exports the leads that the list shows, and finds the file again under Jobs', async ({ page }) => {
  await openAs(page, owner, '/leads?status=NEW')
  const file = await exportList(page, 'Export Leads')
  expect(file.suggestedFilename()).toMatch(/^leads-.*\.csv$/)
  const text = readFileSync(await file.path(), 'utf8')
  expect(text.startsWith('\ufeffid,')).toBe(true)
  expect(text).not.toMatch(/,completed,/)
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).first().click()

  await page.goto('/jobs')
  const first = page.locator('tbody tr, main li').first()
  await expect(first).toContainText('Export of leads')
  await expect(first).toContainText(/[\d,]+ rows/)
  expect(await findAccessibilityViolations(page)).toEqual([])
  const again = page.waitForEvent('download')
  await first.getByRole('button', { name: 'Download' }).click()
  expect(readFileSync(await (await again).path(), 'utf8')).toBe(text)
})

test('an export that is closed while it runs is announced on another screen', async ({ page }) => {
  await openAs(page, owner, '/jobs')
  await page.getByRole('button', { name: 'Export Everything' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export Everything' })
  await dialog.getByRole('button', { name: 'Export' }).click()
  await dialog.getByText('You can close this').waitFor()
  await page.keyboard.press('Escape')
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

import { expect } from '@playwright/test'
import { findAccessibilityViolations } from './accessibility.ts'
import { test } from './fixtures.ts'
import { collectConsoleErrors, openAs } from './signIn.ts'

const admin = 'robin@maple-demo.example'

test('a file is matched, checked, imported and undone', { tag: '@wide' }, async ({ page }, { project }) => {
  const consoleErrors = collectConsoleErrors(page)
  const street = `${project.name.replaceAll(/\W/g, '')} Import Way`
  const file = `SITE_ADDR,Y,X,JOB,Unused\r\n1 ${street},39.7,-86.3,storm,a\r\n2 ${street},39.71,-86.31,siding,b\r\n`
  await openAs(page, admin, '/import/leads')
  await expect(page.getByRole('heading', { name: 'Import leads' })).toBeVisible()
  expect(await findAccessibilityViolations(page)).toEqual([])

  await page
    .getByLabel('CSV file')
    .setInputFiles({ name: 'west-side.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
  await expect(page.getByText('4 of 5 matched')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Field for JOB' })).toContainText('Tag')
  await page.getByRole('button', { name: 'Check file' }).click()
  await expect(page.getByRole('cell', { name: 'No tag for "siding".' })).toBeVisible()
  expect(await findAccessibilityViolations(page)).toEqual([])
  const [errors] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Errors as CSV' }).click(),
  ])
  expect(errors.suggestedFilename()).toBe('west-side-errors.csv')

  await page.getByRole('button', { name: 'Import 1 row' }).click()
  await expect(page.getByText('1 created, 0 updated, 0 skipped, 1 with errors.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo import' }).click()
  await expect(page.getByText('Undone: 2 removed, 0 restored, 0 kept')).toBeVisible()
  expect(await findAccessibilityViolations(page)).toEqual([])
  expect(consoleErrors()).toEqual([])
})

import { expect } from '@playwright/test'
import { createWorkbook } from '../support/documents/createWorkbook.ts'
import { findAccessibilityViolations } from './accessibility.ts'
import { test } from './fixtures.ts'
import { chooseOption } from './seedLeads.ts'
import { collectConsoleErrors, openAs } from './signIn.ts'

const admin = 'robin@maple-demo.example'

test('a file is matched, checked, imported and undone', async ({ page }, { project, retry }) => {
  const consoleErrors = collectConsoleErrors(page)
  const street = `${project.name} ${'Again '.repeat(retry)}Import Way`
  const file = `SITE_ADDR,Y,X,JOB,Unused\r\n1 ${street},39.7,-86.3,storm,a\r\n2 ${street},39.71,-86.31,siding,b\r\n`
  await openAs(page, admin, '/import/leads')
  await expect(page.getByRole('heading', { name: 'Import leads' })).toBeVisible()
  expect(await findAccessibilityViolations(page)).toEqual([])

  await page
    .getByLabel('CSV file')
    .setInputFiles({ name: 'west-side.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
  await expect(page.getByText('4 of 5 matched')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Field for JOB' })).toContainText('Tag')
  await expect(page.getByRole('region', { name: 'First rows' }).getByRole('row').nth(2)).toContainText('siding')
  expect(await findAccessibilityViolations(page)).toEqual([])
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

test('a sheet of a workbook is chosen, checked, imported and undone', async ({ page }, { project, retry }) => {
  const consoleErrors = collectConsoleErrors(page)
  const street = `${project.name} ${'Again '.repeat(retry)}Sheet Way`
  const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
  const row = (...cells: string[]) => `<row>${cells.map(cell).join('')}</row>`
  const sheets = {
    Summary: row('Sales of the year'),
    Doors: `<row r="4">${['SITE_ADDR', 'Y', 'X'].map(cell).join('')}</row>${row(`1 ${street}`, '39.81', '-86.4')}`,
  }
  await openAs(page, admin, '/import/properties')
  const choose = (name: string, buffer: Buffer) =>
    page.getByLabel('Excel or CSV file').setInputFiles({ name, mimeType: 'application/octet-stream', buffer })
  await choose('old.xlsx', Buffer.from('PK\u0003\u0004 no workbook'))
  await expect(page.getByRole('alert')).toContainText('This is a workbook or a zip file.')
  await choose('doors.xlsx', createWorkbook({ sheets }))
  await expect(page.getByText('0 of 1 matched')).toBeVisible()
  await chooseOption(page, 'Sheet', 'Doors')
  await expect(page.getByText('3 of 3 matched')).toBeVisible()
  await expect(page.getByRole('region', { name: 'First rows' }).getByRole('row').nth(1)).toContainText(`51 ${street}`)
  expect(await findAccessibilityViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Check file' }).click()
  await page.getByRole('button', { name: 'Import 1 row' }).click()
  await expect(page.getByText('1 created, 0 updated, 0 skipped, 0 with errors.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo import' }).click()
  await expect(page.getByText('Undone: 1 removed, 0 restored, 0 kept')).toBeVisible()
  // The file that is no workbook is an answer of the server.
  expect(consoleErrors().filter((message) => !message.includes('422'))).toEqual([])
})

test('a global admin imports parcels into a data set, and undoes it', { tag: '@wide' }, async ({ page }, { retry }) => {
  const consoleErrors = collectConsoleErrors(page)
  await openAs(page, 'parker@porchlight.example', '/')
  await page.getByRole('banner').getByRole('button', { name: 'Parker Mockingham' }).click()
  await page.getByRole('menuitem', { name: 'Import parcels' }).click()
  await expect(page.getByRole('heading', { name: 'Import parcels' })).toBeVisible()
  const file =
    'APN,SITE_ADDR,Y,X,OWNER1\r\nP-1,1 Browser Way,39.9,-86.3,Sample Owner 0001\r\nP-2,2 Browser Way,north,-86.3,\r\n'
  await page
    .getByLabel('CSV file')
    .setInputFiles({ name: 'Sample county.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
  await expect(page.getByText('5 of 5 matched')).toBeVisible()
  await expect(page.getByLabel('Data set')).toHaveValue('Sample-county')
  await page.getByLabel('Data set').fill('demo')
  await page.getByRole('button', { name: 'Check file' }).click()
  await expect(page.getByText("The name 'demo' is reserved for the demo town. Choose another name.")).toBeVisible()
  await page.getByLabel('Data set').fill(`browser-county-${retry}`)
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(page.getByRole('row', { name: /north/ })).toBeVisible()
  expect(await findAccessibilityViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Import 1 row' }).click()
  await expect(page.getByText('1 created, 0 updated, 0 skipped, 1 with errors.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo import' }).click()
  await expect(page.getByText('Undone: 1 removed, 0 restored, 0 kept')).toBeVisible()
  await page.goto('/jobs')
  await expect(page.getByText('Import of parcels').first()).toBeVisible()
  // The refused name is an answer of the server.
  expect(consoleErrors().filter((message) => !message.includes('422'))).toEqual([])
})

import { expect } from '@playwright/test'
import { createWorkbook } from '../support/documents/createWorkbook.ts'
import { findAccessibilityViolations } from './accessibility.ts'
import { test } from './fixtures.ts'
import { chooseOption } from './seedLeads.ts'
import { collectConsoleErrors, openAs } from './signIn.ts'

const admin = 'robin@maple-demo.example'

test('a file is matched, checked, imported and undone', { tag: '@wide' }, async ({ page }, { retry }) => {
  const consoleErrors = collectConsoleErrors(page)
  const street = `${'Again '.repeat(retry)}Import Way`
  const file = `SITE_ADDR,Y,X,JOB,Unused\r\n1 ${street},39.7,-86.3,storm,a\r\n2 ${street},39.71,-86.31,siding,b\r\n`
  await openAs(page, admin, '/import/leads')
  await expect(page.getByRole('heading', { name: 'Import leads' })).toBeVisible()
  expect(await findAccessibilityViolations(page)).toEqual([])

  await page
    .getByLabel(/^Choose an Excel, CSV or GeoJSON file/)
    .setInputFiles({ name: 'west-side.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
  await expect(page.getByText('4 of 5 matched')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Field for JOB' })).toContainText('Tag')
  await expect(page.getByRole('region', { name: 'First Rows' }).getByRole('row').nth(2)).toContainText('siding')
  expect(await findAccessibilityViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Check File' }).click()
  await expect(
    page.getByRole('cell', {
      name: 'No tag for "siding". Use Gutter Cleaning, Metal Roof, Shingle Repair, Storm Damage, Tornado Damage, Concrete, Commercial, Generic, All Repairs.',
    }),
  ).toBeVisible()
  expect(await findAccessibilityViolations(page)).toEqual([])
  const [errors] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Errors as CSV' }).click(),
  ])
  expect(errors.suggestedFilename()).toBe('west-side-errors.csv')

  await page.getByRole('button', { name: 'Import 1 row' }).click()
  await expect(page.getByText('1 created, 0 updated, 0 skipped, 1 with errors.')).toBeVisible()
  // From the list of jobs too, after the result was left.
  await page.goto('/jobs')
  await expect(page.getByText('Check of leads').first()).toBeVisible()
  await page.getByRole('link', { name: 'Open to Undo' }).first().click()
  await page.getByRole('button', { name: 'Undo import' }).click()
  await expect(page.getByText('Undone: 2 removed, 0 restored, 0 kept')).toBeVisible()
  expect(await findAccessibilityViolations(page)).toEqual([])
  await page.reload()
  await expect(page.getByText(/^Undone \w+ \d/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Undo import' })).toBeHidden()
  expect(consoleErrors()).toEqual([])
})

test('a sheet of a workbook is chosen, checked, imported and undone', { tag: '@wide' }, async ({ page }, { retry }) => {
  const consoleErrors = collectConsoleErrors(page)
  const street = `${'Again '.repeat(retry)}Sheet Way`
  const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
  const row = (...cells: string[]) => `<row>${cells.map(cell).join('')}</row>`
  const sheets = {
    Summary: row('Sales of the year'),
    Doors: `<row r="4">${['SITE_ADDR', 'Y', 'X'].map(cell).join('')}</row>${row(`1 ${street}`, '39.81', '-86.4')}`,
  }
  await openAs(page, admin, '/import/properties')
  const choose = (name: string, buffer: Buffer) =>
    page
      .getByLabel(/^Choose an Excel, CSV or GeoJSON file/)
      .setInputFiles({ name, mimeType: 'application/octet-stream', buffer })
  await choose('old.xlsx', Buffer.from('PK\u0003\u0004 no workbook'))
  await expect(page.getByRole('alert')).toContainText('This is a workbook or a zip file.')
  await choose('doors.xlsx', createWorkbook({ sheets }))
  await expect(page.getByText('0 of 1 matched')).toBeVisible()
  await chooseOption(page, 'Sheet', 'Doors')
  await expect(page.getByText('3 of 3 matched')).toBeVisible()
  await expect(page.getByRole('region', { name: 'First Rows' }).getByRole('row').nth(1)).toContainText(`51 ${street}`)
  expect(await findAccessibilityViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Check File' }).click()
  await page.getByRole('button', { name: 'Import 1 row' }).click()
  await expect(page.getByText('1 created, 0 updated, 0 skipped, 0 with errors.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo import' }).click()
  await expect(page.getByText('Undone: 1 removed, 0 restored, 0 kept')).toBeVisible()
  // The file that is no workbook is an answer of the server.
  expect(consoleErrors().filter((message) => !message.includes('422'))).toEqual([])
})

test('the encoding of a file is shown with a line to check, and can be changed', { tag: '@wide' }, async ({ page }) => {
  const consoleErrors = collectConsoleErrors(page)
  await openAs(page, admin, '/import/properties')
  const choose = (name: string, content: string, encoding: BufferEncoding) =>
    page
      .getByLabel(/^Choose an Excel, CSV or GeoJSON file/)
      .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content, encoding) })
  const encoding = page.getByRole('combobox', { name: 'Encoding' })
  const line = page.getByRole('figure')
  const owners = page.getByRole('region', { name: 'First Rows' })
  const text = 'address,owner\n1 Sample Way,Plain Samples\n2 Sample Way,Sample José\n'

  // José of an old Macintosh, which nothing tells from other encodings.
  await choose('old-mac.csv', 'address,owner\n2 Sample Way,Sample Jos\u008e\n', 'latin1')
  await expect(page.getByRole('alert')).toContainText('The file is not UTF-8. Choose its encoding')
  expect(await findAccessibilityViolations(page)).toEqual([])
  await chooseOption(page, 'Encoding', 'Mac OS Roman (old Macintoshes)')
  await expect(line).toContainText('2 Sample Way,Sample José')
  await expect(page.getByRole('alert')).toBeHidden()
  await page.getByRole('button', { name: 'Back' }).click()

  await choose('utf-16.csv', `\uFEFF${text}`, 'utf16le')
  await expect(encoding).toHaveText('UTF-16')
  await expect(line).toContainText('2 Sample Way,Sample José')
  await page.getByRole('button', { name: 'Back' }).click()

  await choose('windows.csv', text, 'latin1')
  await expect(encoding).toHaveText('Windows-1252 (Western Europe)')
  await expect(line).toContainText('2 Sample Way,Sample José')
  await page.getByRole('button', { name: 'Back' }).click()

  await choose('utf-8.csv', text, 'utf8')
  await expect(encoding).toHaveText('UTF-8')
  await expect(owners.getByRole('cell', { name: 'Sample José' })).toBeVisible()
  await chooseOption(page, 'Encoding', 'Windows-1252 (Western Europe)')
  await expect(line).toContainText('2 Sample Way,Sample JosÃ©')
  await expect(owners.getByRole('cell', { name: 'Sample JosÃ©' })).toBeVisible()
  expect(await findAccessibilityViolations(page)).toEqual([])
  // An encoding that cannot be right changes nothing.
  await chooseOption(page, 'Encoding', 'UTF-16, big-endian')
  await expect(page.getByRole('alert')).toContainText('The file cannot be read in this encoding.')
  await expect(encoding).toHaveText('Windows-1252 (Western Europe)')
  // Files that cannot be read are answers of the server.
  expect(consoleErrors().filter((message) => !message.includes('422'))).toEqual([])
})

test(
  'a phone that cannot be read has a warning in its row, and bad rows are asked about',
  { tag: '@wide' },
  async ({ page }) => {
    await openAs(page, admin, '/import/properties')
    const rows = [
      '1 Warn Way,39.2,-86.6,ask at the office',
      '2 Warn Way,39.21,-86.6,812-555-0123',
      '3 Warn Way,north,-86.6,',
    ]
    await page.getByLabel(/^Choose an Excel, CSV or GeoJSON file/).setInputFiles({
      ...{ name: 'phones.csv', mimeType: 'text/csv' },
      buffer: Buffer.from(['address,lat,lng,owner_phone', ...rows].join('\n')),
    })
    await page.getByRole('button', { name: 'Check File' }).click()
    await expect(page.getByText('1 row has a warning.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Import 2 rows, leave out 1' })).toBeVisible()
    await page.getByRole('button', { name: '2 to create' }).click()
    const created = page.getByRole('region', { name: 'Rows to create' }).getByRole('listitem')
    await expect(created.nth(0)).toContainText(
      'owner_phone: This cannot be read as a phone number, and is kept as text.',
    )
    await expect(created.nth(1)).not.toContainText('owner_phone')
    expect(await findAccessibilityViolations(page)).toEqual([])
  },
)

test(
  'rows of which it is not sure what house they are, are decided',
  { tag: '@phone' },
  async ({ page }, { retry }) => {
    const consoleErrors = collectConsoleErrors(page)
    const street = `${'Again '.repeat(retry)}Unsure Way`
    const [parcel, lat] = [`unsure-${retry}`, 39.64]
    const headings = 'ADDRESS,LAT,LNG,OWNER,APN\r\n'
    const row = (house: string, owner: string, apn: string, lng: number) => `${house},${lat},${lng},${owner},${apn}\r\n`
    const check = async (name: string, ...rows: string[]) => {
      await openAs(page, admin, '/import/properties')
      const buffer = Buffer.from(headings + rows.join(''))
      await page
        .getByLabel(/^Choose an Excel, CSV or GeoJSON file/)
        .setInputFiles({ name, mimeType: 'text/csv', buffer })
      await page.getByRole('button', { name: 'Check File' }).click()
    }
    await check(
      'county.csv',
      row(`12 ${street}`, 'Sample Owner 0012', `${parcel}-1`, -86.3),
      row(`14 ${street} Apt 1`, 'Sample Owner 0141', '', -86.31),
      row(`14 ${street} Apt 2`, 'Sample Owner 0142', '', -86.31),
    )
    await page.getByRole('button', { name: 'Import 3 rows' }).click()
    await expect(page.getByText('3 created, 0 updated, 0 skipped, 0 with errors.')).toBeVisible()

    await check(
      'west-side.csv',
      row(`12 ${street} Apt 4`, 'Sample Owner 0124', '', -86.3),
      row(`12 ${street}`, 'Sample Owner 0199', `${parcel}-2`, -86.3),
      row(`14 ${street}`, 'Sample Owner 0149', '', -86.31),
      row(`16 ${street}`, 'Sample Owner 0016', '', -86.32),
    )
    const unsure = page.getByRole('region', { name: 'Unsure rows' })
    await expect(unsure.getByText('Only one of the two addresses has a unit.').first()).toBeVisible()
    await expect(unsure.getByText('The address is the same, but the parcel id is another one.')).toBeVisible()
    expect(await findAccessibilityViolations(page)).toEqual([])
    // What is chosen in the check is kept for after the import.
    await unsure.getByRole('group', { name: 'Row 2' }).getByText('New').click()
    await page.getByRole('button', { name: '1 to create' }).click()
    await expect(page.getByRole('region', { name: 'Rows to create' })).toContainText(`16 ${street}`)
    await page.getByRole('button', { name: 'Import 1 row' }).click()
    await expect(page.getByText('1 created, 0 updated, 0 skipped, 3 unsure, 0 with errors.')).toBeVisible()
    await expect(unsure.getByText('1 of 3 chosen')).toBeVisible()
    await unsure.getByRole('group', { name: 'Row 3' }).getByText('Same').click()
    await unsure.getByRole('group', { name: 'Row 4' }).getByText('Same').click()
    await expect(unsure.getByText('Choose which of the properties it is.')).toBeVisible()
    await expect(unsure.getByText('2 of 3 chosen')).toBeVisible()
    await unsure.getByRole('radio', { name: `14 ${street} Apt 2` }).check()
    expect(await findAccessibilityViolations(page)).toEqual([])
    await unsure.getByRole('button', { name: 'Save 3 Decisions' }).click()
    await expect(page.getByText('1 created, 2 updated, 0 skipped.')).toBeVisible()
    await expect(page.getByText('2 created, 2 updated, 0 skipped, 0 with errors.')).toBeVisible()
    await expect(unsure).toBeHidden()
    await page.getByRole('button', { name: '2 updated' }).click()
    const updated = page.getByRole('region', { name: 'Rows updated' })
    await expect(updated).toContainText('Changed: owner name, parcel id.')
    expect(await findAccessibilityViolations(page)).toEqual([])
    const [rows] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'All Rows as CSV' }).click(),
    ])
    expect(rows.suggestedFilename()).toBe('west-side-rows.csv')

    await page.getByRole('button', { name: 'Undo Decisions' }).click()
    await expect(page.getByText('Undone: 1 removed, 2 restored, 0 kept')).toBeVisible()
    await expect(unsure.getByText('3 of 3 chosen')).toBeVisible()
    // The rows can also be decided later.
    await page.goto('/jobs')
    await page.getByRole('link', { name: 'Decide 3 Rows' }).first().click()
    await expect(unsure.getByText('0 of 3 chosen')).toBeVisible()
    await unsure.getByRole('button', { name: 'Skip All' }).click()
    await unsure.getByRole('button', { name: 'Save 3 Decisions' }).click()
    await expect(page.getByText('0 created, 0 updated, 3 skipped.')).toBeVisible()
    expect(consoleErrors()).toEqual([])
  },
)

test('a global admin imports parcels into a data set, and undoes it', { tag: '@wide' }, async ({ page }, { retry }) => {
  const consoleErrors = collectConsoleErrors(page)
  await openAs(page, 'parker@porchlight.example', '/')
  await page.getByRole('banner').getByRole('button', { name: 'Parker Mockingham' }).click()
  await page.getByRole('menuitem', { name: 'Import Parcels' }).click()
  await expect(page.getByRole('heading', { name: 'Import Parcels' })).toBeVisible()
  const file =
    'APN,SITE_ADDR,Y,X,OWNER1\r\nP-1,1 Browser Way,39.9,-86.3,Sample Owner 0001\r\nP-2,2 Browser Way,north,-86.3,\r\n'
  await page
    .getByLabel(/^Choose an Excel, CSV or GeoJSON file/)
    .setInputFiles({ name: 'Sample county.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
  await expect(page.getByText('5 of 5 matched')).toBeVisible()
  await expect(page.getByLabel('Data set')).toHaveValue('Sample-county')
  await page.getByLabel('Data set').fill('demo')
  await page.getByRole('button', { name: 'Check File' }).click()
  await expect(page.getByText("The name 'demo' is reserved for the demo town. Choose another name.")).toBeVisible()
  await page.getByLabel('Data set').fill(`browser-county-${retry}`)
  await page.getByRole('button', { name: 'Check Again' }).click()
  await expect(page.getByRole('row', { name: /north/ })).toBeVisible()
  expect(await findAccessibilityViolations(page)).toEqual([])
  await expect(page.getByText('More than 1 % of the rows have errors. Import the others without it?')).toBeVisible()
  await page.getByRole('button', { name: 'Import 1 row, leave out 1' }).click()
  await expect(page.getByText('1 created, 0 updated, 0 skipped, 1 with errors.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo import' }).click()
  await expect(page.getByText('Undone: 1 removed, 0 restored, 0 kept')).toBeVisible()
  await page.goto('/jobs')
  await expect(page.getByText('Import of parcels').first()).toBeVisible()
  // The refused name is an answer of the server.
  expect(consoleErrors().filter((message) => !message.includes('422'))).toEqual([])
})

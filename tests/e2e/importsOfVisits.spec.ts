import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { createWorkbook } from '../support/documents/createWorkbook.ts'
import { findAccessibilityViolations } from './accessibility.ts'
import { test } from './fixtures.ts'
import { configureMapTests, expect } from './mapPage.ts'
import { chooseOption } from './seedLeads.ts'
import { collectConsoleErrors, openAs } from './signIn.ts'

const admin = 'robin@maple-demo.example'
const rep = 'casey@maple-demo.example'

configureMapTests()

const chooseFile = (page: Page, name: string, buffer: Buffer) =>
  page
    .getByLabel(/^Choose an Excel, CSV or GeoJSON file/)
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer })

const csvOf = (rows: string[][]) => Buffer.from(rows.map((row) => row.join(',')).join('\r\n'))

/** Imports the checked rows, and opens the map at the point with the houses in view. */
async function importAndOpenMap(page: Page, rows: string, visits: string, point: string): Promise<string> {
  await page.getByRole('button', { name: rows }).click()
  await expect(page.getByText(`${visits} in the history.`)).toBeVisible()
  const result = page.url()
  await page.goto(`/map?at=${point},19`)
  return result
}

/** The house in the list beside the map, with its last outcome and the day. */
const houseInView = (page: Page, name: RegExp) =>
  page.getByRole('list', { name: 'Houses in view' }).getByRole('button', { name })

async function undo(page: Page, result: string, removed: number): Promise<void> {
  await page.goto(result)
  await page.getByRole('button', { name: 'Undo import' }).click()
  await expect(page.getByText(`Undone: ${removed} removed, 0 restored, 0 kept`)).toBeVisible()
}

test(
  'a file of SalesRabbit is recognized, its words get a meaning, and its visits are on the map until they are undone',
  { tag: '@wide' },
  async ({ page }, { project, retry }) => {
    const consoleErrors = collectConsoleErrors(page)
    const street = `${project.name} ${'Again '.repeat(retry)}Rabbit Way`
    // Each run of the test has somebody who was not invited before.
    const gone = `gone-${randomUUID()}@sample.example`
    const headings =
      'First Name,Last Name,Address 1,Apt/Suite,City,State,Postal Code,Assigned To (email),Lead Status,Latitude,Longitude,Status Modified'
    const house = (number: number, email: string, status: string) => [
      ...['Sample', `Owner ${number}`, `${number} ${street}`, '', 'Demo City', 'IN', '46202', email, status],
      ...[`39.9${number}`, '-86.5', '2026-03-04'],
    ]
    const rows = [house(1, rep, 'Not Home'), house(2, gone, 'Zonk Buyer'), house(3, '', 'Zonk Buyer')]
    await openAs(page, admin, '/import/properties')
    await expect(page.getByRole('region', { name: 'SalesRabbit' }).getByRole('listitem')).toHaveCount(3)
    expect(await findAccessibilityViolations(page)).toEqual([])
    await chooseFile(page, 'leads.csv', csvOf([[headings], ...rows]))
    await expect(page.getByText('This is a file of SalesRabbit')).toBeVisible()
    await expect(page.getByText('12 of 12 matched')).toBeVisible()
    await page.getByRole('button', { name: 'Check File' }).click()
    const words = page.getByRole('region', { name: 'What Their Words Mean' })
    await expect(words.getByRole('listitem')).toHaveText([/^Zonk Buyer2 rows/, /^Not Home1 row/])
    await expect(words.getByRole('combobox', { name: 'Meaning of Not Home' })).toHaveText('Visit: Nobody home')
    await expect(page.getByRole('region', { name: 'People Without an Account' }).getByRole('listitem')).toHaveText(
      `${gone}1 row`,
    )
    expect(await findAccessibilityViolations(page)).toEqual([])
    await test.step('the choices and buttons stand in one line on a tablet', async () => {
      const size = page.viewportSize()!
      await page.setViewportSize({ width: 1024, height: 768 })
      const bottomOf = async (part: Locator) => {
        const { y, height } = (await part.boundingBox())!
        return Math.round(y + height)
      }
      const button = page.getByRole('button', { name: /^Import 1 Row/ })
      for (const rule of ['Already saved', 'Rows with an error', 'Visits'])
        expect(await bottomOf(page.getByRole('group', { name: rule }))).toBe(await bottomOf(button))
      await page.setViewportSize(size)
    })
    const people = page.getByRole('region', { name: 'People Without an Account' })
    await people.getByRole('button', { name: 'Invite 1 Sales Rep' }).click()
    await expect(people.getByRole('button', { name: `Copy Link of ${gone}` })).toBeVisible()
    await expect(people.getByRole('button', { name: 'Download 1 Link' })).toBeVisible()
    expect(await findAccessibilityViolations(page)).toEqual([])
    await chooseOption(page, 'Meaning of Zonk Buyer', 'Visit: Interested')
    await page.getByRole('button', { name: 'Check Again' }).click()
    await expect(page.getByText('3 visits will be in the history and on the map, at their dates.')).toBeVisible()
    const result = await importAndOpenMap(page, 'Import 3 rows', '3 visits', '39.92,-86.5')
    await expect(houseInView(page, new RegExp(`^2 ${street}\\s+Interested Mar 4`))).toBeVisible()
    await undo(page, result, 3)
    await page.goto(`/properties?search=${encodeURIComponent(street)}`)
    await expect(page.getByText('No properties found')).toBeVisible()
    expect(consoleErrors()).toEqual([])
  },
)

test(
  'a workbook of SPOTIO is recognized, and several visits of a house are in its history',
  { tag: '@wide' },
  async ({ page }, { project, retry }) => {
    const street = `${project.name} ${'Again '.repeat(retry)}Pin Way`
    const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
    const row = (...cells: string[]) => `<row>${cells.map(cell).join('')}</row>`
    const sheet = [
      row(
        ...'House Number,Street,City,Zip,State,Lat,Lng,Stage,Owner Email,External Pin Id,Last Visit Result,Last Visit Date'.split(
          ',',
        ),
      ),
      ...[
        ['Not Home', '2026-03-04'],
        ['Left Flyer', '2026-03-11'],
      ].map(([visit, day]) =>
        row('7', street, 'Demo City', '46202', 'IN', '39.87', '-86.52', 'Contacted', rep, 'P-7', visit!, day!),
      ),
    ].join('')
    await openAs(page, admin, '/import/properties')
    await chooseFile(page, 'pins.xlsx', createWorkbook({ sheets: { Pins: sheet } }))
    await expect(page.getByText('This is a file of SPOTIO')).toBeVisible()
    await page.getByRole('button', { name: 'Check File' }).click()
    const result = await importAndOpenMap(page, 'Import 2 rows', '2 visits', '39.87,-86.52')
    await expect(houseInView(page, new RegExp(`^7 ${street}\\s+Left flyer Mar 11`))).toBeVisible()
    await page.goto(`/properties?search=${encodeURIComponent(street)}`)
    await page.getByRole('button', { name: `Edit 7 ${street}` }).click()
    const history = page.getByRole('dialog').getByRole('region', { name: 'History' })
    await expect(history).toContainText('Imported visit · Left flyer')
    await expect(history).toContainText('Imported visit · Nobody home')
    await expect(history).toContainText('Casey Demo')
    await undo(page, result, 1)
  },
)

test(
  'a plain list with visits is matched by its usual names, and can count as work',
  { tag: '@wide' },
  async ({ page }, { project, retry }) => {
    const street = `${project.name} ${'Again '.repeat(retry)}Plain Way`
    const rows = [
      ['Address', 'Lat', 'Lng', 'Assigned to', 'Outcome', 'Visit date'],
      [`5 ${street}`, '39.83', '-86.54', rep, 'Come back', '2026-03-04'],
    ]
    await openAs(page, admin, '/import/properties')
    await chooseFile(page, 'list.csv', csvOf(rows))
    await expect(page.getByText('6 of 6 matched')).toBeVisible()
    await page.getByRole('group', { name: 'Visits' }).getByText('Count as work').click()
    await page.getByRole('button', { name: 'Check File' }).click()
    await expect(page.getByText('They count in leaderboards and metrics.')).toBeVisible()
    const result = await importAndOpenMap(page, 'Import 1 row', '1 visit', '39.83,-86.54')
    await expect(houseInView(page, new RegExp(`^5 ${street}\\s+Come back Mar 4`))).toBeVisible()
    await undo(page, result, 1)
  },
)

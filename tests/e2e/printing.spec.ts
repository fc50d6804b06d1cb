import { readFileSync } from 'node:fs'
import { expect, type Page, type TestInfo } from '@playwright/test'
import { paragraphsOf, unzip } from '../support/documents/readDocument.ts'
import { readPdf } from '../support/documents/readPdf.ts'
import { findAccessibilityViolations } from './accessibility.ts'
import { chooseOption, seedLeads } from './seedLeads.ts'
import { test } from './fixtures.ts'
import { collectConsoleErrors, openAs } from './signIn.ts'

const admin = 'robin@maple-demo.example'
const rep = 'jordan@maple-demo.example'
const streetFor = (word: string, { project, retry }: TestInfo) =>
  `${word} ${project.name === 'phone' ? 'Handy' : 'Broad'}${retry || ''} Paper Ln`
const owner = { ownerName: 'Sample Owner 7001', ownerAddress: 'PO Box 7001, Sampleton, IN 46000' }

test('a whole section is printed: the document contains every lead once', { tag: '@wide' }, async ({ page }, info) => {
  const consoleErrors = collectConsoleErrors(page)
  const street = streetFor('Section', info)
  const streets = ['71', '72', '73'].map((number) => `${number} ${street}`)
  await seedLeads(rep, [
    ...streets.map((item) => ({ street: item, tag: 'STORM', ...owner })),
    { street: `74 ${street}`, tag: 'GUTTER', ...owner },
  ])
  await openAs(page, admin, `/leads?group=tag&search=${encodeURIComponent(street)}`)
  const section = page.getByRole('region', { name: 'Storm Damage' })
  await section.getByRole('button', { name: 'Select All Storm Damage' }).click()
  await expect(page.getByText('3 selected')).toBeVisible()
  await section.getByRole('button', { name: 'Deselect All Storm Damage' }).click()
  await expect(page.getByText('3 selected')).toBeHidden()

  await section.getByRole('button', { name: 'Print All (3)' }).click()
  const dialog = page.getByRole('dialog', { name: 'Batch Print Templates' })
  await expect(dialog).toContainText('3 leads · Storm Damage')
  await expect(dialog.getByRole('combobox', { name: 'Template' })).toContainText('storm-follow-up.docx')
  const { name, content } = await download(page, () =>
    dialog.getByRole('button', { name: 'Generate & Download' }).click(),
  )
  expect(name).toMatch(/^storm-\d{4}-\d\d-\d\d\.docx$/)
  const text = paragraphsOf(unzip(content).get('word/document.xml')!).join('\n')
  for (const item of streets) expect(text.split(`After the storm: ${item}`)).toHaveLength(2)
  expect(text).not.toContain(`74 ${street}`)
  await expect(dialog).toBeHidden()
  expect(consoleErrors()).toEqual([])
})

test('missing data is reported before printing, and can be left out', { tag: '@wide' }, async ({ page }, info) => {
  const street = streetFor('Check', info)
  await seedLeads(rep, [
    { street: `81 ${street}`, tag: 'STORM', ...owner },
    { street: `82 ${street}`, tag: 'STORM', ...owner, unconfirmed: true },
    { street: `83 ${street}`, tag: 'STORM', ownerName: 'Sample Owner 7003' },
  ])
  await openAs(page, admin, `/leads?search=${encodeURIComponent(street)}`)
  await selectAll(page, 3)
  await page.getByRole('button', { name: 'Batch Print Selected (3)' }).click()
  const dialog = page.getByRole('dialog', { name: 'Batch Print Templates' })
  await expect(dialog).toContainText('1 lead has an unconfirmed parcel and is left out.')
  await expect(dialog).toContainText('1 of 3 has no owner address.')
  const generate = dialog.getByRole('button', { name: 'Generate & Download' })
  await expect(generate).toBeDisabled()
  expect(await findAccessibilityViolations(page)).toEqual([])
  await chooseOption(page, 'Template', /flyer/)
  await dialog.getByRole('radio', { name: /HTML \(Legacy Style\)/ }).click()

  const usual = await download(page, () => generate.click())
  expect(usual.name).toMatch(/^flyer-\d{4}-\d\d-\d\d\.zip$/)
  expect(namesIn(usual.content)).toEqual([
    `81 ${street} - Sample Owner 7001.html`,
    `83 ${street} - Sample Owner 7003.html`,
  ])

  await page.getByRole('button', { name: 'Batch Print Selected (3)' }).click()
  await chooseOption(page, 'Template', /flyer/)
  await dialog.getByRole('radio', { name: /HTML \(Legacy Style\)/ }).click()
  await dialog.getByRole('switch', { name: 'Include It' }).check()
  await dialog.getByRole('switch', { name: 'Leave out' }).check()
  const chosen = await download(page, () => generate.click())
  expect(namesIn(chosen.content)).toEqual([
    `81 ${street} - Sample Owner 7001.html`,
    `82 ${street} - Sample Owner 7001.html`,
  ])
})

test('printing shows its progress and can be canceled', { tag: '@phone' }, async ({ page }, info) => {
  const street = streetFor('Cancel', info)
  await seedLeads(rep, [{ street: `91 ${street}`, tag: 'STORM', ...owner }])
  await openAs(page, admin, `/leads?search=${encodeURIComponent(street)}`)
  await selectAll(page, 1)
  await page.getByRole('button', { name: 'Batch Print Selected (1)' }).click()
  const dialog = page.getByRole('dialog', { name: 'Batch Print Templates' })
  await chooseOption(page, 'Template', /storm/)
  let broken = false
  page.on('requestfailed', (request) => {
    if (request.url().includes('batch-print')) broken = true
  })
  await page.route('**/api/templates/batch-print', () => undefined)
  await dialog.getByRole('button', { name: 'Generate & Download' }).click()
  await expect(dialog.getByRole('progressbar', { name: 'letters' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog.getByRole('progressbar')).toBeHidden()
  await expect.poll(() => broken, 'the request was broken off').toBe(true)
  await expect(page.getByText('Failed to generate batch print')).toHaveCount(0)

  await page.unroute('**/api/templates/batch-print')
  await page.route('**/api/templates/batch-print', (route) =>
    route.fulfill({ status: 422, json: { detail: 'The template cannot be filled.', code: 'BAD_USER_INPUT' } }),
  )
  await dialog.getByRole('button', { name: 'Generate & Download' }).click()
  await expect(page.getByText('Failed to generate batch print')).toBeVisible()
  await expect(dialog).toContainText('The template cannot be filled.')
})

test(
  'labels and envelopes are printed for the selected leads',
  { tag: ['@wide', '@phone'] },
  async ({ page }, info) => {
    const consoleErrors = collectConsoleErrors(page)
    const street = streetFor('Label', info)
    const streets = ['121', '122'].map((number) => `${number} ${street}`)
    await seedLeads(
      rep,
      streets.map((item) => ({ street: item, tag: 'STORM', ...owner })),
    )
    await openAs(page, admin, `/leads?search=${encodeURIComponent(street)}`)
    await selectAll(page, 2)
    const open = () => page.getByRole('button', { name: 'Batch Print Selected (2)' }).click()
    await open()
    const dialog = page.getByRole('dialog', { name: 'Batch Print Templates' })
    const generate = dialog.getByRole('button', { name: 'Generate & Download' })
    await dialog.getByText('Labels', { exact: true }).click()
    await expect(dialog).toContainText('2 labels on 1 sheet.')
    await chooseOption(page, 'Sheet', /L7160/)
    await dialog.getByLabel('Start at label').fill('21')
    await expect(dialog).toContainText('2 labels on 2 sheets.')
    await expect(dialog.getByRole('img', { name: 'A sheet of Avery L7160, printed from label 21' })).toBeVisible()
    expect(await findAccessibilityViolations(page)).toEqual([])
    const labels = await download(page, () => generate.click())
    expect(labels.name).toMatch(/^labels-\d{4}-\d\d-\d\d\.pdf$/)
    const pages = readPdf(labels.content)
    expect(pages.map(({ texts }) => texts.map(({ text }) => text))).toEqual([
      ['Sample Owner 7001', 'PO Box 7001', 'Sampleton, IN 46000'],
      ['Sample Owner 7001', 'PO Box 7001', 'Sampleton, IN 46000'],
    ])
    await expect(dialog).toBeHidden()

    await open()
    await dialog.getByText('Envelopes', { exact: true }).click()
    await dialog.getByLabel(/Return address/).fill('Maple Demo Roofing LLC')
    await chooseOption(page, 'Address to', /Property/)
    expect(await findAccessibilityViolations(page)).toEqual([])
    const envelopes = await download(page, () => generate.click())
    const printed = readPdf(envelopes.content).map(({ texts }) => texts.map(({ text }) => text))
    expect(printed.map(([sender]) => sender)).toEqual(['Maple Demo Roofing LLC', 'Maple Demo Roofing LLC'])
    expect(printed.map((lines) => lines[2]!).toSorted((a, b) => a.localeCompare(b))).toEqual(streets)
    expect(consoleErrors()).toEqual([])
  },
)

test('all leads of a tag are printed as a zip, across pages of the list', { tag: '@wide' }, async ({ page }) => {
  await openAs(page, admin, '/leads?type=gutter')
  await page.getByRole('button', { name: 'Batch Print All Gutter Cleaning Leads' }).click()
  const dialog = page.getByRole('dialog', { name: 'Batch Print Templates' })
  await expect(dialog).toContainText(/\d+ leads · Gutter Cleaning/)
  const leads = Number(/(\d+) leads · Gutter Cleaning/.exec(await dialog.innerText())![1])
  expect(leads).toBeGreaterThan(10)
  const { content } = await download(page, () => dialog.getByRole('button', { name: 'Generate & Download' }).click())
  expect(namesIn(content).length).toBeGreaterThan(leads / 2)
  expect(namesIn(content).every((name) => name.endsWith('.docx'))).toBe(true)
})

test('a letter is previewed as a sandboxed page and as a document', { tag: '@phone' }, async ({ page }, info) => {
  const street = `101 ${streetFor('Preview', info)}`
  await seedLeads(rep, [{ street, tag: 'STORM', ...owner }])
  await openAs(page, admin, `/leads?search=${encodeURIComponent(street)}`)
  await preview(page, street, 'HTML')
  const frame = page.getByTitle(`Letter to ${street}`)
  await expect(frame).toHaveAttribute('sandbox', '')
  await expect(frame.contentFrame().getByText('Dear Sample Owner 7001')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).first().click()

  const { name, content } = await download(page, () => preview(page, street, 'DOCX'))
  expect(name).toBe(`${street} - Sample Owner 7001.docx`)
  expect(paragraphsOf(unzip(content).get('word/document.xml')!).join('\n')).toContain(street)
})

test('a type without its own template is previewed with another', { tag: '@wide' }, async ({ page }, info) => {
  const street = `111 ${streetFor('Borrowed', info)}`
  await seedLeads(rep, [{ street, tag: 'TORNADO', ...owner }])
  await openAs(page, admin, `/leads?search=${encodeURIComponent(street)}`)
  await preview(page, street, 'DOCX')
  await expect(page.getByRole('dialog', { name: 'Preview' })).toBeVisible()
  await chooseOption(page, 'Template', /storm/)
  await expect(page.getByTitle(`Letter to ${street}`)).toBeVisible()
})

test('the admin’s dashboard prints the selected leads', { tag: '@wide' }, async ({ page }) => {
  await openAs(page, admin, '/admin')
  const recent = page.getByRole('region', { name: 'Recent Leads' })
  await expect(recent.getByRole('listitem')).toHaveCount(10)
  const card = page.getByRole('region', { name: 'Batch Print' })
  const prepare = card.getByRole('button', { name: 'Prepare Batch Print' })
  await prepare.click()
  await expect(page.getByText('Please select leads to print')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Today' })).toContainText('Live')
  // The first checkbox is Select All.
  await recent.getByRole('checkbox').nth(1).check()
  await recent.getByRole('checkbox').nth(2).check()
  await expect(card).toContainText('2 leads selected')
  await prepare.click()
  await expect(page.getByText('Please select a template')).toBeVisible()
  await chooseOption(page, 'Template', /flyer/)
  await expect(card).toContainText("0 of 2 match the template's tag.")
  await prepare.click()
  const dialog = page.getByRole('dialog', { name: 'Batch Print Templates' })
  await expect(dialog).toContainText('2 leads')
  await expect(dialog.getByRole('combobox', { name: 'Template' })).toContainText('flyer')
  await page.keyboard.press('Escape')
  const unprinted = page.getByRole('link', { name: /Never printed/ })
  const count = Number((await unprinted.innerText()).replaceAll(/\D/g, ''))
  await unprinted.click()
  await expect(page).toHaveURL(/\/leads\?letters=none/)
  await expect(page.getByRole('table').first()).toHaveAttribute('aria-rowcount', `${count + 1}`)
})

/** Uses the checkbox in the table header, or the button above the cards. */
async function selectAll(page: Page, count: number): Promise<void> {
  const head = page.getByRole('checkbox', { name: 'Select All leads' })
  const select = page.getByRole('button', { name: 'Select', exact: true })
  await expect(head.or(select)).toBeVisible()
  if (await select.isVisible()) {
    await select.click()
    await page.getByRole('button', { name: `Select All (${count})` }).click()
  } else await head.click()
  await expect(page.getByText(`${count} selected`)).toBeVisible()
}

/** Uses the button of a row, or the menu of a card. */
async function preview(page: Page, street: string, format: 'DOCX' | 'HTML'): Promise<void> {
  const button = page.getByRole('button', { name: `Preview ${street} as ${format}` })
  const menu = page.getByRole('button', { name: `More for ${street}` })
  await expect(menu).toBeVisible()
  if (await button.isVisible()) return button.click()
  await menu.click()
  await page.getByRole('menuitem', { name: `Preview as ${format}` }).click()
}

/** The file that the browser downloads after `begin`. */
async function download(page: Page, begin: () => Promise<void>): Promise<{ name: string; content: Buffer }> {
  const [file] = await Promise.all([page.waitForEvent('download'), begin()])
  return { name: file.suggestedFilename(), content: readFileSync(await file.path()) }
}

const namesIn = (zip: Buffer) => [...unzip(zip).keys()].toSorted((item, other) => item.localeCompare(other))

import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { paragraphs, plainSection, createDocument } from '../support/documents/createDocument.ts'
import { unzip } from '../support/documents/readDocument.ts'
import { findAccessibilityViolations } from './accessibility.ts'
import { chooseOption } from './seedLeads.ts'
import { failOnServer, operationOf } from './api.ts'
import { test } from './fixtures.ts'
import { collectConsoleErrors, openAs } from './signIn.ts'

const admin = 'robin@maple-demo.example'
const mimeType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const letter = (...lines: string[]) => createDocument({ body: paragraphs(...lines) + plainSection })

test(
  'a template is uploaded with its tag, downloaded unchanged, and deleted after a confirmation',
  { tag: '@wide' },
  async ({ page }, { project }) => {
    const consoleErrors = collectConsoleErrors(page)
    const name = `spring-letter-${project.name}.docx`
    const content = letter('Dear {owner_name},', 'we were at {address}.')
    await openAs(page, admin, '/templates')
    await page.getByRole('button', { name: 'Upload Template' }).click()
    const dialog = page.getByRole('dialog', { name: 'Upload Template' })
    await expect(dialog.getByRole('rowheader', { name: '{owner_name}' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Upload Template' }).click()
    await expect(dialog.getByText('Please select a file to upload')).toBeVisible()
    expect(await findAccessibilityViolations(page)).toEqual([])

    await dialog.getByLabel('Template file').setInputFiles({ name, mimeType, buffer: content })
    await chooseOption(page, 'Tag optional', 'insurance')
    await dialog.getByRole('button', { name: 'Upload Template' }).click()
    await expect(dialog).toBeHidden()
    await expect(entry(page, name)).toContainText('insurance')
    await chooseOption(page, `Tag of ${name}`, 'referral')
    await expect(entry(page, name)).toContainText('referral')

    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: `Download ${name}` }).click(),
    ])
    expect(file.suggestedFilename()).toBe(name)
    expect(readFileSync(await file.path()).equals(content)).toBe(true)

    await page.getByRole('button', { name: `Delete ${name}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await expect(entry(page, name)).toBeVisible()
    await page.getByRole('button', { name: `Delete ${name}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete Template' }).click()
    await expect(entry(page, name)).toBeHidden()
    expect(consoleErrors()).toEqual([])
  },
)

test(
  'an invalid document is rejected with the reason, and the file stays chosen',
  { tag: '@phone' },
  async ({ page }) => {
    await openAs(page, admin, '/templates')
    await page.getByRole('button', { name: 'Upload Template' }).click()
    const dialog = page.getByRole('dialog', { name: 'Upload Template' })
    const upload = async (name: string, buffer: Buffer) => {
      await dialog.getByLabel('Template file').setInputFiles({ name, mimeType, buffer })
      await dialog.getByRole('button', { name: 'Upload Template' }).click()
    }
    await upload('misspelt.docx', letter('Dear {onwer_name},'))
    await expect(dialog.getByRole('alert')).toContainText('onwer_name')
    await expect(dialog.getByRole('alert')).toContainText('owner_name')
    await expect(page.getByText('Failed to upload template')).toBeVisible()
    await expect(dialog).toContainText('misspelt.docx')
    await upload('notes.docx', Buffer.from('not a document at all'))
    await expect(dialog.getByRole('alert')).toBeVisible()
    await expect(dialog.getByRole('alert')).not.toContainText('onwer_name')
    await upload('letter.txt', letter('Dear {owner_name},'))
    await expect(dialog.getByRole('alert')).toContainText('.docx')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(page.getByText('misspelt.docx')).toHaveCount(0)
  },
)

test('text that looks like a field is shown after an upload', { tag: '@wide' }, async ({ page }) => {
  const name = 'chevrons.docx'
  await openAs(page, admin, '/templates')
  await page.getByRole('button', { name: 'Upload Template' }).click()
  const dialog = page.getByRole('dialog', { name: 'Upload Template' })
  await dialog.getByLabel('Template file').setInputFiles({ name, mimeType, buffer: letter('Dear «owner_name»,') })
  await dialog.getByRole('button', { name: 'Upload Template' }).click()
  await expect(dialog).toBeHidden()
  const note = page.getByRole('status').filter({ hasText: 'Check its fields' })
  await expect(note).toContainText("'«owner_name»' looks like a field, but is printed as it is: write {owner_name}.")
  expect(await findAccessibilityViolations(page)).toEqual([])
  await note.getByRole('button', { name: 'Dismiss' }).click()
  await expect(note).toBeHidden()
  await page.getByRole('button', { name: `Delete ${name}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete Template' }).click()
  await expect(entry(page, name)).toBeHidden()
})

test('every lead of a type is printed with the chosen template', { tag: '@phone' }, async ({ page }) => {
  await openAs(page, admin, '/templates')
  await page.getByRole('button', { name: 'Batch Print' }).click()
  const dialog = page.getByRole('dialog', { name: 'Batch Print by Lead Type' })
  const generate = dialog.getByRole('button', { name: 'Generate & Download' })
  await generate.click()
  await expect(page.getByText('Please select both lead type and template')).toBeVisible()
  await chooseOption(page, 'Lead Type', 'Gutter Cleaning')
  await chooseOption(page, 'Template', /flyer/)
  const [file] = await Promise.all([page.waitForEvent('download'), generate.click()])
  expect(file.suggestedFilename()).toMatch(/^flyer-\d{4}-\d\d-\d\d\.zip$/)
  expect([...unzip(readFileSync(await file.path())).keys()].length).toBeGreaterThan(10)
  await expect(dialog).toBeHidden()
})

test('the list of templates has no serious axe-core violation, and shows a failed query', async ({ page }) => {
  await openAs(page, admin, '/templates')
  await expect(page.getByText('storm-follow-up.docx')).toBeVisible()
  expect(await findAccessibilityViolations(page)).toEqual([])
  await page.route('**/graphql', (route) =>
    operationOf(route.request()) === 'Templates' ? failOnServer(route) : route.fallback(),
  )
  await page.reload()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await page.unroute('**/graphql')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('storm-follow-up.docx')).toBeVisible()
})

const entry = (page: Page, name: string) =>
  page.getByRole('row').or(page.getByRole('listitem')).filter({ hasText: name })

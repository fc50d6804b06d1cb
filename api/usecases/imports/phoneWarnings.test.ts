import { expect, it } from 'vitest'
import { createImportContext } from '../../../tests/support/importContext.ts'
import type { ImportList } from '../../domain/imports/importFields.ts'
import { readJob } from '../jobs/jobs.ts'
import { decideImportRows } from './decisions.ts'
import { importDetailsOf } from './importJob.ts'
import { exportImportRows, listImportRows } from './importRows.ts'
import { startImport } from './startImport.ts'

const { ctx, finish } = await createImportContext()
const kept = 'This cannot be read as a phone number, and is kept as text.'

async function importRows(list: ImportList, ...rows: string[]): Promise<string> {
  const upload = { filename: 'sample.csv', content: Buffer.from(rows.join('\n')) }
  const mapping = { ...(list === 'users' && { email: 'Email', full_name: 'Name', role: 'Role', phone: 'Phone' }) }
  const { id } = await startImport(ctx, upload, { list, onError: 'stop', mapping: list === 'users' ? mapping : null })
  expect((await finish(id)).counts).toMatchObject({ failed: 0 })
  return id
}

async function warningsOf(importId: string) {
  const { items } = await listImportRows(ctx, importId, null, { limit: 50, offset: 0 })
  const warnings = items.map(({ outcome, warning }) => [outcome, warning])
  const { warnings: count } = importDetailsOf(await readJob(ctx, importId))!
  expect(count).toBe(warnings.filter(([, warning]) => warning !== null).length)
  return warnings
}

it('a phone that cannot be read is kept as text, with a warning in its row', async () => {
  const id = await importRows(
    'leads',
    'address,lat,lng,tag,owner_phone,contact_phone',
    '1 Sample Warning St,42.1,-90.1,storm,ask at the office,812-555-0123',
    '2 Sample Warning St,42.2,-90.1,storm,(812) 555-0123 x4,812.555.0123',
    '3 Sample Warning St,42.3,-90.1,storm,none yet,mornings only',
  )
  expect(await warningsOf(id)).toEqual([
    ['created', `owner_phone: ${kept}`],
    ['created', null],
    ['created', `owner_phone: ${kept} contact_phone: ${kept}`],
  ])
  const { pages } = await exportImportRows(ctx, id, null)
  const texts: unknown[] = []
  for await (const page of pages) texts.push(...page.map((cells) => cells.at(-1)))
  expect(texts).toEqual([`owner_phone: ${kept}`, null, `owner_phone: ${kept} contact_phone: ${kept}`])
})

it('an address that is not found says what may be wrong with its state or ZIP code', async () => {
  const rows = [
    'address,state,zip_code',
    '1 Sample Nowhere St,XX,',
    '2 Sample Nowhere St,,42',
    '3 Sample Nowhere St,indiana,',
  ]
  const upload = { filename: 'sample.csv', content: Buffer.from(rows.join('\n')) }
  const { id } = await startImport(ctx, upload, { list: 'properties', onError: 'skip' })
  expect((await finish(id)).errors.map(({ message }) => message)).toEqual([
    'Address not found: "XX" is not a state. Correct it, or add columns with lat and lng.',
    'Address not found. Check the ZIP code 00042, or add columns with lat and lng.',
    'Address not found. Add columns with lat and lng.',
  ])
})

it('accounts have the warning, too, with the heading of the column', async () => {
  const row = 'sample.warning@users.example,Sample Warning,sales_rep,ask Sample'
  expect(await warningsOf(await importRows('users', 'Email,Name,Role,Phone', row))).toEqual([
    ['created', `Phone: ${kept}`],
  ])
})

it('a row that saves nothing has no warning, and an unsure one has it until it is left out', async () => {
  const heading = 'address,lat,lng,owner_phone'
  await importRows('properties', heading, '7 Sample Unsure St,42.7,-90.1,')
  const id = await importRows(
    'properties',
    heading,
    '7 Sample Unsure St,42.7,-90.1,no phone',
    '7 Sample Unsure St Apt 1,42.7,-90.1,ring twice',
    '7 Sample Unsure St Apt 2,42.7,-90.1,ring thrice',
  )
  const warning = `owner_phone: ${kept}`
  expect(await warningsOf(id)).toEqual([
    ['skipped', null],
    ['unsure', warning],
    ['unsure', warning],
  ])
  const decide = (row: number, decision: 'new' | 'skip') => ({ row, decision, propertyId: null })
  await finish((await decideImportRows(ctx, id, [decide(3, 'new'), decide(4, 'skip')])).id)
  const { items } = await listImportRows(ctx, id, null, { limit: 50, offset: 0 })
  expect(items.map(({ outcome, warning: text }) => [outcome, text])).toEqual([
    ['skipped', null],
    ['created', warning],
    ['skipped', null],
  ])
})

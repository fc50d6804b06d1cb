import { expect, it } from 'vitest'
import { createImportContext } from '../../../tests/support/importContext.ts'
import { OneStatusOneScheduler } from '../../../migrations/0073_one_status_one_scheduler.ts'
import type { KnockOutcome, PropertyStatus } from '../../domain/enums.ts'
import { transactInTenant } from '../../log/transact.ts'
import { changeProperties, lockProperty } from '../../records/propertyWrites.ts'
import { logKnock, withdrawKnock } from '../knocking/knocking.ts'
import { startImport, undoImport } from './startImport.ts'

const { ctx, db, tenantId, finish } = await createImportContext()

let lastNumber = 0
/** An address that is not saved, with its point. */
const newAddress = () => {
  lastNumber += 1
  return `${lastNumber} Sample Status St,39.${100 + lastNumber},-86.1`
}

/** Imports the property with the status, if one is given, and returns the id of the import. */
async function importStatus(address: string, status: PropertyStatus | ''): Promise<string> {
  const file = { filename: 'sample.csv', content: Buffer.from(`address,lat,lng,status\n${address},${status}\n`) }
  const { id } = await startImport(ctx, file, { list: 'properties', onDuplicate: 'update', onError: 'skip' })
  const { counts } = await finish(id)
  expect(counts.failed).toBe(0)
  return id
}

async function read(address: string): Promise<{ id: string; status: PropertyStatus }> {
  const { rows } = await db.query<{ id: string; status: PropertyStatus }>(
    'select id, status from properties where address = $1',
    [address.split(',')[0]],
  )
  return rows[0]!
}
const statusOf = async (address: string) => (await read(address)).status

async function knock(address: string, outcome: KnockOutcome): Promise<string> {
  return (await logKnock(ctx, { propertyId: (await read(address)).id, outcome })).eventId
}

async function undo(importId: string): Promise<void> {
  await finish((await undoImport(ctx, importId)).id)
}

/** The statuses in the events of the property: undefined where an event has none. */
async function recordedStatuses(address: string): Promise<unknown[]> {
  const { rows } = await db.query<{ type: string; data: { status?: string | null } }>(
    `select type, data from activity_events where subject_id = $1 and type like 'Property%' order by position`,
    [(await read(address)).id],
  )
  return rows.map(({ type, data }) => [type, data.status])
}

it('a property has the status with which it was imported again when its knock is undone', async () => {
  const address = newAddress()
  await importStatus(address, 'interested')
  const eventId = await knock(address, 'talked')
  expect(await statusOf(address)).toBe('contacted')
  expect(await withdrawKnock(ctx, eventId)).toMatchObject({ status: 'interested' })
  expect(await statusOf(address)).toBe('interested')
  expect(await recordedStatuses(address)).toEqual([['PropertySaved', 'interested']])
})

it('a property has the status that an import set later again when a knock after it is undone', async () => {
  const address = newAddress()
  await importStatus(address, '')
  await knock(address, 'talked')
  await importStatus(address, 'not_interested')
  const last = await knock(address, 'interested')
  expect(await statusOf(address)).toBe('interested')
  await withdrawKnock(ctx, last)
  expect(await statusOf(address)).toBe('not_interested')
  expect(await recordedStatuses(address)).toEqual([
    ['PropertySaved', undefined],
    ['PropertyEdited', 'not_interested'],
  ])
})

it('a property keeps the status that an import set when a knock before it is undone', async () => {
  const address = newAddress()
  await importStatus(address, '')
  const earlier = await knock(address, 'talked')
  await importStatus(address, 'new')
  expect(await statusOf(address)).toBe('new')
  await withdrawKnock(ctx, earlier)
  await knock(address, 'nobody_home')
  expect(await statusOf(address)).toBe('new')
})

it('a property keeps the status that a change sets when the last knock is undone', async () => {
  const address = newAddress()
  await importStatus(address, '')
  const eventId = await knock(address, 'talked')
  const { id } = await read(address)
  await transactInTenant(ctx, tenantId, async (transaction) => {
    const before = await lockProperty(transaction.em, tenantId, id, 'for no key update')
    await changeProperties(ctx, transaction, tenantId, [
      { before, change: { status: 'not_interested', notes: 'Note' } },
    ])
  })
  expect((await db.query('select version from properties where id = $1', [id])).rows).toEqual([{ version: 3 }])
  await withdrawKnock(ctx, eventId)
  expect(await statusOf(address)).toBe('not_interested')
})

it('undoing an import gives the status of before it, and undoing the knock of before it then none', async () => {
  const address = newAddress()
  await importStatus(address, '')
  const eventId = await knock(address, 'talked')
  const importId = await importStatus(address, 'interested')
  await undo(importId)
  expect(await statusOf(address)).toBe('contacted')
  expect((await recordedStatuses(address)).at(-1)).toEqual(['PropertyEdited', null])
  await withdrawKnock(ctx, eventId)
  expect(await statusOf(address)).toBe('new')
})

it('undoing an import gives the status that an earlier import set', async () => {
  const address = newAddress()
  await importStatus(address, 'contacted')
  await undo(await importStatus(address, 'interested'))
  expect(await statusOf(address)).toBe('contacted')
  await withdrawKnock(ctx, await knock(address, 'interested'))
  expect(await statusOf(address)).toBe('contacted')
})

it('undoing an import keeps the status of a knock after it', async () => {
  const address = newAddress()
  await importStatus(address, '')
  const importId = await importStatus(address, 'contacted')
  await knock(address, 'talked')
  await undo(importId)
  expect(await statusOf(address)).toBe('contacted')
})

it('a status of before statuses were recorded is kept if no knock explains it', async () => {
  const [saved, edited, knocked] = [newAddress(), newAddress(), newAddress()]
  await importStatus(saved, 'interested')
  for (const address of [edited, knocked]) {
    await importStatus(address, '')
    await knock(address, 'talked')
  }
  await importStatus(edited, 'not_interested')
  await db.query('update properties set set_status = null, set_status_at = null')
  const migration = new OneStatusOneScheduler(...([] as unknown as ConstructorParameters<typeof OneStatusOneScheduler>))
  migration.up()
  for (const sql of migration.getQueries()) await db.query(sql as string)
  for (const [address, status] of [
    [saved, 'interested'],
    [edited, 'not_interested'],
  ] as const) {
    await withdrawKnock(ctx, await knock(address, 'talked'))
    expect(await statusOf(address)).toBe(status)
  }
  const { rows } = await db.query('select set_status from properties where id = $1', [(await read(knocked)).id])
  expect(rows).toEqual([{ set_status: null }])
})

import { v7 as uuidv7 } from 'uuid'
import { expect, it } from 'vitest'
import type { Database } from '../../database/connection.ts'
import { Conflict, Malformed, Unavailable } from '../../domain/errors.ts'
import { connectToNodeOf, countBlocked } from '../../../tests/support/databaseNodes.ts'
import { createRepContext } from '../../../tests/support/repContext.ts'
import { logKnock, logKnocks } from './knocking.ts'

const { ctx, database, testDatabase, tenantId, repId, propertyIds } = await createRepContext({ propertiesPerRep: 3 })
const knocksWith = (notes: (string | null)[]) =>
  notes.map((note, index) => ({ propertyId: propertyIds[index]!, outcome: 'talked' as const, note }))

it('rejects only the knock that the database cannot store', async () => {
  const [first, second, third] = await logKnocks({ ...ctx, database }, knocksWith([null, '\ud800', null]))
  expect([first, third]).toMatchObject([{ status: 'contacted' }, { status: 'contacted' }])
  expect(second).toBeInstanceOf(Malformed)
})

it('saves an event id that a request has several times once, for the first knock that has it', async () => {
  const eventId = uuidv7()
  const [first, second, third] = propertyIds
  const results = await logKnocks({ ...ctx, database }, [
    { propertyId: first!, outcome: 'talked', eventId },
    { propertyId: second!, outcome: 'interested', eventId },
    { propertyId: third!, outcome: 'talked' },
    { propertyId: first!, outcome: 'talked', eventId },
  ])
  expect(results[1]).toBeInstanceOf(Conflict)
  expect([results[0], results[2], results[3]]).toMatchObject([
    { replayed: false, propertyId: first },
    { replayed: false, propertyId: third },
    { replayed: true, propertyId: first },
  ])
})

it('fails as a whole when the database is unavailable, so that all knocks are sent again', async () => {
  const unavailableDatabase: Database = { ...database, call: () => Promise.reject(new Unavailable('Away.')) }
  await expect(logKnocks({ ...ctx, database: unavailableDatabase }, knocksWith([null, null]))).rejects.toThrow('Away.')
})

it('does not save an event id that another transaction saves for another property at the same moment', async () => {
  const other = await connectToNodeOf(testDatabase.ownerUrl, tenantId)
  try {
    const eventId = uuidv7()
    const row = { event_id: eventId, property_id: propertyIds[1], rep_id: repId, outcome: 'talked' }
    const envelope = { occurred_at: new Date(), schema_version: 1, sees_all: true, real_role: 'sales_rep' }
    await other.query('begin')
    const { rows } = await other.query('select outcome from log_knocks($1, $2, $3)', [
      tenantId,
      '{}',
      JSON.stringify([{ ...row, ...envelope, acting_role: 'sales_rep', request_id: ctx.requestId }]),
    ])
    expect(rows).toEqual([{ outcome: 'appended' }])

    const second = logKnock({ ...ctx, database }, { propertyId: propertyIds[2]!, outcome: 'talked', eventId })
    const rejected = expect(second).rejects.toBeInstanceOf(Conflict)
    await expect.poll(() => countBlocked(other)).toBe(1)
    await other.query('commit')
    await rejected
    const { rows: knocks } = await other.query('select property_id from knocks where event_id = $1', [eventId])
    expect(knocks).toEqual([{ property_id: propertyIds[1] }])
  } finally {
    await other.end()
  }
})

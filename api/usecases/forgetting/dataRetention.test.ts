import { v7 as uuidv7 } from 'uuid'
import { expect, it } from 'vitest'
import { queryRows } from '../../database/connection.ts'
import { createRepContext } from '../../../tests/support/repContext.ts'
import { applyDataRetention, readDataRetention, setDataRetention } from './dataRetention.ts'

const { ctx: ofRep, database, tenantId, repId, propertyIds } = await createRepContext({ propertiesPerRep: 1 })
const now = new Date('2026-06-30T12:00:00Z')
const ctx = { ...ofRep, actor: null, now: () => now }
const owner = { ...ofRep, actor: { ...ofRep.actor!, role: 'owner' as const }, now: () => now }
const query = <Row>(sql: string, values: unknown[] = []) =>
  database.within({ tenantId }, (em) => queryRows<Row>(em, sql, values))

/** A knock with a position and a photo, in a session that began there, all at this time. */
async function addKnock(at: string): Promise<void> {
  const [id, photoId, sessionId] = [uuidv7(), uuidv7(), uuidv7()]
  await query(
    `insert into knock_sessions (tenant_id, id, rep_id, started_at, ended_at, lat, lng) values ($1, $2, $3, $4, $4, 39, -86)`,
    [...[tenantId, sessionId, repId, at]],
  )
  await query(
    `insert into photos (tenant_id, id, content_type, content, uploaded_by, created_at) values ($1, $2, 'image/jpeg', 'x', $3, $4)`,
    [tenantId, photoId, repId, at],
  )
  await query(
    `insert into knocks (tenant_id, event_id, property_id, rep_id, session_id, outcome, occurred_at, lat, lng, accuracy_meters)
     values ($1, $2, $3, $4, $5, 'talked', $6, 39, -86, 5)`,
    [tenantId, id, propertyIds[0], repId, sessionId, at],
  )
  await query('insert into knock_photos (tenant_id, knock_id, place, photo_id) values ($1, $2, 1, $3)', [
    ...[tenantId, id, photoId],
  ])
}
const kept = async () => {
  const [counts] = await query<object>(
    `select (select count(*)::int from knocks where lat is not null) as knocks,
       (select count(*)::int from knock_sessions where lat is not null) as sessions,
       (select count(*)::int from photos) as photos, (select count(*)::int from knock_photos) as places`,
  )
  return counts
}
const events = () =>
  query<{ type: string; data: object }>(
    `select type, data from activity_events where type like 'DataRetention%' order by position`,
  )

it('keeps positions for 30 days and photos for ever, unless the owner says otherwise', async () => {
  for (const at of ['2026-04-30T11:00:00Z', '2026-05-31T11:00:00Z', '2026-05-31T13:00:00Z']) await addKnock(at)
  expect(await readDataRetention(ofRep)).toEqual({ photoMonths: null, positionDays: 30 })
  expect(await applyDataRetention(ctx)).toBe(2)
  expect(await kept()).toEqual({ knocks: 1, sessions: 1, photos: 3, places: 3 })
  expect(await applyDataRetention(ctx)).toBe(0)

  expect(await setDataRetention(owner, { photoMonths: 2 })).toEqual({ photoMonths: 2, positionDays: 30 })
  expect(await setDataRetention(owner, { photoMonths: 2 })).toEqual({ photoMonths: 2, positionDays: 30 })
  expect(await setDataRetention(owner, { positionDays: 7 })).toEqual({ photoMonths: 2, positionDays: 7 })
  await applyDataRetention(ctx)
  expect(await kept()).toEqual({ knocks: 0, sessions: 0, photos: 2, places: 2 })
  expect(await setDataRetention(owner, { photoMonths: null })).toEqual({ photoMonths: null, positionDays: 7 })
  expect(await events()).toEqual([
    { type: 'DataRetentionApplied', data: { photos: 0, positions: 4 } },
    { type: 'DataRetentionSet', data: { photoMonths: 2, positionDays: 30 } },
    { type: 'DataRetentionSet', data: { photoMonths: 2, positionDays: 7 } },
    { type: 'DataRetentionApplied', data: { photos: 1, positions: 2 } },
    { type: 'DataRetentionSet', data: { photoMonths: null, positionDays: 7 } },
  ])
})

it('keeps photos for whole months, also at the end of a month that is longer than the one before', async () => {
  await query('delete from photos')
  for (const at of ['2027-02-28T11:00:00Z', '2027-02-28T13:00:00Z', '2027-03-02T12:00:00Z']) await addKnock(at)
  await setDataRetention(owner, { photoMonths: 1 })
  await applyDataRetention({ ...ctx, now: () => new Date('2027-03-31T12:00:00Z') })
  expect(await kept()).toMatchObject({ photos: 2 })
  await setDataRetention(owner, { photoMonths: null })
})

it('is set by owners alone, within limits', async () => {
  await expect(setDataRetention(ofRep, { positionDays: 7 })).rejects.toThrow("You don't have permission to do this.")
  for (const positionDays of [0, 366, 1.5])
    await expect(setDataRetention(owner, { positionDays })).rejects.toThrow('Use a whole number from 1 to 365.')
  await expect(setDataRetention(owner, { photoMonths: 0 })).rejects.toThrow('Use a whole number from 1 to 120.')
})

it('erases more than one batch', async () => {
  await query(
    `insert into knocks (tenant_id, event_id, rep_id, outcome, occurred_at, lat, lng)
     select $1, gen_random_uuid(), $2, 'talked', '2026-01-01', 39, -86 from generate_series(1, 2001)`,
    [tenantId, repId],
  )
  expect(await applyDataRetention(ctx)).toBe(2001)
  expect(await kept()).toMatchObject({ knocks: 0 })
})

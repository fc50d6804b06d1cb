import { v7 as uuidv7 } from 'uuid'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Context } from '../../context.ts'
import { queryRows } from '../../database/connection.ts'
import { createRepContext } from '../../../tests/support/repContext.ts'
import { readDoorsForToday, returnDoors, takeNearestDoors } from './nearestDoors.ts'

// Doors in a row to the east, about 8.6 m apart.
const { ctx, database, tenantId, repId, propertyIds } = await createRepContext({ propertiesPerRep: 60 })
const colleagueId = uuidv7()
const from = { lat: 39.7, lng: -86.2 }
const query = <Row>(sql: string, values: unknown[] = []) =>
  database.within({ tenantId }, (em) => queryRows<Row>(em, sql, values))
const at = (time: string, userId = repId): Context => ({
  ...ctx,
  actor: { ...ctx.actor!, userId },
  now: () => new Date(time),
})
const idsOf = ({ doors }: { doors: { propertyId: string }[] }) => doors.map(({ propertyId }) => propertyId)
const take = async (time: string, userId?: string) => idsOf(await takeNearestDoors(at(time, userId), { from }))
const read = async (time: string, userId?: string) => idsOf(await readDoorsForToday(at(time, userId)))

beforeEach(async () => {
  await query('delete from taken_doors where tenant_id = $1', [tenantId])
  await database.within('platform', (em) => queryRows(em, 'update tenants set allow_nearest_doors = true'))
})

describe('doors taken for today', () => {
  // In Indianapolis the clocks go forward on March 8 and back on November 1.
  it.each([
    ['of 23 hours', '2026-03-08T05:00:01Z', '2026-03-09T04:00:00.000Z'],
    ['of 25 hours', '2026-11-01T04:00:01Z', '2026-11-02T05:00:00.000Z'],
    ['that has nearly ended', '2026-06-01T03:59:59Z', '2026-06-01T04:00:00.000Z'],
  ])('return at midnight of a day %s', async (_name, begin, midnight) => {
    const { until, doors } = await takeNearestDoors(at(begin), { from })
    expect(until?.toISOString()).toBe(midnight)
    expect(idsOf({ doors })).toEqual(propertyIds.slice(0, 40))
    const before = new Date(Date.parse(midnight) - 1).toISOString()
    expect(new Set(await read(before))).toEqual(new Set(propertyIds.slice(0, 40)))
    expect(await take(before, colleagueId)).toEqual(propertyIds.slice(40))
    expect(await readDoorsForToday(at(midnight))).toEqual({ doors: [], until: null, canTake: true })
    expect(await take(midnight, colleagueId)).toEqual(propertyIds.slice(0, 40))
    await take(midnight)
    // Nothing is left of the day before.
    expect(await query('select from taken_doors where tenant_id = $1', [tenantId])).toHaveLength(60)
  })

  it('are taken anew from where the rep stands, and given back', async () => {
    const time = '2026-06-01T15:00:00Z'
    await take(time)
    expect(await take(time)).toEqual(propertyIds.slice(0, 40))
    const east = { from: { lat: 39.7, lng: -86.2 + 59 / 10_000 } }
    expect(idsOf(await takeNearestDoors(at(time), east))).toEqual(propertyIds.slice(20).toReversed())
    expect(await take(time, colleagueId)).toEqual(propertyIds.slice(0, 20))
    expect(idsOf(await returnDoors(at(time)))).toEqual([])
    expect(idsOf(await returnDoors(at(time)))).toEqual([])
    expect(await read(time, colleagueId)).toHaveLength(20)
    const events = await query<{ type: string; data: { propertyIds: string[] } }>(
      `select type, data from activity_events where tenant_id = $1 and occurred_at = $2 order by position`,
      [tenantId, time],
    )
    expect(events.map(({ type, data }) => [type, data.propertyIds.length])).toEqual([
      ['DoorsTaken', 40],
      ['DoorsReturned', 20],
      ['DoorsTaken', 20],
      ['DoorsTaken', 20],
      ['DoorsReturned', 40],
    ])
    expect(events[0]!.data).toEqual({
      ...{ repId, propertyIds: propertyIds.slice(0, 40) },
      until: '2026-06-02T04:00:00.000Z',
    })
  })

  it('stay those of the rep when they are worked, or the setting is turned off', async () => {
    const time = '2026-06-01T15:00:00Z'
    await take(time)
    await query(
      `insert into knocks (tenant_id, event_id, property_id, rep_id, outcome, occurred_at) values ($1, $2, $3, $4, 'nobody_home', $5)`,
      [tenantId, uuidv7(), propertyIds[0], repId, time],
    )
    await database.within('platform', (em) => queryRows(em, 'update tenants set allow_nearest_doors = false'))
    const { canTake, ...today } = await readDoorsForToday(at(time))
    expect([canTake, idsOf(today).toSorted()]).toEqual([false, propertyIds.slice(1, 40).toSorted()])
    await expect(takeNearestDoors(at(time), { from })).rejects.toThrow('does not let its reps take doors')
    await query('delete from knocks where tenant_id = $1', [tenantId])
  })

  it('are no farther than a walk', async () => {
    const near = { lat: 39.7 + 4_900 / 111_320, lng: -86.2 }
    expect(idsOf(await takeNearestDoors(at('2026-06-01T15:00:00Z'), { from: near }))).toHaveLength(40)
    const far = { lat: 39.7 + 5_100 / 111_320, lng: -86.2 }
    expect(await takeNearestDoors(at('2026-06-01T15:00:00Z'), { from: far })).toEqual({
      ...{ doors: [], until: null, canTake: true },
    })
  })
})

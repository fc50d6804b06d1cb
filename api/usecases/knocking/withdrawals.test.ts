import { expect, it } from 'vitest'
import { createRepContext } from '../../../tests/support/repContext.ts'
import { NotFound } from '../../domain/errors.ts'
import { queryRows } from '../../database/connection.ts'
import { logKnock, withdrawKnock, withdrawKnockOnce } from './knocking.ts'

const { ctx, database, tenantId, repId, propertyIds } = await createRepContext({ propertiesPerRep: 1 })
const propertyId = propertyIds[0]!
const dayMs = 86_400_000
const callerWith = (role: 'owner' | 'admin' | 'sales_rep') => ({
  ...ctx,
  database,
  actor: { ...ctx.actor!, userId: '00000000-0000-4000-8000-000000000002', role },
})

it('a manager withdraws the knock of a rep, which leaves the hour in which it was counted, and the log keeps both events', async () => {
  const yesterday = new Date(Date.now() - dayMs)
  const knock = await logKnock({ ...ctx, database }, { propertyId, outcome: 'interested', occurredAt: yesterday })
  const countDoors = async () => {
    const [found] = await database.within({ tenantId }, (em) =>
      queryRows<{ doors: number }>(
        em,
        'select coalesce(sum(doors), 0)::int as doors from rep_hours where tenant_id = $1 and rep_id = $2',
        [tenantId, repId],
      ),
    )
    return found!.doors
  }
  expect(await countDoors()).toBe(1)
  await expect(withdrawKnock(callerWith('sales_rep'), knock.eventId)).rejects.toThrow(NotFound)
  expect(await withdrawKnock(callerWith('owner'), knock.eventId)).toMatchObject({ replayed: false, status: 'new' })
  expect(await withdrawKnock(callerWith('admin'), knock.eventId)).toMatchObject({ replayed: true })
  expect(await countDoors()).toBe(0)
  const events = await database.within({ tenantId }, (em) =>
    queryRows<{ type: string; repId: string }>(
      em,
      `select type, data->>'repId' as "repId" from activity_events where tenant_id = $1 order by position`,
      [tenantId],
    ),
  )
  expect(events.slice(-2)).toEqual([
    { type: 'DoorKnocked', repId },
    { type: 'KnockWithdrawn', repId },
  ])
})

it('a rep withdraws their own knock for seven days, and a manager later', async () => {
  const at = new Date('2026-06-01T12:00:00Z')
  const after = (ms: number) => ({ ...ctx, database, now: () => new Date(at.getTime() + ms) })
  const log = () => logKnock(after(0), { propertyId, outcome: 'talked', occurredAt: at })
  const [inTime, late] = [await log(), await log()]
  expect(await withdrawKnock(after(7 * dayMs), inTime.eventId)).toMatchObject({ replayed: false })
  const tooLate = after(7 * dayMs + 60_000)
  await expect(withdrawKnock(tooLate, late.eventId)).rejects.toThrow(
    'A knock can be undone for seven days. Ask an owner or admin.',
  )
  // A phone says again what it has done, and what it did without a connection in time.
  expect(await withdrawKnock(tooLate, inTime.eventId)).toMatchObject({ replayed: true })
  const { id, occurredAt } = { id: '00000000-0000-7000-8000-000000000077', occurredAt: new Date(at.getTime() + dayMs) }
  const offline = await log()
  expect(await withdrawKnockOnce(tooLate, id, { knockId: offline.eventId }, occurredAt)).toMatchObject({
    replayed: false,
  })
  const manager = { ...callerWith('owner'), now: tooLate.now }
  expect(await withdrawKnock(manager, late.eventId)).toMatchObject({ replayed: false })
})

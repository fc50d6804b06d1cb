import { expect, it } from 'vitest'
import { createRepContext } from '../../../tests/support/repContext.ts'
import { NotFound } from '../../domain/errors.ts'
import { queryRows } from '../../database/connection.ts'
import { logKnock, withdrawKnock } from './knocking.ts'

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

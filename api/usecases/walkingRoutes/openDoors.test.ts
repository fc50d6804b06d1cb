import { v7 as uuidv7 } from 'uuid'
import { expect, it } from 'vitest'
import { queryRows } from '../../database/connection.ts'
import { knockOutcomes, propertyStatuses } from '../../domain/enums.ts'
import { isOpenDoor } from '../../domain/walkingRoutes/openDoors.ts'
import { createRepContext } from '../../../tests/support/repContext.ts'
import { readOpenDoors } from './openDoors.ts'

const booleans = [false, true]
/** Every state of a door that the rule tells apart. */
const states = propertyStatuses.flatMap((status) =>
  [null, ...knockOutcomes].flatMap((lastOutcome) =>
    booleans.flatMap((lastKnockedBeforeToday) =>
      booleans.flatMap((doNotKnock) =>
        booleans.flatMap((isColleagues) =>
          booleans.map((isDue) => ({
            ...{ status, lastOutcome, lastKnockedBeforeToday, doNotKnock, isColleagues, isDue },
          })),
        ),
      ),
    ),
  ),
)
const { database, tenantId, repId, propertyIds } = await createRepContext({ propertiesPerRep: states.length })
const dayStart = new Date('2026-06-01T04:00:00Z')

it('the statement finds the doors that are open by the rule which phones have', async () => {
  const colleagueId = uuidv7()
  const rows = states.map((state, n) => ({
    id: propertyIds[n],
    status: state.status,
    outcome: state.lastOutcome,
    at: new Date(dayStart.getTime() + (state.lastKnockedBeforeToday ? -1 : 1)),
    marked: state.doNotKnock,
    assigned: state.isColleagues ? colleagueId : repId,
  }))
  const given = `jsonb_to_recordset($2::jsonb) d (id uuid, status text, outcome text, at timestamptz, marked boolean, assigned uuid)`
  const found = await database.within({ tenantId }, async (em) => {
    const write = (sql: string) => queryRows(em, sql, [tenantId, JSON.stringify(rows)])
    await write(
      `update properties p set status = d.status, assigned_to = d.assigned from ${given} where p.tenant_id = $1 and p.id = d.id`,
    )
    await write(`insert into knocks (tenant_id, event_id, property_id, rep_id, outcome, occurred_at)
      select $1, gen_random_uuid(), d.id, d.assigned, d.outcome, d.at from ${given} where d.outcome is not null`)
    await write(`insert into do_not_knock (tenant_id, id, property_id, kind, starts_at, set_at)
      select $1, gen_random_uuid(), d.id, 'asked', '2026-01-01', '2026-01-01' from ${given} where d.marked`)
    return readOpenDoors(
      em,
      { propertyIds },
      {
        ...{ userId: repId, reach: 'all', from: null, dayStart, limit: states.length },
        dueIds: propertyIds.filter((_, n) => states[n]!.isDue),
      },
    )
  })
  const isFound = new Set(found.map(({ propertyId }) => propertyId))
  const wrong = states.filter((state, n) => isFound.has(propertyIds[n]!) !== isOpenDoor(state, state))
  expect(wrong).toEqual([])
  expect(isFound.size).toBe(states.filter((state) => isOpenDoor(state, state)).length)
  expect(isFound.size).toBeGreaterThan(states.length / 8)
})

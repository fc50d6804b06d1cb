import { databaseFunction, databaseTrigger, type DatabaseObject } from '../database/databaseObject.ts'

const refuseChange = databaseFunction({
  name: 'refuse_change',
  sql: `returns trigger language plpgsql as $$
begin
  raise exception 'activity_events is append-only: % refused', tg_op using errcode = 'insufficient_privilege';
end $$`,
})

const refusal = 'for each statement execute function refuse_change()'

/**
 * The log and the rates are append-only. TRUNCATE has a trigger of its own, because a distributed database gives the parts of a
 * table only triggers without it.
 */
export const appendOnly: DatabaseObject[] = [
  refuseChange,
  ...['activity_events', 'cost_rates'].flatMap((table) => [
    databaseTrigger('append_only', 'before update or delete', table, refusal),
    databaseTrigger('append_only_truncate', 'before truncate', table, refusal),
  ]),
]

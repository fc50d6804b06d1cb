import { databaseFunction } from '../database/databaseObject.ts'

/** The outcome that the knock was logged with. */
export const knockOutcome = databaseFunction({
  name: 'knock_outcome',
  parameters: 'p_tenant uuid, p_knock uuid',
  sql: `returns text language plpgsql stable as $$
begin
  return (select k.data->>'outcome' from activity_events k where k.tenant_id = p_tenant and k.event_id = p_knock);
end $$`,
})

import { databaseFunction } from '../database/databaseObject.ts'

/**
 * The first position that was recorded at or after a time. Recorded times never decrease and positions have no gaps, so this is a
 * binary search.
 */
export const activityPositionFrom = databaseFunction({
  name: 'activity_position_from',
  parameters: 'p_tenant uuid, p_at timestamptz',
  sql: `returns bigint language plpgsql stable as $$
declare
  v_low bigint := 1;
  v_high bigint;
  v_middle bigint;
  v_at timestamptz;
begin
  select position + 1 into v_high from activity_heads where tenant_id = p_tenant;
  if not found then return 1; end if;
  while v_low < v_high loop
    v_middle := (v_low + v_high) / 2;
    select recorded_at into v_at from activity_events where tenant_id = p_tenant and position = v_middle;
    if v_at < p_at then v_low := v_middle + 1; else v_high := v_middle; end if;
  end loop;
  return v_low;
end $$`,
})

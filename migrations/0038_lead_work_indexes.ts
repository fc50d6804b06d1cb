import { indexMigration } from './tables.ts'

/** Indexes for the leads of an assignee or stage, for the orders by follow-up and value, and for finding duplicates. */
export const LeadWorkIndexes = indexMigration({
  leads_assigned: 'leads (tenant_id, assigned_to, created_at desc, id desc)',
  leads_stage_newest: 'leads (tenant_id, stage_id, created_at desc, id desc)',
  // Under row-level security the planner uses an index on CASE, but none on COALESCE, which is not known to be leakproof.
  leads_follow_up: `leads (tenant_id, (case when follow_up_at is null then 'infinity' else follow_up_at end), id)`,
  leads_value: 'leads (tenant_id, (case when value_cents is null then -1 else value_cents end), id)',
  properties_parcel: 'properties (tenant_id, parcel_id) where parcel_id is not null',
  properties_number: `properties (tenant_id, street_number) where street_number <> ''`,
})

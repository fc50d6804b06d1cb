import { indexMigration } from './tables.ts'

/** Indexes to read the work of one rep: their knocks of a time, and their counts of all time. */
export const WorkOfARep = indexMigration({
  knocks_rep: 'knocks (tenant_id, rep_id, occurred_at desc)',
  rep_hours_rep: 'rep_hours (tenant_id, rep_id, hour)',
})

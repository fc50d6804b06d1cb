import { Migration } from '@mikro-orm/migrations'
import { protectProjection } from './tables.ts'

/** The tables of the projections. */
const projectionTables = [
  'rep_hours',
  'rep_tag_hours',
  'rep_neighborhood_hours',
  'neighborhood_hours',
  'rep_leads',
  'lead_letters',
  'usage_hours',
  'usage_days',
]

/**
 * Only the append functions write the log, its heads and the projections: they run with the rights of `porchlight_log`, and
 * the application's roles may only read those tables.
 */
export class LogWriters extends Migration {
  override up(): void {
    for (const sql of [schema, logTables, ...projectionTables.map(protectProjection), narrowRoles]) this.addSql(sql)
  }
}

const schema = 'grant usage on schema public to porchlight_log, porchlight_public, porchlight_accounts'

// Locked first, because every append locks it before the tables of the projections: that prevents most deadlocks.
const logTables = `
revoke insert on activity_events from porchlight_tenant, porchlight_platform;
revoke insert, update, delete on activity_heads from porchlight_tenant, porchlight_platform;
grant select, insert on activity_events to porchlight_log;
grant select, insert, update on activity_heads to porchlight_log;
grant select on cost_rates to porchlight_log;
`

// A sign-in changes no account but its password, and registration, which creates accounts, is not for this role.
const narrowRoles = `
grant select on parcels, parcel_street_words, parcel_datasets, basemap_tiles to porchlight_public;

grant select on users, tenants to porchlight_accounts;
grant update (password_hash, must_change_password) on users to porchlight_accounts;
grant select, insert, update, delete on sessions, idempotency_keys to porchlight_accounts;
grant select, insert, update on api_keys to porchlight_accounts;
grant select, insert, delete on sign_in_failures to porchlight_accounts;
`

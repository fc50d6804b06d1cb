/**
 * Where the rows of a table are in a distributed database (docs/decisions/0084):
 * - `tenant`: those of each tenant together on one node.
 * - `reference`: a whole copy on every node, because they are read with the rows of tenants, far more often than they change.
 * - `coordinator`: on the coordinator alone, where other nodes reach them, too: they change with every request, and nothing is joined
 *   with them.
 * - `local`: on the coordinator, and other nodes know nothing of the table.
 */
export type Placement = 'tenant' | 'reference' | 'coordinator' | 'local'

/** Every table. A migration that adds one declares it here. */
export const tablePlacements: Readonly<Record<string, Placement>> = {
  activity_events: 'tenant',
  activity_heads: 'tenant',
  api_keys: 'coordinator',
  basemap_tiles: 'local',
  client_actions: 'tenant',
  company_sign_ups: 'coordinator',
  company_street_words: 'reference',
  cost_rates: 'reference',
  deleted_addresses: 'tenant',
  dismissed_duplicates: 'tenant',
  do_not_knock: 'tenant',
  forgotten_addresses: 'tenant',
  forgotten_households: 'tenant',
  idempotency_keys: 'coordinator',
  import_assignees: 'tenant',
  import_files: 'tenant',
  import_lead_assignees: 'tenant',
  import_outcomes: 'tenant',
  import_rows: 'tenant',
  import_words: 'tenant',
  installation: 'reference',
  invitation_uses: 'tenant',
  invitations: 'tenant',
  job_files: 'tenant',
  jobs: 'tenant',
  knock_photos: 'tenant',
  knock_sessions: 'tenant',
  knocks: 'tenant',
  lead_letters: 'tenant',
  lead_merges: 'tenant',
  lead_notes: 'tenant',
  lead_stages: 'tenant',
  leads: 'tenant',
  mails: 'tenant',
  neighborhood_hours: 'tenant',
  outcomes: 'tenant',
  parcel_datasets: 'reference',
  parcel_import_parts: 'tenant',
  parcel_imports: 'tenant',
  parcel_street_words: 'reference',
  parcels: 'reference',
  pass_territories: 'tenant',
  passes: 'tenant',
  password_links: 'coordinator',
  permits: 'tenant',
  photos: 'tenant',
  projection_upgrades: 'tenant',
  properties: 'tenant',
  property_cells: 'tenant',
  property_tags: 'tenant',
  property_words: 'tenant',
  quota_uses: 'tenant',
  recovery_codes: 'coordinator',
  registries: 'tenant',
  registry_entries: 'tenant',
  rep_hours: 'tenant',
  rep_leads: 'tenant',
  rep_neighborhood_hours: 'tenant',
  rep_tag_hours: 'tenant',
  replaced_owners: 'tenant',
  saved_views: 'tenant',
  schema_migrations: 'local',
  sessions: 'coordinator',
  sign_in_devices: 'coordinator',
  sign_in_failures: 'coordinator',
  street_lines: 'local',
  taken_doors: 'tenant',
  targets: 'tenant',
  templates: 'tenant',
  tenants: 'reference',
  territories: 'tenant',
  territory_assignments: 'tenant',
  two_factors: 'coordinator',
  usage_days: 'tenant',
  usage_hours: 'tenant',
  usage_reports: 'tenant',
  users: 'reference',
  webhook_deliveries: 'tenant',
  webhook_hours: 'tenant',
  webhooks: 'tenant',
  word_parts: 'tenant',
}

/** The tables with this placement, sorted. */
export const tablesPlaced = (placement: Placement): string[] =>
  Object.keys(tablePlacements).filter((table) => tablePlacements[table] === placement)

/** The tables whose rows belong to tenants. */
export const tenantTables = tablesPlaced('tenant')

/** The tables of tenants are placed beside this one. */
export const firstTenantTable = 'activity_events'

/** The functions that a client calls with the tenant as the first argument, which the engine sends to the tenant's node. */
export const tenantFunctions = ['append_activity(uuid,jsonb)', 'log_knocks(uuid,jsonb,jsonb)']

/**
 * A change of a row of `users` would make the engine lock `tenants`, with the rights of the role that changes the row. The roles that
 * change accounts have no right to change tenants. The key can be left out, because no tenant is ever deleted.
 */
export const omittedKeys = ['users_tenant_id_fkey']

/** The settings of every node's database. */
export const nodeSettings = [
  // SET LOCAL app.tenant_id reaches the other nodes of a transaction.
  `citus.propagate_set_commands = 'local'`,
  // Every trigger reads and writes only rows of its own tenant, which lie on the same node.
  `citus.enable_unsafe_triggers = on`,
  // A function that a statement calls reads only rows of the statement's tenant, which lie on the same node.
  `citus.allow_nested_distributed_execution = on`,
  // A statement for all tenants opens one connection to each node instead of one for each shard.
  `citus.max_adaptive_executor_pool_size = 1`,
]

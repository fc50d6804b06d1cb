/** Which rows of a table roles may read and write. Conditions are written as PostgreSQL prints them, so that they can be compared. */
export interface Policy {
  table: string
  name: string
  /** By default for reading only. */
  isForWrites?: boolean
  roles: string[]
  condition: string
}

const scope = `(NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid`
const ownRows = `(tenant_id = ${scope})`
const [tenant, platform, maintenance, log, accounts] = ['tenant', 'platform', 'maintenance', 'log', 'accounts'].map(
  (name) => `porchlight_${name}`,
) as [string, string, string, string, string]

/** Tables that the append functions use with the rights of `porchlight_log`. */
const logTables = ['activity_events', 'activity_heads']

/** A tenant reads and writes its own rows; the platform reads all rows. */
function tenantPolicies(table: string, countTables: string[]): Policy[] {
  const isOfLog = logTables.includes(table) || countTables.includes(table)
  // The list of tenants to upgrade is not the tenant's.
  const roles = table === 'projection_upgrades' ? [log, maintenance] : [...(isOfLog ? [log] : []), maintenance, tenant]
  return [
    { table, name: 'own_tenant', isForWrites: true, roles, condition: ownRows },
    { table, name: 'platform_reads', roles: [platform], condition: 'true' },
  ]
}

const write = (name: string, table: string, ...roles: string[]): Policy => ({
  table,
  name,
  isForWrites: true,
  roles,
  condition: 'true',
})

// Accounts can change tenants, so the tenant role has no access to their keys and second factors. The platform reads all for backups.
const accountPolicies: Policy[] = [
  { table: 'users', name: 'own_tenant', isForWrites: true, roles: [tenant], condition: ownRows },
  write('platform', 'users', maintenance, platform),
  write('accounts', 'users', accounts),
  { table: 'tenants', name: 'own_tenant', roles: [tenant], condition: `(id = ${scope})` },
  write('platform', 'tenants', maintenance, platform),
  { table: 'tenants', name: 'accounts', roles: [accounts], condition: 'true' },
  ...['api_keys', 'idempotency_keys', 'recovery_codes', 'two_factors'].flatMap((table) => [
    write('platform', table, platform),
    write('accounts', table, accounts),
  ]),
  write('accounts', 'sign_in_devices', accounts, platform),
  write('accounts', 'password_links', accounts, platform),
  write('accounts', 'company_sign_ups', accounts, platform),
]

// Parcels of all companies have no owner and a name without a slash, so that nothing is looked up for them. A company's own are found
// while they are live.
const recordPolicies: Policy[] = [
  {
    table: 'parcels',
    name: 'visible',
    roles: ['porchlight_public', tenant],
    condition: `((strpos(dataset, '/'::text) = 0) OR (dataset IN ( SELECT d.name
   FROM parcel_datasets d
  WHERE ((d.owner_tenant_id = ${scope}) AND d.is_live))))`,
  },
  {
    table: 'parcel_datasets',
    name: 'visible',
    roles: ['porchlight_public', tenant],
    condition: `((owner_tenant_id IS NULL) OR (owner_tenant_id = ${scope}))`,
  },
  ...['parcels', 'parcel_datasets'].map((table) => write('platform', table, maintenance, platform)),
]

/** All policies, given the tables whose rows belong to tenants and those of them that projections write. */
export function policiesOf(tenantTables: string[], countTables: string[]): Policy[] {
  return [...tenantTables.flatMap((table) => tenantPolicies(table, countTables)), ...accountPolicies, ...recordPolicies]
}

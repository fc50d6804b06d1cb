import type { ComparisonFragment } from '../../gql/graphql.ts'
import { type SortOrder, sortRows } from '../../lib/sorting.ts'

export type TenantRow = ComparisonFragment['tenants'][number]

/** The sortable columns of the comparison. */
export type TenantColumn =
  'tenant' | 'userCount' | 'propertyCount' | 'apiCalls' | 'mapLoads' | 'regridLookups' | 'totalCost' | 'costPerUser'

/** In the order of spec §2. */
export const tenantColumns: readonly { column: TenantColumn; label: string }[] = [
  { column: 'tenant', label: 'Tenant' },
  { column: 'userCount', label: 'Users' },
  { column: 'propertyCount', label: 'Properties' },
  { column: 'apiCalls', label: 'API Calls' },
  { column: 'mapLoads', label: 'Map Loads' },
  { column: 'regridLookups', label: 'Regrid Lookups' },
  { column: 'totalCost', label: 'Total Cost' },
  { column: 'costPerUser', label: 'Cost/User' },
]

export const defaultOrder: SortOrder<TenantColumn> = { column: 'totalCost', descending: true }

/** Sorts the tenants in this order, and those that are equal by name. */
export const sortTenants = (
  tenants: readonly TenantRow[],
  { column, descending }: SortOrder<TenantColumn>,
): TenantRow[] =>
  sortRows(
    tenants,
    descending,
    (row) => (column === 'tenant' ? row.tenant.name : row[column]),
    (one, other) => one.tenant.name.localeCompare(other.tenant.name),
  )

/** A tenant with fewer calls per day on average counts as quiet. */
const QUIET_CALLS_PER_DAY = 1

/** Whether a tenant has almost no activity. */
export const isQuiet = ({ apiCalls }: TenantRow, days: number): boolean => apiCalls < QUIET_CALLS_PER_DAY * days

/** The label of a quiet tenant. One without users is new, so its label is not about activity. */
export const quietLabelOf = ({ apiCalls, userCount }: Pick<TenantRow, 'apiCalls' | 'userCount'>): string =>
  userCount === 0 ? 'No users yet' : apiCalls === 0 ? 'No activity' : 'Quiet'

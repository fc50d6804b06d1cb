import type pg from 'pg'
import { tablePlacements } from '../../api/lifecycle/tablePlacements.ts'
import { projectionTables } from '../../api/projections/all.ts'
import { rangeTable, tableOf, type TreeCatalog } from './citusRefusals.ts'
import { comparesTenant, isParameter, uuidEquality } from './citusRefusalsOverTenants.ts'
import { listOf, nodesIn, readQueryTrees, type TreeNode } from './queryTrees.ts'

/**
 * A read of the rows of all tenants, by a global admin without a tenant or by the server itself. It has one of two shapes:
 * - `projection`: it reads only counts and positions, of which each tenant has few.
 * - `merged`: each tenant's rows are read on the node that has them and put together, and there are never more than a page of them, those of
 *   given ids, or counts. The engine of a distributed database does that, or `mergeScopes` where it cannot (`byTenant`).
 */
export interface PlatformRead {
  name: string
  shape: 'projection' | 'merged'
  /** Each statement of the read reads this table, ... */
  from: string
  /** ... and may read these. */
  with?: string[]
}

const search = ['property_tags', 'property_words', 'word_parts']

/** All reads of the rows of all tenants. */
export const platformReads: PlatformRead[] = [
  { name: 'positions of the logs', shape: 'projection', from: 'activity_heads' },
  { name: 'API calls and costs of hours', shape: 'projection', from: 'usage_hours', with: ['activity_heads'] },
  { name: 'API calls and costs of days', shape: 'projection', from: 'usage_days' },
  { name: 'counts of properties', shape: 'projection', from: 'property_cells' },
  { name: 'counts of leads by status', shape: 'projection', from: 'rep_leads' },
  { name: 'tenants whose counts are rebuilt', shape: 'projection', from: 'projection_upgrades' },

  { name: 'the activity log', shape: 'merged', from: 'activity_events', with: ['activity_heads'] },
  { name: 'leads, found and counted', shape: 'merged', from: 'leads', with: ['lead_letters', 'properties', ...search] },
  { name: 'notes of leads', shape: 'merged', from: 'lead_notes' },
  { name: 'properties, found and counted', shape: 'merged', from: 'properties', with: search },
  { name: 'how many properties have words', shape: 'merged', from: 'word_parts', with: search },
  { name: 'tags in use, and how many properties have them', shape: 'merged', from: 'property_tags' },

  { name: 'addresses of deleted properties', shape: 'merged', from: 'deleted_addresses' },
  { name: 'sessions that are not ended', shape: 'merged', from: 'knock_sessions' },
  { name: 'photos without a knock', shape: 'merged', from: 'photos', with: ['knock_photos', 'knocks'] },
  {
    name: 'jobs that wait, and those with files',
    shape: 'merged',
    from: 'jobs',
    with: ['import_files', 'import_outcomes', 'import_rows'],
  },
  {
    name: 'webhooks that fail or have something to send',
    shape: 'merged',
    from: 'webhooks',
    with: ['activity_heads', 'webhook_deliveries'],
  },
  { name: 'invitations that ended long ago', shape: 'merged', from: 'invitations' },
  { name: 'imports of parcels that wait', shape: 'merged', from: 'parcel_imports' },
  { name: 'mails, listed, due and ended', shape: 'merged', from: 'mails' },
  { name: "cities' lists that expire, and those that were only checked", shape: 'merged', from: 'registries' },
  { name: 'tenants where former users hold territories', shape: 'merged', from: 'territory_assignments' },
  { name: 'tenants with permits that expire', shape: 'merged', from: 'permits' },
  { name: 'deliveries that ended', shape: 'merged', from: 'webhook_deliveries' },
]

/** Tables with few rows for each tenant. */
const countTables = new Set([
  ...projectionTables.map(({ table }) => table),
  'activity_heads',
  'projection_upgrades',
  'property_cells',
])

/**
 * Of a statement that reads the rows of all tenants, its read in {@link platformReads} or why it has none; neither for any other statement.
 */
export async function findPlatformRead(
  client: pg.Client,
  catalog: TreeCatalog,
  sql: string,
): Promise<{ read?: PlatformRead; fault?: string }> {
  const query = (await readQueryTrees(client, sql)).find(({ type }) => type === 'QUERY')
  if (query === undefined || comparesTenant(query, catalog)) return {}
  const tables = tablesOfTenants(query, catalog)
  if (tables.length === 0) return {}
  const read = platformReads.find(
    ({ from, with: others = [] }) =>
      tables.includes(from) && tables.every((table) => table === from || others.includes(table)),
  )
  if (read === undefined) return { fault: `a read of all tenants that is not declared (${tables.join(', ')})` }
  if (read.shape === 'projection' && !tables.every((table) => countTables.has(table)))
    return { fault: `${read.name}: not a projection (${tables.join(', ')})` }
  if (read.shape === 'merged' && !isBounded(query))
    return { fault: `${read.name}: neither a page nor counts nor the rows of given ids` }
  return { read }
}

const tablesOfTenants = (node: TreeNode, catalog: TreeCatalog): string[] =>
  [...new Set([...nodesIn(node)].flatMap((entry) => tableOf(entry, catalog) ?? []))]
    .filter((table) => tablePlacements[table] === 'tenant')
    .toSorted()

/** Whether the query returns a page of rows, counts, or the rows of given ids; or rows that are joined with those of a subquery that does. */
function isBounded(query: TreeNode): boolean {
  const { limitCount, hasAggs, groupClause, distinctClause } = query.fields
  if (limitCount !== '<>' || hasAggs === 'true' || groupClause !== '<>' || distinctClause !== '<>') return true
  const entries = rangeTable(query)
  const isUnion = query.fields['setOperations'] !== '<>'
  if (isUnion) return entries.every((entry) => isBoundedSubquery(entry, query))
  return comparesGiven(query) || entries.some((entry) => isGiven(entry) || isBoundedSubquery(entry, query))
}

/** A lateral subquery is bounded for each row of the others only. */
function isBoundedSubquery({ fields }: TreeNode, query: TreeNode): boolean {
  if (fields['rtekind'] === rangeKinds.subquery)
    return fields['lateral'] !== 'true' && isBounded(fields['subquery'] as TreeNode)
  const cte = listOf(query, 'cteList').find((one) => one.fields['ctename'] === fields['ctename'])
  return fields['rtekind'] === rangeKinds.cte && cte !== undefined && isBounded(cte.fields['ctequery'] as TreeNode)
}

/** The numbers of PostgreSQL for what an entry of a range table is. */
const rangeKinds = { subquery: '1', function: '3', cte: '6' }

/** Rows made of a parameter, such as those of `unnest($1)`. */
const isGiven = (entry: TreeNode): boolean =>
  entry.fields['rtekind'] === rangeKinds.function && hasParameter(entry.fields['functions'])

/** Whether a condition compares with a parameter that is an id or a list, as `id = $1` and `id = any($1)` do. */
const comparesGiven = (query: TreeNode): boolean =>
  [...nodesIn(query.fields['jointree'], { intoQueries: false })].some(
    ({ type, fields }) =>
      (type === 'SCALARARRAYOPEXPR' || (type === 'OPEXPR' && fields['opno'] === uuidEquality)) &&
      hasParameter(fields['args']),
  )

const hasParameter = (value: TreeNode['fields'][string] | undefined): boolean =>
  [...nodesIn(value, { intoQueries: false })].some(isParameter)

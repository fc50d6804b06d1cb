import type pg from 'pg'
import { tablePlacements } from '../../api/lifecycle/tablePlacements.ts'
import { commands, rangeTable, tableOf, type TreeCatalog } from './citusRefusals.ts'
import { isParameter, uuidEquality } from './citusRefusalsOverTenants.ts'
import { listOf, nodesIn, readQueryTrees, type TreeNode } from './queryTrees.ts'

/**
 * The tables of tenants, as `table alias`, that a query or subquery of the statement reads without a condition of its own on the tenant:
 * `tenant_id = $n`, the literal that MikroORM puts in its place, or an equality with the `tenant_id` of a table beside it that has one.
 * The value of a column of the query around it is known only while its rows are read, so a distributed database asks every node for such a
 * subquery, and fails while one is down.
 */
export async function findTablesWithoutTenant(client: pg.Client, catalog: TreeCatalog, sql: string): Promise<string[]> {
  const trees = await readQueryTrees(client, sql)
  return [...new Set(trees.flatMap((tree) => listTablesWithoutTenant(tree, [], catalog)))]
}

function listTablesWithoutTenant(query: TreeNode, around: TreeNode[], catalog: TreeCatalog): string[] {
  const isInsert = query.fields['commandType'] === commands.insert
  const tenants = listTenantColumns(query, around)
  const found = isInsert
    ? []
    : rangeTable(query).flatMap((entry, index) => {
        const table = tableOf(entry, catalog)
        if (table === undefined || tablePlacements[table] !== 'tenant' || tenants.has(index + 1)) return []
        return [`${table} ${(entry.fields['eref'] as TreeNode).fields['aliasname'] as string}`]
      })
  for (const { fields } of nodesIn(Object.values(query.fields), { intoQueries: false }))
    for (const field of Object.values(fields))
      if (isQuery(field)) found.push(...listTablesWithoutTenant(field, [query, ...around], catalog))
  return found
}

/** The positions in the range table of the query whose first column, `tenant_id` in each table of tenants, equals a known value. */
function listTenantColumns(query: TreeNode, around: TreeNode[]): Set<number> {
  const equalities = conditionsOf(query.fields['jointree'])
    .filter(({ type, fields }) => type === 'OPEXPR' && fields['opno'] === uuidEquality)
    .map((condition) => listOf(condition, 'args') as [TreeNode, TreeNode])
    .flatMap(
      ([left, right]) =>
        [
          [left, right],
          [right, left],
        ] as const,
    )
  const known = new Set<number>()
  for (let count = -1; count < known.size;) {
    count = known.size
    for (const [column, value] of equalities) {
      if (!isFirstColumn(column)) continue
      const isKnown = isFirstColumn(value) && known.has(Number(value.fields['varno']))
      if (isKnown || isConstant(value, [query, ...around])) known.add(Number(column.fields['varno']))
    }
  }
  return known
}

const isFirstColumn = ({ type, fields }: TreeNode): boolean =>
  type === 'VAR' && fields['varlevelsup'] === '0' && fields['varattno'] === '1'

/**
 * Whether the value is a parameter, a literal, or a column with one of these in a subquery without tables. `queries` has the query of the
 * value, then those around it.
 */
function isConstant(value: TreeNode, queries: TreeNode[]): boolean {
  if (value.type === 'CONST' || isParameter(value)) return true
  if (value.type !== 'VAR') return false
  const query = queries[Number(value.fields['varlevelsup'])]
  const subquery = query && rangeTable(query)[Number(value.fields['varno']) - 1]?.fields['subquery']
  if (!isQuery(subquery) || rangeTable(subquery).length > 0) return false
  const column = listOf(subquery, 'targetList')[Number(value.fields['varattno']) - 1]
  return column !== undefined && isConstant(column.fields['expr'] as TreeNode, [])
}

/** The conditions of WHERE and of the joins in FROM that are combined by AND. */
function conditionsOf(value: TreeNode['fields'][string] | undefined): TreeNode[] {
  if (value === undefined || typeof value === 'string') return []
  if (Array.isArray(value)) return value.flatMap(conditionsOf)
  const { type, fields } = value
  if (type === 'BOOLEXPR' && fields['boolop'] === 'and') return listOf(value, 'args').flatMap(conditionsOf)
  if (type === 'FROMEXPR') return [...conditionsOf(fields['fromlist']), ...conditionsOf(fields['quals'])]
  if (type === 'JOINEXPR') return [fields['larg'], fields['rarg'], fields['quals']].flatMap(conditionsOf)
  return [value]
}

const isQuery = (value: TreeNode['fields'][string] | undefined): value is TreeNode =>
  typeof value === 'object' && !Array.isArray(value) && value.type === 'QUERY'

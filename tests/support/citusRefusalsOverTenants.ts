import type pg from 'pg'
import { tablePlacements } from '../../api/lifecycle/tablePlacements.ts'
import { tableOf, type TreeCatalog } from './citusRefusals.ts'
import { listOf, nodesIn, readQueryTrees, type TreeNode } from './queryTrees.ts'

/**
 * Why Citus 13 refuses the statement if it reads the rows of all tenants, which are on several nodes, in the words of the engine
 * (`query_pushdown_planning.c`); none if it accepts it. A statement that compares a `tenant_id` with a parameter stays on one node.
 */
export async function findRefusalsOverTenants(client: pg.Client, catalog: TreeCatalog, sql: string): Promise<string[]> {
  const trees = await readQueryTrees(client, sql)
  return [
    ...new Set(trees.filter((tree) => !comparesTenant(tree, catalog)).flatMap((tree) => refusalsOf(tree, catalog))),
  ]
}

function refusalsOf(tree: TreeNode, catalog: TreeCatalog): string[] {
  const found: string[] = []
  const queries = [...nodesIn(tree)].filter(({ type }) => type === 'QUERY')
  for (const query of queries.filter((one) => readsTenants(one, catalog))) {
    const isRecursive = listOf(query, 'cteList').some(
      ({ fields }) => fields['cterecursive'] === 'true' && readsTenants(fields['ctequery'] as TreeNode, catalog),
    )
    if (isRecursive) found.push('recursive CTEs are not supported in distributed queries')
    if (query.fields['hasForUpdate'] === 'true')
      found.push('could not run distributed query with FOR UPDATE/SHARE commands')
    // Rows that every node has: those of functions, parameters and reference tables.
    const isRecurring = (position: number) => {
      const entry = listOf(query, 'rtable')[position - 1]
      return entry !== undefined && !readsTenants(entry, catalog) && entry.fields['rtekind'] !== joinKind
    }
    for (const { fields } of listOf(query, 'rtable')) {
      const subquery = fields['subquery'] as TreeNode
      if (fields['lateral'] !== 'true' || subquery?.type !== 'QUERY' || !readsTenants(subquery, catalog)) continue
      if (merges(subquery) && outerReferences(subquery).some(isRecurring))
        found.push('LIMIT and aggregates are unsupported in a lateral subquery that references a recurring tuple')
    }
    // The rows of a subquery with LIMIT are put together from several nodes and then sent to all of them.
    const isMerged = (position: number) => {
      const { lateral, subquery } = listOf(query, 'rtable')[position - 1]?.fields ?? {}
      if (lateral === 'true' || subquery === undefined || !isQuery(subquery)) return false
      return subquery.fields['limitCount'] !== '<>' && readsTenants(subquery, catalog)
    }
    const hasOnlyRecurring = listOf(query, 'rtable').every((_, index) => isRecurring(index + 1))
    for (const { type, fields } of nodesIn(Object.values(query.fields), { intoQueries: false })) {
      if (type !== 'SUBLINK' || !readsTenants(fields['subselect'] as TreeNode, catalog)) continue
      if (outerReferences(fields['subselect'] as TreeNode).some(isMerged))
        found.push('complex joins are only supported when all distributed tables are co-located')
    }
    for (const { type, fields } of nodesIn(query.fields['jointree'], { intoQueries: false }))
      if (type === 'SUBLINK' && hasOnlyRecurring && outerReferences(fields['subselect'] as TreeNode).length > 0)
        found.push('correlated subqueries are not supported when the FROM clause contains only recurring tuples')
  }
  return found
}

const joinKind = '2'

/** Whether rows of several nodes would have to be put together: LIMIT, OFFSET, and aggregates without groups. */
const merges = ({ fields }: TreeNode): boolean =>
  fields['limitCount'] !== '<>' ||
  fields['limitOffset'] !== '<>' ||
  (fields['hasAggs'] === 'true' && fields['groupClause'] === '<>')

/** The positions in the range table of the query around it to which the query refers. */
export function outerReferences(query: TreeNode): number[] {
  const found: number[] = []
  const visit = (value: TreeNode['fields'][string] | undefined, depth: number) => {
    for (const node of nodesIn(value, { intoQueries: false })) {
      if (node.type === 'VAR' && Number(node.fields['varlevelsup']) === depth) found.push(Number(node.fields['varno']))
      for (const field of Object.values(node.fields))
        if (isQuery(field)) for (const inner of Object.values(field.fields)) visit(inner, depth + 1)
    }
  }
  for (const field of Object.values(query.fields)) visit(field, 1)
  return found
}

const isQuery = (value: TreeNode['fields'][string]): value is TreeNode =>
  typeof value === 'object' && !Array.isArray(value) && value.type === 'QUERY'

const readsTenants = (node: TreeNode, catalog: TreeCatalog): boolean =>
  [...nodesIn(node)].some((entry) => isTenantTable(entry, catalog))

function isTenantTable(entry: TreeNode, catalog: TreeCatalog): boolean {
  const table = tableOf(entry, catalog)
  return table !== undefined && tablePlacements[table] === 'tenant'
}

export const uuidEquality = '2972'

/** Whether it is a parameter of the statement, not a column of a subquery with which a row is compared. */
export const isParameter = ({ type, fields }: TreeNode): boolean => type === 'PARAM' && fields['paramkind'] === '0'

/** Whether a condition limits a table to the tenant of a parameter, as `tenant_id = $1` does; it is the first column of each. */
export function comparesTenant(tree: TreeNode, catalog: TreeCatalog): boolean {
  const queries = [...nodesIn(tree)].filter(({ type }) => type === 'QUERY')
  return queries.some((query) =>
    [...nodesIn(Object.values(query.fields), { intoQueries: false })].some((node) => {
      if (node.type !== 'OPEXPR' || node.fields['opno'] !== uuidEquality) return false
      const [left, right] = listOf(node, 'args')
      return [
        [left, right],
        [right, left],
      ].some(([column, value]) => {
        if (column?.type !== 'VAR' || !value || !isParameter(value) || column.fields['varattno'] !== '1') return false
        const entry = listOf(query, 'rtable')[Number(column.fields['varno']) - 1]
        return column.fields['varlevelsup'] === '0' && entry !== undefined && isTenantTable(entry, catalog)
      })
    }),
  )
}

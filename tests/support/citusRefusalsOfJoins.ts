import type pg from 'pg'
import { tablePlacements } from '../../api/lifecycle/tablePlacements.ts'
import { commands, rangeTable, tableOf, type TreeCatalog } from './citusRefusals.ts'
import { outerReferences } from './citusRefusalsOverTenants.ts'
import { nodesIn, readQueryTrees, type TreeNode } from './queryTrees.ts'

/**
 * Why Citus 13 refuses the statement: it joins a table that exists only on the coordinator with a distributed table. The engine can read
 * the rows of the first table once and send them to the nodes, but not for a correlated subquery, and not for a statement that changes a
 * distributed table.
 */
export async function findRefusalsOfJoins(client: pg.Client, catalog: TreeCatalog, sql: string): Promise<string[]> {
  const trees = await readQueryTrees(client, sql)
  const queries = trees.flatMap((tree) => [...nodesIn(tree)]).filter(({ type }) => type === 'QUERY')
  return [...new Set(queries.flatMap((query) => refusalsOf(query, catalog)))]
}

function refusalsOf(query: TreeNode, catalog: TreeCatalog): string[] {
  const isChange = [commands.update, commands.delete].includes(query.fields['commandType'] as string)
  const placementsIn = (nodes: TreeNode[]) =>
    nodes.map((node) => tableOf(node, catalog)).flatMap((table) => (table ? [tablePlacements[table]] : []))
  const outer = placementsIn(rangeTable(query))
  const others = isChange ? ['tenant', 'reference'] : ['tenant']
  const isOnCoordinator = (placement?: string) => placement === 'coordinator' || placement === 'local'
  const isElsewhere = (placement?: string) => placement !== undefined && others.includes(placement)
  const found: string[] = []
  for (const { type, fields } of nodesIn(Object.values(query.fields), { intoQueries: false })) {
    const subquery = fields['subselect'] as TreeNode
    if (type !== 'SUBLINK' || outerReferences(subquery).length === 0) continue
    const inner = placementsIn([...nodesIn(subquery)])
    if (
      (outer.some(isOnCoordinator) && inner.some(isElsewhere)) ||
      (outer.some(isElsewhere) && inner.some(isOnCoordinator))
    )
      found.push('a table of the coordinator cannot be joined with others by a correlated subquery')
  }
  const all = placementsIn([...nodesIn(query)])
  if (isChange && all.includes('local') && all.some(isElsewhere))
    found.push('a change with a table that is not distributed')
  return found
}

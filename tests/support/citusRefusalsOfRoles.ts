import type pg from 'pg'
import { tablePlacements } from '../../api/lifecycle/tablePlacements.ts'
import { commands, rangeTable, tableOf, type TreeCatalog } from './citusRefusals.ts'
import { nodesIn, readQueryTrees, type TreeNode } from './queryTrees.ts'

/**
 * Why Citus 13 refuses the statement after `change`, which the same transaction made in another role. Each role has its own connections to
 * the other nodes, and a second connection cannot use rows that the first has changed. The rows of a tenant are on the node of the
 * transaction itself. A reference table can be read there, but a change of all its copies would wait for the other connection.
 */
export async function findRefusalsAfterChange(
  client: pg.Client,
  catalog: TreeCatalog,
  sql: string,
  change: string,
): Promise<string[]> {
  const queriesIn = async (text: string) =>
    (await readQueryTrees(client, text)).flatMap((tree) => [...nodesIn(tree)]).filter(({ type }) => type === 'QUERY')
  const changedBefore = new Set((await queriesIn(change)).flatMap((query) => changedTables(query, catalog)))
  const later = await queriesIn(sql)
  const changed = later.flatMap((query) => changedTables(query, catalog))
  const read = later.flatMap((query) => rangeTable(query).map((entry) => tableOf(entry, catalog)))
  const refused = [
    ...changed.filter((table) => tablePlacements[table] === 'reference'),
    ...[...changed, ...read].filter((table) => table !== undefined && tablePlacements[table] === 'coordinator'),
  ].filter((table) => changedBefore.has(table!))
  return [...new Set(refused)].map((table) => `${table}: it was changed in this transaction by a different user`)
}

/** The tables that the query itself changes, or whose rows it locks. */
function changedTables(query: TreeNode, catalog: TreeCatalog): string[] {
  const isChange = Object.values(commands).includes(query.fields['commandType'] as string)
  const locked = query.fields['hasForUpdate'] === 'true' ? rangeTable(query) : []
  const target = isChange ? [rangeTable(query)[Number(query.fields['resultRelation']) - 1]!] : []
  return [...target, ...locked].flatMap((entry) => tableOf(entry, catalog) ?? [])
}

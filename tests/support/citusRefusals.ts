import type pg from 'pg'
import { tablePlacements } from '../../api/lifecycle/tablePlacements.ts'
import { listOf, nodesIn, readQueryTrees, type TreeNode } from './queryTrees.ts'

type Volatility = 'immutable' | 'stable' | 'volatile'

/** What the names in query trees mean in one database. */
export interface TreeCatalog {
  /** Tables by their oid. */
  tables: Map<string, string>
  /** The names of tables with row-level security. */
  secured: Set<string>
  /** The oids of functions that are not immutable. */
  volatility: Map<string, Volatility>
  /** The functions of operators. */
  operators: Map<string, string>
  /** The functions from and to text of types. */
  conversions: Map<string, { input: string; output: string }>
}

export async function readTreeCatalog(client: pg.Client): Promise<TreeCatalog> {
  const read = async <Row>(sql: string) => (await client.query(sql)).rows as Row[]
  const tables = await read<{ oid: string; name: string; isSecured: boolean }>(
    `select oid::text, relname as name, relrowsecurity as "isSecured" from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
  )
  const functions = await read<{ oid: string; volatility: Volatility }>(
    `select oid::text, case provolatile when 's' then 'stable' else 'volatile' end as volatility from pg_proc where provolatile <> 'i'`,
  )
  const operators = await read<{ oid: string; code: string }>(
    `select oid::text, oprcode::oid::text as code from pg_operator`,
  )
  const types = await read<{ oid: string; input: string; output: string }>(
    `select oid::text, typinput::oid::text as input, typoutput::oid::text as output from pg_type`,
  )
  return {
    tables: new Map(tables.map(({ oid, name }) => [oid, name])),
    secured: new Set(tables.filter(({ isSecured }) => isSecured).map(({ name }) => name)),
    volatility: new Map(functions.map(({ oid, volatility }) => [oid, volatility])),
    operators: new Map(operators.map(({ oid, code }) => [oid, code])),
    conversions: new Map(types.map(({ oid, ...functions }) => [oid, functions])),
  }
}

/**
 * Why Citus 13 refuses the changes of the statement on the node that has the rows of its tenant, in the words of the engine
 * (`multi_router_planner.c`, `insert_select_planner.c`); none if it accepts them. It looks at the query tree, as the engine does, so that
 * the answer depends on nothing else. The engine evaluates the functions of a change itself, because each copy of a row must get the
 * same value, and can do so only for those that need no row.
 */
export async function findRefusals(client: pg.Client, catalog: TreeCatalog, sql: string): Promise<string[]> {
  const trees = await readQueryTrees(client, sql)
  return [...new Set(trees.flatMap((tree) => [...nodesIn(tree)]).flatMap((query) => refusalsOf(query, catalog)))]
}

export const commands = { update: '2', insert: '3', delete: '4' }

function refusalsOf(query: TreeNode, catalog: TreeCatalog): string[] {
  const command = query.type === 'QUERY' ? query.fields['commandType'] : ''
  if (!Object.values(commands).includes(command as string)) return []
  const target = tableOf(rangeTable(query)[Number(query.fields['resultRelation']) - 1]!, catalog)
  if (target === undefined || tablePlacements[target] === 'local') return []
  const found =
    command === commands.insert ? refusalsOfInsert(query, target, catalog) : refusalsOfUpdate(query, catalog)
  return found.map((refusal) => `${target}: ${refusal}`)
}

const refusalsOfReturning = (query: TreeNode, catalog: TreeCatalog): string[] =>
  isMutable(query.fields['returningList'], catalog)
    ? ['non-IMMUTABLE functions are not allowed in the RETURNING clause']
    : []

/** Of UPDATE and DELETE. Conditions of a JOIN … ON are left to the node that has the rows. */
function refusalsOfUpdate(query: TreeNode, catalog: TreeCatalog): string[] {
  const { jointree } = query.fields
  const values = listOf(query, 'targetList').filter(({ fields }) => fields['resjunk'] !== 'true')
  const found = refusalsOfReturning(query, catalog)
  if (has([query], 'volatile', catalog)) found.push('functions used in UPDATE queries must not be VOLATILE')
  if (values.some(({ fields }) => (fields['expr'] as TreeNode).type === 'SUBSCRIPTINGREF'))
    found.push('an element of an array as the value of a column ends the process of PostgreSQL')
  for (const value of [...values, (jointree as TreeNode).fields['quals']]) {
    const nodes = [...nodesIn(value, { intoQueries: false })]
    const isStable = (node: TreeNode) => volatilitiesOf(node, catalog).includes('stable')
    const isChoice = ({ type }: TreeNode) => type.startsWith('COALESCE') || type.startsWith('CASE')
    const choices = nodes.filter(isChoice)
    const inChoices = new Set(choices.flatMap((choice) => [...nodesIn(choice, { intoQueries: false })]))
    if (choices.some((choice) => isMutable(choice, catalog)))
      found.push('non-IMMUTABLE functions are not allowed in CASE or COALESCE statements')
    const readsColumn = (node: TreeNode) =>
      [...nodesIn(node, { intoQueries: false })].some(({ type }) => type === 'VAR')
    if (nodes.some((node) => !inChoices.has(node) && isStable(node) && readsColumn(node)))
      found.push('STABLE functions used in UPDATE queries cannot be called with column references')
  }
  return found
}

function refusalsOfInsert(query: TreeNode, target: string, catalog: TreeCatalog): string[] {
  const found: string[] = []
  const select = rangeTable(query).find(({ fields }) => fields['rtekind'] === rangeKinds.subquery)
  if (select) found.push(...refusalsOfInsertSelect(query, select.fields['subquery'] as TreeNode, target, catalog))
  else {
    found.push(...refusalsOfReturning(query, catalog))
    if (query.fields['hasSubLinks'] === 'true') found.push('subqueries are not supported within INSERT queries')
    if (listOf(query, 'cteList').length > 0) found.push('common table expressions are not supported with INSERT')
  }
  const { onConflict } = query.fields
  if (typeof onConflict === 'object' && !Array.isArray(onConflict)) {
    const changed = listOf(onConflict, 'onConflictSet').filter(
      ({ fields }) => (fields['expr'] as TreeNode).type !== 'VAR' && fields['resjunk'] !== 'true',
    )
    if (isMutable(changed, catalog)) found.push('functions used in DO UPDATE SET must be IMMUTABLE')
    if (isMutable([onConflict.fields['arbiterWhere']!, onConflict.fields['onConflictWhere']!], catalog))
      found.push('functions used in the WHERE clause of ON CONFLICT must be IMMUTABLE')
  }
  return found
}

/**
 * The rows of a reference table go to its other copies by COPY, which row-level security forbids, unless they come from reference tables.
 * The rows of a tenant stay on its node.
 */
function refusalsOfInsertSelect(query: TreeNode, select: TreeNode, target: string, catalog: TreeCatalog): string[] {
  const tables = [...nodesIn(select)].map((node) => tableOf(node, catalog)).filter((table) => table !== undefined)
  if (tables.length === 0 && rangeTable(select).length === 0)
    return ['there is no parameter (INSERT … SELECT without FROM)']
  if (tablePlacements[target] === 'tenant' || !catalog.secured.has(target)) return []
  const isOnEachNode = tables.length > 0 && tables.every((table) => tablePlacements[table] === 'reference')
  return isOnEachNode && !has([query], 'volatile', catalog)
    ? []
    : ['COPY FROM is not supported with row-level security (INSERT … SELECT)']
}

const rangeKinds = { relation: '0', subquery: '1' }

export const rangeTable = (query: TreeNode): TreeNode[] => listOf(query, 'rtable')

/** The name of the table that an entry of a range table reads or changes. */
export function tableOf({ type, fields }: TreeNode, catalog: TreeCatalog): string | undefined {
  const isRelation = type.startsWith('RANGETBLENTRY') || type === 'RTE'
  return isRelation && fields['rtekind'] === rangeKinds.relation
    ? catalog.tables.get(fields['relid'] as string)
    : undefined
}

const isMutable = (value: TreeNode['fields'][string] | undefined, catalog: TreeCatalog): boolean =>
  has([value], 'stable', catalog) || has([value], 'volatile', catalog)

const has = (
  values: (TreeNode['fields'][string] | undefined)[],
  volatility: Volatility,
  catalog: TreeCatalog,
): boolean =>
  values.some((value) => [...nodesIn(value)].some((node) => volatilitiesOf(node, catalog).includes(volatility)))

/** How the functions that the node itself calls depend on more than their arguments. */
function volatilitiesOf(node: TreeNode, { volatility, operators, conversions }: TreeCatalog): Volatility[] {
  const { type, fields } = node
  if (type === 'SQLVALUEFUNCTION') return ['stable']
  if (type === 'NEXTVALUEEXPR') return ['volatile']
  const called = [fields['funcid'], fields['aggfnoid'], fields['winfnoid'], operators.get(fields['opno'] as string)]
  if (type === 'COERCEVIAIO') {
    called.push(conversions.get(fields['resulttype'] as string)?.input)
    called.push(conversions.get(typeOf(fields['arg'] as TreeNode) ?? '')?.output)
  }
  return called.map((oid) => volatility.get(oid as string)).filter((found) => found !== undefined)
}

const typeFields = [
  'vartype', 'consttype', 'paramtype', 'funcresulttype', 'opresulttype', 'coalescetype', 'casetype', 'resulttype', 'aggtype',
  'wintype', 'minmaxtype', 'array_typeid',
] // prettier-ignore

/** The oid of the type of an expression, unless that is no field of its node. */
const typeOf = ({ fields }: TreeNode): string | undefined =>
  typeFields.map((name) => fields[name]).find((value) => typeof value === 'string')

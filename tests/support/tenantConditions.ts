import type pg from 'pg'
import { tenantTables } from '../../api/lifecycle/tablePlacements.ts'

const isDistributed = new Set(tenantTables)

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  Alias?: string
  Plans?: PlanNode[]
  [property: string]: unknown
}

/**
 * The scans of distributed tables in the statement's plan that no tenant limits, as `table alias`. A scan is limited if its
 * conditions have `tenant_id = $n`, the literal that MikroORM puts in its place, or the tenant_id of another relation that is limited. `owner` must bypass row-level
 * security, which would limit every scan by itself; it need not have any rows.
 */
export async function findScansOfAllTenants(owner: pg.Client, sql: string): Promise<string[]> {
  // A bitmap of two ranges of hours has the tenant in each part of an OR, which is not read. Whether the planner chooses one depends on
  // the statistics of the moment.
  await owner.query('set enable_bitmapscan = off')
  const { rows } = await owner.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `explain (generic_plan, verbose, format json) ${sql}`,
  )
  const scans = nodesOf(rows[0]!['QUERY PLAN'][0].Plan).filter(
    ({ 'Node Type': type, 'Relation Name': table = '' }) => type.endsWith('Scan') && isDistributed.has(table),
  )
  const limited = new Set<string>()
  for (let count = -1; count < limited.size;) {
    count = limited.size
    for (const scan of scans) if (isLimited(scan, limited)) limited.add(scan.Alias!)
  }
  return scans.filter(({ Alias }) => !limited.has(Alias!)).map((scan) => `${scan['Relation Name']} ${scan.Alias}`)
}

/** Conditions of joins are not read: for every join that limits both sides the planner gives both scans the parameter. */
const scanConditions = ['Index Cond', 'Recheck Cond', 'Filter']

function isLimited(scan: PlanNode, limited: Set<string>): boolean {
  return scanConditions
    .map((name) => scan[name])
    .filter((condition) => typeof condition === 'string')
    .flatMap(conjunctsOf)
    .some((condition) => {
      const [, left, right] = /^(\S+) = (\S+)$/.exec(condition) ?? []
      const own = `${scan.Alias}.tenant_id`
      const value = left === own ? right : right === own ? left : undefined
      if (value === undefined) return false
      return (
        /^(\$\d+|'[0-9a-f-]{36}'::uuid)$/.test(value) ||
        (value.endsWith('.tenant_id') && limited.has(value.slice(0, -'.tenant_id'.length)))
      )
    })
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

/** The parts of `((a) AND (b))`, without their parentheses. */
function conjunctsOf(condition: string): string[] {
  const text = stripParentheses(condition)
  const parts: string[] = []
  let depth = 0
  let start = 0
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1
    if (text[at] === ')') depth -= 1
    if (depth === 0 && text.startsWith(' AND ', at)) {
      parts.push(text.slice(start, at))
      start = at + ' AND '.length
    }
  }
  if (start === 0) return [text]
  return [...parts, text.slice(start)].flatMap(conjunctsOf)
}

/** The text without parentheses around the whole of it. */
function stripParentheses(text: string): string {
  if (!text.startsWith('(')) return text
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1
    if (text[at] === ')') depth -= 1
    if (depth === 0) return at === text.length - 1 ? stripParentheses(text.slice(1, -1)) : text
  }
  return text
}

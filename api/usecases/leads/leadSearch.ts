import type { EntityManager } from '../../database/connection.ts'
import type { Bind } from '../../database/parameters.ts'
import { findSelectiveTerm, parseSearchTerms } from '../properties/propertySearch.ts'

/** A term with at most this many properties is looked up in its index. Others are filters on the newest leads. */
const selectiveThreshold = 2_000

/** The conditions that a lead `l` belongs to a property that matches `search` (`LeadFilter.search`). */
export async function buildSearchConditions(em: EntityManager, search: string, bind: Bind): Promise<string[]> {
  const terms = parseSearchTerms(search)
  const selective = await findSelectiveTerm(em, terms, selectiveThreshold)
  return terms.map((term) =>
    term === selective
      ? `(l.tenant_id, l.property_id) in (${term.idsSql(bind)})`
      : // Under row-level security the planner assumes that LIKE matches few rows. For CASE it assumes half of them.
        `case when ${term.conditionSql(bind, 'l')} then true else false end`,
  )
}

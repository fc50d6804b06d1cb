import { queryRows, type EntityManager } from '../../database/connection.ts'
import { createParameters, type Bind } from '../../database/parameters.ts'
import { tokenize } from '../../domain/addresses/text.ts'
import { otherSpellings } from '../../domain/addresses/spellings.ts'
import type { PropertyType } from '../../domain/enums.ts'

/** A token or tag that a property matches or does not match, as parts of SQL. */
export interface SearchTerm {
  kind: 'token' | 'tag'
  /** A query for the tenant_id and property_id of each matching property, from an index. It may return duplicates. */
  idsSql(bind: Bind): string
  /** A condition on a row `p` of `properties`. Tokens also work on a row `l` of `leads`, which copies the property's words. */
  conditionSql(bind: Bind, row?: 'p' | 'l'): string
}

/** The length of the parts in `word_parts` (searchWords.sql.ts). */
const maxPartLength = 60
/** Each token costs a lookup. */
const maxTokens = 6

/** The different words of `text`, of which only the first six are searched. */
export const parseSearchTokens = (text: string): string[] =>
  [...new Set(tokenize(text.slice(0, 200)))].slice(0, maxTokens)

/** A term for each token of `text`. It matches words that contain the token or are another spelling of it ('street' finds 'st'). */
export function parseSearchTerms(text: string): SearchTerm[] {
  const tokens = parseSearchTokens(text)
  return tokens.length === 0 ? [matchNothing] : tokens.map(toTokenTerm)
}

/** For a search text that consists only of punctuation. */
const matchNothing: SearchTerm = {
  kind: 'token',
  idsSql: () => 'select tenant_id, property_id from property_words where tenant_id = :tenant and false',
  conditionSql: () => 'false',
}

/** A term that matches the properties of which `token` is a whole word. */
export function toWholeWordTerm(token: string): SearchTerm {
  return {
    kind: 'token',
    idsSql: (bind) =>
      `select w.tenant_id, w.property_id from property_words w where w.tenant_id = :tenant and w.word = ${bind(token)}`,
    conditionSql: (bind, row = 'p') => `${row}.words like ${bind(`% ${token} %`)}`,
  }
}

function toTokenTerm(token: string): SearchTerm {
  const spellings = otherSpellings(token)
  return {
    kind: 'token',
    idsSql: (bind) => {
      const part = Array.from(token).slice(0, maxPartLength).join('')
      const byPart = `select w.tenant_id, w.property_id from word_parts d
        join property_words w on w.tenant_id = d.tenant_id and w.word = d.word
        where d.tenant_id = :tenant and w.tenant_id = :tenant and d.part between ${bind(part)} and ${bind(`${part}\u{10ffff}`)}`
      if (spellings.length === 0) return byPart
      // UNION ALL instead of OR: each side is an index scan that stops as soon as a LIMIT is reached.
      return `${byPart} union all
        select w.tenant_id, w.property_id from property_words w where w.tenant_id = :tenant and w.word = any(${bind(spellings)}::text[])`
    },
    // Tokens consist of letters and digits, so they need no escaping for LIKE.
    conditionSql: (bind, row = 'p') =>
      `${row}.words like any (${bind([`%${token}%`, ...spellings.map((spelling) => `% ${spelling} %`)])}::text[])`,
  }
}

export function toTagTerm(tag: PropertyType): SearchTerm {
  return {
    kind: 'tag',
    idsSql: (bind) =>
      `select t.tenant_id, t.property_id from property_tags t where t.tenant_id = :tenant and t.tag = ${bind(tag)}`,
    conditionSql: (bind) => `exists (select from property_tags t
      where t.tenant_id = p.tenant_id and t.property_id = p.id and t.tag = ${bind(tag)} and t.tenant_id = :tenant)`,
  }
}

/**
 * The term with the fewest properties, if they are at most `threshold`, else null. The properties are counted, because the
 * planner has no statistics for them under row-level security.
 */
export async function findSelectiveTerm(
  em: EntityManager,
  terms: SearchTerm[],
  threshold: number,
): Promise<SearchTerm | null> {
  if (terms.length === 0) return null
  const { values, bind } = createParameters()
  const counts = await queryRows<{ n: number }>(
    em,
    terms
      .map((term) => `select count(*)::int as n from (${term.idsSql(bind)} limit ${threshold + 1}) matching`)
      .join(' union all '),
    values,
  )
  const fewest = Math.min(...counts.map(({ n }) => n))
  return fewest > threshold ? null : terms[counts.findIndex(({ n }) => n === fewest)]!
}

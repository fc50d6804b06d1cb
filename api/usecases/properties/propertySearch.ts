import { tokenize } from '../../domain/address.ts'
import { alternateSpellings, standardSpelling } from '../../domain/usps.ts'
import type { PropertyType } from '../../domain/enums.ts'

/** Puts a value into a statement and answers its place, '$3'. */
export type Bind = (value: unknown) => string

/** A statement being written: `bind` puts a value among its `values`. */
export function createParameters(): { values: unknown[]; bind: Bind } {
  const values: unknown[] = []
  return { values, bind: (value) => `$${values.push(value)}` }
}

/** Something that a property has or has not and by which it is found, as parts of SQL. */
export interface SearchTerm {
  /** Selects tenant_id and property_id of each property that has it, perhaps twice, out of an index. */
  idsSql(bind: Bind): string
  /** Whether a row `p` of `properties` has it; a word also of a row `l` of `leads`, which keep their house's words. */
  conditionSql(bind: Bind, row?: 'p' | 'l'): string
}

/** Nobody types more; each word costs a look-up. */
const maxTerms = 6

/** A mark for each word that was typed: a word begins with it, or is another spelling of it ('street' finds 'st'). */
export function parseSearchTerms(text: string): SearchTerm[] {
  const tokens = [...new Set(tokenize(text.slice(0, 200)))].slice(0, maxTerms)
  return tokens.length === 0 ? [noMatch] : tokens.map(toWordTerm)
}

/** Signs alone are no words, and nothing is called so. */
const noMatch: SearchTerm = {
  idsSql: () => 'select tenant_id, property_id from property_words where false',
  conditionSql: () => 'false',
}

function toWordTerm(word: string): SearchTerm {
  const standard = standardSpelling.get(word)
  const spellings = [...(standard ? [standard] : []), ...(alternateSpellings.get(word) ?? [])]
  return {
    idsSql: (bind) => {
      const selectWhere = (how: string) => `select tenant_id, property_id from property_words where word ${how}`
      const byPrefix = selectWhere(`between ${bind(word)} and ${bind(`${word}\u{10ffff}`)}`)
      // Not OR: one scan of the index after the other can stop as soon as there is enough.
      return spellings.length > 0
        ? `${byPrefix} union all ${selectWhere(`= any(${bind(spellings)}::text[])`)}`
        : byPrefix
    },
    // Letters and digits only, so nothing in it has a meaning for LIKE.
    conditionSql: (bind, row = 'p') =>
      `${row}.words like any (${bind([`% ${word}%`, ...spellings.map((other) => `% ${other} %`)])}::text[])`,
  }
}

export function toTagTerm(tag: PropertyType): SearchTerm {
  return {
    idsSql: (bind) => `select tenant_id, property_id from property_tags where tag = ${bind(tag)}`,
    conditionSql: (bind) => `exists (select from property_tags t
      where t.tenant_id = p.tenant_id and t.property_id = p.id and t.tag = ${bind(tag)})`,
  }
}

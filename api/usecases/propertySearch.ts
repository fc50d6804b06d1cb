import { wordsOf } from '../domain/address.ts'
import { otherSpellings, standardWord } from '../domain/usps.ts'
import type { PropertyType } from '../domain/words.ts'

/** Puts a value into a statement and answers its place, '$3'. */
export type Bind = (value: unknown) => string

/** A statement being written: `bind` puts a value among its `values`. */
export function statement(): { values: unknown[]; bind: Bind } {
  const values: unknown[] = []
  return { values, bind: (value) => `$${values.push(value)}` }
}

/** Something that a property has or has not and by which it is found, as parts of SQL. */
export interface Mark {
  /** Selects tenant_id and property_id of each property that has it, perhaps twice, out of an index. */
  ids(bind: Bind): string
  /** Whether a row `p` of `properties` has it; a word also of a row `l` of `leads`, which keep their house's words. */
  holds(bind: Bind, row?: 'p' | 'l'): string
}

/** Nobody types more; each word costs a look-up. */
const mostWords = 6

/** A mark for each word that was typed: a word begins with it, or is another spelling of it ('street' finds 'st'). */
export function searchMarks(text: string): Mark[] {
  const typed = [...new Set(wordsOf(text.slice(0, 200)))].slice(0, mostWords)
  return typed.length === 0 ? [onNothing] : typed.map(wordMark)
}

/** Signs alone are no words, and nothing is called so. */
const onNothing: Mark = {
  ids: () => 'select tenant_id, property_id from property_words where false',
  holds: () => 'false',
}

function wordMark(word: string): Mark {
  const standard = standardWord.get(word)
  const spellings = [...(standard ? [standard] : []), ...(otherSpellings.get(word) ?? [])]
  return {
    ids: (bind) => {
      const find = (how: string) => `select tenant_id, property_id from property_words where word ${how}`
      const begun = find(`between ${bind(word)} and ${bind(`${word}\u{10ffff}`)}`)
      // Not OR: one scan of the index after the other can stop as soon as there is enough.
      return spellings.length > 0 ? `${begun} union all ${find(`= any(${bind(spellings)}::text[])`)}` : begun
    },
    // Letters and digits only, so nothing in it has a meaning for LIKE.
    holds: (bind, row = 'p') =>
      `${row}.words like any (${bind([`% ${word}%`, ...spellings.map((other) => `% ${other} %`)])}::text[])`,
  }
}

export function tagMark(tag: PropertyType): Mark {
  return {
    ids: (bind) => `select tenant_id, property_id from property_tags where tag = ${bind(tag)}`,
    holds: (bind) => `exists (select from property_tags t
      where t.tenant_id = p.tenant_id and t.property_id = p.id and t.tag = ${bind(tag)})`,
  }
}

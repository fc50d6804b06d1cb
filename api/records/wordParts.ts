import { queryRows, type EntityManager } from '../database/connection.ts'
import { inBatches } from '../domain/batches.ts'

// The dictionary of the search (api/usecases/properties/searchWords.sql.ts), to which triggers add the words of properties.

/** How many words of the dictionary one statement compares with those of the properties. */
const pageSize = 5_000

/**
 * Waits for the transactions that have saved words of properties and makes later ones wait until the end of this one: they would
 * find a word in the dictionary that is removed here, and not add it.
 */
export async function lockWordParts(em: EntityManager, tenantId: string): Promise<void> {
  await queryRows(em, `select pg_advisory_xact_lock(hashtextextended('word parts ' || $1, 0))`, [tenantId])
}

/** Deletes those of the words that no property has, and returns them. Needs `lockWordParts`. */
export async function deleteUnusedWords(
  em: EntityManager,
  tenantId: string,
  words: readonly string[],
): Promise<string[]> {
  const unused: string[] = []
  await inBatches(words, async (batch) => {
    const deleted = await queryRows<{ word: string }>(
      em,
      `delete from word_parts d using (
         select w.word, substr(w.word, i, 60) as part from unnest($2::text[]) as w (word)
         cross join lateral generate_series(1, length(w.word)) i) p
       where d.tenant_id = $1 and d.part = p.part and d.word = p.word
         and not exists (select from property_words u where u.tenant_id = $1 and u.word = p.word) returning d.word`,
      [tenantId, batch],
    )
    // A word has an entry for each of its parts.
    unused.push(...new Set(deleted.map(({ word }) => word)))
  })
  return unused
}

/** All words of the dictionary that no property has any more. Without a lock, because reading a large dictionary takes seconds. */
export async function findUnusedWords(em: EntityManager, tenantId: string): Promise<string[]> {
  const unused: string[] = []
  for (let after: string | undefined = ''; after !== undefined;) {
    const from: string = after
    const page = await queryRows<{ word: string; isUsed: boolean }>(
      em,
      `select d.word, exists (select from property_words u where u.tenant_id = $1 and u.word = d.word) as "isUsed" from word_parts d
       where d.tenant_id = $1 and (d.part, d.word) > (left($2, 60), $2) and d.part = left(d.word, 60)
       order by d.part, d.word limit ${pageSize}`,
      [tenantId, from],
    )
    for (const { word, isUsed } of page) if (!isUsed) unused.push(word)
    after = page.length < pageSize ? undefined : page.at(-1)!.word
  }
  return unused
}

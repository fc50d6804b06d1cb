import { queryRows, type Database, type EntityManager } from '../../database/connection.ts'
import { rowsTable } from '../../database/rowsTable.ts'
import { createParameters } from '../../database/parameters.ts'
import { normalizeWords, type ImportWord } from '../../domain/imports/importWords.ts'

/** What the imports of the tenant have said that words mean. */
export function readWords(database: Database, tenantId: string): Promise<ImportWord[]> {
  return database.query<ImportWord>(
    { tenantId },
    'select field, word, meaning from import_words where tenant_id = $1 order by field, word',
    [tenantId],
  )
}

/** Remembers what words mean for the next imports of the tenant. */
export async function rememberWords(em: EntityManager, tenantId: string, words: readonly ImportWord[]): Promise<void> {
  if (words.length === 0) return
  const { values, bind } = createParameters(tenantId)
  const rows = words.map(({ field, word, meaning }) => ({ field, word: normalizeWords(word), meaning }))
  await queryRows(
    em,
    `insert into import_words (tenant_id, field, word, meaning)
     select $1, r.* from ${rowsTable({ field: 'text', word: 'text', meaning: 'text' }, rows, bind)} order by r.field, r.word
     on conflict (tenant_id, field, word) do update set meaning = excluded.meaning`,
    values,
  )
}

/** The number of visits that an import has saved. */
export async function countVisits(em: EntityManager, tenantId: string, importId: string): Promise<number> {
  const [row] = await queryRows<{ count: number }>(
    em,
    'select count(*)::int as count from knocks where tenant_id = $1 and import_id = $2 and withdrawn_at is null',
    [tenantId, importId],
  )
  return row!.count
}

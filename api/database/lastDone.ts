/**
 * Work for the whole installation whose last success operators watch: a backup that was restored for a test, one that could only be
 * read, and the anchors of all logs.
 */
export const watchedWork = ['backup_restored', 'backup_read', 'anchors'] as const
export type WatchedWork = (typeof watchedWork)[number]

/** Runs a statement as `porchlight_platform`. */
type Query = <T>(sql: string, parameters: unknown[]) => Promise<T[]>

/** Stores that the work succeeded. */
export async function recordDone(query: Query, work: WatchedWork, at: Date): Promise<void> {
  await query(
    `insert into installation values ('last ' || $1, to_jsonb($2::text))
     on conflict (key) do update set value = excluded.value`,
    [work, at.toISOString()],
  )
}

/** When each work last succeeded; without those that never did. */
export async function readLastDone(query: Query): Promise<Map<WatchedWork, Date>> {
  const rows = await query<{ work: WatchedWork; at: string }>(
    `select substr(key, 6) as work, value #>> '{}' as at from installation where key = any($1::text[])`,
    [watchedWork.map((work) => `last ${work}`)],
  )
  return new Map(rows.map(({ work, at }) => [work, new Date(at)]))
}

import type { ClientBase } from 'pg'

/** Runs `work` in one transaction of a client of its own, for maintenance. Commits if it resolves and rolls back if it rejects. */
export async function inTransaction<T>(
  client: ClientBase,
  work: () => Promise<T>,
  mode: '' | 'isolation level repeatable read' = '',
): Promise<T> {
  await client.query(`begin ${mode}`)
  try {
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

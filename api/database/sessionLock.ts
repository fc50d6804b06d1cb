import { setTimeout as sleep } from 'node:timers/promises'
import type { ClientBase } from 'pg'

const pollMs = 200

/**
 * Takes the lock of this name for the session of `client`: until it is released or the connection ends. It asks again and again,
 * because a statement that waits for the lock keeps its snapshot, and `create index concurrently`, which the holder may run, waits
 * for every snapshot.
 */
export async function acquireSessionLock(client: ClientBase, name: string): Promise<void> {
  for (;;) {
    const { rows } = await client.query('select pg_try_advisory_lock(hashtextextended($1, 0)) as acquired', [name])
    if (rows[0].acquired) return
    await sleep(pollMs)
  }
}

export async function releaseSessionLock(client: ClientBase, name: string): Promise<void> {
  await client.query('select pg_advisory_unlock(hashtextextended($1, 0))', [name])
}

import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { upgradeTenants } from '../projections/install.ts'

const retryMs = 5_000

/**
 * Rebuilds the projections that `migrate` deferred, while the server is in use, and tries again after a failure. The returned
 * function stops it: the tenant that is being rebuilt keeps its figures, and the next start continues.
 */
export function startProjectionUpgrade(ownerUrl: string, log: (error: unknown) => void): () => Promise<void> {
  const stopping = new AbortController()
  let client: pg.Client

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      client = new pg.Client({ connectionString: ownerUrl, application_name: 'porchlight upgrade', keepAlive: true })
      client.on('error', () => undefined)
      try {
        await client.connect()
        return await upgradeTenants(client)
      } catch (error) {
        if (!stopping.signal.aborted) log(error)
      } finally {
        await client.end().catch(() => undefined)
      }
      await sleep(retryMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined)
    }
  }

  const running = run()
  return async () => {
    stopping.abort()
    // `end` would wait for the statement that is running.
    ;(client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy()
    await running
  }
}

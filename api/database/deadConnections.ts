import { connect as connectSocket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import pg from 'pg'
import { streamOf } from './pipelinedConnection.ts'

const probeTimeoutMs = 3_000

/**
 * Finds which connections get no answer any more. A statement may take long, so a time limit alone cannot tell. Asks PostgreSQL
 * on a new connection which sessions work, and returns a function that tells of a session's process id whether its client waits in vain:
 * because the session ended, waits for a statement itself, or cannot send its answer, or because a pooler has assigned none (null).
 * Returns null if PostgreSQL cannot be reached.
 */
export async function findDeadConnections(
  config: pg.ClientConfig,
): Promise<((processId: number | null) => boolean) | null> {
  const probe = new pg.Client({ ...config, application_name: 'porchlight probe' })
  probe.on('error', () => undefined)
  const timer = setTimeout(() => streamOf(probe).destroy(), probeTimeoutMs)
  try {
    await probe.connect()
    const { rows } = await probe.query<{ pid: number }>(
      `select pid from pg_stat_activity
       where usename = session_user and state = 'active' and wait_event is distinct from 'ClientWrite'`,
    )
    const working = new Set(rows.map(({ pid }) => pid))
    // The answer may have arrived together with that of the probe.
    await nextTurn()
    return (processId) => processId === null || !working.has(processId)
  } catch (error) {
    // PostgreSQL refused the probe, for example because it has too many sessions: it can be reached.
    return error instanceof pg.DatabaseError ? () => false : null
  } finally {
    clearTimeout(timer)
    void probe.end().catch(() => undefined)
  }
}

/** Asks PostgreSQL, or the pooler, to cancel the statement that the client's session runs, on a connection of its own. */
export function sendCancelRequest(client: pg.ClientBase): void {
  const { processID, secretKey, host, port } = client as unknown as SessionKey
  const request = Buffer.alloc(16)
  for (const [index, value] of [16, 80_877_102, processID, secretKey].entries()) request.writeInt32BE(value, index * 4)
  const socket = host.startsWith('/') ? connectSocket(`${host}/.s.PGSQL.${port}`) : connectSocket(port, host)
  // If the request is lost, the statement runs until its time limit.
  socket.on('error', () => socket.destroy())
  socket.setTimeout(probeTimeoutMs, () => socket.destroy())
  socket.end(request)
}

/** What pg knows of a session and does not publish in its types. */
interface SessionKey {
  processID: number
  secretKey: number
  host: string
  port: number
}

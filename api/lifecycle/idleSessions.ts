import { v7 as uuidv7 } from 'uuid'
import type { Database } from '../database/connection.ts'
import type { Live } from '../live/live.ts'
import { endIdleSessions } from '../usecases/knocking/idleSessions.ts'

const intervalMs = 60_000

/** Ends idle knock sessions now and once a minute. The returned function stops that and waits for a run in progress. */
export function startEndingIdleSessions(
  { database, live }: { database: Database; live: Live },
  log: (error: unknown) => void,
): () => Promise<void> {
  let running: Promise<void> = Promise.resolve()
  const run = () => {
    const ctx = { actor: null, requestId: uuidv7(), now: () => new Date(), database, live }
    running = running.then(() => endIdleSessions(ctx)).then(() => undefined, log)
  }
  run()
  const timer = setInterval(run, intervalMs)
  timer.unref()
  return () => {
    clearInterval(timer)
    return running
  }
}
